"""Holds a game's rules, functions, tests and README together by their slugs."""

import ast
import re
from functools import cache
from importlib.resources import files
from pathlib import Path

ROW = re.compile(r"^\| `(?P<slug>[a-z]+\.[a-z-]+)` \| (?P<words>[^|]+) \| (?P<functions>[^|]+) \|$", re.MULTILINE)
HERE = Path(__file__).parent


@cache
def docstrings(package: str, module: str) -> dict[str, str]:
    """The functions and classes of a module with their docstrings, from its source: compiled modules keep none."""
    tree = ast.parse(files(package).joinpath(f"{module}.py").read_text(encoding="utf-8"))
    nodes = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    return {node.name: ast.get_docstring(node) or "" for node in nodes}


def check_slugs(package: str, slugs: set[str]) -> None:
    """Every slug has a README row in our words that names its functions, each of which cites it, and a test named after it."""
    readme = files(package.removesuffix(".rules")).joinpath("README.md").read_text(encoding="utf-8")
    rows = {match["slug"]: match for match in ROW.finditer(readme)}
    assert set(rows) == slugs, f"the README and the rules differ in {set(rows) ^ slugs}"
    tests = "\n".join(path.read_text(encoding="utf-8") for path in HERE.rglob("test_*.py"))
    for slug, row in rows.items():
        assert len(row["words"].split()) >= 4, f"the README does not say what {slug} means"
        functions = re.findall(r"`([a-z_]+)\.([A-Za-z_]+)`", row["functions"])
        assert functions, f"the README names no function for {slug}"
        for module, function in functions:
            assert function in docstrings(package, module), f"{slug}: there is no function {module}.{function}"
        docs = [docstrings(package, module)[function] for module, function in functions]
        assert any(slug in doc for doc in docs), f"no function that the README names for {slug} cites it"
        name = slug.partition(".")[2].replace("-", "_")
        assert re.search(rf"^ *def test_{name}(_|\()", tests, re.MULTILINE), f"no test is named after {slug}"
    # Whatever the code cites must be a rule, or a refusal would lead nowhere.
    prefix = next(iter(slugs)).partition(".")[0]
    for entry in files(package).iterdir():
        if entry.name.endswith(".py"):
            cited = set(re.findall(rf"\b{prefix}\.[a-z]+(?:-[a-z]+)*\b(?!\()", entry.read_text(encoding="utf-8")))
            assert cited <= slugs, f"{entry.name} cites {cited - slugs}, and there are no such rules"
