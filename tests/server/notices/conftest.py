"""An authority for certificates, made once, and a database in a file."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.server.notices.receivers import Authority


@pytest.fixture(scope="session")
def authority(tmp_path_factory: pytest.TempPathFactory) -> "Authority":
    from tests.server.notices.receivers import Authority  # the extra `notices` may not be there; then no test asks for this

    return Authority(tmp_path_factory.mktemp("certificates"))


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A database of the kind that is quicker here: for what does not depend on it."""
    return str(tmp_path / "yard.db")
