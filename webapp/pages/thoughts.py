"""Slow work as functions of plain values, which another process can run, and the ways in which a page asks for it."""

from collections.abc import Sequence

from webapp.efficiency.discards import discards, value
from webapp.efficiency.holding import Holding
from webapp.efficiency.last_draws import TooMuch
from webapp.efficiency.turns import turns_beside
from webapp.efficiency.waits import waits
from webapp.game import Player
from webapp.inputs.cases import read_case
from webapp.outputs.lines import answer, answer_json
from webapp.outputs.replies import discards_json, waits_json
from webapp.records.check import CheckedHand
from webapp.records.judge import Judged, judged
from webapp.serving.work import WorkersBusy, known, run
from webapp.views.advice import Advice, with_values, without_values

#: The most that a piece of judging discards may cost: about as much as 50 scoring taps, a little less than one request
#: may cost. A piece has at least one discard.
PIECE = 300_000


def score_reply(case: object) -> dict[str, object]:
    """The API's answer for the JSON of a case."""
    return answer_json(answer(read_case(case)))


def score_replies(cases: Sequence[object]) -> list[dict[str, object]]:
    """The API's answers for a list of cases."""
    return list(map(score_reply, cases))


def waits_reply(holding: Holding) -> dict[str, object]:
    """The API's answer for 3n + 1 tiles."""
    return waits_json(waits(holding), value(holding))


def discards_reply(holding: Holding, draws: int | None) -> dict[str, object]:
    """The API's answer for 3n + 2 tiles. With `draws`, also the chances turn by turn for that number of draws left."""
    valued = discards(holding)
    return discards_json(valued, turns_beside(valued, draws) if draws else None)


def judged_discards(hand: CheckedHand, player: Player, begin: int = 0) -> tuple[tuple[Judged, ...], int | None]:
    """Judges the discards of a player in one hand of a log, from number `begin` on, until one piece of work has cost
    enough. Returns them, and the number at which the next piece begins (None: there is none)."""
    done: list[Judged] = []
    left = PIECE
    for decision in hand.decisions(player)[begin:]:
        try:
            done.append(judged(decision, left) if done else judged(decision))
        except TooMuch:
            return tuple(done), begin + len(done)
        left = max(left - done[-1].spent, 0)
    return tuple(done), None


def values(holding: Holding, draws: int) -> Advice:
    """What to discard, with values; raises `WorkersBusy`."""
    return run(with_values, holding, draws)


def values_if_free(holding: Holding, draws: int) -> Advice:
    """What to discard, without values if the workers are busy."""
    try:
        return values(holding, draws)
    except WorkersBusy:
        return without_values(holding, draws)


def values_later(holding: Holding, draws: int) -> Advice:
    """What to discard, at once: with values if they are kept, else without. Then the page asks for them later."""
    return known(with_values, holding, draws) or without_values(holding, draws, follows=True)
