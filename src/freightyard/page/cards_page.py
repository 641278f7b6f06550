"""The page of a table's cards."""

from freightyard.page import card_sentences as say
from freightyard.page.cards import cards_section
from freightyard.page.contract import PageContext
from freightyard.page.markup import esc
from freightyard.page.shell import table_document


def cards_page(context: PageContext) -> str:
    """The whole document."""
    back = f'<a class="quiet" href="{esc(context.home)}">{say.BACK}</a>'
    body = f'<main id="view" class="ending">{cards_section(context.cards, context.home)}</main>'
    return table_document(f"{context.title}: {say.CARDS}", body, context, kind="ended", bar=f'<span class="grow"></span>{back}')
