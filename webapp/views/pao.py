"""The players who may be liable (pao) for a yakuman entered without its tiles. Only they know, so they are asked."""

from collections.abc import Mapping
from dataclasses import dataclass

from webapp.game import Player, State, possible_points
from webapp.scoring.points import YAKUMAN


@dataclass(frozen=True)
class LiableChoice:
    """An answer: nobody (None) or a player, for how many of several yakuman (None: all that there are), and the same
    as players with the basic points that they bear, None for all."""

    player: Player | None = None
    yakuman: int | None = None
    liable: tuple[tuple[Player, int | None], ...] = ()


def liable_choices(
    state: State, player: Player, source: Player | None, entered: Mapping[str, object]
) -> tuple[LiableChoice, ...]:
    """The answers for a win of `player` on the discard of `source` (None: tsumo); none where nobody can be liable.

    `entered` holds ``points`` or ``yakuman``. For whoever dealt in it makes no difference. By rules that make somebody
    liable for one yakuman and not for the whole hand, several yakuman ask for how many of them.
    """
    rules = state.rules.scoring
    times = _yakuman(state, player, entered, is_tsumo=source is None)
    if not times or not rules.pao or rules.no_limit:
        return ()
    parts: list[int | None] = [None]
    if times > 1 and rules.pao_scope == "per_yakuman":
        parts = [*range(1, times), None]
    others = [other for other in range(state.rules.players) if other not in (player, source)]
    choices = (
        LiableChoice(other, part or times if len(parts) > 1 else None, ((other, part and part * YAKUMAN),))
        for other in others
        for part in parts
    )
    return LiableChoice(), *choices


def _yakuman(state: State, player: Player, entered: Mapping[str, object], *, is_tsumo: bool) -> int:
    """How many yakuman were entered. Points may also be a counted one: nobody can tell from the points."""
    if "points" in entered:
        worths = possible_points(state.seat(player) == 0, is_tsumo, state.rules.scoring)
        return worths.get(int(str(entered["points"])), 0) // YAKUMAN
    return int(str(entered.get("yakuman", 0)))
