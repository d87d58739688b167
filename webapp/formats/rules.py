"""The rules of a hand and of a game: as JSON, and as the fields of an address or a form.

`rules_json` and `rules_fields` write the rules of a hand, `read_rules` and `read_rules_fields` read them back;
`game_rules_json`, `game_rules_fields`, `read_game_rules` and `read_game_rules_fields` do the same for those of a game,
`read_stored_game_rules` and `stored_game_rules` for a game that may have been stored by an earlier or a newer version.

Every reader takes the former names and values of switches (`_todays`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlencode

from webapp.formats.fields import Json, listed, shown
from webapp.game.rules import GAME_PRESETS, GAME_SWITCHES, GameRules, rules_problems
from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.rules import PRESETS, RULES_KEPT, SWITCHES, TENHOU, Rules
from webapp.scoring.switches import Switch
from webapp.store import Reason, UnavailableError

AnyRules = TypeVar("AnyRules", Rules, GameRules)


def read_preset(
    field: str, name: object, problems: list[Problem], presets: Mapping[str, AnyRules], default: AnyRules
) -> AnyRules:
    """The rules of a preset, by its name."""
    if isinstance(name, str) and name in presets:
        return presets[name]
    problems.append(
        problem(
            field,
            Code.UNKNOWN_RULE,
            "There is no preset {got}; there are: {known}. A newer version of Agari may have it: then update this one.",
            got=shown(name),
            known=listed(presets),
        )
    )
    return default


def read_switches(
    field: str,
    rules: AnyRules,
    values: Mapping[str, object],
    problems: list[Problem],
    switches: Mapping[str, Switch] = SWITCHES,
    *,
    is_text: bool = False,
) -> AnyRules:
    """The rules with some switches set to values, which are JSON or text."""
    if len(values) > 2 * len(switches):  # a newer version has some more, and these are named
        problems.append(
            problem(field, Code.UNKNOWN_RULE, "There are {most} rules, not {got}.", most=len(switches), got=len(values))
        )
        return rules
    changed: dict[str, Any] = {}
    for name, value in _todays(values, rules.players).items():
        if name not in switches:
            problems.append(
                problem(
                    field,
                    Code.UNKNOWN_RULE,
                    "There is no rule {got}; there are: {known}. A newer version of Agari may have it: then update this"
                    " one.",
                    got=shown(name),
                    known=listed(switches),
                )
            )
            continue
        switch = switches[name]
        read = switch.from_text(str(value)) if is_text else switch.from_json(value)
        if read is None:
            text = switch.wrong_text if is_text else switch.wrong_json
            problems.append(
                problem(f"{field}.{name}", Code.UNKNOWN_RULE, text, rule=name, got=shown(value), **switch.limits)
            )
        else:
            changed[name] = read
    if "players" in changed and isinstance(rules, Rules):
        changed = {"honba_ron": rules.with_honba_of(changed["players"]).honba_ron, **changed}
    return _changed(rules, tuple(changed.items())) if changed else rules


@lru_cache(RULES_KEPT)
def _changed(rules: AnyRules, switches: tuple[tuple[str, Any], ...]) -> AnyRules:
    """Rules with these switches. Each tap sends its rules again, and rules keep what was worked out of them."""
    return replace(rules, **dict(switches))


def _todays(values: Mapping[str, object], players: int) -> dict[str, object]:
    """The values of switches with former names and values turned into today's: old addresses, stored rules and requests
    are read for ever. `players` counts if the values do not say how many play."""
    now = dict(values)
    if (each := str(now.get("honba_per_payer"))) in ("100", "500"):
        payers = (3 if str(now.get("players", players)) == "3" else 4) - 1
        of_kind = str if isinstance(now.pop("honba_per_payer"), str) else int
        now = {"honba_ron": of_kind(int(each) * payers), "honba_tsumo": of_kind(each)} | now
    if (north := now.get("nuki_dora")) == "yes" or isinstance(north, bool):
        now["nuki_dora"] = "north" if north else "no"
    return now


def read_rules(field: str, value: object, problems: list[Problem]) -> Rules:
    """The rules of a hand, from a preset's name or an object with preset and switches; Tenhou's rules for null."""
    if value is None:
        return TENHOU
    if not isinstance(value, dict):
        return read_preset(field, value, problems, PRESETS, TENHOU)
    rules = read_preset(field, value.get("preset", TENHOU.preset), problems, PRESETS, TENHOU)
    switches = {str(name): switch for name, switch in value.items() if name != "preset"}
    return read_switches(field, rules, switches, problems)


RULE = "rule."


def with_own_rules(form: Mapping[str, str]) -> dict[str, str]:
    """A form's fields with the fields of the user's own rules, if such rules are chosen: then the field ``rules`` holds
    the part of an address that stands for them, such as ``rules=wrc&rule.kiriage_mangan=no``, and replaces what other
    fields say of them. Nothing else in it counts."""
    own = form.get("rules", "")
    if "=" not in own:
        return dict(form)
    others = {name: value for name, value in form.items() if not _is_of_rules(name)}
    return {**others, "rules": own, **{name: value for name, value in parse_qsl(own) if _is_of_rules(name)}}


def _is_of_rules(name: str) -> bool:
    return name == "rules" or name.startswith((RULE, GAME_RULE))


def joined_fields(fields: Iterable[tuple[str, list[str]]]) -> dict[str, str]:
    """A form's fields, from the values of each; the values of several boxes with one name are joined by dots.

    The control of a yes/no switch sends ``no``, and ``yes`` after it if it is on.
    """
    return {name: "yes" if values == ["no", "yes"] else ".".join(filter(None, values)) for name, values in fields}


def read_rules_fields(given: Mapping[str, str], problems: list[Problem]) -> Rules:
    """The rules of a form or an address: ``rules=tenhou``, and ``rule.kiriage_mangan=yes`` for each changed switch."""
    rules = read_preset("rules", given.get("rules") or TENHOU.preset, problems, PRESETS, TENHOU)
    return read_switches("rules", rules, _without(RULE, given), problems, is_text=True)


def rules_fields(rules: Rules) -> dict[str, str]:
    """The fields of rules in an address: the preset, and each switch that differs from it."""
    return {"rules": rules.preset, **_switch_fields(RULE, SWITCHES, rules.changed)}


def rules_json(rules: Rules) -> dict[str, object]:
    """Every switch of the rules in force."""
    return dict(_rules_json(rules))


@lru_cache(RULES_KEPT)
def _rules_json(rules: Rules) -> dict[str, object]:
    return {"preset": rules.preset, **_switches_json(rules, SWITCHES)}


HOUSE = GAME_PRESETS["house"]


def read_game_rules(field: str, value: object, problems: list[Problem]) -> GameRules:
    """The rules of a game, from a preset's name or an object with preset, scoring and switches; house rules for
    null."""
    if not isinstance(value, Mapping):
        return HOUSE if value is None else read_preset(field, value, problems, GAME_PRESETS, HOUSE)
    rules = read_preset(field, value.get("preset", HOUSE.preset), problems, GAME_PRESETS, HOUSE)
    if value.get("scoring") is not None:
        rules = replace(rules, scoring=read_rules(f"{field}.scoring", value["scoring"], problems))
    switches = {str(name): switch for name, switch in value.items() if name not in ("preset", "scoring")}
    rules = read_switches(field, rules, switches, problems, GAME_SWITCHES)
    problems += [replace(item, field=f"{field}.{item.field}") for item in rules_problems(rules)]
    return rules


#: What a switch had before a preset gave it another value. Stored rules list the switches of their time, so they lack
#: those that came later; without an entry here these have the values of the preset.
_FORMER: dict[str, dict[str, object]] = {
    "mahjong_soul": {"tenhou_best_wait": False},
    "mahjong_soul_sanma": {"tenhou_best_wait": False},
}


def read_stored_game_rules(field: str, value: object, problems: list[Problem]) -> GameRules:
    """The rules of a stored or an exported game: a switch that did not exist when they were written has the value that
    held then. If they have a switch, a value or a preset that does not exist yet, a problem says to update."""
    wrong: list[Problem] = []
    hands = value.get("scoring") if isinstance(value, Mapping) else None
    if isinstance(value, Mapping) and isinstance(hands, Mapping):
        value = {**value, "scoring": {**_FORMER.get(str(hands.get("preset")), {}), **hands}}
    rules = read_game_rules(field, value, wrong)
    problems += wrong
    if any(item.code is Code.UNKNOWN_RULE for item in wrong):
        problems.append(
            problem(
                field,
                Code.NEEDS_UPDATE,
                "A newer version of Agari may have written these rules: load the page again with a network, or update"
                " the program, and try once more.",
            )
        )
    is_older = isinstance(hands, Mapping) and "sanma_tsumo" not in hands
    if not is_older or rules.players == HOUSE.players or rules.scoring.tsumo_loss:
        return rules
    return replace(rules, scoring=replace(rules.scoring, sanma_tsumo="rounded_once"))


def stored_game_rules(value: object) -> GameRules:
    """The rules of a game or a group in a store. Raises `UnavailableError` if a newer version wrote them."""
    problems: list[Problem] = []
    rules = read_stored_game_rules("rules", value, problems)
    if problems:
        raise UnavailableError(Reason.NEWER_RULES, problems[0].message)
    return rules


def game_rules_json(rules: GameRules) -> Json:
    """Every switch of a game."""
    return {"preset": rules.preset, "scoring": rules_json(rules.scoring), **_switches_json(rules, GAME_SWITCHES)}


#: The prefix of the name of a game switch in a form.
GAME_RULE = "game."


def game_rules_fields(rules: GameRules) -> dict[str, str]:
    """The switches that differ from the preset, as the fields of a new game's form. Its length has a field of its
    own."""
    of_hands = rules.scoring.changed_from(GAME_PRESETS[rules.preset].scoring)
    return {**_switch_fields(GAME_RULE, GAME_SWITCHES, rules.changed), **_switch_fields(RULE, SWITCHES, of_hands)}


def own_rules_text(rules: GameRules) -> str:
    """The rules of a game as one field, as `with_own_rules` reads it: the name of the preset, or if something differs
    from it, the part of an address that stands for them."""
    fields = game_rules_fields(rules)
    return urlencode({"rules": rules.preset, **fields}) if fields else rules.preset


def table_text(rules: GameRules, in_riichi: str) -> str:
    """The rules of a game, as `own_rules_text` writes them, with the seats of its table that are in riichi:
    ``rules=house&riichi=ES``."""
    if not in_riichi:
        return own_rules_text(rules)
    return urlencode({"rules": rules.preset, **game_rules_fields(rules), "riichi": in_riichi})


def seats_in_riichi(text: str) -> str:
    """The seats in riichi that `table_text` wrote."""
    return dict(parse_qsl(text)).get("riichi", "")


def read_game_rules_fields(form: Mapping[str, str], problems: list[Problem]) -> GameRules:
    """The rules of a game from a form or an address: ``rules=wrc``, ``game.goal_points=0`` for each changed switch of
    the game, and ``rule.kiriage_mangan=yes`` for each changed switch of its hands."""
    rules = _preset(form.get("rules") or HOUSE.preset, problems)
    rules = read_switches("rules", rules, _without(GAME_RULE, form), problems, GAME_SWITCHES, is_text=True)
    hands = read_switches("rules", rules.scoring, _without(RULE, form), problems, is_text=True)
    rules = replace(rules, scoring=hands)
    problems += rules_problems(rules)
    return rules


def _preset(name: str, problems: list[Problem]) -> GameRules:
    """The rules of a preset; for a preset of hands only, the house rules with its scoring."""
    if name in PRESETS and name not in GAME_PRESETS:
        return replace(HOUSE, scoring=PRESETS[name])
    return read_preset("rules", name, problems, GAME_PRESETS, HOUSE)


def _without(prefix: str, form: Mapping[str, str]) -> dict[str, str]:
    """The fields whose names have a prefix, without it."""
    return {name.removeprefix(prefix): text for name, text in form.items() if name.startswith(prefix)}


def _switch_fields(prefix: str, switches: Mapping[str, Switch], values: Mapping[str, object]) -> dict[str, str]:
    return {prefix + name: switches[name].to_text(value) for name, value in values.items()}


def _switches_json(rules: Rules | GameRules, switches: Mapping[str, Switch]) -> Json:
    return {name: switch.to_json(getattr(rules, name)) for name, switch in switches.items()}
