"""A comparison from its plan to its findings: the pilot, the remaining blocks, the analysis."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import attrs

from ...base.version import __version__
from ...rules.handicap import OWNER
from ...simulation.workers import late_interrupts
from ..games.bans import restricted
from ..games.block import rows as play_rows
from ..games.engine import Engine, engine
from ..games.store import RunFolder
from ..games.tabulate import Game, Row, table, whole
from ..games.variants import differing
from ..stats.analysis import analyse
from ..stats.block_table import NAN, Analysis, BlockTable, SequentialResult
from ..stats.seed_share import Luck, bundle, luck
from ..stats.sequential import Sequential
from ..stats.trainings import averaged, judged
from ..texts import text
from .audit import audit, lost_blocks
from .covariates import Gain, adjusted, gain_lines
from .crew import Crew, Declined
from .findings import Arm, Audit, Divergence, Findings
from .forecast import forecast
from .notable import command as replaying
from .notable import watch
from .plan import AGAIN, ComparisonPlan
from .question import question
from .relearning import pupils, relearned
from .remarks import method
from .screening import screened

BATCH = 10
"""Blocks between the looks of a sequential test."""


class PlayedBlocks(NamedTuple):
    """The blocks played."""

    rows: Sequence[Row]
    """All blocks in order."""
    path: SequentialResult | None
    """The outcome of a sequential test."""
    seconds: float
    """Wall time of the blocks, without start-up and questions; for blocks of an earlier run as if all its processes had
    been busy throughout."""


class PlayHalted(KeyboardInterrupt):
    """The run was interrupted after these blocks."""

    def __init__(self, played: PlayedBlocks) -> None:
        super().__init__(played)
        self.played = played


def play(plan: ComparisonPlan, crew: Crew[RunFolder]) -> PlayedBlocks:
    """Play all blocks of the plan except those in the crew's store. Raises `Declined` if the forecast is declined, and
    `PlayHalted` at an interruption."""
    rows: list[Row] = list(crew.store.rows) if crew.store is not None else []
    try:
        return _played(plan, crew, rows)
    except KeyboardInterrupt as stop:
        raise PlayHalted(PlayedBlocks(rows, None, _took(rows))) from stop


def _played(plan: ComparisonPlan, crew: Crew[RunFolder], rows: list[Row]) -> PlayedBlocks:
    crew.progress(len(rows))
    earlier = _took(rows)
    with engine(crew.engine, plan.work(crew.failed), crew.workers) as playing:
        began, held = time.perf_counter(), len(rows)
        if plan.sequential:
            path = _until_decided(plan, crew, playing, rows)
            _safe(crew)
            return PlayedBlocks(rows, path, earlier + time.perf_counter() - began)
        _more(crew, playing, rows, plan.spec.pilot)
        seconds = time.perf_counter() - began
        if held < plan.blocks:
            pilot = table(rows[: plan.spec.pilot], plan.names, plan.metrics)
            promise = forecast(plan, pilot, seconds, len(rows) - held, plan.blocks - len(rows))
            if not crew.agreed(promise):
                raise Declined
        began = time.perf_counter()
        _more(crew, playing, rows, plan.blocks)
        if plan.fresh:
            _more(
                crew,
                playing.playing(partial(play_rows, best(plan, rows).work(crew.failed))),
                rows,
                plan.fresh.stop,
            )
        _safe(crew)
        return PlayedBlocks(rows, None, earlier + seconds + time.perf_counter() - began)


def best(plan: ComparisonPlan, rows: Sequence[Row]) -> ComparisonPlan:
    """Return the plan of the base and the best few of a screening, as its blocks say which they are."""
    assert plan.screen is not None
    wanted = {name: plan.metrics[name] for name in plan.screen.judged_by(plan.spec)}
    seen = table(rows[: plan.blocks], plan.names, wanted)
    return plan.few(plan.screen.chosen(seen, plan.spec))


def _took(rows: Sequence[Row]) -> float:
    return float(sum(row["seconds"] for row in rows)) / max(len({row["worker"] for row in rows}), 1)


def _more(crew: Crew[RunFolder], playing: Engine, rows: list[Row], end: int) -> None:
    for row in playing.rows(len(rows), end, crew.progress):
        _kept(crew, rows, row)


def _kept(crew: Crew[RunFolder], rows: list[Row], row: Row) -> None:
    with late_interrupts():
        if crew.store is not None:
            crew.store.add(row)
        rows.append(row)


def _safe(crew: Crew[RunFolder]) -> None:
    if crew.store is not None:
        crew.store.flush()


def _until_decided(
    plan: ComparisonPlan, crew: Crew[RunFolder], playing: Engine, rows: list[Row]
) -> SequentialResult:
    """Play blocks until the test decides or reaches its cap; blocks from the store are tested first."""
    [metric] = plan.spec.primary
    base, other = plan.names
    test = Sequential(
        metric=metric,
        variant=other,
        effect=plan.effect,
        alpha=plan.spec.alpha,
        beta=1 - plan.spec.power,
        batch=min(BATCH, plan.blocks),
        cap=plan.blocks,
    )

    def decided(row: Row) -> bool:
        seen = table([row], plan.names, {metric: plan.metrics[metric]})
        test.add(seen.means[other, metric, ""] - seen.means[base, metric, ""])
        return test.decision is not None

    for at, row in enumerate(rows):
        if decided(row):
            del rows[at + 1 :]
            return test.path()
    with closing(playing.rows(len(rows), plan.blocks, crew.progress)) as coming:
        for row in coming:
            _kept(crew, rows, row)
            if decided(row):
                break
    return test.path()


def findings(
    plan: ComparisonPlan,
    played: PlayedBlocks,
    *,
    command: str,
    lang: str = "en",
    folder: Path | None = None,
) -> Findings:
    """Gather everything in the report from the blocks played, of a screening also from the fresh ones of its best.

    Records of games to watch go to the run's folder.
    """
    if plan.screen is None:
        return _gathered(plan, played, command, lang, folder)
    found = _gathered(plan, played._replace(rows=played.rows[: plan.blocks]), command, lang, None, False)
    fresh = None
    if rows := played.rows[plan.blocks :]:
        few = best(plan, played.rows)
        fresh = _gathered(few, PlayedBlocks(rows, None, played.seconds), command, lang, folder)
        # The seed of its first block, after which others are free.
        fresh = attrs.evolve(fresh, seed=plan.seed + plan.fresh.start)
        found = attrs.evolve(
            found,
            watch=fresh.watch,
            deviations=[*found.deviations, *fresh.deviations],
            audit=attrs.evolve(
                found.audit,
                failures=[*found.audit.failures, *fresh.audit.failures],
                games={name: n + fresh.audit.games.get(name, 0) for name, n in found.audit.games.items()},
            ),
        )
    return attrs.evolve(found, screening=screened(plan.screen, found.table, plan.spec, fresh))


def _gathered(
    plan: ComparisonPlan,
    played: PlayedBlocks,
    command: str,
    lang: str,
    folder: Path | None,
    watched: bool = True,
) -> Findings:
    """Gather the report of these blocks; games to watch are left out unless `watched`."""
    rows, path, seconds = played
    seen, gains = table(rows, plan.names, plan.metrics), list[Gain]()
    if plan.adaptation is not None:
        seen = attrs.evolve(seen, trainings=tuple(map(plan.training, seen.blocks)))
    if plan.covariates:
        seen, gains = adjusted(seen, plan.rules[0], plan.players, plan.covariates, plan.seed)
    made = plan.adaptation
    return Findings(
        question=question(plan),
        arms=[
            Arm.of(one, rules, plan.rules[0], made.trained(one.name) if made is not None else "")
            for one, rules in zip(plan.variants, plan.rules, strict=True)
        ],
        players=plan.players,
        panel=plan.casts,
        spec=plan.spec,
        plan=plan.stated(),
        plan_hash=plan.hash,
        deviations=list(deviations(plan, rows)),
        seed=plan.seed,
        command=command,
        version=__version__,
        seconds=seconds,
        table=seen,
        analysis=_analysis(plan, seen, path),
        divergences=list(divergences(plan, rows)),
        audit=_audit(plan, rows),
        watch=watch(plan, rows, seen, lang, folder) if watched else (),
        restricted=restricted(rows, plan.names, plan.spec.alpha, seen.trainings),
        luck=list(lucks(plan, rows)),
        stopped=_stopped(path),
        trainings=len(made.seeds) if made is not None else 0,
        pupils=list(pupils(plan)),
        relearned=list(relearned(plan, rows)) if made is not None else (),
        aa=_again(plan, rows) if plan.aa else None,
        gains=gains,
        limits=[*limits(plan), *gain_lines(plan.covariates, gains, plan.spec.primary)],
    )


def _analysis(plan: ComparisonPlan, seen: BlockTable, path: SequentialResult | None) -> Analysis:
    found = analyse(seen, plan.spec)
    if plan.factors is not None:
        from ..stats.factorial import effects

        among = attrs.evolve(seen, variants=tuple(one for one in seen.variants if one in plan.factors))
        among = averaged(among) if among.trainings else among
        found = attrs.evolve(found, effects=effects(among, plan.spec, plan.factors))
    if path is None:
        return judged(found, seen)
    # The verdict is the sequential test's. After early stopping an ordinary test of any metric would be invalid.
    untested: dict[str, Any] = dict.fromkeys(("p", "adjusted", "low90", "high90"), NAN)
    untested |= dict.fromkeys(("p_rank", "p_equivalent", "needed", "skewed"), None)
    primary = attrs.evolve(
        found.of(path.variant, path.metric),
        verdict=path.decision,
        difference=path.estimate,
        low=path.low,
        high=path.high,
        interval="none",
        bounded=False,
        uncorrected=False,
        **untested,
    )
    return attrs.evolve(found, results=[primary], shifts=(), interactions=(), paths=(path,))


def _audit(plan: ComparisonPlan, rows: Sequence[Row]) -> Audit:
    """Audit all arms; failures name the bots as they are made."""
    if plan.adaptation is None:
        return audit(rows, plan.names)
    found = audit(rows, (*plan.names, *plan.adaptation.duels))
    trained = {side.variant.name: side.texts for side in plan.work("").sides}
    failures = []
    for one in found.failures:
        texts = trained[one.variant][plan.training(one.block)]
        bots = {who: texts.get(bot, bot) for who, bot in one.bots.items()}
        failures.append(attrs.evolve(one, bots=bots))
    return attrs.evolve(found, failures=failures)


def _again(plan: ComparisonPlan, rows: Sequence[Row]) -> dict[str, float]:
    """Return for each metric the p of the base against itself on other blocks."""
    seen = table(rows, (plan.names[0], AGAIN), plan.metrics)
    return {one.metric: one.p for one in analyse(seen, plan.spec).results if not one.part}


def divergences(plan: ComparisonPlan, rows: Sequence[Row]) -> Iterator[Divergence]:
    """Yield for each variant when its games began to differ from the base's, and who decided otherwise."""
    base = plan.names[0]
    points = {f"{OWNER}.{place + 1}" for place in range(plan.players)}
    for name, rules in zip(plan.names[1:], plan.rules[1:], strict=True):
        pairs = [
            pair
            for row in rows
            if whole(row["arms"][name]) and whole(row["arms"][base])
            for pair in zip(row["arms"][base], row["arms"][name], strict=True)
        ]
        parted = [other["parted"] for _, other in pairs if other["parted"] is not None]
        # Blocks of a run that an earlier version began do not say who reacted.
        gain_lines = [(mine, other) for mine, other in pairs if "reacted" in other]
        scores_only = [
            other["parted"] is not None
            and other["reacted"] is None
            and other["decisions"] == mine["decisions"]
            for mine, other in gain_lines
        ]
        yield Divergence(
            variant=name,
            handicap=set(differing(plan.rules[0], rules)) <= points,
            never=1 - len(parted) / len(pairs) if pairs else 0.0,
            median_round=float(statistics.median(parted)) if parted else None,
            games=len(gain_lines),
            scores_only=sum(scores_only) / len(gain_lines) if gain_lines else 0.0,
            reacted=_reacted([other for _, other in gain_lines]),
        )


