"""Where the application runs, and what follows from that.

It runs on a server; in a browser, which answers while the server does not; or in a browser on an exported site, which
has no server (`webapp/commands/export.py`). An exported site may lie below a path of its host, ``/agari``. Pages and
answers are made with addresses from the root, as everywhere. Here they are moved below that path: by an expression over
the whole answer, since addresses stand in some hundred places of templates, values and texts, and one that was
forgotten would lead away from the site.
"""

import re
from dataclasses import dataclass
from enum import Enum
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


class Place(Enum):
    """Where the application runs. The value is the mark of its answers."""

    SERVER = "server"  #: on a server
    DEVICE = "device"  #: in a browser, while the server does not answer
    SITE = "site"  #: in a browser, on an exported site
    EXPORT = "export"  #: in the command that writes the files of an exported site


@dataclass(frozen=True)
class Site:
    """Where the application runs, and the path below which its addresses lie."""

    place: Place = Place.SERVER
    root: str = ""

    def __post_init__(self) -> None:
        """Raises ValueError if the root is no path."""
        if not _ROOT.fullmatch(self.root):
            raise ValueError(f"a site lies below a path like /agari, not {self.root!r}")

    @property
    def has_server(self) -> bool:
        """Whether these pages have a server. An exported site has none."""
        return self.place in (Place.SERVER, Place.DEVICE)

    @property
    def is_in_browser(self) -> bool:
        """Whether the application runs in a browser."""
        return self.place in (Place.DEVICE, Place.SITE)

    @property
    def keeps_on_device(self) -> bool:
        """Whether what is entered stays on the reader's device."""
        return self.place is not Place.SERVER

    @property
    def is_file(self) -> bool:
        """Whether a page becomes a file, which is read before Python can answer."""
        return self.place is Place.EXPORT

    @property
    def in_browser(self) -> "Site":
        """This site as it runs in a browser."""
        return Site(Place.DEVICE if self.has_server else Place.SITE, self.root)


def site() -> Site:
    """Where the running application runs."""
    here: Site = current_app.config["SITE"]
    return here


def init_app(app: Flask) -> None:
    """Tells the templates where they are filled in, and moves what `app` sends below the root of its site."""
    here: Site = app.config["SITE"]
    if here.root:
        app.after_request(partial(_moved, here.root))
    app.jinja_env.globals["site"] = here


def refuse_own_pages(app: Flask) -> None:
    """Raises ValueError if the root begins like an address of the application, which would be ambiguous."""
    first = app.config["SITE"].root.split("/")[1:2]
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
