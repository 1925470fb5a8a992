"""Isle of Skye (Andreas Pelikan and Alexander Pfister) for 2 to 5 players: the base game of the Big Box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any, TypeVar

import attrs

from tilewright.authoring import (
    SQUARE4,
    Game,
    Log,
    Phase,
    PluginError,
    Rules,
    ScoreReason,
    clockwise,
    draw,
    hook,
    once,
    ordered,
    roll,
)

from . import module_scoring, scoring, scrolls
from .actions import READERS
from .appraise import appraise, choices, totals, worths
from .appraise.features import features
from .appraise.weights import Weights
from .build_phase import BuildStep
from .buy_phase import BuyStep, CollectStep
from .catalogue import Catalogue
from .contents import CONTENTS, dealt
from .drawings import TileDrawing, scrolls_of
from .files import LETTERS, Castle, Drawn
from .hooks import Specs
from .income import IncomeStep
from .meters import meters
from .options import Options
from .price_phase import DrawStep, PriceStep, RemoveStep
from .printed import Printed, load_printed
from .restrictions import RESTRICTIONS
from .round_end import EndStep, GoldStep, RoundStep, ScoreStep, ended, gold_held, ranking
from .scenes import NOUNS
from .scoring_kinds import Promise, Scoring, ScrollKind
from .scrolls import ScrollStep
from .show import show
from .show.sheets import scoring_show, tiles_show, track_show
from .state import HOME, IsleOfSkyeState, catalogue, conserved, last_turn, track
from .tiles import MARKS, TERRAINS, Tile, empty_territory

T = TypeVar("T", Tile, Scoring)


def pieces(printed: Printed) -> Mapping[str, tuple[str, ...]]:
    """Returns the ids of landscape tiles and of scoring tiles."""
    return {
        "tile": tuple(tile.id for tile in printed.tiles),
        "scoring": tuple(tile.id for tile in printed.scoring),
    }


def set_up(state: IsleOfSkyeState, log: Log | None) -> None:
    """Puts scoring tiles on A to D, castles in the territories, and tiles in the bag (IS-SETUP)."""
    count, rules = len(state.seats), state.rules
    named = [(name, n) for n, name in enumerate(rules.pieces["scoring"])]
    state.box = ordered(named, state.streams["scoring"][0])
    state.scoring = [draw(state, "box", log) for _ in LETTERS]
    state.bag = ordered(catalogue(state).bag, state.streams["bag"][0])
    for seat in range(count):
        territory = empty_territory()
        territory.place(HOME, catalogue(state).castles[seat].face)
        state.territories.append(territory)
    state.offers = [[] for _ in range(count)]
    state.waiting = [[] for _ in range(count)]
    state.stakes = [[] for _ in range(count)]
    state.gold = [0] * count
    state.start = roll(state, "start", state.seats, log)


def assemble(rules: Rules) -> Catalogue:
    """Makes the catalogue of a ruleset: the box's pieces, and what modules add to them."""
    printed: Printed = rules.data
    options: Options = rules.options
    tiles = _numbered(rules, "tile", [*printed.tiles, *_added(rules, "landscape_tiles")])
    if options.rotation == "none":  # IS-AMB-13
        tiles = tuple(attrs.evolve(tile, face=attrs.evolve(tile.face, rotations=(0,))) for tile in tiles)
    promises: list[Promise] = _added(rules, "promises")
    kept = [promise.instead for promise in promises]
    joined = rules.calls("joined_roads")
    kinds: list[ScrollKind] = [*scrolls.scroll_kinds(printed), *_added(rules, "scroll_kinds")]
    return Catalogue(
        rules=rules,
        options=options,
        tiles=tiles,
        scorings=_numbered(
            rules,
            "scoring",
            [
                *scoring.scorings(printed.scoring, scoring.SCORING, options),
                *module_scoring.added(rules),
                *_added(rules, "scoring_tiles"),
            ],
        ),
        scrolls={kind.id: kind for kind in kinds},
        castles=printed.castles,
        sides={
            **dict.fromkeys(TERRAINS, "IS-BUILD-3"),
            **{letter: rule for call in rules.calls("side_rules") for letter, rule in call(rules).items()},
        },
        turned=rules.calls("turned_tiles"),
        joined=joined,
        prices=rules.calls("price_lines"),
        built=rules.calls("tile_built"),
        promised=tuple(call for call in rules.calls("territory_lines") if call not in kept),
        promises=tuple(promises),
        entered=sum(call(rules) for call in rules.calls("only_entrances")) == len(joined),
    )


def _added(rules: Rules, hook: str) -> list[Any]:
    return [item for call in rules.calls(hook) for item in call(rules)]


def _numbered(rules: Rules, family: str, items: Sequence[T]) -> tuple[T, ...]:
    """Returns the items in the order of the family's pieces; PluginError if their ids differ."""
    by_id: dict[str, T] = {item.id: item for item in items}
    names: tuple[str, ...] = rules.pieces[family]
    odd = sorted({*names} ^ {*by_id})
    if odd or len(names) > len(by_id):
        raise PluginError(
            f"pieces of family {family} and what a module adds to them differ: {', '.join(odd)}"
        )
    return tuple(by_id[name] for name in names)


def phases(rules: Rules) -> list[Phase]:
    """Returns the phases of a round, and of the final scoring after the last round (IS-ROUND-2, IS-ROUND-3)."""

    def first(state: IsleOfSkyeState) -> int:
        return state.start

    def last(state: IsleOfSkyeState, seat: int) -> int:
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
    folder=lambda: resources.files("tilewright.data") / "isleofskye",
    load=load_printed,
    assemble=assemble,
    phases=phases,
    pieces=pieces,
    names=lambda printed: {name: dict(names) for name, names in printed.names.items()},
    set_up=set_up,
    contents=CONTENTS,
    dealt=dealt,
    streams=("bag", "scoring", "start"),
    reasons=lambda printed: (
        *scoring.reasons(printed.scoring),
        *scrolls.reasons(scrolls.SCROLLS),
        ScoreReason("gold", "IS-FINAL-2", because=gold_held, icon="coin", for_all=True),
    ),
    readers=READERS,
    ended=ended,
    ranking=ranking,
    show=show,
    sheets={"tiles": tiles_show, "scoring": scoring_show, "track": track_show},
    nouns=NOUNS,
    choices=choices,
    appraise=appraise,
    weights=Weights,
    worths=worths,
    totals=totals,
    features=features,
    levels=lambda rules: {
        "easy": "learned:anyway~3.2/3.6/4/4",
        "normal": "learned:anyway~1.9/2.2/2.5/2.5",
        "hard": "learned:anyway~1.1/1.45/1.45/1.45",
        "expert": "learned:anyway~0.75/1/1.1/1.1",
        "master": "learned:anyway",
    },
    restrictions=RESTRICTIONS,
    meters=meters,
    round_of=lambda state: state.round,
    last_turn=last_turn,
    conserved=conserved,
    turn_rule="IS-ROUND-2",
    turn_limit=5_000,
    specs=(Specs,),
    grid=SQUARE4,
    provenance=lambda printed: printed.provenance(),
    drawings={
        Drawn: TileDrawing(kinds=scrolls_of),
        Castle: TileDrawing(kinds=scrolls_of, marks=MARKS),
    },
)


@hook
def tilewright_game() -> Game:
    """Isle of Skye, for the plugin manager."""
    return GAME
