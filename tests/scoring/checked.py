"""Hands that are checked, and what is found wrong with them."""

from dataclasses import replace
from typing import Any

from tests.scoring.hands import but, is_complete, win
from webapp.scoring.checks import problems
from webapp.scoring.rules import PRESETS, TENHOU, Rules

SANMA = PRESETS["tenhou_sanma"]
CLOSED = "123m 456p 789s 345s 2p +2p"
OPEN = "(123m) 456p 789s 345s 2p +2p"
ANKAN = "[1111m] 456p 789s 345s 2p +2p"
KAN = "(1111m) 456p 789s 345s 2p +2p"
PON = "(111m) 456p 789s 345s 2p +2p"

LOCAL = "local_yaku=open_riichi,tsubame_gaeshi,kanfuri,paarenchan,ishi_no_ue_nimo_sannen renhou=mangan"
CONFLICT = [("flags", "conflicting_flags")]

#: Field and code of each problem.
Found = list[tuple[str, str]]


def found(line: str, rules: Rules | None = None, **facts: Any) -> Found:
    hand = win(line, **facts).hand
    wrong = problems(but(hand, rules=rules or hand.rules))
    assert all(is_complete(item.message) for item in wrong)
    return [(item.field, item.code) for item in wrong]


def rules(**switches: Any) -> Rules:
    return replace(TENHOU, **switches)
