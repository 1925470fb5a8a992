"""The changes of a folder of data files, as text: each place with its former value, counts, pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from ...box.differences import ContentDifference, differences, records
from ...box.drawing import Desk
from ...box.plain_values import GONE, at
from ...box.shipped_files import ShippedFiles
from ...text.yaml import Path, label
from ..shared import common

WIDE = 60
"""Letters of a value that are shown; what is longer is shortened."""


def changed(stock: ShippedFiles, name: str, files: Mapping[str, Any], lang: str) -> None:
    """Print what differs in this file from the shipped one, then every record that is drawn and differs."""
    terminal = common.terminal()
    content, before = files[name], stock.shipped[name]
    terminal.say(name, "bold")
    gone: list[str] = []
    for one in differences(before, content):
        if one.after is GONE:
            gone.append(one.said)
        else:
            terminal.wrapped(_said(one), "  ", "    ")
    if gone:
        terminal.wrapped(f"removed: {', '.join(gone)}", "  ", "    ")
    kept = [at(before, path) for path in records(stock.kinds[name], before)]
    drawn = [
        path
        for path in records(stock.kinds[name], content)
        if at(content, path) not in kept and stock.drawing(name, content, path) is not None
    ]
    for path in drawn:
        _picture(stock, name, files, path, lang, last=path == drawn[-1])


def _said(one: ContentDifference) -> str:
    if one.before is GONE:
        return f"{one.said}: added {_short(one.after)}"
    if isinstance(one.before, str) and isinstance(one.after, str) and "\n" in one.before + one.after:
        old, new = one.before.splitlines(), one.after.splitlines()
        if len(old) != len(new):
            return f"{one.said}: {common.counted(len(new), 'row')}, no longer {len(old)}"
        rows = sum(a != b for a, b in zip(old, new, strict=True))
        return f"{one.said}: {common.counted(rows, 'row')} of {len(new)} changed"
    return f"{one.said}: {_short(one.before)} -> {_short(one.after)}"


def _short(value: Any) -> str:
    if isinstance(value, dict):
        text = ", ".join(f"{key} {_short(one)}" for key, one in value.items())
    elif isinstance(value, list):
        text = ", ".join(map(_short, value))
    else:
        text = "nothing" if value is None else " ".join(str(value).split())
    return text if len(text) <= WIDE else f"{text[: WIDE - 3]}..."


def _picture(
    stock: ShippedFiles, name: str, files: Mapping[str, Any], path: Path, lang: str, *, last: bool
) -> None:
    """Print the record as the table draws it, what it counts, and below the last one what the signs mean."""
    drawing = stock.drawing(name, files[name], path)
    assert drawing is not None
    desk = Desk(rules=stock.rules(stock.module(name)), files=files, lang=lang)
    record, terminal = at(files[name], path), common.terminal()
    common.say()
    steps = (label(at(files[name], path[: n + 1])) or str(step) for n, step in enumerate(path))
    title = ": ".join(filter(None, (name, ".".join(steps))))
    shown = attrs.evolve(drawing.show(record, desk), title=title)
    terminal.drawn(shown, notes=last)
    spots = [spot for board in shown.boards for spot in board.spots]
    if len(spots) == 1 and spots[0].said:  # how it is read, which letters alone leave open
        terminal.wrapped(spots[0].said, "  ", "  ")
    counts = drawing.counts(record, desk)
    if counts:
        terminal.wrapped(", ".join(f"{words} {number}" for words, number in counts.items()), "  ", "  ")
