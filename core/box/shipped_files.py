"""The data files of a game and its modules as they are shipped: their content, their types, how they are drawn."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path as File
from typing import Any

import attrs

from ..base import files
from ..base.errors import InvalidFile, Problem, TilewrightError, UsageError
from ..editor.file_types import Watched
from ..editor.ruleset_schema import Known, known
from ..rules import plugins
from ..rules.assembly import EDITIONS, load
from ..rules.ruleset import Rules
from ..text import yaml
from ..text.folder import MODULES, is_text, labelled
from ..text.options import unknown
from ..text.yaml import Path
from .drawing import Drawing, drawing_of
from .plain_values import Plain, kind_at, record


@attrs.frozen(eq=False, repr=False)
class ShippedFiles:
    """The data files of a game by name, as names below a folder of `--data` are: `modules/MODULE/box.yaml`.

    Files that nothing reads as typed records are left out: texts, rules, editions.
    """

    known: Known
    kinds: Mapping[str, Any]
    """By file, the type of its content."""
    shipped: Mapping[str, Plain]
    """By file, its content."""
    labels: Mapping[str, str]
    """By file, what problems call it while it is the shipped one: `data/rebirth/box.yaml`."""
    written: Mapping[str, str]
    """By file, its text with its comments."""

    @classmethod
    def of(cls, game: str) -> ShippedFiles:
        """The files of the installed game with this name; UsageError if there is none, or if it cannot be loaded."""
        names = plugins.found("game")
        if game not in names:
            raise unknown("game", game, names)
        modules = [name.partition(".")[2] for name in plugins.found("module") if name.startswith(f"{game}.")]
        try:
            rulesets = load(game), load(game, modules)
        except TilewrightError:  # a problem, or modules that are not played together
            return cls._read(game, modules)
        return _kept(game, (*modules,), rulesets)

    @classmethod
    def _read(cls, game: str, modules: Sequence[str]) -> ShippedFiles:
        found = known(game, modules)
        if found.problem is not None:
            raise found.problem
        kinds, shipped = dict[str, Any](), dict[str, Plain]()
        labels, texts = dict[str, str](), dict[str, str]()
        for part, reading in found.readings.items():
            what = found.modules[part] if part else found.game
            if what.folder is None:
                continue
            root = what.folder()
            below = f"{MODULES}/{part}/" if part else ""
            label = labelled(root, f"data/{game}/{below}".rstrip("/"))
            for file, types in reading.kinds.items():
                if file == EDITIONS or is_text(file):
                    continue
                place = root
                for step in file.split("/"):
                    place = place / step
                text = files.text(place, f"{label}/{file}")
                kinds[below + file] = types[0]
                shipped[below + file] = yaml.parse(text, f"{label}/{file}").content
                labels[below + file] = f"{label}/{file}"
                texts[below + file] = text
        return cls(found, kinds, shipped, labels, texts)

    @cached_property
    def about(self) -> Mapping[str, str]:
        """By file, the first sentence of the comment above it, which says what it holds; "" without one."""
        return {name: _first(text) for name, text in self.written.items()}

    @property
    def game(self) -> str:
        return self.known.game.name

    @property
    def modules(self) -> Sequence[str]:
        return [*self.known.modules]

    def module(self, name: str) -> str:
        """The module that a file belongs to; "" for the game."""
        steps = name.split("/")
        return steps[1] if steps[0] == MODULES and len(steps) > 2 else ""

    def rules(self, module: str) -> Rules:
        """The shipped ruleset, with this module if it is not ""."""
        return load(self.game, [module] if module else [])

    @cached_property
    def elsewhere(self) -> Sequence[tuple[str, str]]:
        """The values of the game's options, by name, other than the usual ones, that name what to read."""
        return [
            (one.name, str(value))
            for one in self.known.options
            if not one.module
            for value in one.known
            if value and value != one.default
        ]

    @cached_property
    def usual(self) -> frozenset[str]:
        """The files that the game alone reads under its usual options, and those of modules."""
        game = self.known.game
        folder = Watched(game.folder(), f"data/{game.name}")
        game.load(folder, game.options())
        return frozenset(name for name in self.kinds if self.module(name) or folder.asked(name))

    def drawing(self, name: str, content: Plain, path: Path) -> Drawing | None:
        """Return how the record at the path of a file with this content is drawn; None if it is not."""
        kind = record(kind_at(self.kinds[name], content, path))
        if kind is None:
            return None
        part = self.module(name)
        own = [self.known.modules[part].drawings] if part else []
        return drawing_of(kind, [*own, self.known.game.drawings])

    def texts(self, folder: File) -> dict[str, str]:
        """The text of each data file in the folder, by name.

        InvalidFile for a file that there is not in the game, UsageError for what cannot be read.
        """
        found, strange = dict[str, str](), []
        for entry in files.walk(folder):
            name = File(entry.path).relative_to(folder).as_posix()
            hidden = any(part.startswith(".") for part in name.split("/"))
            if hidden or entry.is_dir(follow_symlinks=False) or name.endswith(".md"):
                continue
            label = f"{folder.as_posix()}/{name}"
            if name in self.kinds:
                found[name] = files.text(entry.path, label)
            else:
                said = f"{self.game} has no such file; known: {', '.join(sorted(self.kinds))}"
                strange.append(Problem(label, 0, 0, "", said))
        if strange:
            raise InvalidFile(strange[:20])
        return found

    def read(self, folder: File) -> dict[str, Plain]:
        """The content of every file: that of the folder, or the shipped one. InvalidFile also for what is no YAML."""
        texts = self.texts(folder)
        found = {name: yaml.parse(texts[name], f"{folder.as_posix()}/{name}").content for name in texts}
        return {**self.shipped, **found}

    def named(self, name: str) -> str:
        """The name, if there is such a file; UsageError otherwise."""
        if name not in self.kinds:
            raise UsageError(f"{self.game} has no data file {name!r}; known: {', '.join(sorted(self.kinds))}")
        return name


def _first(text: str) -> str:
    """The first sentence of the comment at the top of a file."""
    above = itertools.takewhile(lambda line: line.startswith("#"), text.splitlines())
    return re.split(r"(?<=[.!])\s", " ".join(line.lstrip("# ") for line in above), maxsplit=1)[0]


@lru_cache(maxsize=8)
def _kept(game: str, modules: tuple[str, ...], rulesets: tuple[Rules, ...]) -> ShippedFiles:
    """The files of these rulesets, read once: data is loaded with every value of every option that is read."""
    return ShippedFiles._read(game, modules)
