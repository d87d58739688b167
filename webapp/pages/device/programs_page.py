"""What programs look for at fixed addresses: a monitor, a crawler, a browser that wants an icon."""

from datetime import UTC, datetime, timedelta

from flask import Blueprint, Response, abort, current_app, jsonify, request
from flask.typing import ResponseReturnValue

from webapp.serving.assets import contents
from webapp.store import GameStore

blueprint = Blueprint("programs", __name__)
#: Crawlers read the calculator and the documents. Links of games and groups are for those who were given them.
ROBOTS = "User-agent: *\nDisallow: /game/\nDisallow: /group/\nDisallow: /hands\n"


@blueprint.get("/healthz")
def health() -> ResponseReturnValue:
    """Whether games can be kept: 200 ``ok``, or 503 with the reason. As JSON for whoever accepts that."""
    store: GameStore = current_app.extensions["store"]
    problem = store.games.problem()
    said = {"status": "unavailable", "reason": str(problem.reason)} if problem else {"status": "ok"}
    status = 503 if problem else 200
    if request.accept_mimetypes.best_match(["text/plain", "application/json"]) == "application/json":
        return jsonify(said), status
    return Response(": ".join(said.values()) + "\n", status, mimetype="text/plain")


@blueprint.get("/robots.txt")
def robots() -> Response:
    """What crawlers may read."""
    return Response(ROBOTS, mimetype="text/plain")


@blueprint.get("/.well-known/security.txt")
def security() -> Response:
    """Whom to tell about a weakness (RFC 9116); 404 unless the operator says so by `CONTACT`."""
    contact = current_app.config["CONTACT"]
    if not contact:
        abort(404)
    expires = (datetime.now(UTC) + timedelta(days=30)).replace(microsecond=0).isoformat()
    return Response(f"Contact: {contact}\nExpires: {expires}\n", mimetype="text/plain")


@blueprint.get("/favicon.ico")
def icon() -> Response:
    """The icon for programs that do not read the page's own link to it."""
    return Response(contents("icon.svg"), mimetype="image/svg+xml")