def _reacted(games: Sequence[Game]) -> dict[str, float]:
    """Return by bot the share of the games with it in which it was the first to decide otherwise."""
    found: dict[str, float] = {}
    for bot in sorted({bot for game in games for bot in game["bots"]}):
        mine = [game for game in games if bot in game["bots"]]
        firsts = [game["reacted"] is not None and game["bots"][game["reacted"]] == bot for game in mine]
        found[bot] = sum(firsts) / len(mine)
    return found


def lucks(plan: ComparisonPlan, rows: Sequence[Row]) -> Iterator[Luck]:
    """Yield the influence of seats and seeds under each variant that has whole blocks."""
    base = plan.names[0]
    for name, rules in zip(plan.names, plan.rules, strict=True):
        used = [row for row in rows if whole(row["arms"][name]) and whole(row["arms"][base])]
        # Blocks of a run that an earlier version began do not say who begins.
        used = [row for row in used if all("first" in game for game in row["arms"][name])]
        found = luck(name, [bundle(row["seed"], row["cast"], row["arms"][name]) for row in used])
        if found is not None:
            games = {row["seed"]: row["arms"][name][0] for row in used}
            unusual = {one.seed: replaying(plan, name, games[one.seed]) for one in found.outliers}
            yield attrs.evolve(found.commanded(unusual), unit=rules.counted() or "points")


