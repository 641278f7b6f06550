"""The line for typed play below a board, with its answers, and the board in words. It is closed unless somebody opens it, and
always there for those who do not see it."""

from freightyard.page import table_sentences as say
from freightyard.page.contract import PageContext
from freightyard.page.markup import esc


def typed_section(context: PageContext) -> str:
    """The section, for a page whose client fills it."""
    return (
        f'<section id="typed" class="typed" aria-label="{say.TYPED}" data-commands="{esc(" ".join(context.commands))}">'
        f'<div class="lines-typed"><ol id="answers" tabindex="0" aria-label="{say.ANSWERS}"></ol>'
        f'<form id="typed-form"><label for="typed-line">{say.LINE}</label>'
        '<span class="combo"><input id="typed-line" role="combobox" aria-expanded="false" aria-controls="typed-list" '
        'aria-autocomplete="list" aria-describedby="typed-note" maxlength="1000" autocomplete="off" autocapitalize="none" '
        f'spellcheck="false" enterkeyhint="send" placeholder="{say.LINE_HINT}">'
        f'<ul id="typed-list" role="listbox" aria-label="{say.SUGGESTIONS}" hidden></ul></span>'
        f'<button class="quiet" type="submit">{say.SEND}</button>'
        f'<button class="quiet" type="button" data-text-board aria-pressed="false" aria-controls="text-board">{say.TEXT_BOARD}'
        f'</button><button class="quiet" type="button" data-typed-close title="{say.CLOSE_LINE}" aria-label="{say.CLOSE_LINE}">×'
        f'</button><span id="typed-note" class="vh">{say.LINE_NOTE}</span></form></div>'
        f'<div id="text-board" class="text-board" role="region" tabindex="0" aria-labelledby="text-title" hidden>'
        f'<h2 id="text-title">{say.TEXT_BOARD}</h2><div id="text-sections"></div></div></section>'
    )
