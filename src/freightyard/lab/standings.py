"""What the games of a ladder say of its bots: shares of the wins, ratings, and how long their turns were."""

from collections.abc import Iterable
from typing import Any

import msgspec

from freightyard.lab.ladder import Ladder, LadderGame
from freightyard.lab.stats import share as estimate_share


class BotStanding(msgspec.Struct, frozen=True, kw_only=True):
    """What the games say of one bot. Shares are of the wins a seat could have; `fair` is what chance alone would give."""

    bot: str
    games: int
    share: float
    low: float
    high: float
    fair: float
    score: float
    rating: float | None
    deviation: float | None
    slowest: float
    playouts: float
    turns: int
    late: int
    overspent: int
    seconds: float  # a turn, in the mean
    processor: float  # of them, those in which the bot was really at work


def standings(ladder: Ladder, played: Iterable[LadderGame]) -> list[BotStanding]:
    """A line for each bot, the best first."""
    games = sorted(played, key=lambda one: one.number)
    ratings = rated(games)
    found = []
    for bot in dict.fromkeys(ladder.bots):
        # Several seats of one game are not independent, so the game is what is counted.
        shares = [share_of(one, bot) for one in games if bot in one.players]
        if not shares:
            continue
        won = estimate_share(sum(shares), len(shares))
        seats = [(one, seat) for one in games for seat, player in enumerate(one.players) if player == bot]
        rating = ratings.get(bot) if ratings is not None else None
        turns = sum([one.turns[seat] for one, seat in seats if one.turns])
        found.append(
            BotStanding(
                bot=bot,
                games=len(shares),
                share=won.mean,
                low=won.low,
                high=won.high,
                fair=1 / ladder.seats,
                score=sum([one.scores[seat] for one, seat in seats]) / len(seats),
                rating=rating[0] if rating else None,
                deviation=rating[1] if rating else None,
                slowest=max([one.slowest[seat] for one, seat in seats]),
                playouts=sum([one.playouts[seat] for one, seat in seats if one.playouts]) / len(seats),
                turns=turns,
                late=sum([one.late[seat] for one, seat in seats if one.late]),
                overspent=sum([one.overspent[seat] for one, seat in seats if one.overspent]),
                seconds=sum([one.seconds[seat] for one, seat in seats if one.seconds]) / max(1, turns),
                processor=sum([one.processor[seat] for one, seat in seats if one.processor]) / max(1, turns),
            )
        )
    found.sort(key=lambda one: -one.share)
    return found


def share_of(played: LadderGame, bot: str) -> float:
    """The part of the win that one seat of a bot had, in the mean of its seats; a shared win counts in parts."""
    seats = [seat for seat, player in enumerate(played.players) if player == bot]
    return sum([seat in played.winners for seat in seats]) / len(played.winners) / len(seats)


def rated(games: Iterable[LadderGame]) -> dict[str, tuple[float, float]] | None:
    """Ratings by openskill's Plackett–Luce model, game by game; None where it is not installed."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return None
    model = PlackettLuce()
    ratings: dict[str, Any] = {}
    for one in games:
        for bot in one.players:
            ratings.setdefault(bot, model.rating(name=bot))
        teams = [[ratings[bot]] for bot in one.players]
        # Ranks by score; winners stand before those who tied with them and lost the tie-break.
        ranks = [
            0.0 if seat in one.winners else 1.0 + sum([score > own for score in one.scores])
            for seat, own in enumerate(one.scores)
        ]
        after = model.rate(teams, ranks=ranks)
        for bot in dict.fromkeys(one.players):
            new = [team[0] for team, player in zip(after, one.players, strict=True) if player == bot]
            ratings[bot] = model.rating(
                mu=sum([rating.mu for rating in new]) / len(new), sigma=sum([rating.sigma for rating in new]) / len(new), name=bot
            )
    return {bot: (float(rating.mu), float(rating.sigma)) for bot, rating in ratings.items()}
