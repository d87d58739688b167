"""The security headers of every response, and the requests that are refused."""

import logging
import re
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, request

from webapp.store.links import SECRET

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

_LINK = re.compile(f"/(game|group)/{SECRET}")
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
TRUSTED_SITES = frozenset({"same-origin", "none"})  # our own pages; the address bar, a bookmark, an installed page


def init_app(app: Flask) -> None:
    """Guard every route of `app`, also those registered later and those that do not exist."""
    app.before_request(refuse_foreign_posts)
    app.after_request(add_headers)
    app.after_request(replace_nul)
    app.logger.addFilter(hide_links)


def hide_links(record: logging.LogRecord) -> bool:
    """Removes the secrets of games and groups from a log record. A crash is logged with its path, which has them."""
    record.msg, record.args = _LINK.sub(r"/\1/…", record.getMessage()), ()
    return True


def refuse_foreign_posts() -> None:
    """Answer 403 to a POST (or PUT, DELETE, …) that a browser sends on behalf of another site's page.

    Browsers set Sec-Fetch-Site themselves and no script can forge it. `same-site` is refused too, since it includes
    neighbouring subdomains and other programs' ports on localhost. To a plain http address of a local network browsers
    send only Origin, which is compared with the host. Programs send neither and are let in: they do not have a
    browser's cookies, so they gain nothing. In a browser the application is reached by its own pages alone.
    """
    if request.method in SAFE_METHODS or current_app.config["SITE"].is_in_browser:
        return
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    is_trusted = site in TRUSTED_SITES if site else origin is None or urlsplit(origin).netloc == request.host
    if not is_trusted:
        abort(403)


def add_headers(response: Response) -> Response:
    """Add the headers above to any response, errors and static files included; a view may set its own."""
    for name, value in HEADERS.items():
        if name not in response.headers:
            response.headers.add(name, value)
    return response


def replace_nul(response: Response) -> Response:
    """Replaces each NUL in a page by U+FFFD, as browsers do. A page may quote any input, but HTML cannot hold a NUL."""
    if response.mimetype == "text/html" and b"\0" in response.data:
        response.data = response.data.replace(b"\0", "\ufffd".encode())
    return response
