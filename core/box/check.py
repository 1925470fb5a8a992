"""Problems of an owner's files, as every command that loads them would report them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path as File

import attrs

from ..base.errors import InvalidFile, Problem, TilewrightError
from ..rules.assembly import load
from ..text.yaml import Path
from .plain_values import Plain
from .shipped_files import ShippedFiles


@attrs.frozen
class DraftProblem:
    """Something that is wrong."""

    problem: Problem
    name: str = ""
    """The file that it is in, by its name; "" for none."""

    @property
    def path(self) -> Path:
        """The place in the file."""
        return self.problem.path

    @property
    def row(self) -> int | None:
        """The row of a block of text there."""
        return self.problem.row

    @property
    def letter(self) -> int:
        return self.problem.letter

    @property
    def right(self) -> str | None:
        """The only value that would be right there, if the check knows it."""
        return self.problem.right

    @property
    def message(self) -> str:
        """The sentence without the file."""
        where, said = self.problem.where, self.problem.message
        return f"{where}: {said}" if where else said


@attrs.frozen
class DraftCheck:
    """Everything that was found to be wrong."""

    problems: tuple[DraftProblem, ...] = ()

    @property
    def ok(self) -> bool:
        """True if the files can be played with."""
        return not self.problems


def check(stock: ShippedFiles, folder: File, changed: Iterable[str] = ()) -> DraftCheck:
    """Load the game alone and with each module, with the files of the folder in place of the shipped ones.

    Files that are read under other options only, such as a second map, are loaded under these if they are `changed`.
    """
    found: dict[Problem, None] = {}
    sets: list[tuple[str, ...]] = [(), *((module,) for module in stock.modules)]
    for modules in sets:
        found.update(dict.fromkeys(_problems(stock, folder, modules, {})))
    unread = {name for name in changed if name not in stock.usual}
    if unread:
        labels = {f"{folder.as_posix()}/{name}" for name in unread}
        for option, value in stock.elsewhere:
            more = _problems(stock, folder, (), {option: value})
            found.update(dict.fromkeys(one for one in more if one.file in labels))
    names = {label: name for name, label in stock.labels.items()}
    names |= {f"{folder.as_posix()}/{name}": name for name in stock.kinds}
    return DraftCheck(tuple(DraftProblem(one, names.get(one.file, "")) for one in sorted(found)))


def _problems(
    stock: ShippedFiles, folder: File, modules: tuple[str, ...], options: Mapping[str, Plain]
) -> list[Problem]:
    """Return the problems that keep this ruleset from being loaded with the files of the folder."""
    try:
        load(stock.game, modules, options, data=folder)
    except InvalidFile as error:
        return error.problems
    except TilewrightError as error:
        return [Problem("", 0, 0, "", str(error))]
    return []
