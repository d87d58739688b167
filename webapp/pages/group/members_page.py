"""The members of a group and their statistics."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp.drawing.canvas import png
from webapp.drawing.letters import lettering
from webapp.entry.entered import entry_of
from webapp.formats.address import query
from webapp.formats.fields import MOST_NAME, tidy_name
from webapp.formats.player_results import count_of
from webapp.game.events import Win
from webapp.groups import TENTHS, figures_of, matched, read_names
from webapp.language.i18n import language, translate
from webapp.language.words import MEMBER_PICTURE
from webapp.pages.game.kept_games import ANONYMOUS, anonymous, names_of, replayed
from webapp.pages.game.opened_game import refused
from webapp.pages.group.member_figures import MemberGame, TotalsCourse, riichi_bars, totals_course
from webapp.pages.group.member_picture import MemberPicture
from webapp.pages.group.opened_group import (
    OpenedGroup,
    groups,
    listed,
    new_blueprint,
    opened,
    opened_to_write,
    players_of,
    render_group_page,
    season_of,
    store,
)
from webapp.scoring.hand import WinningHand
from webapp.scoring.problems import Code, Problem, problem
from webapp.serving.work import run
from webapp.store import Json, Refusal, Seated, StoredMember

blueprint = new_blueprint("group_members")
#: The most wins that a member's page lists: the largest ones that were entered by tiles.
MOST_HANDS = 60
#: The most games that it lists: the newest ones.
LISTED_GAMES = 60
PLACES = ("first", "second", "third", "fourth")


@blueprint.get("/<secret>/members/<int:number>")
def member(secret: str, number: int) -> str:
    """The page of a member: the statistics of their games in a season, with charts."""
    group, number = _opened_member(secret, number)
    (season, seasons), players = season_of(group), players_of(group)
    kept = groups().summaries(group.group, players, season, [number])
    counted = [(one, count_of(one.summary)) for one in kept]
    figures = figures_of([count for _, count in counted], players)
    games = [MemberGame(one.game, one.made, was.place, was.points, was.total / TENTHS) for one, was in counted]
    hands = [(one, seq, points) for one, count in counted for seq, points in count.hands]
    return render_group_page(
        "group/member.html",
        group,
        number=number,
        hands=sorted(hands, key=lambda hand: -hand[2])[:MOST_HANDS],
        most_hands=MOST_HANDS,
        games=games[: -LISTED_GAMES - 1 : -1],
        riichi=riichi_bars(figures) if figures else (),
        season=season,
        seasons=seasons,
        players=players,
        figures=figures,
        course=_course(kept),
        most=MOST_NAME,
    )


def _opened_member(secret: str, number: int) -> tuple[OpenedGroup, int]:
    """The group of a link, and the number of a member, even if the address has one that was merged into it; 404 without
    such a member."""
    group = opened(secret)
    number = group.merged.get(number, number)
    return (group, number) if number in group.members else abort(404)


def _course(kept: Sequence[Seated]) -> TotalsCourse:
    return totals_course([one.summary.total / TENTHS for one in kept])


@blueprint.get("/<secret>/members/<int:number>.svg")
def as_svg(secret: str, number: int) -> Response:
    """The picture of a member's season."""
    return Response(_drawn(secret, number), mimetype="image/svg+xml")


@blueprint.get("/<secret>/members/<int:number>.png")
def as_png(secret: str, number: int) -> Response:
    """The picture as PNG."""
    return Response(run(png, _drawn(secret, number)), mimetype="image/png")


def _drawn(secret: str, number: int) -> str:
    group, number = _opened_member(secret, number)
    players = players_of(group)
    kept = groups().summaries(group.group, players, season_of(group)[0], [number])
    figures = figures_of([count_of(one.summary) for one in kept], players) or abort(404)
    letters, name = lettering(language()), group.members[number]
    places = [figures.rates[name] for name in PLACES if name in figures.rates]
    return MemberPicture(
        name if letters.has(name) else anonymous(number),
        figures,
        places,
        _course(kept),
        riichi_bars(figures),
        {key: translate(word) for key, word in MEMBER_PICTURE.items()},
        letters,
    ).svg()


@blueprint.get("/<secret>/members/<int:number>/hands/<game>/<int:seq>")
def hand(secret: str, number: int, game: str, seq: int) -> BaseResponse:
    """Leads to the calculator with a win that a member entered by its tiles: the event `seq` of a game."""
    group = opened(secret)
    access = store().games.find(groups().link(group.access, game) or "") or abort(404)
    seats = groups().seats(game)
    ended = next((moment.hand for moment in replayed(access.game).game.line if moment.seq == seq), None) or abort(404)
    wins = ended.event.wins if isinstance(ended.event, Win) else ()
    won = next((won.entered for won in wins if seats[won.player] == number), None)
    if not isinstance(won, WinningHand):
        abort(404)
    return redirect(f"{url_for('calculator.page')}?{query(entry_of(won, ended.place.hand))}")


