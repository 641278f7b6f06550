"""Freightyard: play and study freight-train board games."""

from typing import Final

__version__: Final = "0.1.0"
