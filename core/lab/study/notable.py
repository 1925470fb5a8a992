"""Five games worth watching: the largest differences, typical ones, the longest; played once more for pictures."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

import attrs
import numpy as np

from ... import bots
from ...base.errors import TilewrightError
from ...box import owner_data
from ...play import lifecycle
from ...rules.ruleset import Rules
from ...rules.state import State
from ...simulation.games import begun, play_out, play_recorded, standing
from ..games.tabulate import Game, Row, whole
from ..games.variants import typed
from ..stats.block_table import BlockTable
from .findings import Shown
from .moments import WATCH, Drawing, Steps, moment
from .plan import ComparisonPlan

MOST = 5
PATIENCE = 30.0
"""Longest time in seconds for replaying the games; if it takes longer, commands are shown without pictures."""
Worth: TypeAlias = "tuple[str, str, int, Callable[[Sequence[Game]], Game]]"
"""Why a game is worth watching, its variant, the index of its row, and what chooses it among the games of the block."""


def watch(
    plan: ComparisonPlan,
    rows: Sequence[Row],
    table: BlockTable,
    lang: str = "en",
    folder: Path | None = None,
) -> list[Shown]:
    """Choose the games; no block appears twice under the same variant. Their records go to the folder of the run."""
    quick = not slow(plan, rows, 2 * MOST)
    found: list[Shown] = []
    for why, variant, row, game in chosen(_worth(plan, table), rows, MOST):
        one = shown(why, variant, row, game, command(plan, variant, game), "")
        found.append(_seen(plan, one, row, game, lang, folder, len(found) + 1) if quick else one)
    return found


def slow(plan: ComparisonPlan, rows: Sequence[Row], games: int = MOST) -> bool:
    """True if playing so many games again would take too long."""
    seconds = sum(float(row["seconds"]) for row in rows) / plan.games_in_block
    return seconds / max(len(rows), 1) * games > PATIENCE


def _seen(
    plan: ComparisonPlan, one: Shown, row: Row, game: Game, lang: str, folder: Path | None, number: int
) -> Shown:
    """Return the game with its final picture, and with the moment at which it parts from the base's."""
    base, variant = plan.names[0], one.variant
    mine = _steps(plan, variant, game, folder, f"{number}b")
    if mine is None:
        return one
    one = attrs.evolve(one, picture=mine.picture(lang))
    if variant == base or not whole(row["arms"][base]):
        return one
    at = next((n for n, its in enumerate(row["arms"][variant]) if its is game), 0)
    its = _steps(plan, base, row["arms"][base][at], folder, f"{number}a")
    if its is None:
        return one
    return attrs.evolve(one, moment=moment(its, mine, (base, variant), lang))


def _steps(plan: ComparisonPlan, variant: str, game: Game, folder: Path | None, name: str) -> Steps | None:
    """Play the game once more, with a record of this name if there is a folder; None if it does not end as before."""
    game = _played(plan, variant, game)
    rules = plan.rules[plan.names.index(variant)]
    state = begun(rules, game["players"], game["seed"], plan.position)
    record = folder / WATCH / f"{name}.jsonl" if folder is not None else None
    return played_again(rules, game, state, record)


def chosen(worth: Iterable[Worth], rows: Sequence[Row], most: int) -> Iterator[tuple[str, str, Row, Game]]:
    """Yield so many games at most (why, variant, row, game), of different blocks or variants, in which none failed."""
    seen: set[tuple[str, int]] = set()
    for why, variant, at, choose in worth:
        games = rows[at]["arms"][variant]
        if len(seen) < most and (variant, at) not in seen and whole(games):
            seen.add((variant, at))
            yield why, variant, rows[at], choose(games)


def shown(why: str, variant: str, row: Row, game: Game, command: str, picture: Drawing) -> Shown:
    """Return a game of a block as reports show it."""
    return Shown(
        why=why,
        variant=variant,
        block=int(row["block"]),
        seed=int(game["seed"]),
        seats=tuple(game["bots"]),
        scores=tuple(standing(game)),
        command=command,
        picture=picture,
    )


