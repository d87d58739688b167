"""Puts a game into a group: into a new one, whose members are its players, or into one that this phone knows."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import count
from urllib.parse import urlencode

from flask import redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as BaseResponse

from webapp.formats.fields import tidy_name
from webapp.formats.form_key import new_game_key, read_game_key
from webapp.formats.game_file import MAX_EVENING_GAMES, read_evening, read_file, read_made
from webapp.formats.rules import game_rules_json, joined_fields
from webapp.groups import matched, read_names
from webapp.language.i18n import translate
from webapp.language.words import N_
from webapp.pages.game.forms import NewGame, read_new_game
from webapp.pages.game.kept_games import named, names_of, phone_games, store
from webapp.pages.game.long_polling import own_seat
from webapp.pages.game.opened_game import Opened, new_blueprint, opened_to_write, refused, render_game_page
from webapp.pages.game.other_tables import current_season, season_at
from webapp.pages.group.opened_group import OpenedGroup, groups, phone_groups, remember_member, with_members
from webapp.scoring.problems import Code, Problem, problem
from webapp.serving import phone
from webapp.serving.known_groups import member_of
from webapp.serving.phone import KeptGame
from webapp.serving.request_limits import GROUP_BODY, check_new_game, count_new_game, takes_large_body
from webapp.serving.work import run_uncached
from webapp.store import Access, Json, Refusal, Store, StoredMember

blueprint = new_blueprint("keeping")


@blueprint.get("/<secret>/keep")
def ask(secret: str) -> str:
    """Asks which group, and which member each player is."""
    game = opened_to_write(secret)
    return _asked(game, _evening(game.access), [])


def _asked(game: Opened, games: Sequence[Access], problems: Sequence[Problem]) -> str:
    known = [group for group in phone_groups() if group.access.may_write]
    names = _names(games or [game.access])
    return render_game_page(
        "group/keep.html",
        game,
        problems=problems,
        groups=known,
        games=len(games),
        everybody=names,
        given=request.form or {},
        matches=[[matched(name, group.members) for name in names] for group in known],
        default=_new_name(group.name for group in known),
    )


def _new_name(names: Iterable[str]) -> str:
    """The name that is proposed for a new group; it is not among these names."""
    name, taken = translate(N_("Our table")), {*names}
    return next(new for n in count(1) if (new := f"{name} {n}" if n > 1 else name) not in taken)


@blueprint.post("/<secret>/keep")
def keep(secret: str) -> BaseResponse | tuple[str, int]:
    """Puts the games of the evening into a group, as far as this phone has their links."""
    game = opened_to_write(secret)
    games, problems = _evening(game.access), list[Problem]()
    if game.access.group or not games:  # another phone may have put it into one since it was read
        return _grouped(game)
    chosen = request.form.get("group", "")
    group = next((one for one in phone_groups() if one.secret == chosen and one.access.may_write), None)
    if chosen and group is None:
        problems.append(problem("group", Code.BAD_VALUE, "This phone does not know such a group."))
    members = _members(_names(games), group, problems)
    _check_seats(games, members, group.members if group else {}, problems)
    if problems:
        return _asked(game, games, problems), 422
    seat = own_seat()
    mine = game.names[seat] if seat is not None and seat < len(game.names) else None
    kept = group or _new_group(game, games)
    response = _keep(games, kept, members, mine)
    if response is None:
        # Another phone has put the game into another group at this moment. A new group would stay empty.
        if group is None:
            groups().delete(kept.access)
        return _grouped(opened_to_write(secret))
    return response


def _grouped(game: Opened) -> tuple[str, int]:
    """The page for a game that is in a group already."""
    found = problem("group", Code.BAD_VALUE, "This game is in a group already.")
    return _asked(game, _evening(game.access), [found]), 422


def _members(names: Sequence[str], group: OpenedGroup | None, problems: list[Problem]) -> dict[str, int | None]:
    """The number of the member that each name means; None means a new member."""
    known = group.members if group else {}
    given = [request.form.get(f"member{n}", "") for n, _ in enumerate(names)]
    members = {name: int(one) if one in map(str, known) else None for name, one in zip(names, given, strict=True)}
    read_names([name for name, number in members.items() if number is None], [*known.values()], problems)
    return members


def _check_seats(
    games: Sequence[Access], members: Mapping[str, int | None], known: Mapping[int, str], problems: list[Problem]
) -> None:
    """Adds a problem for each member, known by a number or new, who sits at a table twice."""
    twice = {
        name: None
        for names in (named(one.game) for one in games)
        for name in names
        if [members[other] or other for other in names].count(members[name] or name) > 1
    }
    for name in dict.fromkeys(known.get(members[name] or -1, name) for name in twice):
        problems.append(problem("member", Code.BAD_VALUE, "{name} sits at this table twice.", name=name))


def _new_group(game: Opened, games: Sequence[Access]) -> OpenedGroup:
    """A new group with the rules of a game. Its first season has all these games."""
    about = {
        "name": _name_given(),
        "rules": game_rules_json(game.log.rules.for_new_game),
    }
    count_new_game()
    made = groups().create(about, [], offset=phone.offset() or 0, played=min(one.game.made for one in games))
    return refused(made) if isinstance(made, Refusal) else with_members(made)


def _keep(
    games: Sequence[Access], group: OpenedGroup, members: Mapping[str, int | None], mine: str | None
) -> BaseResponse | None:
    """Puts the games into the group; None if one is in another group. Copies of games that the group has are deleted,
    and the answer leads to those games. If the phone was no member's, it becomes that of
    the player called `mine`."""
    numbers = _added(group, members)
    done = groups().add(group.access, [(one, [numbers[name] for name in named(one.game)]) for one in games])
    if isinstance(done, Refusal):
        return None if done is Refusal.GROUPED else refused(done)
    for one in games:
        if one.game.id in done:
            store().games.delete(one)
    there = ".".join(dict.fromkeys(done.values()))
    page = "group_games.games" if there else "groups.page"
    season = None if there else _season_shown(games, group)
    address = url_for(page, secret=group.secret, known=there or None, season=season, added=season and 1)
    response = redirect(address, 303)
    known = member_of(group.access.inside)
    remember_member(response, group, numbers.get(mine) if known is None and mine else known)
    return response


def _season_shown(games: Sequence[Access], group: OpenedGroup) -> int | str | None:
    """What the group's address names as the season that has the last of these added games; None if that is the current
    one, which the page shows anyway."""
    seasons = groups().seasons(group.group)
    season = season_at(seasons, games[-1].game.made)
    if season == current_season(seasons):
        return None
    return season.number if season else "all"


def _added(group: OpenedGroup, members: Mapping[str, int | None]) -> dict[str, int]:
    """The number of the member for each name. A name without a number becomes a new member."""
    new = [name for name, number in members.items() if number is None]

    def missing(present: Sequence[StoredMember]) -> list[Json]:
        # Another phone may have put the same evening into the group at this moment.
        there = names_of(present).values()
        return [{"name": name} for name in new if name not in there]

    added = groups().add_members(group.access, missing)
    everybody = refused(added) if isinstance(added, Refusal) else added
    numbers = {name: number for number, name in names_of(everybody).items()}
    return {name: number or numbers[name] for name, number in members.items()}


def _names(games: Sequence[Access]) -> list[str]:
    """The names of everybody who plays in these games, each once."""
    return [*dict.fromkeys(name for one in games for name in named(one.game))]


def _evening(access: Access) -> list[Access]:
    """The games of an evening that this phone can reach, the first one first: those whose links it has, and those to
    which they lead. Games that are in a group are left out."""
    reach = {one.game.id: one for one in phone_games() if _belongs(one, access)}
    for one in [access, *reach.values()]:
        reach.setdefault(one.game.id, one)
        step = one
        while step.next and len(reach) < MAX_EVENING_GAMES and (following := store().games.find(step.next)):
            reach.setdefault(following.game.id, following)
            step = following
    return sorted((one for one in reach.values() if one.group is None), key=lambda one: one.game.made)


def _belongs(one: Access, access: Access) -> bool:
    return one.may_write and one.game.evening == access.game.evening


# -- an evening that was played without a network --------------------------------------------------


@blueprint.post("/evening")
@partial(takes_large_body, most=GROUP_BODY)
def take_evening() -> BaseResponse | tuple[str, int]:
    """Takes the games of an evening that a device has kept, each once. Leads to the page that adds them to a group."""
    check_new_game()
    kept = store()
    wrong: list[Problem] = []
    made = read_made(request.form, phone.offset() or 0, wrong)
    games = request.form.get("games") or f"[{','.join(filter(None, request.form.getlist('game')))}]"
    filed, problems = run_uncached(read_file, partial(read_evening, made=made), games, datetime.now(UTC))
    if filed is None or wrong or not isinstance(kept, Store):
        return render_template("game/import.html", problems=(*wrong, *problems), text="", key=new_game_key()), 422
    count_new_game()
    done = kept.games.take_evening([game for game, _ in filed], [key for _, key in filed])
    links = refused(done) if isinstance(done, Refusal) else done
    taken = filter(None, map(kept.games.find, reversed(links)))
    # The last game, since the pages of the others lead on to the game that follows.
    last = next((one.secret for one in taken if one.group is None), None)
    response = redirect(url_for("keeping.ask", secret=last) if last else url_for("game.table", secret=links[-1]), 303)
    phone.remember_games(response, *map(KeptGame, reversed(links)))
    return response


# -- before the first game -------------------------------------------------------------------------


@blueprint.get("/keep")
def ask_for_new_game() -> BaseResponse | str:
    """Asks for the name of the group that is made from the names and rules of a new game."""
    fields, new_game, problems = _members_of_new_game(request.args)
    if problems:
        return _back_to_new_game(fields)
    names = new_game.players
    proposed = _new_name(group.name for group in phone_groups())
    return render_template("group/keep.html", fields=fields, groups=(), everybody=names, given={}, default=proposed)


@blueprint.post("/keep")
def begin_group() -> BaseResponse:
    """Makes a group from the names and rules of a new game, and leads to the form that begins the game in it."""
    fields, new_game, problems = _members_of_new_game(request.form)
    if problems or not isinstance(store(), Store):
        return _back_to_new_game(fields)
    about = {"name": _name_given(), "rules": game_rules_json(new_game.rules)}
    count_new_game()
    names = new_game.players
    key = read_game_key(request.form, {**about, "names": names})
    made = groups().create(about, [{"name": name} for name in names], key, phone.offset() or 0)
    if isinstance(made, Refusal):
        return refused(made)
    return redirect(url_for("group_new_game.ask", secret=made.secret, made=1), 303)


def _members_of_new_game(given: MultiDict[str, str]) -> tuple[dict[str, str], NewGame, list[Problem]]:
    """The fields of the form of a new game without the name of the group, what they say, and why its players cannot be
    members."""
    problems: list[Problem] = []
    fields = joined_fields((name, values) for name, values in given.lists() if name != "name")
    new_game = read_new_game(fields, problems)
    read_names(new_game.players, [], problems)
    return fields, new_game, problems


def _back_to_new_game(fields: Mapping[str, str]) -> BaseResponse:
    """Leads back to the form of a new game, which says why its players cannot be members."""
    return redirect(f"{url_for('new_game.new')}?{urlencode({**fields, 'keep': '1'})}", 303)


def _name_given() -> str:
    """The name of a new group, as the form gives it or the usual one."""
    return tidy_name(request.form.get("name", "")) or translate(N_("Our table"))
