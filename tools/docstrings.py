"""Finds public names without a description: `python -m tools.docstrings`, or of some packages alone, with their names.

A module, class, function, method or property needs a docstring; what a base class describes need not be described again. A
constant or a field needs a comment or a docstring below it, or is named in `backticks` by the docstring of its class. Nothing
is imported: the source is read as text, so it does not matter what is installed or compiled.
"""

import argparse
import ast
import re
import sys
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Final, NamedTuple

SOURCE: Final = Path(__file__).parents[1] / "src"
DOCUMENTED: Final = ("freightyard", "freightyard.core", "freightyard.bots", "freightyard.adapters")  # what has reference pages
_TO_TOOLS: Final = ("# noqa", "# type:", "# fmt:", "# pragma")  # comments that describe nothing
_DEFINES: Final = re.compile(r"\s*[A-Za-z_]\w*\s*(:|=)")  # the first line of a constant or a field

_Callable = ast.FunctionDef | ast.AsyncFunctionDef


class Finding(NamedTuple):
    """A public name that is not described, and where it is defined."""

    path: Path
    line: int
    name: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.name} is not described"


class Module(NamedTuple):
    """The source of one module."""

    name: str  # with dots
    path: Path
    comments: Mapping[int, str]  # by line
    tree: ast.Module


def modules_of(package: str, source: Path = SOURCE) -> list[str]:
    """The public modules of a package by their dotted names, the package first.

    A package at the top, such as `freightyard`, is a front door: it stands for itself alone, not for all that is behind it.
    """
    folder = source.joinpath(*package.split("."))
    if not (folder / "__init__.py").is_file():
        raise FileNotFoundError(f"there is no package {package} in {source}")
    found = {package}
    if "." in package:
        for path in folder.rglob("*.py"):
            parts = path.relative_to(source).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            if not any(part.startswith("_") for part in name.split(".")):
                found.add(name)
    return sorted(found)


def undescribed(packages: Sequence[str], source: Path = SOURCE) -> list[Finding]:
    """Every public name of these packages that is not described, in the order of the source."""
    modules = [_read(name, source) for package in packages for name in modules_of(package, source)]
    described = _described_methods(modules)
    return list(dict.fromkeys([finding for module in modules for finding in _of_module(module, described, source)]))


def comments_of(path: Path) -> Mapping[int, str]:
    """What comments say about each line of a file: on the line itself, or above it.

    A comment above several definitions without a gap between them is about all of them.
    """
    text = path.read_text(encoding="utf-8")
    tokens = [token for token in tokenize.generate_tokens(StringIO(text).readline) if token.type == tokenize.COMMENT]
    said = {token.start[0]: token.string.lstrip("#").strip() for token in tokens if not token.string.startswith(_TO_TOOLS)}
    about: dict[int, str] = {}
    above: list[str] = []
    goes_on = False  # whether the line before was a comment of its own
    for number, line in enumerate(text.splitlines(), 1):
        comment = line.lstrip().startswith("#")
        if comment:
            above = [*(above if goes_on else ()), said.get(number, "")]
        elif _DEFINES.match(line):
            about[number] = said.get(number, " ".join(above))
        else:
            about[number] = said.get(number, "")
            above = []
        goes_on = comment
    return about


