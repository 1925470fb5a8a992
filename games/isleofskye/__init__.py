"""Isle of Skye (Andreas Pelikan and Alexander Pfister) for 2 to 5 players: the base game of the Big Box."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

from tilewright.core.chance import ordered
from tilewright.core.game import Game, ScoreReason
from tilewright.core.grid import SQUARE4
from tilewright.core.hooks import hook
from tilewright.core.meanings import CELL, words
from tilewright.core.schedule import Phase, clockwise, once
from tilewright.core.zones import draw, roll

from .actions import READERS
from .appraise import appraise, choices
from .building import BuildStep
from .catalogue import assemble
from .hooks import Specs
from .income import IncomeStep
from .market import BuyStep, CollectStep
from .meters import meters
from .options import Options
from .pricing import DrawStep, PriceStep, RemoveStep
from .printed import SCORING, Printed, load_printed
from .restrictions import RESTRICTIONS
from .rounds import EndStep, GoldStep, RoundStep, ScoreStep, ranking
from .scenes import NOUNS
from .scrolls import KINDS, ScrollStep
from .show import show
from .show.sheets import scoring_show, tiles_show, track_show
from .state import HOME, IsleOfSkyeState, catalogue, conserved, places, track
from .tally import LETTERS
from .tiles import empty_territory

if TYPE_CHECKING:
    from tilewright.core.data import Folder
    from tilewright.core.events import Log
    from tilewright.core.rules import Rules
    from tilewright.core.state import State


def folder() -> Traversable:
    """Where Isle of Skye's data lies."""
    return files("tilewright.data") / "isleofskye"


def load(data: Folder, options: Options) -> Printed:
    """Everything that is printed, under these options."""
    return load_printed(data, options)


def pieces(printed: Printed) -> Mapping[str, tuple[str, ...]]:
    """Landscape tiles and scoring tiles, by id."""
    return {
        "tile": tuple(tile.id for tile in printed.tiles),
        "scoring": tuple(tile.id for tile in printed.scoring),
    }


def set_up(state: IsleOfSkyeState, log: Log | None) -> None:
    """Scoring tiles lie on A to D, castles in the territories, tiles in the bag (IS-SETUP)."""
    count, rules = len(state.seats), state.rules
    named = [(name, n) for n, name in enumerate(rules.pieces["scoring"])]
    state.box = ordered(named, state.streams["scoring"][0])
    box = places(rules, "box")[count]
    state.scoring = [draw(state, box, log) for _ in LETTERS]
    copies = [
        (f"{tile.id}#{copy}", n)
        for n, tile in enumerate(catalogue(state).tiles)
        for copy in range(1, tile.copies + 1)
    ]
    state.bag = ordered(copies, state.streams["bag"][0])
    for seat in range(count):
        territory = empty_territory()
        territory.place(HOME, catalogue(state).castles[seat].face)
        state.territories.append(territory)
    state.offers = [[] for _ in range(count)]
    state.waiting = [[] for _ in range(count)]
    state.stakes = [[] for _ in range(count)]
    state.gold = [0] * count
    state.start = roll(state, "start", state.seats, log)


def phases(rules: Rules) -> list[Phase]:
    """The phases of a round, and the final scoring after the last one (IS-ROUND-2, IS-ROUND-3)."""

    def first(state: State) -> int:
        assert isinstance(state, IsleOfSkyeState)
        return state.start

    def last(state: State, seat: int) -> int:
        assert isinstance(state, IsleOfSkyeState)
        return 0 if seat < 0 and state.round + 1 == len(track(state)) else -1

    return [
        Phase("income", once, [IncomeStep()]),
        Phase("pricing", once, [DrawStep(), PriceStep(), RemoveStep()]),
        Phase("buying", clockwise(first), [BuyStep()], turns=True),
        Phase("collecting", once, [CollectStep()]),
        Phase("building", clockwise(first), [BuildStep()], turns=True),
        Phase("scoring", once, [ScoreStep()]),
        Phase("final", last, [ScrollStep(), GoldStep(), EndStep()]),
        Phase("passing", once, [RoundStep()]),
    ]


GAME = Game(
    name="isleofskye",
    title="Isle of Skye",
    version="1",
    seats=(2, 5),
    state=IsleOfSkyeState,
    options=Options,
    folder=folder,
    load=load,
    assemble=assemble,
    phases=phases,
    pieces=pieces,
    names=lambda printed: {name: dict(names) for name, names in printed.names.items()},
    set_up=set_up,
    streams=("bag", "scoring", "start"),
    reasons=(
        *(ScoreReason(id, f"IS-ST-{number}", words(*LETTERS)) for number, id in enumerate(SCORING, 1)),
        *(ScoreReason(kind, rule, CELL) for kind, rule in KINDS),
        ScoreReason("gold", "IS-FINAL-2"),
    ),
    readers=READERS,
    ranking=ranking,
    show=show,
    sheets={"tiles": tiles_show, "scoring": scoring_show, "track": track_show},
    nouns=NOUNS,
    choices=choices,
    appraise=appraise,
    restrictions=RESTRICTIONS,
    meters=meters,
    round_of=lambda state: state.round,
    conserved=conserved,
    turn_rule="IS-ROUND-2",
    turn_limit=5_000,
    specs=(Specs,),
    grid=SQUARE4,
    provenance=lambda printed: printed.provenance(),
)


@hook
def tilewright_game() -> Game:
    """Isle of Skye, for the plugin manager."""
    return GAME
