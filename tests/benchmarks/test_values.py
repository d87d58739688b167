"""The benchmark of values measures what it says, if only a little of it; how fast it is is no test."""

import pytest

from tests.benchmarks import values
from tests.benchmarks.values import ANSWERS, ROOT, Question, report, search

FEW = [Question(what, 1, 2, both=what == "values") for what in ANSWERS]


@pytest.mark.ci
def test_every_question_is_answered_by_both_checkouts(capsys: pytest.CaptureFixture[str]) -> None:
    report(ROOT, questions=FEW)
    rows = capsys.readouterr().out.splitlines()[1:]
    known = {name: row for row in rows if row.endswith("2 of 2") for name in [row[:44].strip()]}
    assert set(known) == {*[f"{what}, 1-shanten" for what in ANSWERS], "values, 1-shanten, before"}
    assert len([row for row in rows if "of before" in row]) == 1


def test_the_search_goes_on_from_what_costs_most(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(values, "STARTS", 2)
    search(0.1, 1)
    found = [float(row.split()[0]) for row in capsys.readouterr().out.splitlines()[:-1]]
    assert found
    assert found == sorted(found)
