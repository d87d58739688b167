"""The secrets in addresses."""

import pytest

from webapp.store import links


def test_a_secret_is_128_bits_as_22_characters_of_an_address() -> None:
    made = {links.new_secret() for _ in range(1000)}
    assert len(made) == 1000
    assert all(links.is_secret(secret) and len(secret) == 22 for secret in made)


@pytest.mark.parametrize(
    "text",
    [
        *("A" * length for length in (0, 21, 23, 10_000)),
        *("A" * 21 + last for last in ("\n", "A\n", "é", "\x00", "\ud800", "=", "+")),
        "１" * 22,
        "../../../../etc/passwd",
    ],
)
def test_nothing_else_is_one(text: str) -> None:
    assert not links.is_secret(text)


def test_a_player_knows_the_onlookers_link_and_no_onlooker_the_players() -> None:
    player = links.new_secret()
    onlooker = links.onlooker_of(player)
    assert links.is_secret(onlooker)
    assert links.onlooker_of(player) == onlooker
    assert player not in {onlooker, links.onlooker_of(onlooker)}


def test_a_seal_is_opened_with_the_former_games_secret_alone() -> None:
    former, secret = links.new_secret(), links.new_secret()
    seal = links.sealed(former, "game", secret)
    assert links.unsealed(former, "game", seal) == secret
    assert links.unsealed(links.new_secret(), "game", seal) != secret
    assert links.unsealed(former, "another", seal) != secret


def test_what_is_kept_of_a_secret_does_not_show_it() -> None:
    secret = links.new_secret()
    assert len(links.fingerprint(secret)) == 32
    assert secret.encode() not in links.fingerprint(secret)
    assert links.fingerprint(secret) != links.fingerprint(links.new_secret())
