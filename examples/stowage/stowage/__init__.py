"""Before the Tide: stow crates of odd shapes in your ship; whoever is earliest moves. For two to four players."""

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

from .course import earliest, refill, score, set_up
from .files import Options, load
from .show import crates_show, show
from .state import REASONS, Ships, appraise, standing
from .steps import StowStep

GAME = Game(
    name="stowage",
    title="Before the Tide",
    version="1",
    seats=(2, 4),
    state=Ships,
    options=Options,
    folder=lambda: resources.files(__name__) / "data",
    load=load,
    pieces=lambda data: {"tile": tuple(crate.name for crate in data.crates)},
    set_up=set_up,
    streams=("bag",),
    phases=lambda rules: [
        Phase("turn", earliest, [StowStep(), Run("refill", refill)], turns=True),
        Phase("end", once, [Run("score", score)]),
    ],
    reasons=[ScoreReason(key, rule, CELL) for key, rule in REASONS.items()],
    turn_rule="BT-TURN-1",
    standing=standing,
    ended=lambda state: conclude(state, "end"),
    conserved=lying,
    choices=by_trial,
    appraise=appraise,
    show=show,
    sheets={"crates": crates_show},
    grid=SQUARE4,
)


@hook
def tilewright_game() -> Game:
    """The game, for the plugin manager."""
    return GAME
