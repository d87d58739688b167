"""Functions that the pages of rules share."""

from collections.abc import Mapping
from itertools import groupby

from werkzeug.datastructures import MultiDict

from webapp.scoring.rules import Switch


def joined(values: MultiDict[str, str]) -> dict[str, str]:
    """A form's values. Those of several boxes with one name are joined by dots."""
    return {name: ".".join(filter(None, values.getlist(name))) for name in values}


def by_group(switches: Mapping[str, Switch]) -> list[tuple[str, list[Switch]]]:
    """Switches by the group in which they are shown."""
    return [(group, list(members)) for group, members in groupby(switches.values(), lambda switch: switch.group)]
