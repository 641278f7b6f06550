"""The cards in a browser: it seals bytes, sends them when the list is closed, and draws every card again at the end."""

import os
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, Route, expect

from freightyard.core.proof import draw_stream, seal_of
from freightyard.core.record import write
from freightyard.games import game_named
from freightyard.server.site.cards import urns
from tests.browser.looking import accessible, fits
from tests.core.proved import played, proof_for
from tests.server.running import CARDS, Browser, Server, serving, until

Window = Callable[..., Page]


@pytest.fixture(scope="module")
def server(chromium: Chromium, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that deals by chance, as people have one."""
    folder = tmp_path_factory.mktemp("chance")
    before = os.environ.get(CARDS)
    os.environ[CARDS] = ""
    try:
        running = serving(folder / "yard.db", errors=folder / "log")
        with running as started:
            yield started
    finally:
        if before is None:
            del os.environ[CARDS]
        else:
            os.environ[CARDS] = before


def finished_by_bots(server: Server, page: Page) -> str:
    """A game that somebody begins in a browser, and a bot plays to its end. Its address."""
    page.goto("/new?game=freight-train")
    page.locator("#name").fill("Ann")
    page.locator('select[name="seat-2"]').select_option("bot:random")
    page.locator('select[name="seat-3"]').select_option("none")
    page.get_by_role("button", name="Make table").click()
    page.wait_for_selector("body.playing")
    home = page.url.removeprefix(server.url).partition("?")[0]
    page.request.post(f"{server.url}{home}/leave", form={"bot": "random"}, headers={"origin": server.url})
    with Browser(server.url) as anybody:
        until(lambda: anybody.get(f"{home}/end").status_code == 200, "the bots have played to the end")
    return home


@pytest.fixture
def desk(window: Window) -> Page:
    return window(1366, 650)


def check(page: Page) -> list[str]:
    """What the browser says of the cards."""
    page.get_by_role("button", name="Check every card").click()
    expect(page.locator(".verdict")).to_be_visible()
    return page.locator(".checked p").all_text_contents()


def test_a_browser_seals_and_sends_its_bytes_and_proves_the_cards_at_the_end(server: Server, desk: Page) -> None:
    home = finished_by_bots(server, desk)
    desk.goto(f"{home}/end")
    told = check(desk)
    assert told[0].startswith("True: all ")
    assert "its own bytes are among them" in told[1]
    assert desk.locator(".added li").first.text_content() == "Ann added random bytes"
    accessible(desk, "the end")
    assert fits(desk)
    with desk.expect_response(f"**{home}/record"):
        desk.reload()
        check(desk)
    # Whatever the server says of it: a card that is another one, or bytes, is found here.
    text = desk.request.get(f"{server.url}{home}/record").text()
    lines = text.split("\n")
    place = next(number for number, line in enumerate(lines) if line.startswith("*: draw "))
    drawn = lines[place].split("; ")[0].removeprefix("*: draw ")
    other = "box" if drawn != "box" else "tank"
    swapped = lines[place].replace(f"*: draw {drawn}", f"*: draw {other}")
    addition = next(line for line in lines if line.startswith("addition 1: "))
    changed = addition[:-1] + ("0" if addition[-1] != "0" else "1")
    for told_instead, why in (
        (text.replace(lines[place], swapped, 1), "but the draw gives"),
        (text.replace(addition, changed), "is not what it had sealed"),
        (text.replace(addition, "addition 1: withheld"), ""),  # bytes not among those of the game, or other cards
    ):
        answer = _answering(told_instead)
        desk.route(f"**{home}/record", answer)
        desk.reload()
        verdict = check(desk)
        assert len(verdict) == 1
        assert verdict[0].startswith("False: "), verdict
        assert why in verdict[0]
        desk.unroute(f"**{home}/record", answer)


def test_somebody_else_can_check_it_too_and_is_told_what_they_cannot_know(server: Server, window: Window, desk: Page) -> None:
    home = finished_by_bots(server, desk)
    phone = window(390, 844)
    phone.goto(f"{home}/cards")
    told = check(phone)
    assert told[0].startswith("True: ")
    assert "cannot tell whether the fingerprint was shown" in told[1]
    accessible(phone, "cards on a phone")
    assert fits(phone)


def test_what_is_promised_can_be_read_before_the_game_and_explained(window: Window) -> None:
    phone = window(390, 844)
    phone.goto("/new?game=freight-train")
    phone.locator("#name").fill("Ann")
    phone.get_by_role("button", name="Make table").click()
    phone.locator("details.cards > summary").click()
    expect(phone.locator(".fingerprint code")).to_have_text(re.compile("^[0-9a-f]{64}$"))
    expect(phone.locator(".added")).to_contain_text("Ann has sealed random bytes")
    accessible(phone, "waiting")
    assert fits(phone)
    phone.goto("/cards")
    accessible(phone, "explained")
    assert fits(phone)


def test_a_browser_sends_nothing_once_the_promise_was_broken(window: Window, server: Server) -> None:
    page = window(1366, 650)
    page.goto("/new?game=freight-train")
    page.locator("#name").fill("Ann")
    page.get_by_role("button", name="Make table").click()
    page.wait_for_selector("details.cards")
    page.evaluate(
        """() => {
          const all = JSON.parse(localStorage.getItem("cards/tables"));
          for (const seen of Object.values(all)) seen.commitment = "0".repeat(64);
          localStorage.setItem("cards/tables", JSON.stringify(all));
        }"""
    )
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("sends no bytes")


@pytest.mark.usual
def test_the_page_computes_what_python_computes(window: Window) -> None:
    page = window(1366, 650)
    page.goto("/about")
    script = """async () => {
      const folder = document.querySelector('script[src$="/site.js"]').src.replace("site.js", "");
      const { sha256, words } = await import(folder + "sha256.js");
      const below = (name, bound) => {
        const limit = 2 ** 32 - (2 ** 32 % bound);
        for (let block = 0; ; block++) {
          for (const word of words(`${name}#${block}`).reverse()) if (word < limit) return word % bound;
        }
      };
      const numbers = [...Array(300).keys()].map((n) => below(`seed/${n}`, n * n * 9973 + 1));
      return [sha256("freightyard seal 1: " + "ab".repeat(16)), numbers];
    }"""
    seal, numbers = page.evaluate(script)
    assert seal == seal_of("ab" * 16)
    assert numbers == [draw_stream("seed", number).below(number * number * 9973 + 1) for number in range(300)]


def test_the_page_finds_every_changed_digit_and_believes_no_line_that_it_cannot_read(window: Window) -> None:
    """The arithmetic of the button, on a record of Python's own; what the server may say of it besides is tried too."""
    game = game_named("freight-train")
    record = played(game, game.edition("mayfair-1996"), 3, proof_for("a browser", 3, nothing=[1]), plies=60)
    page = window(1366, 650)
    page.goto("/about")
    script = """async ({ text, draws, mine }) => {
      const folder = document.querySelector('script[src$="/site.js"]').src.replace("site.js", "");
      const { checkDraws, checkHead, checkMine, checkPlies, firstDrawn, readRecord } = await import(folder + "check_cards.js");
      const holds = (changed, before = { commitment: "", sent: mine }) => {
        const { head, moves } = readRecord(changed);
        try {
          const seed = checkHead(head, undefined), added = checkMine(head, before), first = firstDrawn(head, moves);
          checkPlies(changed, first, draws);
          checkDraws(seed, moves, draws);
          return added ? "added" : "late";
        } catch (error) { return String(error); }
      };
      const missed = [];
      let tried = 0;
      for (const [line] of text.matchAll(/^(commitment|secret|seal \\d|addition \\d): [0-9a-f]+$/gm)) {
        const begin = text.indexOf(line);
        for (let place = line.indexOf(": ") + 2; place < line.length; place++) {
          const digit = ((parseInt(line[place], 16) + 7) % 16).toString(16), at = begin + place;
          tried += 1;
          const told = holds(text.slice(0, at) + digit + text.slice(at + 1));
          if (!told.startsWith("Error: ")) missed.push(`${line.slice(0, place)} ${told}`);
        }
      }
      for (const found of text.matchAll(/draw (tank|box|ore)\\b/g)) {
        tried += 1;
        const other = found[1] === "hopper" ? "stock" : "hopper";
        const told = holds(`${text.slice(0, found.index)}draw ${other}${text.slice(found.index + found[0].length)}`);
        if (!told.startsWith("Error: ")) missed.push(`${found.index} ${told}`);
      }
      const withheld = text.replace(`addition 1: ${mine}`, "addition 1: withheld");
      const answers = [
        holds(text),
        holds(text.replace("seats: 3", "seats: 0")),
        holds(text.replace("seats: 3", "seats: three")),
        holds(text.replace("\\n\\n", "\\ndrawn from: soon\\n\\n")),
        holds(text.replace("\\n\\n", "\\ndrawn from: 999999\\n\\n")),
        holds(withheld),
        holds(withheld.replace("\\n\\n", `\\nseed: ${mine}\\n\\n`)),
        holds(text, { commitment: "", sent: "0".repeat(32) }),
        checkMine(readRecord(withheld).head, { commitment: "", sent: mine, taken: false }),
      ];
      return { missed, tried, answers };
    }"""
    assert record.proof is not None
    told = page.evaluate(
        script,
        {
            "text": write(record, game),
            "draws": [{"ply": draw.ply, "urn": draw.urn} for draw in urns(record)],
            "mine": record.proof.additions[0],
        },
    )
    assert told["missed"] == []
    assert told["tried"] > 330
    sound, *wrong, late = told["answers"]
    assert sound == "added"
    assert len(wrong) == 7
    assert all(answer.startswith("Error: ") for answer in wrong), wrong
    assert late is False, "bytes that came too late are not in the game, and that was told"


def _answering(text: str) -> Callable[[Route], None]:
    return lambda route: route.fulfill(body=text, content_type="text/plain; charset=utf-8")
