"""The options that a program announces in its `hello`, and values for them as a person types them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from ..base.errors import UsageError
from .faults import Garbled
from .json_lines import shown
from .program_name import OURS

KINDS: dict[str, type] = {"int": int, "bool": bool, "choice": str, "text": str}
MOST = 200
"""Most options that a program may announce."""
LONGEST = 1000
"""Most characters of a text in an announcement."""
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


@attrs.frozen
class AnnouncedOption:
    """One option of a program."""

    name: str
    kind: str
    """`int`, `bool`, `choice` or `text`."""
    default: Any
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    doc: str = ""

    @property
    def takes(self) -> str:
        """The values that the option takes, in words."""
        if self.kind == "bool":
            return "true or false"
        if self.kind == "choice":
            return f"one of {', '.join(self.choices)}"
        if self.kind == "text":
            return "a text"
        low = f"from {self.low}" if self.low is not None else ""
        high = f"up to {self.high}" if self.high is not None else ""
        return " ".join(filter(None, ("a whole number", low, high)))

    def fits(self, value: Any) -> bool:
        """Return True if the option can have this value."""
        if type(value) is not KINDS[self.kind]:
            return False
        if isinstance(value, int):
            return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)
        return self.kind != "choice" or value in self.choices

    def read(self, text: str) -> Any:
        """Return the value that was typed. UsageError says what the option takes."""
        value: Any = text
        if self.kind == "bool":
            value = {"true": True, "false": False}.get(text.lower(), text)
        elif self.kind == "int" and re.fullmatch(r"[+-]?[0-9]{1,18}", text):
            value = int(text)
        if not self.fits(value):
            raise UsageError(f"{self.name}={text}: the program's option {self.name} takes {self.takes}")
        return value


def announced(hello: Mapping[str, Any]) -> tuple[AnnouncedOption, ...]:
    """Return the options in a program's `hello`, each checked. Garbled says which one is wrong."""
    given = hello.get("options", [])
    if not isinstance(given, list) or len(given) > MOST:
        raise Garbled(f"the program's hello must have 'options' as a list of at most {MOST} objects")
    found = [_one(entry) for entry in given]
    for n, one in enumerate(found):
        if one.name in (other.name for other in found[:n]):
            raise Garbled(f"the program announces the option {one.name} twice")
    return tuple(found)


def _one(entry: Any) -> AnnouncedOption:
    if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
        raise Garbled(f"the program announces the option {shown(str(entry))}, which has no 'name'")
    name = entry["name"]
    where = f"the program's option {shown(name)}"
    if not _NAME.fullmatch(name) or len(name) > 60:
        raise Garbled(f"{where} must have a name of letters, digits, - and _ that begins with a letter")
    if name in OURS:
        raise Garbled(f"{where} has a name that tilewright uses itself ({', '.join(OURS)})")
    kind = entry.get("type")
    if kind not in KINDS:
        raise Garbled(f"{where} must have as 'type' one of {', '.join(KINDS)}")
    limits = [entry.get("min"), entry.get("max")]
    if any(limit is not None and (kind != "int" or type(limit) is not int) for limit in limits):
        raise Garbled(f"{where}: 'min' and 'max' are whole numbers, of an int only")
    choices = entry.get("choices", [])
    if kind == "choice" and (not isinstance(choices, list) or not choices or not all(map(_text, choices))):
        raise Garbled(f"{where} must have 'choices' as a list of texts")
    doc = entry.get("doc", "")
    if not _text(doc):
        raise Garbled(f"{where}: 'doc' is a text of at most {LONGEST} characters")
    low, high = limits
    made = AnnouncedOption(
        name, kind, entry.get("default"), low, high, tuple(choices) if kind == "choice" else (), doc
    )
    if not made.fits(made.default):
        raise Garbled(f"{where} must have a 'default' that it can take: {made.takes}")
    return made


def _text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST


def values(options: Sequence[AnnouncedOption], typed: Mapping[str, str]) -> dict[str, Any]:
    """Return the value of every option: as typed, else its default. UsageError names what the program announces."""
    by_name = {one.name: one for one in options}
    for name in typed:
        if name not in by_name:
            known = "; ".join(f"{one.name} ({one.takes})" for one in options) or "no options"
            raise UsageError(
                f"{name}={typed[name]}: the program announces {known}; ours are {' and '.join(OURS)}"
            )
    return {one.name: one.read(typed[one.name]) if one.name in typed else one.default for one in options}
