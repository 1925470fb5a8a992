"""`luck`: how much seats, seeds and each stream of chance decide, and what a start resource is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from ...draw.cells import cell_len, ljust
from ..shared import common, csv_table
from ..shared.forfeits import forfeited
from ..shared.ruleset_words import USUAL, RulesetWords
from ..shared.terminal import GLUE
from .rows_run import RowsRun, bots_of, marked, verifiable

if TYPE_CHECKING:
    from ...lab.games.frozen_streams import StreamWork
    from ...lab.stats.seat_gap import Seats
    from ...lab.stats.variance import VarianceShare
    from ...rules.ruleset import Rules


UNTOLD = "at most "
"""Before a number that only bounds a share which cannot be told from noise."""


UNBOUNDED = "?"
"""In place of an interval, where too few seeds differ."""


@verifiable()
def luck(
    game: str,
    bots: str | None = None,
    players: int | None = None,
    blocks: int = 100,
    replays: int | None = None,
    seats: bool = False,
    margin: float | None = None,
    start: str | None = None,
    seed: int | None = None,
    workers: int = 1,
    out: Path | None = None,
    verify: str | None = None,
    ruleset: RulesetWords = USUAL,
    csv: Path | None = None,
    json: bool = False,
) -> None:
    """Measure how much luck decides, and which kind of luck."""
    csv_table.ready(csv, json)
    said = {**locals()}
    from ...lab.games.libraries import installed

    installed("luck")
    import numpy as np

    from ...lab.games import frozen_streams, handicap
    from ...lab.report.json import plain
    from ...lab.stats.seat_gap import judged
    from ...lab.stats.seed_share import luck as luck_of
    from ...lab.stats.variance import shares as shares_of
    from ...lab.study.notable import again

    if seats and start is not None:
        raise common.usage("--seats leaves out what --start asks; leave one of them out")
    if margin is not None and not 0 < margin < 1:
        raise common.usage(
            f"--margin {margin:g}: write a share of wins between 0 and 1; 0.05 are five points of percentage"
        )
    rules = ruleset.rules(game)
    work = _work(rules, bots, players, blocks)
    work = attrs.evolve(work, streams=not seats, replays=replays or (1 if seats else frozen_streams.REPLAYS))
    count = len(work.plan.bots)
    if start is not None:
        work = attrs.evolve(work, start=handicap.read(start, rules, count))
    run = RowsRun("luck", said, rules)
    work = attrs.evolve(work, plan=attrs.evolve(work.plan, seed=run.seed))
    decisive = {
        "bots": list(work.plan.bots),
        "blocks": blocks,
        "replays": work.replays,
        "streams": work.streams,
        "start": start,
    }
    run.play(
        decisive,
        blocks,
        "blocks",
        lambda failed: partial(frozen_streams.rows, work),
        place=lambda number: {"block": number, "seed": run.seed + number, "cast": list(work.plan.bots)},
        whole=("played", "reference", "swapped", "raised"),
    )
    rows = run.rows
    whole = [row for row in rows if "error" not in row]
    # One block says nothing of how much blocks differ.
    bundles = frozen_streams.bundles(whole) if len(whole) > 1 else []
    judgement = judged(np.array([one.wins.mean(axis=0) for one in bundles]), margin) if bundles else None
    first = {row["seed"]: row["played"][0] for row in whole}
    found = luck_of("", bundles) if not seats else None
    if found is not None:
        found = found.commanded({one.seed: again(rules, first[one.seed]) for one in found.outliers})
    shares = shares_of(whole) if bundles and not seats else []
    values = handicap.value(work.start, whole) if work.start is not None else []
    report: dict[str, Any] = {
        **run.head(),
        "players": count,
        "bots": list(work.plan.bots),
        "blocks": len(rows),
        "failed": len(rows) - len(whole),
        "replays": work.replays,
        "seconds": round(run.seconds, 3),
        **run.marks("blocks", len(rows), blocks),
        "luck": attrs.asdict(found) if found is not None else None,
        "shares": [attrs.asdict(one) for one in shares],
        "start": [attrs.asdict(one) for one in values],
        "seats": attrs.asdict(judgement) if judgement is not None else None,
    }
    report = plain(report)
    shown = csv_table.put(csv, _rows(report))
    if json:
        common.emit(report)
    elif not shown:
        _summary(report, shares, judgement)
    forfeited([game for row in whole for game in row["played"]])
    for row in (failed := [row for row in rows if "error" in row])[:10]:
        common.note(f"block {row['block']} with seed {row['seed']} failed: {row['error']}")
    if len(failed) > 10:
        common.note(f"... and {len(failed) - 10} more")
    run.end(report, bool(failed))


def _rows(report: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a row for each seat, in the order of play, each stream and each start resource."""
    if seats := report["seats"]:
        for n, (share, (low, high)) in enumerate(zip(seats["gap"]["seats"], seats["intervals"]), 1):
            yield {"what": "seat", "name": n, "measure": "win", "value": share, "low": low, "high": high}
    for one in report["shares"]:
        more = {key: one[key] for key in ("total", "total_low", "total_high")}
        value = {"measure": one["measure"], "value": one["first"], "low": one["low"], "high": one["high"]}
        yield {"what": "stream", "name": one["stream"], **value, **more}
    for one in report["start"]:
        value = {"measure": one["measure"], "value": one["gain"], "low": one["low"], "high": one["high"]}
        yield {"what": "start", "name": f"{one['name']}+{one['amount']}", **value}


