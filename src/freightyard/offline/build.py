"""Writing the site of files: documents, static files, Python's sources and what runs them.

Documents that need no Python are whole: lobby, manuals, forms. All others are shown by `app.html`, whose worker has the server.
"""

import ast
import gzip
import io
import json
import shutil
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from freightyard import __version__
from freightyard.games import all_games, titles
from freightyard.offline.addresses import pages, rewritten
from freightyard.offline.fetch import fetch, pins
from freightyard.page import offline as offline_page
from freightyard.page.assets import assets
from freightyard.page.document import Visit
from freightyard.page.game_links import APP
from freightyard.page.manual import manual_page, manuals_page
from freightyard.page.site import Lobby, about_page, import_page, lessons_page, lobby_page, new_table_page
from freightyard.page.web_app import manifest
from freightyard.server.live.lesson_keeper import lessons_of
from freightyard.server.site.lobby import quick_choice
from freightyard.server.site.new_table import empty_form
from freightyard.server.site.seat_choices import bots_of

# Rooms and modules of ours that no page needs: they would only be longer to fetch.
_LEFT_OUT: Final = (
    "adapters/", "cli.py", "client/", "commands/", "core/checks.py", "core/counts.py", "kit.py", "lab/", "offline/build.py",
    "offline/fetch.py", "offline/static/", "puzzles/making.py", "review/fitting.py", "server/app.py", "server/serve.py",
    "server/notices/channels/", "server/notices/deliverer.py", "server/notices/notices.py", "server/notices/planner.py",
    "server/site/account.py",
    "server/site/health.py", "server/site/hours_form.py", "server/site/notice", "server/site/offline_site.py",
    "server/site/passkeys.py", "server/site/programs.py", "server/site/recovery.py", "server/site/routes.py",
    "server/site/seat_links.py", "server/site/share_codes.py", "server/site/sign_in.py", "server/site/static.py",
    "server/site/web_app.py",
    "server/user_agents.py", "server/wire/http_protocol.py", "server/wire/relay.py", "server/wire/sockets.py",
    "server/wire/ws_protocol.py", "store/migrations/", "terminal/",
)  # fmt: skip
# Of these rooms it needs no more than this: the rest keeps a database, answers programs, and sends notices.
_KEPT: Final = {
    "store/": ("__init__", "errors", "listeners", "notice_rows", "record_files", "record_rows", "rows", "values"),
    "server/api/": ("__init__", "gate"),
}
_PARTS_LEFT_OUT: Final = ("observation.py", "terminal.py")  # of a game
_PACKAGES: Final = ("jinja2", "markupsafe")
_RUNTIME: Final = f"runtime/{pins().pyodide}"
_PREVIEW: Final = "/preview.png"  # what chats show beside a link to a served table
_MODULES: Final = ("pyodide.mjs", "pyodide.asm.mjs")
# What comes with Python and what nothing here imports; of the rest most is small.
_STDLIB_LEFT_OUT: Final = (
    "_pydatetime", "_pydecimal", "_pyio", "_pyrepl", "_strptime", "argparse", "bdb", "cProfile", "calendar_", "cmd", "code",
    "compileall", "concurrent/interpreters", "configparser", "curses", "dbm", "doctest", "ensurepip", "filecmp", "fileinput",
    "ftplib", "gettext", "idlelib", "imaplib", "lib2to3", "logging/config", "logging/handlers", "mailbox", "modulefinder",
    "multiprocessing/connection", "multiprocessing/dummy", "multiprocessing/forkserver",
    "multiprocessing/heap", "multiprocessing/managers", "multiprocessing/pool", "multiprocessing/popen", "multiprocessing/queues",
    "multiprocessing/resource", "multiprocessing/shared", "multiprocessing/spawn", "multiprocessing/synchronize",
    "netrc", "nntplib", "optparse", "pdb", "pickletools", "plistlib", "poplib", "profile", "profiling", "pstats",
    "py_compile", "pyclbr", "pydoc", "pydoc_data", "sched", "shelve", "smtplib", "socketserver", "sqlite3", "sysconfig/__main__",
    "tabnanny", "telnetlib", "test", "this", "tkinter", "trace", "tracemalloc", "turtle", "turtledemo", "unittest", "venv",
    "wave", "wsgiref", "xml/dom", "xml/etree", "xml/parsers", "xml/sax/expatreader", "xmlrpc", "zipapp",
)  # fmt: skip
# The tables of old alphabets: a page speaks UTF-8, and an archive names its files in the last of these.
_ENCODINGS_KEPT: Final = (
    "__init__", "aliases", "ascii", "latin_1", "idna", "punycode", "utf_8", "utf_8_sig", "utf_16", "utf_16_be", "utf_16_le",
    "utf_32", "raw_unicode_escape", "unicode_escape", "cp437",
)  # fmt: skip


