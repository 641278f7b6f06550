"""What a browser is called, by what it says of itself: `Firefox on Android`. People know their devices by it."""

from typing import Final

from freightyard.server import notice_page_sentences as say

# In this order: most of them also claim to be those below.
_BROWSERS: Final = (
    ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
)  # fmt: skip
_SYSTEMS: Final = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
    ("Mac OS X", "Mac"), ("Linux", "Linux"),
)  # fmt: skip


def browser_name(user_agent: str) -> str:
    """The browser and its system, as far as they are known."""
    browser = next((name for sign, name in _BROWSERS if sign in user_agent), say.BROWSER)
    return say.browser_on(browser, next((name for sign, name in _SYSTEMS if sign in user_agent), ""))
