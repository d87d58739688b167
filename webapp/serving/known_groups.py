"""The groups that a phone remembers, even if their links have been renewed since."""

from typing import NamedTuple

from webapp.serving import phone
from webapp.serving.phone import KeptGroup
from webapp.store import GroupAccess, Store


class KnownGroup(NamedTuple):
    """A group that a phone has opened, by the link that opens it now, and the member whose phone it is."""

    access: GroupAccess
    member: int | None


def known_groups(store: Store) -> list[KnownGroup]:
    """The groups that this phone has opened and that are still there, the last one first. Each is listed once, by the
    link to take part if the phone has that."""
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
    """The link that replaced an old one, as this phone is to keep it; None if the phone was never inside.

    A phone that was inside is led on even from an old link that it never opened itself. A phone that has only an
    onlookers' link is not led on to a link to take part.
    """
    for kept in phone.groups():
        access = _reached(store, secret, kept)
        if access and (not access.may_write or _may_write(store, kept)):
            return KeptGroup(access.secret, access.inside, member_of(access.inside))
    return None


def member_of(inside: str) -> int | None:
    """The member whose phone this is, in the group whose text `inside` it keeps; None if nobody has said so."""
    return next((kept.member for kept in phone.groups() if kept.inside == inside), None)


def _may_write(store: Store, kept: KeptGroup) -> bool:
    access = _reached(store, kept.secret, kept)
    return access is not None and access.may_write


def _reached(store: Store, secret: str, kept: KeptGroup) -> GroupAccess | None:
    """The group that a link opens. An old link opens it too, if `kept` shows that this phone was inside."""
    return store.groups.find(secret) or store.groups.find(store.groups.renewed(secret, kept.inside) or "")
