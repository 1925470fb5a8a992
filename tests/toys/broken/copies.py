"""Faults in copies of the examples: a line of a whole game is another one, as it happens to authors.

`copies.yaml` has them: the example, the check and words of its failure, and texts of files with others in their place.
"""

from __future__ import annotations

import importlib
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import tilewright as tw
from tilewright.core.rules.ruleset import Rules

from ...cases import cases
from .plant import FAULTS, HOMES, NUMBERS, Fault

EXAMPLES = Path(__file__).parents[3] / "examples"


def changed(example: str, changes: Sequence[tuple[str, str, str]]) -> Rules:
    """Load a copy of the example with changes: a file, a text that stands in it once, and what takes its place."""
    name = f"{example}_{next(NUMBERS)}"
    HOMES.append(tempfile.TemporaryDirectory())
    folder = Path(HOMES[-1].name) / name
    shutil.copytree(EXAMPLES / example / example, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file, old, new in changes:
        before = (folder / file).read_text("utf-8")
        assert before.count(old) == 1, f"{file} has {old!r} {before.count(old)} times"
        (folder / file).write_text(before.replace(old, new), "utf-8")
    sys.path.append(HOMES[-1].name)
    importlib.invalidate_caches()
    return tw.load(importlib.import_module(name))


def _fault(example: str, changes: Sequence[tuple[str, str, str]]) -> Fault:
    def load() -> Rules:
        return changed(example, changes)

    return load


for title, one in cases(__file__, "faults").items():
    given = {"games": one.get("games", 1), "seats": (2,), "every": 5}
    FAULTS[title.replace(" ", "_")] = one["check"], one["words"], _fault(one["of"], one["changes"]), given
