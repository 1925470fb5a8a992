"""Positions to begin a match from: `--from SCENE` and `--from RECORD@N`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs

from ..base import files, limits
from ..base.errors import UsageError
from ..record.format import read
from ..record.validation import admitted
from ..rules.assembly import load
from ..rules.ruleset import Rules
from ..rules.state import State
from ..text.folder import SHIPPED
from ..text.strict import Slips
from .match import Match
from .replay import replay


@attrs.frozen
class Begin:
    """A position with its rules."""

    rules: Rules
    state: State
    script: Mapping[str, list[str]]
    """Source to its next outcomes, if the scene says them."""
    bots: Mapping[str, str] | None
    """Player to bot, as in the record; None for a scene."""
    remark: str = ""
    """What of the record could not be compared, "" if there is nothing (`record/changes.py`)."""


def split(text: str) -> tuple[str, int | None]:
    """Split `game.jsonl@12` into file and number; the number is None if there is none."""
    path, at, digits = text.rpartition("@")
    number = limits.number(digits)
    return (path, number) if at and number is not None else (text, None)


def begin(
    text: str,
    game: str | None,
    modules: Sequence[str] = (),
    edition: str | None = None,
    options: Mapping[str, object] | None = None,
    data: Path | str | None = None,
) -> Begin:
    """Return the position that `--from` names, of its own game or of this one. Options come on top of its own."""
    path, number = split(text)
    if not os.path.exists(path):
        raise UsageError(f"--from: there is no file {path}; name a scene file or RECORD@N")
    found = _scene(path) if number is None and not _is_record(Path(path)) else _record(path, number)
    own = found.rules
    if game not in (None, own.game.name):
        raise UsageError(f"--from: {path} is a position of {own.game.name}, not of {game}")
    if modules or edition or options or data:
        return _again(found, modules, edition, options or {}, data)
    return found


def _again(
    found: Begin,
    modules: Sequence[str],
    edition: str | None,
    given: Mapping[str, object],
    data: Path | str | None,
) -> Begin:
    """Return the same position under other options."""
    own = found.rules
    before = [module.name for module in own.modules]
    # What nobody has set may change with the modules.
    usual = load(own.game.name, before, {}, own.edition, own.data_folder).option_values
    values = {} if edition else own.option_values
    options = {name: value for name, value in values.items() if value != usual.get(name)} | own.overridden
    chosen = modules or before
    folder = own.data_folder
    if data is not None:
        folder = None if str(data) == SHIPPED else files.real(data)
    rules = load(own.game.name, chosen, {**options, **given}, edition or own.edition, folder)
    try:
        return attrs.evolve(found, rules=rules, state=admitted(rules, found.state.to_dict()))
    except Slips as slips:
        raise UsageError(f"--from: the position is not possible with these options: {slips}") from slips


def _is_record(path: Path) -> bool:
    """Return whether the file looks like a record: it begins with a JSON object."""
    return files.opening(path, 1) == b"{"


def _scene(path: str) -> Begin:
    from ..scenes import scene as scenes
    from ..scenes.stage import draws

    found = scenes.read(Path(path))
    if len(found) > 1:
        raise UsageError(f"--from: {path} has {len(found)} scenes; name a file with exactly one")
    rules, state = scenes.begin(found[0])
    zones = {place.label(state.seats) for place in rules.places_of(state)}
    script = {
        source: values
        for source, values in draws(found[0].content).items()
        if source in zones or source not in rules.streams
    }
    return Begin(rules, state, script, None)


def _record(path: str, number: int | None) -> Begin:
    match, bots = at(path, number)
    if match.over and number is None:
        raise UsageError(f"--from: the game in {path} is over; name an earlier position: {path}@N")
    return Begin(match.rules, match.state, {}, bots, match.remark)


def at(path: str, number: int | None) -> tuple[Match, Mapping[str, str]]:
    """Return the recorded match after `number` decisions (all if None), and its players' bots by name."""
    record = read(path)
    match = replay(record, to=number)
    if number is not None and match.decisions < number:
        only = f"{match.decisions} decision{'s' * (match.decisions != 1)}"
        raise UsageError(f"{path} has only {only}, so there is no decision {number}")
    return match, record.head.bots
