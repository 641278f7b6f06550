"""The channels of a person, and those of the tables that they host: adding, testing, removing."""

from typing import Annotated, Final

import msgspec
from litestar import Response, post
from litestar.response import Redirect
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta

from freightyard.core.errors import BadSetup
from freightyard.server import notice_page_sentences as say
from freightyard.server.device_notices import DEVICE, device_of
from freightyard.server.errors import Forbidden
from freightyard.server.notice_limits import check_channel_rate, check_mail_rate, check_test_rate
from freightyard.server.notices.channels import mail, web_push, webhook
from freightyard.server.notices.contract import MAIL, PUSH, WEBHOOK, Channel
from freightyard.server.security import client_of
from freightyard.server.services import Services
from freightyard.server.site.forms import AnyRequest, sentence
from freightyard.server.site.notices_form import MOST_CHANNELS, MOST_OF_TABLE, notices_answer, what_of
from freightyard.server.site.responses import as_json, see_other
from freightyard.server.user_agents import browser_name
from freightyard.server.visible_text import visible_text
from freightyard.store.rows import Person

_LONGEST_NAME: Final = 40
_Text = Annotated[str, Meta(max_length=2000)]


class _Keys(msgspec.Struct, frozen=True):
    p256dh: _Text
    auth: _Text


class _Subscription(msgspec.Struct, frozen=True):
    endpoint: _Text
    keys: _Keys


class _Subscribed(msgspec.Struct, frozen=True):
    """What a browser sends that has subscribed; `before`: the address that it had until now."""

    subscription: _Subscription
    before: _Text = ""


@post("/notices/push", status_code=HTTP_200_OK)
async def subscribe(services: Services, request: AnyRequest, person: Person, secret: str | None) -> Response[bytes]:
    """This browser wants to be told, or has another address now."""
    check_channel_rate(services, client_of(request.scope), person)
    _check_there(services, PUSH)
    try:
        sent = msgspec.json.decode(await request.body(), type=_Subscribed)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BadSetup(say.BAD_SUBSCRIPTION) from None
    keys = sent.subscription.keys
    problem = web_push.refusal(services.notices.guard, sent.subscription.endpoint, keys.p256dh, keys.auth)
    if problem:
        raise BadSetup(problem)
    kept = await services.store.channels.of_person(person.key)
    old = [each for each in kept if each.kind == PUSH and each.address["endpoint"] in (sent.before, sent.subscription.endpoint)]
    if len(kept) - len(old) >= MOST_CHANNELS:
        raise BadSetup(say.FULL)
    for each in old:
        await services.store.channels.remove(each.key, person.key)
    address = {"endpoint": sent.subscription.endpoint, "p256dh": keys.p256dh, "auth": keys.auth, DEVICE: device_of(secret)}
    name = browser_name(request.headers.get("user-agent", ""))
    await _add(services, person, Channel(key="", kind=PUSH, name=name, address=address), confirmed=True)
    return as_json({"name": name})


@post("/notices/mail")
async def add_mail(services: Services, request: AnyRequest, person: Person, fields: dict[str, str]) -> Response[str] | Redirect:
    """An address. Nothing but the question whether it is theirs is sent there, until it is answered."""
    address = fields.get("address", "").strip()
    try:
        _check_there(services, MAIL)
        await _check_room(services, person)
        if problem := mail.refusal(address):
            raise BadSetup(problem)
        kept = await services.store.channels.of_person(person.key)
        if any(each.kind == MAIL and each.address["address"] == address for each in kept):
            raise BadSetup(say.SAME_ADDRESS)
    except BadSetup as error:
        return await notices_answer(services, request, person, {"address": sentence(error)}, fields)
    check_channel_rate(services, client_of(request.scope), person)
    check_mail_rate(services, address)
    await services.notices.ask_to_confirm(await _add(services, person, Channel(key="", kind=MAIL, address={"address": address})))
    return see_other("/notices?said=mail")


@post("/notices/again")
async def ask_again(services: Services, request: AnyRequest, person: Person, fields: dict[str, str]) -> Redirect:
    """The mail to confirm an address, once more."""
    channel = await _owned(services, person, fields)
    if channel.kind != MAIL or channel.confirmed_at is not None:
        return see_other("/notices")
    check_channel_rate(services, client_of(request.scope), person)
    check_mail_rate(services, channel.address["address"])
    await services.notices.ask_to_confirm(channel)
    return see_other("/notices?said=mail")


