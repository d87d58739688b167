"""The page of the rules: every switch of the engine, by group, to be read and changed. It keeps the address's hand."""

from dataclasses import replace
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response

from webapp.formats.address import form_fields, query, read_entry
from webapp.formats.rules import (
    RULE,
    game_rules_fields,
    joined_fields,
    read_game_rules_fields,
    rules_fields,
    with_own_rules,
)
from webapp.game.rules import GAME_PRESETS, GameRules
from webapp.language.i18n import game_field, in_chosen_language, language_field
from webapp.scoring.rules import PRESETS, SWITCHES, TENHOU, UNSURE, Rules
from webapp.scoring.switches import by_group

blueprint = Blueprint("rules", __name__)


@blueprint.get("/rules")
def page() -> str:
    """The switches of the rules of the address; those that differ from the preset are marked. ``was`` is the
    calculator's address before other rules were looked at: the way back leads there."""
    entry, unread = read_entry(joined_fields(request.args.lists()))
    rules = entry.rules
    preset = PRESETS[rules.preset].with_honba_of(rules.players)
    without_rules = replace(entry, table=replace(entry.table, rules=TENHOU))
    hand = {name: value for name, value in form_fields(without_rules).items() if value}
    link = in_chosen_language(query(entry))
    return render_template(
        "reference/rules.html",
        rules=rules,
        presets=PRESETS,
        groups=by_group(SWITCHES),
        values={name: getattr(rules, name) for name in SWITCHES},
        plain={name: getattr(preset, name) for name in SWITCHES},
        usual={name: getattr(TENHOU, name) for name in SWITCHES},
        unsure=UNSURE.get(rules.preset, frozenset()),
        prefix=RULE,
        hand={name: value for name, value in hand.items() if name != "rules"} | language_field(),
        game_field=game_field(),
        problems=unread,
        link=link,
        was=request.args.get("was", link),
        is_other="was" in request.args,
        # An address leaves out the preset of an empty page. A game without rules begins with another one.
        game_link=f"rules={TENHOU.preset}&{link}".rstrip("&") if rules.preset == TENHOU.preset else link,
    )


@blueprint.post("/rules")
def choose() -> Response:
    """Takes the rules and leads back to the calculator. Another preset leads to its switches instead."""
    form = joined_fields(request.form.lists())
    if "preset" in form:
        form = {name: value for name, value in form.items() if not name.startswith(RULE)} | {"rules": form["preset"]}
        link = in_chosen_language(query(read_entry(form).entry))
        return redirect(f"/rules?{link}&{urlencode({'was': form.get('was', link)})}".replace("?&", "?"), 303)
    link = in_chosen_language(query(read_entry(_with_usual_honba(form)).entry))
    return redirect(f"/?{link}" if link else "/", 303)


def _with_usual_honba(form: dict[str, str]) -> dict[str, str]:
    """The form without the honba by ron if only the number of players was changed: it was usual for those `players` for
    whom the page was made, and so it shall be for the others."""
    honba_ron, players = f"{RULE}honba_ron", 3 if form.get("players") == "3" else 4
    usual = PRESETS.get(form.get("rules", ""), TENHOU).with_honba_of(players).honba_ron
    is_usual = form.get(honba_ron) == str(usual) and form.get(f"{RULE}players") != str(players)
    return {name: text for name, text in form.items() if name != honba_ron} if is_usual else form


@blueprint.app_template_global()
def game_rules_of(scoring: Rules) -> GameRules | None:
    """The rules of the game from which the reader came, with these rules of its hands; None if they came from none."""
    fields = with_own_rules({"rules": game_field().get("game", "")})
    return replace(read_game_rules_fields(fields, []), scoring=scoring) if fields["rules"] in GAME_PRESETS else None


@blueprint.app_template_filter("rules_fields")
def fields_of(rules: Rules | GameRules) -> dict[str, str]:
    """The fields of an address that stand for rules: ``rules`` for the preset, and each switch that differs from it."""
    if isinstance(rules, Rules):
        return rules_fields(rules)
    return {"rules": rules.preset, **game_rules_fields(rules)}
