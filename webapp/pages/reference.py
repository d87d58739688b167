"""The pages to look things up: the score table, the list of yaku, the description of the JSON API."""

from flask import Blueprint, jsonify, render_template, request
from flask.wrappers import Response

from webapp.fields import read_number
from webapp.forms import query, read_entry, read_rules
from webapp.reference import MOST_HONBA, score_table, yaku_list
from webapp.scoring.hand import Problem

blueprint = Blueprint("reference", __name__)


@blueprint.get("/table")
def table() -> str:
    """The score table by the rules of the address."""
    entry, problems = read_entry(request.args)
    return render_template(
        "table.html",
        table=score_table(entry.rules, entry.honba),
        honba=entry.honba,
        most=MOST_HONBA,
        rules=entry.rules,
        kept={name: value for name, value in request.args.items() if name not in ("honba", "lang")},
        problems=problems,
        link=query(entry),
    )


@blueprint.get("/api/table")
def table_json() -> tuple[Response, int]:
    """The same table as JSON."""
    problems: list[Problem] = []
    rules = read_rules(request.args, problems)
    honba = read_number("honba", request.args.get("honba", "0"), 0, 0, MOST_HONBA, problems)
    if problems:
        found = [{"field": item.field, "code": item.code, "message": item.message} for item in problems]
        return jsonify({"problems": found}), 422
    return jsonify(score_table(rules, honba).as_json()), 200


@blueprint.get("/yaku")
def yaku() -> str:
    """The yaku that count by the rules of the address; all of them with `all=1`."""
    entry, problems = read_entry(request.args)
    shows_all = request.args.get("all") == "1"
    return render_template(
        "yaku.html",
        sections=yaku_list(entry.rules, shows_all=shows_all),
        shows_all=shows_all,
        rules=entry.rules,
        problems=problems,
        link=query(entry),
    )


@blueprint.get("/api")
def api() -> str:
    """What the JSON API takes and answers."""
    return render_template("api.html", link="", problems=())
