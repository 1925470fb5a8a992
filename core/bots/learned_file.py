"""The file of a learned bot: what was learned, of which rules, how, and how well it plays.

A file from elsewhere is hostile until it is checked: names of weights and their bounds, numbers, the ruleset.
"""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

import attrs
import yaml

from ..base import files as disk
from ..base.errors import InvalidFile, UsageError
from ..base.limits import PLAYERS
from ..rules import handicap
from ..rules.ruleset import Rules
from ..text.document import Document, parsed, read_document
from ..text.folder import TRAINED
from ..text.options import typed
from ..text.strict import near
from .features import LearnedValue
from .learned_moves import WIDEST, Lesson, Lookahead


@attrs.frozen(kw_only=True)
class Ruleset:
    """The rules under which a file was trained. It is used under other rules only if the user asks for that."""

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
            options={name: typed(value) for name, value in {**rules.changed, **rules.overridden}.items()},
            hash=rules.option_hash,
        )

    def __str__(self) -> str:
        name = "+".join([self.game, *self.modules])
        return f"{name} {self.version}" + "".join(f" {name}={value}" for name, value in self.options.items())

    def words(self) -> list[str]:
        """Return the game, its modules and its options as the command line takes them, word by word."""
        found = [self.game]
        if self.modules:
            found += ["--with", ",".join(self.modules)]
        for name, value in self.options.items():
            found += ["--set", f"{name}={value}"]
        return found

    def own(self, rules: Rules, bot: str) -> None:
        """Raise UsageError unless these are rules of the same game."""
        if self.game != rules.game.name:
            raise UsageError(f"{bot} has learned {self}, which is not the game here, {rules.game.name}")

    def fit(self, rules: Rules, bot: str) -> None:
        """Raise UsageError, which names the bot that has learned this, unless it is exactly the ruleset of `rules`,
        handicaps aside."""
        if self.hash in (rules.option_hash, handicap.without(rules).option_hash):
            return
        here = str(Ruleset.of(rules))
        why = f"other data or another version of {here}" if str(self) == here else str(self)
        here += f" with the data in {rules.data_folder}" if rules.data_folder else ""
        raise UsageError(
            f"{bot} was trained under other rules ({why}, not {here}); train a bot for these: "
            f"tilewright train {flags(rules)}, or let it play as it was trained: {bot}:anyway"
        )


def flags(rules: Rules) -> str:
    """Return the game and its settings as the command line takes them."""
    return shlex.join(words(rules))


def words(rules: Rules) -> list[str]:
    """Return `flags` word by word."""
    folder = ["--data", str(rules.data_folder)] if rules.data_folder else []
    return [*Ruleset.of(rules).words(), *folder]


FORMAT = 2
"""What is written; bots of format 1 choose in their last turn as in all others, as they did when they were trained."""
FORMATS = (1, 2)
ANYWAY, UNAWARE = "anyway", "unaware"
"""The last setting of a bot that plays under other rules than it was trained under. Where an option scales points, it
counts them as they are now; unaware, as it has learned to."""
LARGEST = 1e6
"""No number that was learned is larger; with much larger ones, sums would lose their meaning."""
FIRST = (
    "# A bot that has learned a ruleset. Written by tilewright train; docs/training.md says what it means.\n"
)
SEAL = "# sha256 "
"""Begins the last line, which has the digest of all before it; older files have none."""


@attrs.frozen(kw_only=True)
class WinShare:
    """A measured share of wins on seeds that were not trained on; shared victories count in parts."""

    against: str
    games: int
    wins: float
    share: float
    low: float
    """Ends of Wilson's 95 % interval."""
    high: float
    seed: int
    equal: float | None = None
    """The share of a bot that plays as well as the other one, if that is not 1 by the number of players."""
    own: float | None = None
    """Where all play together: the part of the games that are won in which the bot has all seats, or the mean of the
    points where only they count. A game counts as a win against the other bot if it ends better than with that one."""
    its: float | None = None
    """The same for the other bot, on the same deals."""

    def even(self, players: int) -> float:
        """Return the share of a bot that plays as well as the other one among so many players."""
        return 1 / players if self.equal is None else self.equal

    def __str__(self) -> str:
        return f"{self.share:.3f} of {self.games:,} games against {self.against} ({self.low:.3f} to {self.high:.3f})"


