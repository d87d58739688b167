"""Questions for the tests."""

from collections.abc import Iterator

from webapp.drill.questions import DrillSet, Question, Sort, question
from webapp.scoring.rules import TENHOU, Rules

LEVELS = (1, 2, 3, 4)


def asked(kind: Sort, level: int, number: int, rules: Rules = TENHOU) -> Iterator[Question]:
    """So many questions, ten of a seed."""
    for index in range(number):
        yield question(DrillSet(kind, level, f"seed {index // 10}", rules), index % 10)


def about(topic: str, kind: Sort, seed: str = "1", level: int = 4, rules: Rules = TENHOU) -> Question:
    """A question about a topic."""
    made = question(DrillSet(kind, level, seed, rules, topics=(topic,)), 0)
    assert topic in made.topics, (topic, made)
    return made
