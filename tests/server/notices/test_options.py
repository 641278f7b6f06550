"""The options of `freightyard serve` about notices: what cannot work is said before the server starts."""

from typing import Any

import pytest

from freightyard.cli import parser
from freightyard.commands.notice_options import SMTP, notice_settings
from freightyard.core.errors import FreightyardError


def settings(*words: str) -> dict[str, Any]:
    return notice_settings(parser().parse_args(["serve", *words]))


def test_mail_server_and_hosts_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    mail = ("--smtp", "smtps://mail.example.org", "--mail-from", "yard@example.org")
    found = settings(*mail, "--allow-webhook-hosts", "a.lan, b.lan:81")
    assert (found["smtp"], found["webhook_hosts"]) == ("smtps://mail.example.org", ("a.lan", "b.lan:81"))
    monkeypatch.setenv(SMTP, "smtp+plain://localhost")
    assert settings("--mail-from", "yard@example.org")["smtp"] == "smtp+plain://localhost"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--smtp", "smtp://mail.example.org"), "To send e-mail, give both --smtp and --mail-from."),
        (("--mail-from", "yard@example.org"), "To send e-mail, give both --smtp and --mail-from."),
        (("--smtp", "mail.example.org", "--mail-from", "yard@example.org"), "A mail server looks like"),
        (("--smtp", "smtp://mail.example.org", "--mail-from", "nobody"), "is no sender of mails"),
        (("--apprise", "/nothing/there"), "There is no file /nothing/there"),
    ],
)
def test_what_cannot_work_is_refused(words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(FreightyardError, match=sentence):
        settings(*words)


@pytest.mark.parametrize("hosts", ["http://ntfy.lan", "ntfy lan", "ann@ntfy.lan", "ntfy.lan:http"])
def test_hosts_that_are_none_are_refused(hosts: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        settings("--allow-webhook-hosts", hosts)
    assert "--allow-webhook-hosts" in capsys.readouterr().err
