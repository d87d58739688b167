"""The players who may be liable (pao) for a win entered without its tiles: for a yakuman, or by some rules for the
kan that it was won after. Only the players know who is liable, so the page asks."""

from typing import NamedTuple

from webapp.game.events import Entered, HanFu, LiablePlayer, Player, Points, Yakuman
from webapp.game.state import State
from webapp.game.worth import basic_of
from webapp.scoring.points import YAKUMAN


class LiableChoice(NamedTuple):
    """An answer: the liable player or None for nobody, and the number of yakuman that the player is liable for (None:
    all). `liable` is the answer as players with the basic points that they pay, None for all. `is_usual`: it holds
    unless another one is chosen."""

    player: Player | None = None
    yakuman: int | None = None
    liable: tuple[LiablePlayer, ...] = ()
    is_usual: bool = False


def liable_choices(
    state: State, player: Player, source: Player | None, entered: Entered | None
) -> tuple[LiableChoice, ...]:
    """The answers for a win of `player` on the discard of `source` (None: tsumo); empty if nobody can be liable.

    Nobody is asked about a hand of tiles. The discarder is no answer: for them liability makes no difference. If
    the rules make somebody liable for one yakuman and not for the whole hand, there is an answer for each number of
    yakuman.
    """
    rules = state.rules.scoring
    # The points of a counted yakuman count as one too, since the points are the same.
    is_asked = isinstance(entered, Points | Yakuman | HanFu)
    basic = basic_of(entered, state, player, is_tsumo=source is None) if is_asked else None
    times = 0 if isinstance(entered, HanFu) else (basic or 0) // YAKUMAN
    is_yakuman = times > 0 and bool(rules.pao) and not rules.no_limit
    if not basic or not (is_yakuman or (rules.pao_daiminkan and source is None)):
        return ()
    parts: list[int | None] = [None]
    if is_yakuman and times > 1 and rules.pao_scope == "per_yakuman":
        parts = [*range(1, times), None]
    others = [other for other in range(state.rules.players) if other not in (player, source)]
    choices = (
        LiableChoice(other, part or times if len(parts) > 1 else None, (LiablePlayer(other, part and part * YAKUMAN),))
        for other in others
        for part in parts
    )
    return LiableChoice(is_usual=not is_yakuman), *choices
