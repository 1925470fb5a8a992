"""Ireland: the other side of the board, with public missions, round towers and tiles that come back (RI).

Its rooms are in `_ireland/`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING

from tilewright.authoring import (
    Action,
    Choice,
    Insert,
    Log,
    Meter,
    Module,
    Restriction,
    Rules,
    ScoreReason,
    Show,
    Thing,
    View,
    hook,
)

from ..settlements import Prizes
from ._ireland.appraise import Weights, cell_lines, features, position_lines, rated
from ._ireland.contents import CONTENTS, dealt
from ._ireland.drawing import ChooseStep, draw_more
from ._ireland.ending import private_missions, winners
from ._ireland.files import BONUSES, SPRAWLING
from ._ireland.meters import meters
from ._ireland.options import Options
from ._ireland.printed import load
from ._ireland.restrictions import NO_TOWER
from ._ireland.scenes import NOUNS
from ._ireland.show import extended, with_cards
from ._ireland.state import NAME, STREAM, IrelandPart, fresh, options, part, printed
from ._ireland.state import set_up as lay_out
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
        reasons=(
            ScoreReason("sprawling_settlement", "RI-SPR-2", "settlement"),
            ScoreReason("offshore", "RI-OFF-1", "cell", scale=f"{NAME}.offshore"),
            ScoreReason("public_mission", "RI-MIS-2", "card"),
            ScoreReason("private_mission", "RI-TOW-6", "card"),
            ScoreReason("thirteen_points", "RI-TOW-8", "tower", scale=f"{NAME}.thirteen"),
            ScoreReason("three_points", "RI-TOW-9", "tower", scale=f"{NAME}.three"),
        ),
        contents=CONTENTS,
        dealt=dealt,
        nouns=NOUNS,
        provenance=lambda data: data.provenance(),
    )


# -- rules -----------------------------------------------------------------------------------------------------------


@hook
def set_up(state: RebirthState, log: Log | None) -> None:
    """Lays out cards, bonuses and the tiles set aside (RI-SETUP-1, RI-SETUP-2, RI-SETUP-6)."""
    lay_out(state, log)


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
def turn_ends(state: RebirthState, seat: int, log: Log | None) -> None:
    """Draws more tiles after a bonus draw_three (RI-TOW-4)."""
    draw_more(state, seat, log)


@hook
def final_scoring(state: RebirthState, log: Log | None) -> None:
    """Scores private missions (RI-END-3)."""
    private_missions(state, log)


@hook
def break_tie(state: RebirthState, tied: Sequence[int]) -> Sequence[int]:
    """The most tiles at the Hill of Tara win where Blarney Castle does not decide (RI-END-5, RI-END-6)."""
    return winners(state)


@hook
def hand_size(rules: Rules) -> int:
    """As many tiles as two bonuses of one turn can bring (RI-TOW-4, RI-AMB-4)."""
    drawn = options(rules).drawn
    return drawn if options(rules).two_draws == "three" else 2 * drawn - 1


# -- bots and drawing ------------------------------------------------------------------------------------------------


@hook
def cell_worths(view: View, kind: int, cells: Sequence[int]) -> Iterable[tuple[str, Sequence[float]]]:
    """Rates offshore fields, missions and round towers."""
    return cell_lines(view, kind, cells)


@hook
def appraise_actions(view: View, actions: Sequence[Action]) -> Sequence[Choice]:
    """Rates which tile to choose, which card to double, which bonus to use."""
    return rated(view, actions)


@hook
def appraise_lines(view: View, seat: int) -> Sequence[tuple[str, float]]:
    """Missions that are near, and what round towers promise."""
    return position_lines(view, seat)


@hook
def add_features(view: View) -> Mapping[str, Sequence[float]]:
    """Returns what missions, round towers and tiles set aside promise."""
    return features(view)


@hook
def add_restrictions(rules: Rules) -> Sequence[Restriction]:
    """`no-tower`."""
    return [NO_TOWER]


@hook
def add_meters(rules: Rules) -> Sequence[Meter]:
    """Returns the meters of missions, round towers and second tiles."""
    return meters(rules)


@hook
def extend_show(show: Show, view: View, lang: str) -> Show:
    """Adds bonuses and owners to the round towers, and panels of missions and of tiles set aside."""
    return extended(show, view, lang)


@hook
def extend_sheet(show: Show, sheet: str, rules: Rules, lang: str) -> Show:
    """Adds the public missions and the bonus tiles to the sheets of tiles and of missions."""
    return with_cards(show, rules, lang) if sheet in ("tiles", "missions") else show
