"""The buttons for text size, left hand, sound and vibration, in browsers without scripts."""

import re

from flask import Blueprint, Response, make_response, redirect, request

from webapp.serving.device import changed, chosen, keep

blueprint = Blueprint("comfort", __name__)
#: An address of ours: a path without an empty part, and a query.
_OURS = re.compile(r"/(?:[\w.%-]+(?:/[\w.%-]+)*)?(?:\?[!-~]*)?", re.ASCII)


@blueprint.post("/comfort")
def change() -> Response:
    """Keeps the setting that was tapped, and leads back to the page of the button."""
    back = request.form.get("back", "")
    response = make_response(redirect(back if _OURS.fullmatch(back) else "/", 303))
    keep(response, changed(chosen(), request.form.get("set", "")))
    return response
