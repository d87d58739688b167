"""The picture of a link: ``/preview.png`` and ``/preview.svg`` with the link's query."""

from functools import cache

from flask import Blueprint, Response, request

from webapp.drawing.canvas import png
from webapp.drawing.letters import lettering
from webapp.entry import Entry
from webapp.formats.address import read_entry
from webapp.language.i18n import language, translate
from webapp.language.words import MODES
from webapp.limits import DAY
from webapp.pages.calculator.discard_values import values
from webapp.pages.calculator.result_picture import Picture, ink_of
from webapp.pages.calculator.result_text import summary_of, table_text, winner_text, yaku_text
from webapp.pages.calculator.sheet import sheet_of
from webapp.scoring.notation import parse_tiles
from webapp.serving.assets import contents
from webapp.serving.work import run

blueprint = Blueprint("preview", __name__)
#: The hand that is shown if none has been entered: the thirteen orphans.
EMPTY = Entry(tiles=parse_tiles("19m19p19s1234567z"))


@blueprint.get("/preview.svg")
def as_svg() -> Response:
    """The picture as SVG."""
    return _kept(Response(_drawn(), mimetype="image/svg+xml"))


@blueprint.get("/preview.png")
def as_png() -> Response:
    """The picture as PNG."""
    return _kept(Response(run(png, _drawn()), mimetype="image/png"))


def _drawn() -> str:
    entry, unread = read_entry(request.args)
    result = sheet_of(entry, unread, values).result
    labels = translate(MODES["dora"]), translate(MODES["ura"])
    shown = entry if entry.all_tiles else EMPTY
    place = table_text(entry.table) if entry.all_tiles else ""
    entries = {one.table.seat: one for one in (entry, *map(entry.of_other_winner, entry.also))}
    together = result.paid if len(result.paid) > 1 else ()
    winners = tuple((winner_text(win), yaku_text(win), entries[win.seat]) for win in together)
    if len(result.paid) == 1:
        shown = entries[result.paid[0].seat]
    return Picture(summary_of(result), shown, place, labels, lettering(language()), _ink(), winners).svg()


@cache
def _ink() -> dict[str, str]:
    return ink_of(contents("vendor/tiles.svg").decode())


def _kept(response: Response) -> Response:
    response.cache_control.public = True
    response.cache_control.max_age = DAY
    response.add_etag()
    response.vary.update(["Accept-Language", "Cookie"])
    response.make_conditional(request)
    return response
