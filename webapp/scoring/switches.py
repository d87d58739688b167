"""The switches of rules. Each kind of switch is one class: it reads and writes its values and says which ones it takes.

A value is read from JSON (as `json.loads` returns it) and from the text of an address, a form or a command line. A
reader returns None for anything that is not a value of the switch. `switches_of` finds the kind by the type of a field.
"""

import dataclasses
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Literal, get_args, get_origin, get_type_hints

_SEPARATORS = re.compile(r"[.,]")
_NONE = "none"


def switch(default: Any, group: str, does: str, bounds: range = range(0)) -> Any:
    """A switch: its default, the group that it is shown in (empty: no page shows it), and one sentence that says what
    it does. `bounds` are the possible values of a number."""
    return dataclasses.field(default=default, metadata={"group": group, "does": does, "bounds": bounds})


@dataclass(frozen=True)
class Switch(ABC):
    """One switch of some rules. A subclass is a kind of switch; `hint` is the type of its value."""

    #: The macro of `templates/_controls.html` that shows the switch, and whether it consists of several fields.
    control: ClassVar[str] = "select"
    has_several_fields: ClassVar[bool] = False
    #: The messages for a value that cannot be read, from JSON and from text. `limits` has their values.
    wrong_json: ClassVar[str]
    wrong_text: ClassVar[str]

    name: str
    group: str
    does: str
    hint: Any
    bounds: range = range(0)

    @staticmethod
    @abstractmethod
    def fits(hint: Any) -> bool:
        """Whether values of this type belong to this kind of switch."""

    @property
    def choices(self) -> tuple[str | int, ...]:
        """The values that the control and the documents list; none for free numbers."""
        return ()

    @property
    def limits(self) -> dict[str, object]:
        """What the switch takes, by the names in its messages."""
        bounds = self.bounds
        choices = ", ".join(map(str, self.choices))
        return {"choices": choices, "least": bounds.start, "most": bounds.stop - 1, "step": bounds.step}

    @property
    def documented_values(self) -> str:
        """What the switch takes, for the documents."""
        return ", ".join(map(str, self.choices))

    @abstractmethod
    def from_json(self, value: object) -> object | None:
        """The value from JSON."""

    @abstractmethod
    def from_text(self, text: str) -> object | None:
        """The value from text."""

    def to_json(self, value: Any) -> object:
        """The value for JSON."""
        return value

    def to_text(self, value: Any) -> str:
        """The value as an address has it."""
        return str(value)

    def to_document(self, value: Any) -> str:
        """The value as the documents have it."""
        return self.to_text(value)


class YesNo(Switch):
    """A boolean: ``yes`` or ``no``."""

    control = "yes_no"
    wrong_json = "The rule {rule} is true or false, not {got}."
    wrong_text = "The rule {rule} is yes or no, not {got}."
    choices = ("yes", "no")

    @staticmethod
    def fits(hint: Any) -> bool:
        return hint is bool

    def from_json(self, value: object) -> bool | None:
        return value if isinstance(value, bool) else None

    def from_text(self, text: str) -> bool | None:
        return {"yes": True, "no": False}.get(text)

    def to_text(self, value: bool) -> str:
        return "yes" if value else "no"


class Choice(Switch):
    """One of several names or numbers."""

    wrong_json = wrong_text = "The rule {rule} is one of {choices}, not {got}."

    @staticmethod
    def fits(hint: Any) -> bool:
        return get_origin(hint) is Literal

    @property
    def choices(self) -> tuple[str | int, ...]:
        return get_args(self.hint)

    def from_json(self, value: object) -> str | int | None:
        return next((choice for choice in self.choices if type(choice) is type(value) and choice == value), None)

    def from_text(self, text: str) -> str | int | None:
        return next((choice for choice in self.choices if str(choice) == text), None)


class ChosenSet(Switch):
    """Any of several names. As text they have dots or commas between them; ``none`` is the empty set."""

    control = "boxes"
    has_several_fields = True
    wrong_json = "The rule {rule} is a list of any of {choices}, not {got}."
    wrong_text = "The rule {rule} is none, or any of {choices} with commas between them, not {got}."

    @staticmethod
    def fits(hint: Any) -> bool:
        return get_origin(hint) is frozenset

    @property
    def choices(self) -> tuple[str | int, ...]:
        return get_args(get_args(self.hint)[0])

    @property
    def documented_values(self) -> str:
        return f"any of {super().documented_values}"

    def from_json(self, value: object) -> frozenset[str] | None:
        if isinstance(value, list) and all(isinstance(item, str) and item in self.choices for item in value):
            return frozenset(value)
        return None

    def from_text(self, text: str) -> frozenset[str] | None:
        return self.from_json([name for name in _SEPARATORS.split(text) if name and name != _NONE])

    def to_json(self, value: frozenset[str]) -> list[str]:
        return sorted(value)

    def to_text(self, value: frozenset[str]) -> str:
        return ".".join(sorted(value)) or _NONE

    def to_document(self, value: frozenset[str]) -> str:
        return ", ".join(str(choice) for choice in self.choices if choice in value) or _NONE


