"""What takes long, as functions of plain values that another process can do, and how a page asks for it."""

from collections.abc import Sequence

from webapp.efficiency.discards import discards, value
from webapp.efficiency.holding import Holding
from webapp.efficiency.turns import turns
from webapp.efficiency.waits import waits
from webapp.inputs.cases import read_case
from webapp.outputs.lines import answer, answer_json
from webapp.outputs.replies import discards_json, waits_json
from webapp.serving.thinking import Full, known, think
from webapp.views.advice import Advice, with_values, without_values


def score_reply(case: object) -> dict[str, object]:
    """The API's answer for the JSON of a case."""
    return answer_json(answer(read_case(case)))


def score_replies(cases: Sequence[object]) -> list[dict[str, object]]:
    """The API's answers for a list of cases."""
    return list(map(score_reply, cases))


def waits_reply(holding: Holding) -> dict[str, object]:
    """The API's answer for 3n + 1 tiles."""
    return waits_json(waits(holding), value(holding))


def discards_reply(holding: Holding, has_turns: bool) -> dict[str, object]:
    """The API's answer for 3n + 2 tiles, with the chances by turn if they were asked for."""
    return discards_json(discards(holding), turns(holding) if has_turns else None)


def values(holding: Holding, turn: int) -> Advice:
    """What to discard, with values; `Full` if too many think already."""
    return think(with_values, holding, turn)


def values_if_free(holding: Holding, turn: int) -> Advice:
    """The same, without values if too many think already."""
    try:
        return values(holding, turn)
    except Full:
        return without_values(holding, turn)


def values_later(holding: Holding, turn: int) -> Advice:
    """The same at once: with values if they are known, or else they follow."""
    return known(with_values, holding, turn) or without_values(holding, turn, follows=True)
