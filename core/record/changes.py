"""What has changed since a record was written, and what of it can therefore be compared: one room for all who ask."""

from __future__ import annotations

import os
import re
from functools import lru_cache
from importlib import metadata
from typing import TYPE_CHECKING

import attrs

from ..base.errors import Incompatible, InvalidFile, UsageError
from ..base.version import __version__
from ..rules import plugins, tile_sets
from ..rules.assembly import hash_of, load
from ..rules.packing import state_schema
from ..rules.ruleset import Rules
from ..rules.state import State
from ..text.strict import Slips
from .validation import admitted

if TYPE_CHECKING:
    from .format import Header, Record

PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+_!-]{0,60}")
"""The names and versions of packages."""
MOST_NAMED = 20
"""Mistakes of one position that are named."""


def rules_of(record: Record) -> Rules:
    """Return the rules that the record was played under; Incompatible says what has changed and what to install.

    An option that the game has gained since takes its default.
    """
    head = record.head

    def refused(why: object) -> Incompatible:
        return Incompatible(f"{record.path}:1: {why}; {_advice(head)}")

    for name, version in head.modules.items():
        if tile_sets.is_set(name) and not os.path.isdir(name):
            said = (
                f"the match needs the set of tiles in {name} (digest {version}), but there is no such folder"
            )
            raise Incompatible(f"{record.path}:1: {said}; put it back")
    given = {**head.options, **{f"data:{k}": v for k, v in head.overrides.items()}}
    try:
        rules = load(head.game, sorted(head.modules), given, head.edition, head.data)
        # An edition or a module may give a new option another value than the rules that the record was played under.
        plain = {one.name: one.default for one in rules.declared if one.name not in head.options}
        if any(rules.option_values[name] != value for name, value in plain.items()):
            rules = load(head.game, sorted(head.modules), {**given, **plain}, head.edition, head.data)
    except UsageError as error:
        raise refused(error) from error
    now = {head.game: rules.game.version, **{module.name: module.version for module in rules.modules}}
    for name, version in {head.game: head.ruleset, **head.modules}.items():
        name = tile_sets.full(name) if name in head.modules else name
        if version != now[name] and tile_sets.is_set(name):
            said = f"the set of tiles in {name} has changed since the record was written"
            raise Incompatible(f"{record.path}:1: {said}: its digest was {version} and is {now[name]}")
        if version != now[name]:
            raise refused(
                f"played under version {version} of the {name} rules, but version {now[name]} is installed"
            )
    if head.data_digest != rules.data_digest:
        where = f" in {head.data}" if head.data else ""
        raise refused(f"the game's data{where} has changed since the record was written")
    if head.option_hash != hash_of(head.game, head.ruleset, head.modules, head.options, head.data_digest):
        raise Incompatible(
            f"{record.path}:1: the header's option hash does not match its options; the header was edited"
        )
    return rules


def begun(record: Record, rules: Rules) -> State | None:
    """Return the position that the match began from, None if it was the set-up. InvalidFile names each wrong field.

    Fields that the state has gained since are as in a new state; Incompatible names one that it has lost.
    """
    head = record.head
    try:
        blank = rules.blank(head.seats)
    except UsageError as error:
        raise InvalidFile([record.problem(1, str(error), "seats")]) from error
    if head.start is None:
        return None
    same = head.schema == state_schema(rules)
    try:
        return admitted(rules, head.start if same else _grown(head.start, blank.to_dict()), head.seats)
    except Slips as slips:
        found = [slip.problem(record.path, "start") for slip in slips.slips[:MOST_NAMED]]
        if same:
            raise InvalidFile(found) from slips
        said = f"the fields of {head.game}'s state have changed since the record was written"
        raise Incompatible(f"{found[0]} ({said}; {_advice(head)})") from slips


def _grown(old: dict[str, object], new: dict[str, object]) -> dict[str, object]:
    """Return a packed position with the fields that it lacks, also in the parts of modules."""
    parts = {key: value for key, value in new.items() if key not in old}
    inner, fresh = old.get("slices"), new.get("slices")
    if isinstance(inner, dict) and isinstance(fresh, dict):
        both = [name for name in inner if isinstance(inner[name], dict) and isinstance(fresh.get(name), dict)]
        parts["slices"] = inner | {name: {**fresh[name], **inner[name]} for name in both}
    return {**old, **parts}


