"""What can be wrong with what people type, each said in one sentence."""


class FreightyardError(Exception):
    """Something that the caller can put right. Its text is one sentence for a person to read."""


class NotAMove(FreightyardError):
    """The text is no move of this edition, legal or not."""


class AmbiguousMove(FreightyardError):
    """The text is the beginning of several legal moves."""


class IllegalMove(FreightyardError):
    """The move exists, but a rule forbids it now."""

    def __init__(self, move: str, slug: str, reason: str) -> None:
        super().__init__(move, slug, reason)
        self.move = move
        self.slug = slug
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.move}: {self.reason} ({self.slug})"


class BadEdition(FreightyardError):
    """An edition is unknown or its data are not valid."""


class BadSetup(FreightyardError):
    """The seats, the options or the players do not fit the edition."""


class BadPosition(FreightyardError):
    """A position text cannot be read, or describes what cannot be."""


class BadRecord(FreightyardError):
    """A record cannot be read, or does not replay."""
