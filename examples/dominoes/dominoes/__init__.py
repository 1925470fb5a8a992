"""Small Realms: lay dominoes of land round a castle; who takes the best one comes last. For two to four players."""

from importlib import resources

from tilewright.authoring import (
    CELL,
    SQUARE4,
    Game,
    Phase,
    Run,
    ScoreReason,
    by_trial,
    conclude,
    hook,
    lying,
    once,
)

from .files import Options, load
from .rounds import draw_row, end_turn, next_seat, score, set_up
from .show import show
from .state import REASONS, Realms, appraise, standing
from .steps import PlaceStep, TakeStep

GAME = Game(
    name="dominoes",
    title="Small Realms",
    version="1",
    seats=(2, 4),
    state=Realms,
    options=Options,
    folder=lambda: resources.files(__name__) / "data",
    load=load,
    phases=lambda rules: [
        Phase("round", once, [Run("draw", draw_row)]),
        Phase("turn", next_seat, [PlaceStep(), TakeStep(), Run("end_turn", end_turn)], turns=True),
        Phase("end", lambda state, seat: -1 if state.row else 0, [Run("score", score)]),
    ],
    pieces=lambda tiles: {"tile": tuple(tile.name for tile in tiles)},
    set_up=set_up,
    streams=("bag", "start"),
    reasons=[ScoreReason(key, rule, CELL) for key, rule in REASONS.items()],
    standing=standing,
    ended=lambda state: conclude(state, "end"),
    turn_rule="SR-TURN-2",
    choices=by_trial,
    appraise=appraise,
    levels=lambda rules: {"easy": "greedy~2"},  # loses three games of four against normal
    show=show,
    conserved=lying,
    grid=SQUARE4,
)


@hook
def tilewright_game() -> Game:
    """The game, for the plugin manager."""
    return GAME
