"""The buttons for text size, left hand, sound and vibration, where scripts do not answer them."""

import re

from flask import Blueprint, Response, make_response, redirect, request

from webapp.serving.device import changed, chosen, keep

blueprint = Blueprint("comfort", __name__)
#: An address of ours: a path without an empty part, and a query.
_OURS = re.compile(r"/(?:[\w.%-]+(?:/[\w.%-]+)*)?(?:\?[!-~]*)?", re.ASCII)


@blueprint.post("/comfort")
def change() -> Response:
    """Keeps what was tapped, and leads back to the page where that was."""
    back = request.form.get("back", "")
    response = make_response(redirect(back if _OURS.fullmatch(back) else "/", 303))
    keep(response, changed(chosen(), request.form.get("set", "")))
    return response
