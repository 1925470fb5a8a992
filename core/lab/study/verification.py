"""Plays rows of a run again from their seeds, and names what its folder says otherwise.

Digests show what was changed by accident or without care (`core/lab/games/lines.py`). This shows everything, for the
rows that it plays.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

import attrs

from ...base import limits
from ...base.errors import UsageError
from ..games.block import Span
from ..games.store import RunFolder

if TYPE_CHECKING:  # it needs numpy, and rows are also verified where that is not installed
    from .plan import ComparisonPlan

Row = Mapping[str, Any]
ALL = "all"
PATHS = ("record",)
"""What a game says of places on a machine."""
LATER = ("first", "reacted", "held")
"""What older versions did not write of a game."""


@attrs.frozen
class RowDifference:
    """Something that a row has in the folder and not when it is played again, or the other way round."""

    block: int
    seed: int
    setting: str
    """Of a search; "" for all else."""
    arm: str
    """Of a study; "" for all else."""
    game: int
    """Of an arm, from 1; of all else the number of the line, from 1."""
    what: str
    kept: Any
    again: Any

    def __str__(self) -> str:
        setting = f" of setting {self.setting}" if self.setting else ""
        place = f"block {self.block}{setting} (seed {self.seed}), {self.arm}, game {self.game}"
        if not self.arm:
            place = f"line {self.game} (seed {self.seed})"
        return f"{place}: {self.what} is {json.dumps(self.kept)} in the folder, {json.dumps(self.again)} played again"


def drawn(text: str, total: int, draw: Callable[[], int]) -> tuple[list[int], int | None]:
    """Return the places of the rows to play again, of so many, and the seed by which they are drawn.

    `text` is `all`, `N`, or `N:SEED`; without a seed `draw` makes one.
    """
    if text == ALL:
        return [*range(total)], None
    word, _, said = text.partition(":")
    count = limits.number(word)
    if not count or (":" in text and not said):
        raise UsageError(
            f"--verify {text}: write a number of blocks, N:SEED as an earlier run said, or {ALL}"
        )
    if count >= total:
        return [*range(total)], None
    seed = limits.seed(said) if said else draw()
    return sorted(Random(seed).sample(range(total), count)), seed


def spans_of(plan: ComparisonPlan, store: RunFolder, rows: Sequence[Row], failed: str) -> list[Span]:
    """Return the spans of these blocks of a comparison."""
    works = {False: plan.work(failed)}
    if plan.fresh and any(row["block"] in plan.fresh for row in rows):
        arms = next(row["arms"] for row in rows if row["block"] in plan.fresh)
        works[True] = plan.few([*arms]).work(failed)
    return [("", works[row["block"] in plan.fresh], row["block"], 1) for row in rows]


def differing(number: int, kept: Row, row: Row, timed: Iterable[str], old: bool) -> Iterator[RowDifference]:
    """Yield what differs between the row of this number in the folder and the same one played again.

    What depends on the machine (`timed`) may differ. An `old` folder may lack what later versions write.
    """
    if "arms" in row:
        before, now = (dict(_flat({"arms": plain(one["arms"])})) for one in (kept, row))
    else:
        before, now = (
            dict(_flat(plain({key: one[key] for key in one if key not in timed}))) for one in (kept, row)
        )
    games = {path[:3] for path in before}
    for path in {**before, **now}:
        arm, game, what = "", number + 1, path
        if path[0] == "arms" and len(path) > 2:
            arm, game, what = path[1], int(path[2]) + 1, path[3:]
        if before.get(path) == now.get(path) or {*path[-1:]} & {*PATHS}:
            continue
        if old and path not in before and path[:3] in games and {*what[:1]} & {*LATER}:
            continue
        where = kept.get("block", number), kept["seed"], kept.get("setting", ""), arm, game
        yield RowDifference(*where, ".".join(what), before.get(path), now.get(path))


def plain(thing: Any) -> Any:
    """Return the thing as it comes out of a file."""
    return json.loads(json.dumps(thing))


def _flat(thing: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield what a row says, with the names and numbers that lead there."""
    if isinstance(thing, Mapping) and thing:
        parts = [*thing.items()]
    elif isinstance(thing, list) and thing and all(isinstance(one, Mapping) for one in thing):
        parts = [(str(n), one) for n, one in enumerate(thing)]
    else:
        yield path, thing
        return
    for name, one in parts:
        yield from _flat(one, (*path, name))
