"""The types that data files are read as, and the things that data names.

Loading is watched. What a game or module asks its files to be is recorded, so no list of files is kept beside the code
that reads them. An option that is read meanwhile may decide which files are read and what they come to, so the data is
loaded again with each other value of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import attrs

from ..base.errors import TilewrightError
from ..base.plugin_errors import running
from ..rules.assembly import EDITIONS, Editions
from ..rules.game import Game, Module
from ..text.document import Document
from ..text.folder import MESSAGES, RULES, TEXTS, Folder, is_text, labelled
from ..text.lesson_file import LessonFile
from ..text.options import Option, declared
from ..text.pace import Pace
from ..text.question_file import QUESTION_FILE
from ..text.things import Thing

Values = dict[str, int | bool | str]
NOTHING: Mapping[str, object] = {}
TEXT_KINDS = dict(zip(TEXTS, (MESSAGES, RULES, LessonFile, QUESTION_FILE, Pace), strict=True))
"""The types of files with texts for people; one in another language holds the texts of rules by id."""


@attrs.define
class Reading:
    """Types and things of the data of a game or module, whatever the options."""

    kinds: dict[str, list[Any]] = attrs.field(factory=dict)
    """By file, the types that it was read as."""
    unread: list[str] = attrs.field(factory=list)
    """The files that were not read."""
    things: dict[str, list[Thing]] = attrs.field(factory=dict)
    """By family, everything that it names."""
    data: Any = None
    """Its tables under the usual options."""
    problem: TilewrightError | None = None
    """Why it cannot be loaded under the usual options; the types are then those that were asked for before."""


class Watched(Folder):
    """A folder whose documents record what they are read as, apart from all others."""

    def document(self, name: str) -> Document:
        fresh = name not in self._documents
        found = super().document(name)
        if fresh:
            self._documents[name] = found = attrs.evolve(found)
        return found

    def asked(self, name: str) -> list[Any]:
        """The types that the file was to be."""
        return [*self._documents[name].kinds] if name in self._documents else []


def reading(
    part: Game | Module,
    game: Any = None,
    others: Iterable[Mapping[str, object]] = (),
    over: Sequence[Folder] = (),
    made: Mapping[str, object] = NOTHING,
) -> Reading:
    """Load the data under the usual options, under the `others`, and under each that decides what is read.

    `game` are the tables of a module's game. `over` are files that a module brings for the game, `made` the values that
    it gives to options.
    """
    found = Reading()
    if part.folder is None:
        _note(part, None, found)
        return found
    with running(f"{part.name} cannot be loaded"):
        root = part.folder()
    label = f"data/{part.name}" if isinstance(part, Game) else f"data/{part.game}/modules/{part.name}"
    folder = Watched(root, labelled(root, label), game=game, over=over)
    known = _declared(part)
    usual: Values = {name: one.default for name, one in known.items()}
    usual |= {name: known[name].read(value) for name, value in made.items() if name in known}
    read: set[str] = set()
    try:
        found.data = _loaded(part, folder, usual, read, found)
    except TilewrightError as error:
        found.problem = error
    else:
        _vary(part, folder, usual, others, read, found)
    for name in folder.names():
        if name == EDITIONS and isinstance(part, Game):
            kinds: list[Any] = [Editions]
        elif is_text(name):
            kinds = [TEXT_KINDS.get(name, dict[str, str])]
        else:
            kinds = folder.asked(name)
        if kinds:
            found.kinds[name] = kinds
        else:
            found.unread.append(name)
    return found


def _vary(
    part: Game | Module,
    folder: Folder,
    usual: Values,
    others: Iterable[Mapping[str, object]],
    read: set[str],
    found: Reading,
) -> None:
    """Load the data under the other sets of values, and under each other value of an option that is read."""
    known, waiting = _declared(part), list[Values]()
    for given in others:
        with suppress(TilewrightError):  # an edition may say what its game refuses
            values = {name: known[name].read(value) for name, value in given.items() if name in known}
            waiting.append(usual | values)
    varied: set[str] = set()
    while True:
        for name in sorted(read & known.keys() - varied):
            one = known[name]
            waiting += [{**usual, name: value} for value in (*one.values, *one.known) if value != one.default]
        varied |= read
        if not waiting:
            return
        with suppress(TilewrightError):  # values that the data refuses
            _loaded(part, folder, waiting.pop(), read, found)


def _declared(part: Game | Module) -> dict[str, Option]:
    return {one.name: one for one in declared(part.options)} if part.options is not None else {}


def _loaded(part: Game | Module, folder: Folder, values: Values, read: set[str], found: Reading) -> Any:
    """The tables under these options; notes the names of options that are read, and the things."""
    with running(f"{part.name} cannot be loaded"):
        given = None if part.options is None else _watched(part.options, read)(**values)
        data = part.load(folder, given)
        _note(part, data, found)
    return data


def _note(part: Game | Module, data: Any, found: Reading) -> None:
    """Note the things and pieces that the tables name."""
    named = [*part.things(data).items()]
    named += [(family, [*map(Thing, names)]) for family, names in part.pieces(data).items()]
    for family, some in named:
        found.things[family] = [*dict.fromkeys((*found.things.get(family, ()), *some))]


def _watched(kind: type, read: set[str]) -> type:
    """The class of options, whose objects note the names of fields that are read."""

    def reading(self: Any, name: str) -> Any:
        read.add(name)
        return object.__getattribute__(self, name)

    return type(kind.__name__, (kind,), {"__getattribute__": reading})
