"""The ways to look back are named by what one gets, and count turns alike."""

from freightyard.page import sentences, strip_sentences, table_sentences
from freightyard.page.replay import turn_words
from freightyard.page.retry import retried, retry_address


def test_the_moment_after_a_turn_names_the_next_one_too() -> None:
    """A review calls it by the turn that begins there."""
    assert turn_words((58, 102)) == "turn 58 of 102"
    assert turn_words((58, 102), ended=True) == "between turns 58 and 59 of 102"
    assert turn_words((102, 102), ended=True) == "turn 102 of 102"


def test_the_same_thing_has_the_same_name_everywhere() -> None:
    assert sentences.REVIEW == table_sentences.REVIEW
    assert sentences.SUMMARY == table_sentences.SUMMARY
    assert sentences.REPLAY == table_sentences.REPLAY == strip_sentences.REPLAY


def test_a_retry_leads_back_to_its_turn_in_the_review() -> None:
    address = retry_address("/t/abc", 61, 59)
    assert address == "/t/abc/review?retry=61#ply-59"
    found = retried(address)
    assert found is not None
    assert (found.home, found.ply) == ("/t/abc", 61)
    for other in (None, "/t/abc/at/61", "/learn/freight/first"):
        assert retried(other) is None
