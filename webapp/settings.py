"""The settings of a server, from the environment: ``AGARI_PROXIES=1``. All of them are read and checked here."""

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import NamedTuple

PREFIX = "AGARI_"
#: A hundred years.
MOST_DAYS = 36_525
_YES_OR_NO = dict.fromkeys(("1", "yes", "true", "on"), True) | dict.fromkeys(("0", "no", "false", "off"), False)
#: A host name, a network address or, with a dot before it, all hosts of a domain.
_HOST = re.compile(r"\.?[\w-]+(\.[\w-]+)*(:\d+)?|\[[0-9a-fA-F:]+\](:\d+)?")


class SettingsError(ValueError):
    """Settings that cannot be used. The text has a line for each problem."""


class Setting(NamedTuple):
    """A setting: what it is, and how its value is read from text. A reader returns None for what it cannot read."""

    is_what: str
    read: Callable[[str], object | None]


def _yes_or_no(text: str) -> bool | None:
    return _YES_OR_NO.get(text.lower())


def _whole(text: str) -> int | None:
    return int(text) if re.fullmatch(r"\d{1,9}", text, re.ASCII) else None


def _days(text: str) -> float | None:
    is_number = re.fullmatch(r"\d{1,5}(\.\d+)?", text, re.ASCII)
    return float(text) if is_number and float(text) <= MOST_DAYS else None


def _hosts(text: str) -> list[str] | None:
    """Names with commas or spaces between, also as a list in JSON."""
    if re.fullmatch(r"\[\s*[\"'\w.].*\]", text) and not _HOST.fullmatch(text):
        text = text[1:-1]
    hosts = [host for part in re.split(r"[,\s]+", text) if (host := part.strip("\"'"))]
    return hosts if hosts and all(map(_HOST.fullmatch, hosts)) else None


def _contact(text: str) -> str | None:
    return text if re.fullmatch(r"(mailto:[^\s@]+@\S+|https://\S+|tel:\+?[\d-]+)", text) else None


def _networks(text: str) -> list[IPv4Network | IPv6Network] | None:
    try:
        return [ip_network(part) for part in re.split(r"[,\s]+", text)]
    except ValueError:
        return None


def _database(text: str) -> str | None:
    """The path of a SQLite file, or an address of a database that the store knows."""
    if "://" not in text:
        return text
    from webapp.store.database import address  # SQLAlchemy takes a while
    from webapp.store.values import UnavailableError

    try:
        address(text)
    except UnavailableError:
        return None
    return text


#: Every setting, by its name without the prefix.
SETTINGS = {
    "CONTACT": Setting("an address for reports of weaknesses, such as mailto:me@agari.example", _contact),
    "DATABASE": Setting("the path of a SQLite file, or an address like postgresql://agari@localhost/agari", _database),
    "KEEP_DAYS": Setting("a number of days up to 36525, such as 90, or 0 to keep games for ever", _days),
    "MONITORS": Setting("the addresses that may read /metrics with commas between, such as 127.0.0.1", _networks),
    "NEW_GAMES": Setting("how many games an address may begin in an hour, such as 60, or 0 for any number", _whole),
    "OFFLINE": Setting("yes or no: whether browsers may keep the application", _yes_or_no),
    "PROXIES": Setting("how many proxies are in front of the server, such as 1", _whole),
    "TRUSTED_HOSTS": Setting("the host names of the site with commas between, such as agari.example", _hosts),
}


def read_settings(environment: Mapping[str, str]) -> dict[str, object]:
    """The settings that an environment has, as values for the configuration of the application. Raises
    `SettingsError`."""
    values: dict[str, object] = {}
    problems = []
    for variable, text in sorted(environment.items()):
        if not variable.startswith(PREFIX):
            continue
        name = variable.removeprefix(PREFIX)
        if name not in SETTINGS:
            problems.append(_unknown(variable))
        elif (value := SETTINGS[name].read(text.strip())) is None:
            shown = re.sub(r"(://[^:@/]*):[^@]*@", r"\1:***@", text)
            problems.append(f"{variable} is {SETTINGS[name].is_what}; {shown!r} is not")
        else:
            values[name] = value
    if problems:
        raise SettingsError("\n".join(problems))
    return values


def _unknown(variable: str) -> str:
    near = get_close_matches(variable.removeprefix(PREFIX), SETTINGS, 1)
    known = ", ".join(PREFIX + name for name in SETTINGS)
    return f"there is no setting {variable}; " + (f"did you mean {PREFIX}{near[0]}?" if near else f"there are: {known}")
