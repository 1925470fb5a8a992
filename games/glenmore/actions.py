"""The orders that a player can give in Glen More, and how their notation is read."""

from __future__ import annotations

import attrs

from tilewright.authoring import CELL, Action, Cell, Reader, notation, reader, whole


@attrs.frozen(cache_hash=True)
class Take(Action):
    """Your figure moves to the tile that many spaces ahead; other figures count. `take 3`."""

    parts = notation("take {space}")
    space: int


@attrs.frozen(cache_hash=True)
class Discard(Action):
    """Like `take`, but the tile leaves the game, because no tile can be placed (GM-AMB-3)."""

    parts = notation("discard {space}")
    rules = ("GM-TURN-14", "GM-AMB-3")
    space: int


@attrs.frozen(cache_hash=True)
class PassTurn(Action):
    """No tile can be placed, and the figure stays (option no_tile=pass)."""

    parts = notation("pass")
    rules = ("GM-TURN-14", "GM-AMB-3")


@attrs.frozen(cache_hash=True)
class EndGame(Action):
    """No tile can be placed, and the game ends (option no_tile=end_game)."""

    parts = notation("end-game")
    rules = ("GM-TURN-14", "GM-AMB-3")


@attrs.frozen(cache_hash=True)
class Pay(Action):
    """One of your cubes goes to the supply, for a tile's cost or for a deal. `pay stone 1,0`."""

    parts = notation("pay {kind} [from] {cell}")
    rules = ("GM-TILE-9", "GM-AMB-17")
    kind: str
    cell: Cell


@attrs.frozen(cache_hash=True)
class Buy(Action):
    """A cube is bought and spent at once, for a tile's cost or for a deal."""

    parts = notation("buy {kind}")
    rules = ("GM-WARE-3", "GM-WARE-4", "GM-WARE-5", "GM-WARE-6", "GM-WARE-10", "GM-AMB-8")
    kind: str


@attrs.frozen(cache_hash=True)
class Sell(Action):
    """One of your cubes returns to the supply for the highest-priced coins in its row. `sell sheep 0,1`."""

    parts = notation("sell {kind} [from] {cell}")
    rules = (
        "GM-WARE-2",
        "GM-WARE-7",
        "GM-WARE-8",
        "GM-WARE-9",
        "GM-WARE-10",
        "GM-TILE-3",
        "GM-AMB-17",
        "GM-AMB-22",
    )
    kind: str
    cell: Cell


@attrs.frozen(cache_hash=True)
class PayMember(Action):
    """A clan member leaves the display to pay for Loch Ness."""

    parts = notation("pay-member [from] {cell}")
    rules = ("GM-BLUE-3", "GM-GREY-9", "GM-PLACE-2", "GM-AMB-4", "GM-AMB-28")
    cell: Cell


@attrs.frozen(cache_hash=True)
class PayChieftain(Action):
    """A chieftain pays for Loch Ness."""

    parts = notation("pay-chieftain")
    rules = ("GM-BLUE-3",)


@attrs.frozen(cache_hash=True)
class PlaceTile(Action):
    """The tile taken goes into the display. `place 1,0`."""

    parts = notation("place [at] {cell}")
    cell: Cell


@attrs.frozen(cache_hash=True)
class TakeCube(Action):
    """You get a cube that the tile just placed gives. `get wood 1,0`; without a cell it goes on that tile."""

    parts = notation("get {kind} [on] {cell}")
    kind: str
    cell: Cell


@attrs.frozen(cache_hash=True)
class FillTiles(Action):
    """Loch Shiel puts a cube on each of your empty production tiles; on an empty abbey, one of the kind you name."""

    parts = notation("fill [{abbey}]")
    abbey: str


@attrs.frozen(cache_hash=True)
class Decline(Action):
    """The rest of the tile's benefit is not taken (options lochy_compulsory, shiel_compulsory)."""

    parts = notation("decline")


@attrs.frozen(cache_hash=True)
class Activate(Action):
    """A tile is activated; Iona Abbey names the kind of cube. `activate 1,0`, `activate 0,2 sheep`."""

    parts = notation("activate {cell} [{cube}]")
    cell: Cell
    cube: str


@attrs.frozen(cache_hash=True)
class LochNess(Action):
    """Loch Ness activates any tile that was not activated in this turn. `ness 3,1`."""

    parts = notation("ness {cell} [{cube}]")
    rules = ("GM-SP-4", "GM-SP-6", "GM-SP-1", "GM-TILE-3", "GM-AMB-5", "GM-AMB-25", "GM-AMB-26", "GM-AMB-27")
    cell: Cell
    cube: str


@attrs.frozen(cache_hash=True)
class Done(Action):
    """The deal is closed with the cubes that have been handed in."""

    parts = notation("done")


@attrs.frozen(cache_hash=True)
class MoveMember(Action):
    """A clan member steps to a neighbouring tile for one movement point. `move 0,0 1,1`."""

    parts = notation("move [from] {start} [to] {cell}")
    rules = ("GM-GREY-3", "GM-GREY-4", "GM-GREY-6", "GM-AMB-20")
    start: Cell
    cell: Cell


@attrs.frozen(cache_hash=True)
class Promote(Action):
    """A clan member leaves the display and becomes a chieftain, for one movement point. `promote 0,0`."""

    parts = notation("promote {cell}")
    rules = ("GM-GREY-7", "GM-GREY-8", "GM-GREY-9", "GM-YU-4", "GM-YU-5", "GM-EV-4", "GM-EV-5", "GM-AMB-9")
    cell: Cell


@attrs.frozen(cache_hash=True)
class End(Action):
    """You stop activating tiles, moving members or selling cubes, and play goes on."""

    parts = notation("end")


READERS: dict[str, Reader] = {
    "space": reader(whole()),
    "kind": reader("resource"),
    "abbey": reader("resource", optional=True),
    "cube": reader("resource", optional=True),
    "start": reader(CELL),
}
