"""One message as one line of JSON. What is read is hostile: whatever is not a plain JSON object is Garbled."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ..base import strict_json
from ..base.sanitize import printable
from .faults import Garbled

LONGEST = 4 << 20
"""Most bytes of a line that is read."""


def written(message: Mapping[str, Any]) -> bytes:
    """Return the message as a line with its newline, in ASCII."""
    return json.dumps(message, separators=(",", ":"), allow_nan=False).encode("ascii") + b"\n"


def read(line: bytes) -> dict[str, Any]:
    """Return the JSON object on this line; Garbled says what is wrong with it."""
    try:
        found = strict_json.read(line)
    except strict_json.NotJson as error:
        said = f"the program wrote a line that is not JSON: {shown(line)}; {error}"
        raise Garbled(said) from error
    if not isinstance(found, dict):
        raise Garbled(f"the program wrote {shown(line)}; a message is a JSON object in braces")
    return found


def shown(text: str | bytes, most: int = 80) -> str:
    """Return foreign text in quotes, shortened, with what is not printable as an escape."""
    if isinstance(text, bytes):
        text = text[: 4 * most + 4].decode("utf-8", "replace")
    return f"'{printable(strict_json.short(text, most))}'"
