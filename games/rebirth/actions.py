"""What a player can order in Rebirth, and how its notation is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import attrs

from tilewright.core.actions import Action, Reader, notation
from tilewright.core.grid import HEX, Hex

from .chart import KINDS, Chart

if TYPE_CHECKING:
    from tilewright.core.state import State

    from .state import RebirthState


@attrs.frozen(cache_hash=True)
class PlaceTile(Action):
    """The hand tile goes on a hex. `place food 3,4`; the tile need not be typed."""

    parts = notation("place [{tile}] [on] [at] {cell}")
    tile: str
    cell: Hex


@attrs.frozen(cache_hash=True)
class LayAside(Action):
    """The hand tile fits nowhere and leaves the game."""

    parts = notation("lay-aside [{tile}]")
    tile: str


@attrs.frozen(cache_hash=True)
class ChooseCastle(Action):
    """The tile just placed contests this castle and no other one (option several_neighbours=one)."""

    parts = notation("castle {castle}")
    castle: str


@attrs.frozen(cache_hash=True)
class ChooseCathedral(Action):
    """A cathedral is placed here and a mission drawn (options cathedral_choice, several_neighbours)."""

    parts = notation("cathedral {cathedral}")
    cathedral: str


@attrs.frozen(cache_hash=True)
class NoCathedral(Action):
    """No further cathedral is placed for this tile (option cathedral_choice=optional)."""

    parts = notation("decline")


def _tile(state: State, seat: int, text: str) -> str:
    hand = cast("RebirthState", state).hand[seat]
    held = KINDS[hand[0]] if hand else ""
    word = text.lower()
    if word in KINDS:
        return word
    if not word or (word == "settlement" and held.startswith(word)):
        if held:
            return held
        raise ValueError(f"{state.seats[seat]} has no tile in hand")
    raise ValueError(f"'{text}' is no tile; tiles are {', '.join(KINDS)}")


def _cell(state: State, seat: int, text: str) -> Hex:
    return HEX.at(HEX.read(text))


def _castle(state: State, seat: int, text: str) -> str:
    return _named(cast(Chart, state.rules.data).castles, text, "castle")


def _cathedral(state: State, seat: int, text: str) -> str:
    return _named(cast(Chart, state.rules.data).cathedrals, text, "cathedral")


def _named(known: object, text: str, what: str) -> str:
    for place in known:  # type: ignore[attr-defined]
        if text.lower() in (place.code.lower(), place.name.lower().replace(" ", "-")):
            return str(place.code)
    raise ValueError(f"'{text}' is no {what}; known: {', '.join(p.code for p in known)}")  # type: ignore[attr-defined]


READERS: dict[str, Reader] = {"tile": _tile, "cell": _cell, "castle": _castle, "cathedral": _cathedral}