def deviations(plan: ComparisonPlan, rows: Sequence[Row]) -> Iterator[str]:
    """Yield sentences on how the run departed from its plan."""
    for variant, blocks in lost_blocks(rows, plan.names).items():
        yield f"{blocks} of {len(rows)} blocks were left out for {variant} because games in them failed"


def limits(plan: ComparisonPlan) -> Iterator[str]:
    """Yield sentences on what was not tested."""
    panel = "; ".join(", ".join(dict.fromkeys(cast)) for cast in plan.casts)
    yield f"Only bots played ({panel}). They cannot show what they do not see or try, and people play differently."
    yield f"Only games with {plan.players} players were played."
    if plan.adaptation is not None:
        many = len(plan.adaptation.seeds)
        yield text("limits.training", n=many, budget=plan.adaptation.budget)
    if plan.content is None and not plan.sequential:
        yield from method(plan.blocks, plan.casts, plan.spec.alpha)
    if plan.position is not None:
        yield f"All games began from the position of {plan.start}, not from the beginning."
    if len({bot for cast in plan.casts for bot in cast}) == 1:
        yield "All seats had the same bot, so this run cannot say if an effect depends on skill."
    only = [name for name in plan.metrics if any(name not in names for names in plan.measured)]
    only = [name for name in only if plan.metrics[name].group != "sources"]
    if only:
        yield f"Not compared because some variants do not have them: {', '.join(only)}."
    yield from plan.unlike.values()


def _stopped(path: SequentialResult | None) -> str:
    if path is None:
        return ""
    blocks = path.looks[-1][0] if path.looks else 0
    if path.least > path.cap:
        return f"the block differences are so skewed that a look takes {path.least} blocks, and the cap is {path.cap}"
    if path.decision == "not resolved":
        return f"the cap of {path.cap} blocks was reached before either bound"
    bound = "upper" if path.decision == "differs" else "lower"
    return f"the test reached its {bound} bound after {blocks} blocks"
