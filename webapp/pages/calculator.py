"""The calculator: the page for an address, and the answer to every tap."""

from flask import Blueprint, Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from webapp.forms import form_fields, pressed, query, read_entry
from webapp.sheet import sheet_of

blueprint = Blueprint("calculator", __name__)


@blueprint.get("/")
def page() -> str:
    """The calculator with the hand of the address."""
    entry, unread = read_entry(request.args)
    return render_template("calculator.html", sheet=sheet_of(entry, unread), form=form_fields(entry), link=query(entry))


@blueprint.post("/score")
def answer() -> BaseResponse:
    """The answer to a form: fragments for htmx, else the page's new address."""
    entry, unread = read_entry(request.form)
    if "HX-Request" not in request.headers:
        return redirect(_address(query(pressed(entry, request.form))), 303)
    link = query(entry)
    html = render_template("_answer.html", sheet=sheet_of(entry, unread), form=form_fields(entry), link=link)
    response: Response = make_response(html)
    response.headers["HX-Replace-Url"] = _address(link)
    return response


@blueprint.after_request
def vary(response: Response) -> Response:
    """The same address answers htmx and the browser differently."""
    response.vary.add("HX-Request")
    return response


def _address(link: str) -> str:
    return f"/?{link}" if link else "/"
