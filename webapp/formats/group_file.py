"""A group that is exported as JSON: written, and read back with checks of its members, seasons and games."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from webapp.formats.fields import read_number, tidy_name
from webapp.formats.game_file import check_events, file_json, kept_game_json, read_kept_game, read_time
from webapp.formats.rules import game_rules_json, read_stored_game_rules
from webapp.groups import MOST_MEMBERS, ORDERS, read_names, seats_problems
from webapp.scoring.problems import Code, Problem, problem
from webapp.store import GroupGame, StoredEvent, StoredGroup, StoredMember, StoredSeason, TakenGame, TakenGroup

#: The most games, seasons and spellings of names in a file, and the highest number of a member.
MAX_GROUP_GAMES, MOST_SEASONS, MOST_SPELLINGS, MOST_NUMBER = 5000, 1000, 2 * MOST_MEMBERS, 9999
#: The most seats of a table that are read: more than a table has, so that a problem can report too many.
MOST_SEATS = 9


def read_group(text: str, now: datetime, problems: list[Problem]) -> TakenGroup | None:
    """The group of a file that ``/group/…/group.json`` wrote; None if the text is no such file. Its name may be empty.

    A time after `now`, from another clock, is replaced by `now`.
    """
    body = file_json(text, problems)
    if problems:
        return None
    if not isinstance(body, Mapping) or not isinstance(body.get("about"), Mapping):
        problems.append(problem("", Code.BAD_JSON, "This is not the JSON of a group."))
        return None
    about = body["about"]
    order = about.get("order", ORDERS[0])
    if order not in ORDERS:
        problems.append(problem("about.order", Code.BAD_VALUE, "Standings are by sum, mean or rank."))
    least = read_number("about.least", about.get("least", 1), 1, 1, MOST_LEAST, problems)
    rules = read_stored_game_rules("about.rules", about.get("rules"), problems)
    members = [_member(at, item, problems) for at, item in _items(body, "members", MOST_SPELLINGS, problems)]
    _check_members(members, problems)
    seasons = [
        _season(at, n, item, problems) for n, (at, item) in enumerate(_items(body, "seasons", MOST_SEASONS, problems))
    ]
    games = _games(body, members, now, problems)
    kept = {"name": _name(about), "rules": game_rules_json(rules), "order": order, "least": least}
    return TakenGroup(kept, members, seasons, games)


def _items(
    body: Mapping[str, object], field: str, most: int, problems: list[Problem]
) -> list[tuple[str, Mapping[str, object]]]:
    """The objects of a list, each with its path (``games.3``)."""
    items = body.get(field)
    if not isinstance(items, list) or len(items) > most or not all(isinstance(item, Mapping) for item in items):
        problems.append(problem(field, Code.BAD_JSON, "A list of at most {most} objects is expected.", most=most))
        return []
    return [(f"{field}.{n}", item) for n, item in enumerate(items)]


def _name(values: Mapping[str, object]) -> str:
    name = values.get("name")
    return tidy_name(name) if isinstance(name, str) else ""


# -- members and seasons ---------------------------------------------------------------------------


def _member(at: str, item: Mapping[str, object], problems: list[Problem]) -> StoredMember:
    number = read_number(f"{at}.number", item.get("number"), 1, 1, MOST_NUMBER, problems)
    merged = item.get("merged")
    into = None if merged is None else read_number(f"{at}.merged", merged, 1, 1, MOST_NUMBER, problems)
    name = _name(item)
    return StoredMember(number, {"name": name} if name else {}, into)


def _check_members(members: Collection[StoredMember], problems: list[Problem]) -> None:
    numbers = [member.number for member in members]
    for number in sorted(number for number, times in Counter(numbers).items() if times > 1):
        problems.append(problem("members", Code.BAD_VALUE, "Two members have the number {n}.", n=number))
    there = {member.number for member in members if member.merged is None}
    for member in members:
        if member.merged is not None and member.merged not in there:
            problems.append(problem("members", Code.BAD_VALUE, "Member {n} is merged with nobody.", n=member.number))
    names = [member.about["name"] for member in members if member.merged is None and member.about]
    wrong_names: list[Problem] = []
    read_names(names, [], wrong_names)
    problems += [replace(item, field="members") for item in wrong_names]


def _season(at: str, index: int, item: Mapping[str, object], problems: list[Problem]) -> StoredSeason:
    first = read_time(f"{at}.first", item.get("first"), problems)
    ends = None if item.get("ends") is None else read_time(f"{at}.ends", item["ends"], problems)
    if ends is not None and ends <= first:
        problems.append(problem(f"{at}.ends", Code.BAD_VALUE, "A season does not end before it begins."))
    name = _name(item)
    about: dict[str, object] = {"name": name} if name else {}
    if max(first, ends or first).year < datetime.max.year:
        about["offset"] = _offset_of(item.get("first"))
    return StoredSeason(index + 1, first, ends, about)


def _offset_of(first: object) -> int:
    """The offset of a season's days, with which its first moment is written."""
    try:
        ahead = datetime.fromisoformat(str(first)).utcoffset()
    except ValueError:
        return 0
    return int(ahead.total_seconds()) // 60 if ahead else 0


