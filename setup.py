"""Compiles the inner loops with mypyc. Without a C compiler, everything is installed and runs as it is, only slower.

An editable install is never compiled, because compiled modules would hide the source that is being edited.
FREIGHTYARD_COMPILE=no installs the plain source.
"""

import os
import sys

from setuptools import Extension, setup

# The hot modules: what legal(), play(), clone(), draw() and playouts run through, and what is drawn anew at every move.
HOT = [
    "src/freightyard/rules/chance.py",
    *(
        f"src/freightyard/rules/freight_train/{name}.py"
        for name in ("phases", "sidings", "edition", "trains", "scoring", "legal", "play", "board", "state")
    ),
    *(
        f"src/freightyard/rules/freight_cars/{name}.py"
        for name in (
            "phases",
            "packing",
            "edition",
            "rules",
            "sets",
            "odds",
            "bonuses",
            "scoring",
            "legal",
            "play",
            "playout",
            "state",
            "imagine",
        )
    ),
    *(
        f"src/freightyard/rules/freight/{name}.py"
        for name in (
            "phases",
            "hexes",
            "edition",
            "network",
            "sections",
            "shipping",
            "setup",
            "rounds",
            "scoring",
            "legal",
            "play",
            "choose",
            "state",
        )
    ),
    # What playouts run through.
    *(f"src/freightyard/bots/{name}.py" for name in ("plans", "search/tree", "search/race")),
    *(
        f"src/freightyard/bots/greedy/{name}.py"
        for name in (
            "freight_train_worth",
            "freight_train_look",
            "freight_train",
            "freight_cars_bonus",
            "freight_cars_notes",
            "freight_cars_look",
            "freight_cars",
            "freight_track",
            "freight_branches",
            "freight_ways",
            "freight_trips",
            "freight_supply",
            "freight_worth",
            "freight",
        )
    ),
    # What a server draws at every move.
    "src/freightyard/page/parts.py",
    *(
        f"src/freightyard/page/freight_train/{name}.py"
        for name in ("cars", "standing", "step", "yards", "status", "moment", "prompt", "words", "__init__")
    ),
]


def extensions() -> list[Extension]:
    """The compiled modules, each of them optional."""
    if not {"bdist_wheel", "build", "build_ext"} & set(sys.argv) or os.environ.get("FREIGHTYARD_COMPILE") == "no":
        return []  # an editable install, or a question about what is to be built
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    modules = mypycify(["--config-file=", "--ignore-missing-imports", *HOT], opt_level="3", debug_level="0")
    for module in modules:
        module.optional = True
    return modules


setup(ext_modules=extensions())
