"""Practice: the page where a set begins, a page for each question, the end, and the topics."""

import secrets
from dataclasses import replace
from datetime import datetime
from time import time

from flask import Blueprint, redirect, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from webapp.drill.judgement import judge
from webapp.drill.questions import QUESTIONS, Sort, question
from webapp.drill.topics import (
    DORA_TOPICS,
    FU_TOPICS,
    LIMIT_TOPICS,
    PAYING_TOPICS,
    WAIT_TOPICS,
    YAKU_TOPICS,
    is_asked,
)
from webapp.formats.address import query
from webapp.formats.rules import rules_fields, with_own_rules
from webapp.game.rules import GAME_PRESETS, GameRules
from webapp.language.dates import full_date
from webapp.language.i18n import in_chosen_language, language, language_field
from webapp.pages.drill.address import (
    LEVELS,
    MOST_SECONDS,
    Asked,
    Progress,
    progress_fields,
    read_answer,
    read_drill,
    read_progress,
    set_address,
    set_fields,
    start_address,
    topics_address,
)
from webapp.pages.drill.question import entry_of, judged_view, question_view, squares, summary_of
from webapp.scoring.awards import YAKU
from webapp.scoring.problems import Problem
from webapp.scoring.rules import PRESETS, Rules

blueprint = Blueprint("drill", __name__, url_prefix="/drill")
#: The numbers of questions to choose from.
NUMBERS = (5, 10, 20, 50)
#: The topics by the kind of questions that practises them.
GROUPS = {
    Sort.FU: FU_TOPICS,
    Sort.POINTS: (*LIMIT_TOPICS, *PAYING_TOPICS, *DORA_TOPICS),
    Sort.YAKU: YAKU_TOPICS,
    Sort.WAITS: WAIT_TOPICS,
}


@blueprint.get("")
def page() -> Response | str:
    """The page where a set begins; with a seed, the set of that seed."""
    if "seed" in request.args:
        return _play(read_drill(request.args))
    return _start(())


@blueprint.post("")
def begin() -> Response:
    """Begins the day's set, by the phone's own date if the form has it, or another set with a new seed."""
    form = {**with_own_rules(request.form), "v": ""}
    if form.get("go") == "day":
        day = form.get("day") or datetime.now().astimezone().date().isoformat()
        return _to(set_address(read_drill(form, day)))
    if topic := form.get("topic"):
        kind = next((kind for kind, topics in GROUPS.items() if topic in topics), Sort.POINTS)
        form |= {"topics": topic, "kind": kind, "level": str(LEVELS[1])}
    seed = "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(6))
    return _to(set_address(read_drill(form | {"seed": seed})))


@blueprint.get("/topics")
def topics() -> str:
    """The page of all topics, by the rules of the address. The script adds what the device remembers of each."""
    asked = read_drill(with_own_rules(request.args))
    rules = asked.drill.rules
    return render_template(
        "drill/topics.html",
        drill=asked.drill,
        groups={sort: [name for name in names if is_asked(name, rules)] for sort, names in GROUPS.items()},
        yaku=YAKU,
        fields=rules_fields(rules) | language_field(),
        start=_with_language(start_address(asked)),
        problems=(),
        link=_link(),
    )


@blueprint.get("/<day>")
def of_day(day: str) -> Response | str:
    """The set of a day."""
    return _play(read_drill(request.args, day))


@blueprint.post("/<day>")
def answer_of_day(day: str) -> Response:
    """Takes an answer to a question of a day's set."""
    return _answered(read_drill(request.form, day))


@blueprint.post("/answer")
def answer() -> Response:
    """Takes an answer to a question of a set with a seed."""
    return _answered(read_drill(request.form))


def _start(problems: tuple[Problem, ...]) -> str:
    """The page where a set begins. What the address has of a set is chosen there."""
    drill = read_drill(request.args).drill
    return render_template(
        "drill/start.html",
        drill=drill,
        game_rules=_game_with(drill.rules),
        sorts=list(Sort),
        levels=range(LEVELS[0], LEVELS[1] + 1),
        presets=PRESETS,
        numbers=NUMBERS,
        number=drill.number if drill.number in NUMBERS else QUESTIONS,
        problems=problems,
        link=_link(),
    )


