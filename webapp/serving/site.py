"""The place where the application runs, and the path below which its addresses lie.

It runs on a server; in a browser, which answers while the server does not; or in a browser on an exported site, which
has no server (`webapp/commands/export.py`). An exported site may lie below a path of its host, such as ``/agari``.
Pages and answers are made with addresses from the root, as everywhere. Then a regular expression over the whole answer
moves them below that path. Addresses are written in some hundred places of templates, values and texts, and one that
was forgotten would lead away from the site.
"""

import re
from dataclasses import dataclass
from enum import Enum
from functools import partial

from flask import Flask, Response, current_app

#: Headers that hold an address.
HEADERS = ("Location", "HX-Replace-Url")
_ROOT = re.compile(r"(?:/[\w-][\w.-]*)*", re.ASCII)
#: The text before an address: an attribute of a page, or a value of the manifest.
_BEFORE = {
    "text/html": r'(?<=[\s"])(?:href|src|action|formaction|hx-get|hx-post)="',
    "application/manifest+json": r'": "',
}


class Place(Enum):
    """A place where the application runs. The value marks its answers."""

    SERVER = "server"  #: on a server
    DEVICE = "device"  #: in a browser, while the server does not answer
    SITE = "site"  #: in a browser, on an exported site
    EXPORT = "export"  #: in the command that writes the files of an exported site


@dataclass(frozen=True)
class Site:
    """The place where the application runs, and the path below which its addresses lie."""

    place: Place = Place.SERVER
    root: str = ""

    def __post_init__(self) -> None:
        """Raises ValueError if the root is not a path."""
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
        """Whether pages are written to files, which readers see before Python can answer."""
        return self.place is Place.EXPORT

    @property
    def in_browser(self) -> "Site":
        """This site as it runs in a browser."""
        return Site(Place.DEVICE if self.has_server else Place.SITE, self.root)


def site() -> Site:
    """The site of the running application."""
    here: Site = current_app.config["SITE"]
    return here


def init_app(app: Flask) -> None:
    """Gives the templates the site, and moves the addresses in all answers of `app` below its root."""
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
    """An address of this site, moved below `root`. One that is there already, or on another host, stays as it is."""
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
