"""The same scene under several editions, side by side: the differences, and the options that cause them."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from ..base.errors import InvalidFile
from ..rules.events import Log
from ..rules.ruleset import Rules
from ..rules.state import State
from .scene import Scene, begun, rules_for
from .stage import draws, moved


@attrs.frozen
class Cause:
    """An option whose value alone changes what happens in the scene."""

    option: str
    rule: str
    values: tuple[str, ...]
    """By edition."""


@attrs.frozen
class Contrast:
    """The differences between the editions; `differing` is empty if there are none."""

    scene: Scene
    editions: tuple[str, ...]
    differing: tuple[tuple[str, ...], ...]
    """For each difference: one line by edition, "" if nothing happens there."""
    causes: tuple[Cause, ...]


def contrast(scene: Scene, editions: Sequence[str]) -> Contrast:
    """Play the scene under each edition. Raises InvalidFile if one of them cannot be assembled."""
    names = tuple(editions)
    rulesets = [rules_for(scene, name) for name in names]
    outcomes = [happenings(scene, rules) for rules in rulesets]
    longest = max(map(len, outcomes))
    padded = [lines + [""] * (longest - len(lines)) for lines in outcomes]
    differing = tuple(row for row in zip(*padded, strict=True) if len(set(row)) > 1)
    return Contrast(scene, names, differing, _causes(scene, rulesets, outcomes) if differing else ())


def _causes(scene: Scene, rulesets: Sequence[Rules], outcomes: Sequence[list[str]]) -> tuple[Cause, ...]:
    """Return the options that differ and, set alone in the first edition, change what happens."""
    first = rulesets[0]
    found = []
    for option in first.declared:
        values = [rules.option_values[option.name] for rules in rulesets]
        for value in values[1:]:
            if value == values[0]:
                continue
            try:
                changed = happenings(scene, rules_for(scene, first.edition, {option.name: value}))
            except InvalidFile:
                changed = ["cannot be set up"]
            if changed != outcomes[0]:
                found.append(Cause(option.name, option.rule, tuple(str(v) for v in values)))
                break
    return tuple(found)


def happenings(scene: Scene, rules: Rules) -> list[str]:
    """Play the scene's moves; return a line for each event, score and refusal, and finally the standing."""
    _, state, drawn = begun(scene, None, rules)
    lines: list[str] = []

    def heard(log: Log, before: int) -> None:
        lines.extend(_lines(rules, state, log, before))

    for path, stage in scene.stages():
        script = drawn if path == scene.path else draws(stage)
        stopped = moved(scene.document, path, stage, state, script, heard)
        if stopped is not None:
            return [*lines, f"refused: {stopped.message}"]
    standing = ", ".join(
        f"{name} {points}" for name, points in zip(state.seats, state.standing(), strict=True)
    )
    acting = ", ".join(state.seats[s] for s in state.to_act) or "nobody"
    return [*lines, f"{rules.counted() or 'points'}: {standing}; to act: {acting}"]


def _lines(rules: Rules, state: State, log: Log, before: int) -> list[str]:
    lines = [rules.say_event(event, state.seats, None) for event in log.events]
    for line in state.ledger[before:]:
        scored = rules.score_line(line, state)
        reason = rules.say(scored.reason, {})
        lines.append(f"{state.seats[scored.seat]} scores {scored.amount} for {reason} ({scored.rule})")
    return lines
