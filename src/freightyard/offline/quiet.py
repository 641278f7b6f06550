"""Nobody is told anything by mail or push: whoever plays in a page has it before their eyes."""

from typing import final


@final
class QuietNotices:
    """What rooms ask of `server.notices.Notices`, where nothing leaves the browser."""

    def tell_at(self, now: float) -> float | None:
        """Never."""
        return None

    def alert_host(self, title: str, words: str) -> None:
        """The host looks at the page."""

    def missing(self, kind: str) -> str:
        """Every channel is."""
        return f"{kind} is not sent from a browser"

    async def clean_up(self) -> None:
        """Nothing was planned."""

    async def close(self) -> None:
        """Nothing is under way."""
