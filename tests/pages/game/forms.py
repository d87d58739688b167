"""The pages of a game as somebody without scripts uses them: what they show, and their forms."""

from urllib.parse import parse_qsl, urlencode

from flask.testing import FlaskClient

from tests.pages.markup import Element


def page(client: FlaskClient, address: str) -> Element:
    return Element.of(client.get(address).text)


def points(client: FlaskClient, table: str) -> list[int]:
    """The points by player, as the table shows them."""
    seats = page(client, table).having("data-points", "data-player")
    return [int(seat["data-points"]) for seat in sorted(seats, key=lambda seat: seat["data-player"])]


def tap(client: FlaskClient, address: str, **hook: str) -> dict[str, str]:
    """The fields of the form whose button has this hook."""
    (form,) = (form for form in page(client, address).tags("form") if form.having(**hook))
    return {field["name"]: field["value"] for field in form.tags("input")}


def press(client: FlaskClient, table: str, address: str, **hook: str) -> int:
    return client.post(f"{table}/events", data=tap(client, table + address, **hook)).status_code


def fields_of(form: Element) -> list[tuple[str, str]]:
    """What a browser would send of a form."""
    fields = []
    for field in form.tags("input", "select"):
        if "name" not in field:
            continue
        if field.tag == "select":
            options = field.tags("option")
            chosen = next((option for option in options if "selected" in option), options[0])
            fields.append((field["name"], chosen["value"]))
        elif field.attributes.get("type") != "checkbox" or "checked" in field:
            fields.append((field["name"], field.attributes.get("value") or ""))
    return fields


def sent(shown: Element, **hook: str) -> tuple[str, dict[str, str]]:
    """The address and the fields that a button sends."""
    (form,) = (form for form in shown.tags("form") if form.having(**hook))
    button = form.having(**hook)[0]
    address = button.attributes.get("formaction") or form["action"]
    return address, {**dict(fields_of(form)), button["name"]: button["value"]}


def sit(client: FlaskClient, shown: Element, **hook: str) -> Element:
    """The form of a new game after a tap on one of its buttons for the seats."""
    address, fields = sent(shown, **hook)
    return Element.of(client.get(address, query_string=fields, follow_redirects=True).text)


def tap_apply(client: FlaskClient, address: str) -> dict[str, str]:
    """The fields of the form that applies what a page shows; the calculator's button stands outside of its form."""
    shown = page(client, address)
    (button,) = shown.having("data-apply")
    (form,) = (form for form in shown.tags("form") if button in form.all()) if "form" not in button else (shown,)
    fields = form.having(form="apply-form") if form is shown else form.all()
    return {field["name"]: field["value"] for field in fields if field.tag == "input"}


def apply(client: FlaskClient, table: str, address: str) -> int:
    return client.post(f"{table}/events", data=tap_apply(client, table + address)).status_code


def step_fields(step: str) -> dict[str, str]:
    """The fields of the query of a step, as the page of a hand has them."""
    return {f"step.{name}": value for name, value in parse_qsl(step)}


def hand_at(step: str, **fields: str) -> str:
    return "/hand?" + urlencode(step_fields(step) | fields)
