"""Toy: a module of Rebirth that comes in at its moments, as docs/hooks.md shows: castles are raided, and guarded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tilewright.core.bots.restrictions import Restriction
from tilewright.core.rules.actions import Reason
from tilewright.core.rules.game import Choice, Module, ScoreReason
from tilewright.core.rules.hooks import hook
from tilewright.games.rebirth.authoring import ENERGY, PlaceTile

from .paper import folder

if TYPE_CHECKING:
    from tilewright.core.bots.restrictions import Keep
    from tilewright.core.rules.actions import Action
    from tilewright.core.rules.events import Log
    from tilewright.core.rules.ruleset import Rules
    from tilewright.core.rules.views import View
    from tilewright.games.rebirth.authoring import RebirthState

WATER, RAID, WATCH = "water", "raid", "watch"


@hook
def tilewright_module() -> Module:
    """The module, for the plugin manager."""
    return Module(
        name="raids",
        game="rebirth",
        title="Raids",
        folder=lambda: folder(
            {WATER: "by the water", RAID: "raid", WATCH: "watch", "guarded": "{castle} is guarded"},
            {
                "RD-WATER-1": "A tile beside a loch brings a point.",
                "RD-RAID-1": "Taking a castle from another seat brings two points.",
                "RD-GUARD-1": "No energy tile goes next to a castle that another seat holds.",
                "RD-WATCH-1": "At the end each castle held brings a point more.",
            },
        ),
        reasons=(
            ScoreReason(WATER, "RD-WATER-1"),
            ScoreReason(RAID, "RD-RAID-1", "castle"),
            ScoreReason(WATCH, "RD-WATCH-1"),
        ),
    )


@hook
def tile_placed(state: RebirthState, seat: int, cell: int, log: Log | None) -> None:
    """A tile beside a loch brings a point (RD-WATER-1)."""
    if state.printed.loch[cell]:
        state.gain(seat, 1, state.rules.reason[WATER], cell)


@hook
def castle_taken(state: RebirthState, seat: int, castle: int, before: int, log: Log | None) -> None:
    """A castle taken from another seat brings two points (RD-RAID-1)."""
    if before >= 0:
        state.gain(seat, 2, state.rules.reason[RAID], castle)


@hook
def forbid_cells(state: RebirthState, seat: int, kind: int, cells: Sequence[int]) -> Mapping[int, Reason]:
    """Castles of others are guarded against energy tiles (RD-GUARD-1)."""
    refused: dict[int, Reason] = {}
    for cell in cells if kind == ENERGY else ():
        for castle in state.printed.castles_at[cell]:
            if state.castles[castle] not in (-1, seat):
                name = state.printed.castles[castle].name
                refused[cell] = Reason("guarded", "RD-GUARD-1", {"castle": name})
    return refused


@hook
def final_scoring(state: RebirthState, log: Log | None) -> None:
    """A point for each castle held (RD-WATCH-1)."""
    for castle, holder in enumerate(state.castles):
        if holder >= 0:
            state.gain(holder, 1, state.rules.reason[WATCH], castle)


@hook
def appraise_lines(view: View, seat: int) -> Sequence[tuple[str, float]]:
    """Castles held promise the points of the watch."""
    return [(WATCH, float(view.castles.count(seat)))]


@hook
def appraise_actions(view: View, actions: Sequence[Action]) -> Sequence[Choice]:
    """A place beside a loch is worth its point in addition to what the game sees in it."""
    assert view.rules.game.choices is not None
    known = {choice.action: choice for choice in view.rules.game.choices(view)}
    found = []
    for action in actions:
        if isinstance(action, PlaceTile) and view.rules.data.loch[view.rules.data.cell_at[action.cell]]:
            before = known[action]
            found.append(Choice(action, before.worth + 1, (*before.lines, (WATER, 1.0))))
    return found


@hook
def add_restrictions(rules: Rules) -> Sequence[Restriction]:
    """A bot may be kept from the water: `greedy!no-water`."""

    def read(rules: Rules, argument: str) -> Keep:
        loch, cell_at = rules.data.loch, rules.data.cell_at
        return lambda view, actions: [
            a for a in actions if not (isinstance(a, PlaceTile) and loch[cell_at[a.cell]])
        ]

    return [Restriction("no-water", "places no tile beside a loch", read)]
