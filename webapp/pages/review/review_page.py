"""The log of an online game: pasted or dropped, checked, and judged hand by hand. Nothing of it is kept."""

import json
import re
from dataclasses import replace
from datetime import date
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp.formats.address import query
from webapp.formats.fields import read_day, tidy_name
from webapp.formats.form_key import game_key_of
from webapp.formats.record import record_json
from webapp.game.rules import GAME_PRESETS
from webapp.pages.game.kept_games import shown_names
from webapp.pages.review.chosen_rules import chosen_field, read_chosen_field, value_word
from webapp.pages.review.hand_link import hand_link, read_hand_link
from webapp.pages.review.judging import judged_discards
from webapp.pages.review.kept_logs import MAX_LOGS, KeptLog, day_of, game_json, kept_logs
from webapp.pages.review.log_text import read_log, unpacked
from webapp.pages.review.review_json import decision_entry, hand_links
from webapp.pages.review.reviewed_hands import judged_hand, place_of_hand, review_chart, rows_of
from webapp.records.check import Review, checked
from webapp.records.explain import Explanation, explanations
from webapp.records.judge import NEARLY_EQUAL
from webapp.records.record import MAX_LOG, LogError, Record
from webapp.scoring.problems import Code, Problem, problem
from webapp.serving import phone
from webapp.serving.request_limits import GROUP_BODY, takes_large_body
from webapp.serving.work import run_uncached

#: Characters of the field for rules.
MAX_RULES = 2000
#: A game of our own, to try the review with.
SAMPLE = Path(__file__).with_name("sample.json")

blueprint = Blueprint("review", __name__, url_prefix="/review")


class Sent(NamedTuple):
    """What the form sent: the text of a log, the rules that were chosen, the review of what could be read, the problems
    with the rest, apart from those of its hands, and the day of the game if it is known."""

    text: str
    rules: str
    review: Review | None
    problems: tuple[Problem, ...] = ()
    day: date | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players. If they are to be hidden, or if the log has none, the players' numbers."""
        assert self.review
        record = self.review.record
        names = [""] * record.players if "hide" in request.form else [tidy_name(name) for name in record.names]
        return shown_names(names)


@blueprint.after_request
def keep_for_the_way_back(response: Response) -> Response:
    """Lets the browser's own cache keep the answer to a form, so that the browser can go back to it."""
    response.cache_control.private = True
    return response


@blueprint.get("")
def ask() -> str:
    """The page where a log is pasted, which also says how to get one."""
    return _asking(Sent("", "", None))


@blueprint.post("")
@takes_large_body
def review() -> str | tuple[str, int]:
    """The page of a review: what was read, whether we agree with its points, and the course of the game. With a
    ``seat``, also that player's discards, to be judged hand by hand."""
    sent = _sent()
    if sent.review is None:
        return _asking(sent), HTTPStatus.UNPROCESSABLE_ENTITY
    hands = sent.review.hands
    return render_template(
        "review/review.html",
        **_shown(sent, sent.review),
        explained=_explained(sent.review),
        rows=rows_of(sent.review, sent.names),
        links=[hand_links(hand) for hand in hands],
        chart=review_chart(sent.review),
        game=json.dumps(game_json(sent.review, sent.names), ensure_ascii=False) if sent.review.is_whole else "",
        judgeable=[_is_known(sent.review.record, player) for player in range(sent.review.record.players)],
        places=[place_of_hand(hand) for hand in hands],
        seat=_seat(sent.review.record),
        today=phone.today(),
    )


@blueprint.get("/hand")
def shared_hand() -> BaseResponse | str | tuple[str, int]:
    """The judged discards of the hand that the address has. Without one, as in a link to this page in another language,
    it leads to the form."""
    if "hand" not in request.args:
        return redirect(url_for("review.ask"))
    problems: list[Problem] = []
    linked = read_hand_link(request.args, problems)
    day = read_day("day", request.args.get("day", ""), problems)
    if linked is None or problems:
        return _asking(Sent("", "", None, tuple(problems))), HTTPStatus.UNPROCESSABLE_ENTITY
    review, seat = linked
    sent = Sent(_saved(review, review.record.names, day), "", review, day=day)
    link = url_for("review.shared_hand", _external=True) + f"?{hand_link(review.hands[0], seat, day)}"
    return render_template("review/hand.html", **_shown(sent, review), **_judged(sent, 0, seat, 0), shared=link)


@blueprint.post("/hand")
@takes_large_body
def hand() -> str:
    """The judged discards of one hand. The page's script gets them without the frame of the page.

    A hand that would take too long for one request is judged in parts. Then `hand` is for example 3.7: the numbers of
    the hand and of its next discard.
    """
    sent = _sent()
    asked = re.fullmatch(r"(\d{1,2})(?:\.(\d{1,2}))?", request.form.get("hand", ""), re.ASCII)
    seat = _seat(sent.review.record) if sent.review else None
    if sent.review is None or seat is None or not asked or int(asked[1]) >= len(sent.review.hands):
        abort(HTTPStatus.UNPROCESSABLE_ENTITY)
    page = "review/_hand.html" if "HX-Request" in request.headers else "review/hand.html"
    judged = _judged(sent, int(asked[1]), seat, int(asked[2] or 0))
    return render_template(page, **_shown(sent, sent.review), **judged)


