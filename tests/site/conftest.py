"""The running server and the browsers of the server's own tests."""

from tests.server.conftest import ann as ann
from tests.server.conftest import bob as bob
from tests.server.conftest import server as server
