"""The corrections of an owner: data files that need not be valid yet, kept in a folder, with undo."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path as File
from typing import IO, Any

import attrs

from ..base import files as disk
from ..base.errors import InvalidFile, UsageError
from ..record.writer import held
from ..text.yaml import Path
from . import owner_data
from .check import DraftCheck, check
from .claims import Claim, claims, stamped, vouched
from .drawing import Desk, Drawing, Part
from .plain_values import GONE, Plain, all_text, at, kind_at, placed, put, same, tidy
from .serialize import written
from .shipped_files import ShippedFiles
from .undo_steps import UndoStep, UndoSteps

STEPS, LOCK = ".steps.jsonl", ".lock"
HEAD = "{name} of {game}, as the owner of a box has it."
LARGEST = 2 << 20
"""Letters of a file of a draft; a value that makes it longer is refused."""


def texts(stock: ShippedFiles, files: Mapping[str, Plain]) -> dict[str, str]:
    """By name, the text of each file that differs from the shipped one, with the owner's provenance where it does."""
    found = {}
    for name, content in files.items():
        shipped = stock.shipped[name]
        if content != shipped:
            made = stamped(stock.kinds[name], tidy(content), shipped)
            found[name] = written(made, HEAD.format(name=name, game=stock.game))
    return found


