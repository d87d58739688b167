"""Who has used much time lately waits behind those who have used little."""

from dataclasses import dataclass

import pytest

from webapp.serving import fairness
from webapp.serving.fairness import HALF_LIFE, MOST_SENDERS, Account, Accounts, FairQueue, Payer, charge, waiting


@dataclass
class Asked:
    name: str
    payer: Payer


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


def taken(queue: FairQueue) -> list[str]:
    """The names of all that waits, as their turns come."""
    return [queue.popleft().name for _ in range(len(queue))]


def test_the_sender_who_has_used_less_goes_first_and_then_their_connection_that_has() -> None:
    club, stranger = Account(5), Account(1)
    queue = FairQueue()
    for name, sender, seconds in (
        ("much", club, 3.0),
        ("little", club, 0.5),
        ("new", club, 0.0),
        ("new, later", club, 0.0),
        ("stranger", stranger, 4.0),
    ):
        queue.append(Asked(name, Payer(sender, Account(seconds))))
    assert queue.first().sender is stranger
    assert taken(queue) == ["stranger", "new", "new, later", "little", "much"]


def test_what_is_used_while_a_request_waits_counts() -> None:
    """Those who keep the server busy go on using; a request of theirs gains nothing from having come before."""
    busy, quiet = Account(1), Account(2)
    queue = FairQueue()
    queue.append(Asked("busy", Payer(busy, Account())))
    queue.append(Asked("quiet", Payer(quiet, Account())))
    busy.use(2)
    assert taken(queue) == ["quiet", "busy"]


def test_who_asks_without_a_pause_comes_after_who_pauses(clock: list[float]) -> None:
    """However little work the requests of the one are, and however much those of the other."""
    sender, eager, calm = Account(), Account(), Account()
    queue = FairQueue()
    for _ in range(5):
        queue.append(Asked("eager", Payer(sender, eager)))
        clock[0] += 0.5
        assert taken(queue) == ["eager"]
        eager.use(0.001)
    calm.use(0.1)
    queue.append(Asked("eager", Payer(sender, eager)))
    queue.append(Asked("calm", Payer(sender, calm)))
    assert taken(queue) == ["calm", "eager"]


def test_time_in_which_several_requests_wait_counts_once(clock: list[float]) -> None:
    sender = Account()
    queue = FairQueue()
    queue.append(Asked("first", Payer(sender, Account())))
    clock[0] += 0.25
    queue.append(Asked("second", Payer(sender, Account())))
    clock[0] += 0.25
    queue.popleft()
    queue.popleft()
    assert 0.4 < sender.used < 0.5
    clock[0] += HALF_LIFE
    queue.append(Asked("third", Payer(sender, Account())))
    assert 0.2 < sender.used < 0.25  # nothing waited meanwhile


def test_accounts_of_different_times_compare(clock: list[float]) -> None:
    before = Account(4)
    clock[0] += 3 * HALF_LIFE
    after = Account(1)
    assert before.used == pytest.approx(0.5)
    assert before.level < after.level
    assert Account().level < before.level


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