def _work(rules: Rules, bots: str | None, players: int | None, blocks: int) -> StreamWork:
    """Return what is to be played; UsageError if the number of bots does not fit the number of players."""
    from ... import bots as made
    from ...lab.games.frozen_streams import StreamWork
    from ...simulation import games as runs
    from ..shared.seats import rivals

    asked = bots or ("greedy" if rules.game.choices is not None else "random")
    chosen = bots_of(asked, rules, players, rules.game.fewest(2))
    rules.blank(len(chosen))
    rivals(rules, len(chosen), "luck by seats and leads")
    for text in dict.fromkeys(chosen):
        made.tried(text, rules, len(chosen))
    plan = attrs.evolve(runs.SimulationPlan.of(rules), bots=tuple(chosen))
    return StreamWork(plan=plan, blocks=blocks)


def _summary(report: dict[str, Any], shares: Sequence[VarianceShare], seats: Seats | None) -> None:
    from ...bots.levels import bot

    bots = ", ".join(map(common.bot_shown, report["bots"]))
    common.paragraph(
        f"{report['game']}: {report['blocks']} seeds from {report['seed']}, {bots}, {report['seconds']:.1f} s, "
        f"options {report['option_hash']}"
    )
    if said := marked(report, "blocks"):
        common.say(said)
    if seats is None:
        return
    common.say()
    for line in _seated(seats):
        common.paragraph(line)
    common.paragraph(_ahead(seats))
    found = report["luck"]
    if found is None and not any("learned" in bot(text) for text in report["bots"]):
        common.paragraph(
            "These bots have not learned the game: among players who have, another seat may be ahead. Ask them too "
            "(--bots learned), and the bots that play like you."
        )
    if found is None:
        return
    common.say()
    common.say(f"of a seed's games{' ' * 25}here  by lot")
    common.say(f"entropy of the winner (bits){_pair(found, 'entropy')}")
    common.say(f"span of seat 1's lead (points){_pair(found, 'span', 2)}")
    common.say(f"the same, trimmed{_pair(found, 'trimmed', 15)}")
    common.say("by lot: the same figures when the games are dealt to the seeds at random")
    listed = found["outliers"]
    common.say()
    common.say(f"seeds that stand out: {len(listed) or 'none'}")
    for one in listed[:5]:
        common.say(f"  {one['seed']}: seat 1 leads by {one['lead']:+.1f} ({one['distance']:+.1f} MAD)")
        common.say(f"    {one['command']}")
    _variance(shares)
    if report["start"]:
        common.say()
    for one in report["start"]:
        said = {"lead": "points of lead", "win": "of a victory"}[one["measure"]]
        with_more = f"beginning with {one['name']} {one['amount']:+d} is worth"
        if one["low"] is None:
            common.say(
                f"{with_more} {one['gain']:+.3f} {said}; all seeds are alike, so that nothing bounds it"
            )
        elif one["low"] <= 0 <= one["high"]:
            common.say(
                f"{with_more} what cannot be told from noise: {one['low']:+.3f} to {one['high']:+.3f} {said}"
            )
        else:
            common.say(f"{with_more} {one['gain']:+.3f} {said} [{one['low']:+.3f}, {one['high']:+.3f}]")


