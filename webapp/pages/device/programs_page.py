"""What programs look for at fixed addresses: a monitor, a crawler, a browser that wants an icon."""

from collections import Counter
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from ipaddress import ip_address

from flask import Blueprint, Response, current_app, jsonify, request
from flask.sansio.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue

from webapp.serving import work
from webapp.serving.assets import contents
from webapp.serving.operator_log import log_unavailable
from webapp.store import GameStore, Store, UnavailableError

blueprint = Blueprint("programs", __name__)
REFUSED = "agari.refused"
#: Crawlers read the calculator and the documents. Links of games and groups are for those who were given them.
ROBOTS = "User-agent: *\nDisallow: /game/\nDisallow: /group/\nDisallow: /hands\n"


@blueprint.get("/healthz")
def health() -> ResponseReturnValue:
    """Whether games can be kept: 200 ``ok``, or 503 with the reason. As JSON for whoever accepts that."""
    store: GameStore = current_app.extensions["store"]
    if problem := store.games.problem():
        log_unavailable(problem)
    said = {"status": "unavailable", "reason": str(problem.reason)} if problem else {"status": "ok"}
    status = 503 if problem else 200
    if request.accept_mimetypes.best_match(["text/plain", "application/json"]) == "application/json":
        return jsonify(said), status
    return Response(": ".join(said.values()) + "\n", status, mimetype="text/plain")


@blueprint.record_once
def _count_from_nothing(state: BlueprintSetupState) -> None:
    state.app.extensions[REFUSED] = Counter()


@blueprint.after_app_request
def count_refusals(response: Response) -> Response:
    """Counts the answers that refuse a request, by status."""
    if response.status_code >= HTTPStatus.BAD_REQUEST:
        current_app.extensions[REFUSED][response.status_code] += 1
    return response


@blueprint.get("/metrics")
def metrics() -> Response:
    """Figures for the monitors at the addresses of `MONITORS`; 404 for everybody else."""
    if not _is_monitor(request.remote_addr or ""):
        # No page, since an export keeps every address that answers with one.
        return Response("not found\n", HTTPStatus.NOT_FOUND, mimetype="text/plain")
    from webapp.serving import metrics as text_format  # not in a browser

    store: Store = current_app.extensions["store"]
    try:
        waiting, sizes = store.hub.waiting(), store.games.sizes()
    except UnavailableError:
        waiting, sizes = 0, None
    figures = text_format.Figures(waiting, work.queued(), dict(current_app.extensions[REFUSED]), sizes)
    return Response(text_format.text(figures), content_type=text_format.TYPE)


def _is_monitor(address: str) -> bool:
    """Whether the operator names this address. What a proxy says to be an address may be any text."""
    with suppress(ValueError):
        sender = ip_address(address)
        return any(sender in network for network in current_app.config["MONITORS"])
    return False


@blueprint.get("/robots.txt")
def robots() -> Response:
    """What crawlers may read."""
    return Response(ROBOTS, mimetype="text/plain")


@blueprint.get("/.well-known/security.txt")
def security() -> Response:
    """Whom to tell about a weakness (RFC 9116); 404 unless the operator says so by `CONTACT`."""
    contact = current_app.config["CONTACT"]
    if not contact:
        return Response("The operator names no contact.\n", 404, mimetype="text/plain")
    expires = (datetime.now(UTC) + timedelta(days=30)).replace(microsecond=0).isoformat()
    return Response(f"Contact: {contact}\nExpires: {expires}\n", mimetype="text/plain")


@blueprint.get("/favicon.ico")
def icon() -> Response:
    """The icon for programs that do not read the page's own link to it."""
    return Response(contents("icon.svg"), mimetype="image/svg+xml")
