"""The rules of Rebirth, Scotland side, a second time: slow, plain, and written from the rulebook alone.

Shares no code with the engine. A position is a dictionary of tiles and little else; whatever can be computed is
computed from it anew. Kinds are "food", "energy" and "settlement-1" to "settlement-4".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..cases import cases
from .rebirth_map import Cell, Map, flood, neighbours

NEUTRAL = -1

DEFAULTS: dict[str, Any] = cases(__file__, "defaults")


class Line(NamedTuple):
    """Points, to whom and for what. The source is a cell, a settlement's cells, or the code of a castle or card."""

    seat: int
    points: int
    reason: str
    source: object


@dataclass
class Position:
    """The table, as far as everybody sees it."""

    map: Map
    seats: int
    options: dict[str, Any]
    tiles: dict[Cell, tuple[int, str]] = field(default_factory=dict)
    castles: dict[str, int] = field(default_factory=dict)
    cathedrals: dict[str, set[int]] = field(default_factory=dict)

    def tiles_of(self, seat: int) -> dict[Cell, str]:
        """The tiles of a seat on the board, by cell."""
        return {at: kind for at, (owner, kind) in self.tiles.items() if owner == seat}


def new(chart: Map, seats: int, options: dict[str, Any]) -> Position:
    """The board before the first turn; with two players the marked fields are taken (RB-SETUP-3)."""
    position = Position(chart, seats, DEFAULTS | options)
    if seats == 2:
        position.tiles = {at: (NEUTRAL, "face-down") for at in chart.neutral}
    return position


def is_farm(kind: str) -> bool:
    """Whether a tile is food or energy; a neutral tile lies face down and is neither (RB-SETUP-3)."""
    return kind in ("food", "energy")


def symbols(kind: str) -> int:
    """The symbols on a settlement tile (RB-PLACE-9); other tiles have none."""
    return int(kind.removeprefix("settlement-")) if kind.startswith("settlement-") else 0


# Placing


def legal(position: Position, kind: str) -> set[Cell]:
    """Where a tile may go (RB-PLACE-1 to RB-PLACE-10, RB-AMB-1)."""
    free = {at: letter for at, letter in position.map.letter.items() if at not in position.tiles}
    if kind.startswith("settlement-"):
        return {at for at, letter in free.items() if letter not in "FEO"}
    own, other = ("F", "E") if kind == "food" else ("E", "F")
    usual = {at for at, letter in free.items() if letter in (own, "O")}
    return usual or {at for at, letter in free.items() if letter == other}


def lay(position: Position, seat: int, kind: str, at: Cell) -> list[Line]:
    """The tile is laid and scored: farms, settlements, ports; castles and cathedrals are not touched."""
    assert at in legal(position, kind)
    position.tiles[at] = (seat, kind)
    return farm_points(position, at) if is_farm(kind) else settled(position, at)


def farm_group(position: Position, at: Cell) -> set[Cell]:
    """The tiles of one type and colour around a farm (RB-FARM-4)."""
    return flood(at, lambda near: position.tiles.get(near) == position.tiles[at])


def farm_points(position: Position, at: Cell) -> list[Line]:
    """A point for each tile of the group (RB-FARM-2, RB-FARM-3, RB-FARM-6)."""
    seat, kind = position.tiles[at]
    points = len(farm_group(position, at)) * position.options["farm_tile"]
    return [Line(seat, points, f"{kind}_group", at)]


def settled(position: Position, at: Cell) -> list[Line]:
    """A port, and the settlement if the tile completed it (RB-SET-1, RB-PORT-1, RB-PORT-2)."""
    seat, _ = position.tiles[at]
    lines = []
    settlement = position.map.settlement(at)
    if all(near in position.tiles for near in settlement):
        lines += completed(position, settlement, seat, position.tiles[at][1])
    if at in position.map.ports:
        lines.append(Line(seat, position.options["port"], "port", at))
    return lines


