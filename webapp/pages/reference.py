"""The pages to look things up: the score table, the list of yaku, the description of the JSON API."""

from urllib.parse import parse_qsl

from flask import Blueprint, render_template, request

from webapp.inputs.forms import read_entry
from webapp.language.i18n import in_chosen_language
from webapp.outputs.links import query
from webapp.scoring.table import MOST_STICKS
from webapp.views.reference import score_table, yaku_list

blueprint = Blueprint("reference", __name__)


@blueprint.get("/table")
def table() -> str:
    """The score table by the rules of the address."""
    entry, problems = read_entry(request.args)
    link = in_chosen_language(query(entry))
    return render_template(
        "table.html",
        table=score_table(entry.rules, entry.table.honba),
        honba=entry.table.honba,
        most=MOST_STICKS,
        rules=entry.rules,
        kept={name: value for name, value in parse_qsl(link) if name != "honba"},
        problems=problems,
        link=link,
    )


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
        link=in_chosen_language(query(entry)),
    )


@blueprint.get("/api")
def api() -> str:
    """What the JSON API takes and answers."""
    return render_template("api.html", link=in_chosen_language(""), problems=())
