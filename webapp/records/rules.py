"""The rules by which a recorded game is checked: those of its platform, with the changes that the log states."""

from collections import Counter
from dataclasses import replace

from webapp.game.result import result
from webapp.game.rules import GAME_PRESETS, GameRules
from webapp.game.state import start
from webapp.records.record import Record
from webapp.scoring.rules import RedFives

#: The usual uma of rooms with rules of their own, in thousands: of the first two of four players, and of the first of
#: three. The other places pay it.
_UMA_OF_FOUR = ((0, 0), (10, 5), (15, 5), (20, 10), (30, 10), (30, 20))
_UMA_OF_THREE = (0, 10, 15, 20, 30)
_USUAL_UMA: dict[int, list[tuple[int, ...]]] = {
    4: [(1000 * a, 1000 * b, -1000 * b, -1000 * a) for a, b in _UMA_OF_FOUR],
    3: [(1000 * a, 0, -1000 * a) for a in _UMA_OF_THREE],
}


def rules_of(record: Record) -> GameRules:
    """The rules of a record. If the uma is not known, there is neither uma nor oka."""
    platform = "mahjong_soul" if record.rules.is_mahjong_soul else "tenhou"
    preset = GAME_PRESETS[platform + ("_sanma" if record.players == 3 else "")]
    reds = preset.scoring.red_fives if record.rules.red_fives is None else RedFives(*record.rules.red_fives)
    scoring = preset.scoring
    if (reds, record.rules.open_tanyao) != (scoring.red_fives, scoring.open_tanyao):
        scoring = replace(scoring, red_fives=reds, open_tanyao=record.rules.open_tanyao)
    start_points = _start(record, preset)
    rules = replace(
        preset,
        scoring=scoring,
        rounds=record.rules.rounds,
        start_points=start_points,
        # In rooms of Mahjong Soul that start at 30,000, the totals follow from that number too.
        return_points=start_points if record.rules.is_mahjong_soul else preset.return_points,
        rounding="half_up" if _has_rounded_totals(record) else preset.rounding,
    )
    return rules if not record.rules.other else _rules_of_room(record, rules)


def _rules_of_room(record: Record, rules: GameRules) -> GameRules:
    """The rules with the usual uma that fits the totals of a room with rules of its own; without uma and oka if none
    does."""
    for points in (rules.return_points, rules.start_points):
        for uma in _USUAL_UMA[record.players]:
            fitting = replace(rules, return_points=points, uma=uma)
            if knows_uma(record, fitting):
                return fitting
    return replace(rules, uma=(0,) * record.players, oka_to="nobody")


def knows_uma(record: Record, rules: GameRules) -> bool:
    """Whether the uma of a record is known: as that of its platform, or because it fits the totals of the log."""
    is_fitting = record.final is not None and record.totals == totals_by(rules, record.final)
    return not record.rules.other or is_fitting


def totals_by(rules: GameRules, points: tuple[int, ...]) -> tuple[int, ...]:
    """The totals of players who end a game with these points, in points."""
    return tuple([round(1000 * total) for total in result(replace(start(rules), points=points)).totals])


def _has_rounded_totals(record: Record) -> bool:
    """Whether the totals of the log are whole thousands though the points are not, as at Tenhou until 2021."""
    is_whole = record.totals is not None and not any(total % 1000 for total in record.totals)
    return is_whole and record.final is not None and any(points % 1000 for points in record.final)


def _start(record: Record, preset: GameRules) -> int:
    """The points that a game starts with: the most common ones of the first hand, or the preset's if the log lacks that
    hand."""
    [(points, _)] = Counter(record.first.points).most_common(1)
    is_possible = has_first_hand(record) and points % 100 == 0 and points > 0
    return points if is_possible else preset.start_points


def has_first_hand(record: Record) -> bool:
    """Whether the log begins with the first hand of a game."""
    first = record.hands[0]
    return not first.problem and first.number == first.honba == first.sticks == 0
