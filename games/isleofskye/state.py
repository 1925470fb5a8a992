"""A position of Isle of Skye. Tiles and scoring tiles are numbers, as `Catalogue` has them; cells are keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from tilewright.authoring import (
    SEAT,
    SQUARE4,
    Board,
    Rules,
    State,
    View,
    by_seat,
    kept,
    lying,
    public,
    whole,
    zone,
)

if TYPE_CHECKING:
    from typing import TypeAlias

    from tilewright.authoring import View

    from .catalogue import Catalogue
    from .files import Round
    from .printed import Printed
    from .tiles import Tile

    Readable: TypeAlias = "IsleOfSkyeState | View"
    """A position whose public fields can be read: the state itself, or a seat's view of it."""

HOME = 0
"""The key of the castle's cell."""
MARKED = -1
"""In `stakes`: the discard marker lies at this tile."""
MOST_GOLD = 9_999
"""Gold that a player may have in a scene: every price that it allows is a move of its own."""


def _boards(rules: Rules, saved: Sequence[Mapping[str, Any]]) -> list[Board]:
    return [Board.from_dict(board, SQUARE4, rules.assembled.faces) for board in saved]


@attrs.define(eq=False, repr=False)
class IsleOfSkyeState(State):
    """Hidden: the order of the bag, prices until they are revealed. Gold is kept behind screens."""

    bag: list[int] = zone("tile", "all", "pile", per_seat=False, factory=list)
    """Its contents follow from what has been drawn and returned."""
    offers: list[list[int]] = zone("tile", "all", "row", mixed=True, factory=list)
    """By seat, the tiles that lie before its screen."""
    waiting: list[list[int]] = zone("tile", "all", "row", mixed=True, factory=list)
    """By seat, the tiles that it has this round and has not built yet."""
    box: list[int] = zone("scoring", "all", "pile", per_seat=False, factory=list)
    """The scoring tiles that are not used."""
    scoring: list[int] = zone("scoring", "all", "row", per_seat=False, factory=list)
    """The scoring tiles on the places A, B, C, D."""
    stakes: list[list[int]] = public(factory=list)
    """By seat, the gold at each tile of `offers`, once it is revealed; MARKED at the one that goes back."""
    gold: list[int] = kept(
        means=by_seat(whole(0, MOST_GOLD)),
        open=lambda rules: rules.options.gold_secrecy == "open",
        factory=list,
    )
    """By seat, without the gold that lies at tiles."""
    territories: list[Board] = public(read=_boards, shared=True, factory=list)
    """By seat."""
    start: int = public(means=SEAT, default=0)
    """The seat with the start-player tile."""
    round: int = public(means=whole(1, lambda state: len(track(state)), first=1), default=0)
    """From 0; scenes count from 1."""

    @property
    def printed(self) -> Printed:
        printed: Printed = self.rules.data
        return printed


def catalogue(state: Readable) -> Catalogue:
    """Returns the tiles, scoring tiles and castles by number."""
    found: Catalogue = state.rules.assembled
    return found


def track(state: Readable) -> tuple[Round, ...]:
    """Returns the rounds for this number of players (IS-SETUP-1)."""
    printed: Printed = state.rules.data
    return printed.tracks[len(state.seats)]


def last_turn(view: View) -> bool:
    """True while the seat builds in the last round (IS-ROUND-3)."""
    build = view.rules.by_name["build"]
    return bool(view.round + 1 == len(track(view)) and view.stack[-1][0] == build.index)


def from_start(state: Readable) -> tuple[int, ...]:
    """Returns the seats in turn order, the start player first."""
    count = len(state.seats)
    return *range(state.start, count), *range(state.start)


def bank(state: IsleOfSkyeState) -> int:
    """Returns the gold in the box that no player has; below 0 only if coins are unlimited (IS-AMB-17)."""
    laid = sum(stake for stakes in state.stakes for stake in stakes if stake > 0)
    return state.printed.box.coins.gold - sum(state.gold) - laid


def conserved(state: IsleOfSkyeState) -> Counter[tuple[str, str]]:
    """Counts every piece by family and id, wherever it lies and whichever side is up, modules' and castles too."""
    fronts = catalogue(state).fronts
    built = (board.face(key).name for board in state.territories for key in board)
    return lying(state) + Counter(("tile", fronts[name]) for name in built)


def tile_named(state: Readable, name: str) -> int:
    """Returns the number of the tile with this id; KeyError if there is none."""
    return state.rules.things["tile"].numbers[name]


def laid(state: Readable, board: Board, cell: int) -> Tile:
    """Returns the tile or castle on a cell of a territory; KeyError if the cell is empty."""
    return catalogue(state).by_face[board.face(cell).name]
