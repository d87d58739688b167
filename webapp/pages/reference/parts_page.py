"""The page of all parts of which the pages are made, for whoever changes one and for the tests of layout."""

from flask import Blueprint, Response, make_response, render_template

blueprint = Blueprint("parts", __name__)


@blueprint.get("/<any(parts):page>")
def show(page: str) -> Response:
    """Every part in its states. Its address has a variable part, so it is not among the pages that are exported and
    kept offline; no page links to it and crawlers leave it out."""
    response = make_response(render_template(f"{page}.html", link="", problems=()))
    response.headers["X-Robots-Tag"] = "noindex"
    return response