def completed(position: Position, settlement: frozenset[Cell], finisher: int, last: str) -> list[Line]:
    """The prizes of a settlement that a tile of `finisher` completed (RB-SET-2 to RB-SET-10)."""
    options = position.options
    if len(settlement) == 1:
        return [Line(finisher, symbols(last) * options["small_symbol"], "small_settlement", settlement)]

    size = "medium" if len(settlement) == 2 else "large"
    first, second = options[f"{size}_first"], options[f"{size}_second"]
    owners = [position.tiles[at][0] for at in settlement]
    present = sorted({owner for owner in owners if owner != NEUTRAL})
    if len(present) == 1:
        with_neutral = NEUTRAL in owners
        only_first = with_neutral and options["neutral_settlement"] == "first"
        points = first if only_first else first + second
        return [Line(present[0], points, f"{size}_settlement", settlement)]

    return shares(position, settlement, finisher, [first, second], f"{size}_settlement")


def influence(position: Position, seat: int, settlement: frozenset[Cell]) -> int:
    """The symbols of a seat's tiles in a settlement, added up (RB-SET-8)."""
    return sum(symbols(kind) for at, kind in position.tiles_of(seat).items() if at in settlement)


def shares(
    position: Position, settlement: frozenset[Cell], finisher: int, prizes: list[int], reason: str
) -> list[Line]:
    """So many prizes for the most symbols, the second most and so on (RB-SET-3, RB-SET-7, RB-SET-9)."""
    options = position.options
    present = {position.tiles[at][0] for at in settlement} - {NEUTRAL}
    totals = {seat: influence(position, seat, settlement) for seat in sorted(present)}
    if options["settlement_tie"] == "friendly":
        # Everybody who is tied is paid; two on the first place leave none for a second.
        ahead = {seat: sum(other > total for other in totals.values()) for seat, total in totals.items()}
        return [
            Line(seat, prizes[ahead[seat]], reason, settlement)
            for seat in sorted(totals, key=lambda seat: (ahead[seat], seat))
            if ahead[seat] < len(prizes)
        ]
    places = []
    while totals:
        most = max(totals.values())
        tied = [seat for seat, total in totals.items() if total == most]
        if options["settlement_tie"] == "finisher_wins" and finisher in tied:
            tied = [finisher]
        # The finisher loses every tie; of the others the first clockwise after the finisher wins.
        others = [seat for seat in tied if seat != finisher]
        others.sort(key=lambda seat: (seat - finisher) % position.seats)
        best = others[0] if others else finisher
        places.append(best)
        del totals[best]
    # There may be more places than prizes: the last ones get nothing.
    return [Line(seat, prize, reason, settlement) for seat, prize in zip(places, prizes)]


# Castles and cathedrals


def castles_beside(position: Position, at: Cell) -> list[str]:
    """The castle fields that a cell touches."""
    return [code for code, place in position.map.castles.items() if place in neighbours(at)]


def cathedrals_beside(position: Position, at: Cell, seat: int) -> list[str]:
    """The cathedral fields that a cell touches and that have not given the seat a card (RB-CATH-3)."""
    return [
        code
        for code, place in position.map.cathedrals.items()
        if place in neighbours(at) and seat not in position.cathedrals.get(code, set())
    ]


def strength(position: Position, code: str, owner: int) -> tuple[int, int]:
    """Tiles and farms of an owner around a castle (RB-CASTLE-1, RB-CASTLE-4)."""
    beside = [position.tiles[at] for at in neighbours(position.map.castles[code]) if at in position.tiles]
    kinds = [kind for holder, kind in beside if holder == owner]
    return len(kinds), sum(is_farm(kind) for kind in kinds)


def takes(position: Position, code: str, seat: int) -> bool:
    """Whether a seat that just laid a tile beside a castle now puts its own there (RB-CASTLE-2 to -5)."""
    rivals = [other for other in range(position.seats) if other != seat]
    if position.options["neutral"] == "third_player":
        rivals.append(NEUTRAL)
    mine = strength(position, code, seat)
    return all(mine > strength(position, code, other) for other in rivals)


def contest(position: Position, code: str, seat: int) -> None:
    """The castle changes hands if it has to."""
    if takes(position, code, seat):
        position.castles[code] = seat


def visit(position: Position, code: str, seat: int) -> None:
    """The seat puts a cathedral down, which gives it a card (RB-CATH-1, RB-CATH-2)."""
    position.cathedrals.setdefault(code, set()).add(seat)
