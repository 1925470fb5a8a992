"""Small parts that all forms of a draft share: paths as attributes, links, marks, and records in a few words."""

from __future__ import annotations

import json
from collections.abc import Iterable

from ...base.html import Html, tag
from ...box.claims import CERTAINTY, ORIGIN, OTHER
from ...box.plain_values import Plain
from ...text.languages import languages
from ...text.yaml import Path, label

BRIEF = 70
"""Letters of a short description."""


def json_path(path: Iterable[str | int]) -> str:
    """A path as attributes and addresses have it."""
    return json.dumps([*path], ensure_ascii=False, separators=(",", ":"))


def brief(value: Plain, lang: str = "en") -> str:
    """Return what is in a value besides its name, in a few words."""
    if isinstance(value, str):
        said = " / ".join(value.split("\n")).strip(" /")
    elif isinstance(value, list):
        said = ", ".join(brief(one, lang) for one in value[:8])
    elif isinstance(value, dict) and value and value.keys() <= {*languages()}:
        said = brief(value.get(lang) or value.get("en") or "")
    elif isinstance(value, dict):
        named = label(value)
        parts = [brief(one, lang) for key, one in value.items() if not of_origin(key) and one != named]
        said = ", ".join(filter(None, parts))
    else:
        said = ""
    return said if len(said) <= BRIEF else f"{said[: BRIEF - 3]}..."


def of_origin(key: str) -> bool:
    """True for a field that says where others come from."""
    return key in (OTHER, "source", "note", "reason") or key.endswith((ORIGIN, CERTAINTY))


def bad() -> Html:
    """A sign that something is wrong."""
    return tag("span", "!", cls="mark bad", aria_hidden="true")


def open_link(name: str, path: Path, *children: str | Html | None, **more: object) -> Html:
    """A link that opens a record, or the record that holds the place, and shows the place."""
    return tag("a", children, href="#" + json_path((name, *path)), data_open=json_path((name, *path)), **more)
