"""Winding Paths: lay tiles in front of your pawn and stay on the board longest. For two to eight players."""

from importlib import resources

from tilewright.authoring import SQUARE4, Game, Phase, Run, Thing, by_trial, clockwise, hook, lying

from .course import Options, end_turn, load, set_up
from .show import show, tiles_show
from .state import PORTS, PathsState, appraise, outlived
from .steps import PlaceStep

GAME = Game(
    name="paths",
    title="Winding Paths",
    version="1",
    seats=(2, 8),
    state=PathsState,
    options=Options,
    folder=lambda: resources.files(__name__) / "data",
    load=load,
    pieces=lambda tiles: {"tile": tuple(tiles)},
    things=lambda tiles: {"port": [Thing(port) for port in PORTS]},
    set_up=set_up,
    streams=("bag", "rim"),
    phases=lambda rules: [
        Phase("turn", clockwise(rounds=True), [PlaceStep(), Run("draw", end_turn)], turns=True)
    ],
    turn_rule="WP-TURN-1",
    standing=outlived,
    conserved=lying,
    choices=by_trial,
    appraise=appraise,
    show=show,
    sheets={"tiles": tiles_show},
    grid=SQUARE4,
)


@hook
def tilewright_game() -> Game:
    """The declaration, for the plugin manager."""
    return GAME
