"""The actions of Rebirth, and how their notation is read."""

from __future__ import annotations

import attrs

from tilewright.authoring import Action, Hex, Reader, State, Unclear, notation

from .files import KINDS
from .state import RebirthState


@attrs.frozen(cache_hash=True)
class PlaceTile(Action):
    """The tile in your hand goes on a hex. `place food 3,4`; the tile need not be typed."""

    parts = notation("place [{tile}] [on] [at] {cell}")
    tile: str
    cell: Hex


@attrs.frozen(cache_hash=True)
class LayAside(Action):
    """The tile in your hand fits nowhere and leaves the game."""

    parts = notation("lay-aside [{tile}]")
    tile: str


@attrs.frozen(cache_hash=True)
class ChooseCastle(Action):
    """The tile just placed contests only this castle (option several_neighbours=one)."""

    parts = notation("castle {castle}")
    castle: str


@attrs.frozen(cache_hash=True)
class ChooseCathedral(Action):
    """A cathedral is placed here and a mission drawn (options cathedral_choice, several_neighbours)."""

    parts = notation("cathedral {cathedral}")
    cathedral: str


@attrs.frozen(cache_hash=True)
class NoCathedral(Action):
    """No more cathedrals are placed for this tile (option cathedral_choice=optional)."""

    parts = notation("decline")


def _tile(state: State, seat: int, text: str) -> str:
    assert isinstance(state, RebirthState)
    hand = state.hand[seat]
    held = KINDS[hand[0]] if hand else ""
    word = text.lower()
    if word in KINDS:
        return word
    if not word or (word == "settlement" and held.startswith(word)):
        if held:
            return held
        raise Unclear("no_tile_in_hand", seat=state.seats[seat])
    raise Unclear("not_a_tile", text=text, tiles=tuple(KINDS))


READERS = {"tile": Reader(_tile, values=lambda state: KINDS)}
