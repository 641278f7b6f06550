"""Orders ahead as their person sees them: a form, what was given, why it stopped; and the switch for forced moves."""

from freightyard.core.orders import Limit, Offer
from freightyard.page import table_sentences as say
from freightyard.page.contract import Scene
from freightyard.page.markup import esc


def order_parts(scene: Scene) -> dict[str, str]:
    """The parts that are about orders. For those who can give none they are there, but hidden: somebody may sit down."""
    return {"orders": _orders(scene), "forced": _forced(scene)}


def _orders(scene: Scene) -> str:
    sheet = scene.orders
    if sheet is None or scene.replay or not (sheet.offer or sheet.told or sheet.stopped):
        return '<section id="orders" data-part hidden></section>'
    inside = ""
    if sheet.told:
        inside += (
            f'<div class="given"><p><b>{say.YOUR_ORDER}</b> <span data-told>{esc(sheet.told)}</span></p>'
            f'<button class="quiet" type="button" data-order="">{say.WITHDRAW}</button></div>'
        )
    elif sheet.stopped:
        inside += f'<p class="stopped"><b>{say.ORDER_STOPPED}</b> <span data-told>{esc(sheet.stopped)}</span></p>'
    if sheet.offer is not None:
        inside += _form(sheet.offer, given=bool(sheet.told))
    return f'<section class="panel orders" id="orders" data-part aria-label="{say.ORDERS}">{inside}</section>'


def _form(offer: Offer, *, given: bool) -> str:
    """Folded, since most are asked soon enough."""
    fields = "".join([_field(limit, number) for number, limit in enumerate(offer.limits)])
    return (
        f'<details data-keep="orders"><summary>{say.CHANGE_ORDER if given else esc(offer.title)}</summary><form data-order-form>'
        f'<div class="limits">{fields}</div><div class="buttons"><button class="go" type="submit">{say.GIVE_ORDER}</button>'
        f'<button class="quiet" type="button" data-order="pass">{esc(offer.pass_all)}</button></div>'
        f'<p class="sub">{esc(offer.note)} {say.NOBODY_SEES}</p></form></details>'
    )


def _field(limit: Limit, number: int) -> str:
    value = "" if limit.value is None else f' value="{limit.value}"'
    return (
        f'<div><label for="limit-{number}">{esc(limit.label)} <span class="sub">{say.UP_TO}</span></label>'
        f'<input id="limit-{number}" type="number" inputmode="numeric" min="0" max="{limit.most}" step="1" autocomplete="off" '
        f'placeholder="{say.EMPTY_LIMIT}"{value}></div>'
    )


def _forced(scene: Scene) -> str:
    sheet = scene.orders
    if sheet is None or scene.replay:
        return '<label id="forced" data-part hidden></label>'
    on = " checked" if sheet.forced else ""
    title = f' title="{say.FORCED_TITLE}"'
    return f'<label id="forced" data-part{title}><input type="checkbox" data-forced{on}>{say.FORCED}</label>'
