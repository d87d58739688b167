"""The page of the list of yaku."""

from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, render_template, request

from webapp.formats.address import query, read_entry
from webapp.language.i18n import in_chosen_language
from webapp.language.search import LONGEST_SOUGHT, is_called, no_yaku
from webapp.pages.reference.yaku_list import Order, yaku_list
from webapp.scoring.awards import YAKU

blueprint = Blueprint("yaku", __name__)


@blueprint.get("/yaku")
def yaku() -> str:
    """The list of the yaku that count by the rules of the address. ``all=1`` lists all yaku, ``order=group`` orders
    them by group, and ``q`` keeps those with such a name."""
    entry, problems = read_entry(request.args)
    link = in_chosen_language(query(entry))
    order = Order.GROUP if request.args.get("order") == Order.GROUP else Order.HAN
    shows_all = request.args.get("all") == "1"
    sought = request.args.get("q", "").strip()[:LONGEST_SOUGHT]
    is_one = any(is_called(yaku, sought) for yaku in YAKU.values())
    return render_template(
        "reference/yaku.html",
        parts=yaku_list(entry.rules, shows_all=shows_all, order=order, is_sought=lambda one: is_called(one, sought)),
        order=order,
        orders={name.value: _list_address(link, name, shows_all, sought) for name in Order},
        other=_list_address(link, order, not shows_all, sought),
        shows_all=shows_all,
        no_yaku="other" if is_one else no_yaku(sought),
        sought=sought,
        kept=_list_fields(order, shows_all, "") | dict(parse_qsl(link)),
        rules=entry.rules,
        problems=problems,
        link=link,
    )


def _list_fields(order: Order, shows_all: bool, sought: str) -> dict[str, str]:
    """The fields of the list's address that differ from the usual list."""
    fields = {"order": "" if order is Order.HAN else order.value, "all": "1" if shows_all else "", "q": sought}
    return {name: value for name, value in fields.items() if value}


def _list_address(link: str, order: Order, shows_all: bool, sought: str) -> str:
    return "/yaku?" + "&".join(filter(None, [urlencode(_list_fields(order, shows_all, sought)), link]))
