"""Sharing a result: its page, its QR code, its case as JSON."""

from http import HTTPStatus
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, jsonify, render_template, request, url_for

from webapp.drawing.qr import qr_svg
from webapp.entry import Entry
from webapp.formats.address import query, read_entry
from webapp.formats.answers import problems_json
from webapp.formats.case import case_json
from webapp.language.i18n import in_chosen_language, language_field
from webapp.limits import DAY
from webapp.pages.calculator.advice import without_values
from webapp.pages.calculator.discard_values import values_if_free
from webapp.pages.calculator.result_text import shared_text
from webapp.pages.calculator.sheet import sheet_of
from webapp.scoring.problems import Code, problem

blueprint = Blueprint("share", __name__)


@blueprint.get("/share")
def share() -> str:
    """The ways to share a result. The page's script gets them without the frame of the page."""
    entry, problems = read_entry(request.args)
    result = sheet_of(entry, problems, values_if_free).result
    address = absolute_link(entry)
    is_fragment = "HX-Request" in request.headers
    return render_template(
        "calculator/_share.html" if is_fragment else "calculator/share.html",
        is_fragment=is_fragment,
        entry=entry,
        wins=result.paid or result.wins[:1],
        problems=result.problems,
        link=in_chosen_language(query(entry)),
        address=address,
        text=shared_text(result, entry, address),
    )


@blueprint.get("/qr.svg")
def qr() -> Response:
    """The QR code of the link to a result; 414 if the link is too long for one, as it is with a long host name."""
    try:
        drawn = qr_svg(absolute_link(read_entry(request.args).entry))
    except ValueError:
        abort(HTTPStatus.REQUEST_URI_TOO_LONG)
    response = Response(drawn, mimetype="image/svg+xml")
    response.cache_control.private = True
    response.cache_control.max_age = DAY
    return response


@blueprint.get("/case.json")
def case() -> tuple[Response, int]:
    """The case that /api/score takes."""
    entry, unread = read_entry(request.args)
    if unread or not entry.is_full or not entry.tiles:
        wrong = unread or (problem("hand", Code.WRONG_COUNT, "A case is a whole hand with its winning tile."),)
        return jsonify(problems_json(wrong)), 422
    wins = sheet_of(entry, ahead=without_values).result.wins
    is_tsumo = (wins[0].by if wins else entry.by) != "ron"
    response = jsonify(case_json(entry.hand(is_tsumo=is_tsumo)))
    response.headers["Content-Disposition"] = 'attachment; filename="agari-case.json"'
    return response, 200


@blueprint.after_request
def vary(response: Response) -> Response:
    """Tells caches that one address answers the page's script and the browser differently."""
    response.vary.add("HX-Request")
    return response


def absolute_link(entry: Entry) -> str:
    """The whole address of a result. It does not name the game from which the calculator was opened."""
    link = "&".join(filter(None, [query(entry), urlencode(language_field())]))
    return url_for("calculator.page", _external=True) + (f"?{link}" if link else "")
