"""Documents of a site without a server: what is added to those of the site, and the page that starts Python."""

from freightyard.page import offline_sentences as say
from freightyard.page.document import Visit, site_document

CSP = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'"
)


def document(text: str, build: str, pages: str) -> str:
    """A document of the site as a file: with its policy, its own script, and the list of files."""
    static = f"/s/{build}/offline/static"
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{CSP}">'
        f'<link rel="stylesheet" href="{static}/offline.css"><script type="module" src="{static}/site.js"></script>'
    )
    return text.replace("<head>", f"<head>{head}", 1).replace("</body>", f"{_list(pages)}</body>", 1)


def app_page(build: str, pages: str) -> str:
    """The page that has its server inside, until that is there."""
    static = f"/s/{build}/offline/static"
    text = site_document("offline_app.html", Visit(build=build, path="/app", offline=True), say=say)
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{CSP}">'
        f'<link rel="stylesheet" href="{static}/offline.css"><script type="module" src="{static}/app.js"></script>'
    )
    return text.replace("<head>", f"<head>{head}", 1).replace("</body>", f"{_list(pages)}</body>", 1)


def _list(pages: str) -> str:
    return f'<script type="application/json" id="pages-of-files">{pages}</script>'
