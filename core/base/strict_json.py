"""JSON that others wrote, read strictly: no key twice, no NaN, nothing that is nested, long or many beyond sense."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any, NoReturn

from .files import unmarked
from .limits import DIGITS, NESTED, VALUES

_MARKS = re.compile(r'"(?:[^"\\]|\\.)*+"?|[][{},]', re.DOTALL)
"""A string, or a mark outside strings. A string that never ends is one match, so that each letter is read once."""
_SURROGATE = re.compile("[\ud800-\udfff]")


class NotJson(ValueError):
    """The text is not JSON that is accepted. The sentence says why: it follows "the file is damaged: "."""


def read(source: str | bytes) -> Any:
    """Return the value that the text stands for. NotJson says what is wrong with it.

    Depth and number of values are counted first, so that little memory is needed to refuse a text.
    """
    try:
        text = source if isinstance(source, str) else unmarked(source).decode()
        if len(text) > NESTED:
            _sized(text)
        found = _DECODER.decode(text)
        if "\\u" in text and _SURROGATE.search(json.dumps(found, ensure_ascii=False)):
            raise NotJson("half of a surrogate pair is not a character")
    except UnicodeDecodeError as error:
        raise NotJson(f"byte {error.start + 1} is not UTF-8 text") from error
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}" if error.lineno > 1 else f"column {error.colno}"
        raise NotJson(f"{error.msg} ({place})") from error
    except NotJson:
        raise
    except ValueError as error:
        raise NotJson(str(error)) from error
    except RecursionError as error:
        raise NotJson(f"nested more than {NESTED} levels deep") from error
    return found


def _sized(text: str) -> None:
    """Raise NotJson if the text is nested too deeply or has too many values."""
    opened = text.count("[") + text.count("{")
    if opened <= NESTED and opened + text.count(",") <= VALUES:
        return
    depth, values = 0, 1
    for found in _MARKS.finditer(text):
        mark = found[0]
        if mark in "[{":
            depth += 1
            if depth > NESTED:
                raise NotJson(f"nested more than {NESTED} levels deep")
        elif mark in "]}":
            depth -= 1
        if mark in "[{,":
            values += 1
            if values > VALUES:
                raise NotJson(f"more than {VALUES:,} values")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = sorted(key for key, _ in pairs)
        twice = next(one for one, other in pairwise(names) if one == other)
        raise NotJson(f"key {short(twice)!r} is given twice")
    return found


def _constant(text: str) -> NoReturn:
    raise NotJson(f"{text} is not a number")


def _int(text: str) -> int:
    return int(_digits(text))


def _float(text: str) -> float:
    found = float(_digits(text))
    if found in (float("inf"), float("-inf")):
        raise NotJson(f"the number {text} is too large")
    return found


def _digits(text: str) -> str:
    if len(text) > DIGITS:
        raise NotJson(f"a number of {len(text)} digits; at most {DIGITS} are allowed")
    return text


def short(text: str, most: int = 60) -> str:
    """The text, cut off after so many letters."""
    return text if len(text) <= most else f"{text[:most]}..."


_DECODER = json.JSONDecoder(
    object_pairs_hook=_once, parse_constant=_constant, parse_int=_int, parse_float=_float
)
