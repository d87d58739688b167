"""A new game: its form, its rules, and the rules of a game that is played."""

import re
from collections.abc import Sequence
from random import SystemRandom
from typing import NamedTuple
from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit

from flask import render_template, request
from werkzeug.wrappers import Response as BaseResponse

from webapp.formats.fields import MOST_NAME
from webapp.formats.form_key import new_game_key, read_game_key
from webapp.formats.game_file import IS_LOG
from webapp.formats.rules import RULE, game_rules_fields, game_rules_json, joined_fields, with_own_rules
from webapp.game.result import ranking, result
from webapp.game.rules import GAME_PRESETS, GAME_SWITCHES, UNSURE
from webapp.game.state import State
from webapp.groups import read_names
from webapp.pages.game.forms import LENGTHS, NewGame, is_chosen, read_new_game
from webapp.pages.game.kept_games import is_readable, named, phone_games, replayed, store
from webapp.pages.game.long_polling import is_watching
from webapp.pages.game.opened_game import new_blueprint, opened, redirect_to_table, refused
from webapp.pages.game.rules_in_words import rules_in_words
from webapp.scoring.problems import Problem
from webapp.scoring.rules import SWITCHES, TENHOU
from webapp.scoring.switches import by_group
from webapp.serving.request_limits import count_new_game
from webapp.store import Access, Refusal, UnavailableError

blueprint = new_blueprint("new_game")
blueprint.add_app_template_global(rules_in_words)
#: The forms of a next game, whose rules can be chosen on the page of all rules, and the field with their usual rules.
USUAL = "usual"
NEXT_FORM = re.compile(r"/game/[\w-]+/next|/group/[\w-]+/new")
#: What the secret of a game's link looks like.
SECRET = re.compile(r"[\w-]{22}", re.ASCII)


# -- a new game ------------------------------------------------------------------------------------


@blueprint.get("")
def new() -> str:
    """The form of a new game: names, rules and length. The address may have some of them. If it has no chosen rules,
    they are those of the last game that was not kept from a log, else those of the calculator."""
    problems: list[Problem] = []
    given, games = _given(), _games()
    new_game = read_new_game(given, problems)
    if "keep" in given:  # the names were to become a group's members
        read_names(new_game.players, [], problems)
    if is_chosen(given):
        return _new(new_game, problems, games)
    if played := [access.game for access in games if IS_LOG not in access.game.about]:
        last = replayed(max(played, key=lambda game: game.made)).game
        return _new(new_game._replace(rules=last.rules.for_new_game), problems, games, rules_of="game")
    rules_of = "game" if "game" in request.args else "calculator" if "rules" in given else ""
    return _new(new_game, problems, games, rules_of)


@blueprint.post("")
def create() -> BaseResponse | tuple[str, int]:
    """Makes the game and leads to its table."""
    problems: list[Problem] = []
    new_game = read_new_game(joined_fields(request.form.lists()), problems)
    if problems:
        return _new(new_game, problems, _games()), 422
    names = list(new_game.players)
    if new_game.is_drawn:
        SystemRandom().shuffle(names)
    count_new_game()
    about = {"names": names, "rules": game_rules_json(new_game.rules)}
    entered = {**about, "names": new_game.players, "is_drawn": new_game.is_drawn}
    created = store().games.create(about, key=read_game_key(request.form, entered))
    return refused(created) if isinstance(created, Refusal) else redirect_to_table(created.player_secret)


def _new(new_game: NewGame, problems: Sequence[Problem], games: Sequence[Access], rules_of: str = "") -> str:
    return render_template(
        "game/new.html",
        games=sorted(map(_listed, games), key=lambda game: bool(game.state.over)),
        deleted=[_listed(game) for game in _games(deleted=True) if game.may_write and not is_watching(game)],
        new_game=new_game,
        rules_of=rules_of,
        own=game_rules_fields(new_game.rules),
        presets=GAME_PRESETS,
        lengths=LENGTHS,
        most=MOST_NAME,
        problems=problems,
        key=new_game_key(),
    )


