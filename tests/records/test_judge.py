"""The judgement of a discard by what it leads to."""

from webapp.entry import Entry
from webapp.records.judge import judged
from webapp.records.replay import Decision
from webapp.scoring.notation import parse_tiles
from webapp.scoring.table import Table
from webapp.scoring.tiles import TileSet


def decision(hand: str, discarded: str) -> Decision:
    (tile,) = parse_tiles(discarded)
    holding = Entry(tiles=parse_tiles(hand), table=Table(seat=0)).holding()
    return Decision(0, 1, 0, 10, holding, tile, False, TileSet(0), frozenset(), 0, False)


def test_a_judgement_names_all_discards_that_are_as_good_as_the_best() -> None:
    guests = judged(decision("123789m456p78s234z", "7s"))
    assert {guests.best, *guests.equal} == {*parse_tiles("234z")}
    one_of_them = judged(decision("123789m456p78s234z", "3z"))
    assert (one_of_them.best, one_of_them.equal) == (parse_tiles("3z")[0], parse_tiles("24z"))
