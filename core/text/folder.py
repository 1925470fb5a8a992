"""The folder with a game's data files, and a user's files and single values that replace ours."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping, Sequence, Set
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import attrs

from ..base import files as disk
from ..base.brief import closest
from ..base.errors import InvalidFile, Problem, UsageError
from .document import (
    Document,
    canonical_content,
    canonical_text,
    extended,
    find_scalar,
    meant_by,
    parsed,
    replaced,
)
from .messages import Language, flaws
from .pace import PACE
from .strict import near

T = TypeVar("T")


@attrs.frozen
class Variant:
    """What a rule says instead where options have these values."""

    when: dict[str, str]
    text: str


@attrs.frozen
class Rule:
    """A rule in a game's `rules.yaml`, which lists rules by id."""

    text: str
    """In our own words. `{castle}` stands for the value of an option, `{castle|point|points}` for a word with it."""
    source: str
    """Where it stands: a rulebook with its section, an errata, or your own."""
    options: tuple[str, ...] = ()
    """Names of the options that change it."""
    untested: str = ""
    """Why no test can pin it; "" if one does."""
    when: dict[str, str] = attrs.field(factory=dict)
    """The values of options with which it holds; it always holds without any."""
    instead: tuple[Variant, ...] = ()
    """Its texts under other values of options; the first that fits counts."""
    replaces: tuple[str, ...] = ()
    """Of a module: the rules of the game that do not hold with it because this one takes their place."""


MESSAGES: TypeAlias = dict[str, dict[Language, str]]
"""`messages.yaml`: texts by key and language."""
RULES: TypeAlias = dict[str, Rule]
"""`rules.yaml`: rules by id."""
LEARN = "learn.yaml"
QUESTIONS = "questions.yaml"
TEXTS = ("messages.yaml", "rules.yaml", LEARN, QUESTIONS, PACE)
"""Files with texts for people, and how fast they are, left out of the digest: a better translation must not make
records unreadable."""
TRANSLATED = re.compile(r"rules\.(\w+)\.yaml")
"""Files of the same kind: what rules say in one language, by id."""


MOST_NAMED = 20
"""Most unknown files of a user's folder that an error names."""
MODULES = "modules"
"""Inside a data folder of a game, also one given with `--data`: the folders of its modules, by name."""
TRAINED = "trained"
"""Inside a data folder of a game: the files of learned bots. They are not part of the ruleset or of its digest."""
SKELETON = "skeleton"
"""Inside a data folder of a game: templates of a module of it, for `tilewright new NAME --module GAME`."""
OVER = "over"
"""Inside a data folder of a module: files that join the game's own while the module is in play, or take the place of
those of the same name: another board of the same box, say."""

SHIPPED = "none"
"""Given instead of a data folder, it means the game's own files, whatever the user has put in their place."""

APART = (MODULES, TRAINED, SKELETON, OVER)


