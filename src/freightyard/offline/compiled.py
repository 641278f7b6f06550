"""The sources of a page compiled, for its next start: a browser's Python takes seconds for that, and keeps nothing itself."""

import asyncio
import io
import sys
import zipfile
from importlib import _bootstrap_external as bootstrap  # makes the bytes of a .pyc file
from pathlib import Path


async def archive(places: list[str]) -> bytes:
    """The packages of a folder as an archive of compiled files, and of the others as they are. Between two files whoever else has
    something to do does it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as packed:
        for place in places:
            root = Path(place)
            for path in sorted(root.rglob("*")):
                if not path.is_file() or path.suffix == ".pyc":
                    continue
                name, body = path.relative_to(root.parent).as_posix(), path.read_bytes()
                if path.suffix == ".py":
                    code = compile(body, str(path), "exec", dont_inherit=True)
                    name, body = f"{name}c", bytes(bootstrap._code_to_hash_pyc(code, bytes(8), False))  # type: ignore[attr-defined]
                    await asyncio.sleep(0)
                packed.writestr(name, body)
    return out.getvalue()


async def own_archive() -> bytes:
    """The same of Freightyard and of what draws its pages."""
    names = ("freightyard", "jinja2", "markupsafe")
    return await archive([str(Path(str(sys.modules[name].__file__)).parent) for name in names])