@post("/notices/webhook")
async def add_webhook(
    services: Services, request: AnyRequest, person: Person, fields: dict[str, str]
) -> Response[str] | Redirect:
    """A webhook of the person, or of a table that they host. The secret of one that gets JSON is shown here and nowhere else."""
    table = fields.get("table", "")
    style = fields.get("style", "")
    address = {name: value for name in ("url", "room", "token", "mentions") if (value := fields.get(name, "").strip())}
    address["style"] = style
    secret = webhook.new_secret() if style == "json" else None
    if secret is not None:
        address["secret"] = secret
    try:
        _check_there(services, WEBHOOK)
        if style not in say.STYLES:
            raise BadSetup(say.BAD_STYLE)
        await (_check_table(services, person, table) if table else _check_room(services, person))
        if problem := webhook.refusal(services.notices.guard, address):
            raise BadSetup(problem)
        if any(line.strip() and "=" not in line for line in address.get("mentions", "").splitlines()):
            raise BadSetup(say.BAD_MENTIONS)
        check_channel_rate(services, client_of(request.scope), person)
    except BadSetup as error:
        field = f"table-{table}" if table else "webhook"
        return await notices_answer(services, request, person, {field: sentence(error)}, fields)
    name = visible_text(fields.get("name", ""))[:_LONGEST_NAME] or services.notices.guard.destination(address["url"]).host
    await _add(services, person, Channel(key="", kind=WEBHOOK, table=table or None, name=name, address=address), confirmed=True)
    if secret is not None:
        return await notices_answer(services, request, person, said=say.DONE["webhook"], secret=secret)
    return see_other(f"/notices?said=webhook{f'#table-{table}' if table else ''}")


@post("/notices/test", status_code=HTTP_200_OK)
async def test(services: Services, request: AnyRequest, person: Person, fields: dict[str, str]) -> Response[str] | Redirect:
    """Try a channel, and tell what came of it."""
    channel = await _owned(services, person, fields)
    check_test_rate(services, client_of(request.scope), person)
    reason = await services.notices.test(channel)
    if reason:
        return await notices_answer(services, request, person, failed=say.test_failed(what_of(channel), reason))
    return see_other("/notices?said=test")


@post("/notices/on")
async def turn_on(services: Services, person: Person, fields: dict[str, str]) -> Redirect:
    """Something that was turned off is to be used again."""
    channel = await _owned(services, person, fields)
    await services.store.channels.turn_on(channel.key)
    return see_other("/notices?said=on")


@post("/notices/remove")
async def remove(services: Services, person: Person, fields: dict[str, str]) -> Redirect:
    """Nothing is sent there any more."""
    channel = await _owned(services, person, fields)
    await services.store.channels.remove(channel.key, channel.person)
    return see_other("/notices?said=removed")


async def _owned(services: Services, person: Person, fields: dict[str, str]) -> Channel:
    """The channel that a form names: the person's own, or one of a table of which they are the host now."""
    channel = await services.store.channels.get(fields.get("key", "")[:100])
    if channel is None:
        raise Forbidden(say.NO_CHANNEL)
    if channel.table is not None:
        row = await services.store.tables.get(channel.table)
        if row is None or row.made_by != person.key:
            raise Forbidden(say.ONLY_HOST)
    elif channel.person != person.key:
        raise Forbidden(say.NO_CHANNEL)
    return channel


async def _add(services: Services, person: Person, channel: Channel, *, confirmed: bool = False) -> Channel:
    now = services.now()
    made = msgspec.structs.replace(channel, person=person.key, made_at=now, confirmed_at=now if confirmed else None)
    return await services.store.channels.add(made)


def _check_there(services: Services, kind: str) -> None:
    if missing := services.notices.missing(kind):
        raise BadSetup(missing)


async def _check_room(services: Services, person: Person) -> None:
    if len(await services.store.channels.of_person(person.key)) >= MOST_CHANNELS:
        raise BadSetup(say.FULL)


async def _check_table(services: Services, person: Person, table: str) -> None:
    row = await services.store.tables.get(table)
    if row is None or row.made_by != person.key:
        raise Forbidden(say.ONLY_HOST)
    if len(await services.store.channels.of_table(table)) >= MOST_OF_TABLE:
        raise BadSetup(say.TABLE_FULL)