@attrs.frozen(kw_only=True)
class Point:
    """One point of a learning curve."""

    games: int
    """Number of training games so far."""
    step: Literal["weights", "value", "whole"]
    share: float
    low: float
    high: float


@attrs.frozen(kw_only=True)
class LearnedPlay:
    """The weights and the value learned with one number of players, and how they were learned."""

    unfinished: str = ""
    """What a training that was stopped had come to: this is the best that it had found by then."""
    weights: Mapping[str, float] = attrs.field(factory=dict)
    value: LearnedValue | None = None
    look: Lookahead = attrs.field(factory=Lookahead)
    tilewright: str
    """The version that it was trained with."""
    command: str
    """What learns exactly the same, on any machine."""
    budget: str
    seed: int
    games: int
    """Games from which something was learned; those of measurements are not among them."""
    results: tuple[WinShare, ...] = ()
    curve: tuple[Point, ...] = ()

    @property
    def lesson(self) -> Lesson:
        return Lesson(weights=self.weights, value=self.value, look=self.look)


@attrs.frozen(kw_only=True)
class Trained:
    """A whole file."""

    format: int = FORMAT
    ruleset: Ruleset
    players: Mapping[str, LearnedPlay]
    """By number of players."""

    def write(self, path: Path) -> None:
        """Write the file in place of any that is there."""
        text = FIRST + yaml.safe_dump(plain(self), sort_keys=False, allow_unicode=True, width=110)
        disk.replace(path, f"{text}{SEAL}{_digest(text)}\n")


def _digest(text: str) -> str:
    return sha256(text.replace("\r\n", "\n").encode()).hexdigest()


def plain(thing: Any) -> Any:
    """Return plain data that `read` turns back into the same. Numbers that were learned keep four digits."""
    if attrs.has(type(thing)):
        kept = {field: getattr(thing, field.name) for field in attrs.fields(type(thing))}
        return {
            field.name: plain(value)
            for field, value in kept.items()
            if field.default is attrs.NOTHING or value not in (None, "", {}, ())
        }
    if isinstance(thing, Mapping):
        return {key: plain(value) for key, value in thing.items()}
    if isinstance(thing, (tuple, list)):
        return [plain(value) for value in thing]
    return thing


def read(path: Path) -> Trained:
    """Return the file at this path; UsageError if it cannot be read, InvalidFile with every mistake in it."""
    document = read_document(path)
    return _unchanged(document, checked(document))


def loaded(document: Document, rules: Rules, name: str, *, anyway: bool) -> Trained:
    """Return the content of the file by which a bot of this name plays, checked with these rules (`fitting`)."""
    found = checked(document)
    found.ruleset.own(rules, name)
    if not anyway:
        found.ruleset.fit(rules, name)
    return fitting(document, found, rules)


def file_of(text: str) -> str:
    """Return the file named in a bot's text (`learned:FILE`, `search:20:2:learned:FILE`), "" if there is none."""
    word, *settings = text.split(":")
    if word == "search":
        word, *settings = settings[2:] or [""]
    if word != "learned":
        return ""
    # A path may have colons.
    return ":".join(settings[: len(settings) - (settings[-1:] in ([ANYWAY], [UNAWARE]))])


def checked(document: Document) -> Trained:
    """Return the content of a file; InvalidFile with every mistake."""
    content = document.content
    number = content.get("format") if isinstance(content, dict) else None
    if number is not None and str(number) not in map(str, FORMATS):
        said = f"it has the format {number}; this tilewright reads {' and '.join(map(str, FORMATS))}"
        raise InvalidFile([document.problem(("format",), said)])
    found = document.structure(Trained)
    wrong = [
        document.problem(("players", count), "expected a number of players", at_key=True)
        for count in found.players
        if not (count.isascii() and count.isdecimal() and count[:1] != "0" and int(count[:9]) <= PLAYERS)
    ]
    for count, one in found.players.items():
        for at, number, low, high in _bounded(one):
            if not low <= number <= high:
                said = f"expected a number from {low:g} to {high:g}"
                wrong.append(document.problem(("players", count, *at), said))
    if wrong:
        raise InvalidFile(wrong)
    return found


