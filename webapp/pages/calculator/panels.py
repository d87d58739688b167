"""The panels that most taps leave as they are: the circumstances, the situation, and who is liable."""

from collections.abc import Mapping
from typing import NamedTuple
from zlib import crc32

from webapp.language.i18n import is_romaji_first, language
from webapp.pages.calculator.flag_switches import FlagSwitch

#: The fields of the form that are outside the panels; what they mean for a switch is in its problem.
_OUTSIDE = frozenset({"hand", "melds", "dora", "seen", "nuki", "draws"})
#: Hidden fields within the panels: nothing to see.
_HIDDEN = frozenset({"ura", "kept"})


class Panels(NamedTuple):
    """A short `mark` of what the panels show. The page keeps it in a field inside them, and an answer leaves the panels
    out if the page has them already (`are_shown`)."""

    mark: str
    are_shown: bool


def panels_of(form: Mapping[str, str], flags: tuple[FlagSwitch, ...], posted: Mapping[str, str]) -> Panels:
    """The panels of an answer that sets the fields of `form`, for a page that `posted` its own.

    The mark is not enough: a tap may have set a field that the answer sets back.
    """
    fields = {name: value for name, value in form.items() if value and name not in _OUTSIDE}
    before = {name: value for name, value in posted.items() if value and name in form and name not in _OUTSIDE}
    visible = [f"{name}={value}" for name, value in fields.items() if name not in _HIDDEN]
    obstacles = [f"{each.flag}: {each.problem.text} {each.problem.values}" for each in flags if each.problem]
    all_visible = " ".join([language(), str(is_romaji_first()), *visible, *obstacles])
    mark = f"{crc32(all_visible.encode()):x}"
    return Panels(mark, before == fields and posted.get("shown") == mark)
