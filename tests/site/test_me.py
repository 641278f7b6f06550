"""Names without accounts, and the way to another device, over a real server."""

from tests.server.running import Browser, Server
from tests.site.reading import Document


def link_of(browser: Browser) -> str:
    """A new link for another device, as a path."""
    page = Document(browser.post("/me/link").text)
    link = page.fields["device-link"]
    assert link.startswith(f"{browser.url}/hello/")
    return link.removeprefix(browser.url)


def test_somebody_without_a_name_gets_one(ann: Browser) -> None:
    page = Document(ann.get("/me").text)
    assert "Choose a name to play and chat" in page.text
    assert page.fields["name"] == ""
    answer = ann.post("/me/name", name="  Ann  of   Cleves ")
    assert answer.status_code == 303
    assert Document(ann.get(answer.headers["location"]).text).fields["name"] == "Ann of Cleves"
    cookie = ann.cookie
    assert ann.post("/me/name", name="Anne").status_code == 303
    assert ann.cookie == cookie, "another name is not another person"
    assert Document(ann.get("/me").text).fields["name"] == "Anne"


def test_a_bad_name_is_refused_beside_its_field(ann: Browser) -> None:
    ann.post("/me/name", name="Ann")
    answer = ann.post("/me/name", name="x" * 50)
    page = Document(answer.text)
    assert answer.status_code == 422
    assert page.problems["name"] == "A name can have at most 40 characters; this one has 50."
    assert page.fields["name"] == "x" * 50


def test_a_link_makes_another_device_the_same_person_once(ann: Browser, bob: Browser, server: Server) -> None:
    key = ann.new_table("freight-train", "me", "open", public="no")
    path = link_of(ann)
    assert bob.get(path).status_code == 200
    assert bob.cookie is None, "looking at the link does not use it"
    answer = bob.post(path)
    assert answer.status_code == 303
    assert f"/t/{key}" in bob.get("/").text
    assert bob.cookie != ann.cookie, "each device has a secret of its own"
    with Browser(server.url) as eve:
        again = eve.post(path)
        assert again.status_code == 404
        assert "This link was used already" in again.text
        assert eve.cookie is None
    assert path.removeprefix("/hello/") not in server.logged("/hello/", 3), "no token is written down"


def test_a_link_that_never_was_one_is_refused(ann: Browser) -> None:
    for token in ("x", "x" * 500, "%00", "<b>"):
        assert ann.post(f"/hello/{token}").status_code in (400, 404)
    assert ann.cookie is None


def test_nobody_makes_no_link(ann: Browser) -> None:
    answer = ann.post("/me/link")
    assert (answer.status_code, answer.headers["location"]) == (303, "/me")


def test_signing_out_here_leaves_the_other_device(ann: Browser, bob: Browser) -> None:
    ann.post("/me/name", name="Ann")
    bob.post(link_of(ann))
    secret = ann.cookie
    assert secret
    answer = ann.post("/me/out")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert ann.cookie is None
    ann.cookie = secret
    assert "Choose a name to play and chat" in ann.get("/me").text, "an old cookie that is sent again is worth nothing"
    assert Document(bob.get("/me").text).fields["name"] == "Ann"


def test_signing_out_everywhere_else_leaves_this_device(ann: Browser, bob: Browser) -> None:
    ann.post("/me/name", name="Ann")
    bob.post(link_of(ann))
    answer = ann.post("/me/out-elsewhere")
    assert "All your other devices were signed out." in ann.get(answer.headers["location"]).text
    assert "Choose a name to play and chat" in bob.get("/me").text
    assert Document(ann.get("/me").text).fields["name"] == "Ann"


def test_a_forged_cookie_is_nobody(ann: Browser) -> None:
    for secret in ("x", "x" * 5000, "freightyard", "a;b", "0" * 43):
        ann.cookie = secret
        assert "Choose a name to play and chat" in ann.get("/me").text
