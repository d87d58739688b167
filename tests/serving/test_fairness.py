"""Who has used much time lately waits behind those who have used little."""

from dataclasses import dataclass

import pytest

from webapp.serving import fairness
from webapp.serving.fairness import HALF_LIFE, MOST_SENDERS, Account, Accounts, FairQueue, charge, waiting


@dataclass
class Asked:
    name: str
    used: float


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, to be changed."""
    now = [1000.0]
    monkeypatch.setattr(fairness, "monotonic", lambda: now[0])
    return now


def test_what_was_used_is_forgotten_by_and_by(clock: list[float]) -> None:
    account = Account()
    account.use(3)
    account.use(1)
    assert account.used == 4
    clock[0] += HALF_LIFE
    assert account.used == pytest.approx(2)
    account.use(1)
    clock[0] += 2 * HALF_LIFE
    assert account.used == pytest.approx(0.75)


def test_a_request_waits_as_if_it_had_come_later_by_what_its_sender_has_used(clock: list[float]) -> None:
    queue = FairQueue()
    queue.append(Asked("much", 2))
    clock[0] += 1
    queue.append(Asked("little", 0.5))
    queue.append(Asked("little, later", 0.5))
    clock[0] += 2
    queue.append(Asked("late", 0))
    taken = [queue.popleft() for _ in range(len(queue))]
    assert [asked.name for asked in taken if isinstance(asked, Asked)] == ["little", "little, later", "much", "late"]


def test_the_senders_who_were_there_last_are_remembered() -> None:
    accounts = Accounts()
    accounts.of("first").use(1)
    for number in range(MOST_SENDERS - 1):
        accounts.of(str(number)).use(1)
    assert accounts.of("first").used > 0
    accounts.of("one more")
    assert accounts.of("0").used == 0
    assert accounts.of("first").used > 0


def test_without_turns_a_request_waits_all_the_same() -> None:
    with waiting():
        charge(1)
