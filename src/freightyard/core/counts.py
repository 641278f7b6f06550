"""Counting positions: how many sequences of moves of a length there are. Chess programmers call it perft.

A change of the rules code that changes any legal list changes a count, so the counts under tests/counts/ guard them all.
"""

from freightyard.core.contract import State


def count(state: State, depth: int) -> int:
    """The number of sequences of so many moves, chance's moves included; a game that ends earlier counts as one."""
    moves = state.legal()
    if depth == 0 or not moves:
        return 1
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = state.clone()
        after.play(move)
        total += count(after, depth - 1)
    return total
