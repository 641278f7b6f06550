"""What a browser prefers: chosen in one place, seen at once, kept, and shown before the first paint."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from freightyard.games import game_named
from tests.browser.driving import connected, new_table
from tests.browser.looking import SCHEMES, accessible, fits, violations

Window = Callable[..., Page]
DIALOG = "#settings[open]"
GAMES = ("freight-train", "freight-cars", "freight")


def settings(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    expect(page.locator(DIALOG)).to_be_visible()


@pytest.mark.usual
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


@pytest.mark.usual
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


@pytest.mark.parametrize("game", GAMES)
def test_what_is_written_can_be_read_in_every_set_of_colours(window: Window, game: str) -> None:
    page = window(1366, 650)
    new_table(page, "me", "bot:greedy", game=game, edition=game_named(game).editions[0])
    connected(page)
    for colours in ("contrast", "safe"):
        page.evaluate("(colours) => { document.documentElement.dataset.colours = colours; }", colours)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            assert violations(page, "color-contrast") == [], f"{colours} {scheme}"


def test_left_hands_get_everything_on_the_other_side(window: Window) -> None:
    page = window(1366, 650)
    new_table(page, "me", "bot:greedy")
    connected(page)
    page.wait_for_selector("#prompt[data-live]")  # with the turn comes a button
    # From the left to the right: columns, and what is in the bar and in the prompt.
    order = """() => [".col", ".top > *", ".ask > *"].map((selector) =>
      [...document.querySelectorAll(selector)].filter((box) => box.getClientRects().length && !box.matches(".grow"))
        .sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left).map((box) => box.className || box.id))"""
    right = page.evaluate(order)
    page.evaluate("document.documentElement.dataset.leftHanded = ''")
    assert page.evaluate(order) == [names[::-1] for names in right]
    assert fits(page)


# Sounds as they would be heard: the first pitch of each, and whether the one before was over.
LISTEN = """() => {
  window.heard = [];
  const node = { connect: (to) => to, gain: null, frequency: null, start() {}, stop() {}, type: "" };
  const number = { value: 0, setValueAtTime(value) { this.first ??= value; }, exponentialRampToValueAtTime() {} };
  window.OscillatorNode = class {};
  window.AudioContext = class {
    state = "running"; currentTime = 0; sampleRate = 100;
    createGain() { return { ...node, gain: { ...number } }; }
    createOscillator() {
      const frequency = { ...number, setValueAtTime: (pitch) => window.heard.push(pitch) };
      return Object.assign(new OscillatorNode(), node, { frequency });
    }
    createBufferSource() { return { ...node }; }
    createBiquadFilter() { return { ...node, frequency: { ...number } }; }
    createBuffer() { return { getChannelData: () => [] }; }
  };
  navigator.vibrate = (pattern) => { (window.felt ??= []).push(pattern); return true; };
}"""
TURN, REFUSED = 587, 196


@pytest.mark.usual
def test_sounds_are_heard_only_when_wanted_one_at_a_time_and_a_buzz_is_felt(window: Window) -> None:
    page = window()
    page.add_init_script(f"({LISTEN})()")
    new_table(page, "me", "bot:greedy")
    connected(page)
    page.wait_for_selector("html[data-turn]")
    page.mouse.move(300, 300)
    page.locator("#prompt .action:not(.can)").first.click()
    expect(page.locator("#oops")).to_be_visible()
    assert page.evaluate("[heard, window.felt]") == [[], None], "whoever wants no motion wants no vibration either"
    page.evaluate("localStorage.setItem('haptics', '1')")
    page.locator("#prompt .action:not(.can)").first.click()
    page.wait_for_function("() => window.felt?.length")
    assert page.evaluate("[heard, felt]") == [[], [[50]]]
    page.get_by_role("button", name="Sounds").click()
    expect(page.get_by_role("button", name="Sounds")).to_have_attribute("aria-pressed", "true")
    page.wait_for_function(f"() => heard[0] === {TURN}")  # what was chosen is heard
    page.evaluate("heard.length = 0")
    build = page.evaluate("document.querySelector('script[type=module]').src.replace('client.js', 'sound.js')")
    page.evaluate(
        "async (path) => { const { cue } = await import(path); for (const name of ['put', 'refused', 'chat']) cue(name); }", build
    )
    page.wait_for_function("() => heard.length")
    assert page.evaluate("heard")[0] == REFUSED, "of several at once the most important one"
    page.get_by_role("button", name="Sounds").click()
    page.evaluate("heard.length = 0")
    page.evaluate("async (path) => { (await import(path)).cue('put'); await new Promise((done) => setTimeout(done)); }", build)
    assert page.evaluate("heard") == []


def test_sounds_wait_for_what_is_being_read_out_unless_a_pointer_is_used(window: Window) -> None:
    page = window(alone=True)  # its clock is the whole context's
    page.clock.install()
    page.add_init_script(f"({LISTEN})(); localStorage.setItem('sound', '1'); localStorage.setItem('haptics', '1')")
    page.goto("/me")
    build = page.evaluate("document.querySelector('script[type=module]').src.replace('site.js', 'sound.js')")
    say = """async ([path, text]) => {
      document.dispatchEvent(new CustomEvent("announced", { detail: text }));
      (await import(path)).cue("turn");
    }"""
    page.evaluate(say, [build, "x" * 40])
    page.clock.run_for(2000)
    assert page.evaluate("heard") == []
    page.clock.run_for(1000)
    assert page.evaluate("heard")[0] == TURN
    page.clock.run_for(3000)
    page.evaluate("heard.length = 0")
    page.mouse.move(200, 200)
    page.mouse.move(210, 210)
    page.evaluate(say, [build, "x" * 40])
    page.clock.run_for(10)
    assert page.evaluate("heard")[0] == TURN


# The samples of a sound as they would reach a loudspeaker: how loud at most, from when to when (in seconds), and how it ends.
SAMPLES = """async ([path, name]) => {
  let drawn;
  window.AudioContext = class extends OfflineAudioContext {
    constructor() { super(1, 2 * 44100, 44100); drawn = this; }
    get state() { return "running"; }
  };
  (await import(`${path}?${name}`)).cue(name);
  while (!drawn) await new Promise((done) => setTimeout(done));
  await new Promise((done) => setTimeout(done));
  const samples = (await drawn.startRendering()).getChannelData(0);
  const heard = [...samples.keys()].filter((at) => Math.abs(samples[at]) > 0.002);
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return [loudest, heard[0] / 44100, heard.at(-1) / 44100];
}"""
CUES = ("put", "chat", "train", "money", "refused", "turn", "counted")


def test_every_sound_can_be_heard_is_short_and_is_never_distorted(window: Window) -> None:
    page = window()
    page.add_init_script("localStorage.setItem('sound', '1')")
    page.goto("/me")
    page.mouse.move(200, 200)
    page.mouse.move(210, 210)
    build = page.evaluate("document.querySelector('script[type=module]').src.replace('site.js', 'sound.js')")
    for name in CUES:
        loudest, begins, ends = page.evaluate(SAMPLES, [build, name])
        assert 0.03 < loudest < 0.5, (name, loudest)
        assert begins < 0.02, (name, begins)
        assert 0.05 < ends < 1, (name, ends)
