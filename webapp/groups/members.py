"""Members: their names, which member a name means, and who may sit where in a new game."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from webapp.scoring.problems import Code, Problem, problem

#: The most members of a group.
MOST_MEMBERS = 2000


def matched(name: str, members: Mapping[int, str]) -> int | None:
    """The number of the member with this name, whatever its capitals and blanks; None if there is not exactly one."""
    same = [number for number, other in members.items() if _plain(other) == _plain(name)]
    return same[0] if len(same) == 1 else None


def named_like(text: str, members: Iterable[tuple[int, str]]) -> Iterator[int]:
    """The members whose names contain a text; case and spaces do not count."""
    part = _plain(text)
    return (number for number, name in members if part in _plain(name))


def read_names(names: Iterable[str], members: Collection[str], problems: list[Problem]) -> list[str]:
    """The names for new members, as a list. Adds a problem for each name that is empty or used twice, and for a group
    that would be too large."""
    named = [*names]
    known = Counter(map(_plain, [*named, *members]))
    for name in dict.fromkeys(named):
        if not name:
            problems.append(problem("name", Code.BAD_VALUE, "A member has a name."))
        elif known[_plain(name)] > 1:
            problems.append(problem("name", Code.BAD_VALUE, "The name {name} is used twice.", name=name))
    if len(named) + len(members) > MOST_MEMBERS:
        problems.append(problem("name", Code.BAD_VALUE, "A group has at most {most} members.", most=MOST_MEMBERS))
    return named


def sitting_out(members: Sequence[int], games: Sequence[Collection[int]], number: int) -> list[int]:
    """The members who sit out the next game, if each does in turn: those who sat out longest ago, of
    equals the first ones in `members`.

    `games` are the members of each game, the last one first; who has never sat out goes first.
    """
    ago = {one: next((n for n, played in enumerate(games) if one not in played), len(games)) for one in members}
    return sorted(members, key=lambda one: -ago[one])[:number]


def seats_problems(seats: Sequence[int], members: Mapping[int, str], players: int) -> Iterator[Problem]:
    """The reasons why these members cannot play a game together."""
    for member, times in Counter(seats).items():
        if member not in members:
            yield problem("seats", Code.BAD_VALUE, "There is no such member in this group.")
        elif times > 1:
            yield problem("seats", Code.BAD_VALUE, "{name} sits at this table twice.", name=members[member])
    if len(seats) != players:
        yield problem("seats", Code.BAD_VALUE, "{n} sit at this table; {players} play.", n=len(seats), players=players)


def seated_by_name(
    names: Sequence[str],
    former: Sequence[str],
    seats: Sequence[int],
    members: Mapping[int, str],
    problems: list[Problem],
) -> list[int | None]:
    """The member on each seat when its player is renamed to the name in `names`; None for a new member.

    A player whose name stays the `former` one, or is empty now, keeps the seat. Adds a problem for each member who
    would sit twice, and for each new name that is not possible.
    """
    seated = [
        seat if name in ("", was) else matched(name, members)
        for name, was, seat in zip(names, former, seats, strict=True)
    ]
    new = [name for name, number in zip(names, seated, strict=True) if number is None]
    read_names(new, members.values(), problems)
    known = [number for number in seated if number is not None]
    problems += seats_problems(known, members, len(known))
    return seated


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()
