"""From a request to a plan: every name is looked up and every number checked before a game is played."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, TypeVar

import attrs

from ... import bots as made
from ...base import limits
from ...base.errors import TilewrightError, UsageError
from ...bots import levels
from ...meters.metrics import LISTED, Metric
from ...meters.registry import metrics_of
from ...play.start import begin
from ...record.validation import admitted
from ...rules.assembly import load
from ...rules.ruleset import Rules
from ...text.folder import SHIPPED
from ...text.strict import Slips, near
from ..games.duels import METRIC as SKILL_METRIC
from ..games.duels import SKILL
from ..games.engine import checked
from ..games.kept_plan import VERSION, planned_there
from ..games.store import REQUEST, seed_of
from ..games.variants import Variant, every_change, factorial, variant
from ..stats.block_table import MOST_PRIMARY, Spec
from ..stats.sequential import check as check_sequential
from .adaptation import PUPIL, check, pupil
from .covariates import chosen
from .metric_shapes import united
from .plan import BLOCKS, CAP, EFFECT, PILOT, USUAL, ComparisonPlan
from .request import read
from .requests import ComparisonRequest, ContentRequest, StudyRequest
from .screen import Swept, screen_of, swept
from .skill import MOST as MOST_SKILLED
from .skill import casts as skill_casts
from .stated import named, shared

P = TypeVar("P")


def planned(asked: ComparisonRequest, drawn: Callable[[], int]) -> tuple[ComparisonRequest, ComparisonPlan]:
    """Make the plan of a comparison; its seed is the one given, else that of the run in its folder, else `drawn`.

    Returns it with what was asked, completed by the rules of the position that the games begin from.
    """
    position, seats = None, None
    if asked.from_ is not None:
        asked, position, seats = _positioned(asked)
    return asked, begun(asked, lambda seed: made_of(asked, seed, position, seats), drawn)


def begun(
    asked: ComparisonRequest | ContentRequest, make: Callable[[int], ComparisonPlan], drawn: Callable[[], int]
) -> ComparisonPlan:
    """Make a plan as `seeded` does; a run that an older version began goes on without the metrics that are new."""
    plan = seeded(asked, make, drawn)
    begun_there = planned_there(Path(asked.out)) if asked.out is not None else {}
    if begun_there and "holders" not in begun_there:
        plan = attrs.evolve(plan, holders=False)
    if asked.out is None or asked.metrics is not None:
        return plan
    kept, request = planned_there(Path(asked.out)).get("metrics"), Path(asked.out) / REQUEST
    new = [name for name in plan.metrics if name not in (kept or plan.metrics)]
    chosen = os.path.isfile(request) and read(type(asked), request)[0].metrics is not None
    if not kept or not new or chosen or {*new} & {*plan.spec.primary}:
        return plan
    said = "{} is left out: it is new since this run was begun; another folder would have it."
    return attrs.evolve(
        plan,
        metrics={name: plan.metrics[name] for name in kept if name in plan.metrics},
        measured=tuple(tuple(name for name in names if name not in new) for names in plan.measured),
        unlike={**plan.unlike, **{name: said.format(name) for name in new}},
    )


def seeded(asked: StudyRequest, make: Callable[[int], P], drawn: Callable[[], int]) -> P:
    """Make a plan with the seed asked for, else with that of the run in the folder, else with the one that is drawn.

    It names the version that began that run, so that its hash stays the one that was fixed before the first game.

    UsageError if there is no such engine.
    """
    checked(asked.engine or "local")
    seed = asked.seed
    if seed is None and asked.out is not None:
        seed = seed_of(Path(asked.out))
    if seed is None:
        # Drawn last, so that mistakes elsewhere are reported before a seed is printed.
        make(0)
        seed = drawn()
    if seed < 0:
        raise UsageError(f"--seed {seed}: the seed of a run is 0 or more")
    plan: Any = make(seed)
    version = planned_there(Path(asked.out)).get(VERSION) if asked.out is not None else None
    made: P = attrs.evolve(plan, version=version) if isinstance(version, str) else plan
    return made


def _positioned(asked: ComparisonRequest) -> tuple[ComparisonRequest, Mapping[str, Any], int]:
    """Return what was asked with the rules of the `--from` position filled in, the position, its number of players."""
    assert asked.from_ is not None
    if asked.game is None:
        raise UsageError("name the game whose variants are to be compared")
    found = begin(asked.from_, asked.game, asked.with_ or (), asked.edition, asked.set_, asked.data)
    if found.script:
        raise UsageError(
            "--from: a scene with scripted draws can begin only one game; remove its draws to compare"
        )
    rules = found.rules
    modules = [module.name for module in rules.modules]
    plain = load(asked.game, modules, {}, rules.edition, rules.data_folder).option_values
    changed = {name: value for name, value in rules.option_values.items() if plain.get(name) != value}
    settings = {name: str(value) for name, value in {**changed, **rules.overridden}.items()}
    asked = attrs.evolve(
        asked, with_=modules, edition=rules.edition, set_=settings, data=rules.data_folder or SHIPPED
    )
    return asked, found.state.to_dict(), len(found.state.seats)


def made_of(
    asked: ComparisonRequest, seed: int, position: Mapping[str, Any] | None = None, seats: int | None = None
) -> ComparisonPlan:
    """Make the plan and check every name in it; `position` (of `seats` players) is where games begin."""
    variants, factors, swept_values = _variants(asked)
    rules = tuple(one.rules() for one in variants)
    adapting = asked.adapt is not None or asked.adapt_budget is not None
    casts = _casts(asked, rules, seats, adapting)
    if adapting:
        check(variants, rules, casts, bool(asked.sequential))
    players = len(casts[0])
    for one, ruleset in zip(variants, rules, strict=True):
        if position is None:
            ruleset.blank(players)
        for text in dict.fromkeys(text for cast in casts for text in cast):
            # The players of --adapt are trained later; until then anybody stands for them.
            stands = f"random{text[len(PUPIL) :]}" if adapting and pupil(text) else text
            made.tried(stands, ruleset, players)
        if position is None:
            continue
        try:
            admitted(ruleset, position)
        except Slips as slips:
            raise UsageError(
                f"--from: the position does not exist under variant {one.name}: {slips}"
            ) from slips
    metrics, measured, unlike = _metrics(asked, variants, rules)
    sequential = bool(asked.sequential)
    blocks = asked.blocks if asked.blocks is not None else CAP if sequential else BLOCKS
    limits.narrow(seed)
    limits.within("--blocks", blocks, limits.GAMES)
    if asked.workers is not None:
        limits.within("--workers", asked.workers, limits.WORKERS, 1)
    if blocks < 2:
        raise UsageError(f"--blocks {blocks}: a comparison needs at least two blocks")
    usual = (SKILL,) if asked.skill else _usual(metrics, measured)
    screen = screen_of(asked, len(variants) - 1, swept_values, usual, metrics, blocks, adapting or sequential)
    if screen is not None and screen.aim is not None and not asked.primary:
        usual = tuple(dict.fromkeys((screen.aim.metric, *usual)))[:MOST_PRIMARY]
    spec = _spec(asked, metrics, usual, sequential, blocks, seed)
    given = {"--sequential": sequential, "--from": position is not None, "--adapt": adapting}
    for flag in [flag for flag in given if given[flag] and asked.covariates]:
        raise UsageError(f"--covariates cannot be combined with {flag}")
    if asked.effect is not None and not (sequential and asked.effect > 0):
        raise UsageError(f"--effect {asked.effect:g}: it needs --sequential and must be above 0")
    if sequential and len(variants) > 2:
        raise UsageError("--sequential tests one variant against the base; leave the others out")
    effect = EFFECT if asked.effect is None else asked.effect
    if sequential:
        check_sequential(effect, spec, blocks)
    return ComparisonPlan(
        variants=variants,
        rules=rules,
        players=players,
        casts=casts,
        rotate=bool(asked.rotate),
        blocks=blocks,
        sequential=sequential,
        spec=spec,
        metrics=metrics,
        measured=measured,
        unlike=unlike,
        seed=seed,
        start=asked.from_ or "",
        position=position,
        factors=factors,
        covariates=chosen(rules[0], players, asked.covariates) if asked.covariates else (),
        aa=bool(asked.aa),
        effect=effect,
        screen=screen,
        question=asked.question or "",
    )


def _variants(
    asked: ComparisonRequest,
) -> tuple[tuple[Variant, ...], dict[str, frozenset[str]] | None, Swept | None]:
    """Return the variants, the base first, and what is on in each (factorial), or which values they have (sweep)."""
    common = shared(asked)
    base = variant("A", asked.a or "", common)
    making = {"--each": asked.each, "--factorial": asked.factorial, "--sweep": asked.sweep}
    sweeps = [flag for flag, given in making.items() if given]
    listed = [flag for flag, given in (("--b", asked.b is not None), ("--variant", asked.variants)) if given]
    if len(sweeps) > 1 or (sweeps and listed):
        raise UsageError(
            f"{sweeps[0]} makes the variants itself; leave {' and '.join((*sweeps[1:], *listed))} out"
        )
    if asked.each:
        return tuple(every_change(base)), None, None
    if asked.factorial:
        found, on = factorial(base, asked.factorial)
        return tuple(found), on, None
    if asked.sweep:
        made, found, values = swept(asked.sweep, base)
        return tuple(found), None, (made, values)
    if not listed:
        raise UsageError(
            'say what to compare: --b "NAME=VALUE with=MODULE ...", --each, --factorial M1,M2 or --sweep NAME=0..9'
        )
    return (base, *named(asked, common)), None, None


def _casts(
    asked: ComparisonRequest, rules: Sequence[Rules], seats: int | None, adapting: bool
) -> tuple[tuple[str, ...], ...]:
    usual = PUPIL if adapting else "random" if any(one.game.choices is None for one in rules) else "greedy"
    if asked.players is not None:
        limits.within("--players", asked.players, limits.PLAYERS, 1)
    if seats is not None and asked.players not in (None, seats):
        raise UsageError(f"--players {asked.players}: the position has {seats} players")
    # A level is the same bot under all variants, and the plan says which: that of the base.
    count = seats or asked.players
    if asked.skill:
        return _skilled(asked, rules[0], count, adapting)
    return casts_of(asked.bots or usual, rules[0], count, lambda said: UsageError(f"--bots: {said}"))


def _skilled(
    asked: ComparisonRequest, rules: Rules, players: int | None, adapting: bool
) -> tuple[tuple[str, ...], ...]:
    """Return a cast for each pair of the bots of `--skill`; UsageError if they are not at least two different ones."""
    names = [levels.settled(bot, rules) for bot in asked.skill or ()]
    if asked.bots is not None or adapting:
        raise UsageError(f"--skill says who plays; leave {'--adapt' if adapting else '--bots'} out")
    if not 2 <= len(set(names)) == len(names) <= MOST_SKILLED:
        raise UsageError(
            f"--skill: name 2 to {MOST_SKILLED} different bots, from the weakest to the strongest"
        )
    count = players or rules.game.fewest(2)
    if count < 2:
        raise UsageError("--skill needs games of at least two players")
    return skill_casts(names, count)


def casts_of(
    text: str, rules: Rules, players: int | None, fault: Callable[[str], TilewrightError]
) -> tuple[tuple[str, ...], ...]:
    """Return the casts of a panel, each with a bot for every seat; `fault` makes the errors."""
    casts = [
        [levels.settled(bot, rules) for bot in made.several(part)] for part in text.split(";") if part.strip()
    ]
    if not casts:
        raise fault("name a bot")
    most = max(map(len, casts))
    count = players or (most if most > 1 else rules.game.fewest(2))
    for cast in casts:
        if len(cast) not in (1, count):
            said = f"{','.join(cast)} are {len(cast)} bots for {count} players"
            raise fault(f"{said}; name one, or one for each")
    return tuple(dict.fromkeys(tuple(cast) * (count if len(cast) == 1 else 1) for cast in casts))


def _metrics(
    asked: ComparisonRequest, variants: Sequence[Variant], rules: Sequence[Rules]
) -> tuple[dict[str, Metric], tuple[tuple[str, ...], ...], dict[str, str]]:
    """Return all metrics to measure, their names by variant, and what was asked for but is not of one shape.

    A metric need not exist under every variant.
    """
    skill = {SKILL: SKILL_METRIC} if asked.skill else {}
    known = [metrics_of(one) | skill for one in rules]
    union, unlike = united([one.name for one in variants], known)
    every = {name: metric for mine in known for name, metric in mine.items()}
    primary = asked.primary or ()
    if asked.metrics is None:
        wanted = {name for name, metric in every.items() if not metric.costly}
    else:
        wanted = set()
        for text in asked.metrics:
            fitting = [
                name
                for name, metric in every.items()
                if name == text or (fnmatchcase(name, text) and not metric.costly)
            ]
            if not fitting:
                raise UsageError(f"--metrics: there is no metric '{text}'{near(text, every, LISTED)}")
            wanted.update(fitting)
    for flag, names in (
        ("--metrics", {*(asked.metrics or ())} & {*unlike}),
        ("--primary", primary),
        ("--margin", asked.margins),
        ("--smallest", asked.smallest),
    ):
        for name in names or ():
            if name not in every:
                raise UsageError(f"{flag}: there is no metric '{name}'{near(name, every, LISTED)}")
            if name not in union:
                raise UsageError(f"{flag}: {unlike[name]}")
    wanted.update(primary, skill)
    metrics = {name: metric for name, metric in union.items() if name in wanted}
    measured = tuple(tuple(name for name in metrics if name in mine) for mine in known)
    return metrics, measured, {name: said for name, said in unlike.items() if name in wanted}


def _usual(metrics: Mapping[str, Metric], measured: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return the default primary metrics; `measured` are the names of the metrics by variant."""
    tested = [name for name, metric in metrics.items() if metric.by != "round"]
    shared = [name for name in tested if all(name in mine for mine in measured)]
    usual = next((names for names in USUAL if names[0] in shared), USUAL[-1])
    return tuple(name for name in usual if name in shared) or tuple(tested[:1])


