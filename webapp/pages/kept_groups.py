"""The groups that a phone remembers, also where their links were renewed since."""

from typing import NamedTuple

from webapp.serving import phone
from webapp.serving.phone import KeptGroup
from webapp.store import GroupAccess, Store


class KnownGroup(NamedTuple):
    """A group that a phone has opened, as the phone reaches it now, and which member's phone it is."""

    access: GroupAccess
    member: int | None


def known_groups(store: Store) -> list[KnownGroup]:
    """The groups that this phone has opened and that are still there, the last one first. Each is there once: by the
    link to take part, if the phone has it."""
    known: dict[str, KnownGroup] = {}
    for kept in phone.groups():
        access = _reached(store, kept.secret, kept)
        if access is None or access.group.deleted:
            continue
        other = known.get(access.group.id)
        if other is None or access.may_write > other.access.may_write:
            known[access.group.id] = KnownGroup(access, kept.member)
    return [*known.values()]


def replacement(store: Store, secret: str) -> KeptGroup | None:
    """The link that replaced an old one, as this phone keeps it from now on; None if the phone was never inside.

    A phone that was inside follows also from a link that it never opened itself, but not from an onlooker's link to
    one to take part.
    """
    for kept in phone.groups():
        access = _reached(store, secret, kept)
        if access and (not access.may_write or _may_write(store, kept)):
            return KeptGroup(access.secret, access.inside, member_of(access.inside))
    return None


def member_of(inside: str) -> int | None:
    """Which member's phone this is, in the group of which it keeps `inside`."""
    return next((kept.member for kept in phone.groups() if kept.inside == inside), None)


def _may_write(store: Store, kept: KeptGroup) -> bool:
    access = _reached(store, kept.secret, kept)
    return access is not None and access.may_write


def _reached(store: Store, secret: str, kept: KeptGroup) -> GroupAccess | None:
    """The group of a link, also of an old one, for a phone that keeps this of a group."""
    return store.groups.find(secret) or store.groups.find(store.groups.renewed(secret, kept.inside) or "")
