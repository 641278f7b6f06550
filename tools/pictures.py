"""Pictures of every board for people to judge: `python -m tools.pictures FOLDER [--game freight] [--size 1366x650] …`.

For each game bots play to the start of it, to its middle, once for each phase, and to its end; there dialogues are opened.
Each of these scenes is taken at several sizes, light and dark, and at one size as eyes without green cones and eyes without
colours see it. `FOLDER/index.html` shows all of them, `FOLDER/sheet-*.png` are contact sheets. What cannot be reached is named.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Error, Page, ViewportSize, sync_playwright

from freightyard.bots import make_bot
from freightyard.core.chance import Stream
from freightyard.core.contract import State
from freightyard.games import game_named
from freightyard.table import Table
from tests.browser.staging import Stage, When, opened, prepared
from tests.chromium import launch, program

SIZES: Final = ("1366x650", "1440x900", "1920x1080", "1024x768", "390x844", "844x390")
THEMES: Final = ("light", "dark")
DEFICIENCIES: Final = ("deuteranopia", "achromatopsia")
DEFICIENT_AT: Final = "1440x900"
PATIENCE: Final = 10_000  # milliseconds until a scene counts as out of reach
SEED: Final = "pictures"
LONGEST: Final = 40  # letters of a name
LONG_NAMES: Final = tuple(
    (words * LONGEST)[:LONGEST]
    for words in ("Wilhelmina of the Eastern Junction ", "Bartholomew", "Ottoline ", "Di and Ed and ", "i", "W")
)


class Tables(NamedTuple):
    """What is played, and the phase that makes up most of the game."""

    edition: str
    seats: int
    main: str


class Scene(NamedTuple):
    """A table, and what is clicked there, one after the other."""

    name: str
    table: str
    clicks: tuple[str, ...] = ()
    seen: str = ""  # what is there then


GAMES: Final = {
    "freight-train": Tables("mayfair-1996", 4, "turn"),
    "freight-cars": Tables("quick-simple-fun-2021", 3, "turn"),
    "freight": Tables("standard", 4, "building"),
}
# What can be opened at every table …
DIALOGUES: Final = (
    Scene("menu", "middle", ("#menu > summary",)),
    Scene("settings", "middle", ("[data-settings]",)),
    Scene("score sheets", "middle", ("#menu > summary", "[data-sheets]")),
    Scene("hint", "middle", ("[data-ask-hint]",), ".advice"),
)
# … and at those of a game.
OWN_DIALOGUES: Final = {
    "freight-train": (
        Scene("one car taken", "middle", ("#main-yard .can",)),
        Scene("question", "middle", ('.action[data-word="call"].can',), ".plan"),
        Scene("rearranging", "middle", (".action.arrange",)),
        Scene("all trains", "middle", ("#types summary",)),
        Scene("car chosen", "placing", (".tray .can",)),
    ),
    "freight-cars": (
        Scene("card chosen", "middle", ("#tableau .can",)),
        Scene("workshop", "middle", ("#hand button.card",)),
        Scene("offers", "middle", ("#hand button.card", "[data-shop=pack]"), "#offers > *"),
        Scene("shipment", "middle", ("button.fcar",)),
    ),
    "freight": (
        Scene("bench", "middle", ("#map .spot.can, #map .spot.site",)),
        Scene("trip", "shipping", ("#trips button:not(:disabled)",)),
    ),
}


class Moments(NamedTuple):
    """After how many moves of a game there is what: by a name of a table."""

    moves: dict[str, int]
    last: int


def moments(game: str, tables: Tables) -> Moments:
    """Play a game by bots, and note at which moves the first seat is asked for something that is worth a picture."""
    chosen = game_named(game)
    table = Table(chosen, chosen.edition(tables.edition), tables.seats, (), seed=SEED)
    minds = [make_bot("greedy", chosen, Stream(f"{SEED}/{seat}")) for seat in range(tables.seats)]
    asked: list[tuple[int, str, int]] = []  # at which move, in which phase, between how many verbs
    table.commit(table.begin())
    move = 0
    while (actor := table.to_act()) is not None:
        view = table.view(actor)
        if actor == 0:
            asked.append((move, view.board.phase, len({text.partition(" ")[0] for text in view.legal})))
        table.commit(table.move(actor, table.ply, [minds[actor].decide(view)]))
        move += 1
    found = {"start": next(number for number, phase, _ in asked if phase == tables.main)}
    for phase in dict.fromkeys(phase for _, phase, _ in asked):
        times = [(number, verbs) for number, other, verbs in asked if other == phase]
        late = [each for each in times if each[0] >= move * 2 // 5] or times
        found["middle" if phase == tables.main else phase] = max(late, key=lambda each: (each[1], -each[0]))[0]
    return Moments(found, move)


def after(moves: int) -> When:
    """Whether so many moves have been made: it is asked once before each."""
    made = -1

    def so(_: State) -> bool:
        nonlocal made
        made += 1
        return made >= moves

    return so


def over(state: State) -> bool:
    return state.to_act() is None


def key(game: str, scene: Scene) -> str:
    """The name of a scene's own table: a click may be a move."""
    return f"{game}-{scene.name.replace(' ', '-')}"


