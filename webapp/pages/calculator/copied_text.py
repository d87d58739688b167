"""Reads the text of a result that `result_text` writes, in any of its languages, also without the link at its end."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import chain

from webapp.entry import INDICATOR_MODES, Entry
from webapp.formats.address import form_fields, read_entry
from webapp.formats.game_file import copied_game
from webapp.formats.result_summary import SEPARATOR
from webapp.formats.rules import RULE
from webapp.language.i18n import LANGUAGES, catalogue, names_of_yaku
from webapp.language.words import HANDS, MODES, PRESETS, SEATS, WAYS
from webapp.pages.calculator.paste import pasted
from webapp.scoring.awards import YAKU
from webapp.scoring.dora import SORTS
from webapp.scoring.hand import RIICHI_FLAGS, Flag
from webapp.scoring.problems import Problem
from webapp.scoring.rules import PRESETS as RULES
from webapp.scoring.rules import TENHOU
from webapp.scoring.table import WIND_NAMES

#: The tiles of a result. A field of one line may have swallowed the line breaks around them.
_TILES = re.compile(
    r"(?:[0-9]+[mpsz])+(?: \+[0-9][mpsz])(?: (?:\([0-9]+[mpsz]\)|\[[0-9]+[mpsz]\]))*(?: (?:dora|ura)=[0-9mpsz]+)*"
)


def read_copied(text: str, present: Entry) -> Mapping[str, str] | Entry | tuple[Problem, ...]:
    """The meaning of a text that somebody pasted, as `paste` has it. Of a result without its link, the first winner's
    hand, and the table."""
    if copied := copied_game(text):
        return (replace(copied, field="hand"),)
    text = _without_words(text)
    tiles = _TILES.search(text)
    fields = _table(text[: tiles.start()]) if tiles and "://" not in text else None
    if tiles is None or fields is None:
        return pasted(text, present)
    read = pasted(tiles[0], Entry())
    if not isinstance(read, Entry):
        return read
    named, *_ = _TILES.split(text[tiles.end() :])
    kept = {name: value for name, value in form_fields(read).items() if not name.startswith(RULE)}
    return read_entry({**kept, **fields, **_circumstances(named, has_ura=bool(read.ura))}).entry


@cache
def _indicators() -> re.Pattern[str]:
    """What a text of ours calls the indicators, in every language."""
    names = {sort: "|".join(re.escape(say(MODES[sort])) for say in map(_Words, LANGUAGES)) for sort in INDICATOR_MODES}
    return re.compile("|".join(rf"(?P<{sort}>{name})\s+" for sort, name in names.items()))


def _without_words(text: str) -> str:
    """A text of ours in the notation of `formats.line`: ``dora=3s`` for ``Dora indicator 3s``."""
    return _indicators().sub(lambda name: f"{name.lastgroup}=", text)


class _Words:
    """The messages in a language."""

    def __init__(self, language: str) -> None:
        self._catalogue = catalogue(language)

    def __call__(self, message: str) -> str:
        return self._catalogue.get(message) or message

    def read(self, message: str, text: str) -> str | None:
        """What stands in the gap of a message, empty if it has none; None if the text is not this message."""
        pattern = re.sub(r"\\\{\w+\\\}", "(.+)", re.escape(self(message)))
        match = re.fullmatch(pattern, text)
        return match and "".join(match.groups())


def _table(head: str) -> dict[str, str] | None:
    """The fields of an address that the first line of a result spells; None if it is no such line. Some words are the
    same in several languages."""
    found = max((dict(_parts(head, _Words(code))) for code in LANGUAGES), key=len)
    return found if "seat" in found else None


def _parts(head: str, say: _Words) -> Iterator[tuple[str, str]]:
    seats = {say(name): wind for wind, name in SEATS.items()}
    presets = {say(name): preset for preset, name in PRESETS.items()}
    seat, preset = None, TENHOU.preset
    parts = [part.strip() for part in head.split(SEPARATOR)]
    for part in parts:
        preset = presets.get(part) or presets.get(re.sub(r" \([^()]*\)$", "", part)) or preset  # "(2 changed)"
    yield "rules", preset
    players = RULES[preset].players
    for part in parts:
        hand, *beside = part.split(say(", "))
        for wind, name in HANDS.items():
            if (kyoku := say.read(name, hand)) and kyoku.isdecimal():
                yield from (("round", wind), ("kyoku", kyoku))
        for message, field in (("{n} honba", "honba"), ("{n} sticks", "sticks"), ("1 stick", "sticks")):
            yield from ((field, n or "1") for one in beside if (n := say.read(message, one)) is not None)
        if (own := seats.get(part.removesuffix(say(" (dealer)")))) and seat is None:
            seat = WIND_NAMES.index(own)
            yield "seat", own
        yield from (("by", by) for by, name in WAYS.items() if part == say(name))
        if (payer := say.read("Ron from {seat}", part)) in seats and seat is not None:
            yield from (("by", "ron"), ("from", str((WIND_NAMES.index(seats[payer or ""]) - seat) % players)))


@cache
def _named() -> tuple[re.Pattern[str], Mapping[str, str]]:
    """The names of all yaku in every language, the longest first, and the flag that stands for a name."""
    by_name = {name: YAKU[key].key for key, names in names_of_yaku().items() for name in names}
    return re.compile("|".join(map(re.escape, sorted(by_name, key=len, reverse=True)))), by_name


def _circumstances(text: str, *, has_ura: bool) -> dict[str, str]:
    """The fields that the list of yaku shows: flags, and norths that were set aside."""
    names, by_name = _named()
    flags = {*(by_name[name] for name in names.findall(text))} & {flag.value for flag in Flag}
    if has_ura and not flags & {flag.value for flag in RIICHI_FLAGS}:
        flags.add("riichi")  # a yakuman does not list it
    norths = "|".join(re.escape(_Words(code)(SORTS["nuki_dora"][1])) for code in LANGUAGES)
    nuki = re.search(rf"(?:{norths}) ([1-4])", text)
    return dict(chain(((flag, "1") for flag in flags), [("nuki", nuki[1])] if nuki else ()))
