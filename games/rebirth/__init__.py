"""Rebirth (Reiner Knizia) for 2 to 4 players; without modules, the Scotland side of the board."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources

from tilewright.authoring import (
    HEX,
    Folder,
    Game,
    Log,
    ScoreReason,
    Thing,
    UsageError,
    conclude,
    draw,
    hook,
    ordered,
    roll,
)

from .actions import READERS
from .appraise import appraise, choices, totals, worths
from .checks import load_printed
from .contents import CONTENTS, dealt
from .drawings import MapDrawing
from .ending import last_turn, ranking
from .features import features
from .files import FOOD, KINDS, MapFile
from .hooks import Specs
from .meters import meters
from .options import Options
from .printed import Printed
from .restrictions import RESTRICTIONS
from .scenes import NOUNS
from .show import show
from .show.sheets import map_show, missions_show, tiles_show
from .state import NEUTRAL, RebirthState, conserved, empty_board, lay
from .steps import phases, pushed
from .weights import Weights


def load(data: Folder, options: Options) -> Printed:
    """The map and mix that the options name, with tiles and cards."""
    return load_printed(data, options.map, None if options.mix == "fitting" else options.mix)


def pieces(printed: Printed) -> Mapping[str, tuple[str, ...]]:
    """Tiles by kind and mission cards by id."""
    return {"tile": KINDS, "mission": tuple(card.id for card in printed.missions)}


def set_up(state: RebirthState, log: Log | None) -> None:
    """The board lies ready, every seat has its tiles, two set aside and one in hand (RB-SETUP-1 to -9)."""
    rules, printed = state.rules, state.printed
    options: Options = rules.options
    count = len(state.seats)
    if count == 4 and options.removal_with == 3:
        raise UsageError(
            "with four players this reading of the set-up (RB-EV-1, removal_with=3) needs 136 places, "
            f"and the map has {len(printed.kind)}; play it with 2 or 3, or use removal_with=4"
        )
    empty_board(state)
    for zone in ("hand", "supply", "aside", "missions"):
        setattr(state, zone, [[] for _ in range(count)])
    if count == 2:
        for cell, marked in enumerate(printed.neutral):
            if marked:
                lay(state, cell, NEUTRAL, FOOD)
    held = list(printed.tiles)
    if count == options.removal_with:
        held = [have - gone for have, gone in zip(held, printed.removal, strict=True)]
    named = [(f"{KINDS[kind]}#{n}", kind) for kind, copies in enumerate(held) for n in range(copies)]
    for seat in range(count):
        state.supply[seat] = ordered(named, state.streams[f"supply.{seat}"][0])
        supply = rules.place(state, "supply", seat)
        for _ in range(options.set_aside):
            state.aside[seat].append(draw(state, supply, log, seat))
        state.aside[seat].sort()
        state.hand[seat].append(draw(state, supply, log, seat))
    cards = [
        (f"{card.id}#{n}", kind) for kind, card in enumerate(printed.missions) for n in range(card.copies)
    ]
    state.deck = ordered(cards, state.streams["missions"][0])
    state.start = roll(state, "start", state.seats, log)


def things(printed: Printed) -> dict[str, list[Thing]]:
    """Cells, settlements, castles and cathedrals, numbered as in `printed`."""
    return {
        "cell": [Thing(str(at)) for at in printed.hexes],
        "settlement": [Thing(printed.settlement_name(n)) for n in range(len(printed.settlements))],
        "castle": [Thing(castle.code, castle.name) for castle in printed.castles],
        "cathedral": [Thing(cathedral.code, cathedral.name) for cathedral in printed.cathedrals],
    }


GAME = Game(
    name="rebirth",
    title="Rebirth",
    version="1",
    seats=(2, 4),
    state=RebirthState,
    options=Options,
    folder=lambda: resources.files("tilewright.data") / "rebirth",
    load=load,
    phases=phases,
    pushed=pushed,
    pieces=pieces,
    things=things,
    names=lambda printed: {
        name: dict(card.text) for card in printed.missions for name in (card.id, f"{card.id}.text")
    },
    set_up=set_up,
    contents=CONTENTS,
    dealt=dealt,
    streams=("supply.0", "supply.1", "supply.2", "supply.3", "missions", "start"),
    reasons=(
        ScoreReason("food_group", "RB-FARM-2", "cell", scale="farm_tile"),
        ScoreReason("energy_group", "RB-FARM-3", "cell", scale="farm_tile"),
        ScoreReason("small_settlement", "RB-SET-2", "settlement", scale="small_symbol", icon="house"),
        ScoreReason("medium_settlement", "RB-SET-3", "settlement", icon="house"),
        ScoreReason("large_settlement", "RB-SET-7", "settlement", icon="village"),
        ScoreReason("port", "RB-PORT-1", "cell", scale="port", icon="anchor"),
        ScoreReason("unfinished_settlement", "RB-END-2", "settlement", icon="house"),
        ScoreReason("castle", "RB-END-3", "castle", scale="castle", icon="keep"),
        ScoreReason("mission", "RB-END-4", "mission"),
        ScoreReason("cathedral_bonus", "RB-END-4", "mission", icon="church"),
    ),
    readers=READERS,
    ended=lambda state: conclude(state, "end"),
    ranking=ranking,
    turn_rule="RB-TURN-1",
    turn_limit=1_000,
    choices=choices,
    appraise=appraise,
    weights=Weights,
    worths=worths,
    totals=totals,
    features=features,
    levels=lambda rules: {
        "easy": "learned:anyway~3/3.2/3.4",
        "normal": "learned:anyway~1.9/2.2/2.5",
        "hard": "learned:anyway~1/1.3/1.5",
        "expert": "learned:anyway~0.7/0.85/0.9",
        "master": "learned:anyway",
    },
    restrictions=RESTRICTIONS,
    meters=meters,
    conserved=conserved,
    last_turn=last_turn,
    show=show,
    sheets={"map": map_show, "tiles": tiles_show, "missions": missions_show},
    nouns=NOUNS,
    specs=(Specs,),
    grid=HEX,
    provenance=Printed.provenance,
    drawings={MapFile: MapDrawing()},
)


@hook
def tilewright_game() -> Game:
    """Rebirth, for the plugin manager."""
    return GAME