def _unchanged(document: Document, found: Trained) -> Trained:
    """Return the content of a file without mistakes; InvalidFile if it is not as it was written."""
    body, sign, said = document.text.rpartition(SEAL)
    if sign and said.strip() != _digest(body):
        why = "the file was changed after it was trained: its digest in the last line does not fit"
        raise InvalidFile([document.problem((), f"{why}; to play by it as it is now, remove that line")])
    return found


def _bounded(one: LearnedPlay) -> Iterator[tuple[tuple[str | int, ...], float, float, float]]:
    """Yield every number of a file with its place and bounds: within them, a bot ends its games and can be compared."""
    for name, number in one.weights.items():
        yield ("weights", name), number, -LARGEST, LARGEST
    if one.value is not None:
        yield ("value", "rounds"), one.value.rounds, 0, LARGEST
        for reason, parts in one.value.points.items():
            for name, pair in parts.items():
                for n, number in enumerate(pair):
                    yield ("value", "points", reason, name, n), number, -LARGEST, LARGEST
    yield ("look", "candidates"), one.look.candidates, 0, 1000
    yield ("look", "margin"), one.look.margin, 0, WIDEST
    yield ("look", "worlds"), one.look.worlds, 1, 1000
    yield ("look", "trust"), one.look.trust, 0, LARGEST
    yield ("games",), one.games, 0, math.inf
    for n, share in enumerate(one.results):
        yield ("results", n, "games"), share.games, 1, math.inf
        yield ("results", n, "wins"), share.wins, 0, share.games
        for name in ("share", "low", "high"):
            yield ("results", n, name), getattr(share, name), 0, 1
    for n, point in enumerate(one.curve):
        yield ("curve", n, "games"), point.games, 0, math.inf
        for name in ("share", "low", "high"):
            yield ("curve", n, name), getattr(point, name), 0, 1


def fitting(document: Document, found: Trained, rules: Rules) -> Trained:
    """Return the file's values of the weights that these rules have; InvalidFile for each outside its bounds.

    A weight that the rules lack decides nothing under them, nor does a feature.
    """
    known = {one.name: one for one in rules.weights.declared()}
    same = found.ruleset.hash == rules.option_hash
    wrong, kept = [], {}
    for count, one in found.players.items():
        for name, number in one.weights.items():
            place = ("players", count, "weights", name)
            if name not in known:
                if same:
                    said = f"these rules have no weight '{name}'{near(name, known)}"
                    wrong.append(document.problem(place, said, at_key=True))
            elif not known[name].low <= number <= known[name].high:
                low, high = known[name].low, known[name].high
                wrong.append(document.problem(place, f"expected a number from {low:g} to {high:g}"))
        kept[count] = attrs.evolve(one, weights={k: v for k, v in one.weights.items() if k in known})
    if wrong:
        raise InvalidFile(wrong)
    return _unchanged(document, attrs.evolve(found, players=kept))


def stem(modules: Iterable[str]) -> str:
    """Return the name, without its ending, of the file that comes with a game for these modules."""
    return "+".join(sorted(modules)) or "base"


def shipped(rules: Rules, *, anyway: bool = False) -> Iterator[Document]:
    """Yield the file that comes with the game for these modules, under whatever options, if there is one.

    With `anyway`, those for some of these modules, and no others, come after it, that for the most of them first.
    """
    played = {module.name for module in rules.modules}
    # The folder is listed, since not every kind of folder can tell that a file is missing.
    inside = [item for item in rules.game.folder().iterdir() if item.name == TRAINED and item.is_dir()]
    files = {item.name: item for folder in inside for item in folder.iterdir()}
    known = [name.removesuffix(".yaml") for name in files if name.endswith(".yaml")]
    fits = [name for name in known if name == "base" or {*name.split("+")} <= played]
    if not anyway:
        fits = [name for name in fits if name == stem(played)]
    for name in sorted(
        fits, key=lambda name: (0 if name == "base" else 1 + name.count("+"), name), reverse=True
    ):
        label = f"data/{rules.game.name}/{TRAINED}/{name}.yaml"
        yield parsed(disk.text(files[f"{name}.yaml"], label), label)
