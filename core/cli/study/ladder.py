"""`ladder`: rate bots: which are better, by how much, and how long they take."""

from __future__ import annotations

import math
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from ..shared import common, csv_table, text_tables
from ..shared.forfeits import forfeited
from ..shared.ruleset_words import USUAL, RulesetWords
from .rows_run import RowsRun, marked, verifiable
from .simulate import failures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...rules.ruleset import Rules
    from ...simulation.fit_test import FitTest, Pair
    from ...simulation.ladder import Ladder, Performance
    from ...simulation.skill_trace import TraceStep
    from ...simulation.workers import Job

DOUBT = 0.05
"""With a smaller p of the test of fit, ratings do not describe who beats whom."""


@verifiable()
def ladder(
    game: str,
    bots: str | None = None,
    skill_trace: str | None = None,
    gauntlet: bool = False,
    games: int = 20,
    players: int | None = None,
    seed: int | None = None,
    workers: int = 1,
    out: Path | None = None,
    verify: str | None = None,
    ruleset: RulesetWords = USUAL,
    csv: Path | None = None,
    json: bool = False,
) -> None:
    """Rate bots by letting all of them play each other."""
    csv_table.ready(csv, json)
    said = {**locals()}
    from ... import bots as made
    from ...play.match import names_of
    from ...simulation import games as runs
    from ...simulation import ladder as ladders
    from ...simulation import skill_trace as trace
    from ...simulation.fit_test import goodness_of_fit
    from ..shared.seats import rivals

    if (bots is None) == (skill_trace is None):
        raise common.usage("name either the bots (--bots A,B) or one bot with a budget (--skill-trace BOT:N)")
    if gauntlet and bots is None:
        raise common.usage("--gauntlet is for --bots: its first bot meets each of the others")
    rules = ruleset.rules(game)
    if skill_trace is not None:
        chosen = tuple(trace.budgets(skill_trace))
    else:
        chosen = tuple(common.bot_text(name, rules) for name in made.several(bots or ""))
    count = players if players is not None else rules.game.fewest(2)
    rules.blank(count)
    rivals(rules, count, "a ladder")
    for text in chosen:
        made.tried(text, rules, count)
    plan = attrs.evolve(runs.SimulationPlan.of(rules), failed=str(common.home() / "failed"), bots=chosen)
    seeds = -(-games // count)
    if skill_trace is not None:
        planned = trace.ladder(plan, rules, skill_trace, count, seeds)
    else:
        planned = ladders.Ladder(plan=plan, bots=chosen, players=count, seeds=seeds, gauntlet=gauntlet)
    run = RowsRun("ladder", said, rules)
    planned = attrs.evolve(planned, plan=attrs.evolve(plan, seed=run.seed))
    seatings = [(block, seed, list(cast)) for block, seed, cast in planned.seatings]
    decisive = {"bots": list(chosen), "players": count, "gauntlet": gauntlet, "skill trace": skill_trace}

    def job(failed: str) -> Job:
        return partial(ladders.rows, attrs.evolve(planned, plan=attrs.evolve(planned.plan, failed=failed)))

    run.play(
        {**decisive, "games": len(seatings)},
        len(seatings),
        "games",
        job,
        place=lambda number: dict(zip(("block", "seed", "bots"), seatings[number], strict=True)),
        whole=runs.WHOLE,
        timed={"pace": []},
    )
    # A block counts once all its games are played.
    blocks = seatings[len(run.rows)][0] if run.interrupted else seatings[-1][0] + 1
    rows = [row for row in run.rows if row["block"] < blocks]
    whole = [row for row in rows if "error" not in row]
    found = ladders.performances(planned, whole) if whole and skill_trace is None else []
    ratings = {one.bot: one.rating for one in found}
    pairs, test = goodness_of_fit(list(ratings), ratings, ladders.blocks_of(whole) if found else [], run.seed)
    steps = trace.steps(planned, whole) if skill_trace is not None else []
    report: dict[str, Any] = {
        **run.head(),
        "players": count,
        **({"standing": rules.counted()} if rules.counted() else {}),
        "games": len(rows),
        "seconds": round(run.seconds, 3),
        **run.marks("blocks", blocks, seatings[-1][0] + 1),
        **(_traced(steps) if skill_trace is not None else _compared(rules, found, pairs, test)),
        "results": [{name: value for name, value in row.items() if name != "pace"} for row in rows],
    }
    shown = csv_table.put(csv, report["bots" if skill_trace is None else "steps"])
    if json:
        common.emit(report)
    elif not shown:
        _summary(report, planned, found, pairs)
        if skill_trace is not None:
            _trace(report)
    forfeited(rows)
    run.end(report, failures(rows, names_of(count)))


def _traced(steps: Sequence[TraceStep]) -> dict[str, Any]:
    """Return the steps of a skill trace and the numbers derived from them, as `--json` prints them."""
    from ...simulation import skill_trace as trace

    found = [
        {
            "strong": step.strong,
            "weak": step.weak,
            "doubling": step.doubling,
            "games": step.games,
            "win_share": round(step.share, 4),
            "win_interval": [round(end, 4) for end in step.sure],
            "advantage": round(step.advantage, 4),
        }
        for step in steps
    ]
    mean, number = trace.mean_advantage(steps), trace.skill_trace(steps)
    return {
        "steps": found,
        "mean_advantage": round(mean, 4) if mean is not None else None,
        "skill_trace": round(number, 4) if number is not None else None,
    }


def _trace(report: dict[str, Any]) -> None:
    steps = report["steps"]
    if not steps:
        return
    rows: list[tuple[str, Sequence[str]]] = [("step", ("games", "wins", "95 % interval", "advantage"))]
    for one in steps:
        low, high = one["win_interval"]
        figures = (
            one["games"],
            f"{one['win_share']:.3f}",
            f"{low:.3f} to {high:.3f}",
            f"{one['advantage']:+.3f}",
        )
        name = f"{common.bot_shown(one['strong'])} against {common.bot_shown(one['weak'])}"
        rows.append((name, tuple(map(str, figures))))
    common.say()
    text_tables.figures(rows, common.terminal(plain=True))
    common.say()
    common.say(
        f"an equal bot would win {1 / report['players']:.3f} of the games: advantage 0; advantage 1 is all games"
    )
    if report["skill_trace"] is not None:
        mean, number = report["mean_advantage"], report["skill_trace"]
        common.say(f"mean advantage of a doubling: {mean:+.3f}; skill trace (Ludii): {number:.3f}")


def _compared(
    rules: Rules, found: Sequence[Performance], pairs: Sequence[Pair], test: FitTest | None
) -> dict[str, Any]:
    """Return ratings, pairs and the test of fit, as `--json` prints them."""
    fit = None
    if test is not None:
        fit = {
            "statistic": round(test.statistic, 3),
            "degrees": test.degrees,
            "p": round(test.p, 4),
            "sentence": _fitting(test, pairs),
        }
    return {
        "bots": [_rated(one, found[0], rules) for one in found],
        "pairs": [
            {
                "bot": one.bot,
                "other": one.other,
                "games": one.games,
                "wins": round(one.wins, 6),
                "share": round(one.share, 4),
                "interval": [round(one.low, 4), round(one.high, 4)],
                "by_ratings": round(one.expected, 4),
            }
            for one in pairs
        ],
        "fit": fit,
    }


def _fitting(test: FitTest, pairs: Sequence[Pair]) -> str:
    """Return what the test of fit says as a sentence."""
    degrees, p = common.counted(test.degrees, "degree"), f"{test.p:.3f}"
    p = "below 0.001" if test.p < 0.0011 else p
    numbers = f"X² {test.statistic:.1f} with {degrees} of freedom, p {p}"
    if test.p >= DOUBT:
        return f"nothing speaks against one rating for each bot ({numbers})"
    far = max(pairs, key=lambda one: abs(one.share - one.expected))
    return (
        f"the ratings do not describe who beats whom ({numbers}): {common.bot_shown(far.bot)} was ahead of "
        f"{common.bot_shown(far.other)} in {far.share:.3f} of their games, where ratings say {far.expected:.3f}; "
        "go by the pairs"
    )


def _mark(one: Performance) -> str | None:
    """Return which ends of a rating's interval are open."""
    low, high = math.isfinite(one.low), math.isfinite(one.high)
    if low and high:
        return None
    return "not bounded" if not low and not high else f"not bounded {'above' if low else 'below'}"


def _rated(one: Performance, first: Performance, rules: Rules) -> dict[str, Any]:
    open_, ends = one is first, (one.low, one.high)
    return {
        "bot": one.bot,
        "games": one.games,
        "wins": round(one.wins, 6),
        "win_share": round(one.wins / one.games, 4),
        "win_interval": [round(one.wins_low, 4), round(one.wins_high, 4)],
        "mean_score": round(one.mean_score, 3),
        **({"mean_standing": round(one.mean_standing, 3)} if rules.counted() else {}),
        "rating": round(one.rating, 1),
        "rating_interval": [None if open_ or math.isinf(end) else round(end, 1) for end in ends],
        "rating_mark": _mark(one) if one is not first else "reference",
        "ms_per_decision": round(one.ms, 3),
    }


def _summary(
    report: dict[str, Any], planned: Ladder, found: Sequence[Performance], pairs: Sequence[Pair]
) -> None:
    from ...simulation.rating import between

    terminal = common.terminal(plain=True)
    common.paragraph(
        f"{report['game']}: {report['games']} games of {report['players']} players in {report['seconds']:.1f} s, "
        f"seeds {report['seed']} to {report['seed'] + planned.seeds - 1}, options {report['option_hash']}"
    )
    if said := marked(report, "blocks"):
        common.say(said)
    if not found:
        return
    counted = report.get("standing", "")
    titles = ("rating", "95 % interval", "games", "wins", "95 % interval", counted or "score", "ms")
    rows: list[tuple[str, Sequence[str]]] = [("bot", titles)]
    shown, levels = common.bots_shown([one.bot for one in found])
    names = dict(zip((one.bot for one in found), shown, strict=True))
    for one in sorted(found, key=lambda one: -one.rating):
        figures = (
            f"{one.rating:.0f}",
            "reference" if one is found[0] else between(one.low, one.high),
            str(one.games),
            f"{one.wins / one.games:.3f}",
            f"{one.wins_low:.3f} to {one.wins_high:.3f}",
            f"{one.mean_standing:.1f}",
            f"{one.ms:.2f}",
        )
        rows.append((names[one.bot], figures))
    common.say()
    text_tables.figures(rows, terminal)
    common.say()
    said = f"{counted}: at the end, on average" if counted else "score: points on average"
    common.say(f"{said}; ms: milliseconds of CPU for each decision")
    if levels:
        common.paragraph(levels)
    if any(_mark(one) for one in found):
        common.paragraph("open: not bounded; so far as these games tell, the difference may be of any size")
    common.paragraph(f"ratings: {shown[0]} is the reference (0); 400 points more mean odds of ten to one")
    if len(found) < 3:
        return
    met: list[tuple[str, Sequence[str]]] = [
        ("pair", ("games", "first ahead", "share", "95 % interval", "by ratings"))
    ]
    for pair in pairs:
        numbers = (
            str(pair.games),
            f"{pair.wins:g}" if pair.wins % 1 in (0, 0.5) else f"{pair.wins:.1f}",
            f"{pair.share:.3f}",
            f"{pair.low:.3f} to {pair.high:.3f}",
            f"{pair.expected:.3f}",
        )
        met.append((f"{names[pair.bot]}, {names[pair.other]}", numbers))
    common.say()
    text_tables.figures(met, terminal)
    common.say()
    unknown = "whether one rating for each bot describes these pairs cannot be told: no three bots all met"
    common.paragraph(report["fit"]["sentence"] if report["fit"] is not None else unknown)
