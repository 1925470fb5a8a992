"""Smiths: a module of Glen More. Smithies make horseshoes, which pay for tiles; Gretna Green brings more of them.

A module as somebody else would write it: it knows the public names of tilewright and of the game, and nothing of the
game's other modules.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

import attrs

from tilewright.authoring import (
    NONE,
    Action,
    Choice,
    Copyable,
    Extra,
    Ink,
    Legal,
    Log,
    Module,
    Panel,
    Reason,
    Rules,
    ScoreReason,
    Show,
    State,
    View,
    by_seat,
    hook,
    listed,
    notation,
    option,
    public,
    whole,
)
from tilewright.games.glenmore.authoring import (
    RESOURCES,
    GlenMoreState,
    Readable,
    has,
    replace,
    replaceable,
    tile_at,
    with_tiles,
)

NAME = "smiths"
PLACE = "gretna_green"
SHOES = "horseshoes"


@attrs.frozen(kw_only=True)
class Options:
    """Options of the module."""

    most: int = option(3, rule="SM-SMITHY-1", low=1, high=9, doc="horseshoes that a player can keep")
    shoe_vp: int = option(1, rule="SM-FINAL-1", low=0, high=5, doc="points for each horseshoe at the end")


@attrs.define
class Forge(Copyable):
    """The module's part of a state."""

    horseshoes: list[int] = public(means=by_seat(whole(least=0)), factory=list)


@attrs.frozen(cache_hash=True)
class Shoe(Action):
    """A horseshoe stands for a cube of the tile's cost. `shoe stone`."""

    parts = notation("shoe {kind}")
    kind: str


def horseshoes(table: Readable, seat: int) -> int:
    """How many the seat has."""
    held = table.slices[NAME].horseshoes if isinstance(table, State) else table.slice(NAME)["horseshoes"]
    return int(held[seat])


def forge(state: GlenMoreState, seat: int, log: Log | None) -> None:
    """The seat gets a horseshoe, unless it has as many as it can keep (SM-SMITHY-1)."""
    kept: Forge = state.slices[NAME]
    if kept.horseshoes[seat] < state.rules.module_options[NAME].most:
        kept.horseshoes[seat] += 1
        if log is not None:
            log.add("shoe_made", seat=seat)


class Paying(Extra[GlenMoreState]):
    """Horseshoes stand for cubes that a tile costs (SM-PAY-1)."""

    step = "pay"
    actions = (Shoe,)
    rules = ("SM-PAY-1",)

    def legal(self, state: GlenMoreState, seat: int) -> Legal:
        if not horseshoes(state, seat):
            return NONE
        return listed([Shoe(seat, RESOURCES[n]) for n in replaceable(state, seat)])

    def play(self, state: GlenMoreState, action: Shoe, log: Log | None) -> bool:
        state.slices[NAME].horseshoes[action.seat] -= 1
        if log is not None:
            log.add("shoe_paid", seat=action.seat, kind=action.kind)
        return replace(state, RESOURCES.index(action.kind))

    def explain(self, state: GlenMoreState, action: Shoe) -> list[Reason]:
        if action in self.legal(state, action.seat):
            return []
        if not horseshoes(state, action.seat):
            return [Reason("no_shoe", "SM-PAY-1", {})]
        return [Reason("not_for_a_shoe", "SM-PAY-1", {"kind": action.kind})]


@hook
def tilewright_module() -> Module:
    """The module, for the plugin manager."""
    module = Module(
        name=NAME,
        game="glenmore",
        title="Smiths",
        options=Options,
        slice=lambda state: Forge([0] * len(state.seats)),
        slice_type=Forge,
        folder=lambda: files(__name__) / "data",
        reasons=(ScoreReason(SHOES, "SM-FINAL-1", scale="smiths.shoe_vp"),),
        provenance=lambda kinds: [
            f"The {sum(kind.count for kind in kinds)} tiles of the smiths are somebody's own."
        ],
    )
    return with_tiles(module)


@hook
def tile_activated(state: GlenMoreState, seat: int, cell: int, log: Log | None) -> None:
    """A smithy brings a horseshoe (SM-SMITHY-1)."""
    if tile_at(state, seat, cell).kind == "smithy":
        forge(state, seat, log)


@hook
def tile_placed(state: GlenMoreState, seat: int, cell: int, log: Log | None) -> None:
    """Whoever has Gretna Green gets a horseshoe for each further tile with a road (SM-GRETNA-1)."""
    kind = tile_at(state, seat, cell)
    if kind.road and kind.id != PLACE and has(state, seat, PLACE):
        forge(state, seat, log)


@hook
def stand_ins(table: Readable, seat: int) -> int:
    """Each horseshoe stands for a cube (SM-PAY-1)."""
    return horseshoes(table, seat)


@hook
def add_actions(rules: Rules) -> Sequence[Extra[GlenMoreState]]:
    """Paying with horseshoes."""
    return [Paying()]


@hook
def final_lines(table: Readable, seat: int) -> Sequence[tuple[str, int]]:
    """Points for horseshoes (SM-FINAL-1)."""
    return [(SHOES, table.rules.module_options[NAME].shoe_vp * horseshoes(table, seat))]


@hook
def appraise_lines(view: View, seat: int) -> Sequence[tuple[str, float]]:
    """A horseshoe is worth its points, and as good as a cube."""
    each = max(view.rules.module_options[NAME].shoe_vp, view.weights.cube)
    return [] if view.over else [(SHOES, each * horseshoes(view, seat))]


@hook
def appraise_actions(view: View, actions: Sequence[Action]) -> Sequence[Choice]:
    """Paying with a horseshoe costs its points, and no cube."""
    worth = view.weights.any_deal - view.rules.module_options[NAME].shoe_vp
    return [Choice(action, worth, ((SHOES, worth),)) for action in actions if isinstance(action, Shoe)]


@hook
def extend_show(show: Show, view: View, lang: str) -> Show:
    """A panel with everybody's horseshoes."""
    rows = [(Ink(name), Ink("U" * horseshoes(view, seat) or "-")) for seat, name in enumerate(view.seats)]
    title = view.rules.words.say("show.horseshoes", {}, view.seats, lang)
    return attrs.evolve(show, panels=[*show.panels, Panel(title=title, rows=rows)])
