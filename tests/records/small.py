"""A log of one short hand in the JSON of tenhou.net/6, written by hand."""

from collections.abc import Sequence

from webapp.records.record import Record
from webapp.records.tenhou6 import read_tenhou6

#: The draws and the discards of a player.
Row = tuple[list[int], list[object]]

DEALT = (
    [11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 24],
    [11, 12, 13, 14, 15, 16, 17, 18, 19, 25, 26, 27, 28],
    [21, 22, 23, 24, 25, 26, 27, 28, 29, 31, 32, 33, 34],
    [31, 32, 33, 34, 35, 36, 37, 38, 39, 42, 43, 44, 45],
)
ONE_WIND: list[Row] = [([41], [60])] * 4
#: Two players who win on the same tile, and the discard of the first dealer.
TWO_WAIT = (
    [11, 11, 12, 12, 18, 18, 19, 19, 29, 29, 41, 42, 43],
    [12, 13, 14, 15, 16, 17, 22, 23, 24, 25, 25, 34, 35],
    [12, 13, 14, 15, 16, 17, 26, 27, 28, 28, 28, 34, 35],
    [21, 21, 22, 22, 31, 31, 32, 32, 38, 38, 39, 39, 44],
)


def small_log(
    *moves: Row, end: Sequence[object], disp: str, dealt: Sequence[list[int]] = DEALT, points: int = 25000
) -> dict[str, object]:
    """The log of East 1: the draws and discards of the first players, and how it ends."""
    rows = [*moves, *[([], [])] * (4 - len(moves))]
    hand: list[object] = [[0, 0, 0], [points] * 4, [37], []]
    hand += [part for tiles, (takes, gives) in zip(dealt, rows, strict=True) for part in (tiles, takes, gives)]
    return {"name": [*"ABCD"], "rule": {"disp": disp}, "log": [[*hand, [*end]]]}


def small(
    *moves: Row,
    end: Sequence[object] = ("四風連打",),
    disp: str = "般南喰赤",
    dealt: Sequence[list[int]] = DEALT,
    points: int = 25000,
    sc: Sequence[object] | None = None,
) -> Record:
    """The record of such a log, with points and totals in turn at the end."""
    log = small_log(*moves, end=end, disp=disp, dealt=dealt, points=points)
    reading = read_tenhou6([log | ({} if sc is None else {"sc": [*sc]})])
    assert reading.problems == ()
    assert reading.record
    return reading.record
