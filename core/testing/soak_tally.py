"""The results of a soak: counted by game, modules, edition and players, and kept in a file if wanted."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import attrs

from ..base import files, strict_json
from ..base.errors import InvalidFile, Problem, UsageError
from ..lab.games.lines import SHA, digest


@attrs.frozen
class SoakFailure:
    """Something that did not hold."""

    game: str
    number: int
    check: str
    """`game`, or the check of the kit."""
    said: str
    first: int
    """The game to begin with to see it again: the number itself, unless it shows only after games before it."""

    @property
    def only(self) -> str:
        """The numbers of the games that show it again, as `--only` reads them."""
        return str(self.number) if self.first == self.number else f"{self.first}-{self.number}"


@attrs.frozen
class GameGroup:
    """Games that are counted together."""

    game: str
    modules: str
    edition: str
    players: int


@attrs.define
class GameCount:
    games: int = 0
    drawn: int = 0
    """Games with options that were drawn."""
    decisions: int = 0
    checks: int = 0
    """Checks of the conformance kit that were made on top of what each game is looked at."""
    refused: int = 0
    """Games that the rules refused with an error: settings that this number of players cannot have."""
    failures: int = 0

    def add(self, other: GameCount) -> None:
        for name in attrs.fields_dict(GameCount):
            setattr(self, name, getattr(self, name) + getattr(other, name))


@attrs.define
class BlockTally:
    """The games of one block, counted."""

    counts: dict[GameGroup, GameCount] = attrs.field(factory=dict)
    checks: Counter[str] = attrs.field(factory=Counter)
    """The number of times that each check was made, `GAME check`."""
    failures: list[SoakFailure] = attrs.field(factory=list)
    seconds: float = 0.0
    """Of the processor's time."""

    def total(self) -> GameCount:
        """Everything added up."""
        whole = GameCount()
        for count in self.counts.values():
            whole.add(count)
        return whole


@attrs.define
class SoakBook(BlockTally):
    """The results so far. With a path they are kept in a file, from which a stopped soak goes on."""

    seed: int = 0
    about: list[Any] = attrs.field(factory=list)
    """The games that are played, on which the meaning of their numbers depends."""
    following: int = 0
    """The number of the next block."""
    path: Path | None = None

    @classmethod
    def open(cls, path: Path | None, seed: int, about: list[Any]) -> SoakBook:
        """Read the book in the file; return an empty one if the file does not exist.

        InvalidFile if the file is something else; UsageError if it belongs to another soak.
        """
        book = cls(seed=seed, about=about, path=path)
        if path is None or not os.path.exists(path):
            return book
        try:
            kept = strict_json.read(files.content(path))
            seal = kept.pop(SHA, None)  # older versions wrote none
            edited = seal is not None and seal != digest(kept)
            same = (kept["seed"], kept["about"]) == (seed, about)
            book.following, book.seconds = int(kept["following"]), float(kept["seconds"])
            book.counts = {GameGroup(*cell): GameCount(*count) for cell, count in kept["counts"]}
            book.checks = Counter(kept["checks"])
            book.failures = [SoakFailure(**failure) for failure in kept["failures"]]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            said = "this is not the book of a soak; name a file that a soak has written, or a new one"
            raise InvalidFile([Problem(str(path), 0, 0, "", said)]) from error
        if edited:
            said = "the book was changed after it was written; put it back as it was, or name a new file"
            raise InvalidFile([Problem(str(path), 0, 0, "", said)])
        if not same:
            raise UsageError(
                f"{path} belongs to another soak: seed {kept['seed']} of {kept['about']}; give the same "
                "seed and games as then, or name a new file"
            )
        return book

    def add(self, tally: BlockTally) -> None:
        """Count one more block."""
        for cell, count in tally.counts.items():
            self.counts.setdefault(cell, GameCount()).add(count)
        self.checks.update(tally.checks)
        self.failures += tally.failures
        self.seconds += tally.seconds
        self.following += 1

    def save(self) -> None:
        """Write the file whole: a process killed in the middle leaves the former one. UsageError if it cannot be."""
        if self.path is None:
            return
        packed = json.loads(json.dumps(self.packed()))
        files.replace(self.path, json.dumps({**packed, SHA: digest(packed)}, indent=1), private=True)

    def packed(self) -> dict[str, Any]:
        """The book as plain data."""
        return {
            "seed": self.seed,
            "about": self.about,
            "following": self.following,
            "seconds": round(self.seconds, 1),
            "counts": [[attrs.astuple(cell), attrs.astuple(count)] for cell, count in self.counts.items()],
            "checks": dict(self.checks),
            "failures": [attrs.asdict(failure) for failure in self.failures],
        }

    def rows(self) -> list[tuple[str, GameCount]]:
        """Totals by game, by set of modules, by edition and by number of players, each with its label."""
        found: dict[str, GameCount] = {}
        for cell, count in self.counts.items():
            for label in _labels(cell):
                found.setdefault(label, GameCount()).add(count)
        return sorted(found.items())


def _labels(cell: GameGroup) -> Iterable[str]:
    yield cell.game
    if cell.modules:
        yield f"{cell.game} with {cell.modules}"
    if cell.edition:
        yield f"{cell.game}, edition {cell.edition}"
    yield f"{cell.game}, {cell.players} players"
