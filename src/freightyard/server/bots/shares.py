"""Fair shares of the time in which bots think: first among the addresses of people, then among the tables of each."""

from typing import Final, final

_MOST_KNOWN: Final = 4096  # whose time is remembered; those who had no more than others are forgotten first


@final
class Shares:
    """Who had how much time lately.

    Whoever comes anew, or after a while, starts level with the one who was served last: nobody saves time up, and nobody has to
    make up for what others used before. So who asks now and then waits for one question of the others, however many they have.
    """

    def __init__(self) -> None:
        self._used: dict[str, float] = {}  # seconds
        self._level = 0.0  # of the one who was served last

    def used(self, whose: str) -> float:
        """How much somebody had: who had least is next."""
        return max(self._used.get(whose, 0.0), self._level)

    def serve(self, whose: str) -> None:
        """Somebody is next."""
        self._level = self.used(whose)

    def pay(self, whose: str, seconds: float) -> None:
        """Somebody had so much time."""
        self._used[whose] = self.used(whose) + seconds
        if len(self._used) > _MOST_KNOWN:
            self._used = {known: used for known, used in self._used.items() if used > self._level}
