"""Reads the stored summaries of finished games into counts. `outputs.summaries` writes them."""

from webapp.groups import Count
from webapp.store import Summary


def count_of(summary: Summary) -> Count:
    """The counts of a summary."""
    counters = {**summary.counters}
    hands = tuple((seq, points) for seq, points in counters.pop("hands_by_tiles", ()))
    yaku = counters.pop("yaku", {})
    return Count(summary.rank, summary.total, summary.points, counters, yaku, hands)
