"""The summaries that are kept of finished games → what they count. `outputs.summaries` writes them."""

from webapp.groups import Count
from webapp.store import Summary


def count_of(summary: Summary) -> Count:
    """What a summary counts."""
    counters = {**summary.counters}
    hands = tuple((seq, points) for seq, points in counters.pop("hands_by_tiles", ()))
    yaku = counters.pop("yaku", {})
    return Count(summary.rank, summary.total, summary.points, counters, yaku, hands)
