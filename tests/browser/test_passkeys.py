"""Passkeys in Chromium, with its virtual authenticator."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Error, Page, expect

from tests.browser.driving import agree
from tests.browser.looking import accessible, fits
from tests.server.running import Server

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def by_name(server: Server, window: Callable[..., Page]) -> Callable[..., Page]:
    """A window that calls the server by its name: there are no passkeys for an address such as 127.0.0.1."""
    return lambda *size: window(*size, base=server.url.replace("127.0.0.1", "localhost"))


def authenticator(page: Page) -> tuple[CDPSession, str]:
    """A device that can have passkeys, and says yes to everything."""
    session = page.context.new_cdp_session(page)
    try:
        session.send("WebAuthn.enable")
        made: dict[str, Any] = session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    except Error as error:
        pytest.skip(f"this Chromium has no virtual authenticator: {error}")
    return session, str(made["authenticatorId"])


def test_a_passkey_is_added_and_signs_in_on_another_device_that_has_it(by_name: Callable[..., Page]) -> None:
    ann = by_name(390, 844)
    session, device = authenticator(ann)
    ann.goto("/me")
    ann.fill("#name", "Ann")
    ann.get_by_role("button", name="Save name").click()
    ann.get_by_label("Name of the passkey").fill("My phone")
    ann.get_by_role("button", name="Add a passkey").click()
    expect(ann.get_by_role("status").first).to_contain_text("The passkey was added.")
    expect(ann.locator(".passkeys li")).to_contain_text("My phone")
    accessible(ann, "me")
    assert fits(ann)
    ann.get_by_role("button", name="Add a passkey").click()  # once more on the same device
    expect(ann.locator("[data-passkey-problem]")).to_have_text("This device has a passkey of yours already.")

    second = by_name(1366, 650)
    synced, other = authenticator(second)
    second.goto("/sign-in")
    accessible(second, "sign in")
    second.get_by_role("button", name="Sign in with a passkey").click()  # this device has none
    expect(second.locator("[data-passkey-problem]")).to_contain_text("That did not work.")
    for credential in session.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]:
        synced.send("WebAuthn.addCredential", {"authenticatorId": other, "credential": credential})
    second.get_by_role("button", name="Sign in with a passkey").click()
    expect(second.locator("h1")).to_have_text("Ann")
    expect(second.get_by_role("status").first).to_have_text("You are signed in on this device.")

    ann.get_by_role("button", name="Remove My phone").click()
    agree(ann)
    expect(ann.get_by_role("status").first).to_contain_text("The passkey was removed.")
    expect(ann.locator(".passkeys li")).to_have_count(0)
    second.get_by_role("button", name="Sign out on this device").click()
    second.goto("/sign-in")
    second.get_by_role("button", name="Sign in with a passkey").click()
    expect(second.get_by_role("alert").first).to_contain_text("This passkey is not known here")
