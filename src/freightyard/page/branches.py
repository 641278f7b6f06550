"""The games that play on from a finished one: its branches, listed where one looks back at it."""

from freightyard.page import table_sentences as say
from freightyard.page.contract import PageContext
from freightyard.page.markup import esc


def branches_section(context: PageContext) -> str:
    """A panel with a link to each; nothing if there are none."""
    if not context.branches:
        return ""
    items = "".join(
        [
            f'<li><a href="{esc(branch.home)}">{esc(say.branch_at(branch.ply))}</a> {esc(branch.words)}</li>'
            for branch in context.branches
        ]
    )
    return (
        f'<section class="panel" aria-labelledby="h-branches"><header><h2 id="h-branches">{say.BRANCHES}</h2></header>'
        f'<ul class="branches">{items}</ul></section>'
    )
