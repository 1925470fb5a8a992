"""Harvest: lay fields side by side, close them, and keep your goal to yourself. For two to four players.

A ruleset as somebody else would write it: it knows the engine's public names and nothing of tilewright's own games.
"""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, cast

from tilewright.core.chance import ordered
from tilewright.core.game import Game, ScoreReason
from tilewright.core.grid import SQUARE4
from tilewright.core.hooks import hook
from tilewright.core.meanings import CELL
from tilewright.core.schedule import Phase, once
from tilewright.core.zones import draw, roll

from .look import choices, show
from .moments import Specs
from .steps import READERS, Final, PlaceStep, RefillStep, following
from .table import Harvest, Options, Table, fresh_board, load, place_of

if TYPE_CHECKING:
    from tilewright.core.events import Log
    from tilewright.core.rules import Rules


def folder() -> Traversable:
    """Where Harvest's data lies."""
    return files(__name__) / "data"


def set_up(state: Harvest, log: Log | None) -> None:
    """The start tile lies, tiles are on offer, and everybody has a goal (HV-OFFER-1, HV-GOAL-1)."""
    table = cast(Table, state.rules.data)
    tiles = [(f"{t.name}#{n}", kind) for kind, t in enumerate(table.tiles) for n in range(t.count)]
    goals = [(f"{g.name}#{n}", kind) for kind, g in enumerate(table.goals) for n in range(g.count)]
    state.bag = ordered(tiles, state.streams["bag"][0])
    state.deck = ordered(goals, state.streams["goals"][0])
    state.board = fresh_board(table)
    for seat in range(len(state.seats)):
        state.goals.append([draw(state, place_of(state, "deck"), log, seat)])
    for _ in range(state.rules.options.offer):
        state.offer.append(draw(state, place_of(state, "bag"), log))
    state.start = roll(state, "start", state.seats, log)


def phases(rules: Rules) -> list[Phase]:
    """Turns, then the goals."""
    turn = Phase("turn", following, [PlaceStep(), RefillStep()], turns=True)
    return [turn, Phase("end", once, [Final()])]


GAME = Game(
    name="harvest",
    title="Harvest",
    version="1",
    seats=(2, 4),
    state=Harvest,
    options=Options,
    folder=folder,
    load=load,
    phases=phases,
    pieces=lambda table: {
        "tile": tuple(tile.name for tile in table.tiles),
        "goal": tuple(goal.name for goal in table.goals),
    },
    set_up=set_up,
    streams=("bag", "goals", "start"),
    reasons=(
        ScoreReason("neighbours", "HV-PLACE-2", CELL),
        ScoreReason("closed", "HV-CLOSE-1", CELL),
        ScoreReason("goal", "HV-GOAL-1", "goal"),
    ),
    readers=READERS,
    turn_rule="HV-TURN-1",
    turn_limit=300,
    choices=choices,
    show=show,
    specs=(Specs,),
    grid=SQUARE4,
)


@hook
def tilewright_game() -> Game:
    """Harvest, for the plugin manager."""
    return GAME