def build_site(folder: Path, runtime: Path) -> str:
    """Write the site; `runtime`: where the parts are that are fetched. The name of the build."""
    pyodide, wheel = fetch(runtime)
    sources = _archive(_sources())
    static = {path: entry.read_bytes() for path, entry in assets().items() if not path.endswith(_PREVIEW)}
    own = files("freightyard.offline").joinpath("static")
    static |= {f"offline/static/{entry.name}": entry.read_bytes() for entry in own.iterdir() if entry.is_file()}
    digest = sha256(b"".join(name.encode() + b"\0" + body for name, body in sorted(static.items())))
    for body in (sources, wheel.read_bytes(), (pyodide / "pyodide.asm.wasm").read_bytes()):
        digest.update(sha256(body).digest())
    build = digest.hexdigest()[:12]
    runtime_files = {
        f"{_RUNTIME}/{name}.gz": body
        for name, body in (
            ("pyodide.asm.wasm", (pyodide / "pyodide.asm.wasm").read_bytes()),
            ("python_stdlib.zip", _smaller_stdlib((pyodide / "python_stdlib.zip").read_bytes())),
            ("pyodide-lock.json", (pyodide / "pyodide-lock.json").read_bytes()),
            (wheel.name, wheel.read_bytes()),
            (f"freightyard-{sha256(sources).hexdigest()[:12]}.zip", sources),
        )
    }
    return _write(folder, build, static, runtime_files, pyodide)


def _write(folder: Path, build: str, static: dict[str, bytes], runtime_files: dict[str, bytes], pyodide: Path) -> str:
    """Write everything beside what is there, then put it in its place: a site that is served meanwhile stays whole."""
    half = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(half, ignore_errors=True)
    half.mkdir(parents=True)
    sizes = []
    for name, body in runtime_files.items():
        packed = gzip.compress(body, 9, mtime=0)
        _put(half / name, packed)
        sizes.append({"name": name, "size": len(packed)})
    for name in _MODULES:
        _put(half / _RUNTIME / name, (pyodide / name).read_bytes())
    for path, body in static.items():
        _put(half / "s" / build / path, body)
    names = [Path(name).name.removesuffix(".gz") for name in runtime_files]
    told = {
        "build": build,
        "files": sizes,
        "modules": [f"{_RUNTIME}/{name}" for name in _MODULES],
        "packages": [name for name in names if name.endswith(".whl") or name.startswith("freightyard-")],
    }
    _put(half / "s" / build / "runtime.json", json.dumps(told).encode())
    documents = _documents(build)
    for name, text in documents.items():
        _put(half / name, text.encode())
    _put(half / "manifest.webmanifest", json.dumps(_manifest(build)).encode())
    listed = sorted(path.relative_to(half).as_posix() for path in half.rglob("*") if path.is_file())
    shell = [name for name in listed if not name.startswith("runtime/")]  # that comes when somebody plays, and is kept then
    worker = files("freightyard.offline").joinpath("service_worker.js").read_text(encoding="utf-8")
    setup = {"build": build, "files": shell, "packed": list(runtime_files), "modules": told["modules"]}
    _put(half / "service_worker.js", f"const SITE = {json.dumps(setup)};\n{worker}".encode())
    if folder.exists():
        old = folder.with_name(f"{folder.name}.old")
        shutil.rmtree(old, ignore_errors=True)
        folder.rename(old)
        half.rename(folder)
        shutil.rmtree(old)
    else:
        half.rename(folder)
    return build