def _worth(plan: ComparisonPlan, table: BlockTable) -> Iterator[Worth]:
    """Yield the most interesting first, with some spares."""
    metric = plan.spec.primary[0]
    title = plan.metrics[metric].title
    base, *others = table.variants
    candidates: list[Worth] = []
    for variant in others:
        differences = table.means[variant, metric, ""] - table.means[base, metric, ""]
        known = np.flatnonzero(np.isfinite(differences))
        if not len(known):
            continue
        by_size = known[np.argsort(differences[known], kind="stable")]
        usual = known[np.argsort(np.abs(differences[known] - np.median(differences[known])), kind="stable")]
        most, least = int(by_size[-1]), int(by_size[0])
        if differences[most] > 0:
            candidates.append((f"the largest gain of {variant} in {title}", variant, most, first_game))
        if differences[least] < 0:
            candidates.append((f"the largest loss of {variant} in {title}", variant, least, first_game))
        candidates += [(f"a typical block for {title}", variant, int(at), first_game) for at in usual[:2]]
    # Of many variants, the extremes come first.
    candidates.sort(key=lambda one: one[0].startswith("a typical"))
    lengths = table.games.get((others[0], "decisions"))
    longest = []
    if lengths is not None and np.isfinite(lengths).any():
        at = int(np.nanargmax(np.nanmax(np.nan_to_num(lengths), axis=1)))
        longest.append(("the longest game", others[0], at, longest_game))
    yield from candidates[: MOST - 1 - len(longest)]
    yield from longest
    yield from candidates[MOST - 1 - len(longest) :]
    if candidates:
        yield "the base in the block with the largest difference", base, candidates[0][2], first_game


def first_game(games: Sequence[Game]) -> Game:
    """Return the first game of a block."""
    return games[0]


def longest_game(games: Sequence[Game]) -> Game:
    """Return the game of a block with the most decisions."""
    return max(games, key=lambda game: int(game["decisions"]))


def command(plan: ComparisonPlan, variant: str, game: Game) -> str:
    """Return a command that plays the game again."""
    number = plan.names.index(variant)
    start = plan.start if plan.position is not None else None
    return again(plan.rules[number], _played(plan, variant, game), start)


def again(rules: Rules, game: Game, start: str | None = None) -> str:
    """Return the command for a game under these rules, from its players, their bots and the seed."""
    words = ["tilewright", "play" if start is None else "simulate", rules.game.name]
    if start is None:
        for name, bot in zip(game["players"], game["bots"], strict=True):
            words += ["-p", f"{name}:{bot}"]
    else:
        words += ["-n", "1", "--from", start, "--bots", ",".join(game["bots"])]
        words += ["--out", f"game-{game['seed']}"]
    words += ["--seed", str(game["seed"])]
    if rules.modules:
        words += ["--with", ",".join(module.name for module in rules.modules)]
    for name, value in {**rules.changed, **rules.overridden}.items():
        words += ["--set", f"{name}={typed(value)}"]
    if start is None or rules.data_folder is not None:
        words += owner_data.words(rules.game.name, rules.data_folder)
    return shlex.join(words)


def _played(plan: ComparisonPlan, variant: str, game: Game) -> Game:
    """Return the game with the bots that played for those of the cast."""
    texts = dict[str, str]()
    if plan.adaptation is not None:
        texts = plan.texts(variant)[plan.training(game["seed"] - plan.seed)]
    return {**game, "bots": [texts.get(text, text) for text in game["bots"]]}


def played_again(rules: Rules, game: Game, state: State, record: Path | None = None) -> Steps | None:
    """Play a game once more from this beginning, with a record if that has a path; None unless it ends as before."""
    seats, texts, seed = tuple(game["players"]), [*game["bots"]], game["seed"]
    steps = Steps(rules, state, texts, record)
    try:
        made = [bots.make(text, rules) for text in texts]
        try:
            if record is None:
                play_out(rules, state, made, seed, watch=steps)
            else:
                play_recorded(rules, seats, made, texts, seed, record, state, steps.decided)
        finally:
            lifecycle.close(made)
    except (TilewrightError, OSError):
        return None
    return steps if state.digest() == game["digest"] else None