@blueprint.post("/file")
@takes_large_body
def file() -> Response | tuple[str, int]:
    """What was read, as a file that this page reads again. Without ``names`` it has none."""
    sent = _sent()
    if sent.review is None:
        return _asking(sent), HTTPStatus.UNPROCESSABLE_ENTITY
    names = sent.review.record.names
    names = names if "names" in request.form else ("",) * len(names)
    response = Response(_saved(sent.review, names, sent.day), mimetype="application/json")
    response.headers["Content-Disposition"] = 'attachment; filename="agari-review.json"'
    return response


@blueprint.post("/games")
@partial(takes_large_body, most=GROUP_BODY)
def games() -> str | tuple[str, int]:
    """The games of several files, each with its day, before they are put into a group."""
    files = [(file.filename or "", file.read()) for file in request.files.getlist("files") if file.filename]
    if not files or len(files) > MAX_LOGS:
        wrong = problem("files", Code.BAD_VALUE, "Choose 1 to {most} files.", most=MAX_LOGS)
        return _asking(Sent("", "", None, (wrong,))), HTTPStatus.UNPROCESSABLE_ENTITY
    logs: list[KeptLog] = run_uncached(kept_logs, files, phone.offset() or 0)
    return render_template(
        "review/games.html", logs=logs, shown_names=shown_names, today=phone.today(), value_word=value_word
    )


def _saved(review: Review, names: tuple[str, ...], day: date | None) -> str:
    """The text of the file of a review: a line for each hand."""
    return json.dumps(record_json(review, names, day), ensure_ascii=False, indent=1)


def _sent() -> Sent:
    """The log of the form: a file, text, or the sample game."""
    file = request.files.get("file")
    raw = file.read() if file else b""
    rules = request.form.get("rules", "")[:MAX_RULES]
    try:
        text = unpacked(raw) if raw else request.form.get("log", "")
        if "sample" in request.form:
            text = SAMPLE.read_text(encoding="utf-8")
    except LogError as error:
        return Sent("", rules, None, (error.problem(),))
    record, unread = read_log(text)
    if record is None:
        return Sent(text, rules, None, unread)
    wrong: list[Problem] = []
    notices: list[Problem] = []
    chosen = read_chosen_field(rules, record, wrong, notices)
    if notices and chosen:
        preset = GAME_PRESETS[chosen.preset]
        rules = preset.preset if replace(chosen, rounds=preset.rounds) == preset else chosen_field(chosen)
    # The name of a file is sent with the file alone, so the pages of its review send the day again.
    day = day_of(request.form.get("day", ""), (file and file.filename) or "", text)
    review = None if wrong else checked(record, chosen)
    return Sent(text, rules, review, (*unread, *wrong, *notices), day)


def _asking(sent: Sent) -> str:
    return render_template(
        "review/ask.html",
        problems=sent.problems,
        text=sent.text,
        rules=sent.rules,
        presets=GAME_PRESETS,
        most=MAX_LOG >> 10,
        most_files=MAX_LOGS,
    )


def _explained(review: Review) -> list[tuple[Explanation, str, str]]:
    """The rules by which a log that differs would agree: the switch, the word for its value, and the field of a
    form."""
    found = () if review.agrees else run_uncached(explanations, review)
    return [(one, value_word(one), chosen_field(one.rules)) for one in found]


def _shown(sent: Sent, review: Review) -> dict[str, object]:
    """The values that every page of a review needs."""
    return {
        "review": review,
        "record": review.record,
        "names": sent.names,
        "text": sent.text,
        "rules": sent.rules,
        "day": sent.day,
        "presets": GAME_PRESETS,
        "hides": "hide" in request.form,
        "key": game_key_of(request.form),
        "problems": sent.problems,
        "nearly_equal": NEARLY_EQUAL,
    }


def _judged(sent: Sent, index: int, seat: int, begin: int) -> dict[str, object]:
    """The values that show the judged discards of a hand or of a part of it, with the address of the calculator for
    each."""
    assert sent.review
    hand = sent.review.hands[index]
    judged, rest = run_uncached(judged_discards, hand, seat, begin)
    return {
        "judged": judged_hand(index, hand, judged, rest),
        "links": [query(decision_entry(one.decision)) for one in judged],
        "link": hand_link(hand, seat, sent.day),
        "seat": seat,
        "last": len(sent.review.hands) - 1,
    }


def _seat(record: Record) -> int | None:
    """The player whose discards are judged."""
    text = request.form.get("seat", "")
    return int(text) if text in map(str, range(record.players)) and _is_known(record, int(text)) else None


def _is_known(record: Record, player: int) -> bool:
    """Whether the log shows a player's tiles."""
    return any(hand.tiles[player] is not None for hand in record.hands)
