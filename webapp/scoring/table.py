"""The table: the situation in which a hand is played. The same value serves an entry, a won hand and a game.

Seats are 0–3, East to North, in turn order; winds are seats too. Another player is a number seen from the player
whose hand it is: 1 right (下家), 2 across (対面), 3 left (上家); with three players 2 is left.
"""

from dataclasses import dataclass, replace

from webapp.scoring.rules import TENHOU, Rules
from webapp.scoring.tiles import Tile

#: The names of the seats and of the winds, as forms, addresses and JSON have them.
WIND_NAMES = "ESWN"
#: The seat of a discarder who has not been named.
UNNAMED = len(WIND_NAMES)

MOST_INDICATORS = 5
#: The largest number of honba, and of riichi sticks, that is accepted.
MOST_STICKS = 99


@dataclass(frozen=True, slots=True)
class Table:
    """The situation of a hand: round wind, the player's seat, honba, riichi sticks on the table (the player's own
    included), dora indicators, rules.

    `kyoku` is the number of the hand in its round, from 1: South 3 is the third hand of the South round. No points
    depend on it. `discarder` is the player who dealt in, 1–3 seen from the winner; 0 if not named yet. Only a ron uses
    it.
    """

    round: int = 0
    seat: int = 1
    honba: int = 0
    sticks: int = 0
    dora: tuple[Tile, ...] = ()
    discarder: int = 1
    rules: Rules = TENHOU
    kyoku: int = 1

    def seat_of(self, other: int) -> int:
        """The seat of another player, 1–3 seen from this one."""
        return (self.seat + other) % self.rules.players

    @property
    def round_name(self) -> str:
        """The letter of the round wind: E, S, W or N."""
        return WIND_NAMES[self.round]

    @property
    def discarder_seat(self) -> int:
        """The seat of the player who dealt in; `UNNAMED` if not named yet."""
        return self.seat_of(self.discarder) if self.discarder else UNNAMED

    def seen_from(self, seat: int) -> "Table":
        """The table as the player in another seat sees it. The discarder keeps their seat."""
        discarder = (self.discarder_seat - seat) % self.rules.players or 1 if self.discarder else 0
        return replace(self, seat=seat, discarder=discarder)


#: The table if nothing is known about it: East round, South seat, tenhou's rules.
PLAIN_TABLE = Table()
