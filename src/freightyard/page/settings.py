"""The settings dialogue, the same at every table and around them. What is chosen in it stays in the browser."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from freightyard.page import settings_sentences as say

# The speaker and the gear of the bar at the top: signs that the style sheet draws.
BUTTONS: Final = (
    '<button class="quiet sign" type="button" data-sound-toggle aria-pressed="false" '
    f'aria-label="{say.SOUNDS[0]}" title="{say.SOUNDS[0]}"><i class="sign-sound"></i></button>'
    f'<button class="quiet sign" type="button" data-settings aria-label="{say.SETTINGS}" title="{say.SETTINGS}">'
    '<i class="sign-gear"></i></button>'
)


@cache
def settings_dialog() -> str:
    playing = _switch("confirm", say.ASK_FIRST, usual=True) + _switch("sound", say.SOUNDS)
    playing += f"<div data-needs-vibration>{_switch('haptics', say.VIBRATION)}</div>"
    playing += _choice("motion", say.MOTION, say.MOTIONS, usual="normal", note=f'<small class="reduced">{say.REDUCED}</small>')
    playing += _choice("next-table", say.NEXT_TABLE, say.NEXT_TABLES, usual="offer")
    look = _choice("theme", say.THEME, say.THEMES, usual="system")
    look += _choice("colours", say.COLOURS, say.COLOUR_SETS, usual="classic")
    look += _switch("larger", say.LARGER) + _switch("left-handed", say.LEFT_HANDED)
    words = _switch("typed", say.TYPED) + _switch("text-board", say.TEXT_BOARD)
    return (
        '<dialog id="settings" aria-labelledby="settings-title"><form method="dialog">'
        f'<h2 id="settings-title">{say.SETTINGS}</h2><button class="quiet" type="submit">{say.CLOSE}</button></form>'
        f'<div class="settings"><section aria-label="{say.PLAYING}">{playing}</section>'
        f'<section aria-label="{say.LOOK}">{look}</section>'
        f'<section aria-label="{say.WORDS}">{words}</section></div><p class="sub">{say.KEPT}</p></dialog>'
    )


def _switch(name: str, words: tuple[str, str], *, usual: bool = False) -> str:
    label, note = words
    on = ' data-usual="on"' if usual else ""
    return (
        f'<label class="switch"><input type="checkbox" name="{name}" aria-describedby="about-{name}"{on}>'
        f'<span>{label}</span><small id="about-{name}">{note}</small></label>'
    )


def _choice(name: str, label: str, values: Mapping[str, str], *, usual: str, note: str = "") -> str:
    swatches = '<span class="swatches" aria-hidden="true">' + "<i></i>" * 6 + "</span>" if name == "colours" else ""
    options = [
        f'<label><input type="radio" name="{name}" value="{value}" data-usual="{usual}">'
        f"<span>{words}{swatches.replace('>', f' data-colours={value}>', 1) if swatches else ''}</span></label>"
        for value, words in values.items()
    ]
    return f'<fieldset class="choice"><legend>{label}</legend><div>{"".join(options)}</div>{note}</fieldset>'
