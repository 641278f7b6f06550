"""Playing on a terminal: boards as text, and the loop that asks and answers."""
