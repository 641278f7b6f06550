"""What can go wrong in the lab."""

from importlib import import_module
from types import ModuleType

from freightyard.core.errors import FreightyardError


class LabError(FreightyardError):
    """An experiment cannot be run, or its results cannot be used."""


def needed(module: str, extra: str) -> ModuleType:
    """A module of an extra, or a sentence that says how to get it."""
    try:
        return import_module(module)
    except ImportError as error:
        raise LabError(f"this needs {error.name or module}; install it with pip install 'freightyard[{extra}]'") from None
