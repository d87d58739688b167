"""The rules by which a log is to be checked, where somebody chose them: in the JSON of the API, or in a form.

Rules that cannot be used are problems; what is said of rules that are used in another way are notices.
"""

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import parse_qsl, urlencode

from webapp.formats.rules import game_rules_fields, read_game_rules, read_game_rules_fields
from webapp.game.rules import GAME_PRESETS, GameRules
from webapp.language.words import CHOICES, GAME_CHOICES, N_
from webapp.records.explain import Explanation
from webapp.records.record import Record
from webapp.records.rules import has_first_hand, reds_seen, rounds_of, rules_of
from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.rules import preset_of


def read_chosen(value: object, record: Record, problems: list[Problem], notices: list[Problem]) -> GameRules | None:
    """Reads rules as `POST /api/game` takes them; None for null: what the log names. Without `rounds` the game is as
    long as its log says."""
    if value is None:
        return None
    wrong: list[Problem] = []
    rules = read_game_rules("rules", value, wrong)
    has_rounds = isinstance(value, Mapping) and "rounds" in value
    fitting = _fitting(rules, record, wrong, notices, has_rounds=has_rounds)
    problems += wrong
    return fitting


def read_chosen_field(text: str, record: Record, problems: list[Problem], notices: list[Problem]) -> GameRules | None:
    """Reads the field of a form: empty for what the log names, a preset, or the part of an address that stands for
    rules, such as ``rules=wrc&game.goal_points=0``."""
    if not text:
        return None
    given = dict(parse_qsl(text)) if "=" in text else {"rules": text}
    wrong: list[Problem] = []
    rules = read_game_rules_fields(given, wrong)
    fitting = _fitting(rules, record, wrong, notices, has_rounds="game.rounds" in given)
    problems += wrong
    return fitting


def chosen_field(rules: GameRules) -> str:
    """The field of a form for rules."""
    return urlencode({"rules": rules.preset, "game.rounds": rules.rounds, **game_rules_fields(rules)})


def value_word(one: Explanation) -> str:
    """The word for the value of a switch that explains a difference."""
    if isinstance(one.value, frozenset):
        return N_("all") if one.value else N_("none")
    words = CHOICES if one.is_of_hands else GAME_CHOICES.get(one.switch.name, {})
    value = one.switch.to_text(one.value)
    return next((word for choice, word in words.items() if str(choice) == value), value)


def _fitting(
    rules: GameRules, record: Record, wrong: list[Problem], notices: list[Problem], *, has_rounds: bool
) -> GameRules | None:
    """The rules for a record; None if some are wrong.

    A preset for another number of players stands for its version with as many as the log has. Rules without red fives
    count those of a log that has some. The points at the start are those of the log.
    """
    if not wrong and rules.players != record.players:
        name = preset_of(rules.preset, record.players)
        values = {"players": rules.players, "got": record.players}
        if name in GAME_PRESETS and rules == GAME_PRESETS[rules.preset]:
            rules = GAME_PRESETS[name]
            text = N_("These rules are for {players} players, and the log has {got}: their version for {got} is used.")
            notices.append(problem("rules", Code.UNKNOWN_RULE, text, **values))
        else:
            text = N_("These rules are for {players} players, and the log has {got}.")
            wrong.append(problem("rules", Code.UNKNOWN_RULE, text, **values))
    if wrong:
        return None
    if not any(rules.scoring.red_fives) and any(reds_seen(record)):
        text = N_("These rules have no red fives, and the log has some: they count as in the log.")
        notices.append(problem("rules", Code.UNKNOWN_RULE, text))
        reds = rules_of(record).scoring.red_fives
        rules = replace(rules, scoring=replace(rules.scoring, red_fives=reds))
    rules = _moved(rules, record, notices)
    return rules if has_rounds else replace(rules, rounds=rounds_of(record, rules))


def _moved(rules: GameRules, record: Record, notices: list[Problem]) -> GameRules:
    """The rules with the points at the start of the log. What they compare with those of a game moves by as much, so
    that the totals still add up."""
    points = {*record.hands[0].points} if has_first_hand(record) else set()
    if len(points) != 1 or points == {rules.start_points}:
        return rules
    (start,) = points
    text = N_(
        "By these rules a game begins with {start} points, and the log begins with {got}: its start counts, and the"
        " return and the goal are moved by the difference."
    )
    notices.append(problem("rules", Code.UNKNOWN_RULE, text, start=f"{rules.start_points:,}", got=f"{start:,}"))
    moved = ("return_points", "goal_points", "ceiling_points")
    more = start - rules.start_points
    goals = {name: max(0, getattr(rules, name) + more) for name in moved if getattr(rules, name)}
    return replace(rules, start_points=start, **goals)
