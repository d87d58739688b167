"""A winning hand as it lies on the table, and the circumstances of the win.

It may be illegal: `checks` says what is wrong with it.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.rules import RULES_KEPT, SWITCHES, Rules
from webapp.scoring.table import PLAIN_TABLE, Table
from webapp.scoring.tiles import Tile

_ANKAN = MeldType.ANKAN


class Flag(StrEnum):
    """The circumstances of a win that the tiles do not show."""

    RIICHI = "riichi"
    DOUBLE_RIICHI = "double_riichi"
    IPPATSU = "ippatsu"
    RINSHAN = "rinshan"
    CHANKAN = "chankan"
    HAITEI = "haitei"
    HOUTEI = "houtei"
    TENHOU = "tenhou"
    CHIIHOU = "chiihou"
    RENHOU = "renhou"
    OPEN_RIICHI = "open_riichi"
    TSUBAME_GAESHI = "tsubame_gaeshi"
    KANFURI = "kanfuri"
    PAARENCHAN = "paarenchan"
    ISHI_NO_UE_NIMO_SANNEN = "ishi_no_ue_nimo_sannen"


#: Riichi of any sort.
RIICHI_FLAGS = frozenset({Flag.RIICHI, Flag.DOUBLE_RIICHI, Flag.OPEN_RIICHI})


@lru_cache(RULES_KEPT)
def flags_of(rules: Rules) -> tuple[Flag, ...]:
    """The flags that mean something by these rules: renhou and those of local yaku only where the rules name them."""
    named = {"renhou"} if rules.renhou != "off" else set()
    optional = {"renhou", *SWITCHES["local_yaku"].choices} - named - rules.local_yaku
    return tuple(flag for flag in Flag if flag.value not in optional)


@dataclass(frozen=True, slots=True)
class WinningHand:
    """A hand that a player declares won: tiles, melds, the table, and how it was won.

    `concealed` is without the winning tile and without melds. `nuki` is the number of norths set aside. `nth_ron` is
    2 or 3 for the second and third winner on one discard. `liable` says who is liable (pao) where the melds do not
    show it: 0 nobody, else a player seen from the winner, as `table.discarder`.
    """

    concealed: tuple[Tile, ...]
    win: Tile
    is_tsumo: bool = True
    melds: tuple[Meld, ...] = ()
    table: Table = PLAIN_TABLE
    flags: frozenset[Flag] = frozenset()
    ura: tuple[Tile, ...] = ()
    nuki: int = 0
    nth_ron: int = 1
    liable: int | None = None

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.table.rules

    @property
    def is_closed(self) -> bool:
        """Menzen: no meld but concealed kans."""
        return not self.melds or all(meld.type is _ANKAN for meld in self.melds)

    @property
    def is_dealer(self) -> bool:
        """The winner sits East."""
        return self.table.seat == 0

    @property
    def has_riichi(self) -> bool:
        """Riichi of any sort was declared."""
        return not self.flags.isdisjoint(RIICHI_FLAGS)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles of the hand: concealed, the winning tile, the melds."""
        return (*self.concealed, self.win, *(tile for meld in self.melds for tile in meld.tiles))
