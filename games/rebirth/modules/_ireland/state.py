"""The module's part of a position: cards, round towers with their bonuses, tiles that may come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from tilewright.authoring import (
    SEATS,
    Copyable,
    Log,
    Rules,
    View,
    by,
    draw,
    hook,
    ordered,
    public,
    remember,
    zone,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...state import Readable, RebirthState
    from .options import Options
    from .printed import Ireland

NAME = "ireland"
STREAM = f"module:{NAME}"


@attrs.define
class IrelandPart(Copyable):
    """Hidden: the tiles set aside, the deck, private missions."""

    apart: list[list[int]] = zone("tile", "none", "pile", factory=list)
    """By seat, the tiles set aside, in the order in which they come back; owners may remember which they are."""
    display: list[int] = zone("card", "all", "row", per_seat=False, factory=list)
    deck: list[int] = zone("card", "none", "pile", per_seat=False, factory=list)
    private: list[list[int]] = zone("card", "owner", mixed=True, shown=True, factory=list)
    """By seat, its private missions."""
    bonuses: list[int] = zone("bonus", "all", "row", per_seat=False, factory=list)
    """By round tower, the bonus tile that lies there."""
    mixed: list[int] = zone("bonus", "none", "pile", per_seat=False, factory=list)
    """Bonus tiles before they lie on the towers; empty once the game begins."""
    touched: list[int] = public(means=by("tower", SEATS), factory=list)
    """By round tower, the seats with a tile next to it; the last tile counts once its towers are resolved."""
    kept: list[int] = public(means=by("tower", SEATS), factory=list)
    """By round tower, the seats that may still use its bonus with a later tile (option ignored_bonus)."""
    fulfilled: list[int] = public(means=by("card", SEATS), factory=list)
    """By card, on display or not, the seats that have met its condition after a tile of theirs."""
    doubled: list[int] = public(means=by("card", SEATS), factory=list)
    """By card, the seats whose doubling marker lies on it."""
    placed: int = public(default=-1)
    """The cell of the tile that is being resolved, -1 if there is none."""
    second: bool = public(default=False)
    """True if a second tile has come back in this turn, or is due."""
    due: bool = public(default=False)
    """True if a second tile comes back once the tile that is being resolved is done."""
    fresh: int = public(default=0)
    """The cards that this very tile has fulfilled, as bits."""
    brought: int = public(default=-1)
    """The cell of the tile of this turn that brought its seat the doubling marker, -1 if none has."""
    more: int = public(default=0)
    """Number of tiles beyond one that are drawn at the end of this turn."""


def fresh(state: RebirthState) -> IrelandPart:
    """The part before set-up."""
    data = printed(state.rules)
    towers, cards = len(data.towers), len(data.cards)
    return IrelandPart(
        apart=[[] for _ in state.seats],
        private=[[] for _ in state.seats],
        touched=[0] * towers,
        kept=[0] * towers,
        fulfilled=[0] * cards,
        doubled=[0] * cards,
    )


def part(state: Readable) -> IrelandPart:
    """Return the module's part of a state, or what a view shows of it."""
    found: IrelandPart = state.module_part(NAME) if isinstance(state, View) else state.slices[NAME]  # type: ignore[assignment]
    return found


def printed(rules: Rules) -> Ireland:
    """Return what is printed."""
    data: Ireland = rules.module_data[NAME]
    return data


def options(rules: Rules) -> Options:
    """The module's options."""
    found: Options = rules.module_options[NAME]
    return found


@hook
def set_up(state: RebirthState, log: Log | None) -> None:
    """Eight cards lie open, a bonus on each round tower, and four tiles of each seat are set aside (RI-SETUP)."""
    rules, here, data = state.rules, part(state), printed(state.rules)
    key = state.streams[STREAM][0]
    here.deck = ordered([(f"{card.id}#1", n) for n, card in enumerate(data.cards)], key)
    for _ in range(min(options(rules).displayed, len(here.deck))):
        here.display.append(draw(state, "deck", log, module=NAME))
    named = [(f"{b.id}#{n}", kind) for kind, b in enumerate(data.bonuses) for n in range(b.copies)]
    here.mixed = ordered(named, key)
    for _ in data.towers:
        here.bonuses.append(draw(state, "mixed", log, module=NAME))
    for seat, aside in enumerate(state.aside):
        tiles = [(f"apart.{seat}.{kind}#{n}", kind) for n, kind in enumerate(aside)]
        set_apart(state, seat, ordered(tiles, key))
        aside.clear()


def set_apart(state: RebirthState, seat: int, tiles: Sequence[int]) -> None:
    """Exactly these tiles of the seat are set aside; the owner knows which they are, not their order (RI-AMB-1)."""
    part(state).apart[seat] = list(tiles)
    place = state.rules.place(state, "apart", seat, NAME)
    label = place.label(state.seats)
    state.seen[:] = [entry for entry in state.seen if entry[0] != label]
    if options(state.rules).aside == "known":
        for tile in sorted(tiles):
            remember(state, place, tile, 1 << seat)
