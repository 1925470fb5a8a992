"""The Ford: lay stones across a rising river, and win or lose together. For one to four players."""

from importlib import resources

from tilewright.authoring import (
    CELL,
    SQUARE4,
    Game,
    Phase,
    Run,
    ScoreReason,
    by_trial,
    clockwise,
    hook,
    lying,
    reader,
    together,
)

from .river import Options, flow, load, set_up
from .show import show
from .state import STONES, FordState, Weights, appraise, crossed, features
from .steps import WorkStep

GAME = Game(
    name="ford",
    title="The Ford",
    version="1",
    seats=(1, 4),
    state=FordState,
    options=Options,
    folder=lambda: resources.files(__name__) / "data",
    load=load,
    pieces=lambda stones: {"stone": STONES, "surge": tuple(f"R{row}" for row in range(7))},
    set_up=set_up,
    streams=("bag", "river"),
    phases=lambda rules: [Phase("turn", clockwise(rounds=True), [WorkStep(), Run("flow", flow)], turns=True)],
    reasons=[ScoreReason("reached", "FD-END-3")],
    readers={"to": reader(CELL)},
    turn_rule="FD-TURN-1",
    teams=together,
    won=crossed,
    conserved=lying,
    weights=Weights,
    choices=by_trial,
    appraise=appraise,
    features=features,
    show=show,
    grid=SQUARE4,
)


@hook
def tilewright_game() -> Game:
    """The declaration, for the plugin manager."""
    return GAME
