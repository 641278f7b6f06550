"""The document around everything that is drawn at a table: head, bar, menu, and what speaks."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from freightyard.core.contract import Edition
from freightyard.page import strip_sentences as strip_say
from freightyard.page import table_sentences as say
from freightyard.page.assets import COMMON
from freightyard.page.card_sentences import CLIENT as CARDS
from freightyard.page.cards import cards_link
from freightyard.page.contract import BoardRenderer, PageContext, Preview
from freightyard.page.markup import NEW_TAB, esc
from freightyard.page.retry import retried
from freightyard.page.seat_notices import keep_link, new_links, notices_link
from freightyard.page.sentences import CLIENT
from freightyard.page.settings import BUTTONS, settings_dialog
from freightyard.page.share import share_button, share_dialog
from freightyard.page.web_app import head_links

# Of a table that is being played, besides client.js.
_PLAYING: Final = (
    "advice.js", "lately.js", "next_table.js", "notice_offer.js", "orders.js", "orders.css", "recap.js", "recap.css", "typed.js",
    "typed.css",
)  # fmt: skip
_LESSON: Final = ("lesson.js", "lesson.css")
_WAITING: Final = ("notice_offer.js", "cards.css")  # of one that has not begun
_ENDED: Final = ("check_cards.js", "cards.css")  # of one that is over
_FORMS: Final = {"back": (*say.SEAT_BACK, ""), "drop": (*say.CLOSE_TABLE, say.CLOSE_TABLE_SURE)}


def table_document(
    title: str,
    body: str,
    context: PageContext,
    *,
    kind: str,
    bar: str = "",
    board: BoardRenderer | None = None,
    files: Sequence[str] = (),
) -> str:
    """The whole page. `bar` is markup for the line at the top; `files` are the paths of those of the board alone."""
    sentences = {**CLIENT, **CARDS, **(board.client_sentences() if board else {})}
    build = f"/s/{esc(context.build)}"
    static = f"{build}/{COMMON}"
    common: tuple[str, ...] = (
        _PLAYING if kind == "playing" else _WAITING if kind == "before" else _ENDED if kind == "ended" else ()
    )
    if context.lesson:
        common += _LESSON
    own = "".join([_load(f"{build}/{path}") for path in (*files, *[f"{COMMON}/{name}" for name in common])])
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{esc(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">'
        f'<script src="{static}/theme.js"></script>{_load(f"{static}/colours.css")}{_load(f"{static}/style.css")}'
        f"{_load(f'{static}/layout.css')}"
        f"{_load(f'{static}/settings.css')}"
        f"{head_links(esc(context.build))}{_preview(title, context.preview)}"
        f'<script type="module" src="{static}/client.js"></script>{own}</head>'
        f'<body class="{kind}"><a class="skip" href="#view">{say.SKIP}</a>{_to_line(kind)}<header class="top">'
        f'<h1><a href="/"><span class="mark" aria-hidden="true"></span>{esc(context.title)}</a></h1>{bar}{BUTTONS}</header>{body}'
        '<div id="say" role="log" aria-live="polite" class="vh"></div><div id="oops" class="toast" hidden></div>'
        f'<dialog id="dialog" aria-labelledby="dialog-title"><form method="dialog"><h2 id="dialog-title">{say.SCORE_SHEET}</h2>'
        f'<button class="quiet" type="submit">{say.CLOSE}</button></form><div id="dialog-body"></div></dialog>'
        f"{share_dialog()}{settings_dialog()}"
        f'<script type="application/json" id="sentences">{_json(sentences)}</script></body></html>'
    )


def _preview(title: str, preview: Preview | None) -> str:
    """The tags by which chats and social networks show a link (Open Graph, Twitter cards)."""
    if preview is None:
        return ""
    told = (
        ("og:type", "website"), ("og:site_name", say.SITE), ("og:title", title), ("og:description", preview.description),
        ("og:url", preview.url), ("og:image", preview.image), ("og:image:type", "image/png"),
        ("og:image:alt", f"{title}. {preview.description}"),
    )  # fmt: skip
    cards = (("twitter:card", "summary_large_image"), ("description", preview.description))
    tags = [f'<meta property="{name}" content="{esc(words)}">' for name, words in told]
    return "".join([*tags, *[f'<meta name="{name}" content="{esc(words)}">' for name, words in cards]])


def _to_line(kind: str) -> str:
    """The way to the line for those who type; whoever tabs there opens it."""
    return f'<a class="skip" href="#typed-line">{say.SKIP_TO_LINE}</a>' if kind == "playing" else ""


def _json(values: Mapping[str, str]) -> str:
    """Data within a page: no word of it can end its element."""
    return msgspec.json.encode(values).decode().replace("<", "\\u003c")


def _load(address: str) -> str:
    if address.endswith(".css"):
        return f'<link rel="stylesheet" href="{address}">'
    return f'<script type="module" src="{address}"></script>'


def menu(context: PageContext, manual: str, *, replay: bool = False, note: str = "", switches: str = "") -> str:
    """What can be done with the table; `note`: what cannot, and why; `switches`: markup of what is set for this table."""
    items = [
        f'<a class="quiet" href="{esc(manual)}"{NEW_TAB}>{say.RULES}</a>',
        f'<button class="quiet" type="button" data-sheets>{say.SCORE_SHEETS}</button>',
    ]
    if not replay:
        items.append(f'<button class="quiet" type="button" data-typed>{say.TYPE_MOVES}</button>')
        items.append(f'<button class="quiet" type="button" data-guide hidden>{say.SHOW_TIPS}</button>')
        if context.learn:
            items.append(f'<a class="quiet" href="{esc(context.learn)}" data-learn>{say.LEARN}</a>')
        items.append(f'<a class="quiet" href="{esc(context.home)}/at/{context.ply}">{say.REPLAY}</a>')
        items.append(share_button(say.SHARE_TABLE, context.link))
    else:
        items.append(share_button(say.SHARE_MOMENT))
    if context.branch is not None:
        words = strip_say.TO_REVIEW if retried(context.branch) else say.PLAYED_ON_FROM
        items.append(f'<a class="quiet" href="{esc(context.branch)}">{words}</a>')
    items.append(cards_link(context.cards, context.home))
    items += [keep_link(context), notices_link(context), new_links(context)]
    playing = agreement_items(context, replay=replay)
    if "leave" in context.actions:
        playing.insert(0, leaving(context, *say.LET_BOT_PLAY, others=say.LET_BOT_PLAY_FOR))
    if playing:  # a page on which a game ends is not drawn anew: the style sheet hides these then
        items.append(f'<div class="while-playing">{"".join(playing)}</div>')
    items += mute_items(context)
    for name, (label, title, sure) in _FORMS.items():
        if name in context.actions:
            items.append(form(context, name, label, title, sure=sure))
    items.append(f'<a class="quiet" href="/">{say.LOBBY}</a>')
    items.append(switches)
    if context.pace and not replay:
        items.append(f'<p class="sub pace"><b>{say.PACE}</b> {esc(context.pace)}</p>')
    if note:
        items.append(f'<p class="sub">{note}</p>')
    inside = f'<div class="sheetlet">{"".join(items)}</div>'
    return f'<details class="menu" id="menu"><summary class="quiet">{say.MENU}</summary>{inside}</details>'


def agreement_items(context: PageContext, *, replay: bool = False) -> list[str]:
    """What those who play, and the host, can do besides: propose, give up a seat, offer free seats."""
    items = []
    kind_end = '<input type="hidden" name="kind" value="end">'
    for action, words, sure in (
        ("propose-end", strip_say.PROPOSE_END, strip_say.PROPOSE_END_SURE),
        ("end", strip_say.END_ALONE, strip_say.END_ALONE_SURE),
    ):
        if action in context.actions:
            items.append(form(context, "propose", *words, fields=kind_end, sure=sure))
            if not replay:
                label, title = strip_say.GO_BACK
                items.append(
                    f'<a class="quiet" href="{esc(context.home)}/at/{max(0, context.ply - 1)}" title="{title}">{label}</a>'
                )
    for action, pause in (("propose-pause", strip_say.PROPOSE_PAUSE), ("pause", strip_say.PAUSE_ALONE)):
        if action in context.actions:
            items.append(form(context, "propose", *pause, fields='<input type="hidden" name="kind" value="pause">'))
    if context.paces:
        options = "".join([f'<option value="{esc(name)}">{esc(words)}</option>' for name, words in context.paces])
        asks, go = strip_say.PACE_ALONE if "end" in context.actions else (strip_say.PROPOSE_PACE, strip_say.PROPOSE)
        fields = f'<input type="hidden" name="kind" value="pace"><label>{asks}<select name="pace">{options}</select></label>'
        items.append(form(context, "propose", go, fields=fields))
    if "give-up" in context.actions and len(context.sitting) < 2:
        items.append(form(context, "give-up", *strip_say.GIVE_UP, sure=strip_say.GIVE_UP_SURE))
    for action, words, value in (
        ("allow-substitutes", strip_say.ALLOW_SUBSTITUTES, "yes"),
        ("forbid-substitutes", strip_say.FORBID_SUBSTITUTES, "no"),
    ):
        if action in context.actions:
            items.append(form(context, "terms", *words, fields=f'<input type="hidden" name="substitutes" value="{value}">'))
    return items


def mute_items(context: PageContext) -> list[str]:
    """Whose messages are not shown, also when the game is over."""
    items = []
    places = [("seat", seat + 1, name, muted) for seat, name, muted in context.mutes]
    for place, number, name, muted in [*places, *[("line", *writer) for writer in context.mutes_writers]]:
        fields = f'<input type="hidden" name="{place}" value="{number}"><input type="hidden" name="muted" value='
        label = strip_say.unmute(name) if muted else strip_say.mute(name)
        items.append(form(context, "mute", label, fields=f'{fields}"{"no" if muted else "yes"}">'))
    return items


def to_table(context: PageContext) -> str:
    """From a moment back to its table; a record has none, but a summary."""
    href, words, short = (
        (context.home, *say.TO_TABLE) if context.live else (f"{context.home}/end", say.SUMMARY, say.SUMMARY_SHORT)
    )
    return f'<a class="quiet to-table" href="{esc(href)}" data-short="{short}">{words}</a>'


def leaving(context: PageContext, label: str, title: str = "", *, others: tuple[str, str] = say.LEAVE_SEAT_OF) -> str:
    """A form to leave a seat, or one for each of those who share a screen, with what is said to them."""
    if len(context.sitting) < 2:
        return form(context, "leave", label, title)
    label, title = others
    return "".join(
        form(
            context,
            "leave",
            label.replace("{name}", name),
            title.replace("{name}", name),
            fields=f'<input type="hidden" name="seat" value="{seat + 1}">',
        )
        for seat, name in context.sitting
    )


def manual_of(edition: Edition) -> str:
    """The address of a game's manual."""
    return f"/manual/{edition.game}"


def form(
    context: PageContext, name: str, label: str, title: str = "", *, kind: str = "quiet", fields: str = "", sure: str = ""
) -> str:
    """A form of one button, which works without JavaScript; `sure`: what the client asks before it is sent."""
    ask = f' data-sure="{esc(sure)}"' if sure else ""
    tip = f' title="{esc(title)}"' if title else ""
    return (
        f'<form method="post" action="{esc(context.home)}/{name}"{ask}>{fields}'
        f'<button class="{kind}" type="submit"{tip}>{esc(label)}</button></form>'
    )
