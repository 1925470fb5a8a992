"""One message as one line of JSON. What is read is hostile: whatever is not a plain JSON object is Garbled."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from ..base.sanitize import printable
from .faults import Garbled

LONGEST = 4 << 20
"""Most bytes of a line that is read."""
DIGITS = 40
"""Most characters of a number that is read."""


def written(message: Mapping[str, Any]) -> bytes:
    """Return the message as a line with its newline, in ASCII."""
    return json.dumps(message, separators=(",", ":"), allow_nan=False).encode("ascii") + b"\n"


def read(line: bytes) -> dict[str, Any]:
    """Return the JSON object on this line; Garbled says what is wrong with it."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Garbled(f"the program wrote a line that is not UTF-8 (byte {error.start + 1})") from error
    try:
        found = json.loads(
            text, object_pairs_hook=_once, parse_constant=_no_constant, parse_int=_int, parse_float=_float
        )
        if "\\u" in text:
            json.dumps(found, ensure_ascii=False).encode("utf-8")
    except RecursionError as error:
        raise Garbled("the program wrote JSON that is nested too deeply") from error
    except UnicodeEncodeError as error:
        raise Garbled("the program wrote half of a surrogate pair, which is not a character") from error
    except json.JSONDecodeError as error:
        said = f"the program wrote a line that is not JSON: {shown(text)} ({error.msg}, column {error.colno})"
        raise Garbled(said) from error
    if not isinstance(found, dict):
        raise Garbled(f"the program wrote {shown(text)}; a message is a JSON object in braces")
    return found


def shown(text: str, most: int = 80) -> str:
    """Return foreign text in quotes, shortened, with what is not printable as an escape."""
    cut = text if len(text) <= most else f"{text[:most]}..."
    return f"'{printable(cut)}'"


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Garbled(f"the program wrote a JSON object that has {shown(twice)} twice")
    return found


def _no_constant(text: str) -> NoReturn:
    raise Garbled(f"the program wrote {text}, which is not a number of JSON")


def _int(text: str) -> int:
    _short(text)
    return int(text)


def _float(text: str) -> float:
    _short(text)
    found = float(text)
    if found in (float("inf"), float("-inf")):
        raise Garbled(f"the program wrote the number {text}, which is too large")
    return found


def _short(text: str) -> None:
    if len(text) > DIGITS:
        raise Garbled(f"the program wrote a number of {len(text)} characters; {DIGITS} are the most")
