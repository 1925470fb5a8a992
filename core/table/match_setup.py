"""The setup of a match, and the file that remembers the last one: games with their settings, names, language."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from ..base import files
from ..base.errors import InvalidFile, UsageError
from ..bots import levels
from ..box import owner_data
from ..record import format as records
from ..text.languages import spoken
from ..text.seat_names import REFEREE, SPECTATOR, alike, find, spelled
from ..text.strict import EXACT, Slips, structure
from .face_texts import of

if TYPE_CHECKING:
    from ..rules.ruleset import Rules

NAMES = ("player", "bruno", "clara", "dora", "emil", "fanny", "georg", "hanna")
"""Names of the seats before a person gives others."""
NAME = 20
"""The most letters of a name that is typed in a menu."""
LONGEST = 100
"""The most letters of any new name."""
MOST = 1 << 18
"""Bytes of the file that remembers plans."""


ADDRESSES = ("you", "du", "ty", "nobody", "niemand", "nikt", "everybody")
"""Words of the table's sentences that cannot be names: "you", "nobody" and "everybody" in its languages."""


def named(names: Iterable[str]) -> None:
    """Raise UsageError for a new player's name that is a word of the table in any spelling, or looks like an option."""
    watching = {
        alike(one): eyes
        for eyes in (SPECTATOR, REFEREE)
        for one in (eyes, *of("walk")[f"walk.{eyes}"].values())
    }
    for name in names:
        if alike(name) in ADDRESSES:
            raise UsageError(f"{name}: nobody would know whom '{name} buys a tile' means; take another name")
        if eyes := watching.get(alike(name)):
            raise UsageError(f"{name}: '--as {name}' shows a game as the {eyes} sees it; take another name")
        if len(name) > LONGEST:
            raise UsageError(f"{name[:NAME]}...: a name has at most {LONGEST} letters")
        if name.startswith("-"):
            raise UsageError(f"{name} would be read as an option; begin the name with a letter or digit")


def numbered(seats: Sequence[tuple[str, str]]) -> list[str]:
    """The names of these seats, each with its bot ("" for a person); bots that all have one name are numbered."""
    every = [alike(name) for name, _ in seats]
    people = {alike(name) for name, bot in seats if not bot}
    names: list[str] = []
    for name, _ in seats:
        same = alike(name)
        if every.count(same) > 1 and same not in people:
            free = (f"{name}{n}" for n in count(1))
            name = next(one for one in free if alike(one) not in every and find(one, names) is None)
        names.append(name)
    return names


@attrs.frozen(kw_only=True)
class SeatSetup:
    """A seat: its name, and the level of the bot that plays it ("" for a person)."""

    name: str = attrs.field(converter=spelled)
    level: str = attrs.field(default="", validator=attrs.validators.in_(("", *levels.LEVELS)))


@attrs.frozen(kw_only=True)
class MatchSetup:
    """A match to be played."""

    game: str
    modules: tuple[str, ...] = ()
    edition: str | None = None
    options: dict[str, str] = attrs.field(factory=dict)
    """Options whose value is not the edition's."""
    players: tuple[SeatSetup, ...] = ()
    help: records.Help = "full"
    """The amount of help about moves before they are played."""

    def loaded(self) -> Rules:
        """The rules of the match. UsageError says what is not possible."""
        return owner_data.loaded(self.game, self.modules, dict(self.options), self.edition)

    @property
    def names(self) -> list[str]:
        """The names of the players in the match."""
        return numbered([(player.name, player.level) for player in self.players])

    def rules(self) -> Rules:
        """The rules of the match, under which these players can play. UsageError says what is not possible."""
        rules = self.loaded()
        named(player.name for player in self.players)
        rules.blank(self.names)
        levels.of(rules)
        return rules

    def words(self) -> tuple[str, ...]:
        """The words of the command that begins this match."""
        found = ["tilewright", "play", self.game]
        for player in self.players:
            found += ["-p", f"{player.name}:{player.level}" if player.level else player.name]
        found += ["--with", ",".join(self.modules)] if self.modules else []
        found += ["--edition", self.edition] if self.edition else []
        for name, value in self.options.items():
            found += ["--set", f"{name}={value}"]
        found += ["--help-level", self.help] if self.help != "full" else []
        return tuple(found)


@attrs.define(kw_only=True)
class Remembered:
    """The user's last choices."""

    lang: str | None = attrs.field(default=None, converter=attrs.converters.optional(spoken))
    game: str | None = None
    confirm: bool = True
    """Final moves are asked about."""
    pace: float = attrs.field(default=0.6, converter=float)
    """Seconds for which a bot's move is shown."""
    plans: dict[str, MatchSetup] = attrs.field(factory=dict)
    """By game."""

    def keep(self, plan: MatchSetup) -> None:
        """Make this plan the last one."""
        self.game = plan.game
        self.plans[plan.game] = plan


def remembered(path: Path) -> tuple[Remembered, str]:
    """Return the file's content, and a sentence if it cannot be used. The content is empty then, or without a file."""
    if not os.path.lexists(path):
        return Remembered(), ""
    try:
        content: Mapping[str, object] = records.parsed(str(path), 1, files.content(path, most=MOST))
        return structure(content, Remembered, EXACT), ""
    except Slips as slips:
        why = str(slips)
    except InvalidFile as error:
        why = error.problems[0].message
    except UsageError as error:
        why = str(error)
    return Remembered(), f"{path}: {why}"


def remember(path: Path, what: Remembered) -> None:
    """Write this into the file; UsageError if that fails."""
    text = json.dumps(attrs.asdict(what), ensure_ascii=False)
    try:
        files.folder(path.parent)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {files.reason(error)}") from error
    files.replace(path, text, private=True)