def _seated(seats: Seats) -> Iterator[str]:
    """Yield what is known of the seats as lines."""
    gap = seats.gap
    yield "win share by seat, from the first to move [all together 95 %]:"
    for n, (share, (low, high)) in enumerate(zip(gap.seats, seats.intervals, strict=True), 1):
        yield f"seat {n}  {100 * share:5.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
    if gap.low > 0:
        yield f"largest gap: {_pp(gap.seen)} (points of percentage) [{100 * gap.low:.1f}, {100 * gap.high:.1f}]"
    else:
        yield f"largest gap: {_pp(gap.seen)} (points of percentage), not told from noise, at most {_pp(gap.high)}"
    if seats.margin is None:
        return
    equal = f"equal within {_pp(seats.margin)}"
    if seats.verdict == "equivalent":
        yield f"equivalent: the seats are {equal}; with 95 % the gap is at most {_pp(gap.highest)}"
    elif seats.verdict == "differs":
        more = "more than" if gap.low > seats.margin else "which may be more or less than"
        yield (
            f"differs: the seats are not equal; the gap is {_pp(gap.low)} to {_pp(gap.high)}, "
            f"{more} the margin of {_pp(seats.margin)}"
        )
    else:
        more = f"about {seats.needed:,} blocks would tell".replace(",", GLUE)
        yield (
            f"not resolved if the seats are {equal}: with 95 % the gap is at most {_pp(gap.highest)}; "
            f"{more if seats.needed is not None else 'no number of blocks is sure to tell'}"
        )


def _ahead(seats: Seats) -> str:
    """Return who is ahead, as an answer."""
    shares = seats.gap.seats
    best, last = (pick(range(len(shares)), key=shares.__getitem__) for pick in (max, min))
    even = f"{100 / len(shares):.1f}{GLUE}% would be even"
    if seats.gap.low > 0:
        return (
            f"So seat {best + 1} in the order of play is ahead with {100 * shares[best]:.1f}{GLUE}% of the "
            f"victories, and seat {last + 1} is behind with {100 * shares[last]:.1f}{GLUE}%; {even}."
        )
    more = (
        ""
        if seats.needed is None or seats.margin is not None
        else f"; about {seats.needed:,} blocks would tell"
    )
    return f"So it is not known whether any seat is ahead; {even}{more.replace(',', GLUE)}."


def _pp(share: float) -> str:
    """Return a share in points of percentage, as one word of a paragraph."""
    return f"{100 * share:.1f}{GLUE}pp"


def _pair(found: dict[str, Any], name: str, short: int = 4) -> str:
    """Return a number and its value by lot, aligned as columns."""
    here, lot = (
        "-" if value is None else f"{value:.2f}" for value in (found[name], found.get(f"{name}_by_lot"))
    )
    return f"{here:>{14 + short}}  {lot:>6}"


