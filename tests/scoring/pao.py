"""Melds that make somebody liable (pao), and what is asked about them.

The winner sits South unless a test says otherwise. The players they called from are W (1, right), N (2, across) and
E (3, left).
"""

from dataclasses import replace
from typing import Any

from tests.scoring.hands import meld, win
from webapp.scoring.blocks import Meld
from webapp.scoring.rules import TENHOU, Rules
from webapp.scoring.score import score

#: The discarder pays the honba of a ron; tests of `pao_ron_honba` change that.
PER_YAKUMAN = replace(TENHOU, pao_scope="per_yakuman", pao_ron_honba="discarder")
WHOLE_HAND = replace(PER_YAKUMAN, pao_scope="whole_hand")
FOUR_KANS = replace(PER_YAKUMAN, pao=frozenset({"daisangen", "daisuushii", "suukantsu"}))
SEATS = "ESWN"


def liable(line: str, *melds: Meld, rules: Rules = PER_YAKUMAN, **facts: Any) -> dict[str, str]:
    """Who is liable for which yakuman: the seat's wind by the yakuman's key."""
    found = score(win(line, melds=melds, **facts, rules=rules).hand).liabilities
    return {key: SEATS[part.seat] for part in found for key in part.yakuman}


def change(line: str, *melds: Meld, rules: Rules = PER_YAKUMAN, **facts: Any) -> tuple[int, ...]:
    """What E S W N gain or lose."""
    return score(win(line, melds=melds, **facts, rules=rules).hand).deltas


def pon(tile: str, source: int | None) -> Meld:
    return meld("pon", tile[0] * 3 + tile[1], source)


def kan(tile: str, source: int | None = None, *, kind: str = "daiminkan") -> Meld:
    return meld(kind, tile[0] * 4 + tile[1], source)


def ankan(tile: str) -> Meld:
    return kan(tile, kind="ankan")


def kakan(tile: str, source: int) -> Meld:
    """A pon from this player, to which the fourth tile was added."""
    return meld("kakan", tile[0] * 4 + tile[1], source, called=tile, added=tile)


#: The tiles beside three melds of dragons: a sequence and a pair; beside four melds: the pair.
REST = "23m 55m +4m"
PAIR = "9m +9m"
DRAGONS = (pon("5z", 1), pon("6z", 1), pon("7z", 2))
WINDS = (pon("1z", 1), pon("2z", 1), pon("3z", 1), pon("4z", 2))
#: The third dragon from N, then the fourth kan from E: daisangen and four kans.
BOTH = (kan("5z", 1), kan("6z", 1), kan("7z", 2), kan("2s", 3))
