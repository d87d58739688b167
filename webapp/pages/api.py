"""The JSON API."""

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import BadRequest, HTTPException, RequestEntityTooLarge
from werkzeug.wrappers import Response as BaseResponse

from webapp.game import replay
from webapp.inputs.cases import read_holding
from webapp.inputs.fields import read_number
from webapp.inputs.forms import read_rules
from webapp.inputs.game import read_game
from webapp.inputs.settlements import read_settlement
from webapp.outputs.game import replay_json, states_json
from webapp.outputs.replies import problems_json, settlement_json, table_json
from webapp.pages.thoughts import discards_reply, score_replies, score_reply, waits_reply
from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.settlement import settle, settle_without_win
from webapp.scoring.table import MOST_STICKS
from webapp.serving.thinking import think, think_anew
from webapp.views.reference import score_table

Answer = tuple[Response, int]

#: How many cases a list has at most.
MOST_CASES = 1000

blueprint = Blueprint("api", __name__, url_prefix="/api")


@blueprint.post("/score")
def score_case() -> Answer:
    """Scores a case, or says everything that is wrong with it; of a list each case by itself."""
    body = _body()
    if isinstance(body, list):
        return _scored_list(body)
    found = score_reply(body)
    return jsonify(found), 422 if "problems" in found else 200


def _scored_list(cases: list[object]) -> Answer:
    if not 1 <= len(cases) <= MOST_CASES:
        wrong = problem(
            "", Code.BAD_NUMBER, "A list has from 1 to {most} cases, not {got}.", most=MOST_CASES, got=len(cases)
        )
        return _refused((wrong,))
    return jsonify(think_anew(score_replies, cases)), 200


@blueprint.post("/settle")
def settle_hand() -> Answer:
    """Settles one to three winners on a discard, or a hand without a win."""
    asked = read_settlement(_body())
    if asked.problems:
        return _refused(asked.problems)
    found = settle_without_win(asked.without_win, asked.rules) if asked.without_win else settle(asked.hands)
    return jsonify(settlement_json(found, asked.rules)), 200


@blueprint.post("/game")
def play_game() -> Answer:
    """The state of a game after each event; with an event that cannot be, the states before it."""
    asked = read_game(_body())
    played = replay(asked.rules, asked.events)
    if found := (*played.problems, *asked.problems):
        return jsonify({**problems_json(found), "states": states_json(played)}), 422
    return jsonify(replay_json(played)), 200


@blueprint.post("/waits")
def wait_case() -> Answer:
    """What 3n + 1 tiles wait for, or how far they are from it."""
    case = read_holding(_body(), is_full=False)
    if case.holding is None:
        return _refused(case.problems)
    return jsonify(think(waits_reply, case.holding)), 200


@blueprint.post("/discards")
def discard_case() -> Answer:
    """What to discard of 3n + 2 tiles; with ``"turns": true`` also the chances turn by turn."""
    body = _body()
    case = read_holding(body, is_full=True)
    if case.holding is None:
        return _refused(case.problems)
    has_turns = isinstance(body, dict) and body.get("turns") is True
    return jsonify(think(discards_reply, case.holding, has_turns)), 200


@blueprint.get("/table")
def table() -> Answer:
    """The score table by the rules and the honba of the address."""
    found: list[Problem] = []
    rules = read_rules(request.args, found)
    honba = read_number("honba", request.args.get("honba", "0"), 0, 0, MOST_STICKS, found)
    return _refused(tuple(found)) if found else (jsonify(table_json(score_table(rules, honba))), 200)


@blueprint.errorhandler(BadRequest)
def no_json(error: BadRequest) -> Answer:
    """A body that is no JSON."""
    return _refused((problem("", Code.BAD_JSON, "The body is not JSON."),), 400)


@blueprint.errorhandler(RequestEntityTooLarge)
def too_long(error: RequestEntityTooLarge) -> Answer:
    """A body that is longer than any case."""
    return _refused((problem("", Code.BAD_JSON, "The body is too long."),), 413)


@blueprint.app_errorhandler(HTTPException)
def refused(error: HTTPException) -> BaseResponse:
    """Every other error: as JSON below /api/, also where no route was looked for, as with a host that is not ours."""
    response = error.get_response()
    if request.path.startswith(f"{blueprint.url_prefix}/"):
        found = (problem("", Code.REFUSED, "The request is refused: {reason}.", reason=error.name),)
        response.data, response.content_type = jsonify(problems_json(found)).data, "application/json"
    return response


def _body() -> object:
    try:
        return request.get_json(force=True)
    except RecursionError:
        raise BadRequest from None


def _refused(found: tuple[Problem, ...], status: int = 422) -> Answer:
    return jsonify(problems_json(found)), status
