"""The error pages: a page with links for a reader, a line for a program, JSON below /api/."""

import re

from flask import Blueprint, jsonify, render_template, request
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.wrappers import Response as BaseResponse

from webapp.outputs.replies import problems_json
from webapp.scoring.problems import Code, problem
from webapp.store.links import SECRET

blueprint = Blueprint("errors", __name__)


@blueprint.app_errorhandler(NotFound)
def missing(error: NotFound) -> BaseResponse | tuple[str, int]:
    """The 404 page."""
    if not request.accept_mimetypes.accept_html or request.path.startswith(("/static/", "/api/")):
        return refused(error)
    is_link = re.match(rf"/(game|group)/{SECRET}(/|$)", request.path, re.ASCII) is not None
    return render_template("missing.html", link="", problems=(), is_link=is_link), 404


@blueprint.app_errorhandler(HTTPException)
def refused(error: HTTPException) -> BaseResponse:
    """The answer for other errors. Below /api/ it is JSON, even if no route was tried, as for a wrong host name."""
    response = error.get_response()
    if request.path.startswith("/api/"):
        problems = (problem("", Code.REFUSED, "The request is refused: {reason}.", reason=error.name),)
        response.data, response.content_type = jsonify(problems_json(problems)).data, "application/json"
    return response
