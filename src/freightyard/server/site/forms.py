"""What the forms of the site share: reading fields, answering with a document or with the way to the next one."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from litestar import MediaType, Request, Response
from litestar.datastructures import Cookie
from litestar.response import Redirect
from litestar.status_codes import HTTP_200_OK, HTTP_303_SEE_OTHER, HTTP_422_UNPROCESSABLE_ENTITY

Asked = Request[Any, Any, Any]
NO_PROBLEMS: Final[Mapping[str, str]] = MappingProxyType({})
MOST_BYTES: Final = 32 * 1024  # of a form: more than any of ours has
_LONGEST: Final = 1000  # of a field that is shown again
# Documents of the site show what is one person's: nothing in between keeps them.
NO_STORE: Final = {"cache-control": "no-store"}


async def fields_of(request: Asked) -> dict[str, str]:
    """The fields of a form that was sent, the last of each name; what is no text is left out."""
    form = await request.form()
    return {name: value[:_LONGEST].replace("\x00", "") for name, value in form.multi_items() if isinstance(value, str)}


def html(page: str, problems: Mapping[str, str] = NO_PROBLEMS, cookies: Sequence[Cookie] = ()) -> Response[str]:
    """A document; one that tells what was wrong with a form says so to programs too."""
    status = HTTP_422_UNPROCESSABLE_ENTITY if problems else HTTP_200_OK
    return Response(page, media_type=MediaType.HTML, status_code=status, headers=NO_STORE, cookies=list(cookies))


def see_other(path: str, cookie: Cookie | None = None) -> Redirect:
    """The way to the next document after a form was accepted."""
    return Redirect(path, status_code=HTTP_303_SEE_OTHER, headers=NO_STORE, cookies=[] if cookie is None else [cookie])


def sentence(error: Exception | str) -> str:
    """What an error says, as a sentence."""
    words = str(error)
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith(('.', '!', '?')) else '.'}"