def _read(name: str, source: Path) -> Module:
    path = source.joinpath(*name.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    text = path.read_text(encoding="utf-8")
    return Module(name, path, comments_of(path), ast.parse(text))


def _of_module(module: Module, described: set[tuple[str, str]], source: Path) -> Iterator[Finding]:
    if ast.get_docstring(module.tree) is None:
        yield Finding(module.path, 1, module.name)
    yield from _of_body(module, module.tree.body, module.name, "", (), described)
    for origin, name in _handed_on(module):
        # What a package hands on is described where it is defined, even if that module is not among those that were asked for.
        if origin.partition(".")[0] == module.name.partition(".")[0]:
            yield from _of_handed_on(origin, name, described, source)


def _of_handed_on(origin: str, name: str, described: set[tuple[str, str]], source: Path) -> Iterator[Finding]:
    module = _read(origin, source)
    for onward, inner in _handed_on(module):
        if inner == name:
            yield from _of_handed_on(onward, name, described, source)
            return
    body = [node for node in module.tree.body if name in _names(node)]
    yield from _of_body(module, body, module.name, "", (), described | _described_methods([module]))


def _of_body(
    module: Module, body: Sequence[ast.stmt], owner: str, words: str, bases: Sequence[str], described: set[tuple[str, str]]
) -> Iterator[Finding]:
    for number, node in enumerate(body):
        for name in _names(node):
            if name.startswith("_"):
                continue
            if isinstance(node, ast.ClassDef):
                docstring = ast.get_docstring(node) or ""
                if not docstring:
                    yield Finding(module.path, node.lineno, f"{owner}.{name}")
                yield from _of_body(module, node.body, f"{owner}.{name}", docstring, _bases(node), described)
            elif isinstance(node, _Callable):
                inherited = any((base, name) in described for base in bases)
                if ast.get_docstring(node) is None and not inherited and not _continues(node):
                    yield Finding(module.path, node.lineno, f"{owner}.{name}")
            elif not (
                f"`{name}`" in words
                or _is_text(body[number + 1] if number + 1 < len(body) else None)
                or module.comments[node.lineno]
                or module.comments[node.end_lineno or node.lineno]
                or _has_meta(node)
            ):
                yield Finding(module.path, node.lineno, f"{owner}.{name}")


def _has_meta(node: ast.stmt) -> bool:
    """Whether a field says what it is in its type, as the fields of messages do: Annotated[int, Meta(description=…)]."""
    return any(isinstance(part, ast.keyword) and part.arg == "description" for part in ast.walk(node))


def _names(node: ast.stmt) -> list[str]:
    """What a statement defines."""
    if isinstance(node, ast.ClassDef | _Callable):
        return [node.name]
    if isinstance(node, ast.AnnAssign):
        return [node.target.id] if isinstance(node.target, ast.Name) else []
    if isinstance(node, ast.Assign) and not _is_type_variable(node.value):
        return [target.id for target in node.targets if isinstance(target, ast.Name)]
    return []


def _handed_on(module: Module) -> list[tuple[str, str]]:
    """The names in `__all__` that come from elsewhere, each with the module that it comes from."""
    public: set[str] = set()
    for node in module.tree.body:
        if (
            isinstance(node, ast.Assign | ast.AnnAssign)
            and "__all__" in _names(node)
            and isinstance(node.value, ast.List | ast.Tuple)
        ):
            public = {item.value for item in node.value.elts if isinstance(item, ast.Constant) and isinstance(item.value, str)}
    return [
        (node.module, alias.name)
        for node in module.tree.body
        if isinstance(node, ast.ImportFrom) and node.module and not node.level
        for alias in node.names
        if (alias.asname or alias.name) in public
    ]


def _described_methods(modules: Sequence[Module]) -> set[tuple[str, str]]:
    """Every class and method with a docstring, those that a class inherits included."""
    found: set[tuple[str, str]] = set()
    classes = [node for module in modules for node in module.tree.body if isinstance(node, ast.ClassDef)]
    for node in classes:
        found |= {(node.name, each.name) for each in node.body if isinstance(each, _Callable) and ast.get_docstring(each)}
    for _ in range(len(classes)):  # a base may have a base
        more = {(node.name, name) for node in classes for base in _bases(node) for owner, name in found if owner == base}
        if more <= found:
            break
        found |= more
    return found


def _bases(node: ast.ClassDef) -> list[str]:
    plain = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
    return [base.id if isinstance(base, ast.Name) else base.attr for base in plain if isinstance(base, ast.Name | ast.Attribute)]


def _continues(node: _Callable) -> bool:
    """Whether it is a setter or an overload of what is described elsewhere."""
    return any(ast.unparse(each).endswith((".setter", ".deleter", "overload")) for each in node.decorator_list)


def _is_text(node: ast.stmt | None) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _is_type_variable(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("TypeVar", "ParamSpec")


def main() -> int:
    """Print what is not described. The exit status is 1 if there is something."""
    parser = argparse.ArgumentParser(description="Find public names without a description.")
    parser.add_argument(
        "packages", nargs="*", default=DOCUMENTED, help="such as freightyard.core (default: all with a reference)"
    )
    findings = undescribed(parser.parse_args().packages)
    for finding in findings:
        sys.stdout.write(f"{finding}\n")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
