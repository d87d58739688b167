"""The API's answers as functions of plain values, which another process can run."""

from collections.abc import Sequence

from webapp.efficiency.discards import discards, value
from webapp.efficiency.holding import Holding
from webapp.efficiency.turns import turns_beside
from webapp.efficiency.waits import waits
from webapp.formats.answers import answer, answer_json, discards_json, problems_json, waits_json
from webapp.formats.case import read_case
from webapp.formats.fields import read_bool
from webapp.formats.game import read_game, replay_json, states_json
from webapp.formats.needs import needs_json
from webapp.game.log import replay
from webapp.game.needs import needs


def score_reply(case: object) -> dict[str, object]:
    """The API's answer for the JSON of a case."""
    return answer_json(answer(read_case(case)))


def score_replies(cases: Sequence[object]) -> list[dict[str, object]]:
    """The API's answers for a list of cases."""
    return list(map(score_reply, cases))


def game_reply(body: object) -> tuple[dict[str, object], bool]:
    """The API's answer for the events of a game, and whether all of them are possible. With ``"needs": true``, also
    what each player needs."""
    asked = read_game(body)
    played = replay(asked.rules, asked.events)
    problems = [*played.problems, *asked.problems]
    has_needs = isinstance(body, dict) and read_bool("needs", body.get("needs"), problems)
    if problems:
        return {**problems_json(tuple(problems)), "states": states_json(played)}, False
    needed = {"needs": needs_json(needs(played.game.state))} if has_needs else {}
    return {**replay_json(played), **needed}, True


def waits_reply(holding: Holding) -> dict[str, object]:
    """The API's answer for 3n + 1 tiles."""
    return waits_json(waits(holding), value(holding))


def discards_reply(holding: Holding, draws: int | None) -> dict[str, object]:
    """The API's answer for 3n + 2 tiles. With `draws`, also the chances turn by turn for that number of draws left."""
    valued = discards(holding)
    return discards_json(valued, turns_beside(valued, draws) if draws else None)