def staged(folder: Path, games: Sequence[str], seats: int, *, long_names: bool) -> tuple[Stage, dict[str, list[Scene]]]:
    """A table for every scene of these games, and the scenes by game. `seats`: 0 for the usual number."""
    database = folder / "pictures.db"
    for old in folder.glob("pictures.db*"):
        old.unlink()
    stage = Stage(database)
    found_scenes: dict[str, list[Scene]] = {}

    async def set_up() -> None:
        await stage.enter()
        guest = (await stage.guest(LONG_NAMES[1]))[0] if long_names else ""
        for game in games:
            tables = GAMES[game]._replace(seats=seats or GAMES[game].seats)
            found = moments(game, tables)
            found_scenes[game] = list(scenes(game, [*found.moves, "end"]))
            for scene in found_scenes[game]:
                if scene.table not in (*found.moves, "end"):
                    continue  # these bots never came to that
                until = over if scene.table == "end" else after(found.moves[scene.table])
                bots = ["greedy"] * tables.seats
                names = LONG_NAMES[: tables.seats] if long_names else ()
                await stage.set_up(key(game, scene), game, tables.edition, until, bots=bots, seed=SEED, guest=guest, names=names)

    return prepared(stage, set_up), found_scenes


def scenes(game: str, tables: Sequence[str]) -> Iterator[Scene]:
    for name in tables:
        yield Scene(name, name)
    yield Scene("tip", "start", ("tips",))
    yield from DIALOGUES
    yield from OWN_DIALOGUES[game]
    yield Scene("summary", "end", ("summary",))
    yield Scene("replay", "end", ("replay",))


@contextmanager
def reached(browser: Browser, url: str, secret: str, game: str, scene: Scene, settings: str, size: str) -> Iterator[Page]:
    """A page on which the scene is to be seen."""
    phone = is_phone(size)
    context = browser.new_context(
        base_url=url, viewport=viewport(size), reduced_motion="reduce", has_touch=phone, is_mobile=phone
    )
    context.set_default_timeout(PATIENCE)
    context.add_cookies([{"name": "freightyard", "value": secret, "url": url}])
    if "tips" not in scene.clicks:
        context.add_init_script(f"localStorage.setItem('guide:{game}', 'done')")
    if settings:
        context.add_init_script(settings)
    page = context.new_page()
    address = f"/t/{key(game, scene)}"
    page.goto(address + {"summary": "/end", "replay": "/at/120"}.get(scene.name, ""))
    if scene.name not in ("summary", "replay"):
        page.wait_for_selector("#net[data-ok]", state="attached")
    for selector in scene.clicks:
        if selector in ("tips", "summary", "replay"):
            continue
        there = page.locator(selector).first
        there.wait_for(state="attached")
        if there.evaluate("element => element instanceof SVGElement"):
            there.dispatch_event("click")
        else:
            there.click()
    if scene.seen:
        page.wait_for_selector(scene.seen)
    try:
        yield page
    finally:
        context.close()


def is_phone(size: str) -> bool:
    """Whether fingers play at this size."""
    both = viewport(size)
    return min(both["width"], both["height"]) < 500


def viewport(size: str) -> ViewportSize:
    width, height = size.split("x")
    return ViewportSize(width=int(width), height=int(height))


class Shot(NamedTuple):
    game: str
    scene: str
    size: str
    look: str  # a theme, or what eyes do not see
    file: str


def shots(page: Page, game: str, scene: str, sizes: Sequence[str], looks: Sequence[str], folder: Path) -> Iterator[Shot]:
    """The page at all sizes and in all looks."""
    session = page.context.new_cdp_session(page)
    for look in looks:
        page.emulate_media(color_scheme="dark" if look == "dark" else "light")
        kind = look if look in DEFICIENCIES else "none"
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})
        for size in sizes:
            if kind != "none" and size != (DEFICIENT_AT if DEFICIENT_AT in sizes else sizes[0]):
                continue
            page.set_viewport_size(viewport(size))
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            file = f"{game}/{scene.replace(' ', '-')}-{size}-{look}.png"
            page.screenshot(path=folder / file)
            yield Shot(game, scene, size, look, file)