@attrs.frozen
class Comparison:
    """What of a record can be compared with what the installed rules make of it."""

    changed: str
    """Why no states can be compared, "" if they can."""
    scores: bool
    """The record has scores at the ends of turns."""
    last: bool
    """Its last turn has a hash, which covers everything before, or no turn has ended."""
    gained: str
    """The options that the game has gained since, with the values that they take, "" if there are none."""

    @property
    def doubt(self) -> str:
        """Why a replay that fits does not verify the record, "" if it does."""
        if self.changed:
            return f"the states could not be compared, since {self.changed}"
        return "" if self.last else "the record has no hash of the state after its last turn"

    @property
    def fits(self) -> str:
        return "moves, draws and scores" if self.scores else "moves and draws"

    @property
    def remark(self) -> str:
        """What those who go on with the record, or look at it, should know, in a sentence; "" if there is nothing."""
        said = [f"{self.changed}; {self.fits} fit, but states could not be compared"] if self.changed else []
        return "; ".join([*said, *([self.gained] if self.gained else [])])


def compared(record: Record, rules: Rules, to: int | None = None, *, equal: bool = False) -> Comparison:
    """Return what of the record, up to decision `to`, can be compared under these rules.

    `equal` says that its hashes are those of the replay: then the states are equal, though their fields have changed.
    """
    head = record.head
    turns = [line.content for line in record.lines if "turn" in line.content]
    turns = [one for one in turns if to is None or one["n"] <= to]
    changed = ""
    if equal and turns and "hash" in turns[-1]:
        pass
    elif not head.schema:
        changed = "the header does not say which fields they have"
    elif head.schema != state_schema(rules):
        changed = f"the fields of {head.game}'s state have changed ({_advice(head)})"
    new = [one for one in rules.declared if one.name not in head.options]
    values = ", ".join(f"{one.name}={rules.option_values[one.name]}" for one in new)
    return Comparison(
        changed,
        bool(turns) and all("scores" in one for one in turns),
        not turns or "hash" in turns[-1],
        f"{head.game} has gained options since: {values}" if new else "",
    )


def since(record: Record, rules: Rules) -> str:
    """Return what is known to have changed since the record was written, to follow a difference; "" if nothing is."""
    found = compared(record, rules)
    moved = "" if found.changed or not _moved(record.head) else _advice(record.head)
    known = [one for one in (found.changed, found.gained, moved) if one]
    return "".join(f"; {one}" for one in known)


def packages(rules: Rules) -> dict[str, str]:
    """Return the installed packages that these rules come from, with their versions; tilewright is not among them."""
    return dict(_packages((rules.game.name, *(f"{rules.game.name}.{one.name}" for one in rules.modules))))


@lru_cache(maxsize=64)
def _packages(names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    found = [plugins.find("module" if n else "game", name) for n, name in enumerate(names)]
    dists = [one.point.dist for one in found if one is not None]
    return tuple(sorted({(dist.name, dist.version) for dist in dists if dist is not None}))


def _moved(head: Header) -> list[tuple[str, str, str]]:
    """Return the packages that wrote the record in another version: name, that version, and the one installed now."""
    found = []
    for name, version in {**({"tilewright": head.engine} if head.engine else {}), **head.packages}.items():
        try:
            now = __version__ if name == "tilewright" else metadata.version(name)
        except metadata.PackageNotFoundError:
            now = ""
        if now != version:
            found.append((name, version, now))
    return found


def _advice(head: Header) -> str:
    """Return which packages wrote the record, and what to install."""
    moved = _moved(head)
    if moved:
        said = [f"{name} {was} ({now or 'not'} installed)" for name, was, now in moved]
        # A record can say anything: a command is given only for packages that somebody has installed before.
        pins = "".join(f" {name}=={was}" for name, was, now in moved if now and PLAIN.fullmatch(was))
        return f"it was written with {' and '.join(said)}" + (f": pip install{pins}" if pins else "")
    wrote = [f"{name} {version}" for name, version in {"tilewright": head.engine, **head.packages}.items()]
    return f"it was written with {' and '.join(wrote)}, which {'are' if wrote[1:] else 'is'} installed"
