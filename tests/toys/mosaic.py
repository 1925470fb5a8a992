"""Toy: draw a tile and place it, all in one mosaic of squares whose sides match; in `PAIRS` dominoes in realms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from tilewright.core.base.chance import ordered
from tilewright.core.bots.greedy import by_trial
from tilewright.core.land.board import Board
from tilewright.core.land.faces import Area, Face, read_face
from tilewright.core.land.grid import SQUARE4
from tilewright.core.land.polyomino import Polyomino, Tile
from tilewright.core.rules.actions import Reason
from tilewright.core.rules.containers import KEPT
from tilewright.core.rules.game import Game, ScoreReason
from tilewright.core.rules.meanings import CELL
from tilewright.core.rules.placed import placed
from tilewright.core.rules.placing import PlacingStep
from tilewright.core.rules.schedule import Phase, Run, clockwise, once
from tilewright.core.rules.state import State
from tilewright.core.rules.zones import draw, lying, zone
from tilewright.core.text.options import option

from .paper import folder, plugin

if TYPE_CHECKING:
    from tilewright.core.rules.events import Log
    from tilewright.core.rules.ruleset import Rules
    from tilewright.core.rules.views import View

FACES: tuple[Tile, ...] = (
    read_face("shore", ".P. P.P WWW"),
    read_face("meadow", "PPP PPP PPP"),
    read_face("bay", "PPP PWP WWW", rotations=(0, 2)),
)
_CELLS = [Face(letter, letter * 4, (Area(letter, (0, 1, 2, 3)),)) for letter in "WL"]
PAIRS_OF = ((0, 0), (0, 1), (1, 1))
DOMINOES: tuple[Tile, ...] = (
    *(Polyomino(f"d{a}{b}", SQUARE4, (_CELLS[a], _CELLS[b]), ((0, 0), (1, 0))) for a, b in PAIRS_OF),
    Face("home", "XXXX", (Area("X", (0, 1, 2, 3)),)),
)
COPIES = 4


@attrs.frozen(kw_only=True)
class Options:
    reach: int = option(2, rule="MO-REACH-1", doc="how far from 0,0 tiles may lie", low=2, high=4)


@attrs.define(eq=False)
class Mosaic(State):
    bag: list[int] = zone("tile", "none", "pile", per_seat=False, factory=list)
    drawn: list[int] = zone("tile", "all", "row", per_seat=False, factory=list)
    aside: list[int] = zone("tile", "all", "row", per_seat=False, factory=list)
    land: Board = placed("tile", lambda rules: FACES, rest=KEPT, factory=lambda: Board(SQUARE4))


@attrs.define(eq=False)
class Pairs(State):
    bag: list[int] = zone("tile", "none", "pile", per_seat=False, factory=list)
    drawn: list[int] = zone("tile", "all", "row", per_seat=False, factory=list)
    aside: list[int] = zone("tile", "all", "row", per_seat=False, factory=list)
    realms: list[Board] = placed("tile", lambda rules: DOMINOES, per_seat=True, rest=KEPT, factory=list)


class Laying(PlacingStep[Any]):
    """The tile drawn goes next to others, with equal sides, not too far away."""

    name, hand, aside = "lay", "drawn", "aside"
    touching, matching = "MO-LAY-1", "MO-LAY-2"

    def bind(self, rules: Rules) -> None:
        self.onto = "land" if rules.game.state is Mosaic else "realms"  # type: ignore[misc]
        super().bind(rules)
        self.reach = rules.options.reach
        self.reason = rules.reason["placed"]

    def forbids(self, state: Any, seat: int, piece: int, key: int, rotation: int) -> Iterator[Reason]:
        if SQUARE4.distance(0, key) > self.reach:
            yield Reason("too_far", "MO-REACH-1")

    def play(self, state: Any, action: Any, log: Log | None) -> bool:
        super().play(state, action, log)
        key = SQUARE4.key(action.cell)
        touching = sum(near in self.board(state, action.seat) for near in SQUARE4.neighbours(key))
        state.gain(action.seat, touching, self.reason, key)
        return False


def drawing(state: Any, seat: int, log: Log | None) -> None:
    state.drawn.append(draw(state, "bag", log))


def ending(state: Any, seat: int, log: Log | None) -> None:
    state.over = True


def set_up(state: Any, log: Log | None) -> None:
    kinds = FACES if isinstance(state, Mosaic) else DOMINOES[:-1]
    named = [(f"{tile.name}#{n}", kind) for kind, tile in enumerate(kinds) for n in range(COPIES)]
    if isinstance(state, Mosaic):
        state.land.place(0, FACES[0])  # type: ignore[arg-type]
        named.remove(("shore#0", 0))
    else:
        state.realms = [Board(SQUARE4, matching=False) for _ in state.seats]
        for realm in state.realms:
            realm.place(0, DOMINOES[-1])
    state.bag = ordered(named, state.streams["bag"][0])


def phases(rules: Rules) -> list[Phase]:
    who = clockwise(lambda state: 1, rounds=True, until=lambda state: not state.bag)
    return [
        Phase("turn", who, [Run("draw", drawing), Laying()], turns=True),
        Phase("end", once, [Run("end", ending)]),
    ]


def appraise(view: View, seat: int) -> Sequence[tuple[str, float]]:
    return [("points", float(view.scores[seat])), ("left", -0.25 * view.count("bag"))]


GAME = Game(
    name="mosaic",
    title="Mosaic",
    version="1",
    seats=(2, 3),
    state=Mosaic,
    options=Options,
    folder=lambda: folder(
        {
            "placed": "touching tiles",
            "too_far": "that is too far away",
            "points": "points",
            "left": "tiles left",
        },
        {
            "MO-LAY-1": "A tile touches another one.",
            "MO-LAY-2": "Sides that meet are equal.",
            "MO-REACH-1": "No tile lies too far away.",
            "MO-TURN-1": "Clockwise.",
        },
    ),
    load=lambda data, options: None,
    phases=phases,
    pieces=lambda data: {"tile": tuple(tile.name for tile in FACES)},
    set_up=set_up,
    streams=("bag",),
    reasons=(ScoreReason("placed", "MO-LAY-1", CELL),),
    turn_rule="MO-TURN-1",
    turn_limit=60,
    choices=by_trial,
    appraise=appraise,
    conserved=lying,
    grid=SQUARE4,
)
PAIRS = attrs.evolve(
    GAME, name="pairs", state=Pairs, pieces=lambda data: {"tile": tuple(tile.name for tile in DOMINOES)}
)
PLUGIN, PAIRS_PLUGIN = plugin(GAME), plugin(PAIRS)
