"""What `./yard docs` does besides turning docs/ into pages; MkDocs calls the functions that begin with `on_`.

Pages that are not in docs/ are brought in: the README of each game, the examples, the changelog, how to contribute, and a
reference page for every module. A public name without a description stops the build. Examples come alive: docs_live.py.
"""

import logging
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from tools import docs_live
from tools.docstrings import DOCUMENTED, modules_of, undescribed

_LOG: Final = logging.getLogger("mkdocs.hooks.freightyard")
ROOT: Final = Path(__file__).parents[1]
_FENCED: Final = re.compile(r"(^ *```.*?^ *```$)", re.DOTALL | re.MULTILINE)
_DOCTEST: Final = re.compile(r"^>>> (?:.+\n?)+", re.MULTILINE)
# A link in the text, [words](target#anchor), or below it, [words]: target
_LINK: Final = re.compile(
    r"(?P<before>(?P<picture>!?)\[(?P<words>[^\]]*)\](?:\(|: +))(?P<target>[^)\s#]+)(?P<after>#[^)\s]*)?(?P<end>\)?)"
)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Refuse names without a description, and put what is brought in into the navigation."""
    findings = undescribed(DOCUMENTED)
    if findings:
        raise PluginError("\n".join([str(finding) for finding in findings]))
    groups = {"games": games(), "examples": examples()}
    nav: dict[str, list[Any]] = {word: list(group.values()) for word, group in groups.items()}
    nav["reference"] = [_section(package) for package in DOCUMENTED]
    config.nav = _filled(config.nav, nav)
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are not in docs/."""
    for path, uri in brought_in().items():
        files.append(File.generated(config, uri, content=_text(ROOT / path)))
    for package in DOCUMENTED:
        for module in modules_of(package):
            files.append(File.generated(config, _reference(module), content=f"# {module}\n\n::: {module}\n"))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lead links to the pages that were brought in, and set examples that are held by tests as code."""
    uri = page.file.src_uri
    origin = {there: path for path, there in brought_in().items()}.get(uri, f"docs/{uri}")
    parts = _FENCED.split(markdown)
    for number in range(0, len(parts), 2):  # the others are code
        text = _DOCTEST.sub(lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", parts[number])
        if "<!--" in text:
            block, live = parts[number + 1] if number + 1 < len(parts) else "", isinstance(docs_live.offline_site(), tuple)
            text = docs_live.with_lobby(docs_live.marked(text, block, live=live), _up(page), live=live)
        parts[number] = led(text, ROOT / origin, uri)
    return "".join(parts)


def on_post_page(output: str, *, page: Page, config: MkDocsConfig) -> str:
    """Give a page with live examples what runs them."""
    site = docs_live.offline_site() if '"live-example"' in output else ""
    if isinstance(site, str):
        return output
    return output.replace("</head>", f"{docs_live.head(site[1], _up(page))}</head>", 1)


def _up(page: Page) -> str:
    """The way from a page to the top of the site."""
    return f"{os.path.relpath('.', Path(page.url).parent)}/"


def on_post_build(*, config: MkDocsConfig) -> None:
    """Put what runs live examples beside the pages."""
    site = docs_live.offline_site()
    if isinstance(site, str):
        _LOG.info("The examples are not live: %s", site)
    else:
        docs_live.copy_site(site[0], Path(config.site_dir))


def led(markdown: str, origin: Path, uri: str) -> str:
    """The text with its links as they are on the site. `origin`: the file that it is from; `uri`: its place on the site.

    A link to a file that is no page becomes its words; one to a file that does not exist stays, and MkDocs complains.
    """
    pages = {"README.md": "index.md", **brought_in()}

    def lead(link: re.Match[str]) -> str:
        if ":" in link["target"] or link["target"].startswith("/"):
            return link[0]
        path = Path(os.path.normpath(origin.parent / link["target"]))
        if (path / "README.md").is_file():
            path /= "README.md"
        inside = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""
        there = inside.removeprefix("docs/") if inside.startswith("docs/") else pages.get(inside)
        if there is None:
            return link["words"] if link["end"] and not link["picture"] and path.exists() else link[0]
        return f"{link['before']}{os.path.relpath(there, Path(uri).parent)}{link['after'] or ''}{link['end']}"

    return _LINK.sub(lead, markdown)


def brought_in() -> dict[str, str]:
    """Files outside of docs/ that are pages too, each with its place on the site."""
    return {"CHANGELOG.md": "CHANGELOG.md", "CONTRIBUTING.md": "CONTRIBUTING.md", **games(), **examples()}


def games() -> dict[str, str]:
    """The README of every game."""
    return _found("src/freightyard/games/*/README.md", lambda path: f"games/{path.parent.name.replace('_', '-')}.md")


def examples() -> dict[str, str]:
    """Every example: a file, or a folder with a README."""
    folders = _found("examples/*/README.md", lambda path: f"examples/{path.parent.name}.md")
    return {**_found("examples/*.py", lambda path: f"examples/{path.stem}.md"), **folders}


def _found(pattern: str, place: Callable[[Path], str]) -> dict[str, str]:
    return {path.relative_to(ROOT).as_posix(): place(path) for path in sorted(ROOT.glob(pattern))}


def _text(path: Path) -> str:
    """A file as a page: a program is shown as it is."""
    text = path.read_text(encoding="utf-8")
    return text if path.suffix == ".md" else f"# {path.name}\n\n```python\n{text}```\n"


def _reference(module: str) -> str:
    return f"reference/{module}.md"


def _section(package: str) -> Any:
    """A package in the navigation: its page, or one for each of its modules."""
    first, *others = modules_of(package)
    if not others:
        return _reference(first)
    return {package: [_reference(first), *[{module.removeprefix(f"{package}."): _reference(module)} for module in others]]}


def _filled(nav: Any, groups: dict[str, list[Any]]) -> Any:
    """The navigation with each word that stands for a group replaced by the pages of the group."""
    if isinstance(nav, dict):
        return {title: _filled(inner, groups) for title, inner in nav.items()}
    if isinstance(nav, list):
        return [
            each
            for entry in nav
            for each in (groups[entry] if isinstance(entry, str) and entry in groups else [_filled(entry, groups)])
        ]
    return nav