def _documents(build: str) -> dict[str, str]:
    """The documents by the names of their files."""

    def visit(path: str) -> Visit:
        return Visit(build=build, path=path, offline=True)

    found = {
        "/": lobby_page(visit("/"), Lobby(), quick_choice(), {}, {}),
        "/learn": lessons_page(visit("/learn"), {game.name: lessons_of(game.name) for game in all_games()}),
        "/manual": manuals_page(visit("/manual")),
        "/about": about_page(visit("/about"), __version__),
        "/import": import_page(visit("/import"), "", {}),
    }
    for game in all_games():
        found[f"/manual/{game.name}"] = manual_page(game, visit(f"/manual/{game.name}"))
        found[f"/new?game={game.name}"] = new_table_page(visit("/new"), game, empty_form(game, alone=True), bots_of(game), {})
    known = json.dumps(pages())
    documents = {pages()[path]: rewritten(offline_page.document(text, build, known)) for path, text in found.items()}
    return {**documents, APP: rewritten(offline_page.app_page(build, known))}


def _manifest(build: str) -> dict[str, object]:
    """The site's manifest, with addresses that are good in any folder."""
    found = manifest(build)
    icons = [{**icon, "src": icon["src"].lstrip("/")} for icon in found["icons"]]
    return {**found, "id": "freightyard-offline", "start_url": "index.html", "scope": "./", "icons": icons}


def _put(path: Path, body: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(body)


# --- Python ---


def _sources() -> dict[str, bytes]:
    """The files of Freightyard that a page needs, and of the libraries that draw it, by their names in a folder of packages."""
    found: dict[str, bytes] = {}
    packages = {"freightyard", *_PACKAGES, *[title.package.partition(".")[0] for title in titles()]}
    for package in sorted(packages):
        spec = find_spec(package)
        for place in [] if spec is None else spec.submodule_search_locations or ():
            for path in _files(Path(place)):
                name = path.relative_to(place).as_posix()
                if package == "freightyard" and is_left_out(name):
                    continue
                found[f"{package}/{name}"] = _stripped(path.read_bytes()) if path.suffix == ".py" else path.read_bytes()
    return found


def is_left_out(name: str) -> bool:
    """Whether a page does without this file of ours."""
    for room, kept in _KEPT.items():
        if name.startswith(room) and name.count("/") == room.count("/"):
            return Path(name).stem not in kept
    return name.startswith(_LEFT_OUT) or (name.startswith("games/") and name.endswith(_PARTS_LEFT_OUT))


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if (
            path.suffix in (".py", ".toml", ".html", ".md", ".json")
            and "__pycache__" not in path.parts
            and "/static/" not in path.as_posix()
        ):
            yield path


def _stripped(source: bytes) -> bytes:
    """A source without comments and descriptions, which nobody reads in a browser: a third less to fetch."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
            and ast.get_docstring(node) is not None
        ):
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree).encode()


def _archive(entries: dict[str, bytes]) -> bytes:
    """An archive that is the same for the same files. It is not compressed: whoever sends it does that better."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, body in entries.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), body)
    return out.getvalue()


def _smaller_stdlib(body: bytes) -> bytes:
    """Python's own library without what nothing in a page imports."""
    left_out = tuple(f"{name}{ending}" for name in _STDLIB_LEFT_OUT for ending in ("/", ".py", ".pyc", "_"))
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        names = [name for name in archive.namelist() if not name.startswith(left_out)]
        kept = {
            name: archive.read(name) for name in names if not name.startswith("encodings/") or Path(name).stem in _ENCODINGS_KEPT
        }
    return _archive(kept)