# -- games -----------------------------------------------------------------------------------------


def _games(
    body: Mapping[str, object], members: Collection[StoredMember], now: datetime, problems: list[Problem]
) -> list[TakenGame]:
    """The games in the order of the file. A game comes after the one that it follows."""
    items = _items(body, "games", MAX_GROUP_GAMES, problems)
    if not check_events([item for _, item in items], problems):
        return []
    followed: set[int] = set()
    places: dict[str, int] = {}
    games = []
    for n, (at, item) in enumerate(items):
        kept = read_kept_game(at, item, now, problems)
        seats = _seats(at, item.get("members"), members, len(kept.about["names"]), problems)
        follows = _follows(f"{at}.follows", item.get("follows"), places, followed, problems)
        games.append(kept._replace(members=seats, follows=follows))
        places[str(item.get("key"))] = n
    return games


def _follows(
    at: str, key: object, places: Mapping[str, int], followed: set[int], problems: list[Problem]
) -> int | None:
    """The index of the game that this game follows; None if it is the first one of its evening. Only one game may
    follow a game."""
    if key is None:
        return None
    place = places.get(key) if isinstance(key, str) else None
    if place is None or place in followed:
        problems.append(
            problem(at, Code.BAD_VALUE, "A game follows an earlier one of the file, which no other follows.")
        )
        return None
    followed.add(place)
    return place


def _seats(
    at: str, value: object, members: Collection[StoredMember], players: int, problems: list[Problem]
) -> tuple[int, ...]:
    """The members at a table. A merged member counts as the member that it was merged with. A value that is no number
    becomes 0, which is no member."""
    merged = {member.number: member.merged for member in members if member.merged is not None}
    unmerged = [member for member in members if member.merged is None]
    there = {member.number: str(member.about.get("name") or member.number) for member in unmerged}
    numbers = [n if isinstance(n, int) else 0 for n in value[:MOST_SEATS]] if isinstance(value, list) else []
    seats = tuple(merged.get(number, number) for number in numbers)
    problems += [replace(item, field=f"{at}.members") for item in seats_problems(seats, there, players)]
    return seats


#: The most games that standings may require of a member.
MOST_LEAST = 999


# -- to take away ----------------------------------------------------------------------------------


def group_json(
    group: StoredGroup,
    members: Iterable[StoredMember],
    seasons: Iterable[StoredSeason],
    games: Sequence[tuple[GroupGame, Sequence[StoredEvent]]],
) -> dict[str, object]:
    """A group as JSON: its members, its seasons, and its games with their events, the first one first."""
    there = {one.game.id for one, _ in games}
    return {
        "about": group.about,
        "members": [{"number": one.number, "name": one.about.get("name"), "merged": one.merged} for one in members],
        "seasons": [_season_json(one) for one in seasons],
        "games": [_game_json(one, events, there) for one, events in games],
    }


def _season_json(one: StoredSeason) -> dict[str, object]:
    ends = one.ends.astimezone(one.zone).isoformat() if one.ends else None
    return {"name": one.about.get("name", ""), "first": one.first.astimezone(one.zone).isoformat(), "ends": ends}


def _game_json(kept: GroupGame, events: Sequence[StoredEvent], there: Collection[str]) -> dict[str, object]:
    """A game as JSON; `there` has the keys of all games in the file."""
    return {
        "key": kept.game.id,
        "follows": kept.game.follows if kept.game.follows in there else None,
        "members": kept.members,
        **kept_game_json(kept.game, events),
    }
