"""Documents of a site without a server: what is added to those of the site, and the page that starts Python."""

from typing import Final

from freightyard.page import offline_sentences as say
from freightyard.page.document import Visit, site_document

# Of these pages alone: Python is WebAssembly.
CSP: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'"
)


def document(text: str, build: str, pages: str) -> str:
    """A document of the site as a file."""
    return _file(text, build, pages, "site.js")


def app_page(build: str, pages: str) -> str:
    """The page that has its server inside, until that is there."""
    text = site_document("offline_app.html", Visit(build=build, path="/app", offline=True), say=say)
    return _file(text, build, pages, "app.js")


def shown(text: str, build: str) -> str:
    """A document that the page with the server becomes."""
    sheet = f'<link rel="stylesheet" href="/s/{build}/offline/static/offline.css">'
    return text.replace("<html ", '<html class="offline-site" ', 1).replace("</head>", f"{sheet}</head>", 1)


def _file(text: str, build: str, pages: str, script: str) -> str:
    """With its policy, its own script, and the list of the files that are documents."""
    policy = f'<meta http-equiv="Content-Security-Policy" content="{CSP}">'
    own = f'<script type="module" src="/s/{build}/offline/static/{script}"></script>'
    listed = f'<script type="application/json" id="pages-of-files">{pages}</script>'
    text = shown(text, build).replace("<head>", f"<head>{policy}", 1)
    old = f'<script nomodule defer src="/s/{build}/offline/static/old_browser.js"></script>'
    unable = f'<noscript><p class="new-version">{say.NO_SCRIPT}</p></noscript>'
    text = text.replace("</head>", f"{own}{old}</head>", 1).replace("<body ", f'<body data-old="{say.OLD}" ', 1)
    return text.replace("<header ", f"{unable}<header ", 1).replace("</body>", f"{listed}</body>", 1)
