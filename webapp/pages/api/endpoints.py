"""The JSON API."""

from collections.abc import Iterator

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge

from webapp.formats.answers import problems_json, settlement_json
from webapp.formats.case import read_holding
from webapp.formats.fields import read_number
from webapp.formats.rules import read_rules_fields
from webapp.formats.settlement import read_settlement
from webapp.pages.api.worker_tasks import discards_reply, game_reply, score_replies, score_reply, waits_reply
from webapp.pages.drill.address import read_drill
from webapp.pages.drill.questions_json import drill_json
from webapp.pages.reference.score_table import score_table, table_json
from webapp.pages.review.judging import judged_discards
from webapp.pages.review.review_case import read_review
from webapp.pages.review.review_json import review_json
from webapp.records.check import Review, checked
from webapp.records.judge import Judged
from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.settlement import settle, settle_without_win
from webapp.scoring.table import MOST_STICKS
from webapp.serving.request_limits import takes_large_body
from webapp.serving.work import run, run_uncached

Answer = tuple[Response, int]

#: The most cases in a list.
MOST_CASES = 1000

blueprint = Blueprint("api", __name__, url_prefix="/api")


@blueprint.post("/score")
def score_case() -> Answer:
    """Scores a case, or reports everything that is wrong with it. The cases of a list are scored one by one."""
    body = _body()
    if isinstance(body, list):
        return _scored_list(body)
    reply = score_reply(body)
    return jsonify(reply), 422 if "problems" in reply else 200


def _scored_list(cases: list[object]) -> Answer:
    if not 1 <= len(cases) <= MOST_CASES:
        wrong = problem(
            "", Code.BAD_NUMBER, "A list has from 1 to {most} cases, not {got}.", most=MOST_CASES, got=len(cases)
        )
        return _refused((wrong,))
    return jsonify(run_uncached(score_replies, cases)), 200


@blueprint.post("/settle")
def settle_hand() -> Answer:
    """Settles one to three winners on a discard, or a hand without a win."""
    asked = read_settlement(_body())
    if asked.problems:
        return _refused(asked.problems)
    settlement = settle_without_win(asked.without_win, asked.rules) if asked.without_win else settle(asked.hands)
    return jsonify(settlement_json(settlement, asked.rules)), 200


@blueprint.post("/game")
def play_game() -> Answer:
    """The state of a game after each event. If an event is not possible, the problems and the states before it."""
    answer, is_possible = run_uncached(game_reply, _body())
    return jsonify(answer), 200 if is_possible else 422


@blueprint.post("/review")
@takes_large_body
def review_log() -> Answer:
    """Checks a log. With a `seat`, also judges the discards of that player, in one hand or in all. If there are
    problems, the answer has everything that could be read, too. Notices say where the rules are used in another way."""
    case = read_review(_body())
    record = case.reading.record
    if record is None:
        return _refused(case.problems)
    review = checked(record, case.rules)
    judged = None
    problems = (*case.problems, *review.problems)
    if case.seat is not None and not case.problems:
        if all(hand.tiles[case.seat] is None for hand in record.hands):
            hidden = problem("seat", Code.HIDDEN_TILES, "The log hides the tiles of player {n}.", n=case.seat + 1)
            problems = (*problems, hidden)
        else:
            judged = _judged(review, case.seat, case.hand)
    answer = review_json(review, judged)
    if case.notices:
        answer["notices"] = problems_json(case.notices)["problems"]
    return (jsonify({**problems_json(problems), **answer}), 422) if problems else (jsonify(answer), 200)


def _judged(review: Review, seat: int, hand: int | None) -> Iterator[tuple[int, Judged]]:
    """The judged discards of a player, each with the number of its hand. They are worked out piece by piece."""
    for number in range(len(review.hands)) if hand is None else (hand,):
        begin: int | None = 0
        while begin is not None:
            judged, begin = run_uncached(judged_discards, review.hands[number], seat, begin)
            yield from [(number, one) for one in judged]


@blueprint.post("/waits")
def wait_case() -> Answer:
    """The tiles that 3n + 1 tiles wait for, or their distance from tenpai."""
    case = read_holding(_body(), is_full=False)
    if case.holding is None:
        return _refused(case.problems)
    return jsonify(run(waits_reply, case.holding)), 200


@blueprint.post("/discards")
def discard_case() -> Answer:
    """The best discards of 3n + 2 tiles. With ``"turns": true``, also the chances by turn for ``draws`` draws left."""
    body = _body()
    case = read_holding(body, is_full=True)
    if case.holding is None:
        return _refused(case.problems)
    has_turns = isinstance(body, dict) and body.get("turns") is True
    return jsonify(run(discards_reply, case.holding, case.draws if has_turns else None)), 200


@blueprint.get("/table")
def table() -> Answer:
    """The score table by the rules and the honba of the address."""
    problems: list[Problem] = []
    rules = read_rules_fields(request.args, problems)
    honba = read_number("honba", request.args.get("honba", "0"), 0, 0, MOST_STICKS, problems)
    return _refused(tuple(problems)) if problems else (jsonify(table_json(score_table(rules, honba))), 200)


@blueprint.get("/drill")
def drill() -> Answer:
    """The questions of a day or of a seed to practise on, with their answers."""
    asked = read_drill(request.args, request.args.get("day"))
    return _refused(asked.problems) if asked.problems else (jsonify(drill_json(asked.drill)), 200)


@blueprint.errorhandler(BadRequest)
def no_json(error: BadRequest) -> Answer:
    """Answers a request whose body is not JSON."""
    return _refused((problem("", Code.BAD_JSON, "The body is not JSON."),), 400)


@blueprint.errorhandler(RequestEntityTooLarge)
def too_long(error: RequestEntityTooLarge) -> Answer:
    """Answers a request whose body is too long."""
    return _refused((problem("", Code.BAD_JSON, "The body is too long."),), 413)


def _body() -> object:
    try:
        return request.get_json(force=True)
    except RecursionError:
        raise BadRequest from None


def _refused(problems: tuple[Problem, ...], status: int = 422) -> Answer:
    return jsonify(problems_json(problems)), status
