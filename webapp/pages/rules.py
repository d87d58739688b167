"""The rules: every switch of the engine, by groups, to be read and changed; the hand of the address is kept."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import groupby

from flask import Blueprint, redirect, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from webapp.inputs.forms import RULE, read_entry
from webapp.language.i18n import in_chosen_language, language_field
from webapp.outputs.links import form_fields, query, switch_text
from webapp.scoring.rules import PRESETS, SWITCHES, UNSURE, Switch

blueprint = Blueprint("rules", __name__)


def joined(values: MultiDict[str, str]) -> dict[str, str]:
    """A form's values, those of the boxes of one set with dots between."""
    return {name: ".".join(filter(None, values.getlist(name))) for name in values}


def by_group(switches: Mapping[str, Switch]) -> list[tuple[str, list[Switch]]]:
    """Switches by the group that they are shown in."""
    return [(group, list(found)) for group, found in groupby(switches.values(), lambda switch: switch.group)]


@blueprint.get("/rules")
def page() -> str:
    """The switches of the rules of the address; those that differ from the preset are marked."""
    entry, unread = read_entry(joined(request.args))
    rules = entry.rules
    without_rules = replace(entry, table=replace(entry.table, rules=PRESETS["tenhou"]))
    hand = {name: value for name, value in form_fields(without_rules).items() if value}
    return render_template(
        "rules.html",
        rules=rules,
        preset=PRESETS[rules.preset],
        presets=PRESETS,
        groups=by_group(SWITCHES),
        values={name: getattr(rules, name) for name in SWITCHES},
        unsure=UNSURE.get(rules.preset, frozenset()),
        prefix=RULE,
        hand={name: value for name, value in hand.items() if name != "rules"} | language_field(),
        problems=unread,
        link=in_chosen_language(query(entry)),
    )


@blueprint.post("/rules")
def choose() -> Response:
    """Takes the rules: back to the calculator, or with another preset to its switches."""
    form = joined(request.form)
    if "preset" in form:
        form = {name: value for name, value in form.items() if not name.startswith(RULE)} | {"rules": form["preset"]}
        return redirect(f"/rules?{in_chosen_language(query(read_entry(form).entry))}", 303)
    link = in_chosen_language(query(read_entry(form).entry))
    return redirect(f"/?{link}" if link else "/", 303)


@blueprint.app_template_filter("switch_text")
def switch_text_filter(value: object) -> str:
    """A switch's value as the address has it."""
    return switch_text(value)