# -- members ---------------------------------------------------------------------------------------


@blueprint.get("/<secret>/members")
def members(secret: str) -> str:
    """The page of all members, with a form to add some. With ``seats`` it goes on with the new game that has them."""
    return _members(opened(secret))


def _begun() -> dict[str, Any]:
    """The fields of the new game from whose form the page was opened; empty if it was opened from elsewhere."""
    given = {name: request.values.get(name, "") for name in ("seats", "players", "rules", "rounds")}
    return {name: value for name, value in given.items() if value} if given["seats"] else {}


def _members(group: OpenedGroup, problems: Sequence[Problem] = ()) -> str:
    return render_group_page(
        "group/members.html",
        group,
        problems=problems,
        listed=listed(group.members),
        begun=_begun(),
        most=MOST_NAME,
    )


@blueprint.post("/<secret>/members")
def add(secret: str) -> BaseResponse | tuple[str, int]:
    """Adds a member."""
    group = opened_to_write(secret)
    problems: list[Problem] = []

    def new(members: Sequence[StoredMember]) -> list[Json]:
        names = read_names([tidy_name(request.form.get("name", ""))], names_of(members).values(), problems)
        return [] if problems else [{"name": name} for name in names]

    added = groups().add_members(group.access, new)
    if problems:
        return _members(opened_to_write(secret), problems), 422
    if isinstance(added, Refusal):
        return refused(added)
    if begun := _begun():
        newest = max(member.number for member in added)
        return redirect(url_for("group_new_game.ask", secret=secret, added=newest, **begun), 303)
    return _to_members(secret)


@blueprint.post("/<secret>/members/<int:number>")
def change(secret: str, number: int) -> BaseResponse | tuple[str, int]:
    """Renames a member, makes them anonymous, or merges them with another spelling of them."""
    group = opened_to_write(secret)
    if number not in group.members:
        abort(404)
    problems: list[Problem] = []
    refusal = _merge(group, number, problems) if request.form.get("into") else _rename(group, number, problems)
    if problems:
        return _members(opened_to_write(secret), problems), 422
    return refused(refusal) if refusal else _to_members(secret)


def _rename(group: OpenedGroup, number: int, problems: list[Problem]) -> Refusal | None:
    """Renames a member. An empty name makes them anonymous, also in the games of the group."""
    name = "" if "anonymous" in request.form else tidy_name(request.form.get("name", ""))

    def may(members: Sequence[StoredMember]) -> bool:
        if "anonymous" not in request.form:
            read_names([name], [called for n, called in names_of(members).items() if n != number], problems)
        return not problems

    in_game = _names_player(name or ANONYMOUS.format(n=number))
    return groups().rename(group.access, number, {"name": name} if name else {}, in_game, may)


def _names_player(name: str) -> Callable[[Json, int], Json]:
    """Gives a player of a game this name."""

    def change(about: Json, player: int) -> Json:
        names = list(about["names"])
        names[player] = name
        return {**about, "names": names}

    return change


@blueprint.get("/<secret>/members/<int:number>/merge")
def ask_to_merge(secret: str, number: int) -> str | tuple[str, int]:
    """Asks before two members become one."""
    group = opened_to_write(secret)
    if number not in group.members:
        abort(404)
    problems: list[Problem] = []
    named = matched(request.args.get("name", ""), group.members)
    into = next((one for one in group.members if str(one) == request.args.get("into", str(named))), 0)
    if not _may_merge(group.members, number, into, groups().have_met(group.group, number, into), problems):
        return _members(group, problems), 422
    return render_group_page("group/merge.html", group, number=number, into=into)


def _merge(group: OpenedGroup, number: int, problems: list[Problem]) -> Refusal | None:
    into = next((one for one in group.members if str(one) == request.form["into"]), 0)

    def may(members: Sequence[StoredMember], met: bool) -> bool:
        return _may_merge(names_of(members), number, into, met, problems)

    return groups().merge(group.access, number, into, _names_player(group.members.get(into, "")), may)


def _may_merge(members: Mapping[int, str], number: int, into: int, met: bool, problems: list[Problem]) -> bool:
    """Whether a member can be merged with another one, with a problem if not. `met`: they sit in the same game."""
    if into == number or not {into, number} <= members.keys():
        problems.append(problem("into", Code.BAD_VALUE, "There is no such member in this group."))
    elif met:
        names = {"name": members[number], "other": members[into]}
        problems.append(
            problem("into", Code.BAD_VALUE, "{name} and {other} played against each other, so they are two.", **names)
        )
    return not problems


def _to_members(secret: str) -> BaseResponse:
    return redirect(url_for("group_members.members", secret=secret), 303)
