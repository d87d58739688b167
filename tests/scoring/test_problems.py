"""A problem is a value with a message."""

import dataclasses

import pytest

from webapp.scoring.problems import Code, Problem, problem


def test_a_problem_is_a_value() -> None:
    one = problem("dora", Code.BAD_NUMBER, "{got} of {most}.", got=6, most=5)
    assert one == Problem("dora", Code.BAD_NUMBER, "{got} of {most}.", {"got": 6, "most": 5})
    assert one.message == "6 of 5."
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.code = Code.BAD_WIND  # type: ignore[misc]
