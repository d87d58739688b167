"""An exported site (`webapp/commands/export.py`): it has no server, and may lie below a path of its host, ``/agari``.

Pages and answers are made with addresses from the root, as everywhere. Here they are moved below that path.
"""

import re
from functools import partial

from flask import Flask, Response, current_app

#: Headers that hold an address.
HEADERS = ("Location", "HX-Replace-Url")
_ROOT = re.compile(r"(?:/[\w-][\w.-]*)*", re.ASCII)
#: What stands before an address: an attribute of a page, a value of the manifest.
_BEFORE = {
    "text/html": r'(?<=[\s"])(?:href|src|action|formaction|hx-get|hx-post)="',
    "application/manifest+json": r'": "',
}


def init_app(app: Flask) -> None:
    """Moves what `app` sends below the path in ROOT, and tells the templates what it is. Raises ValueError if that is
    no path."""
    root = app.config["ROOT"]
    if not _ROOT.fullmatch(root):
        raise ValueError(f"a site lies below a path like /agari, not {root!r}")
    if root:
        app.after_request(partial(_moved, root))
    app.add_template_global(is_alone)
    app.add_template_global(is_file)
    app.add_template_global(is_on_device)


def is_alone() -> bool:
    """Whether this is an exported site."""
    return bool(current_app.config["ALONE"])


def is_file() -> bool:
    """Whether this page becomes a file of an exported site: it is read before Python can answer."""
    return is_alone() and current_app.config["ANSWERED_BY"] == "server"


def is_on_device() -> bool:
    """Whether what is entered stays on the reader's device."""
    return is_alone() or current_app.config["ANSWERED_BY"] == "device"


def refuse_own_pages(app: Flask) -> None:
    """Raises ValueError if the path begins like a page of ours: nobody could tell which addresses lie below it."""
    first = app.config["ROOT"].split("/")[1:2]
    if first and first[0] in {rule.rule.split("/")[1] for rule in app.url_map.iter_rules()}:
        raise ValueError(f"a site cannot lie below /{first[0]}: it has a page of that name")


def below(root: str, address: str) -> str:
    """An address of this site below its root; one that lies there already, or on another host, stays as it is."""
    is_moved = re.match(rf"{re.escape(root)}(?:[/?#]|$)", address)
    return address if is_moved or not re.match("/(?!/)", address) else root + address


def _moved(root: str, response: Response) -> Response:
    for name in HEADERS:
        if name in response.headers:
            response.headers[name] = below(root, response.headers[name])
    if before := _BEFORE.get(response.mimetype or ""):
        address = rf'(?=/(?!/))(?!{re.escape(root)}[/?#"])'
        response.data = re.sub(f"({before}){address}".encode(), rb"\1" + root.encode(), response.get_data())
    return response
