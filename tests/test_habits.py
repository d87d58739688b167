"""What is asked for before a commit, before a merge and of those who contribute goes together."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CONTRIBUTING = (ROOT / ".github/CONTRIBUTING.md").read_text(encoding="utf-8")


def test_what_is_linted_before_a_merge_is_linted_before_a_commit() -> None:
    linters = re.findall(r"^run (\.venv/bin/.*)$", (ROOT / ".ci/run").read_text(encoding="utf-8"), re.MULTILINE)
    hooks = re.findall(r"^ +entry: (.*)$", (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"), re.MULTILINE)
    assert linters
    assert set(linters) < set(hooks)


def test_hooks_fetch_nothing() -> None:
    text = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert re.findall(r"repo: (.*)", text) == ["local"]
    assert set(re.findall(r"language: (.*)", text)) == {"system"}


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`([\w./-]+/[\w./-]*\w/?)`", CONTRIBUTING))))
def test_every_file_that_contributors_are_sent_to_exists(path: str) -> None:
    assert (ROOT / path).exists()


def test_no_file_of_the_tests_is_too_long_to_read() -> None:
    lengths = {path.name: path.read_text(encoding="utf-8").count("\n") for path in (ROOT / "tests").rglob("*.py")}
    assert {name: length for name, length in lengths.items() if length > 500} == {}
