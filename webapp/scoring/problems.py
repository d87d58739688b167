"""Problems: what is wrong with an input. They are values, and a check returns all of them together.

Other modules decide what is a problem; this one only says what a problem looks like.
"""

import dataclasses
from dataclasses import dataclass
from enum import StrEnum


class Code(StrEnum):
    """The kind of a problem, for programs that use the JSON API. A code can be added, never renamed."""

    BAD_JSON = "bad_json"
    BAD_NOTATION = "bad_notation"
    BAD_VALUE = "bad_value"
    BAD_NUMBER = "bad_number"
    BAD_WIND = "bad_wind"
    BAD_PLAYER_TILE = "bad_player_tile"
    WRONG_COUNT = "wrong_count"
    FIFTH_TILE = "fifth_tile"
    TOO_MANY_REDS = "too_many_reds"
    MISSING_RED = "missing_red"
    TOO_MANY_INDICATORS = "too_many_indicators"
    NOT_A_MELD = "not_a_meld"
    NEEDS_CLOSED = "needs_closed"
    NEEDS_RIICHI = "needs_riichi"
    CONFLICTING_FLAGS = "conflicting_flags"
    UNKNOWN_FLAG = "unknown_flag"
    UNKNOWN_RULE = "unknown_rule"
    NOT_WINNING = "not_winning"
    NO_YAKU = "no_yaku"
    BAD_PLAYER = "bad_player"
    UNKNOWN_EVENT = "unknown_event"
    NO_SUCH_EVENT = "no_such_event"
    TOO_MANY_EVENTS = "too_many_events"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOT_LAST = "not_last"
    NOTHING_TO_REDO = "nothing_to_redo"
    LATER_EVENT = "later_event"
    GAME_IS_OVER = "game_is_over"
    ALREADY_RIICHI = "already_riichi"
    NO_RIICHI = "no_riichi"
    TOO_FEW_POINTS = "too_few_points"
    RIICHI_IS_TENPAI = "riichi_is_tenpai"
    RIICHI_DIFFERS = "riichi_differs"
    CONFLICTING_EVENT = "conflicting_event"
    NO_SUCH_WORTH = "no_such_worth"
    UNKNOWN_FORMAT = "unknown_format"
    BROKEN_LOG = "broken_log"
    HIDDEN_TILES = "hidden_tiles"
    OTHER_RULES = "other_rules"
    TOO_LARGE = "too_large"
    NEEDS_UPDATE = "needs_update"
    #: The last of a list that was cut short: it says how many problems are not listed.
    MORE_PROBLEMS = "more_problems"
    #: The request itself is refused; its case is not looked at.
    REFUSED = "refused"


@dataclass(frozen=True)
class Problem:
    """One problem: the field, a code, and a message with places for the values."""

    field: str
    code: Code
    text: str
    values: dict[str, object] = dataclasses.field(hash=False)

    @property
    def message(self) -> str:
        """The message in English."""
        return self.text.format(**self.values)


def problem(field: str, code: Code, text: str, **values: object) -> Problem:
    """A `Problem`; `text` is a message of the catalogue."""
    return Problem(field, code, text, values)