def _play(asked: Asked) -> Response | str:
    """The page of a question, of its judgement, or of the end."""
    if asked.problems:
        return Response(_start(asked.problems), 404 if asked.day else 200, mimetype="text/html")
    if not asked.has_version:
        return _to(set_address(asked))
    progress = read_progress(request.args, asked.drill.number)
    if progress.answer is not None:
        return _judged(asked, progress)
    if len(progress.done) == asked.drill.number:
        return _end(asked, progress)
    one = question(asked.drill, len(progress.done))
    view = question_view(one, asked.drill.level)
    return _shown("drill/question.html", asked, progress, question=one, view=view, judged=None, now=int(time()))


def _judged(asked: Asked, progress: Progress) -> str:
    number = len(progress.done)
    one = question(asked.drill, number - 1)
    judged = judged_view(one, progress.answer or "")
    mistakes = _mistakes(asked, Progress(progress.end, given=progress.given))
    game = _game_with(asked.drill.rules)
    return _shown(
        "drill/question.html",
        asked,
        progress,
        question=one,
        view=question_view(one, asked.drill.level),
        judged=judged,
        following=_with_language(set_address(asked, Progress(progress.end or progress.done, given=progress.given))),
        is_seen_again=bool(progress.end),
        mistake_before=next((address for other, address in reversed(mistakes) if other < number), ""),
        mistake_after=next((address for other, address in mistakes if other > number), ""),
        calculator=in_chosen_language(query(entry_of(one)) + (f"&game={game.preset}" if game else "")),
    )


def _end(asked: Asked, progress: Progress) -> str:
    host = request.host_url.rstrip("/") + request.script_root
    numbers = asked.drill.only or range(asked.drill.number)
    only = tuple(numbers[index] for index in progress.mistakes)
    missed = replace(asked.drill, only=only, number=len(only))
    return _shown(
        "drill/end.html",
        asked,
        progress,
        summary=summary_of(progress.done),
        squares=squares(progress.done),
        address=host + set_address(asked),
        missed=_with_language(set_address(asked._replace(drill=missed))) if only else "",
        mistakes=_mistakes(asked, progress),
    )


def _mistakes(asked: Asked, progress: Progress) -> list[tuple[int, str]]:
    """The numbers of the wrong answers of a finished set, each with the address that shows its judgement."""
    answers = zip(progress.mistakes, progress.given, strict=False)
    return [
        (index + 1, _with_language(set_address(asked, progress.looked_at(index, answer)))) for index, answer in answers
    ]


def _shown(template: str, asked: Asked, progress: Progress, **values: object) -> str:
    number = len(progress.done) + (progress.answer is None)
    return render_template(
        template,
        asked=asked,
        drill=asked.drill,
        game_rules=_game_with(asked.drill.rules),
        day=full_date(datetime.fromisoformat(asked.day).date(), language()) if asked.day else "",
        number=min(number, asked.drill.number),
        done=progress.done,
        marks=progress.end or progress.done,
        fields=set_fields(asked) | language_field() | progress_fields(progress),
        again=_with_language(set_address(asked)),
        more=_with_language(start_address(asked)),
        topics=_with_language(topics_address(asked)),
        problems=(),
        link=_link(),
        **values,
    )


def _game_with(scoring: Rules) -> GameRules | None:
    """The preset of a game whose hands have these rules, if no preset of hands has them: players call them by it."""
    return next((game for game in GAME_PRESETS.values() if scoring.changed and game.scoring == scoring), None)


def _answered(asked: Asked) -> Response:
    """Judges an answer and shows the judgement at an address of its own."""
    if asked.problems:
        return _to(set_address(asked))
    form: MultiDict[str, str] = request.form
    before = read_progress({name: form.get(name, "") for name in ("done", "given")}, asked.drill.number - 1)
    answer = read_answer(asked.drill.kind, form, form.getlist("answer"))
    is_right = judge(question(asked.drill, len(before.done)), answer).is_right
    return _to(set_address(asked, before.answered(answer, _seconds(form.get("at", "")), is_right=is_right)))


def _seconds(begun: str) -> int:
    """The seconds since a question was shown; 0 if the form does not say when that was."""
    if not (begun.isascii() and begun.isdigit() and len(begun) < 12):
        return 0
    return min(max(int(time()) - int(begun), 0), MOST_SECONDS)


def _to(address: str) -> Response:
    return redirect(_with_language(address), 303)


def _with_language(address: str) -> str:
    chosen = in_chosen_language("")
    return f"{address}&{chosen}" if chosen else address


def _link() -> str:
    return in_chosen_language("")