def _games(*, deleted: bool = False) -> Sequence[Access]:
    """The games that this phone has opened, or the `deleted` ones that can be brought back, the last changed first.
    Without a database there are none."""
    try:
        found = phone_games(deleted=deleted)
        return [access for access in found if is_readable(access.game)]
    except UnavailableError:
        return []


class ListedGame(NamedTuple):
    """A game that this phone has opened, its state, and its players with their points, the highest first."""

    access: Access
    state: State
    players: tuple[tuple[str, int], ...]


def _listed(access: Access) -> ListedGame:
    state, names = replayed(access.game).game.state, named(access.game)
    points = result(state).points if state.over else state.points
    return ListedGame(access, state, tuple((names[player], points[player]) for player in ranking(points)))


@blueprint.get("/rules")
def rules() -> str:
    """The switches of a game and of its hands, to be read and changed for a new game. ``was`` is the query of the form
    before other rules were looked at, ``table`` the game whose rules were: the way back leads there."""
    problems: list[Problem] = []
    table = request.args.get("table", "")
    return _rules(read_new_game(_given(), problems), problems, table if SECRET.fullmatch(table) else "")


def _next_form() -> SplitResult:
    """The address of the form of a next game that asks for rules; empty if none does."""
    address = urlsplit(request.args.get("for", ""))
    is_ours = not address.netloc and NEXT_FORM.fullmatch(address.path)
    return address if is_ours else urlsplit("")


def _given() -> dict[str, str]:
    """The fields of the address, own rules written out. That of the calculator leaves out the rules with which its
    empty page begins, and names the preset of the game that it counts for, whose hands have its changes; that of the
    form of a next game has its `usual` rules in case no others are chosen."""
    given = joined_fields(request.args.lists())
    if not given.get("rules") and (usual := dict(parse_qsl(_next_form().query)).get(USUAL)):
        given["rules"] = usual
    given = with_own_rules(given)
    if given.get("game") in GAME_PRESETS and not is_chosen(given):
        changed = {name: value for name, value in given.items() if name.startswith(RULE)}
        return {"rules": given["game"], **changed}
    is_of_calculator = any(name.startswith(RULE) for name in given) and not is_chosen(given)
    return {"rules": TENHOU.preset, **given} if is_of_calculator else given


@blueprint.get("/<secret>/rules")
def rules_in_force(secret: str) -> str:
    """The rules of a game, with the way back to its table."""
    game = opened(secret)
    return _rules(NewGame(game.names, is_drawn=False, rules=game.log.rules), (), secret)


def _rules(new_game: NewGame, problems: Sequence[Problem], table: str = "") -> str:
    chosen = new_game.rules
    preset = GAME_PRESETS[chosen.preset]
    hands = preset.scoring.with_honba_of(chosen.players)
    usual, next_form = GAME_PRESETS["house"], _next_form()
    next_fields = [field for field in parse_qsl(next_form.query) if field[0] != USUAL]
    names = {f"name{place}": name for place, name in enumerate(new_game.names) if name}
    form = dict(next_fields) | names | ({"seats": "drawn"} if new_game.is_drawn else {})
    changed = game_rules_fields(chosen)
    form |= {"rounds": str(chosen.rounds), "rules": chosen.preset} | changed
    return render_template(
        "game/rules.html",
        new_game=new_game,
        presets=GAME_PRESETS,
        groups=by_group(GAME_SWITCHES),
        hand_groups=by_group(SWITCHES),
        values={name: getattr(chosen, name) for name in GAME_SWITCHES},
        hand_values={name: getattr(chosen.scoring, name) for name in SWITCHES},
        plain={name: getattr(preset, name) for name in GAME_SWITCHES},
        hand_plain={name: getattr(hands, name) for name in SWITCHES},
        usual={name: getattr(usual, name) for name in GAME_SWITCHES},
        hand_usual={name: getattr(usual.scoring, name) for name in SWITCHES},
        hand_changed=[name.removeprefix(RULE) for name in changed if name.startswith(RULE)],
        unsure=UNSURE.get(chosen.preset, frozenset()),
        problems=problems,
        next_form=next_form,
        next_fields=next_fields,
        was=request.args.get("was") or urlencode(form),
        is_other=bool({"was", "table"} & set(request.args)),
        link="",
        table_secret=table,
    )
