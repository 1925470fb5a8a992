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
from tilewright.core.schedule import Phase, clockwise, once
from tilewright.core.zones import draw, roll

from .actions import READERS
from .building import BuildStep
from .catalogue import assemble
from .income import IncomeStep
from .market import BuyStep, CollectStep
from .options import Options
from .pricing import DrawStep, PriceStep, RemoveStep
from .printed import SCORING, Printed, load_printed
from .rounds import RoundStep, ScoreStep, ranking
from .scrolls import KINDS
from .state import HOME, IsleOfSkyeState, catalogue, places
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
    printed, count, rules = state.printed, len(state.seats), state.rules
    named = [(name, n) for n, name in enumerate(rules.pieces["scoring"])]
    state.box = ordered(named, state.streams["scoring"][0])
    box = places(rules, "box")[count]
    state.scoring = [draw(state, box, log) for _ in LETTERS]
    names = rules.pieces["tile"]
    seen: dict[int, int] = {}
    bag = []
    for tile in printed.bag:
        seen[tile] = seen.get(tile, 0) + 1
        bag.append((f"{names[tile]}#{seen[tile]}", tile))
    state.bag = ordered(bag, state.streams["bag"][0])
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
    """The phases of a round (IS-ROUND-2)."""

    def first(state: State) -> int:
        assert isinstance(state, IsleOfSkyeState)
        return state.start

    return [
        Phase("income", once, [IncomeStep()]),
        Phase("pricing", once, [DrawStep(), PriceStep(), RemoveStep()]),
        Phase("buying", clockwise(first), [BuyStep()], turns=True),
        Phase("collecting", once, [CollectStep()]),
        Phase("building", clockwise(first), [BuildStep()], turns=True),
        Phase("ending", once, [ScoreStep(), RoundStep()]),
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
        *(
            ScoreReason(id, f"IS-ST-{number}", lambda rules, place: LETTERS[place])
            for number, id in enumerate(SCORING, 1)
        ),
        *(ScoreReason(kind, rule, lambda rules, cell: SQUARE4.text(cell)) for kind, rule in KINDS),
        ScoreReason("gold", "IS-FINAL-2"),
    ),
    readers=READERS,
    ranking=ranking,
    turn_rule="IS-ROUND-2",
    turn_limit=5_000,
    grid=SQUARE4,
    provenance=lambda printed: printed.provenance(),
)


@hook
def tilewright_game() -> Game:
    """Isle of Skye, for the plugin manager."""
    return GAME
