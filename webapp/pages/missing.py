"""What somebody sees who asks for a page that there is not: the way to those that there are."""

from flask import Blueprint, render_template, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as BaseResponse

from webapp.pages.api import refused

blueprint = Blueprint("missing", __name__)


@blueprint.app_errorhandler(NotFound)
def missing(error: NotFound) -> BaseResponse | tuple[str, int]:
    """A page with links for a reader, a line for a program."""
    if not request.accept_mimetypes.accept_html or request.path.startswith(("/static/", "/api/")):
        return refused(error)
    return render_template("missing.html", link="", problems=()), 404
