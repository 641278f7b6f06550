"""The pages around a game as people meet them: the log when somebody leaves, playing again, the summary on a phone."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PATIENCE
from tests.browser.driving import connected, new_table
from tests.browser.looking import accessible, fits
from tests.browser.staging import Stage, opened, prepared
from tests.server.running import Server

Window = Callable[..., Page]


@pytest.fixture(scope="module")
def server(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a table at which five bots have played to the end."""
    folder = tmp_path_factory.mktemp("staged")
    stage = Stage(folder / "yard.db")

    async def set_up() -> None:
        await stage.enter()
        bots = ["random"] * 5
        await stage.set_up("over", "freight-train", "whitewind-1993", lambda state: state.to_act() is None, bots=bots)

    with opened(prepared(stage, set_up), folder) as running:
        yield running


def send(page: Page, path: str, **fields: str) -> None:
    """Send a form of the site as this person."""
    base = page.url.partition("/t/")[0].rstrip("/")
    answer = page.request.post(f"{base}{path}", form={**fields}, headers={"origin": base}, max_redirects=0)
    assert answer.status == 303, answer.text()


def two_people(window: Window, game: str, edition: str, *more: str) -> tuple[Page, Page, str]:
    """Ann and Bob at a table, and its address."""
    ann, bob = window(), window()
    address = new_table(ann, "me", "open", *more, game=game, edition=edition)
    bob.goto(address)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit here").click()
    for page in (ann, bob):
        page.wait_for_selector("#prompt")
        connected(page)
    return ann, bob, address


def test_the_log_of_the_others_stays_when_somebody_leaves_and_comes_back(window: Window) -> None:
    ann, bob, address = two_people(window, "freight-train", "whitewind-1993")
    lines = ann.locator(".lines li")
    before = lines.all_text_contents()
    assert before
    for form, tag in (("leave", 1), ("back", 0)):
        send(bob, f"{address}/{form}", bot="random")
        expect(ann.locator("#players .stand")).to_have_count(tag)
        texts = lines.all_text_contents()
        assert texts[len(texts) - len(before) :] == before, form  # the bot may have moved: its lines come above


def test_playing_again_is_offered_and_accepted(window: Window) -> None:
    ann, bob, address = two_people(window, "freight-cars", "quick-simple-fun-2021")
    for page in (ann, bob):  # bots play it to the end
        send(page, f"{address}/leave", bot="random")
    for page in (ann, bob):
        page.wait_for_selector("#sheets[data-over]", state="attached", timeout=5 * PATIENCE)
    ann.goto(address)
    connected(ann)
    ann.get_by_role("button", name="Play again").click()
    expect(ann.get_by_text("Held for Bob")).to_be_visible()
    expect(bob.get_by_text("Ann wants to play again.")).to_be_visible()  # its page was loaded anew, by itself
    accessible(ann)
    bob.goto("/")
    expect(bob.get_by_text("Ann wants to play again.")).to_be_visible()
    bob.get_by_role("button", name="Join").click()
    for page in (ann, bob):
        page.wait_for_selector("#prompt")
    assert ann.url == bob.url


@pytest.mark.usual
def test_a_name_that_was_typed_goes_along_between_the_lobby_and_the_new_table(window: Window) -> None:
    page = window()
    page.goto("/")
    page.get_by_label("Your name").fill("Nora & Otto")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="New table").click()
    expect(page.get_by_label("Your name")).to_have_value("Nora & Otto")
    page.get_by_label("Your name").fill("Nora")
    page.get_by_role("navigation", name="Game").get_by_role("link", name="Freight Cars").click()
    expect(page.get_by_role("heading", name="New table")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_value("Nora")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Lobby").click()
    expect(page.get_by_label("Your name")).to_have_value("Nora")


def test_a_name_that_was_typed_in_the_lobby_is_that_of_the_learner(window: Window) -> None:
    page = window()
    page.goto("/")
    page.get_by_label("Your name").fill("Nora")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Learn").click()
    page.get_by_role("button", name="Start the lesson").first.click()
    page.wait_for_selector("#lesson")
    assert "Nora" in page.locator("#view").inner_text()


# Choices whose longest words are wider than their box.
NARROW = """() => [...document.querySelectorAll('.level select')].filter((select) => {
  const pen = document.createElement('canvas').getContext('2d'), style = getComputedStyle(select);
  pen.font = style.font;
  const widest = Math.max(...[...select.options].map((option) => pen.measureText(option.textContent).width));
  return widest + 20 > select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
}).map((select) => select.id)"""


@pytest.mark.parametrize("width", [390, 1024, 1366])
def test_what_is_chosen_of_the_opponents_can_be_read(window: Window, width: int) -> None:
    page = window(width, 650)
    page.goto("/")
    assert page.locator(".level select").count() > 0
    assert page.evaluate(NARROW) == []


def test_the_summary_of_a_game_shows_on_a_phone_that_there_is_more_beside(window: Window) -> None:
    page = window(390, 844)
    page.goto("/t/over/end")
    assert fits(page)
    picture = page.locator(".chart svg:visible")
    expect(picture).to_have_count(1)
    box = picture.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390, "the chart is seen whole"
    for label in picture.locator(".end").all():
        box = label.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= 390, "and so are the names at its lines"
    tables = page.locator(".scroll:visible").all()
    assert tables
    for table in tables:  # a shadow at the edge of what is wider than the screen, which the last column covers
        assert table.evaluate("box => getComputedStyle(box).backgroundAttachment") == "local, local, scroll, scroll"
    heads = page.locator(".sheet thead th").all_text_contents()
    assert "Driver 4" in heads
    cut = page.locator(".sheet:visible thead th").evaluate_all("all => all.filter(th => th.scrollWidth > th.clientWidth).length")
    assert cut == 0, "names are told apart"


def test_links_of_the_lobby_are_large_enough_for_a_finger(window: Window) -> None:
    page = window(390, 844, has_touch=True, is_mobile=True)
    page.goto("/")
    heights = "(all) => all.filter((each) => each.offsetParent).map((each) => each.getBoundingClientRect().height)"
    found = page.locator("main a:not(.to), footer a, .home").evaluate_all(heights)
    assert len(found) > 6
    assert min(found) >= 38


# What stands out of the window or of the box that it belongs to, or is cut with dots.
CUT = """() => [...document.querySelectorAll('a, button, h2, h3, p, label, select, summary')].filter((each) => {
  const box = each.getBoundingClientRect(), around = each.closest('li, nav, .panel')?.getBoundingClientRect();
  if (!box.width || each.closest('.vh, .skip')) return false;
  const cut = each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX !== 'visible';
  return cut || box.left < 0 || box.right > Math.min(innerWidth, around?.right ?? innerWidth) + 1;
}).map((each) => each.textContent)"""


def test_the_lobby_is_whole_however_narrow_the_window_is(window: Window) -> None:
    page = window(390, 844)
    page.goto("/")
    assert page.evaluate(CUT) == [], "for somebody new"
    new_table(page, "me", "here", name="Wilhelmina K.")  # where it is always their turn: the number of such tables is shown
    page.goto("/")
    expect(page.locator("#pages .badge")).to_be_visible()
    for width in (360, 390, 1366):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(CUT) == [], width
    tops = "all => all.map(each => Math.round(each.getBoundingClientRect().top))"
    page.set_viewport_size({"width": 360, "height": 844})
    for row in ("#pages a", ".top > :is(.home, button, .quiet)"):
        assert page.locator(row).count() > 2
        assert len(set(page.locator(row).evaluate_all(tops))) == 1, "on one line"
