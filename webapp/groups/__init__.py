"""The figures of a group, worked out from its finished games. The games themselves know nothing of groups.

A finished game is counted once for each player: rank, total and counters. The standings and statistics of a group are
sums over these counts. The modules build on one another in this order::

    members, counts → figures, standings

    members     names of members; who may play together
    counts      a finished game counted for each player
    figures     a member's statistics: sums of counts, and rates with their intervals
    standings   the table of a season
"""

from webapp.groups.counts import TENTHS, TWELFTHS, Count, counts_of
from webapp.groups.figures import Figures, Rate, figures_of
from webapp.groups.members import (
    MOST_MEMBERS,
    matched,
    named_like,
    read_names,
    seated_by_name,
    seats_problems,
    sitting_out,
)
from webapp.groups.standings import ORDERS, Row, Sums, standings

__all__ = [
    "MOST_MEMBERS",
    "ORDERS",
    "TENTHS",
    "TWELFTHS",
    "Count",
    "Figures",
    "Rate",
    "Row",
    "Sums",
    "counts_of",
    "figures_of",
    "matched",
    "named_like",
    "read_names",
    "seated_by_name",
    "seats_problems",
    "sitting_out",
    "standings",
]
