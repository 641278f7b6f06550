"""Looking back at finished games in real Chromium, on a phone: every number is in sight, a replay says what happens."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from freightyard.core.contract import State
from tests.browser.driving import agree
from tests.browser.staging import Stage, prepared
from tests.depth import deep_except
from tests.server.running import Server

Window = Callable[..., Page]
PHONE = (390, 844)
GAMES = (("freight-train", "whitewind-1993"), ("freight-cars", "quick-simple-fun-2021"), ("freight", "standard"))
# Numbers and names of the sheets in a box that are not wholly on the screen, or not seen because their frame cuts them off.
CUT = """(within) => [...document.querySelectorAll(`${within} .stacked :is(thead th, td, td b, td span)`)].filter((cell) => {
  const box = cell.getBoundingClientRect(), frame = cell.closest('.scroll').getBoundingClientRect();
  return box.width && (box.left < 0 || box.right > innerWidth || box.left < frame.left - 1 || box.right > frame.right + 1);
}).map((cell) => cell.textContent)"""


def over(state: State) -> bool:
    return state.outcome() is not None


def ships(state: State) -> bool:
    """Ann is to act, and bots did before her."""
    return state.turns > 12 and state.to_act() == 0


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    stage = Stage(tmp_path_factory.mktemp("staged") / "yard.db")

    async def set_up() -> None:
        await stage.enter()
        for game, edition in GAMES:
            for seats in (2, 3, 4):
                await stage.set_up(f"{game}-{seats}".replace("-", ""), game, edition, over, bots=["random"] * seats)
        await stage.set_up("running", "freight", "standard", ships, bots=["greedy"] * 3)

    return prepared(stage, set_up)


@pytest.fixture
def look(window: Window, stage: Stage, server: Server) -> Callable[..., Page]:
    def at(path: str, size: tuple[int, int] = PHONE) -> Page:
        page = window(*size)
        stage.sign_in(page, server)
        page.goto(path)
        return page

    return at


@pytest.mark.parametrize("seats", deep_except(4, among=(2, 3, 4)))
@pytest.mark.parametrize("game", [game for game, _ in GAMES])
def test_on_a_phone_everybodys_numbers_are_in_sight(look: Callable[..., Page], game: str, seats: int) -> None:
    key = f"{game}-{seats}".replace("-", "")
    page = look(f"/t/{key}/end")
    assert page.locator(".ending .stacked tfoot td").count() >= seats
    assert page.evaluate(CUT, ".ending") == []
    edges = [
        [
            round(box["x"] + box["width"])
            for cell in page.locator(f".ending .stacked >> nth=0 >> {cells}").all()
            if (box := cell.bounding_box())
        ]
        for cells in ("thead th", "tfoot td")
    ]
    assert edges[0] == edges[1], "everybody's total stands below their name"
    first = page.locator(".ending .stacked").first.locator("thead th").first.text_content()
    assert first == page.locator(".places .winner span").first.text_content(), "the winner comes first"
    page.goto(f"/t/{key}")
    page.get_by_text("Menu", exact=True).click()
    page.locator("#menu [data-sheets]").click()
    assert page.locator("#dialog .stacked tfoot td:visible").count() >= seats
    assert page.evaluate(CUT, "#dialog") == []
    page.set_viewport_size({"width": 390, "height": 420})
    close, names, total = page.locator("#dialog .stacked").last.evaluate(
        """(sheet) => {
          sheet.querySelector('tfoot').scrollIntoView({ block: 'end' });
          const edges = (part) => part.getBoundingClientRect();
          return [edges(document.querySelector('#dialog form')).bottom, edges(sheet.tHead).top, edges(sheet.tFoot).top];
        }"""
    )
    assert close - 1 <= names < total, "it is seen whose numbers they are, though the sheet is long"


def test_the_menu_of_a_replay_is_wholly_on_a_phones_screen(look: Callable[..., Page]) -> None:
    page = look("/t/freightcars3/at/40")
    page.get_by_text("Menu", exact=True).click()
    box = page.locator(".sheetlet").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE[0]


def test_a_replay_says_on_a_phone_what_happened_at_each_moment(look: Callable[..., Page]) -> None:
    page = look("/t/freightcars3/at/0")
    happened, turn = page.locator("#happened"), page.locator("#turn")
    expect(happened).to_be_visible()
    expect(happened).to_have_text("The game starts.")
    assert (turn.text_content() or "").startswith("turn 1 of ")
    told = []
    for ply in range(1, 12):
        with page.expect_response(f"**/moment/{ply}?seat=1") as answer:
            page.locator('[data-step="on"]').click()
        moment = answer.value.json()
        expect(happened).to_have_text(" ".join(moment["say"]))
        expect(turn).to_have_text(moment["turn"])
        told.append(happened.text_content() or "")
    assert any("Ann" in words for words in told)
    words = happened.text_content()
    page.reload()
    expect(happened).to_have_text(words or "")
    page.locator('[data-step="last"]').click()
    expect(turn).to_have_text("turn {0} of {0}".format((turn.text_content() or "").split()[-1]))


@pytest.mark.parametrize("size", deep_except(PHONE, among=(PHONE, (1366, 650))))
def test_the_buttons_of_a_replay_stay_where_they_are(look: Callable[..., Page], size: tuple[int, int]) -> None:
    page = look("/t/freightcars3/at/1", size)
    places = []
    for step in ("first", "on", "last"):
        page.locator(f'[data-step="{step}"]').click()
        places.append([link.bounding_box() for link in page.locator("[data-step]").all()])
    assert places[0] == places[1] == places[2]


@pytest.mark.usual
def test_a_replay_plays_by_itself_through_chosen_eyes_and_remembers_its_speed(look: Callable[..., Page]) -> None:
    page = look("/t/freightcars3/at/30", (1366, 650))
    expect(page).to_have_url(re.compile(r"/at/30\?seat=1$"))  # the address names the eyes, too
    for key in (">", ">", ".", "a", " "):
        page.keyboard.press(key)
    expect(page.locator("[data-autoplay]")).to_have_attribute("aria-pressed", "true")
    expect(page).to_have_url(re.compile(r"/at/3[3-9]\?seat=all$"))
    page.locator("[data-autoplay]").click()
    expect(page.locator("[data-autoplay]")).to_have_attribute("aria-pressed", "false")
    page.locator("#seat").select_option("2")
    expect(page).to_have_url(re.compile(r"/at/\d+\?seat=2$"))
    expect(page.locator("#h-hand")).to_have_text("Driver 1’s hand")
    page.reload()
    expect(page.locator("#speed")).to_have_text("8×")
    page.keyboard.press("End")
    expect(page.locator("#play-on")).to_be_hidden()  # nothing is left to play


@pytest.mark.usual
def test_the_summary_of_a_game_hears_of_the_next_one(look: Callable[..., Page]) -> None:
    one, other = look("/t/freightcars2/end"), look("/t/freightcars2/end")
    expect(one.get_by_role("button", name="Play again")).to_be_visible()
    with other.expect_navigation():
        other.get_by_role("button", name="Play again").click()
    expect(one.get_by_role("link", name="Go to the next game")).to_be_visible()


@pytest.mark.usual
def test_a_moment_is_shared_by_its_code_its_link_and_its_picture(look: Callable[..., Page]) -> None:
    page = look("/t/freight2/at/40", (1366, 650))
    page.get_by_text("Menu", exact=True).click()
    page.locator("#menu [data-share]").click()
    dialog = page.locator("#share")
    expect(dialog.locator("input")).to_have_value(re.compile(r"^http://[^/]+/t/freight2/at/40\?seat=1$"))
    expect(dialog.locator(".qr")).to_be_visible()
    page.wait_for_function("() => document.querySelector('#share .qr').naturalWidth > 0")
    with page.expect_download() as saved:
        dialog.locator("[data-picture=svg]").click()
    assert saved.value.path().read_text(encoding="utf-8").startswith("<svg ")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


@pytest.mark.usual
def test_from_a_moment_to_a_new_table_in_two_clicks(look: Callable[..., Page]) -> None:
    page = look("/t/freighttrain3/at/40", (1366, 650))
    page.get_by_role("link", name="Play on from here").click()
    page.get_by_role("button", name="Make table").click()
    expect(page).to_have_url(re.compile(r"/t/[a-z0-9]{12}$"))
    page.get_by_text("Menu", exact=True).click()
    expect(page.get_by_role("link", name="The game it plays on from")).to_have_attribute("href", "/t/freighttrain3/at/40")


def test_a_running_game_goes_back_to_a_moment_of_its_replay(look: Callable[..., Page]) -> None:
    page = look("/t/running")
    page.wait_for_selector("#net[data-ok]")
    ply = int(page.locator("#view").get_attribute("data-ply") or 0)
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("link", name="Go back further").click()
    expect(page).to_have_url(re.compile(rf"/at/{ply - 1}$"))
    button = page.get_by_role("button", name="Go back to here")
    page.keyboard.press("End")
    expect(button).to_be_hidden()  # the game is there
    page.keyboard.press("PageUp")
    page.keyboard.press("PageUp")
    expect(button).to_be_visible()
    button.click()
    agree(page)
    expect(page).to_have_url(re.compile(r"/t/running$"))
    expect(page.locator("#chat")).to_contain_text(re.compile(r"Ann went back to move \d+: \d+ moves are undone"))
    expect(page.locator("#log li.undone").first).to_be_attached()
