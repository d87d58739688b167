"""The error pages: a page with links for a reader, a line for a program, JSON below /api/."""

import re

from flask import Blueprint, g, jsonify, render_template, request
from werkzeug.exceptions import Forbidden, HTTPException, NotFound
from werkzeug.wrappers import Response as BaseResponse

from webapp.formats.answers import problems_json
from webapp.scoring.problems import Code, problem
from webapp.store.links import SECRET

blueprint = Blueprint("errors", __name__)
_OF_A_LINK = re.compile(rf"/(game|group)/{SECRET}(?=/|$)", re.ASCII)


@blueprint.app_errorhandler(NotFound)
def missing(error: NotFound) -> BaseResponse | tuple[str, int]:
    """The 404 page."""
    if not _is_for_a_reader():
        return refused(error)
    is_link = _OF_A_LINK.match(request.path) is not None
    return render_template("missing.html", link="", problems=(), is_link=is_link, status=404), 404


@blueprint.app_errorhandler(Forbidden)
def forbidden(error: Forbidden) -> BaseResponse | tuple[str, int]:
    """The page for an onlooker who opens or enters what only players can, with the way back; for a phone that chose to
    look on, with the way to a seat."""
    # A tap from another site's page is refused before its link is looked up.
    link = _OF_A_LINK.match(request.path) if "seats" in g or "group" in g else None
    if link is None or not _is_for_a_reader():
        return refused(error)
    seats = g.get("seats")
    page = render_template("missing.html", link="", problems=(), only_shows=link.group(), seats=seats, status=403)
    return page, 403


def _is_for_a_reader() -> bool:
    return request.accept_mimetypes.accept_html and not request.path.startswith(("/static/", "/api/"))


@blueprint.app_errorhandler(HTTPException)
def refused(error: HTTPException) -> BaseResponse:
    """The answer for other errors: a page for a browser that shows it, else a line. Below /api/ it is JSON, even if no
    route was tried, as for a wrong host name."""
    response = error.get_response()
    if _is_for_a_reader() and "text/html" in request.headers.get("Accept", ""):
        response.data = render_template("missing.html", link="", problems=(), status=error.code, reason=error.name)
    if request.path.startswith("/api/"):
        problems = (problem("", Code.REFUSED, "The request is refused: {reason}.", reason=error.name),)
        response.data, response.content_type = jsonify(problems_json(problems)).data, "application/json"
    return response