def _spec(
    asked: ComparisonRequest,
    metrics: Mapping[str, Metric],
    usual: tuple[str, ...],
    sequential: bool,
    blocks: int,
    seed: int,
) -> Spec:
    primary = tuple(dict.fromkeys(asked.primary or usual))
    if sequential and not asked.primary:
        primary = primary[:1]
    if not primary:
        raise UsageError("--primary: name the metric that answers the question")
    if sequential and len(primary) > 1:
        raise UsageError(f"--sequential tests one primary metric, not {len(primary)}")
    if len(primary) > MOST_PRIMARY:
        raise UsageError(
            f"--primary: at most {MOST_PRIMARY} metrics, not {len(primary)}; the others are reported as well"
        )
    for name in primary:
        if metrics[name].by == "round":
            raise UsageError(f"--primary: {name} is a curve over rounds; curves are drawn but not tested")
        if sequential and (metrics[name].over_wins or metrics[name].kind == "gap"):
            # It needs an average over all games, which is not known block by block.
            raise UsageError(
                f"--sequential cannot test {name}, which is known only after all games; use a fixed --blocks"
            )
    for flag, given in (("--margin", asked.margins), ("--smallest", asked.smallest)):
        for name, value in (given or {}).items():
            if not 0 < value < math.inf:
                raise UsageError(f"{flag} {name}={value:g}: it must be above 0")
            if name not in metrics:
                raise UsageError(f"{flag} {name}: this metric is not measured; add it to --metrics")
            if metrics[name].kind != "mean" and value > 1:
                raise UsageError(
                    f"{flag} {name}={value:g}: {name} is a share from 0 to 1; "
                    f"{value / 100:g} are {value:g} points of percentage"
                )
    return Spec(
        primary=primary,
        margins=dict(asked.margins or {}),
        smallest=dict(asked.smallest or {}),
        pilot=min(PILOT, blocks),
        seed=seed,
    )
