"""The secrets in the addresses of games and groups: 128 bits as 22 characters. The database keeps only their hashes.

The onlookers' secret is derived from the players', never the other way round. The secret of the next game is kept
sealed (encrypted). Only the same kind of link to the game before can open it, so all phones find their way to the next
game.
"""

import hmac
import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256

BYTES = 16
#: A secret as a regular expression.
SECRET = r"[A-Za-z0-9_-]{22}"


def new_secret() -> str:
    """A secret that nobody can guess."""
    return _text(secrets.token_bytes(BYTES))


def secret_of(key: str) -> str:
    """The secret of the game that is made with this key. Only the sender knows the key, so nobody else knows it."""
    return _text(sha256(f"new game {key}".encode("utf-8", "surrogatepass")).digest()[:BYTES])


def is_secret(text: str) -> bool:
    """Whether a text has the form of a secret. Only such a text is looked up."""
    return re.fullmatch(SECRET, text) is not None


def onlooker_of(player: str) -> str:
    """The secret for onlookers that goes with a player's."""
    return _text(_derived(player, "onlooker"))


def fingerprint(secret: str) -> bytes:
    """The hash that is kept of a secret. It has 128 random bits, so a plain hash cannot be reversed."""
    return sha256(secret.encode()).digest()


def sealed(former: str, game: str, secret: str) -> bytes:
    """`secret`, the secret of `game`, sealed so that only the secret of the `former` game opens it."""
    return _mixed(former, game, urlsafe_b64decode(f"{secret}=="))


def unsealed(former: str, game: str, seal: bytes) -> str:
    """The secret in a seal: the reverse of `sealed`."""
    return _text(_mixed(former, game, seal))


def resealed(seal: bytes, old: str, new: str) -> bytes:
    """The seal of the secret `old`, made one of `new`. What opened the one opens the other, and need not be known."""
    return _xor(_xor(seal, urlsafe_b64decode(f"{old}==")), urlsafe_b64decode(f"{new}=="))


def inside_of(key: str) -> str:
    """The text by which a phone shows that it has opened a group before. With it an old link leads to the new one."""
    return _text(_derived(key, "inside"))


def _mixed(former: str, game: str, value: bytes) -> bytes:
    """The value, combined by xor with bytes that are used for this one game only, and again when it is renewed."""
    return _xor(value, _derived(former, f"next {game}"))


def _xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))


def _derived(secret: str, purpose: str) -> bytes:
    return hmac.digest(secret.encode(), purpose.encode(), sha256)[:BYTES]


def _text(value: bytes) -> str:
    return urlsafe_b64encode(value).decode().rstrip("=")