STYLE: Final = """body { font: 15px/1.4 sans-serif; margin: 16px; background: #777; color: #fff; } h2 { margin: 22px 0 6px; }
.row { display: flex; flex-wrap: wrap; gap: 8px; align-items: start; } figure { margin: 0; } figcaption { font-size: 12px; }
img { display: block; height: 230px; } a { color: #fff; }"""


def page_of(found: Sequence[Shot], missing: Sequence[str], title: str) -> str:
    """All pictures as a page, a row for each scene."""
    rows = []
    for game, scene in dict.fromkeys((shot.game, shot.scene) for shot in found):
        figures = "".join(
            f'<figure><a href="{escape(shot.file)}"><img loading="lazy" src="{escape(shot.file)}" alt=""></a>'
            f"<figcaption>{shot.size} {shot.look}</figcaption></figure>"
            for shot in found
            if (shot.game, shot.scene) == (game, scene)
        )
        rows.append(f'<h2>{escape(game)}: {escape(scene)}</h2><div class="row">{figures}</div>')
    lost = "".join(f"<li>{escape(each)}</li>" for each in missing)
    not_reached = f"<h2>Not reached</h2><ul>{lost}</ul>" if missing else ""
    return (
        f'<!doctype html><meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style>'
        f"<h1>{escape(title)}</h1>{not_reached}{''.join(rows)}"
    )


def contact_sheets(browser: Browser, found: Sequence[Shot], folder: Path) -> None:
    """A sheet for each game, size and look, as one picture."""
    page = browser.new_page(viewport={"width": 2180, "height": 400})
    for game, size, look in dict.fromkeys((shot.game, shot.size, shot.look) for shot in found):
        width = 360 if viewport(size)["width"] < viewport(size)["height"] else 700
        figures = "".join(
            f'<figure><img style="width: {width}px; height: auto" src="{escape(shot.file)}" alt="">'
            f"<figcaption>{escape(shot.scene)}</figcaption></figure>"
            for shot in found
            if (shot.game, shot.size, shot.look) == (game, size, look)
        )
        file = folder / "sheet.html"
        markup = f'<!doctype html><meta charset="utf-8"><style>{STYLE}</style><div class="row">{figures}</div>'
        file.write_text(markup, encoding="utf-8")
        page.goto(file.resolve().as_uri())
        page.screenshot(path=folder / f"sheet-{game}-{size}-{look}.png", full_page=True)
        file.unlink()
    page.close()


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", action="append", choices=list(GAMES), help="only this one; can be given several times")
    parser.add_argument("--scene", action="append", help="only those that begin so: start, middle, end, menu …")
    parser.add_argument("--size", action="append", help=f"as in 1366x650; usual: {', '.join(SIZES)}")
    parser.add_argument("--look", action="append", choices=[*THEMES, *DEFICIENCIES])
    parser.add_argument("--seats", type=int, default=0, metavar="N", help="players at each table, instead of the usual number")
    parser.add_argument("--long-names", action="store_true", help="people with names as long as names may be, instead of bots")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a setting: colours=safe, larger=1 …")
    chosen = parser.parse_args(arguments)
    games, sizes = chosen.game or list(GAMES), chosen.size or list(SIZES)
    folder: Path = chosen.folder
    for game in games:
        (folder / game).mkdir(parents=True, exist_ok=True)
    if program() is None:
        sys.exit("There is no chromium on this machine.")
    settings = "".join(f"localStorage.setItem({name!r}, {value!r});" for name, _, value in (s.partition("=") for s in chosen.set))
    stage, all_scenes = staged(folder, games, chosen.seats, long_names=chosen.long_names)
    found: list[Shot] = []
    missing: list[str] = []
    with opened(stage, folder) as server, sync_playwright() as playwright:
        browser = launch(playwright)
        for game in games:
            for scene in all_scenes[game]:
                if chosen.scene and not any(scene.name.startswith(begin) for begin in chosen.scene):
                    continue
                for alike in ([size for size in sizes if not is_phone(size)], [size for size in sizes if is_phone(size)]):
                    if not alike:
                        continue
                    try:
                        with reached(browser, server.url, stage.secret, game, scene, settings, alike[0]) as page:
                            found += shots(page, game, scene.name, alike, chosen.look or (*THEMES, *DEFICIENCIES), folder)
                    except Error as error:
                        missing.append(f"{game}: {scene.name} at {alike[0]}: {str(error).splitlines()[0]}")
                        sys.stdout.write(f"not reached: {missing[-1]}\n")
        (folder / "index.html").write_text(page_of(found, missing, "Freightyard"), encoding="utf-8")
        contact_sheets(browser, found, folder)
        browser.close()
    sys.stdout.write(f"{len(found)} pictures: {folder / 'index.html'}\n")


if __name__ == "__main__":
    main()
