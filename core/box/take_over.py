"""Data files that an owner brings in a folder or in an exported file: checked in full, and put in place."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path as File

import attrs

from ..base import files as disk
from ..base.errors import InvalidFile, Problem, UsageError
from ..text import yaml
from . import owner_data
from .check import DraftCheck, DraftProblem, check
from .draft import texts
from .export import MOST, read_gift
from .plain_values import Plain, at
from .shipped_files import ShippedFiles


@attrs.frozen(kw_only=True)
class FileText:
    """The text of a data file, as it is written there."""

    label: str
    """Its name in problems."""
    text: str


@attrs.frozen(kw_only=True)
class BroughtFiles:
    """Data files that an owner brings, and the files beside which they are put."""

    stock: ShippedFiles
    source: str
    """The folder or file that they come from."""
    texts: Mapping[str, FileText]
    """By name, those that are brought, and those in place that they leave there."""
    kept: Sequence[str]
    """The names of the latter."""
    files: Mapping[str, Plain]
    """The content of every file of the game, as it would be then."""

    @classmethod
    def of(cls, game: str, source: File) -> BroughtFiles:
        """Read the folder or the exported file. A file that is missing there stays as it is in place.

        InvalidFile for a file that is not one of the game's, UsageError for one that cannot be read or is for another
        game.
        """
        stock = ShippedFiles.of(game)
        place = owner_data.in_place(game)
        before = _folder(stock, place) if place is not None else {}
        brought = _folder(stock, source) if os.path.isdir(source) else _gift(stock, source)
        found = {**before, **brought}
        content = {name: yaml.parse(one.text, one.label).content for name, one in found.items()}
        return cls(
            stock=stock,
            source=source.as_posix(),
            texts=found,
            kept=sorted(before.keys() - brought.keys()),
            files={**stock.shipped, **content},
        )

    def check(self) -> DraftCheck:
        """Return the problems that every command that loads them would report, by the files' usual names."""
        with tempfile.TemporaryDirectory(prefix="tilewright-box-") as name:
            folder = File(name)
            for file, one in self.texts.items():
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                (folder / file).write_text(one.text, "utf-8", newline="\n")
            names = [file for file, content in self.files.items() if content != self.stock.shipped[file]]
            found = check(self.stock, folder, names).problems
            return DraftCheck(tuple(self._known(one, folder.as_posix()) for one in found))

    def _known(self, found: DraftProblem, folder: str) -> DraftProblem:
        problem = found.problem
        if found.name in self.texts:
            problem = attrs.evolve(problem, file=self.texts[found.name].label)
        return attrs.evolve(
            found, problem=attrs.evolve(problem, message=problem.message.replace(folder, self.source))
        )

    def mended(self) -> dict[str, str]:
        """By name, the text of each file that is brought in which a check knows the only right value, with that value.

        Everything else in the text, such as comments, stays as it is.
        """
        made = dict[str, list[str]]()
        for one in self.check().problems:
            problem = one.problem
            if problem.right is None or one.name not in self.texts or one.name in self.kept:
                continue
            lines = made.setdefault(one.name, self.texts[one.name].text.split("\n"))
            old, start = at(self.files[one.name], problem.path), problem.column - 1
            line = lines[problem.line - 1]
            for typed in (f"{old}", f"'{old}'", f'"{old}"'):
                if line.startswith(typed, start):
                    lines[problem.line - 1] = line[:start] + problem.right + line[start + len(typed) :]
                    break
        found = {name: "\n".join(lines) for name, lines in made.items()}
        return {name: text for name, text in found.items() if text != self.texts[name].text}

    def put_in_place(self) -> File:
        """Put them in place, and return where they are now. What differs from the shipped data becomes the owner's.

        InvalidFile if anything is wrong, UsageError if they differ in nothing; then nothing has changed.
        """
        found = self.check().problems
        if found:
            raise InvalidFile([one.problem for one in found])
        made = texts(self.stock, self.files)
        if not made:
            raise UsageError(f"{self.source} differs in nothing from the shipped data of {self.stock.game}")
        return owner_data.put_in_place(self.stock.game, made)


def _folder(stock: ShippedFiles, folder: File) -> dict[str, FileText]:
    found = stock.texts(folder)
    return {name: FileText(label=f"{folder.as_posix()}/{name}", text=text) for name, text in found.items()}


def _gift(stock: ShippedFiles, file: File) -> dict[str, FileText]:
    name = file.as_posix()
    gift = read_gift(disk.text(file, name, most=MOST), name)
    if gift.game != stock.game:
        raise UsageError(f"{file} holds data of {gift.game[:60]!r}; import it with that name")
    strange = [
        Problem(name, 0, 0, f"files.{one}", f"{stock.game} has no such data file")
        for one in gift.files
        if one not in stock.kinds
    ]
    if strange:
        raise InvalidFile(strange[:20])
    return {one: FileText(label=f"{name}: {one}", text=text) for one, text in gift.files.items()}
