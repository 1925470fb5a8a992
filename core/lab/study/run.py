"""A comparison from its plan to its findings: the pilot, the remaining blocks, the analysis."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs

from ...base.version import __version__
from ...meters.pace import pace_of
from ...rules.handicap import OWNER
from ..games.bans import restricted
from ..games.tabulate import Game, Row, table, whole
from ..games.variants import AGAIN, differing
from ..stats.analysis import analyse
from ..stats.block_table import NAN, Analysis, BlockTable, SequentialResult, Spec
from ..stats.seed_share import Luck, bundle, luck
from ..stats.trainings import averaged, judged
from ..stats.trend import trends
from ..texts import text
from .audit import audit, lost_blocks
from .bot_shares import by_bot
from .covariates import Gain, adjusted, gain_lines
from .findings import Arm, Audit, Divergence, Findings
from .notable import command as replaying
from .notable import watch
from .plan import ComparisonPlan
from .play import PlayedBlocks, best
from .question import question
from .relearning import pupils, relearned
from .remarks import method
from .screening import screened
from .seat_effects import seat_effects
from .skill import pairs as skill_pairs
from .sums import Summed


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
    rows, path, seconds, sums, reused = played
    seen = sums.table if sums is not None else table(rows, plan.names, plan.metrics)
    made, gains = plan.adaptation, list[Gain]()
    arms = (*plan.names, *(made.duels if made is not None else ()))
    checked = sums.audit if sums is not None else audit(rows, arms)
    if made is not None:
        seen = attrs.evolve(seen, trainings=tuple(map(plan.training, seen.blocks)))
    spec = plan.spec
    if path is None and plan.screen is None:
        seen, spec = by_bot(seen, spec)
    if plan.covariates:
        seen, gains = adjusted(seen, plan.rules[0], plan.players, plan.covariates, plan.seed)
    return Findings(
        question=question(plan),
        arms=[
            Arm.of(one, rules, plan.rules[0], made.trained(one.name) if made is not None else "")
            for one, rules in zip(plan.variants, plan.rules, strict=True)
        ],
        players=plan.players,
        panel=plan.casts,
        spec=spec,
        plan=plan.stated(),
        plan_hash=plan.hash,
        deviations=list(deviations(plan, checked, plan.blocks if sums is not None else len(rows))),
        seed=plan.seed,
        command=command,
        version=__version__,
        seconds=seconds,
        reused=reused,
        table=seen,
        analysis=_analysis(plan, seen, spec, path),
        divergences=list(divergences(plan, rows)),
        audit=named(plan, checked),
        watch=watch(plan, rows, sums.first if sums is not None else seen, lang, folder) if watched else (),
        restricted=restricted(rows, plan.names, plan.spec.alpha, seen.trainings),
        luck=list(lucks(plan, rows)),
        stopped=_stopped(path),
        trainings=len(made.seeds) if made is not None else 0,
        trends=trends(seen, spec),
        pupils=list(pupils(plan)),
        relearned=list(relearned(plan, rows)) if made is not None else (),
        aa=_again(plan, rows, sums) if plan.aa else None,
        gains=gains,
        seat_effects=seat_effects(seen, plan.spec, plan.factors) if plan.factors is not None else (),
        skill=skill_pairs(seen, plan.casts, plan.spec),
        limits=[*limits(plan, sums), *gain_lines(plan.covariates, gains, plan.spec.primary)],
    )


def _analysis(plan: ComparisonPlan, seen: BlockTable, spec: Spec, path: SequentialResult | None) -> Analysis:
    found = analyse(seen, spec)
    if plan.factors is not None:
        from ..stats.factorial import effects

        among = attrs.evolve(seen, variants=tuple(one for one in seen.variants if one in plan.factors))
        among = averaged(among) if among.trainings else among
        found = attrs.evolve(found, effects=effects(among, spec, plan.factors))
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


def named(plan: ComparisonPlan, found: Audit) -> Audit:
    """Return the audit with failures that name the bots as they are made."""
    if plan.adaptation is None:
        return found
    trained = {side.variant.name: side.texts for side in plan.work("").sides}
    failures = []
    for one in found.failures:
        texts = trained[one.variant][plan.training(one.block)]
        bots = {who: texts.get(bot, bot) for who, bot in one.bots.items()}
        failures.append(attrs.evolve(one, bots=bots))
    return attrs.evolve(found, failures=failures)


def _again(plan: ComparisonPlan, rows: Sequence[Row], sums: Summed | None) -> dict[str, float]:
    """Return for each metric the p of the base against itself on other blocks."""
    seen = sums.again if sums is not None else table(rows, (plan.names[0], AGAIN), plan.metrics)
    assert seen is not None
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
    """Yield the influence of seats and seeds under each variant that has whole blocks, unless all play together."""
    base = plan.names[0]
    for name, rules in zip(plan.names, plan.rules, strict=True):
        if not rules.game.sides(plan.players).rivals:
            continue
        used = [row for row in rows if whole(row["arms"][name]) and whole(row["arms"][base])]
        # Blocks of a run that an earlier version began do not say who begins.
        used = [row for row in used if all("first" in game for game in row["arms"][name])]
        found = luck(name, [bundle(row["seed"], row["cast"], row["arms"][name]) for row in used])
        if found is not None:
            games = {row["seed"]: row["arms"][name][0] for row in used}
            unusual = {one.seed: replaying(plan, name, games[one.seed]) for one in found.outliers}
            yield attrs.evolve(found.commanded(unusual), unit=rules.counted() or "points")


def deviations(plan: ComparisonPlan, found: Audit, played: int) -> Iterator[str]:
    """Yield sentences on how a run of so many blocks departed from its plan."""
    for variant, blocks in lost_blocks(found.failures, plan.names).items():
        yield f"{blocks} of {played} blocks were left out for {variant} because games in them failed"


def limits(plan: ComparisonPlan, sums: Summed | None = None) -> Iterator[str]:
    """Yield sentences on what was not tested."""
    if sums is not None:
        bundles, first = len(sums.table.blocks), len(sums.first.blocks)
        yield text("limits.bundles", blocks=f"{plan.blocks:,}", bundles=f"{bundles:,}", first=f"{first:,}")
    panel = "; ".join(", ".join(dict.fromkeys(cast)) for cast in plan.casts)
    yield f"Only bots played ({panel}). They cannot show what they do not see or try, and people play differently."
    yield f"Only games with {plan.players} players were played."
    if "minutes" in plan.spec.primary:
        for said in dict.fromkeys(pace_of(rules).rests_on for rules in plan.rules):
            yield text("limits.minutes", rests_on=said.rstrip("."))
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
    if path.drifting:
        return f"the block differences have a trend, so the test ended undecided after {blocks} blocks"
    if path.decision == "not resolved":
        return f"the cap of {path.cap} blocks was reached before either bound"
    bound = "upper" if path.decision == "differs" else "lower"
    return f"the test reached its {bound} bound after {blocks} blocks"
