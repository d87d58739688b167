"""Reads the JSON of a hand to settle: the winners' hands, or how the hand ended without a win.

All problems are returned together; no error is raised.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple, get_args

from webapp.formats.case import read_case
from webapp.formats.fields import read_number, read_wind, shown
from webapp.formats.rules import read_rules
from webapp.game.rules import GAME_PRESETS, Abortive, tenpai_problems
from webapp.scoring.hand import WinningHand
from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.rules import TENHOU, Rules
from webapp.scoring.settlement import NoWin, settlement_problems, wrong_number_of_winners

MOST_WINNERS = 3
MOST_PAID = 30_000


class SettlementRequest(NamedTuple):
    """The body of a request as read: the winners' hands, or how the hand ended without a win; and all problems."""

    hands: tuple[WinningHand, ...]
    without_win: NoWin | None
    rules: Rules
    problems: tuple[Problem, ...]


def read_settlement(body: object) -> SettlementRequest:
    """Reads a list of cases, which all have the same rules, or how a hand ended without a win::

    {"nagashi_mangan": "S"}, {"nagashi_mangan": ["S", "W"]}, {"draw": "exhaustive", "tenpai": ["E"]},
    {"draw": "four_kans"}, {"chombo": "E"}, each also with "rules"
    """
    if isinstance(body, Mapping):
        return _without_win(body)
    if not isinstance(body, list) or not body:
        return SettlementRequest((), None, TENHOU, (_nothing_to_settle(),))
    if len(body) > MOST_WINNERS:
        return SettlementRequest((), None, TENHOU, (wrong_number_of_winners(len(body), MOST_WINNERS),))
    return _winners(body)


def _nothing_to_settle() -> Problem:
    return problem(
        "",
        Code.BAD_JSON,
        "A list of cases is expected, or an object with nagashi_mangan, draw or chombo.",
    )


def _winners(body: list[object]) -> SettlementRequest:
    cases = [read_case(item) for item in body]
    problems = [
        replace(item, field=f"cases.{i}.{item.field}".removesuffix("."))
        for i, case in enumerate(cases)
        if case.hand is None
        for item in case.problems
    ]
    rules = cases[0].rules
    hands = tuple(case.hand for case in cases if case.hand)
    if any(case.rules != rules for case in cases):
        problems.append(problem("rules", Code.UNKNOWN_RULE, "All cases are scored by the same rules."))
    problems += settlement_problems(hands, [i for i, case in enumerate(cases) if case.hand])
    return SettlementRequest(hands, None, rules, tuple(problems))


# -- without a win ---------------------------------------------------------------------------------

_WAYS = ("nagashi_mangan", "draw", "chombo")


def _without_win(body: Mapping[str, object]) -> SettlementRequest:
    problems: list[Problem] = []
    rules = read_rules("rules", body.get("rules"), problems)
    ways = [way for way in _WAYS if way in body] or ["nagashi_mangan"]
    if len(ways) > 1:
        problems.append(problem(ways[1], Code.CONFLICTING_EVENT, "A hand ends in one way."))
    reader = {"nagashi_mangan": _nagashi, "draw": _draw, "chombo": _chombo}[ways[0]]
    ended = reader(body, rules, problems)
    return SettlementRequest((), ended, rules, tuple(problems))


def _nagashi(body: Mapping[str, object], rules: Rules, problems: list[Problem]) -> NoWin:
    seats = _seats("nagashi_mangan", body.get("nagashi_mangan"), rules, problems)
    if not rules.nagashi_mangan and not problems:
        problems.append(problem("nagashi_mangan", Code.UNKNOWN_RULE, "Nagashi mangan is not in the rules in force."))
    return NoWin("nagashi_mangan", seats)


def _chombo(body: Mapping[str, object], rules: Rules, problems: list[Problem]) -> NoWin:
    return NoWin("chombo", frozenset({_seat("chombo", body.get("chombo"), rules, problems)}))


def _draw(body: Mapping[str, object], rules: Rules, problems: list[Problem]) -> NoWin:
    kind = body.get("draw")
    if kind != "exhaustive":
        return _abortive(kind, problems)
    usual = GAME_PRESETS["house" if rules.players == 4 else "tenhou_sanma"]
    payment = body.get("tenpai_payment", usual.tenpai_payment)
    total = read_number("tenpai_payment", payment, 0, 0, MOST_PAID, problems)
    problems += tenpai_problems(total, rules.players)
    tenpai = body.get("tenpai", [])
    seats = _seats("tenpai", tenpai, rules, problems) if tenpai != [] else frozenset()
    return NoWin("draw", seats, total)


def _abortive(kind: object, problems: list[Problem]) -> NoWin:
    known = ("exhaustive", *get_args(Abortive))
    if kind not in known:
        there_are, text = ", ".join(known), shown(kind)
        problems.append(
            problem("draw", Code.BAD_VALUE, "There is no draw {got}; there are: {known}.", got=text, known=there_are)
        )
    return NoWin("abortive_draw")


def _seats(field: str, value: object, rules: Rules, problems: list[Problem]) -> frozenset[int]:
    """A wind, or a list of them."""
    if not isinstance(value, list):
        return frozenset({_seat(field, value, rules, problems)})
    if not 1 <= len(value) <= rules.players:
        problems.append(problem(field, Code.BAD_WIND, "A wind is one of E, S, W, N."))
        return frozenset()
    return frozenset(_seat(f"{field}.{i}", item, rules, problems) for i, item in enumerate(value))


def _seat(field: str, value: object, rules: Rules, problems: list[Problem]) -> int:
    seat = read_wind(field, value, 0, problems)
    if seat >= rules.players:
        problems.append(problem(field, Code.BAD_WIND, "With three players nobody sits North."))
    return seat
