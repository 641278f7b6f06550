"""Compiles the inner loops with mypyc. Without a C compiler, everything is installed and runs as it is, only slower.

An editable install is never compiled, because compiled modules would hide the source that is being edited.
FREIGHTYARD_COMPILE=no installs the plain source; FREIGHTYARD_OPTIMIZE is the C compiler's level, 3 unless it says otherwise.
"""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup

SOURCE = Path(__file__).parent / "src"
# The hot modules of the platform: random numbers, what playouts and environments run through, and what a server draws at every
# move. A game says itself which of its modules are hot: what legal(), play(), clone(), draw(), observe() and playouts run
# through.
HOT = (
    "core/flat",
    "core/chance",
    "core/states",
    "core/rows",
    "adapters/stepping",
    "bots/plans",
    "bots/search/value",
    "bots/search/tree",
    "bots/search/race",
    "page/markup",
    "page/clicks",
    "page/players",
    "page/prompt",
    "page/log",
    "page/edits",
)


def hot_files() -> list[str]:
    """The source files to compile."""
    sys.path.insert(0, str(SOURCE))
    from freightyard.games import BUILT_IN

    games = [f"{title.package}.{module}" for title in BUILT_IN for module in title.compiled]
    names = [f"freightyard/{name}" for name in HOT] + [name.replace(".", "/") for name in games]
    return [str((SOURCE / f"{name}.py").relative_to(Path.cwd())) for name in names]


def extensions() -> list[Extension]:
    """The compiled modules, each of them optional."""
    if not {"bdist_wheel", "build", "build_ext"} & set(sys.argv) or os.environ.get("FREIGHTYARD_COMPILE") == "no":
        return []  # an editable install, or a question about what is to be built
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    level = os.environ.get("FREIGHTYARD_OPTIMIZE", "3")
    modules = mypycify(["--config-file=", "--ignore-missing-imports", *hot_files()], opt_level=level, debug_level="0")
    for module in modules:
        module.optional = True
        if os.name == "posix":  # functions that nobody else can replace are called directly, and the small ones not at all
            module.extra_compile_args = [*module.extra_compile_args, "-fvisibility=hidden"]
    return modules


setup(ext_modules=extensions())
