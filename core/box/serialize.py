"""Data files as text, always the same for the same content: what was clicked and what was typed end as equal bytes."""

from __future__ import annotations

from typing import Any

import yaml

from .plain_values import Plain

WIDE = 100
"""Columns within which a list or mapping stands on one line."""


class _Dumper(yaml.BaseDumper):
    """Writes nodes; every plain text stays plain, since no type is guessed when it is read."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> Any:
        return super().increase_indent(flow, False)


def written(content: Plain, head: str = "") -> str:
    """The content as the text of a file, below a comment with this sentence; `text.yaml` reads the same content."""
    text: str = yaml.serialize(
        _node(content, ()), Dumper=_Dumper, allow_unicode=True, width=WIDE + 10, indent=2
    )
    return f"{f'# {head}' if head else ''}{chr(10) if head else ''}{text}"


def _node(content: Plain, path: tuple[str | int, ...], flow: bool = False) -> Any:
    if isinstance(content, dict):
        pairs = [(_text(key), _node(one, (*path, key), flow or _short(one))) for key, one in content.items()]
        return yaml.MappingNode("tag:yaml.org,2002:map", pairs, flow_style=flow or not content)
    if isinstance(content, list):
        # Records of one list look alike: all on one line each, or none.
        one_line = flow or all(_short(one) for one in content)
        items = [_node(one, (*path, number), one_line) for number, one in enumerate(content)]
        return yaml.SequenceNode("tag:yaml.org,2002:seq", items, flow_style=flow or not content)
    return _text(content)


def _text(value: str | None) -> Any:
    style = '"' if value == "" else "|" if value is not None and "\n" in value else None
    return yaml.ScalarNode("tag:yaml.org,2002:str", value or "", style=style)


def _short(content: Plain) -> bool:
    """True if a list or mapping fits on a line, and nothing in it needs several or is missing."""
    return isinstance(content, (list, dict)) and _length(content) <= WIDE - 10


def _length(content: Plain) -> int:
    if content is None or (isinstance(content, str) and "\n" in content):
        return WIDE
    if isinstance(content, dict):
        return 2 + sum(len(key) + 4 + _length(one) for key, one in content.items())
    if isinstance(content, list):
        if any(isinstance(one, dict) for one in content):
            return WIDE  # records have lines of their own
        return 2 + sum(2 + _length(one) for one in content)
    return len(content)
