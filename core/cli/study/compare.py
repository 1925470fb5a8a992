"""`compare`: measure what a rule change does, with confidence intervals."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...lab.study.requests import ComparisonRequest
from ..shared import common, csv_table
from ..shared.plain_values import PlainCommand
from .compare_report import IN_SHORT, Shown, report, size
from .flags import request
from .study_run import PATIENCE, StudyRun, continued, repeated, willing
from .verify import check_blocks, request_of

if TYPE_CHECKING:
    from ...lab.study.plan import ComparisonPlan
    from ...training.adapt import School

MINUTES = 5.0
"""Of training for each ruleset, if `--adapt` does not say how many."""


class CommandLine(PlainCommand):
    """The command line of `compare`; `--adapt` may come without its minutes."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        given = list(args)
        for n, word in enumerate(args[:-1] if "--" not in args else args[: args.index("--")]):
            if word == "--adapt" and not _number(args[n + 1]):
                given[n] = f"--adapt={MINUTES:g}"
        if args[-1:] == ["--adapt"]:
            given[-1] = f"--adapt={MINUTES:g}"
        return super().parse_args(ctx, given)


@request
def compare(
    said: ComparisonRequest,
    files: list[Path] | None = None,
    exact: bool = False,
    plan: Path | None = None,
    yes: bool = False,
    verify: str | None = None,
    shown: Shown = IN_SHORT,
) -> None:
    """Measure what a rule change does."""
    csv_table.ready(shown.csv, shown.json)
    from ...lab.games.libraries import installed

    installed("compare")
    from ...lab.study.request import merged, once

    if said.game == "merge":
        from .shards import merge

        merge(said, files or (), shown)
        return
    if verify is not None:
        _verified(request_of(said, said.game, plan)[0], verify, shown.json)
        return
    asked, _ = merged(said, plan)
    once(said, asked)
    if exact and (asked.adapt is not None or asked.adapt_budget is not None):
        raise common.usage(
            "--exact replays games that were played; nobody learns there, so leave --adapt out"
        )
    if exact:
        from .compare_exact import exactly

        exactly(asked, files or (), shown.json)
    elif files:
        for flag, words in (("--a", said.a), ("--b", said.b)):
            if words is not None and words.split()[-1:] and "=" not in words.split()[-1]:
                meant = f'{flag} "{words}={files[0]}"' if " " in words else f"{flag} {words}={files[0]}"
                raise common.usage(
                    f"{flag} {words} {files[0]}: options are written NAME=VALUE; did you mean {meant}?"
                )
        minutes = (
            f"; the minutes of --adapt are a number, such as {MINUTES:g}" if said.adapt is not None else ""
        )
        raise common.usage(
            f"{files[0]}: files are only for --exact; name a plan with --plan FILE, a position with --from FILE"
            f"{minutes}"
        )
    else:
        _run_through(asked, yes, shown)


def _run_through(said: ComparisonRequest, yes: bool, shown: Shown) -> None:
    """Plan and play the comparison, save and print its results; raises Stopped with the exit code unless it is 0."""
    from ...lab.study.stated import looked_up

    looked_up(said)
    from ...lab.games.part_folder import opener
    from ...lab.study import fail_if
    from ...lab.study.planning import planned
    from ...lab.study.play import play
    from ...lab.study.request import unsaid, wanted
    from ...training.adapt import planned as adapting

    asked, plan = planned(said, lambda: common.seeded(None))
    data, command = plan.variants[0].data, ""
    if wanted(asked):
        plan = adapting(asked, plan, _school(asked))
    fail_if.of_plan(asked.fail_if, plan)
    if asked.shard is not None:
        from .shards import shard

        shard(asked, plan, shown.json)
        return
    if plan.adaptation is not None:
        command = repeated(plan.seed, unsaid(said, data), plan.adaptation, without(sys.argv[1:]))
    opened = opener(plan, asked.parts or ())
    with StudyRun(said, plan, data, size(plan), opened, shown.json, command) as run:
        if plan.adaptation is not None:
            with continued(command, True, json=shown.json):
                _train(asked, plan, yes)
        with run.playing(plan.fresh.stop, yes) as crew:
            played = play(plan, crew)
        report(asked, plan, played, run, shown)


def _verified(said: ComparisonRequest, text: str, json: bool) -> None:
    """Play blocks of the run in the folder of the request again; raises Stopped(4) if they differ."""
    from ...lab.games.part_folder import opener
    from ...lab.study.planning import planned
    from ...lab.study.request import wanted
    from ...lab.study.verification import spans_of
    from ...training import adapt

    asked, plan = planned(said, lambda: common.seeded(None))
    if wanted(asked):
        school = _school(asked)
        plan = adapt.planned(asked, plan, school)
        if lots := adapt.missing(plan, school):
            raise common.usage(f"--verify: {lots[0].file} with the players of {lots[0].name} is not there")
    check_blocks(asked, opener(plan, asked.parts or ()), plan, spans_of, text, json)


# -- training -----------------------------------------------------------------------------------------------------


def _number(word: str) -> bool:
    """True if the word after `--adapt` is its minutes."""
    try:
        float(word)
    except ValueError:
        return False
    return True


def without(words: Sequence[str]) -> list[str]:
    """Return the words of a command line without `--adapt` and its minutes, where a budget says how long."""
    return [
        word
        for before, word in zip(["", *words], words)
        if word != "--adapt"
        and not word.startswith("--adapt=")
        and not (before == "--adapt" and _number(word))
    ]


def _train(asked: ComparisonRequest, plan: ComparisonPlan, yes: bool) -> None:
    """Train the players that are not there yet. Raises `Declined` if a person does not want to wait for it."""
    from ...lab.report.number_text import worded
    from ...lab.study.crew import Declined
    from ...training import adapt

    assert plan.adaptation is not None
    made = _school(asked)
    lots = adapt.missing(plan, made)
    if not lots:
        common.note("all players are trained")
        return
    names = ", ".join(dict.fromkeys(lot.ruleset for lot in lots))
    minutes = (asked.adapt or 0) * len(lots) / len(plan.adaptation.seeds)
    long = f", about {minutes:.0f} minutes" if minutes >= 1 and asked.adapt_budget is None else ""
    often = f"{worded(len(lots), 'training')} of {plan.adaptation.budget}"
    common.note(f"training players for {names}: {often}{long}")
    if minutes > PATIENCE and not willing(yes):
        raise Declined
    adapt.teach(plan, lots, made)


def _school(asked: ComparisonRequest) -> School:
    """Return where and how the players are trained: as the comparison is played."""
    from ...training.adapt import School
    from ..shared.terminal import progress

    return School(
        engine=asked.engine or "local",
        workers=asked.workers or 1,
        kept=common.learned().resolve(),
        note=common.note,
        progress=progress,
    )
