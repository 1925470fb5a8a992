"""Where on the board and in which rounds things happen, variant less base.

Rows of blocks do not say it. So the first blocks are played once more, when a report is asked for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs
import numpy as np

from ...draw.heat import Heat, draw_heat
from ...draw.model import At, Show
from ...land.grid import Cell, Hex
from ...meters.metrics import Course, Meter, Metric, Value, Watcher, meter
from ...meters.pace import word_of
from ...play import lifecycle
from ...play.match import names_of
from ...rules.actions import Action
from ...rules.state import State
from ...simulation.games import begun
from ..games.block import BlockPlayer
from ..stats.max_t import largest
from .plan import ComparisonPlan

BLOCKS = 100
"""Blocks that are played once more."""
VARIANTS = 3
"""Most variants that are."""
MAPS = 3
"""Most moves that get a map of the board."""
COLUMNS = 12
"""Most columns of rounds; longer games have several rounds in one."""
KINDS = 10
"""Most kinds of move, and of points, that are followed through the rounds."""
RARE = 0.05
"""Moves in a game; a cell with fewer under both rules is not drawn, unless it differs: boards that grow have many."""
DRAWS = 4000
Key = tuple[Any, ...]
"""`(move, x, y, first)` of a place, `(kind, name, round)` of a moment."""


@attrs.frozen(kw_only=True)
class PlaceChange:
    """How often a move is made on one cell."""

    at: tuple[int, int]
    place: str
    """The cell as people call it."""
    base: float
    variant: float
    """Moves in a game, of all players together."""
    base_first: float
    variant_first: float
    """Those of the player who begins."""
    p: float
    """Corrected for all places and moments of the variant."""

    @property
    def difference(self) -> float:
        return self.variant - self.base


@attrs.frozen(kw_only=True)
class PlaceMap:
    """One kind of move on one board."""

    move: str
    """The word of its notation, such as `place`."""
    board: str
    """The title of the board, if it has one."""
    shared: bool
    """True if all players have one board; else their boards are drawn as one."""
    places: Sequence[PlaceChange]
    picture: str = attrs.field(default="", metadata={"reported": False})
    """The board with a layer of colour, as SVG; "" for games that draw none."""


@attrs.frozen(kw_only=True)
class MomentChange:
    """How often a kind of move is made, or how many points a source brings, in some rounds."""

    kind: str
    """`move` or `points`."""
    name: str
    rounds: tuple[int, int]
    """The first and the last of them, from 1."""
    base: float
    variant: float
    """Moves, or points of all players together, in a game."""
    p: float

    @property
    def difference(self) -> float:
        return self.variant - self.base


@attrs.frozen(kw_only=True)
class WhereAndWhen:
    """The maps of one variant."""

    variant: str
    blocks: int
    """Blocks played once more in which no game failed."""
    alpha: float
    """What p is below of a difference that luck does not explain."""
    maps: Sequence[PlaceMap]
    moments: Sequence[MomentChange]

    @property
    def places(self) -> list[tuple[PlaceMap, PlaceChange]]:
        """The places that luck does not explain, the largest differences first."""
        found = [(one, place) for one in self.maps for place in one.places if place.p < self.alpha]
        return sorted(found, key=lambda pair: -abs(pair[1].difference))

    @property
    def told(self) -> list[MomentChange]:
        """The moments that luck does not explain, those with the smallest p and the largest difference first."""
        found = [one for one in self.moments if one.p < self.alpha]
        return sorted(found, key=lambda one: (one.p, -abs(one.difference)))


def cost(plan: ComparisonPlan, rows: Sequence[Mapping[str, Any]]) -> tuple[int, float]:
    """Return how many blocks `where` plays once more, and about how many seconds that takes."""
    some = rows[:BLOCKS]
    arms = min(len(plan.names), VARIANTS + 1)
    return len(some), sum(float(row["seconds"]) for row in some) * arms / len(plan.work("").sides)


def where(
    plan: ComparisonPlan, blocks: int, lang: str = "en", progress: Callable[[int], None] = lambda done: None
) -> list[WhereAndWhen]:
    """Play the first `blocks` of the plan under the base and its first variants, and compare place by place."""
    sink: list[Counter[Key]] = []
    work = plan.work("")
    sides = work.sides[: min(len(plan.names), VARIANTS + 1)]
    player = BlockPlayer(attrs.evolve(work, sides=sides))
    player.meters = [[watching(sink)] for _ in sides]
    found: dict[str, list[Counter[Key] | None]] = {side.variant.name: [] for side in sides}
    try:
        for block in range(blocks):
            sink.clear()
            arms = player.row(block)["arms"]
            seen = iter(sink)
            for name, games in arms.items():
                counts = [next(seen) if "error" not in game else None for game in games]
                found[name].append(averaged([one for one in counts if one is not None], len(counts)))
            progress(1)
    finally:
        lifecycle.close([bot for side in player.bots for those in side for bot in those.values()])
    base = plan.names[0]
    shows = {name: _shown(plan, n, lang) for n, name in enumerate(found)}
    return [compared(plan, name, found[base], found[name], shows[name]) for name in found if name != base]


def cell_of(action: Action) -> At | None:
    """Return the cell to which a move goes: that of its field `cell`, else the last one that it names."""
    own = getattr(action, "cell", None)
    named = [own] if isinstance(own, Cell | Hex) else []
    if not named:
        named = [
            value
            for one in attrs.fields(type(action))
            if isinstance(value := getattr(action, one.name), Cell | Hex)
        ]
    if not named:
        return None
    x, y = named[-1]
    return x, y


def watching(sink: list[Counter[Key]]) -> Meter:
    """Return a meter that adds what happened in each game to the sink."""

    class Told(Watcher[Any]):
        def __init__(self) -> None:
            self.marks: list[int] = []

        def round_over(self, state: State) -> None:
            self.marks.append(len(state.ledger))

        def result(self, state: State, course: Course) -> Mapping[str, Value]:
            sink.append(counted(state, course, self.marks))
            return {}

    metric = Metric(name="where", title="where and when", group="tiles")
    return meter([metric], lambda state: Told())


def counted(state: State, course: Course, marks: Sequence[int]) -> Counter[Key]:
    """Return how often each place was taken and what each round brought; `marks` are the lines of points at the ends
    of rounds."""
    found: Counter[Key] = Counter()
    ends = [end for _, end, _ in course.turns]
    turns = np.searchsorted(ends, range(len(course.actions)), side="right")
    rounds = np.searchsorted(course.rounds, turns, side="right")
    for action, at in zip(course.actions, rounds.tolist(), strict=True):
        move, cell = word_of(type(action)), cell_of(action)
        found["move", move, at] += 1
        if cell is not None:
            found[move, *cell, False] += 1
            found[move, *cell, True] += action.seat == course.first
    lines = np.searchsorted(marks, range(len(state.ledger)), side="right").tolist()
    for (_, amount, reason, *_), at in zip(state.ledger, lines, strict=True):
        found["points", state.rules.reasons[reason].key, at] += amount
    return found


def averaged(games: Sequence[Counter[Key]], wanted: int) -> Counter[Key] | None:
    """Return the mean over the games of a block; None if one of them failed."""
    if len(games) < wanted:
        return None
    whole: Counter[Any] = Counter()
    for one in games:
        for key, amount in one.items():
            whole[key] += amount / wanted  # type: ignore[assignment]
    return whole


def _shown(plan: ComparisonPlan, number: int, lang: str) -> Show | None:
    """Return the first game of the plan as it begins, without what a seat alone knows."""
    rules = plan.rules[number]
    if rules.game.show is None:
        return None
    state = begun(rules, names_of(plan.players), plan.seed, plan.position)
    return rules.show(state.view(None), lang)


def compared(
    plan: ComparisonPlan,
    variant: str,
    base: Sequence[Counter[Key] | None],
    other: Sequence[Counter[Key] | None],
    show: Show | None,
) -> WhereAndWhen:
    pairs = [
        (mine, its) for mine, its in zip(base, other, strict=True) if mine is not None and its is not None
    ]
    both = [[mine for mine, _ in pairs], [its for _, its in pairs]]
    keys = {key for arm in both for one in arm for key in one}
    cells = sorted(key for key in keys if len(key) == 4 and not key[3])
    moments = sorted(_binned(key for key in keys if len(key) == 3))
    columns = [(cell,) for cell in cells] + [these for _, these in moments]
    sums = [
        np.array([[sum(one[key] for key in these) for these in columns] for one in arm], np.float64).reshape(
            len(arm), len(columns)
        )
        for arm in both
    ]
    p = largest(np.round(sums[1] - sums[0], 9), plan.spec.seed, DRAWS)
    means = [one.mean(axis=0) if len(one) else np.zeros(len(columns)) for one in sums]
    firsts = [_means(arm, [(*cell[:3], True) for cell in cells]) for arm in both]
    by_move: dict[str, list[PlaceChange]] = {}
    board = _board(show, [(x, y) for _, x, y, _ in cells]) if show is not None else None
    names = _names(show, board)
    for n, (move, x, y, _) in enumerate(cells):
        by_move.setdefault(move, []).append(
            PlaceChange(
                at=(x, y),
                place=names.get((x, y), f"{x},{y}"),
                base=float(means[0][n]),
                variant=float(means[1][n]),
                base_first=firsts[0][n],
                variant_first=firsts[1][n],
                p=float(p[n]),
            )
        )
    usual = sorted(by_move, key=lambda move: -sum(one.base + one.variant for one in by_move[move]))
    alpha = plan.spec.alpha
    return WhereAndWhen(
        variant=variant,
        blocks=len(pairs),
        alpha=alpha,
        maps=[
            PlaceMap(
                move=move,
                board=show.boards[board].title if show is not None and board is not None else "",
                shared=show is None or board is None or show.boards[board].seat is None,
                places=by_move[move],
                picture=_picture(show, board, by_move[move], alpha),
            )
            for move in usual[:MAPS]
        ],
        moments=[
            MomentChange(
                kind=kind,
                name=name,
                rounds=rounds,
                base=float(means[0][n]),
                variant=float(means[1][n]),
                p=float(p[n]),
            )
            for n, ((kind, name, rounds), _) in enumerate(moments, len(cells))
        ],
    )


def _means(arm: Sequence[Counter[Key]], keys: Iterable[Key]) -> list[float]:
    return [float(np.mean([one[key] for one in arm])) if arm else 0.0 for key in keys]


def _binned(keys: Iterable[Key]) -> Iterator[tuple[Key, tuple[Key, ...]]]:
    """Yield each moment (kind, name, (first round, last round)) with the keys that it sums, for the most usual names.

    A round in which a kind never occurs has a moment as well, so that all rows have the same columns.
    """
    those = [*keys]
    last = 1 + max((at for *_, at in those), default=0)
    wide = -(-last // COLUMNS)
    spread = Counter((kind, name) for kind, name, _ in those)
    for sort in ("move", "points"):
        names = [pair for pair, _ in spread.most_common() if pair[0] == sort][:KINDS]
        for kind, name in names:
            for first in range(0, last, wide):
                end = min(first + wide, last)
                yield (kind, name, (first + 1, end)), tuple((kind, name, at) for at in range(first, end))


def _board(show: Show, cells: Sequence[At]) -> int | None:
    """Return the number of the board on which these cells lie; of boards that hold as many, that of no player."""
    fitting = [n for n, one in enumerate(show.boards) if not one.in_line and not one.kind]
    if not fitting or not cells:
        return None

    def fit(n: int) -> tuple[int, bool, int]:
        there = {spot.at for spot in show.boards[n].spots}
        return len(there.intersection(cells)), show.boards[n].seat is None, -n

    return max(fitting, key=fit)


def _names(show: Show | None, board: int | None) -> dict[At, str]:
    if show is None or board is None:
        return {}
    return {spot.at: spot.place or spot.called for spot in show.boards[board].spots if not spot.blank}


def _picture(show: Show | None, board: int | None, places: Sequence[PlaceChange], alpha: float) -> str:
    if show is None or board is None:
        return ""
    places = [one for one in places if one.p < alpha or max(one.base, one.variant) >= RARE]
    top = max((abs(one.difference) for one in places), default=0.0)
    if not top:
        return ""
    heat = {
        one.at: Heat(
            size=one.difference / top,
            firm=one.p < alpha,
            label=f"{100 * one.difference:+.0f}".replace("-", "\u2212"),
            said=f"{100 * one.variant:.0f} instead of {100 * one.base:.0f} in 100 games",
        )
        for one in places
    }
    return draw_heat(show, board, heat)
