"""Sharing a link: the dialogue with its code to scan, and the same code where people wait for others."""

import io
from urllib.parse import quote

from freightyard.page import table_sentences as say
from freightyard.page.markup import esc
from freightyard.page.screenshot import serves_png


def code(path: str) -> str:
    """A path of this site as a picture to scan: a QR code of the whole link."""
    return f'<img class="qr" src="{code_address(path)}" alt="{say.QR_CODE}" width="180" height="180">'


def code_address(path: str) -> str:
    return f"/qr.svg?to={esc(quote(path, safe='/'))}"


def qr_svg(link: str) -> str:
    """The QR code of a link: black on white in any theme, with the white margin that cameras need."""
    out = io.BytesIO()
    import segno  # here: a page without a server draws no codes

    segno.make(link, error="m", micro=False).save(out, kind="svg", scale=8, border=4, dark="#000", light="#fff", xmldecl=False)
    return out.getvalue().decode()


def qr_data(link: str) -> str:
    """The QR code of a secret link, for the `src` of a picture: within the page, so that no address and no log has the link."""
    return f"data:image/svg+xml,{quote(qr_svg(link))}"


def share_button(label: str, link: str = "") -> str:
    """Opens the dialogue for a link; without one for the address of the page as it is then."""
    return f'<button class="quiet" type="button" data-share="{esc(link)}">{label}</button>'


def hand_on_button(link: str = "") -> str:
    """Hands a link on as the device does, where it can; in the dialogue the link is the one that it shows."""
    return f'<button class="go" type="button" data-hand-on="{esc(link)}" hidden>{say.SHARE_BY}</button>'


def share_dialog() -> str:
    """It is empty until the client opens it."""
    png = '<a class="quiet" data-picture="png" download>PNG</a>' if serves_png() else ""
    return (
        f'<dialog id="share" aria-labelledby="share-title"><form method="dialog"><h2 id="share-title">{say.SHARE}</h2>'
        f'<button class="quiet" type="submit">{say.CLOSE}</button></form>'
        f'<img class="qr" alt="{say.QR_CODE}" width="220" height="220" hidden>'
        f'<label class="link"><span class="vh">{say.LINK}</span><span><input readonly>'
        f'<button class="quiet" type="button" data-copy>{say.COPY}</button></span></label>'
        f'<div class="actions">{hand_on_button()}'
        f'<span class="pictures" hidden>{say.PICTURE} <a class="quiet" data-picture="svg" download>SVG</a>'
        f"{png}</span></div></dialog>"
    )
