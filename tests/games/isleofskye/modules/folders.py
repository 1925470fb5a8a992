"""A module's data with something in it that does not work out, and where it must be said."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core.base.errors import InvalidFile

ROOT = Path(__file__).parents[4]


def text(module: str, file: str) -> str:
    """What a data file of the module says."""
    return (files("tilewright.data") / "isleofskye" / "modules" / module / file).read_text("utf-8")


def refused(tmp_path: Path, module: str, file: str, old: str, new: str, *said: str) -> None:
    """With `new` for `old` in the file, given with `--data`, each `where | message` is said at its line and column.

    `where` is a piece of the changed file in which ^ stands before the place; `FILE: where` is in another file.
    """
    texts = {name: text(module, name) for name in ("box.yaml", file)}
    assert texts[file].count(old) == 1, old
    texts[file] = texts[file].replace(old, new)
    theirs = tmp_path / "modules" / module
    theirs.mkdir(parents=True)
    (theirs / file).write_text(texts[file], "utf-8")
    with pytest.raises(InvalidFile) as caught:
        tw.load("isleofskye", modules=[module], data=tmp_path)
    expected = []
    for line in said:
        where, message = line.split(" | ")
        name, other, piece = where.partition(".yaml: ")
        name, piece = (f"{name}.yaml", piece) if other else (file, where)
        before, after = piece.split("^")
        assert texts[name].count(before + after) == 1, piece
        at = texts[name].index(before + after) + len(before)
        row, column = texts[name].count("\n", 0, at) + 1, at - texts[name].rfind("\n", 0, at)
        place = theirs.as_posix() if name == file else f"data/isleofskye/modules/{module}"
        expected.append(f"{place}/{name}:{row}:{column}: {message}")
    assert sorted(str(caught.value).splitlines()) == sorted(expected)
