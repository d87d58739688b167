"""Several winners on one discard. West discards unless a test says otherwise, so the first in turn is North, then East,
then South.
"""

from dataclasses import replace
from typing import Any

from tests.scoring.hands import all_by, win
from webapp.scoring.hand import WinningHand
from webapp.scoring.rules import TENHOU, Rules
from webapp.scoring.settlement import Settlement, settle, settlement_problems

E, S, W, N = range(4)
#: By seat: South 2,000 (with riichi), North 1,000 (open), East 5,800 (30 fu 3 han, with riichi).
LINES = {
    S: "123m 456p 789s 34s 55p +5s riichi",
    N: "(555z) 123m 456p 34s 88s +5s",
    E: "234m 456p 678s 34s 66p +5s riichi",
}
POINTS = {S: 2000, N: 1000, E: 5800}
ONE, TWO, THREE = (replace(TENHOU, multiple_ron=most) for most in (1, 2, 3))


def winner(seat: int, discarder: int = W, players: int = 4, **facts: Any) -> WinningHand:
    return win(LINES[seat], seat=seat, discarder=(discarder - seat) % players, **facts).hand


def won(settled: Settlement) -> list[int]:
    return [one.hand.table.seat for one in settled.wins]


def left_out(settled: Settlement) -> list[int]:
    return [one.hand.table.seat for one in settled.bumped]


def settled(*seats: int, rules: Rules, **facts: Any) -> Settlement:
    hands = [winner(seat, **facts) for seat in seats]
    assert settlement_problems(all_by(rules, hands)) == ()
    return settle(all_by(rules, hands))
