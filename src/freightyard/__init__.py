"""Freightyard: play and study freight-train board games."""

from importlib.util import find_spec
from typing import Final

__version__: Final = "0.1.0"


def build() -> str:
    """Whether the inner loops run compiled or interpreted."""
    spec = find_spec("freightyard.rules.chance")
    return "interpreted" if spec is None or (spec.origin or "").endswith(".py") else "compiled"