@attrs.define(eq=False, repr=False)
class Draft:
    """The corrections of one owner. Every change is on the disk when a method returns; nothing of it is in play."""

    stock: ShippedFiles
    folder: File
    files: dict[str, Plain]
    """By name, the content of every data file as it is now."""
    steps: UndoSteps
    serial: int = 0
    """It changes with every change."""
    lock: IO[bytes] | None = None
    _checked: tuple[int, DraftCheck] | None = None

    @classmethod
    def open(cls, game: str, folder: File | None = None) -> Draft:
        """The draft in this folder, or else in the user's place. A new one begins with what is in place.

        InUse if another process works on it, InvalidFile if one of its files cannot be read as YAML.
        """
        stock = ShippedFiles.of(game)
        folder = folder or owner_data.place(game) / owner_data.DRAFT
        try:
            folder.mkdir(parents=True, exist_ok=True)
            lock = open(folder / LOCK, "wb", opener=disk.ordinary)  # noqa: SIM115
        except OSError as error:
            raise UsageError(f"{folder} cannot be written: {error.strerror or error}") from error
        held(lock, folder)
        fresh = not os.path.exists(folder / STEPS)
        before = owner_data.in_place(game) if fresh else None
        draft = cls(stock, folder, stock.read(before or folder), UndoSteps.read(folder / STEPS), lock=lock)
        if before is not None:
            draft._write(draft.files)
        return draft

    def close(self) -> None:
        """Let other processes work on it."""
        if self.lock is not None:
            self.lock.close()

    @property
    def game(self) -> str:
        return self.stock.game

    @property
    def shipped(self) -> Mapping[str, Plain]:
        return self.stock.shipped

    @property
    def kinds(self) -> Mapping[str, Any]:
        return self.stock.kinds

    # -- what there is -----------------------------------------------------------------------------------------------

    def at(self, name: str, path: Path = ()) -> Plain:
        """Return the value there; UsageError if there is none."""
        found = at(self.files[self.stock.named(name)], path)
        if found is GONE:
            raise UsageError(f"{name} has nothing at {'.'.join(map(str, path))}; it may have been removed")
        return found

    def kind(self, name: str, path: Path = ()) -> Any:
        """The type of what stands there."""
        return kind_at(self.kinds[name], self.files[name], path)

    def desk(self, name: str, lang: str = "en") -> Desk:
        """Return the desk for the records of a file."""
        return Desk(rules=self.stock.rules(self.stock.module(name)), files=self.files, lang=lang)

    def drawing(self, name: str, path: Path = ()) -> Drawing | None:
        """Return how the record there is drawn; None if it is not."""
        return self.stock.drawing(name, self.files[name], path)

    def claims(self) -> Iterator[Claim]:
        """Yield what every record of every file claims of its origin."""
        for name, content in self.files.items():
            yield from claims(name, self.kinds[name], content)

    def before(self, name: str, path: Path = ()) -> Plain:
        """The shipped thing that stands in this place: by its name, if it has one; GONE if there is none."""
        now, shipped = self.files[name], self.shipped[name]
        for step in path:
            now = at(now, (step,))
            if isinstance(shipped, list) and isinstance(step, int):
                shipped = same(shipped, now, step) if now is not GONE else GONE
            else:
                shipped = at(shipped, (step,))
        return shipped

    def changed(self, name: str, path: Path = ()) -> bool:
        """True if it is not as it was shipped."""
        return bool(at(self.files[name], path) != self.before(name, path))

    def check(self) -> DraftCheck:
        """Return the problems that every command that loads it would report."""
        if self._checked is None or self._checked[0] != self.serial:
            changed = [name for name in self.files if self.changed(name)]
            self._checked = self.serial, check(self.stock, self.folder, changed)
        return self._checked[1]

    def texts(self) -> dict[str, str]:
        """The files that differ from the shipped ones, as they would be put in place."""
        return texts(self.stock, self.files)

    # -- changes -----------------------------------------------------------------------------------------------------

    def change(self, name: str, path: Path, value: Plain, title: str = "") -> None:
        """Put the value there; GONE takes away what stands there."""
        if value is not GONE and not all_text(value):
            raise UsageError(f"{name}: a data file holds texts, lists and mappings only")
        try:
            whole = put(self.files[self.stock.named(name)], path, value)
        except LookupError:
            self.at(name, path[:-1])
            raise UsageError(f"{name} has no place {'.'.join(map(str, path))}") from None
        self._change({name: whole}, title or f"change {_called(name, path)}")

    def remove(self, name: str, path: Path) -> None:
        """Take away what stands there."""
        self.at(name, path)
        if not path:
            raise UsageError(f"{name}: a whole file cannot be removed; remove its parts, or reset it")
        self.change(name, path, GONE, f"remove {_called(name, path)}")

    def insert(self, name: str, path: Path, number: int, value: Plain) -> None:
        """Put the value into the list there, before the item of this number."""
        try:
            items = at(placed(self.files[self.stock.named(name)], path, number, value), path)
        except LookupError:
            raise UsageError(
                f"{name} has no list at {'.'.join(map(str, path))} with {number} items"
            ) from None
        self.change(name, path, items, f"add to {_called(name, path)}")

    def confirm(self, name: str, path: Path = ()) -> None:
        """Everything there is printed as it stands: the owner vouches for it."""
        made = vouched(self.kind(name, path), self.at(name, path))
        self.change(name, path, made, f"printed like this: {_called(name, path)}")

    def reset(self, name: str, path: Path = ()) -> None:
        """Everything there is as it was shipped again; what was not shipped is taken away."""
        self.at(name, path)
        self.change(name, path, self.before(name, path), f"as shipped: {_called(name, path)}")

    def as_in_place(self) -> None:
        """Everything is as it is in place now, or as it was shipped if nothing of the owner's is in place."""
        place = owner_data.in_place(self.game)
        self._change(self.stock.read(place) if place is not None else self.shipped, "everything as in place")

    def click(
        self, name: str, path: Path, tool: str, where: tuple[int, int], part: Part = (0, 0), lang: str = "en"
    ) -> None:
        """A click with the tool on a spot of the drawing. UsageError says why nothing can be put there."""
        drawing = self._drawn(name, path)
        try:
            made = drawing.click(self.at(name, path), self.desk(name, lang), tool, where, part)
        except ValueError as error:
            raise UsageError(str(error)) from None
        self.change(name, path, made, f"{tool} at {_where(drawing, where, part)}")

    def blank(self, name: str, path: Path, rows: int, columns: int) -> None:
        """An empty grid of this size in place of the drawing. UsageError says which sizes are possible."""
        drawing = self._drawn(name, path)
        try:
            made = drawing.blank(self.at(name, path), self.desk(name), rows, columns)
        except ValueError as error:
            raise UsageError(str(error)) from None
        self.change(name, path, made, f"empty grid of {rows} x {columns}")

    def fix(self, name: str, path: Path) -> None:
        """Put the one right value there that the check knows; UsageError if it knows none."""
        right = next(
            (one.right for one in self.check().problems if one.name == name and one.path == path), None
        )
        if right is None:
            raise UsageError(f"{_called(name, path)}: no single value is known to be right there")
        self.change(name, path, right, f"{_called(name, path)}: {right}")

    def fix_all(self) -> int:
        """Put every right value in place that the check knows, as one step; return how many there were."""
        whole, count = dict(self.files), 0
        for one in self.check().problems:
            if one.right is not None and one.name and at(whole[one.name], one.path) is not GONE:
                whole[one.name], count = put(whole[one.name], one.path, one.right), count + 1
        self._change({name: whole[name] for name in whole if whole[name] != self.files[name]}, "all counts")
        return count

    @property
    def undoable(self) -> str:
        """Return the title of the step that `undo` would undo; "" for none."""
        return self.steps.found[self.steps.done - 1].title if self.steps.done else ""

    @property
    def redoable(self) -> str:
        """Return the title of the step that `redo` would do again; "" for none."""
        ahead = self.steps.found[self.steps.done :]
        return ahead[0].title if ahead else ""

    def undo(self) -> bool:
        """Take the last step back; False if there is none that fits the files, which people may have edited."""
        return bool(self.steps.done) and self._moved(self.steps.found[self.steps.done - 1], back=True)

    def redo(self) -> bool:
        """Do the step again that was undone last; False if there is none."""
        return bool(self.redoable) and self._moved(self.steps.found[self.steps.done], back=False)

    def put_in_place(self) -> File:
        """Put the files in place, for every command. InvalidFile if something is wrong with them."""
        found = self.check().problems
        if found:
            raise InvalidFile([one.problem for one in found])
        return owner_data.put_in_place(self.game, self.texts())

    # -- inside ------------------------------------------------------------------------------------------------------

    def _drawn(self, name: str, path: Path) -> Drawing:
        self.at(name, path)
        drawing = self.drawing(name, path)
        if drawing is None:
            raise UsageError(f"{_called(name, path)} has no drawing")
        return drawing

    def _change(self, whole: Mapping[str, Plain], title: str) -> None:
        """These files become their new content, as one step; what differs from the shipped becomes the owner's."""
        whole = {
            name: stamped(self.kinds[name], tidy(made), self.shipped[name]) for name, made in whole.items()
        }
        parts = tuple(
            (name, *where)
            for name, content in whole.items()
            for where in _differences(self.files[name], content)
        )
        if not parts:
            return
        self._write(whole)
        self.steps.add(UndoStep(title, parts))

    def _moved(self, step: UndoStep, *, back: bool) -> bool:
        files = dict(self.files)
        for name, path, before, after in reversed(step.parts) if back else step.parts:
            now, then = (after, before) if back else (before, after)
            if name not in files or at(files[name], path) != now:
                return False
            files[name] = put(files[name], path, then)
        self._write({name: files[name] for name, *_ in step.parts})
        self.steps.move(self.steps.done + (-1 if back else 1))
        return True

    def _write(self, whole: Mapping[str, Plain]) -> None:
        """Write these files; one that is as it was shipped is none of the draft's."""
        made = texts(self.stock, whole)
        for name, text in made.items():
            if len(text) > LARGEST:
                raise UsageError(f"{name} would have more than {LARGEST >> 20} million letters")
            place = self.folder / name
            place.parent.mkdir(parents=True, exist_ok=True)
            disk.replace(place, text)
        for name in whole.keys() - made.keys():
            (self.folder / name).unlink(missing_ok=True)
        self.files.update(whole)
        self.serial += 1


def _where(drawing: Drawing, where: tuple[int, int], part: Part) -> str:
    """A spot, or a part of one, in words: `3,4`, `the top`, `the bottom left`, `the middle`."""
    if drawing.parts != (3, 3):
        return f"{where[0]},{where[1]}" + (f" {part[0]},{part[1]}" if drawing.parts != (1, 1) else "")
    words = " ".join(filter(None, (("top", "", "bottom")[part[0]], ("left", "", "right")[part[1]])))
    return f"the {words or 'middle'}"


def _called(name: str, path: Path) -> str:
    return ".".join((name.removesuffix(".yaml"), *map(str, path)))


def _differences(before: Plain, after: Plain) -> Iterator[tuple[Path, Plain, Plain]]:
    """Yield the smallest parts of a mapping in which two contents differ: path, what stood there, what stands there."""
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict) and [*before] == [*after]:
        for key in before:
            for path, old, new in _differences(before[key], after[key]):
                yield (key, *path), old, new
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for number, (old_item, new_item) in enumerate(zip(before, after, strict=True)):
            for path, old, new in _differences(old_item, new_item):
                yield (number, *path), old, new
    else:
        yield (), before, after
