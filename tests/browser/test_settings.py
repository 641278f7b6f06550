"""What a browser prefers: chosen in one place, seen at once, kept, and shown before the first paint."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.looking import accessible, fits

Window = Callable[..., Page]
DIALOG = "#settings[open]"


def settings(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    expect(page.locator(DIALOG)).to_be_visible()


def test_what_is_chosen_holds_at_once_and_stays(window: Window) -> None:
    page = window(color_scheme="light")
    page.goto("/me")
    settings(page)
    root = page.locator("html")
    for group, value, attribute in (
        ("Theme", "Dark", "data-theme"),
        ("Board colours", "Colour-blind safe", "data-colours"),
        ("Motion", "Slow", "data-motion"),
    ):
        page.get_by_role("group", name=group).get_by_role("radio", name=value).check()
        expect(root).to_have_attribute(attribute, {"Colour-blind safe": "safe"}.get(value, value.lower()))
    for switch, attribute in (("Larger pieces", "data-larger"), ("Left-handed layout", "data-left-handed")):
        page.get_by_role("checkbox", name=switch).check()
        expect(root).to_have_attribute(attribute, "")
    page.keyboard.press("Escape")
    expect(page.locator(DIALOG)).to_have_count(0)
    page.goto("/")
    for attribute, value in (("theme", "dark"), ("colours", "safe"), ("motion", "slow"), ("larger", ""), ("left-handed", "")):
        expect(root).to_have_attribute(f"data-{attribute}", value)
    settings(page)
    expect(page.get_by_role("group", name="Theme").get_by_role("radio", name="Dark")).to_be_checked()
    page.get_by_role("checkbox", name="Larger pieces").uncheck()
    assert root.get_attribute("data-larger") is None


def test_everything_is_shown_before_the_first_paint(window: Window) -> None:
    page = window()
    page.goto("/")
    page.evaluate(
        "localStorage.setItem('theme', 'dark'); localStorage.setItem('larger', '1'); localStorage.setItem('left-handed', '0')"
    )
    page.add_init_script(
        "addEventListener('DOMContentLoaded', () => { const { theme, larger, leftHanded } = document.documentElement.dataset;"
        " window.early = [theme, larger, leftHanded === undefined]; }, true)"
    )
    page.route(
        "**/*.js",
        lambda route: (
            route.continue_() if "theme.js" in route.request.url else route.fulfill(body="", content_type="text/javascript")
        ),
    )
    page.goto("/about")
    assert page.evaluate("window.early") == ["dark", "", True]


def test_settings_work_where_nothing_can_be_stored(window: Window) -> None:
    page = window()
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
    )
    page.goto("/")
    settings(page)
    page.get_by_role("group", name="Theme").get_by_role("radio", name="Dark").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.keyboard.press("Escape")
    settings(page)
    expect(page.get_by_role("group", name="Theme").get_by_role("radio", name="Dark")).to_be_checked()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Sounds").click()
    expect(page.get_by_role("button", name="Sounds")).to_have_attribute("aria-pressed", "true")


def test_a_change_in_another_window_is_seen_here(window: Window) -> None:
    page = window()
    page.goto("/")
    other = page.context.new_page()
    other.goto("/me")
    other.get_by_role("button", name="Sounds").click()
    settings(other)
    other.get_by_role("group", name="Board colours").get_by_role("radio", name="High contrast").check()
    expect(page.locator("html")).to_have_attribute("data-colours", "contrast")
    settings(page)
    expect(page.get_by_role("checkbox", name="Sounds")).to_be_checked()


def test_the_dialogue_goes_by_keys_fits_every_screen_and_axe_finds_nothing_in_any_colours(window: Window) -> None:
    page = window(1366, 560)
    page.goto("/me")
    page.get_by_role("button", name="Settings").focus()
    page.keyboard.press("Enter")
    dialog = page.locator(DIALOG)
    expect(dialog).to_be_visible()
    page.get_by_role("group", name="Motion").get_by_role("radio", name="Normal").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("html")).to_have_attribute("data-motion", "fast")
    for width, height in ((1366, 560), (844, 390), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert fits(page)
        box = dialog.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
        if (width, height) == (1366, 560):
            assert dialog.evaluate("box => box.scrollHeight <= box.clientHeight + 1"), "nothing of it must be scrolled to"
    for colours in ("Classic", "High contrast", "Colour-blind safe"):
        page.get_by_role("radio", name=colours).check()
        accessible(page, colours)
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Settings")).to_be_focused()
