"""The steps of a draft, so that each can be undone and done again, also after a restart.

They are lines of JSON, one for each change: what stood where before, and what stands there afterwards. A line that says
`to` moves back or forward among them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path as File

import attrs

from ..base import files, strict_json
from ..base.errors import InvalidFile, UsageError
from ..text.yaml import Path
from .plain_values import GONE, Plain, all_text

LONGEST = 4 << 20
"""Bytes above which old steps are left out when the file is next read."""
KEPT = 300
"""Steps that are kept then."""


@attrs.frozen
class UndoStep:
    """One change, of one place or of several."""

    title: str
    """What it does, in words."""
    parts: tuple[tuple[str, Path, Plain, Plain], ...]
    """File and path of each place, what stood there before, and what stands there afterwards; GONE for nothing."""

    def line(self) -> str:
        parts = [[name, [*path], _boxed(before), _boxed(after)] for name, path, before, after in self.parts]
        return json.dumps({"title": self.title, "parts": parts}, ensure_ascii=False)


def _boxed(value: Plain) -> list[Plain]:
    return [] if value is GONE else [value]


def _unboxed(value: object) -> Plain:
    if not isinstance(value, list) or len(value) > 1 or not all_text(value):
        raise ValueError(value)
    return value[0] if value else GONE


@attrs.define
class UndoSteps:
    """All steps of a draft in order, and how many of them are done."""

    file: File
    found: list[UndoStep] = attrs.field(factory=list)
    done: int = 0

    @classmethod
    def read(cls, file: File) -> UndoSteps:
        """Read the steps in the file; none if it does not exist or cannot be understood."""
        steps = cls(file)
        if not os.path.exists(file):
            return steps
        try:
            text = files.text(file, most=LONGEST * 4)
            for line in text.split("\n"):
                if line.strip():
                    steps._heard(strict_json.read(line))
        except (InvalidFile, UsageError, ValueError, KeyError, TypeError):
            return cls(file)  # the files of the draft are whole; only what was undone of them is lost
        if len(text) > LONGEST:
            steps.found = steps.found[max(0, steps.done - KEPT) :]
            steps.done = min(steps.done, KEPT)
            steps.write()
        return steps

    def _heard(self, said: dict[str, Plain]) -> None:
        if "to" in said:
            self.done = min(max(int(said["to"]), 0), len(self.found))
            return
        parts = []
        for name, path, before, after in said["parts"]:
            if not isinstance(name, str) or not all(isinstance(one, (str, int)) for one in path):
                raise ValueError(name)
            parts.append((name, tuple(path), _unboxed(before), _unboxed(after)))
        self.found[self.done :] = [UndoStep(str(said["title"]), tuple(parts))]
        self.done += 1

    def add(self, step: UndoStep) -> None:
        """Note a step that was done; those that were undone before can no longer be done again."""
        self.found[self.done :] = [step]
        self.done += 1
        self._append(step.line())

    def move(self, number: int) -> None:
        """Note that this many steps are done now."""
        self.done = number
        self._append(json.dumps({"to": number}))

    def write(self) -> None:
        """Write the whole file anew."""
        lines: Sequence[str] = [*(step.line() for step in self.found), json.dumps({"to": self.done})]
        files.replace(self.file, "".join(f"{line}\n" for line in lines))

    def _append(self, line: str) -> None:
        try:
            with open(self.file, "a", encoding="utf-8", newline="\n", opener=files.ordinary) as file:
                file.write(f"{line}\n")
        except OSError as error:
            raise UsageError(f"{self.file} cannot be written: {error.strerror or error}") from error
