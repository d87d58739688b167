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


def test_a_code_is_the_name_by_which_the_engine_knows_it() -> None:
    assert [code.value for code in Code] == [code.name.lower() for code in Code]
