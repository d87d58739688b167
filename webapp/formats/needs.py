"""The JSON of what each player needs in a hand, for the API."""

from collections.abc import Sequence

from webapp.formats.fields import Json
from webapp.game.hand_values import HandValue
from webapp.game.needs import Need, Needs
from webapp.game.outcomes import PossibleDraw


def needs_json(found: Sequence[Needs]) -> list[Json] | None:
    """What each player needs, by player; None if the game is over."""
    return [_player_json(needed) for needed in found] or None


def _player_json(needed: Needs) -> Json:
    draws = [_draw_json(draw, needed.player, is_after_riichi=False) for draw in needed.draws]
    after_riichi = [_draw_json(draw, needed.player, is_after_riichi=True) for draw in needed.draws_after_riichi]
    return {
        "rank": needed.rank,
        "wins": [_need_json(need, goal.rank) for goal in needed.goals for need in goal.ways],
        "draws": draws + after_riichi,
    }


def _need_json(need: Need, rank: int) -> Json:
    return {
        "rank": rank,
        "from": need.dealt_in,
        **_value_json(need.least.value),
        "usual": _value_json(need.usual.value),
        "then": need.least.then,
        "tied": need.least.is_tied,
        "except": [[some.least.points, some.most.points] for some in need.exceptions],
    }


def _value_json(value: HandValue) -> Json:
    """Points without honba and sticks, and the most common hand that has them; a yakuman has no han and fu."""
    han, fu = value.hand or (None, None)
    return {"points": value.points, "han": han, "fu": fu, "limit": value.limit}


def _draw_json(draw: PossibleDraw, player: int, *, is_after_riichi: bool) -> Json:
    return {
        "tenpai": sorted(draw.tenpai),
        "rank": draw.outcome.ranks[player],
        "then": draw.outcome.then,
        "riichi": is_after_riichi,
    }
