"""Dora: extra han. They are not yaku."""

from typing import NamedTuple

from webapp.scoring.hand import WinningHand
from webapp.scoring.tiles import (
    DORA_OF,
    KINDS,
    NORTH_KIND,
    ONE,
    RED_FIVES,
    Counts,
    Kind,
    Tile,
    count,
    count_of,
    dora_of,
    reds_of,
)


class Pointed(NamedTuple):
    """A dora indicator, the kind that it points to, and how many tiles of that kind the hand has."""

    indicator: Tile
    kind: Kind
    held: int


class Bonus(NamedTuple):
    """The dora of one sort in a hand, and their han."""

    key: str
    han: int
    hand: WinningHand

    @property
    def ja(self) -> str:
        """Its Japanese name."""
        return SORTS[self.key][0]

    @property
    def en(self) -> str:
        """Its English name."""
        return SORTS[self.key][1]

    @property
    def rule(self) -> str:
        """One sentence that says which tiles it counts."""
        return SORTS[self.key][2]

    @property
    def pointed(self) -> tuple[Pointed, ...]:
        """The indicators of this sort, each with the dora that it makes in the hand; empty for red fives and norths."""
        dora, ura = indicators(self.hand)
        return pointed({"dora": dora, "ura_dora": ura}.get(self.key, ()), self.hand)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The red fives, or the norths set aside; empty for the sorts that have indicators."""
        if self.key == "aka_dora":
            return tuple(tile for tile in self.hand.tiles if tile in RED_FIVES)
        return (NORTH_KIND,) * self.hand.nuki if self.key == "nuki_dora" else ()


#: The names of each sort, and which tiles it counts.
SORTS = {
    "dora": ("ドラ", "Dora", "Each tile that a dora indicator points to."),
    "ura_dora": ("裏ドラ", "Ura dora", "Each tile that an ura dora indicator points to, with riichi."),
    "aka_dora": ("赤ドラ", "Red five", "Each red five."),
    "nuki_dora": ("抜きドラ", "North set aside", "Each north set aside, with three players."),
}


#: For each number of players and each indicator, the position of its dora in packed counts, in bits.
_SHIFTS = {players: tuple(3 * kind for kind in points_to) for players, points_to in DORA_OF.items()}


def dora_han(hand: WinningHand, counts: Counts) -> int:
    """The han of all dora of a hand whose tiles are `counts`."""
    han = reds_of(counts)
    if hand.nuki:
        han += hand.nuki
        counts += hand.nuki * ONE[NORTH_KIND]
    dora, ura = indicators(hand)
    shifts = _SHIFTS[hand.table.rules.players]
    for indicator in dora + ura:
        han += counts >> shifts[indicator] & 7
    return han


def bonuses(hand: WinningHand) -> tuple[Bonus, ...]:
    """The dora of a hand, sort by sort; sorts without any are left out.

    A north set aside is a dora by itself, and an indicator can point to it as well. Two equal indicators count every
    tile twice.
    """
    of_dora, of_ura = [sum([each.held for each in pointed(shown, hand)]) for shown in indicators(hand)]
    each = of_dora, of_ura, reds_of(count(hand.tiles)), hand.nuki
    return tuple(Bonus(key, han, hand) for key, han in zip(SORTS, each, strict=True) if han)


def indicators(hand: WinningHand) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """The dora and ura indicators that count: only the first of each without `kan_dora`, no ura without `ura_dora`."""
    table = hand.table
    rules, dora = table.rules, table.dora
    ura = hand.ura if rules.ura_dora else ()
    return (dora, ura) if rules.kan_dora else (dora[:1], ura[:1])


def dora_by_kind(hand: WinningHand) -> tuple[int, ...]:
    """For each kind, how many times the dora indicators of a hand count one tile of it."""
    shown, _ = indicators(hand)
    points_to = [dora_of(indicator, hand.rules.players) for indicator in shown]
    return tuple([points_to.count(kind) for kind in KINDS])


def pointed(indicators: tuple[Tile, ...], hand: WinningHand) -> tuple[Pointed, ...]:
    """These indicators, each with the dora that it makes in a hand, norths set aside included."""
    counts = count(hand.tiles) + hand.nuki * ONE[NORTH_KIND]
    pointers = []
    for indicator in indicators:
        kind = dora_of(indicator, hand.rules.players)
        pointers.append(Pointed(indicator, kind, count_of(counts, kind)))
    return tuple(pointers)
