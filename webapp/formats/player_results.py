"""The counts of a finished game, as the results that the store keeps of each player, and back."""

from webapp.game.log import Game
from webapp.groups import Count, counts_of
from webapp.store import PlayerResult


def count_of(result: PlayerResult) -> Count:
    """The counts of a result."""
    counters = {**result.counters}
    hands = tuple((seq, points) for seq, points in counters.pop("hands_by_tiles", ()))
    yaku = counters.pop("yaku", {})
    return Count(result.rank, result.total, result.points, counters, yaku, hands)


def player_results(game: Game) -> tuple[PlayerResult, ...]:
    """The result of each player; empty for a game that is not over."""
    return tuple(map(_result, counts_of(game) or ()))


def _result(count: Count) -> PlayerResult:
    counters: dict[str, object] = {**count.counters}
    if count.hands:
        counters |= {"hands_by_tiles": [list(hand) for hand in count.hands], "yaku": {**count.yaku}}
    return PlayerResult(count.rank, count.total, count.points, counters)
