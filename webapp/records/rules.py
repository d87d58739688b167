"""The rules by which a recorded game is checked: those of its platform, with the changes that the log states."""

from collections import Counter
from dataclasses import replace

from webapp.game.rules import GAME_PRESETS, GameRules
from webapp.records.record import Record
from webapp.scoring.rules import RedFives


def rules_of(record: Record) -> GameRules:
    """The rules of a record."""
    platform = "mahjong_soul" if record.rules.is_mahjong_soul else "tenhou"
    preset = GAME_PRESETS[platform + ("_sanma" if record.players == 3 else "")]
    reds = preset.scoring.red_fives if record.rules.red_fives is None else RedFives(*record.rules.red_fives)
    scoring = preset.scoring
    if (reds, record.rules.open_tanyao) != (scoring.red_fives, scoring.open_tanyao):
        scoring = replace(scoring, red_fives=reds, open_tanyao=record.rules.open_tanyao)
    return replace(preset, scoring=scoring, rounds=record.rules.rounds, start_points=_start(record, preset))


def _start(record: Record, preset: GameRules) -> int:
    """The points that a game starts with: the most common ones of the first hand, or the preset's if the log lacks that
    hand."""
    [(points, _)] = Counter(record.hands[0].points).most_common(1)
    is_possible = has_first_hand(record) and points % 100 == 0 and points > 0
    return points if is_possible else preset.start_points


def has_first_hand(record: Record) -> bool:
    """Whether the log begins with the first hand of a game."""
    first = record.hands[0]
    return first.number == first.honba == first.sticks == 0
