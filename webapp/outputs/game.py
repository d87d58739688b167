"""Writes a game as JSON, for the API and for the store. `inputs.game` reads it back."""

from webapp.game.events import (
    Adjust,
    Amend,
    Chips,
    Chombo,
    Draw,
    End,
    Entered,
    Event,
    HanFu,
    Points,
    Redo,
    Riichi,
    Undo,
    Win,
    Withdraw,
    Won,
    Yakuman,
)
from webapp.game.log import Replay
from webapp.game.result import Result, result
from webapp.game.rules import GAME_PRESETS, GAME_SWITCHES, GameRules
from webapp.game.state import State
from webapp.inputs.forms import RULE
from webapp.inputs.game_form import GAME_RULE
from webapp.outputs.links import switch_text
from webapp.outputs.replies import case_json, rules_json, switch_json
from webapp.scoring.hand import WinningHand
from webapp.scoring.rules import SWITCHES
from webapp.scoring.table import WIND_NAMES

Json = dict[str, object]


def replay_json(replayed: Replay) -> Json:
    """The answer for a log that could be played: the state after each event, and the result of a game that is over."""
    state = replayed.game.state
    return {
        "rules": game_rules_json(replayed.game.rules),
        "states": states_json(replayed),
        "final": result_json(result(state)) if state.over else None,
    }


def states_json(replayed: Replay) -> list[Json]:
    """The state after each event."""
    return [state_json(state) for state in replayed.states]


def game_rules_json(rules: GameRules) -> Json:
    """Every switch of a game."""
    switches = {name: switch_json(getattr(rules, name)) for name in GAME_SWITCHES}
    return {"preset": rules.preset, "scoring": rules_json(rules.scoring), **switches}


def state_json(state: State) -> Json:
    """The state of a table."""
    return {
        "number": state.number,
        "dealer": state.dealer,
        "honba": state.honba,
        "sticks": state.sticks,
        "points": list(state.points),
        "riichi": sorted(state.riichi),
        "may_stop": state.may_stop,
        "over": state.over,
    }


def result_json(ended: Result) -> Json:
    """The end of a game; totals in thousands."""
    return {
        "points": list(ended.points),
        "order": list(ended.order),
        "ranks": list(ended.ranks),
        "totals": list(ended.totals),
    }


def new_game_fields(rules: GameRules) -> dict[str, str]:
    """The switches that differ from the preset, as the fields of a new game's form; `inputs.game_form` reads them
    back."""
    hands = GAME_PRESETS[rules.preset].scoring
    named = {RULE + name: getattr(rules.scoring, name) for name in SWITCHES}
    return {
        **{GAME_RULE + name: game_switch_text(value) for name, value in rules.changed.items() if name != "rounds"},
        **{name: switch_text(value) for name, value in named.items() if value != getattr(hands, name[len(RULE) :])},
    }


def game_switch_text(value: object) -> str:
    """The value of a game switch as a form has it; numbers by rank are separated by spaces."""
    return " ".join(map(str, value)) if isinstance(value, tuple) else switch_text(value)


# -- events ----------------------------------------------------------------------------------------


def event_json(event: Event) -> Json:
    """An event; a win with its basic points where they are known."""
    match event:
        case Riichi(player) | Withdraw(player) | Chombo(player):
            return {"type": _name(event), "player": player}
        case Win(wins):
            return {"type": "win", "wins": [_won_json(won) for won in wins]}
        case Draw():
            return _draw_json(event)
        case Adjust(points, note):
            return {"type": "adjust", "points": list(points), **({"note": note} if note else {})}
        case Chips(giver, taker, number):
            return {"type": "chips", "from": giver, "to": taker, "n": number}
        case Amend(seq, amended, riichi):
            sticks = {} if riichi is None else {"riichi": sorted(riichi)}
            return {"type": "amend", "seq": seq, "event": event_json(amended), **sticks}
        case End() | Undo() | Redo():
            return {"type": _name(event)}


def _name(event: Event) -> str:
    return type(event).__name__.lower()


def _draw_json(draw: Draw) -> Json:
    if draw.kind != "exhaustive":
        return {"type": "draw", "kind": draw.kind}
    nagashi = {"nagashi": sorted(draw.nagashi)} if draw.nagashi else {}
    return {"type": "draw", "kind": draw.kind, "tenpai": sorted(draw.tenpai), **nagashi}


def _won_json(won: Won) -> Json:
    pao = [{"player": part.player, **({"basic": part.basic} if part.basic else {})} for part in won.liable]
    return {
        "player": won.player,
        "from": won.dealt_in,
        **_entered_json(won.entered),
        **({"pao": pao} if pao else {}),
        **({"basic": won.basic} if won.basic is not None else {}),
        **({name: WIND_NAMES[wind] for name, wind in (("round", won.round), ("seat", won.seat)) if wind is not None}),
    }


#: The fields of a case that a game does not know.
_OWN = ("concealed", "win", "melds", "flags", "dora", "ura", "nuki", "liable")


def hand_json(hand: WinningHand) -> Json:
    """The case of a hand in a game: only the fields with a value, without the situation, which the game knows."""
    case = case_json(hand)
    return {name: case[name] for name in _OWN if case[name] or (name == "liable" and case[name] is not None)}


def _entered_json(entered: Entered | None) -> Json:
    match entered:
        case HanFu(han, fu):
            return {"han": han, "fu": fu}
        case Yakuman(times):
            return {"yakuman": times}
        case Points(points):
            return {"points": points}
        case WinningHand():
            return {"case": {name: value for name, value in case_json(entered).items() if name != "rules"}}
    return {}