class BySuit(Switch):
    """A digit for each suit, as a NamedTuple with a field for each. As text and in JSON one number can stand for all
    suits."""

    control = "by_suit"
    has_several_fields = True
    wrong_json = "The rule {rule} is a number from {least} to {most}, or an object with one for {suits}, not {got}."
    wrong_text = "The rule {rule} is a digit from {least} to {most}, or three, one for each suit, not {got}."

    @staticmethod
    def fits(hint: Any) -> bool:
        return isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields")

    @property
    def choices(self) -> tuple[str | int, ...]:
        return tuple(self.bounds)

    @property
    def limits(self) -> dict[str, object]:
        return super().limits | {"suits": ", ".join(f'"{suit}"' for suit in self.hint._fields)}

    @property
    def documented_values(self) -> str:
        return f"{self.bounds[0]}–{self.bounds[-1]} in each suit"

    def from_json(self, value: object) -> tuple[int, ...] | None:
        suits: tuple[str, ...] = self.hint._fields
        given = dict.fromkeys(suits, value) if isinstance(value, int) else value
        if not isinstance(given, Mapping) or not set(given) <= set(suits):
            return None
        numbers: tuple[int, ...] = self.hint(*[given.get(suit, 0) for suit in suits])
        return numbers if all(_is_within(number, self.bounds) for number in numbers) else None

    def from_text(self, text: str) -> tuple[int, ...] | None:
        suits: tuple[str, ...] = self.hint._fields
        digits = [whole_number(digit) for digit in _SEPARATORS.sub("", text)]
        if len(digits) == 1:
            return self.from_json(digits[0])
        return self.from_json(dict(zip(suits, digits, strict=True))) if len(digits) == len(suits) else None

    def to_json(self, value: Any) -> dict[str, int]:
        return dict(value._asdict())

    def to_text(self, value: tuple[int, ...]) -> str:
        return "".join(map(str, value))

    def to_document(self, value: tuple[int, ...]) -> str:
        return str(value[0]) if len(set(value)) == 1 else self.to_text(value)


class Number(Switch):
    """A whole number within bounds. As text it may have commas between thousands."""

    control = "number"
    wrong_json = wrong_text = "The rule {rule} is a number from {least} to {most} in steps of {step}, not {got}."

    @staticmethod
    def fits(hint: Any) -> bool:
        return hint is int

    @property
    def documented_values(self) -> str:
        return "points" if self.bounds.step > 1 else f"{self.bounds[0]}–{self.bounds[-1]}"

    def from_json(self, value: object) -> object | None:
        return value if _is_within(value, self.bounds) else None

    def from_text(self, text: str) -> object | None:
        return self.from_json(whole_number(text))

    def to_document(self, value: int) -> str:
        return f"{value:,}"


class ByRank(Switch):
    """A number for each rank, the first rank first, or no number at all. As text they have spaces or commas between
    them, or are ``none``."""

    control = "text"
    wrong_json = "The rule {rule} is a list of numbers from {least} to {most} in steps of {step}, not {got}."
    wrong_text = (
        "The rule {rule} is numbers from {least} to {most} in steps of {step} with spaces between them, not {got}."
    )

    @staticmethod
    def fits(hint: Any) -> bool:
        return get_origin(hint) is tuple

    @property
    def documented_values(self) -> str:
        return "points for each rank, or none"

    def from_json(self, value: object) -> tuple[int, ...] | None:
        if isinstance(value, list) and all(_is_within(number, self.bounds) for number in value):
            return tuple(value)
        return None

    def from_text(self, text: str) -> tuple[int, ...] | None:
        if text in ("", _NONE):
            return ()
        parts = text.split() if " " in text.strip() else text.split(",")
        return self.from_json([whole_number(part) for part in parts])

    def to_json(self, value: tuple[int, ...]) -> list[int]:
        return list(value)

    def to_text(self, value: tuple[int, ...]) -> str:
        return " ".join(map(str, value)) or _NONE

    def to_document(self, value: tuple[int, ...]) -> str:
        return ", ".join(f"{number:,}" for number in value) or _NONE


def whole_number(text: str) -> int | None:
    """The whole number that a text is, with or without a sign (``-`` or ``−``) and commas between thousands; None if it
    is no number."""
    match = re.fullmatch(r"([+\-−]?)([0-9]{1,9})", text.replace(",", "").replace(" ", ""), re.ASCII)
    return None if match is None else int(match[2]) * (-1 if match[1] in ("-", "−") else 1)


def _is_within(value: object, bounds: range) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value in bounds


def switches_of(rules: type) -> dict[str, Switch]:
    """Every switch of a class of rules by its name, in order."""
    hints = get_type_hints(rules)
    return {
        field.name: _kind_of(hints[field.name])(field.name, hint=hints[field.name], **field.metadata)
        for field in fields(rules)
        if field.metadata
    }


def _kind_of(hint: Any) -> type[Switch]:
    return next(kind for kind in Switch.__subclasses__() if kind.fits(hint))


def by_group(switches: Mapping[str, Switch]) -> list[tuple[str, list[Switch]]]:
    """Switches by the group in which they are shown."""
    groups: dict[str, list[Switch]] = {}
    for switch in switches.values():
        groups.setdefault(switch.group, []).append(switch)
    return list(groups.items())