@attrs.frozen(eq=False, repr=False)
class Folder:
    """A game's data files. Overlay and overrides that do not fit them raise UsageError or InvalidFile."""

    root: Path | Traversable
    """Folder of the game's own files."""
    name: str
    """Its name in problems: `data/rebirth`."""
    overlay: Path | None = None
    """A user's folder (`--data DIR`): each file in it replaces ours of the same name."""
    game: Any = None
    """In the folder of a module, while it is loaded: the game's own data, so that its files can be checked by it."""
    overrides: Mapping[str, str] = attrs.field(factory=dict)
    """Single values that replace ours (`--set data:FILE.path.to.field=value`); list items by number or name."""
    over: Sequence[Folder] = ()
    """The files that modules bring for the game (`OVER`), which come before ours and those of the user's folder."""
    sets: Mapping[str, Sequence[tuple[str, Document]]] = attrs.field(factory=dict)
    """By file, what sets of tiles add to it: the key of the list, and their records."""
    _files: dict[str, Path | Traversable] = attrs.field(init=False, factory=dict, repr=False)
    _theirs: set[str] = attrs.field(init=False, factory=set, repr=False)
    _layers: dict[str, Folder] = attrs.field(init=False, factory=dict, repr=False)
    _documents: dict[str, Document] = attrs.field(init=False, factory=dict, repr=False)

    def __attrs_post_init__(self) -> None:
        if not self.root.is_dir():
            raise UsageError(f"{self.root} is not a folder with data files")
        self._files.update(_listing(self.root))
        if self.overlay is not None:
            self._lay_over(self.overlay)
        for layer in self.over:
            self._files.update(layer._files)
            self._layers.update(dict.fromkeys(layer._files, layer))
        for setting in self.overrides:
            self.document(self._override(setting)[0])

    def names(self) -> tuple[str, ...]:
        """Every data file, sorted: `box.yaml`, `maps/default.yaml` ..."""
        return tuple(sorted(name for name in self._files if name.endswith(".yaml")))

    def brought(self, name: str) -> bool:
        """True if the file is one that a module brings (`OVER`)."""
        return name in self._layers

    def given(self, name: str) -> bool:
        """True if the file is from a user's folder."""
        return name in self._theirs

    @property
    def changed(self) -> bool:
        """True if a user has put a folder over ours, or single values in place of ours."""
        return self.overlay is not None or bool(self.overrides) or any(layer.changed for layer in self.over)

    @property
    def shipped(self) -> Folder:
        """The same folder without anything of a user's."""
        return Folder(self.root, self.name, over=[layer.shipped for layer in self.over])

    def text(self, name: str) -> str:
        """The file's text."""
        return disk.text(self._file(name), self._label(name))

    def document(self, name: str) -> Document:
        """The file as a document, overrides included; read once."""
        if name not in self._documents:
            document = parsed(self.text(name), self._label(name))
            for setting, value in self.overrides.items():
                file, steps = self._override(setting)
                if file == name:
                    document = replaced(document, steps, value, setting)
            for at, records in self.sets.get(name, ()):
                document = extended(document, at, records)
            self._documents[name] = document
        return self._documents[name]

    def beginning(self, name: str, key: str) -> Document | None:
        """What the file says of the key that it begins with; the rest is not read.

        None if it begins otherwise, or if any value of the folder was replaced.
        """
        alone = re.match(rf"(?:#.*\n|\s*\n)*{key}:\n(?:(?: .*)?\n)*", self.text(name))
        return parsed(alone[0], self._label(name)) if alone and not self.overrides else None

    def value(self, setting: str) -> str:
        """The value in effect at FILE.PATH, as an override names it; raises UsageError when there is none."""
        name, steps = self._override(setting)
        holder, path = find_scalar(self.document(name), steps, setting)
        return str(holder[path[-1]])

    def load(self, name: str, kind: type[T]) -> T:
        """The file as a `kind`; raises InvalidFile with every problem."""
        return self.document(name).structure(kind)

    def messages(
        self,
        names: Mapping[str, Mapping[str, str]] | None = None,
        shipped: Mapping[str, Mapping[str, str]] | None = None,
    ) -> dict[str, dict[str, str]]:
        """The messages by key and language. `names` are the texts of other files, which gain languages here.

        A user's own file replaces single texts, and the rest stay ours. If `shipped` has the names in our own files,
        our texts about names that the user's files change are left out. InvalidFile for every text that could not be
        filled in: no English, braces, forms of words, or other arguments than the English text has.
        """
        name, basis = "messages.yaml", _fresh(names or {}, shipped)
        if name not in self._files:
            return basis
        theirs = name in self._theirs
        if theirs:
            basis = Folder(self.root, self.name).messages(names, shipped)
        found, document, problems = dict(basis), self.document(name), list[Problem]()
        for key, texts in self.load(name, MESSAGES).items():
            before = basis.get(key, {})
            english = before.get("en", texts.get("en"))
            wrong = list(flaws(texts, english or ""))
            other = shipped is not None and (names or {}).get(key) != shipped.get(key)
            if other and not theirs:
                continue  # it names something, or translates a name, that the user's files have changed
            if theirs and not before:
                said = f"{self.name} has no such message{near(key, basis)}"
                problems.append(document.problem((key,), said, at_key=True))
            elif key.startswith("name.") and not theirs and (english is None or (before and wrong)):
                continue  # it translates the text of a data file that a user has replaced
            elif english is None:
                problems.append(document.problem((key,), "the English text is missing"))
            else:
                problems += [document.problem((key, lang), said) for lang, said in wrong]
                found[key] = {**before, **{str(lang): text for lang, text in texts.items()}}
        if problems:
            raise InvalidFile(problems)
        return found

    def digest(self) -> str:
        """16 hex digits that change with any value in effect in any file except texts, but not with formatting."""
        names = [name for name in self.names() if not is_text(name)]
        content = ",".join(
            f"{canonical_text(name)}:{canonical_content(self.document(name))}" for name in names
        )
        return hashlib.sha256(f"{{{content}}}".encode()).hexdigest()[:16]

    def _file(self, name: str) -> Path | Traversable:
        if name not in self._files:
            raise UsageError(f"{self.name} has no file {name!r}{near(name, self.names())}")
        return self._files[name]

    def _label(self, name: str) -> str:
        if name in self._layers:
            return self._layers[name]._label(name)
        folder = self.overlay.as_posix() if self.overlay and name in self._theirs else self.name
        return f"{folder}/{name}"

    def _lay_over(self, overlay: Path) -> None:
        if not os.path.isdir(overlay):
            raise UsageError(f"{overlay.as_posix()} is not a folder with data files")
        # The folder could be the root of a disk: it is counted first, and only folders that we have are looked into.
        for _ in disk.walk(overlay):
            pass
        known = {name[: at + 1] for name in self.names() for at, sign in enumerate(name) if sign == "/"}
        theirs = {
            name: file for name, file in _listing(overlay, known=known).items() if not name.endswith(".md")
        }
        unknown = sorted(set(theirs) - {*self.names(), PACE})
        if unknown:
            said = f"{self.name} has no such file; known: {', '.join(self.names())}"
            found = [Problem((overlay / name).as_posix(), 0, 0, "", said) for name in unknown[:MOST_NAMED]]
            raise InvalidFile(found)
        self._files.update(theirs)
        self._theirs.update(theirs)

    def _override(self, setting: str) -> tuple[str, list[str]]:
        stem, *steps = setting.split(".")
        name = f"{stem}.yaml"
        if name not in self._files:
            files = {known.removesuffix(".yaml"): known for known in self.names()}
            hint = near(stem, files)
            for other, file in files.items() if not closest(stem, files) else ():
                if not is_text(file) and (meant := meant_by([stem, *steps], parsed(self.text(file), file))):
                    hint = f"; did you mean data:{other}.{meant}?"
                    break
            raise UsageError(f"data:{setting}: {self.name} has no file {stem!r}{hint}")
        return name, steps


