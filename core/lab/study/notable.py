"""Five games worth watching: the largest differences, typical ones, the longest; replayed for a final picture."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from ... import bots
from ...base.errors import TilewrightError
from ...box import owner_data
from ...draw.svg import draw_svg
from ...play.match import Match
from ...rules.ruleset import Rules
from ...simulation.games import dealt_anew, standing
from ..games.tabulate import Game, Row, whole
from ..games.variants import typed
from ..stats.block_table import BlockTable
from .findings import Shown
from .plan import ComparisonPlan

MOST = 5
PATIENCE = 30.0
"""Longest time in seconds for replaying the games; if it takes longer, commands are shown without pictures."""


def watch(plan: ComparisonPlan, rows: Sequence[Row], table: BlockTable, lang: str = "en") -> list[Shown]:
    """Choose the games; no block appears twice under the same variant."""
    seconds = [float(row["seconds"]) / plan.games_in_block for row in rows]
    pace = sum(seconds) / len(seconds) if seconds else 0.0
    pictures = pace * MOST <= PATIENCE
    found: list[Shown] = []
    seen: set[tuple[str, int]] = set()
    for why, variant, at, choose in _worth(plan, table):
        row = rows[at]
        games = row["arms"][variant]
        if len(found) == MOST or (variant, at) in seen or not whole(games):
            continue
        seen.add((variant, at))
        game = choose(games)
        drawn = picture(plan, variant, game, lang) if pictures else ""
        found.append(shown(why, variant, row, game, command(plan, variant, game), drawn))
    return found


def shown(why: str, variant: str, row: Row, game: Game, command: str, picture: str) -> Shown:
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


Choose = Callable[[Sequence[Game]], Game]


def _worth(plan: ComparisonPlan, table: BlockTable) -> Iterator[tuple[str, str, int, Choose]]:
    """Yield (why, variant, index of the row, which of its games), the most interesting first, with some spares."""
    metric = plan.spec.primary[0]
    title = plan.metrics[metric].title
    base, *others = table.variants
    candidates: list[tuple[str, str, int, Choose]] = []
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
    candidates.sort(
        key=lambda one: one[0].startswith("a typical")
    )  # of many variants, the extremes come first
    lengths = table.games.get((others[0], "decisions"))
    longest = []
    if lengths is not None and np.isfinite(lengths).any():
        longest.append(
            (
                "the longest game",
                others[0],
                int(np.nanargmax(np.nanmax(np.nan_to_num(lengths), axis=1))),
                longest_game,
            )
        )
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
    texts = plan.texts(variant)
    return {**game, "bots": [texts.get(text, text) for text in game["bots"]]}


def picture(plan: ComparisonPlan, variant: str, game: Game, lang: str) -> str:
    """Return the game's last position as SVG; "" if the game draws none or does not end as it did before."""
    rules = plan.rules[plan.names.index(variant)]
    return final(rules, _played(plan, variant, game), plan.position, lang)


def final(rules: Rules, game: Game, position: Mapping[str, object] | None = None, lang: str = "en") -> str:
    """Return the last position of a game under these rules, as `picture` does."""
    if rules.game.show is None:
        return ""
    start = dealt_anew(rules.restore(position), game["seed"]) if position is not None else None
    players: Mapping[str, str] = dict(zip(game["players"], game["bots"], strict=True))
    try:
        chosen = {name: bots.make(text, rules) for name, text in players.items()}
        match = Match(rules, tuple(players), seed=game["seed"], bots=chosen, start=start)
        try:
            match.play_bots()
        finally:
            match.close()
    except TilewrightError:
        return ""
    if match.state.digest() != game["digest"]:
        return ""
    return draw_svg(rules.show(match.state.view(None), lang))
