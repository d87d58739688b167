"""The page of the score table."""

from urllib.parse import parse_qsl

from flask import Blueprint, render_template, request

from webapp.formats.address import query, read_entry
from webapp.language.i18n import in_chosen_language
from webapp.pages.reference.score_table import score_table
from webapp.scoring.table import MOST_STICKS

blueprint = Blueprint("reference", __name__)


@blueprint.get("/table")
def table() -> str:
    """The score table by the rules of the address."""
    entry, problems = read_entry(request.args)
    link = in_chosen_language(query(entry))
    return render_template(
        "reference/score_table.html",
        table=score_table(entry.rules, entry.table.honba),
        honba=entry.table.honba,
        most=MOST_STICKS,
        rules=entry.rules,
        kept={name: value for name, value in parse_qsl(link) if name != "honba"},
        problems=problems,
        link=link,
    )
