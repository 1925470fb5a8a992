"""A search from its plan to what it has found: search, random search, confirmation, deviations."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
import numpy as np

from ...base.version import __version__
from ...meters.tension import gap
from ...simulation.games import standing
from ..games.engine import engine
from ..report.number_text import listed
from ..study.audit import failed
from ..study.crew import Crew
from ..study.findings import FailedGame, Shown
from ..study.notable import MOST, again, played_again, shown
from .block_cache import Blocks
from .candidates import Candidate
from .confirmation import Confirmed, chosen, confirm, entrants
from .deviations import deviations
from .estimates import sound, values
from .findings import SearchFindings
from .folder import SearchFolder
from .plan import PANEL, SearchPlan
from .search import SearchHalted, search


def most(plan: SearchPlan) -> int:
    """Return about how many blocks the plan plays, each of one setting."""
    steps = sum(2 if one.ordered else len(one.values) - 1 for one in plan.space.factors)
    return plan.budget * (1 + plan.baseline) + plan.confirm * (plan.finalists + plan.baseline + 1 + steps)


def design(plan: SearchPlan, crew: Crew[SearchFolder], command: str = "") -> SearchFindings:
    """Search, confirm on blocks that the search has not played, and look one step around.

    Equal plans give equal findings, however often the run was interrupted.
    """
    base = plan.space.base
    usual = Candidate(
        key=plan.rules.option_hash,
        values=plan.space.usual(),
        variant=attrs.evolve(base, name=plan.space.told(plan.space.usual())),
    )
    with engine(crew.engine, plan.work(usual, crew.failed), crew.workers) as playing:
        blocks = Blocks(plan, playing, crew)
        searched = search(plan, blocks, "search")
        best = searched.best()
        try:
            random = search(plan, blocks, "random", searched.scale) if plan.baseline else None
            rivals = random.best() if random is not None else []
            seen = {one.candidate.key: one.values for one in (*rivals, *best)}
            confirmed = confirm(plan, blocks, entrants(plan, best, rivals, usual), seen)
            taken = chosen(plan, confirmed, searched.scale)
            steps = deviations(plan, blocks, taken.candidate)
        except KeyboardInterrupt as stop:
            stage = "random search" if isinstance(stop, SearchHalted) else "confirmation"
            raise SearchHalted(stage, best) from stop
    if crew.store is not None:
        crew.store.flush()
    return SearchFindings(
        plan=plan,
        question=plan.question or question(plan),
        command=command,
        version=__version__,
        searched=searched,
        random=random,
        confirmed=confirmed,
        chosen=taken,
        steps=steps,
        watch=list(watch(plan, blocks, taken)),
        failures=list(failures(blocks)),
        played=blocks.count,
    )


def question(plan: SearchPlan) -> str:
    """Return the question in words, made from the plan."""
    names = [one.name for one in plan.space.factors]
    named = listed(names)
    title = plan.rules.game.title
    targets, goals = (listed([one.titled for one in some]) for some in (plan.targets, plan.goals))
    if not plan.targets:
        return f"Which values of {named} {goals} in {title}?"
    return f"Which values of {named} keep {title} to {targets}{f', and {goals}' if goals else ''}?"


def watch(plan: SearchPlan, blocks: Blocks, of: Confirmed) -> Iterator[Shown]:
    """Yield some games of the setting's fresh blocks: a typical one, the closest, the clearest, the longest."""
    arm, candidate = f"{PANEL} 1", of.candidate
    rows = [row for row in blocks.rows(candidate, plan.fresh) if sound(row)]
    if not rows:
        return
    games = [(row, game) for row in rows for game in row["arms"][arm]]
    leads = [gap(standing(game)) for _, game in games]
    lengths = [game["decisions"] for _, game in games]
    found = {
        "the closest game": int(np.argmin(leads)),
        "the clearest victory": int(np.argmax(leads)),
        "the longest game": int(np.argmax(lengths)),
        "the shortest game": int(np.argmin(lengths)),
    }
    first = next((of for of in plan.quantities.values() if of.kind == "metric"), None)
    if first is not None:
        # One game for each block would hide how the seatings of a block differ; blocks are what was averaged.
        seen = values(first, rows)[:, 0]
        far = np.where(np.isfinite(seen), np.abs(seen - np.nanmedian(seen)), np.inf)
        at = rows[int(np.argmin(far))]
        typical = next(n for n, (row, _) in enumerate(games) if row is at)
        found = {f"a typical game for {first.title}": typical, **found}
    rules, taken = candidate.variant.rules(), set[int]()
    for why, n in found.items():
        row, game = games[n]
        if n in taken or len(taken) == MOST:
            continue
        taken.add(n)
        steps = played_again(rules, game, rules.new(game["players"], game["seed"]))
        picture = steps.picture("en") if steps is not None else ""
        yield shown(why, candidate.variant.name, row, game, again(rules, game), picture)


def failures(blocks: Blocks) -> Iterator[FailedGame]:
    """Yield the games that failed, of all settings."""
    for key, row in blocks.everything():
        for games in row["arms"].values():
            yield from failed(key, row, games)
