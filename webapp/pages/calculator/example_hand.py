"""The example of the empty page: a hand that can be won by any rules, and what it is worth."""

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from webapp.entry import Entry
from webapp.pages.calculator.answer import result_of
from webapp.scoring.hand import Flag
from webapp.scoring.notation import parse_tiles
from webapp.scoring.rules import RULES_KEPT, Rules
from webapp.scoring.table import PLAIN_TABLE, Table

#: The hand, the winning tile last, its dora and ura indicators; with three players there are no 2–8 of characters.
_HAND, _DORA, _URA = "234567m345p2267s8s", "1s", "4p"
_HAND_OF_THREE = "99m234567p34578s6s"


class Example(NamedTuple):
    """An entry and its points."""

    entry: Entry
    points: int

    def at(self, table: Table) -> Entry:
        """The entry at a table by the same rules, won from the same seat."""
        own = self.entry.table
        return replace(self.entry, table=replace(table, seat=own.seat, dora=own.dora))


@lru_cache(RULES_KEPT)
def example_of(rules: Rules) -> Example | None:
    """The example by these rules; None if all fives of its suits are red."""
    entry = Entry(
        tiles=parse_tiles(_HAND if rules.players > len("ESW") else _HAND_OF_THREE),
        table=replace(PLAIN_TABLE, rules=rules, dora=parse_tiles(_DORA)),
        ura=parse_tiles(_URA),
        by="tsumo",
        flags=frozenset({Flag.RIICHI}),
    )
    wins = result_of(entry, ()).wins
    return Example(entry, wins[0].best.points) if wins else None
