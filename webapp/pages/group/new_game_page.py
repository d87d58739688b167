"""A new game of a group: who plays, the seats, and the way to a running game."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from random import Random, SystemRandom
from typing import NamedTuple

from flask import abort, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp.formats.form_key import LONGEST_KEY
from webapp.formats.game import event_json
from webapp.formats.game_file import read_made
from webapp.formats.player_results import player_results
from webapp.formats.rules import game_rules_json, stored_game_rules
from webapp.game.log import replay
from webapp.game.rules import GameRules
from webapp.groups import seats_problems, sitting_out
from webapp.pages.game.final_points import read_final_points
from webapp.pages.game.forms import LENGTHS, chosen_rules, presets_for, read_next_rules
from webapp.pages.game.opened_game import redirect_to_table, refused
from webapp.pages.group.forms import read_seats
from webapp.pages.group.opened_group import (
    OpenedGroup,
    groups,
    listed,
    new_blueprint,
    opened,
    opened_to_write,
    players_of,
    render_group_page,
)
from webapp.scoring.problems import Problem
from webapp.scoring.table import WIND_NAMES
from webapp.serving import phone
from webapp.serving.request_limits import count_new_game
from webapp.store import GroupGame, Json, PlayerResults, Refusal

blueprint = new_blueprint("group_new_game")
#: The most members of whom some are proposed to sit out.
MOST_IN_TURN = 8
#: In what is kept of a game: the usual length of the group's games when it began.
USUAL_ROUNDS = "usual_rounds"


# -- a new game ------------------------------------------------------------------------------------


@blueprint.get("/<secret>/new")
def ask(secret: str) -> BaseResponse | str:
    """The form of a new game: players, seats and rules. `draw` in the address draws the seats of these members."""
    group = opened_to_write(secret)
    players = players_of(group)
    if "draw" in request.args:
        who = [number for number in read_seats(request.args["draw"]) if number]
        drawn = ".".join(map(str, SystemRandom().sample(who, len(who))))
        fields = chosen_rules(request.args.lists(), players) | {"seats": drawn, "players": players, "drawn": 1}
        return redirect(url_for("group_new_game.ask", secret=secret, **fields), 303)
    asked = request.args.get("seats")
    return _asked(group, None if asked is None else read_seats(asked), players, ())


def _asked(group: OpenedGroup, asked: Sequence[int] | None, players: int, problems: Sequence[Problem]) -> str:
    """The form with these members on the seats. If none are asked for, those of the last game, where those whose turn
    it is to sit out make room for the others; before the first game those whom a draw seats, or of many the first."""
    games = groups().games(group.group, 20)
    last = next((one.members for one in games if len(one.members) == players), ())
    seats = [number for number in last if number in group.members] if asked is None else asked
    turn = _turn(group, seats, players, games)
    if asked is None:
        seats = turn.seats if turn else seats or [*group.members][:players]
    usual, given = _usual_rules(group, players, games), chosen_rules(request.values.lists(), players)
    of_rules: list[Problem] = []
    rules = read_next_rules(given, usual, of_rules)
    by_last_game = dict.fromkeys([number for one in games for number in one.members] + [*group.members])
    others = {number: group.members[number] for number in by_last_game if number in {*group.members} - {*seats}}
    return render_group_page(
        "group/new.html",
        group,
        problems=problems or of_rules,
        seats=_taken(seats, group.members, players),
        winds=WIND_NAMES,
        players=players,
        listed=listed(others),
        turn=turn,
        usual=usual,
        rules=rules,
        presets=presets_for(players),
        lengths=LENGTHS,
        given=given,
        is_drawn="drawn" in request.args,
        is_made="made" in request.args,
        added=next((name for number, name in group.members.items() if str(number) == request.args.get("added")), ""),
    )


def _usual_rules(group: OpenedGroup, players: int, games: Sequence[GroupGame]) -> GameRules:
    """The rules of the group. Their length is that of the last game if it was played by these rules, until another one
    is chosen in the settings."""
    rules = group.rules(players)
    last = next((one.game.about for one in games if len(one.members) == players), {})
    if last.get(USUAL_ROUNDS) != rules.rounds:
        return rules
    played = stored_game_rules(last["rules"])
    return played if replace(played, rounds=rules.rounds) == rules else rules


class Turn(NamedTuple):
    """A proposal for the next game: the members on the seats, and those who sit out because it is their turn. Before
    the first game the turn is drawn."""

    seats: tuple[int, ...]
    out: list[int]
    follows_games: bool


def _turn(group: OpenedGroup, seats: Sequence[int], players: int, games: Sequence[GroupGame]) -> Turn | None:
    """Proposes who sits out: of the members that were chosen if they are too many, else of the others in a small group.
    None if nobody has to, or if the proposed members have their seats already."""
    chosen = [number for number in dict.fromkeys(seats) if number in group.members]
    present = chosen if len(chosen) > players else [*group.members]
    if not players < len(present) <= MOST_IN_TURN:
        return None
    seated = chosen if "seats" in request.values and present is not chosen else []
    draw = Random(games[0].game.id if games else group.group.id)
    drawn = [number for number in draw.sample(present, len(present)) if number not in seated]
    out = sitting_out(drawn, [one.members for one in games], len(present) - players)
    stay = [number if number in present and number not in out else 0 for number in chosen[:players]]
    come = [number for number in present if number not in (*out, *stay)]
    proposed = tuple(number or come.pop(0) for number in [*stay, *[0] * (players - len(stay))])
    return Turn(proposed, out, follows_games=bool(games)) if {*proposed} != {*chosen} else None


def _taken(seats: Sequence[int], members: Collection[int], players: int) -> tuple[int, ...]:
    """The members on the seats, followed by those who are too many; 0 is an empty seat."""
    taken = [number if number in members else 0 for number in seats]
    taken += [0] * (players - len(taken))
    while len(taken) > players and 0 in taken:
        taken.remove(0)
    return tuple(taken)


@blueprint.post("/<secret>/new")
def begin(secret: str) -> BaseResponse | tuple[str, int]:
    """Begins a game of these members. A form that is sent twice begins only one."""
    group = opened_to_write(secret)
    players, seats = _chosen(group, request.form)
    problems = [*seats_problems(seats, group.members, players)]
    rules = read_next_rules(request.form, group.rules(players), problems)
    if problems:
        return _asked(group, [*dict.fromkeys(seats)], players, problems), 422
    return redirect_to_table(_begun(group, seats, rules))


def _chosen(group: OpenedGroup, fields: Mapping[str, str]) -> tuple[int, list[int]]:
    """The number of players and the members on the seats, of a form or an address."""
    players = int(fields["players"]) if fields.get("players") in ("3", "4") else players_of(group)
    return players, [group.merged.get(number, number) for number in read_seats(fields.get("seats", "")) if number]


def _begun(
    group: OpenedGroup,
    seats: Sequence[int],
    rules: GameRules,
    events: Sequence[Json] = (),
    results: PlayerResults = (),
    made: datetime | None = None,
) -> str:
    """Begins a game, with its events if it was played already, once for each key of the form. The secret of its
    link."""
    names, usual = [group.members[number] for number in seats], group.rules(rules.players).rounds
    about = {"names": names, "rules": game_rules_json(rules), USUAL_ROUNDS: usual}
    count_new_game(f"group {group.group.id} {min(seats)}")
    key = request.values.get("key", "")[:LONGEST_KEY]
    created = groups().begin(group.access, about, seats, key, events, results, made)
    return refused(created) if isinstance(created, Refusal) else created.player_secret


# -- a game that was played without this program ---------------------------------------------------


@blueprint.get("/<secret>/points")
def ask_for_points(secret: str) -> BaseResponse | tuple[str, int] | str:
    """The form for the final points of a game of these members."""
    group = opened_to_write(secret)
    players, seats = _chosen(group, request.args)
    problems = [*seats_problems(seats, group.members, players)]
    rules = _chosen_rules(group, players, problems)
    if problems:
        return _asked(group, [*dict.fromkeys(seats)], players, problems), 422
    return _asked_for_points(group, seats, rules, ())


def _chosen_rules(group: OpenedGroup, players: int, problems: list[Problem]) -> GameRules:
    """The rules that the form of a new game chose for the game of which only the points are entered."""
    return read_next_rules(chosen_rules(request.values.lists(), players), group.rules(players), problems)


def _asked_for_points(group: OpenedGroup, seats: Sequence[int], rules: GameRules, problems: Sequence[Problem]) -> str:
    return render_group_page(
        "group/final_points.html",
        group,
        problems=problems,
        seats=seats,
        rules=rules,
        chosen=chosen_rules(request.values.lists(), rules.players),
        given=request.form,
        today=phone.today(),
    )


@blueprint.post("/<secret>/points")
def take_points(secret: str) -> BaseResponse | tuple[str, int]:
    """Makes a game of the final points, and leads to its result. A form that is sent twice makes only one."""
    group = opened_to_write(secret)
    players, seats = _chosen(group, request.form)
    problems = [*seats_problems(seats, group.members, players)]
    rules = _chosen_rules(group, players, problems)
    if problems:
        return _asked(group, [*dict.fromkeys(seats)], players, problems), 422
    made = read_made(request.form, phone.offset() or 0, problems)
    is_now = made is None or made.date() >= phone.today()
    events = read_final_points(request.form, [group.members[number] for number in seats], rules, problems)
    played = replay(rules, events)
    if problems or played.problems:
        return _asked_for_points(group, seats, rules, [*problems, *played.problems]), 422
    kept, results = [*map(event_json, played.kept)], player_results(played.game)
    secret = _begun(group, seats, rules, kept, results, None if is_now else made)
    return redirect(url_for("game_result.result", secret=secret), 303)


@blueprint.get("/<secret>/games/<game>")
def enter(secret: str, game: str) -> BaseResponse:
    """Leads to a game of the group. There a member's phone takes the seat of that member, unless it has said whose it
    is in that game."""
    group = opened(secret)
    return redirect_to_table(groups().link(group.access, game) or abort(404))
