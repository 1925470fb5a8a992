"""The module's part of a position: the dolmen, its stacks, tiles drawn from the bag, and the players' tablets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

from tilewright.authoring import Copyable, Rules, State, by_seat, public, whole, zone

from ...state import catalogue, track
from .printed import TABLET

if TYPE_CHECKING:
    from ...state import IsleOfSkyeState, Readable
    from .files import Effect, Tablet
    from .options import Options
    from .printed import Druids

NAME = "druids"
STREAM = f"module:{NAME}"


@attrs.define
class DruidsPart(Copyable):
    """Hidden: the order of the stacks, and nothing else."""

    pile: list[int] = zone("tile", "all", "pile", per_seat=False, factory=list)
    """The Druid tiles in all the face-down stacks: as each may be drawn from any, they are as one (IS-DR-3)."""
    dolmen: list[int] = zone("tile", "all", "row", per_seat=False, factory=list)
    """The tiles on the dolmen from left to right; without a stack to fill it, its left spaces are empty."""
    drawn: list[int] = zone("tile", "all", "row", per_seat=False, factory=list)
    """Tiles that the player to act has drawn from the bag, to keep one of them."""
    gone: list[int] = zone("tile", "all", "row", per_seat=False, factory=list)
    """The tiles that are out of the game."""
    tablets: list[list[tuple[int, int]]] = public(factory=list)
    """By seat, the tiles with a tablet that it has built, each with the round, from 0 (IS-TAB-1)."""
    own: list[int] = public(means=by_seat(whole(least=0)), factory=list)
    """By seat, number of own tiles that it has bought in this round (IS-TAB-3)."""


def fresh(state: IsleOfSkyeState) -> DruidsPart:
    """Returns the part before set-up."""
    return DruidsPart(tablets=[[] for _ in state.seats], own=[0] * len(state.seats))


def part(state: IsleOfSkyeState) -> DruidsPart:
    """Returns the module's part of a state."""
    mine: DruidsPart = state.slices[NAME]
    return mine


def printed(rules: Rules) -> Druids:
    """Returns what is printed."""
    data: Druids = rules.module_data[NAME]
    return data


def options(rules: Rules) -> Options:
    """Returns the module's options."""
    options: Options = rules.module_options[NAME]
    return options


def seen(state: Readable, name: str) -> Any:
    """Returns a field of the module's part, in a state or as a view shows it; all of them are public."""
    return getattr(part(state) if isinstance(state, State) else state.module_part(NAME), name)


# -- the dolmen ------------------------------------------------------------------------------------------------------


class Space(NamedTuple):
    """A tile on the dolmen."""

    tile: int
    printed: int
    surcharge: int

    @property
    def cost(self) -> int:
        """The price of the tile there (IS-DR-8)."""
        return self.printed + self.surcharge


def spaces(state: Readable) -> list[Space]:
    """Returns the tiles on the dolmen from left to right, with their prices."""
    known, names = printed(state.rules), state.rules.pieces["tile"]
    tiles: Sequence[int] = seen(state, "dolmen")
    # Tiles lie to the right: the spaces that are empty are the first ones.
    surcharges = known.surcharges[len(known.surcharges) - len(tiles) :]
    return [
        Space(tile, known.prices[names[tile]], surcharge)
        for tile, surcharge in zip(tiles, surcharges, strict=True)
    ]


# -- tablets ---------------------------------------------------------------------------------------------------------


def tablets_on(state: Readable, tile: int) -> Iterator[Tablet]:
    """Yields the tablets that this tile shows."""
    known = printed(state.rules).tablets
    return (known[symbol.kind] for symbol in catalogue(state).tiles[tile].symbols if symbol.mark == TABLET)


def usable(state: Readable, seat: int, kind: Effect) -> list[Tablet]:
    """Returns the seat's tablets of this kind that are usable now: those built in an earlier round (IS-TAB-1).

    Option `late_tablet` says whether a tablet of the last round is usable in the final scoring, which comes after it
    (IS-AMB-7); only one kind has a use there.
    """
    late = kind == "rescore" and options(state.rules).late_tablet == "usable"
    now = state.round + (late and state.round + 1 == len(track(state)))
    built: Sequence[tuple[int, int]] = seen(state, "tablets")[seat]
    return [
        tablet
        for tile, number in built
        if number < now
        for tablet in tablets_on(state, tile)
        if tablet.kind == kind
    ]


def discount(state: Readable, seat: int) -> int:
    """Returns how much less the seat pays another player (IS-TAB-5)."""
    return sum(tablet.gold for tablet in usable(state, seat, "discount"))


def bag_price(state: Readable, seat: int) -> int:
    """Returns the price of a tile from the bag for the seat, never below 0 (IS-DR-12, IS-TAB-4)."""
    return max(0, options(state.rules).bag_price - sum(tablet.gold for tablet in usable(state, seat, "bag")))


def bag_drawn(state: Readable, seat: int) -> int:
    """Returns the number of tiles of the bag from which the seat chooses (IS-DR-12, IS-TAB-4)."""
    return options(state.rules).bag_drawn + sum(tablet.tiles for tablet in usable(state, seat, "bag"))


def own_left(state: Readable, seat: int) -> int:
    """Returns the number of own tiles that the seat may still buy in this turn (IS-TAB-3)."""
    bought: int = seen(state, "own")[seat]
    return max(0, sum(tablet.tiles for tablet in usable(state, seat, "own_tile")) - bought)


def markers(score: int) -> int:
    """Returns what a seat's 50/100 tile shows: 0 while it has none, else 50 or 100 (IS-DR-4)."""
    return min(100, score // 50 * 50) if score > 0 else 0
