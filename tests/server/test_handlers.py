"""The handlers of the server: each is reached by its route, and none leans on another."""

import tomllib
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from litestar.handlers import BaseRouteHandler

import freightyard.server
from freightyard.server.api.routes import API_HANDLERS
from freightyard.server.site.routes import HANDLERS
from freightyard.server.wire.sockets import table_socket

PYPROJECT = Path(__file__).parent.parent.parent / "pyproject.toml"


def handlers() -> dict[BaseRouteHandler, str]:
    """Every handler that is written in the server, and the module that it is in."""
    names = [found.name for found in walk_packages(freightyard.server.__path__, "freightyard.server.")]
    modules = [import_module(name) for name in names]
    return {
        value: module.__name__
        for module in modules
        for value in vars(module).values()
        if isinstance(value, BaseRouteHandler) and value.fn.__module__ == module.__name__
    }


def test_every_handler_has_its_route() -> None:
    assert set(handlers()) == {*HANDLERS, *API_HANDLERS, table_socket}


def test_the_contract_that_handlers_do_not_import_handlers_names_all_their_modules() -> None:
    contracts = tomllib.loads(PYPROJECT.read_text())["tool"]["importlinter"]["contracts"]
    named = next(contract["modules"] for contract in contracts if contract["name"].endswith("handlers do not import handlers"))
    assert set(named) == set(handlers().values())
