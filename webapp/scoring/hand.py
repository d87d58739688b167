"""A hand that a player declares won, and the circumstances of the win.

The hand may be illegal; `checks` finds out.
"""

from dataclasses import dataclass
from functools import lru_cache

from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.key_enum import Key
from webapp.scoring.rules import RULES_KEPT, SWITCHES, Rules
from webapp.scoring.table import PLAIN_TABLE, Table
from webapp.scoring.tiles import Tile

_ANKAN = MeldType.ANKAN


class Flag(Key):
    """Circumstances of a win that the tiles do not show."""

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


#: The flags that a flag replaces: of riichi the other sorts (double riichi can also be open), of tenhou chiihou.
IN_PLACE_OF = {
    Flag.RIICHI: frozenset({Flag.DOUBLE_RIICHI, Flag.OPEN_RIICHI}),
    Flag.DOUBLE_RIICHI: frozenset({Flag.RIICHI}),
    Flag.OPEN_RIICHI: frozenset({Flag.RIICHI}),
    Flag.TENHOU: frozenset({Flag.CHIIHOU}),
    Flag.CHIIHOU: frozenset({Flag.TENHOU}),
}


@lru_cache(RULES_KEPT)
def flags_of(rules: Rules) -> tuple[Flag, ...]:
    """The flags that these rules use. Renhou and those of local yaku must be switched on."""
    named = {"renhou"} if rules.renhou != "off" else set()
    optional = {"renhou", *SWITCHES["local_yaku"].choices} - named - rules.local_yaku
    return tuple(flag for flag in Flag if flag.value not in optional)


@dataclass(frozen=True, slots=True)
class WinningHand:
    """A hand that a player declares won: tiles, melds, the table, and how it was won.

    `concealed` has neither the winning tile nor melds. `nuki` is the number of norths set aside. `nth_ron` is 2 or 3
    for the second and third winner on one discard. `liable` is the liable player (pao) if the melds do not show it:
    0 for nobody, else 1–3 seen from the winner.
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
        """Menzen (門前): there is no meld, or only concealed kans."""
        return not self.melds or all(meld.type is _ANKAN for meld in self.melds)

    @property
    def is_dealer(self) -> bool:
        """Whether the winner sits East."""
        return self.table.seat == 0

    @property
    def has_riichi(self) -> bool:
        """Whether riichi of any sort was declared."""
        return not self.flags.isdisjoint(RIICHI_FLAGS)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles: concealed, the winning tile, melds. Norths set aside are not among them."""
        return (*self.concealed, self.win, *(tile for meld in self.melds for tile in meld.tiles))
