"""The file of a learned bot: what was learned, of which rules, how, and how well it plays.

A file from elsewhere is hostile until it is checked: names of weights and their bounds, numbers, the ruleset.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import attrs
import yaml

from .. import disk
from ..data import TRAINED, Document, read_document
from ..errors import InvalidFile, UsageError
from .mind import Lesson, Look
from .value import Value

if TYPE_CHECKING:
    from ..rules import Rules

FORMAT = 1
FIRST = (
    "# A bot that has learned a ruleset. Written by tilewright train; docs/training.md says what it means.\n"
)


class Unfit(UsageError):
    """The file was trained under other rules."""


@attrs.frozen(kw_only=True)
class Ruleset:
    """What was trained: a file is used under these rules and no others, unless somebody says so."""

    game: str
    version: str
    modules: Mapping[str, str] = attrs.field(factory=dict)
    """Their versions."""
    options: Mapping[str, str] = attrs.field(factory=dict)
    """Options and data that differ from the defaults."""
    hash: str
    """`Rules.option_hash`, which changes with anything in the rules."""

    @classmethod
    def of(cls, rules: Rules) -> Ruleset:
        return cls(
            game=rules.game.name,
            version=rules.game.version,
            modules={module.name: module.version for module in rules.modules},
            options={name: _word(value) for name, value in {**rules.changed, **rules.overridden}.items()},
            hash=rules.option_hash,
        )

    def __str__(self) -> str:
        name = "+".join([self.game, *self.modules])
        return f"{name} {self.version}" + "".join(f" {name}={value}" for name, value in self.options.items())


@attrs.frozen(kw_only=True)
class Share:
    """A measured share of wins on seeds that were not trained on; shared victories count in parts."""

    against: str
    games: int
    wins: float
    share: float
    low: float
    """Ends of Wilson's 95 % interval."""
    high: float
    seed: int


@attrs.frozen(kw_only=True)
class Point:
    """One point of a learning curve."""

    games: int
    """Number of training games so far."""
    step: Literal["weights", "value", "look", "whole"]
    share: float
    low: float
    high: float


@attrs.frozen(kw_only=True)
class Learned:
    """What was learned with one number of players, and how."""

    weights: Mapping[str, float] = attrs.field(factory=dict)
    value: Value | None = None
    look: Look = attrs.field(factory=Look)
    budget: str
    games: int
    results: tuple[Share, ...] = ()
    curve: tuple[Point, ...] = ()

    @property
    def lesson(self) -> Lesson:
        return Lesson(weights=self.weights, value=self.value, look=self.look)


@attrs.frozen(kw_only=True)
class Trained:
    """A whole file."""

    format: int = FORMAT
    ruleset: Ruleset
    tilewright: str
    seed: int
    command: str
    players: Mapping[str, Learned]
    """By number of players."""

    def write(self, path: Path) -> None:
        """Write the file in place of any that is there."""
        disk.replace(
            path, FIRST + yaml.safe_dump(plain(self), sort_keys=False, allow_unicode=True, width=110)
        )


def plain(thing: Any) -> Any:
    """As plain data: what `read` makes the same thing of. Numbers that were learned keep four digits."""
    if attrs.has(type(thing)):
        kept = {field.name: getattr(thing, field.name) for field in attrs.fields(type(thing))}
        return {name: plain(value) for name, value in kept.items() if value not in (None, {}, ())}
    if isinstance(thing, Mapping):
        return {key: plain(value) for key, value in thing.items()}
    if isinstance(thing, (tuple, list)):
        return [plain(value) for value in thing]
    return thing


def read(path: Path) -> Trained:
    """The file at this path; UsageError if it cannot be read, InvalidFile with every mistake in it."""
    return checked(read_document(path))


def checked(document: Document) -> Trained:
    """The content of a file; InvalidFile with every mistake."""
    content = document.content
    number = content.get("format") if isinstance(content, dict) else None
    if number is not None and str(number) != str(FORMAT):
        said = f"it has the format {number}; this tilewright reads {FORMAT}"
        raise InvalidFile([document.problem(("format",), said)])
    found = document.structure(Trained)
    wrong = [
        document.problem(("players", count), "expected a number of players")
        for count in found.players
        if not count.isdecimal() or not 1 <= int(count) <= 99
    ]
    if wrong:
        raise InvalidFile(wrong)
    return found


def stem(rules: Rules) -> str:
    """The name, without its ending, of the file that comes with a game for these modules."""
    return "+".join(sorted(module.name for module in rules.modules)) or "base"


def shipped(rules: Rules) -> Trained | None:
    """What comes with the game for these modules, under whatever options; None if nothing does."""
    name = f"{stem(rules)}.yaml"
    file = rules.game.folder() / TRAINED / name
    if not file.is_file():
        return None
    label = f"data/{rules.game.name}/{TRAINED}/{name}"
    if isinstance(file, Path):
        return checked(read_document(file, label))
    return checked(read_document(file.read_text("utf-8"), label))


def fit(found: Trained, rules: Rules, name: str) -> None:
    """Raise `Unfit` unless the file was trained under exactly these rules."""
    if found.ruleset.hash != rules.option_hash:
        here = Ruleset.of(rules)
        why = (
            f"other data or another version of {here}"
            if str(found.ruleset) == str(here)
            else str(found.ruleset)
        )
        raise Unfit(
            f"{name} was trained under other rules ({why}, not {here}); train a bot for these: "
            f"tilewright train {flags(rules)}, or let it play as it was trained: {name}:anyway"
        )


def flags(rules: Rules) -> str:
    """The game and its settings as the command line takes them."""
    words = [rules.game.name]
    if rules.modules:
        words.append(f"--with {','.join(module.name for module in rules.modules)}")
    words += [f"--set {name}={_word(value)}" for name, value in {**rules.changed, **rules.overridden}.items()]
    return " ".join(words)


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
