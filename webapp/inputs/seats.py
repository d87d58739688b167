"""Reads the order of seats from an address or a form."""

from webapp.scoring.problems import Code, Problem, problem


def read_order(text: str | None, players: int, problems: list[Problem]) -> tuple[int, ...]:
    """The players of a game in the turn order of the next game, from a text like ``2031``; the present order without a
    text."""
    usual = tuple(range(players))
    if text is None:
        return usual
    if sorted(text) == [str(player) for player in usual]:
        return tuple(map(int, text))
    problems.append(problem("order", Code.BAD_VALUE, "Each player sits once: {example}.", example="0123"[:players]))
    return usual