def _variance(shares: Sequence[VarianceShare]) -> None:
    """Print a table of the shares, a row for each stream and a column for each measure."""
    from ...lab.stats.variance import MEASURES, TOGETHER

    streams = list(dict.fromkeys(one.stream for one in shares))
    by = {(one.stream, one.measure): one for one in shares}
    known = [name for name in streams if any(by[name, one].total is not None for one in MEASURES)]
    idle = [name for name in known if not any(_moves(by[name, one]) for one in MEASURES)]
    noise = [
        name for name in streams if name not in idle and not any(_told(by[name, one]) for one in MEASURES)
    ]
    streams = [name for name in streams if name not in idle and name not in noise]
    wide = max(map(cell_len, [*streams, "stream"]))
    common.say()
    common.say("shares of the variance in per cent:")
    if streams:
        common.say("alone [95 %]; including effects together with other streams; - : nothing can be said")
        for said in _untold([one for one in shares if one.stream in streams]):
            common.say(said)
        if any(one.first is not None and one.low is None for one in shares if one.stream in streams):
            common.say(f"[{UNBOUNDED}]: not bounded by so few seeds, or by seeds that are all alike")
    # As wide as a narrow terminal.
    for pair in (("margin", "winner_score"), ("lead", "win")) if streams else ():
        common.say(f"{'stream':<{wide}}" + "".join(f"{MEASURES[measure]:>26}" for measure in pair))
        for stream in streams:
            common.say(
                ljust(stream, wide) + "".join(f"{_share(by[stream, measure]):>26}" for measure in pair)
            )
    if idle:
        common.say(f"streams that changed nothing in these seeds: {', '.join(idle)}")
    if noise:
        common.say(f"not told from noise, with so few seeds: {', '.join(noise)}")
    if TOGETHER in streams:
        common.say(f"{TOGETHER}: what no stream does alone")


def _untold(shares: Sequence[VarianceShare]) -> Iterator[str]:
    """Yield lines on what so few seeds do not tell; none if all is told."""
    known = [one for one in shares if one.first is not None]
    open_ = [one for one in known if one.low is not None and one.low <= 0]
    if open_:
        yield f"in {len(open_)} of {len(known)} places what a stream does alone is not told from noise: there"
        yield "stands what it does together with others [95 %], or a bound; four times the"
        yield "seeds would halve the intervals"


def _moves(one: VarianceShare) -> bool:
    """Return whether the stream changes anything, rounding errors aside."""
    return one.total is not None and abs(one.total) > 1e-9


def _told(one: VarianceShare) -> bool:
    """Return whether the stream's share, alone or with others, can be told from noise."""
    ends = ((one.first, one.low), (one.total, one.total_low))
    return any((share if low is None else low) > 0 for share, low in ends if share is not None)


def _share(one: VarianceShare) -> str:
    """Return a share as `17 [2, 34]; 60`: alone, its interval, and including effects together.

    What it does alone is left out if that cannot be told from noise: `60 together`; and if nothing can, it is bounded:
    `at most 34`.
    """
    if one.first is None:
        return "-"
    if one.low is not None and one.high is not None and one.low <= 0:
        if one.total is None or one.total_low is None or one.total_high is None or one.total_low <= 0:
            return _at_most(min(one.high, one.total_high) if one.total_high is not None else one.high)
        return f"{100 * one.total:.0f} [{100 * one.total_low:.0f}, {100 * one.total_high:.0f}] together"
    if one.low is None or one.high is None:
        alone = f"{100 * one.first:.0f} [{UNBOUNDED}]"
    else:
        alone = f"{100 * one.first:.0f} [{100 * one.low:.0f}, {100 * one.high:.0f}]"
    if one.total is None:
        return alone
    bounded = one.total_low is not None and one.total_high is not None and one.total_low <= 0
    return f"{alone}; {_at_most(one.total_high or 0.0) if bounded else f'{100 * one.total:.0f}'}"


def _at_most(high: float) -> str:
    return f"{UNTOLD}{100 * high:.0f}" if high < 1 else "-"
