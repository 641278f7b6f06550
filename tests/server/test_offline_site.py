"""The site without a server, offered by one."""

from pathlib import Path

from freightyard.commands.serve import _site_folder
from freightyard.page.offline import CSP
from freightyard.server.security import CSP as USUAL
from tests.server.running import Browser, serving

GOLDEN = Path(__file__).parents[1] / "golden"


def form_to_play_on(ann: Browser) -> str:
    """The page of a moment of a record, from which one can play on."""
    text = next((GOLDEN / "freight-cars").glob("*.txt")).read_text(encoding="utf-8")
    return ann.get(f"{ann.post('/import', text=text).headers['location']}/play/100").text


def test_a_folder_is_served_with_a_policy_of_its_own_and_nothing_beside_it(tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "s" / "abc").mkdir(parents=True)
    for name in ("index.html", "service_worker.js", "s/abc/x.js"):
        (site / name).write_text(name, encoding="utf-8")
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    assert _site_folder(str(site)) == str(site)
    options = ("--offline-site", str(site))
    with serving(tmp_path / "yard.db", *options, errors=tmp_path / "errors") as server, Browser(server.url) as ann:
        lobby = ann.get("/")
        assert 'href="/offline/index.html"' in lobby.text
        assert lobby.headers["content-security-policy"] == USUAL
        assert "wasm-unsafe-eval" not in USUAL
        page = ann.get("/offline", follow_redirects=True)
        assert page.text == "index.html"
        told = page.headers["content-security-policy"]
        assert told.startswith(CSP)
        assert told.replace(" 'wasm-unsafe-eval'", "").replace(" worker-src 'self';", "") == USUAL  # nothing else is looser
        assert "immutable" in ann.get("/offline/s/abc/x.js").headers["cache-control"]
        assert ann.get("/offline/service_worker.js").headers["cache-control"] == "no-cache"
        for path in (
            "/offline/%2e%2e/secret.txt",
            "/offline/../secret.txt",
            "/offline//etc/passwd",
            "/offline/s",
            "/offline/none",
        ):
            assert "secret" not in ann.get(path).text
            assert ann.get(path).status_code in (404, 400)
        assert 'href="/offline/app.html?go=/play%3Fgame=freight-cars%26edition=' in form_to_play_on(ann)


def test_without_a_folder_nothing_is_offered(tmp_path: Path) -> None:
    with serving(tmp_path / "yard.db", errors=tmp_path / "errors") as server, Browser(server.url) as ann:
        assert "/offline" not in ann.get("/").text
        assert 'id="game-link"' not in form_to_play_on(ann)
        assert 'name="link"' not in ann.get("/new").text  # its tables have links of their own
        assert ann.get("/offline/index.html").status_code == 404
