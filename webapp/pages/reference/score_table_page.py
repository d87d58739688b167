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
    """The score table by the rules of the address, with the honba of its hand or with `with_honba`, which leaves the
    hand as it is."""
    entry, problems = read_entry(request.args)
    honba = request.args.get("with_honba", str(entry.table.honba))
    shown, also = read_entry({**request.args, "honba": honba})
    link = in_chosen_language(query(entry))
    return render_template(
        "reference/score_table.html",
        table=score_table(shown.rules, shown.table.honba),
        honba=shown.table.honba,
        most=MOST_STICKS,
        rules=shown.rules,
        kept=parse_qsl(link),
        problems=tuple(dict.fromkeys([*problems, *also])),
        link=link,
    )
