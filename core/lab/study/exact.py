"""The same moves under two rulesets: the first step at which the results differ, and the changes that cause it.

This answers the question that statistics cannot: is it still the same game? A record is played again with its seed and
its recorded outcomes of chance, a scene with its draws.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import attrs

from ...base import files
from ...base.errors import InvalidFile, TilewrightError, UsageError
from ...play.match import Match
from ...record import changes
from ...record import format as records
from ...record.format import Record
from ...record.seat_lines import KEYS as SEAT
from ...rules.events import Log
from ...rules.packing import state_schema
from ...rules.ruleset import Rules
from ...rules.state import ScoreLine
from ...scenes.editions import happenings
from ...scenes.scene import Scene, rules_for
from ...scenes.scene import read as read_scenes
from ..games.variants import Variant, differing, variant

UNSEEN = "(no visible difference, but the positions differ)"

Replay = Callable[[Rules], "list[ReplayedStep]"]


@attrs.frozen
class ReplayedStep:
    """The results of one decision."""

    label: str
    """`decision 12, anna: place food 3,4`; "" if the lines are enough."""
    lines: tuple[str, ...]
    digest: str = ""
    """Digest of the state afterwards; compared only between rulesets whose states have the same fields."""


@attrs.frozen
class PartingCause:
    """A change to the base that makes a difference by itself."""

    name: str
    rule: str
    base: object
    other: object


@attrs.frozen(kw_only=True)
class Parting:
    """One game or scene under two rulesets."""

    file: str
    title: str
    variant: str
    steps: int
    """Decisions (of a record) or happenings (of a scene) under the base."""
    at: int | None
    """Number of the first one that differs, from 1; None if none does."""
    label: str = ""
    base: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    """The lines of this step under each ruleset, as far as they differ."""
    causes: tuple[PartingCause, ...] = ()


def partings(
    path: Path, game: str, shared: Callable[[Variant], Variant], texts: Mapping[str, str]
) -> list[Parting]:
    """Compare each game or scene of the file under every variant with the first one; `texts` maps names to changes.

    `shared` turns the file's own ruleset into the one that all variants start from.
    """
    found: list[Parting] = []
    for title, own, replay in _subjects(path):
        if own.game.name != game:
            raise UsageError(f"{path} belongs to {own.game.name}, not to {game}")
        start = shared(Variant.of(own, ""))
        first, *others = [variant(name, text, start) for name, text in texts.items()]
        played = replay(first.rules())
        found += [_parting(path, title, replay, first, played, one) for one in others]
    return found


def _subjects(path: Path) -> list[tuple[str, Rules, Replay]]:
    """Return (title, its own rules, a function that plays it under other rules) for everything in the file."""
    if files.opening(path, 1) == b"{":
        record = records.read(path)
        changes.begun(record, rules := changes.rules_of(record))
        return [("", rules, lambda rules: replayed(record, rules))]
    return [(scene.title, rules_for(scene), _of_scene(scene)) for scene in read_scenes(path)]


def _of_scene(scene: Scene) -> Replay:
    def replay(rules: Rules) -> list[ReplayedStep]:
        try:
            return [ReplayedStep("", (line,)) for line in happenings(scene, rules)]
        except InvalidFile as error:
            return [ReplayedStep("set-up", (f"cannot be set up: {error}",))]

    return replay


def replayed(record: Record, rules: Rules) -> list[ReplayedStep]:
    """Play the recorded decisions under these rules, up to the first that is refused; return the steps."""
    seats = record.head.seats
    draws = _draws(record)
    try:
        start = changes.begun(record, rules)
        match = Match(rules, seats, seed=record.seed, start=start, script=draws.get(0))
    except TilewrightError as error:
        return [ReplayedStep("set-up", (f"cannot be set up: {error}",))]
    given = tuple(_scored(rules, line, seats) for line in match.state.score_lines())
    steps = [ReplayedStep("set-up", given, match.state.digest())]
    last = 0
    for line in record.lines:
        content = line.content
        if not content.keys() & records.DECIDING - SEAT:
            continue
        number = match.decisions + 1
        try:
            if "undo" in content:
                match.undo(content["undo"])
            elif "back" in content:
                match.back(content["back"])
            elif "redo" in content:
                match.redo()
            else:
                last = line.number
                seat = content["seat"]
                label = f"decision {number}, {match.state.seats[seat]}: {content['move']}"
                match.script = Log(draws.get(last))
                played = match.play(content["move"], seat)
                match.script = Log()
                happened = [rules.say_event(event, match.state.seats, None) for event in played.log.events]
                happened += [_scored(rules, line, match.state.seats) for line in played.lines]
                steps.append(ReplayedStep(label, tuple(happened), match.state.digest()))
        except TilewrightError as error:
            return [
                *steps,
                ReplayedStep(
                    f"decision {number}: {content.get('move', 'taking back')}", (f"refused: {error}",)
                ),
            ]
    standing = ", ".join(
        f"{name} {points}" for name, points in zip(seats, match.state.standing(), strict=True)
    )
    over = "over" if match.over else "not over"
    return [
        *steps,
        ReplayedStep(
            "end", (f"{rules.counted() or 'points'}: {standing}; the game is {over}",), match.state.digest()
        ),
    ]


def _scored(rules: Rules, line: ScoreLine, seats: Sequence[str]) -> str:
    return f"{seats[line.seat]} scores {line.amount} for {rules.say(line.reason, {})} ({line.rule})"


def _draws(record: Record) -> dict[int, dict[str, list[str]]]:
    """Map the line of a move (0: the set-up) to the outcomes of chance in it."""
    found: dict[int, dict[str, list[str]]] = {}
    last = 0
    for line in record.lines:
        if "move" in line.content:
            last = line.number
        elif "draw" in line.content:
            source = found.setdefault(last, {}).setdefault(line.content["draw"], [])
            source.append(line.content["value"])
    return found


def _parting(
    path: Path, title: str, replay: Replay, first: Variant, played: Sequence[ReplayedStep], other: Variant
) -> Parting:
    base_rules, other_rules = first.rules(), other.rules()
    theirs = replay(other_rules)
    at = _parted(played, theirs, _comparable(base_rules, other_rules))
    set_up = bool(played and played[0].digest)
    found = Parting(file=str(path), title=title, variant=other.name, steps=len(played) - set_up, at=None)
    if at is None:
        return found
    mine = played[at] if at < len(played) else ReplayedStep("", ())
    their = theirs[at] if at < len(theirs) else ReplayedStep("", ())
    shared = {*mine.lines} & {*their.lines}
    return attrs.evolve(
        found,
        at=at + 1 - set_up,
        label=mine.label or their.label,
        base=tuple(line for line in mine.lines if line not in shared) or (UNSEEN,),
        other=tuple(line for line in their.lines if line not in shared) or (UNSEEN,),
        causes=_causes(replay, first, played, base_rules, other_rules, at),
    )


def _comparable(base: Rules, other: Rules) -> bool:
    """True if equal positions have equal digests: the fields of the state and its streams are the same."""
    return state_schema(base) == state_schema(other) and base.streams == other.streams


def _parted(base: Sequence[ReplayedStep], other: Sequence[ReplayedStep], comparable: bool) -> int | None:
    """Return the index of the first step that differs; None if none does."""
    for at, (mine, their) in enumerate(zip(base, other, strict=False)):
        if mine.lines != their.lines or (comparable and mine.digest != their.digest):
            return at
    return None if len(base) == len(other) else min(len(base), len(other))


def _causes(
    replay: Replay, first: Variant, played: Sequence[ReplayedStep], base: Rules, other: Rules, at: int
) -> tuple[PartingCause, ...]:
    """Return the differences that, made alone, change the base at this step; if there are none, at any step."""
    cited = {option.name: option.rule for rules in (base, other) for option in rules.declared}
    found: dict[PartingCause, int] = {}
    for name, (mine, theirs) in differing(base, other).items():
        for changed, value in _alone(first, name, mine, theirs):
            try:
                rules = changed.rules()
            except TilewrightError:
                continue
            parted = _parted(played, replay(rules), _comparable(base, rules))
            if parted is not None:
                found[PartingCause(value, cited.get(name, ""), mine, theirs)] = parted
    there = [cause for cause, parted in found.items() if parted == at]
    return tuple(there or found)


def _alone(first: Variant, name: str, mine: object, theirs: object) -> list[tuple[Variant, str]]:
    """Return (the base with this one change, its name); each module counts as a change of its own."""
    if name == "modules":
        before, after = ({one for one in str(names).split(", ") if one} for names in (mine, theirs))
        return [
            (attrs.evolve(first, modules=tuple(sorted({*first.modules} ^ {module}))), f"module {module}")
            for module in sorted(before ^ after)
        ]
    if name in ("game", "edition", "data") or theirs is None:
        return []
    return [(attrs.evolve(first, options={**first.options, name: theirs}), name)]
