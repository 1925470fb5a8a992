"""Games of a study that are worth watching, played once more: as records to replay, and for a final picture."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from ...rules.game import content
from ..games.tabulate import Game, Row
from ..stats.block_table import BlockTable, Floats
from ..study.findings import Shown
from ..study.moments import WATCH, Drawing
from ..study.notable import MOST, Worth, chosen, first_game, longest_game, played_again, shown, slow
from ..study.plan import ComparisonPlan
from .effects import Fit


def watch(
    plan: ComparisonPlan,
    rows: Sequence[Row],
    seen: BlockTable,
    inside: Floats,
    fit: Fit,
    named: Mapping[str, str],
    folder: Path | None,
) -> list[Shown]:
    """Choose games by the first primary metric, whose effects are `fit`; `named` are the items in words.

    Their records go to the folder, and their commands replay them; without one they have no command.
    """
    most = 1 if slow(plan, rows) else MOST
    return [
        shown(why, arm, row, game, *_again(plan, row, plan.names.index(arm), game, folder))
        for why, arm, row, game in chosen(_worth(plan, seen, inside, fit, named), rows, most)
    ]


def _worth(
    plan: ComparisonPlan, seen: BlockTable, inside: Floats, fit: Fit, named: Mapping[str, str]
) -> Iterator[Worth]:
    """Yield the most interesting first."""

    def at(values: Floats) -> tuple[str, int]:
        row, arm = np.unravel_index(int(np.nanargmax(values)), values.shape)
        return plan.names[int(arm)], int(row)

    means = np.stack([seen.means[arm, fit.metric, ""] for arm in plan.names], axis=1)
    counts = np.isfinite(means).sum(axis=1, keepdims=True)
    apart = means - np.nansum(means, axis=1, keepdims=True) / np.maximum(counts, 1)
    title = plan.metrics[fit.metric].title
    assert plan.content is not None
    order = sorted(fit.items, key=lambda one: -one.estimate)
    for one, more in [(order[0], True), (order[-1], False)] if order else []:
        n, name = plan.content.items.index(one.term[0]), named[one.term[0]]
        mine = np.where((inside[:, :, n] > 0) & np.isfinite(apart), apart, np.nan)
        if not np.isfinite(mine).any():
            continue
        usual = np.abs(mine - np.nanmedian(mine))
        yield f"{name}: a typical {title}", *at(-usual), first_game
        why = f"{name}: the {'highest' if more else 'lowest'} {title} beside the other sets of its block"
        yield why, *at(mine if more else -mine), first_game
    if len(means) and (plan.names[0], "decisions") in seen.games:
        lengths = [np.nan_to_num(seen.games[arm, "decisions"]).max(axis=1) for arm in plan.names]
        yield "the longest game", *at(np.stack(lengths, axis=1)), longest_game


def _again(plan: ComparisonPlan, row: Row, arm: int, game: Game, folder: Path | None) -> tuple[str, Drawing]:
    """Play the game once more; return the command that replays its record, and its final picture.

    Both are "" if it does not end as it did before; without a folder the command is "".
    """
    assert plan.content is not None
    rules, dealt = plan.rules[arm], plan.content
    path = folder / WATCH / f"block-{row['block']}-set-{arm + 1}.jsonl" if folder is not None else None
    state = rules.new(tuple(game["players"]), game["seed"])
    sets = dealt.named(arm)
    content(rules, dealt.kind).deal(state, sets[int(row["block"]) % len(sets)])
    steps = played_again(rules, game, state, path)
    if steps is None:
        return "", ""
    return shlex.join(["tilewright", "replay", str(path)]) if path is not None else "", steps.picture("en")