def _fresh(
    names: Mapping[str, Mapping[str, str]], shipped: Mapping[str, Mapping[str, str]] | None
) -> dict[str, dict[str, str]]:
    """The texts, without our translations wherever a user has replaced our English text."""
    found = {}
    for key, texts in names.items():
        before = (shipped or {}).get(key, texts)
        stale = before if before.get("en") != texts.get("en") else {}
        found[key] = {lang: text for lang, text in texts.items() if stale.get(lang) != text}
    return found


def is_text(name: str) -> bool:
    """True if the file has texts for people."""
    return name in TEXTS or TRANSLATED.fullmatch(name) is not None


def labelled(root: Path | Traversable, ours: str) -> str:
    """A data folder's name in problems: `ours` if it is in our own data, otherwise its path, relative if it is below
    the current folder."""
    if not isinstance(root, Path):
        return ours  # in an archive, or made in memory
    path = Path(os.path.realpath(root))
    if path.is_relative_to(Path(str(files("tilewright.data"))).resolve()):
        return ours
    here = Path.cwd()
    return (path.relative_to(here) if path.is_relative_to(here) else path).as_posix()


def _listing(
    folder: Path | Traversable, prefix: str = "", known: Set[str] | None = None
) -> dict[str, Path | Traversable]:
    """Every file below a folder by its name from there, without hidden ones and Python's own.

    The modules' files, what bots have learned, templates and what a module brings for its game are left out as well.
    If there are `known` folders, others count as files.
    """
    found: dict[str, Path | Traversable] = {}
    for item in folder.iterdir():
        if item.name.startswith((".", "__")) or (not prefix and item.name in APART):
            continue
        name = f"{prefix}{item.name}"
        inside = item.is_dir() and (known is None or f"{name}/" in known)
        found.update(_listing(item, f"{name}/", known) if inside else {name: item})
    return found
