"""The rules by which a recorded game is checked: those of its platform, with the changes that the log states."""

from collections import Counter
from dataclasses import replace
from typing import Any, Literal

from webapp.game.result import result
from webapp.game.rules import GAME_PRESETS, GameRules
from webapp.game.state import start
from webapp.records.record import Drawn, Record, RecordedHand, StickPaid
from webapp.scoring.payments import STICK
from webapp.scoring.rules import COPIES, PRESETS, RedFives, Rules, preset_of
from webapp.scoring.tiles import RED_OF

#: The usual uma of rooms with rules of their own, in thousands: of the first two of four players, and of the first of
#: three. The other places pay it.
_UMA_OF_FOUR = ((0, 0), (10, 5), (15, 5), (20, 10), (30, 10), (30, 20))
_UMA_OF_THREE = (0, 10, 15, 20, 30)
USUAL_UMA: dict[int, list[tuple[int, ...]]] = {
    4: [(1000 * a, 1000 * b, -1000 * b, -1000 * a) for a, b in _UMA_OF_FOUR],
    3: [(1000 * a, 0, -1000 * a) for a in _UMA_OF_THREE],
}


def rules_of(record: Record) -> GameRules:
    """The rules of a record. If the uma is not known, there is neither uma nor oka."""
    stated = record.rules
    preset = _platform(record)
    start_points = _start(record, preset)
    rules = replace(
        preset,
        scoring=_scoring(record, preset),
        rounds=rounds_of(record, preset),
        start_points=start_points,
        # In rooms of Mahjong Soul that start at 30,000, the totals follow from that number too.
        return_points=start_points if stated.platform == "mahjong_soul" else preset.return_points,
        rounding="half_up" if _has_rounded_totals(record) else preset.rounding,
    )
    rules = replace(rules, **stated.game) if stated.game else rules
    return rules if stated.are_sure else with_usual_uma(record, rules)


def _platform(record: Record) -> GameRules:
    """The rules of the platform."""
    if record.rules.platform == "majiang":
        return replace(GAME_PRESETS["tenhou"], scoring=PRESETS["majiang"])
    return GAME_PRESETS[preset_of(record.rules.platform, record.players)]


def _scoring(record: Record, preset: GameRules) -> Rules:
    """The rules of the hands."""
    stated, scoring = record.rules, preset.scoring
    reds = stated.red_fives or (None if stated.rounds else reds_seen(record))
    changes: dict[str, Any] = dict(stated.hands)
    if reds is not None and reds != scoring.red_fives:
        changes["red_fives"] = RedFives(*reds)
    if stated.open_tanyao != scoring.open_tanyao:
        changes["open_tanyao"] = stated.open_tanyao
    return replace(scoring, **changes) if changes else scoring


def rounds_of(record: Record, rules: GameRules) -> Literal[1, 2, 4]:
    """How many winds were played. If the log does not say it, a wind belongs to the game if it began though a player
    had the goal, if it was played to its last hand, or if the game ended in it below zero."""
    if record.rules.rounds:
        return record.rules.rounds
    hands = [hand for hand in record.hands if not hand.problem]
    winds: tuple[Literal[4, 2], ...] = (4, 2)
    for rounds in winds:
        later = [hand for hand in hands if hand.number >= rounds // 2 * record.players]
        has_goal = any(max(hand.points, default=0) >= rules.goal_points for hand in later)
        is_last = any(hand.number == rounds * record.players - 1 for hand in later)
        if has_goal or is_last or (later and rounds == 2 and _ends_below_zero(later[-1])):
            return rounds
    return 1


def _ends_below_zero(hand: RecordedHand) -> bool:
    """Whether the log has a player below zero after a hand."""
    deltas = (hand.ending and hand.ending.deltas) or ()
    paid = [move.player for move in hand.moves if type(move) is StickPaid]
    after = enumerate(zip(hand.points, deltas, strict=False))
    return any(points + change - STICK * paid.count(player) < 0 for player, (points, change) in after)


def reds_seen(record: Record) -> RedFives:
    """The red fives of a log that does not state them: one of each if there are any, or the number that is seen in a
    hand, but no more than the plain fives leave."""
    fewest, most = [0] * 3, [COPIES] * 3
    for hand in record.hands:
        tiles = [tile for dealt in hand.tiles if dealt for tile in dealt]
        tiles += [move.tile for move in hand.moves if type(move) is Drawn and move.tile is not None]
        for suit, (five, red) in enumerate(RED_OF.items()):
            fewest[suit] = max(fewest[suit], tiles.count(red))
            most[suit] = min(most[suit], COPIES - tiles.count(five))
    usual = 1 if any(fewest) or not record.hands else 0
    return RedFives(*[min(max(usual, low), max(high, low)) for low, high in zip(fewest, most, strict=True)])


def with_usual_uma(record: Record, rules: GameRules) -> GameRules:
    """The rules with the usual uma that fits the totals of a log whose rules are not known; without uma and oka if none
    does."""
    for points in (rules.return_points, rules.start_points):
        for uma in USUAL_UMA[record.players]:
            fitting = replace(rules, return_points=points, uma=uma)
            if knows_uma(record, fitting):
                return fitting
    return replace(rules, uma=(0,) * record.players, oka_to="nobody")


def knows_uma(record: Record, rules: GameRules) -> bool:
    """Whether the uma of a record is known: as that of its platform, or because it fits the totals of the log."""
    is_fitting = record.final is not None and record.totals == totals_by(rules, record.final)
    return record.rules.are_sure or is_fitting


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
    if not record.first.points:
        return preset.start_points
    [(points, _)] = Counter(record.first.points).most_common(1)
    is_possible = has_first_hand(record) and points % 100 == 0 and points > 0
    return points if is_possible else preset.start_points


def has_first_hand(record: Record) -> bool:
    """Whether the log begins with the first hand of a game."""
    first = record.hands[0]
    return not first.problem and first.number == first.honba == first.sticks == 0
