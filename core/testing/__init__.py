"""The conformance kit: what must hold for any ruleset.

    from tilewright import testing
    testing.conforms(rules)                                    # raises AssertionError that lists all failures, warns
    testing.run(rules, ["views", "undo"], games=20, seed=7)    # one Finding for each check

Each check has a name and stands alone, so that it can be called from pytest: `views = CHECKS["views"]`, then
`views(Subject(rules=rules))`.
A failure names seed, players, options and the number of the decision. What breaks nothing and was probably forgotten,
such as an option that no code reads, is a warning: `Finding.warnings` holds it, and `conforms` warns of it.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

import attrs

from ..base import plugin_errors
from ..rules.ruleset import Rules
from ..text.options import unknown
from .chance_checks import outcomes, set_up
from .drawing_checks import draws
from .lesson_checks import lessons
from .move_checks import legality, notation, purity, refusals
from .piece_check import pieces
from .pinned_scenes import pinned as pinned
from .random_games import Broken as Broken
from .random_games import Endless as Endless
from .random_games import Moment as Moment
from .random_games import Skipped as Skipped
from .random_games import Subject as Subject
from .random_games import Warned as Warned
from .random_games import moments as moments
from .random_games import play_out as play_out
from .random_games import random_game as random_game
from .rating_checks import judgements
from .replay_checks import records, undo, workers
from .result_checks import ending, scores, words
from .secrecy_checks import telling, views
from .setting_checks import modules, options
from .state_checks import clones, fields, saving, scenes
from .stream_checks import matches, streams
from .time_limit import Stuck, TimeLimit
from .uninstalled import register as register
from .unused_check import unused


@attrs.frozen
class Check:
    """One thing that must hold. Call it with a subject: it raises `Broken`, or `Skipped` if it does not apply."""

    name: str
    doc: str
    function: Callable[[Subject], None]

    def __call__(self, subject: Subject) -> None:
        subject.latest.clear()
        subject.warnings.clear()
        limit = TimeLimit(subject.seconds)
        try:
            with limit:
                self.function(subject)
        except (Broken, Skipped):
            raise
        except (Exception, SystemExit, Stuck) as error:
            if limit.said:
                said = str(subject.broken(limit.said + plugin_errors.place(error)))
                raise (Endless if limit.move else Broken)(said) from error
            said = plugin_errors.describe(error, subject.rules.plugins)
            ours = said == plugin_errors.said(error)  # no code of a plugin was running
            raise subject.broken(said + plugin_errors.origin(error) * ours) from error


@attrs.frozen
class Finding:
    """The result of one check."""

    check: str
    outcome: Literal["holds", "broken", "skipped"]
    said: str
    """What broke and where, or why the check does not apply; "" if it holds."""
    seconds: float
    moment: Moment | None = attrs.field(default=None, eq=False, repr=False)
    """The position at which it broke, if it broke in a game."""
    error: Broken | None = attrs.field(default=None, eq=False, repr=False)
    warnings: tuple[Warned, ...] = attrs.field(default=(), eq=False)
    """What breaks nothing and was probably forgotten, whatever the outcome."""


def _named(*functions: Callable[[Subject], None]) -> dict[str, Check]:
    found = {}
    for function in functions:
        doc = (function.__doc__ or "").strip().splitlines()[0]
        found[function.__name__] = Check(function.__name__, doc, function)
    return found


CHECKS: Mapping[str, Check] = _named(
    fields, clones, saving, scenes,
    legality, refusals, notation, purity,
    scores, pieces, ending, words,
    views, judgements, telling, draws, lessons,
    undo, records, workers,
    set_up, outcomes, streams, matches,
    modules, options, unused,
)  # fmt: skip
"""Every check by its name, in the order in which they are run and listed."""


def run(rules: Rules, names: Iterable[str] | None = None, **given: Any) -> list[Finding]:
    """Run the checks named (all of them without names) and return one finding for each.

    Once a random game does not end, the checks after it are skipped: each would play until the turn limit.
    `given` are fields of `Subject`: games, seed, ...; `told` is called with each finding as soon as it is there.
    """
    chosen = list(CHECKS) if names is None else list(names)
    for name in chosen:
        if name not in CHECKS:
            raise unknown("check", name, CHECKS)
    told: Callable[[Finding], None] | None = given.pop("told", None)
    findings: list[Finding] = []
    for name in chosen:
        began = time.perf_counter()
        outcome: Literal["holds", "broken", "skipped"] = "holds"
        said, broken = "", None
        subject = Subject(rules=rules, **given)
        try:
            if any(isinstance(finding.error, Endless) for finding in findings):
                raise Skipped("random games do not end: put that right first")
            CHECKS[name](subject)
        except Skipped as reason:
            outcome, said = "skipped", str(reason)
        except Broken as error:
            outcome, said, broken = "broken", str(error), error
        moment = subject.latest[-1] if broken is not None and subject.latest else None
        seconds, warned = time.perf_counter() - began, tuple(subject.warnings)
        finding = Finding(name, outcome, said, seconds, moment, broken, warned)
        findings.append(finding)
        if told is not None:
            told(finding)
    return findings


def conforms(rules: Rules, names: Iterable[str] | None = None, **given: Any) -> None:
    """Run the checks named (all of them without names); raises AssertionError with all failures, if there are any.

    Warnings are not failures: each becomes a Python warning of the category `Warned`, which pytest lists.
    """
    findings = run(rules, names, **given)
    for finding in findings:
        for warned in finding.warnings:
            warnings.warn(warned, stacklevel=2)
    broken = [finding for finding in findings if finding.outcome == "broken"]
    if broken:
        said = "\n".join(f"{finding.check}: {finding.said}" for finding in broken)
        raise AssertionError(said) from broken[0].error
