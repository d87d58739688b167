"""The counts of a finished game, as summaries for the store and back."""

from webapp.game import Game
from webapp.groups import Count, counts_of
from webapp.store import Summary


def count_of(summary: Summary) -> Count:
    """The counts of a summary."""
    counters = {**summary.counters}
    hands = tuple((seq, points) for seq, points in counters.pop("hands_by_tiles", ()))
    yaku = counters.pop("yaku", {})
    return Count(summary.rank, summary.total, summary.points, counters, yaku, hands)


def summaries_of(game: Game) -> tuple[Summary, ...]:
    """The summary of each player; empty for a game that is not over."""
    return tuple(map(_summary, counts_of(game) or ()))


def _summary(count: Count) -> Summary:
    counters: dict[str, object] = {**count.counters}
    if count.hands:
        counters |= {"hands_by_tiles": [list(hand) for hand in count.hands], "yaku": {**count.yaku}}
    return Summary(count.rank, count.total, count.points, counters)
