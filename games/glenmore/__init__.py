"""Glen More (Matthias Cramer) for 2 to 5 players."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from typing import Any

from tilewright.authoring import (
    SQUARE8,
    Game,
    Log,
    Node,
    Phase,
    Rules,
    ScoreReason,
    Thing,
    draw,
    hook,
    ordered,
    roll,
    whole,
)

from .actions import READERS
from .activations import ActivateStep
from .appraise import appraise, choices, totals, worths
from .circuit import BeginStep, RefillStep, ThirdScoring, last, last_turn
from .contents import CONTENTS, dealt
from .cost_payment import PayStep
from .deals import DealStep
from .features import features
from .files import RESOURCES
from .hooks import Specs
from .meters import meters
from .module_tiles import assemble
from .movement import MoveStep
from .options import Options
from .placing import BenefitStep, PlaceStep
from .printed import Printed, load_printed
from .restrictions import RESTRICTIONS
from .scenes import NOUNS
from .scoring import coins_held, ended, more_of, more_tiles, ranking
from .show import show
from .show.sheets import tiles_show
from .state import DIE, GlenMoreState, conserved, figure
from .tile_taking import TakeStep
from .trade import TradeStep
from .weights import Weights


def pieces(printed: Printed) -> Mapping[str, tuple[str, ...]]:
    """The kinds of tile, by id, for each stack."""
    names = tuple(kind.id for kind in printed.kinds)
    return {f"stack{n}": names for n in range(4)}


def set_up(state: GlenMoreState, log: Log | None) -> None:
    """Stacks, start villages, figures, the die and the first tiles are in place (GM-SETUP, GM-DIE-1 to -3)."""
    printed, options, count = state.printed, state.rules.options, len(state.seats)
    for number, stack in enumerate(state.stacks()):
        seen: dict[int, int] = {}
        named = []
        for kind in printed.stacks[number]:
            seen[kind] = seen.get(kind, 0) + 1
            named.append((f"{printed.kinds[kind].id}#{seen[kind]}", kind))
        stack[:] = ordered(named, state.streams[f"stack{number}"][0])
    state.displays = [{0: printed.start} for _ in range(count)]
    state.cubes = [{} for _ in range(count)]
    state.members = [{0: 1} for _ in range(count)]
    state.barrels, state.chieftains, state.cards = [0] * count, [0] * count, [0] * count
    state.coins = [options.start_coins] * count
    setup = printed.setup[count]
    state.warehouse = [1 if setup.coins_on_first_space else 0] * 5
    start = roll(state, "start", state.seats, log)
    state.chain = [figure((start + n) % count) for n in range(count)]
    if setup.die:
        state.chain.append(DIE)
    for number, tiles in enumerate((setup.stack0, setup.stack1)):
        for _ in range(tiles):
            state.chain.append(draw(state, f"stack{number}", log))


def phases(rules: Rules) -> list[Phase]:
    """One phase, repeated: the turn of the player whose figure stands last."""
    steps: list[Node[Any]] = [BeginStep(), TakeStep(), PayStep(), PlaceStep(), BenefitStep(), ActivateStep()]
    refill: list[Node[Any]] = [RefillStep()]
    if rules.options.trade_after_refill:
        refill += [TradeStep(), ThirdScoring()]
    move: list[Node[Any]] = [MoveStep()]
    steps += refill + move if rules.options.movement_after_refill else move + refill
    return [Phase("turn", last, steps, turns=True)]


def things(printed: Printed) -> dict[str, list[Thing]]:
    """Kinds of tile and cards, by id; resources."""
    return {
        "tile": [Thing(kind.id) for kind in printed.kinds],
        "card": [Thing(card.id) for card in printed.cards],
        "resource": [Thing(name) for name in RESOURCES],
    }


GAME = Game(
    name="glenmore",
    title="Glen More",
    version="1",
    seats=(2, 5),
    state=GlenMoreState,
    options=Options,
    folder=lambda: resources.files("tilewright.data") / "glenmore",
    load=load_printed,
    assemble=assemble,
    phases=phases,
    pushed=lambda rules: [DealStep()],
    pieces=pieces,
    things=things,
    names=lambda printed: {
        **{kind.id: dict(kind.names) for kind in printed.kinds},
        **{card.id: dict(card.names) for card in printed.cards},
    },
    set_up=set_up,
    contents=CONTENTS,
    dealt=dealt,
    streams=("stack0", "stack1", "stack2", "stack3", "start", "die"),
    reasons=(
        ScoreReason("butcher", "GM-BRN-1", "tile"),
        ScoreReason("fair", "GM-BRN-4", "tile"),
        ScoreReason("grocer", "GM-BRN-7", "tile", scale="grocer_vp"),
        ScoreReason("bridge", "GM-BRN-8", "tile", scale="bridge_vp"),
        ScoreReason("tavern", "GM-BRN-9", "tile"),
        *(
            ScoreReason(reason, "GM-SCORE-3", whole(), because=more_of(reason), icon=icon, for_all=True)
            for reason, icon in (
                ("scoring_whisky", "barrel"),
                ("scoring_chieftains", "chief"),
                ("scoring_cards", "card"),
            )
        ),
        ScoreReason("special_place", "GM-FINAL-2", "card", icon="loch", for_all=True),
        ScoreReason("coins", "GM-FINAL-3", scale="coin_vp", because=coins_held, for_all=True),
        ScoreReason("tile_penalty", "GM-FINAL-4", scale="tile_penalty", because=more_tiles, for_all=True),
        ScoreReason("floor", "GM-AMB-15"),
    ),
    readers=READERS,
    ended=ended,
    ranking=ranking,
    turn_rule="GM-TURN-2",
    order_rule="GM-TURN-4",
    turn_limit=10_000,
    choices=choices,
    appraise=appraise,
    weights=Weights,
    worths=worths,
    totals=totals,
    features=features,
    levels=lambda rules: {
        "easy": "learned:anyway~1.8/1.9/2.2/2.4",
        "normal": "learned:anyway~1.2/1.3/1.5/1.6",
        "hard": "learned:anyway~0.62/0.85/1/1.1",
        "expert": "learned:anyway~0.4/0.55/0.65/0.7",
        "master": "learned:anyway",
    },
    restrictions=RESTRICTIONS,
    meters=meters,
    last_turn=last_turn,
    conserved=conserved,
    show=show,
    sheets={"tiles": tiles_show},
    nouns=NOUNS,
    specs=(Specs,),
    grid=SQUARE8,
    provenance=lambda printed: printed.provenance(),
)


@hook
def tilewright_game() -> Game:
    """Glen More, for the plugin manager."""
    return GAME
