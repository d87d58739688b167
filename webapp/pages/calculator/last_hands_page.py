"""The last hands: the page that shows those of the device, or those of a link."""

from flask import Blueprint, render_template, request

from webapp.formats.address import query, read_entry
from webapp.language.dates import full_date
from webapp.language.i18n import in_chosen_language, language, translate
from webapp.language.words import PRESETS
from webapp.pages.calculator.last_hands import hand_line
from webapp.pages.calculator.last_hands_link import MOST_HANDS, read_day, read_hands

blueprint = Blueprint("hands", __name__)


@blueprint.get("/hands")
def hands() -> str:
    """The hands of the link (``day``, ``h`` for each hand); without any, those that the device keeps."""
    shared = read_hands(request.args.getlist("h"))
    day = read_day(request.args.get("day", ""))
    return render_template(
        "calculator/hands.html",
        shared=[(hand_line(*hand), in_chosen_language(query(hand.entry))) for hand in shared],
        day=full_date(day, language()) if day else "",
        most=MOST_HANDS,
        presets={key: translate(name) for key, name in PRESETS.items()},
        problems=(),
        link=in_chosen_language(query(read_entry(request.args).entry)),
    )
