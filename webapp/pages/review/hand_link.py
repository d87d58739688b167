"""The address of one judged hand: every player's tiles and moves, the rules, and whose discards are judged.

It has no names, and it opens without the log.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from urllib.parse import urlencode

from webapp.formats.fields import read_number
from webapp.formats.record import hand_text, read_hand, stated_rules
from webapp.game.events import Player
from webapp.pages.review.chosen_rules import chosen_field, read_chosen_field
from webapp.records.check import CheckedHand, Review, checked
from webapp.records.record import LogError, LogRules, Record
from webapp.scoring.problems import Problem

#: How the names of fields begin that stand for rules.
_RULES = ("rules", "rule.", "game.")


def hand_link(hand: CheckedHand, player: Player, day: date | None) -> str:
    """The query of the address, with the day of the game if it is known."""
    text = hand_text(replace(hand.recorded, stated=()))
    known = {"day": day.isoformat()} if day else {}
    return f"seat={player}&{chosen_field(hand.rules)}&{urlencode({**known, 'hand': text})}"


def read_hand_link(given: Mapping[str, str], problems: list[Problem]) -> tuple[Review, Player] | None:
    """The review of the hand of an address, and the player; None if there are problems."""
    try:
        hand = read_hand(given.get("hand", ""))
    except LogError as error:
        problems.append(replace(error.problem(), field="hand"))
        return None
    players = len(hand.tiles)
    record = Record("agari", ("",) * players, LogRules(), (hand,))
    fields = {name: value for name, value in given.items() if name.startswith(_RULES)}
    rules = read_chosen_field(urlencode(fields), record, problems, [])
    seat = read_number("seat", given.get("seat"), 0, 0, players - 1, problems)
    review = checked(replace(record, rules=stated_rules(rules)) if rules else record)
    problems += review.problems
    return None if problems else (review, seat)
