"""What the page of Freight says, in one place and by subject: the log, what is asked and answered in the prompt, what stands
beside and on the map, and what the client's JavaScript says."""

from freightyard.games.freight.page.sentences.client import CLIENT
from freightyard.games.freight.page.sentences.log import advise, phrase, story

__all__ = ["CLIENT", "advise", "phrase", "story"]
