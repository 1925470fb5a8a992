"""Ireland: the other side of the board, with public missions, round towers and tiles that come back (RI).

Its rooms are in `_ireland/`. A hook that one room answers alone is imported from there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING

from tilewright.authoring import Insert, Log, Module, Rules, ScoreReason, Thing, hook

from ..settlements import Prizes
from ._ireland.appraise import Weights
from ._ireland.appraise import add_features as add_features
from ._ireland.appraise import appraise_actions as appraise_actions
from ._ireland.appraise import appraise_lines as appraise_lines
from ._ireland.appraise import cell_worths as cell_worths
from ._ireland.contents import CONTENTS, dealt
from ._ireland.drawing import ChooseStep
from ._ireland.drawing import turn_ends as turn_ends
from ._ireland.ending import break_tie as break_tie
from ._ireland.ending import final_scoring as final_scoring
from ._ireland.files import BONUSES, SPRAWLING
from ._ireland.meters import add_meters as add_meters
from ._ireland.options import Options
from ._ireland.printed import load
from ._ireland.restrictions import add_restrictions as add_restrictions
from ._ireland.scenes import NOUNS
from ._ireland.show import extend_sheet as extend_sheet
from ._ireland.show import extend_show as extend_show
from ._ireland.state import NAME, STREAM, IrelandPart, fresh, options, part, printed
from ._ireland.state import set_up as set_up
from ._ireland.towers import BonusStep, DoubleStep, MissionsStep, ResolveStep, SecondStep

if TYPE_CHECKING:
    from ..state import RebirthState


@hook
def tilewright_module() -> Module:
    """The module, for the plugin manager."""
    return Module(
        name=NAME,
        game="rebirth",
        title="Ireland",
        options=Options,
        changes=lambda options: {"map": NAME, "set_aside": 4},
        slice=fresh,
        slice_type=IrelandPart,
        weights=Weights,
        folder=lambda: files("tilewright.data") / "rebirth" / "modules" / NAME,
        load=load,
        pieces=lambda data: {"card": tuple(card.id for card in data.cards), "bonus": BONUSES},
        things=lambda data: {"tower": [Thing(tower.code, tower.name) for tower in data.towers]},
        names=lambda data: {
            name: dict(card.text) for card in data.cards for name in (card.id, f"{card.id}.text")
        },
        streams=(STREAM,),
        pushed=lambda rules: [BonusStep(), DoubleStep(), MissionsStep()],
        step_rules={"place": ("RI-PLACE", "RI-OFF", "RI-SPR", "RI-MIS", "RI-TOW", "RI-AMB-2", "RI-AMB-11")},
        reasons=(
            ScoreReason("sprawling_settlement", "RI-SPR-2", "settlement", icon="village"),
            ScoreReason("offshore", "RI-OFF-1", "cell", scale=f"{NAME}.offshore", icon="ship"),
            ScoreReason("public_mission", "RI-MIS-2", "card"),
            ScoreReason("private_mission", "RI-TOW-6", "card"),
            ScoreReason("thirteen_points", "RI-TOW-8", "tower", scale=f"{NAME}.thirteen", icon="stronghold"),
            ScoreReason("three_points", "RI-TOW-9", "tower", scale=f"{NAME}.three", icon="stronghold"),
        ),
        contents=CONTENTS,
        dealt=dealt,
        nouns=NOUNS,
        provenance=lambda data: data.provenance(),
    )


# -- rules -----------------------------------------------------------------------------------------------------------


@hook
def settlement_prizes(rules: Rules) -> Mapping[int, Prizes]:
    """Sprawling settlements have four hexes and three prizes (RI-SPR-1 to RI-SPR-4, RI-AMB-9)."""
    own = options(rules)
    first, second, third = own.sprawling_first, own.sprawling_second, own.sprawling_third

    def shared(present: int, neutral: bool) -> Sequence[int]:
        if present == 1 and not neutral:
            return (first + second + third,)
        if neutral and own.neutral_sprawling == "present":
            present += 1
        elif present == 1:
            return (first,)
        return (first + third, second) if present == 2 else (first, second, third)

    return {SPRAWLING: Prizes((first, second, third), "sprawling_settlement", shared)}


@hook
def insert_steps(rules: Rules) -> Sequence[Insert]:
    """A turn: choose among drawn tiles, place, resolve, perhaps a second tile, draw (RI-TURN-1, RI-AMB-2)."""
    return [
        Insert(ChooseStep(), anchor="place", side="before"),
        Insert(ResolveStep(), anchor="place"),
        Insert(SecondStep(), anchor="place"),
    ]


@hook
def tile_placed(state: RebirthState, seat: int, cell: int, log: Log | None) -> None:
    """Pays an offshore field, and notes the tile for the steps that resolve it (RI-OFF-1, RI-OFF-2)."""
    here, rules = part(state), state.rules
    here.placed, here.fresh = cell, 0
    if printed(rules).offshore[cell] and options(rules).offshore:
        state.gain(seat, options(rules).offshore, rules.reason["offshore"], cell)


@hook
def hand_size(rules: Rules) -> int:
    """As many tiles as two bonuses of one turn can bring (RI-TOW-4, RI-AMB-4)."""
    drawn = options(rules).drawn
    return drawn if options(rules).two_draws == "three" else 2 * drawn - 1
