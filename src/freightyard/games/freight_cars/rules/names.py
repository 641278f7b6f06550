"""What people call a card. The words of moves, positions and records are a format; this is how they are said."""


def spoken(word: str) -> str:
    """The name of a freight card as people say it: `coal #3`. The number sign tells it from the number of the card's cells."""
    good, _, number = word.rpartition("-")
    return f"{good.replace('-', ' ')} #{number}" if good and number.isdigit() else word.replace("-", " ")
