"""The calculator: the page for an address, and the answer to every tap."""

from urllib.parse import parse_qsl, urlencode, urlsplit

from flask import Blueprint, Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from webapp.entry import Entry
from webapp.formats.address import form_fields, form_text, query, query_as_tapped, read_entry
from webapp.formats.rules import seats_in_riichi
from webapp.language.i18n import game_field, in_chosen_language, language_field
from webapp.pages.calculator.advice import Ahead
from webapp.pages.calculator.buttons import is_pressed, pressed
from webapp.pages.calculator.copied_text import read_copied
from webapp.pages.calculator.discard_values import values_if_free, values_later
from webapp.pages.calculator.example_hand import example_of
from webapp.pages.calculator.panels import panels_of
from webapp.pages.calculator.paste import LONGEST
from webapp.pages.calculator.sheet import sheet_of
from webapp.scoring.problems import Problem
from webapp.scoring.table import WIND_NAMES

blueprint = Blueprint("calculator", __name__)
blueprint.add_app_template_filter(form_text, "as_form")


@blueprint.get("/")
def page() -> BaseResponse | str:
    """The calculator with the hand of the address, or of a pasted `text`. Text that cannot be read is an error."""
    entry, unread = read_entry(request.args)
    text = request.args.get("text", "").strip()
    read = read_copied(text, entry) if text else entry
    if isinstance(read, tuple):
        unread = (*read, *unread)
    elif text:
        return redirect(_address(query(read)) if isinstance(read, Entry) else "/?" + urlencode(read))
    return render_template(
        "calculator/calculator.html",
        **_shown(entry, unread, values_if_free),
        text=text[:LONGEST],
        is_opened=not text,
        **_ways(entry),
    )


def _ways(entry: Entry) -> dict[str, str]:
    """Values for the template. `back`: the path to which ‹ leads, to the review, practice or list that opened the hand,
    or to the games from the calculator that a table opened (a script knows the table); empty for others. `own_at`: the
    query of the user's own hand, if the page before has one. A list that leads back to that hand has not opened it."""
    pages, before = ("review", "drill", "hands"), request.referrer or ""
    came_from = next((f"/{page}" for page in pages if before.startswith(f"{request.root_url}{page}")), "")
    own = query(read_entry(dict(parse_qsl(urlsplit(before).query))).entry) if came_from == "/hands" else ""
    if own and own == query(entry):
        came_from = ""
    own_at = in_chosen_language(own) if came_from and own else ""
    return {"back": came_from or ("/game" if game_field() else ""), "own_at": own_at}


@blueprint.post("/score")
def answer() -> BaseResponse:
    """The answer to a form: fragments for htmx, else the page's new address. The fragments show the entry settled: the
    script takes their switches over."""
    entry, unread = read_entry(request.form)
    if "HX-Request" not in request.headers:
        after = pressed(entry, request.form)
        return redirect(_address(query_as_tapped(after) if is_pressed(request.form) else query(after)), 303)
    return _fragments("calculator/_answer.html", _shown(entry.settled(), unread, values_later))


@blueprint.get("/values")
def with_values() -> Response:
    """The answer to a tap again, now with the values that were left out the first time to save time."""
    return _fragments("calculator/_result.html", _shown(*read_entry(request.args), values_if_free))


def _fragments(template: str, shown: dict[str, object]) -> Response:
    response = make_response(render_template(template, **shown))
    response.headers["HX-Replace-Url"] = _address(str(shown["bare_link"]))
    return response


def _shown(entry: Entry, unread: tuple[Problem, ...], ahead: Ahead) -> dict[str, object]:
    """The values for the templates: the sheet, its panels, the form's fields, the links to this hand, to one more
    winner and to the hand of each other winner. If nothing is entered, also an example.

    If the reader chose a language, it is one of the fields, and part of every link.
    """
    sheet = sheet_of(entry, unread, ahead)
    is_ron = bool(sheet.result.wins) and sheet.result.wins[0].by == "ron"
    another = entry.next_winner() if is_ron else None
    fields = form_fields(entry)
    link = query(entry, fields)
    example = None if entry.all_tiles or unread else example_of(entry.rules)
    example_entry = example and example.at(entry.table)
    form = fields | language_field() | game_field()
    return {
        "sheet": sheet,
        "panels": panels_of(form, sheet.flags, request.form),
        "form": form,
        "bare_link": link,
        "link": in_chosen_language(link),
        "is_unread": bool(unread),
        "example": example,
        "example_entry": example_entry,
        "example_link": in_chosen_language(query(example_entry)) if example_entry else "",
        "another": in_chosen_language(query(another)) if another else "",
        "misses_riichi": _misses_riichi(entry),
        "winner_links": {WIND_NAMES[other.table.seat]: _led_by(entry, other) for other in entry.also},
    }


def _misses_riichi(entry: Entry) -> bool:
    """Whether the winner has laid a riichi stick at the table from which the reader came, and a closed hand without
    riichi here. The field of the game has the seats of such players."""
    in_riichi = seats_in_riichi(game_field().get("game", ""))
    has_stick = not entry.is_seat_guessed and WIND_NAMES[entry.table.seat] in in_riichi
    return has_stick and not (entry.is_open or entry.has_riichi)


def _led_by(entry: Entry, other: Entry) -> str:
    return in_chosen_language(query(entry.led_by(other)))


@blueprint.after_request
def vary(response: Response) -> Response:
    """Tells caches that one address answers htmx and the browser differently."""
    response.vary.add("HX-Request")
    return response


def _address(link: str) -> str:
    shown = in_chosen_language(link)
    return f"/?{shown}" if shown else "/"
