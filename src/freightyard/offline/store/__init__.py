"""What a browser keeps, by the subjects of `freightyard.store`: in a `Keep` instead of a database."""
