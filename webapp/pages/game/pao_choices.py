"""The players who may be liable (pao) for a yakuman entered without its tiles. Only the players know
who is liable, so the page asks."""

from dataclasses import dataclass

from webapp.game.events import Entered, LiablePlayer, Player, Points, Yakuman
from webapp.game.state import State
from webapp.game.worth import basic_of
from webapp.scoring.points import YAKUMAN


@dataclass(frozen=True)
class LiableChoice:
    """An answer: the liable player or None for nobody, and the number of yakuman that the player is liable for (None:
    all). `liable` is the answer as players with the basic points that they pay, None for all."""

    player: Player | None = None
    yakuman: int | None = None
    liable: tuple[LiablePlayer, ...] = ()


def liable_choices(
    state: State, player: Player, source: Player | None, entered: Entered | None
) -> tuple[LiableChoice, ...]:
    """The answers for a win of `player` on the discard of `source` (None: tsumo); empty if nobody can be liable.

    Only points or yakuman can be `entered`. The discarder is no answer: for them liability makes no difference. If
    the rules make somebody liable for one yakuman and not for the whole hand, there is an answer for each number of
    yakuman.
    """
    rules = state.rules.scoring
    # The points of a counted yakuman count as one too, since the points are the same.
    is_asked = isinstance(entered, Points | Yakuman)
    basic = basic_of(entered, state, player, is_tsumo=source is None) if is_asked else None
    times = (basic or 0) // YAKUMAN
    if not times or not rules.pao or rules.no_limit:
        return ()
    parts: list[int | None] = [None]
    if times > 1 and rules.pao_scope == "per_yakuman":
        parts = [*range(1, times), None]
    others = [other for other in others_of(player, state.rules.players) if other != source]
    choices = (
        LiableChoice(other, part or times if len(parts) > 1 else None, (LiablePlayer(other, part and part * YAKUMAN),))
        for other in others
        for part in parts
    )
    return LiableChoice(), *choices


def others_of(player: Player, players: int) -> list[Player]:
    """The other players as they sit, seen from this one: left, across, right."""
    return [(player - step) % players for step in range(1, players)]
