"""The step in which a seat places a tile on a board, its actions and their notation, for any game.

    class PlaceStep(PlacingStep[Orchard]):
        name, onto, hand, aside = "place", "land", "drawn", "discards"
        touching, matching = "OR-PLACE-1", "OR-PLACE-2"

With fields of these names, declared by `placed` and `zone`, this is a whole step. A game overrides a method where its
rules differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from string import ascii_uppercase
from typing import Any, ClassVar, TypeAlias

import attrs

from ..base.errors import PluginError
from ..land.board import ROTATION_BITS, Board, placement, spot
from ..land.faces import OVER, Face
from ..land.grid import Grid
from ..land.polyomino import Tile, cover, may_lie, place, placements, turned_text, unequal
from ..text.things import Things
from ..text.unreadable import Unclear
from .actions import Action, Legal, Reader, Reason, notation
from .events import Log
from .placed import declaration
from .ruleset import Rules
from .schedule import Decision, Frame, S
from .state import State
from .zones import Zone, declared

Allows: TypeAlias = Callable[[int, int, int], bool]
"""Whether a piece, by its number, may be placed on a cell, by its key, in a rotation."""


class Rotation(int):
    """Steps clockwise, quarters or sixths, written `r0`, `r1` and so on; `f0`, `f1` of a tile that is turned over."""

    def __str__(self) -> str:
        return turned_text(self)

    __repr__ = __str__


ROTATIONS = tuple(map(Rotation, range(OVER + 6)))
"""Every rotation by its number: steps clockwise, and OVER more for a tile that is turned over."""


def rotations(grid: Grid[Any], over: bool = False) -> Reader:
    """The reader of a rotation on this grid; r0 if it is left out. Tiles may be turned over where a game has some."""
    turns = grid.turns
    known = {str(one): one for one in ROTATIONS[:turns] + ROTATIONS[OVER : OVER + turns] * over}
    key = (
        ("read.over" if over else "read.rotation")
        if turns == 4
        else "read.over_sixths"
        if over
        else "read.sixths"
    )

    def read(state: State, seat: int, text: str) -> Rotation:
        if text.lower() not in ("", *known):
            raise Unclear(key, text=text)
        return known[text.lower() or "r0"]

    return Reader(read, lambda state: known.values())


@attrs.frozen(cache_hash=True)
class PlaceTile(Action):
    """A tile goes on a cell; r1 and so on turn it clockwise, r0 need not be typed, f0 and so on turn it over before."""

    parts = notation("place [on] [at] {cell} [{rotation}]")
    cell: Any
    """A coordinate of the game's grid."""
    rotation: Rotation


@attrs.frozen(cache_hash=True)
class PlaceOneOf(PlaceTile):
    """One of several tiles goes on a cell; r1 and so on turn it clockwise, r0 need not be typed."""

    parts = notation("place {tile} [on] [at] {cell} [{rotation}]")
    tile: str


class PlacingStep(Decision[S]):
    """A seat places a tile on a cell and in a rotation that its board and the game (`allows`) allow.

    With `actions = (PlaceOneOf,)` it chooses among several tiles, and the action names the chosen one.
    """

    actions: ClassVar[tuple[type[Action], ...]] = (PlaceTile,)
    onto: ClassVar[str] = ""
    """The field of the board, or of one for each seat, declared by `placed` with its tiles."""
    hand: ClassVar[str] = ""
    """The zone of the tiles to be placed, shared or one for each seat. Without a tile the step is not needed."""
    aside: ClassVar[str] = ""
    """The zone into which a tile goes by itself if it fits nowhere; "" if that cannot happen, or if a seat chooses."""
    held: ClassVar[str] = ""
    """The id of the rule that says which tiles a seat may place, where it chooses."""
    touching: ClassVar[str] = ""
    """The id of the rule on which cells a tile may lie: empty ones of the board, next to another tile unless the board
    is `scattered`."""
    matching: ClassVar[str] = ""
    """The id of the rule that sides which meet must be equal, also given for rotations that a face forbids."""

    def bind(self, rules: Rules) -> None:
        field = declaration(rules.game.state, self.onto)
        self._grid: Grid[Any] = rules.game.grid
        self._tiles = field.tiles(rules)
        self._things = rules.things[field.family]
        self._edges = {
            letter: f"edge_{letter}" if f"name.edge_{letter}" in rules.words else letter
            for letter in ascii_uppercase
        }
        self._per_seat = field.per_seat
        zones = {name: one for name, one in declared(rules.game.state).items() if isinstance(one, Zone)}
        for name in filter(None, (self.hand, self.aside)):
            if name not in zones:
                known = ", ".join(zones) or "none"
                raise PluginError(f"step {self.name}: '{name}' is not a zone of the game; its zones: {known}")
        self._zones = {
            name: (zones[name].per_seat, zones[name].order) for name in (self.hand, self.aside) if name
        }
        self._own_hand = bool(self.hand) and zones[self.hand].per_seat
        self._chosen = any(issubclass(kind, PlaceOneOf) for kind in self.actions)
        self._made = [_Made(self, seat) for seat in range(rules.game.seats[1])]

    @property
    def grid(self) -> Grid[Any]:
        """The game's grid."""
        return self._grid

    @property
    def tiles(self) -> Sequence[Tile]:
        """The tiles of the family, by piece."""
        return self._tiles

    @property
    def things(self) -> Things:
        """The codes of the family's pieces, and their numbers."""
        return self._things

    def board(self, state: S, seat: int) -> Board:
        """The board on which the seat places: its own of `onto`, or the only one."""
        found: Any = getattr(state, self.onto)
        board: Board = found[seat] if self._per_seat else found
        return board

    def pieces(self, state: S, seat: int) -> Sequence[int]:
        """The pieces that it may place: all of `hand` if the action names the tile, otherwise the last one counts."""
        found: Any = getattr(state, self.hand)
        pieces: list[int] = found[seat] if self._own_hand else found
        return pieces

    def _lying(self, state: S, seat: int, zone: str) -> list[int]:
        found: Any = getattr(state, zone)
        pieces: list[int] = found[seat] if self._zones[zone][0] else found
        return pieces

    def needed(self, state: S, seat: int) -> bool:
        return bool(self.pieces(state, seat))

    def advance(self, state: S, frame: Frame, log: Log | None) -> bool:
        seat = frame[1]
        if self.aside and self.needed(state, seat) and self.stuck(state, seat):
            piece, heap = self.pieces(state, seat)[-1], self._lying(state, seat, self.aside)
            self._lying(state, seat, self.hand).remove(piece)
            heap.append(piece)
            if self._zones[self.aside][1] == "none":
                heap.sort()
            if log is not None:
                log.add("place.none", seat=seat, tile=self._things.codes[piece])
            state.stack.pop()
            return False
        return super().advance(state, frame, log)

    def stuck(self, state: S, seat: int) -> bool:
        """Return whether no tile that the seat may place has a place."""
        return next(self._places(state, seat, self.allows(state, seat)), None) is None

    def forbids(self, state: S, seat: int, piece: int, key: int, rotation: int) -> Iterable[Reason]:
        """Yield reasons that forbid this placement, besides touching and matching.

        It explains refused placements on empty cells. Without an `allows` of the game it is also asked for the first
        reason against each placement that touches and matches, so write a generator.
        """
        return ()

    def allows(self, state: S, seat: int) -> Allows | None:
        """Return whether the game allows a placement, as a function; None if it allows all that touch and match.

        The function is made once for each list, so what it looks up is found before. It is true exactly where `forbids`
        yields nothing, which is slower; the conformance kit compares the two.
        """
        if type(self).forbids is PlacingStep.forbids:
            return None
        forbids = self.forbids
        return lambda piece, key, rotation: not any(True for _ in forbids(state, seat, piece, key, rotation))

    def places(self, state: S, seat: int) -> list[int]:
        """Every legal placement as a number; of one tile as `board.placement` packs it."""
        allows = self.allows(state, seat)
        if allows is None and not self._chosen:
            return placements(self.board(state, seat), self._tiles[self.pieces(state, seat)[-1]])
        return list(self._places(state, seat, allows))

    def _places(self, state: S, seat: int, allows: Allows | None) -> Iterator[int]:
        board, pieces = self.board(state, seat), self.pieces(state, seat)
        for piece in dict.fromkeys(pieces) if self._chosen else pieces[-1:]:
            for one in placements(board, self._tiles[piece]):
                if allows is None or allows(piece, one >> ROTATION_BITS, one & _ROTATION):
                    yield one << _PIECE_BITS | piece if self._chosen else one

    def legal(self, state: S, seat: int) -> Legal:
        placing = PlaceOneOf if self._chosen else PlaceTile

        def code(action: Action) -> int | None:
            return self._code(action) if isinstance(action, placing) and action.seat == seat else None

        return Legal(self.places(state, seat), self._made[seat].__getitem__, code)

    def _code(self, action: Any) -> int:
        one = placement(self._grid.key(action.cell), action.rotation)
        return one << _PIECE_BITS | self._things.numbers[action.tile] if self._chosen else one

    def piece(self, state: S, action: PlaceTile) -> int:
        """The piece that the action places."""
        if isinstance(action, PlaceOneOf):
            return self._things.numbers[action.tile]
        return self.pieces(state, action.seat)[-1]

    def place(self, state: S, action: PlaceTile) -> int:
        """Take the tile out of `hand` and place it as the action says; returns the key of its cell."""
        key, piece = self._grid.key(action.cell), self.piece(state, action)
        self._lying(state, action.seat, self.hand).remove(piece)
        place(self.board(state, action.seat), self._tiles[piece], key, action.rotation)
        return key

    def play(self, state: S, action: Any, log: Log | None) -> bool:
        """Place the tile of `hand` on the board; the step is done then."""
        if log is not None:
            tile = self._things.codes[self.piece(state, action)]
            said = {"cell": str(action.cell), "rotation": str(action.rotation)}
            log.add("place.done", seat=action.seat, tile=tile, **said)
        self.place(state, action)
        return False

    def explain(self, state: S, action: Any) -> list[Reason]:
        board, piece = self.board(state, action.seat), self.piece(state, action)
        tile, key, rotation = self._tiles[piece], self._grid.key(action.cell), action.rotation
        if not may_lie(tile, rotation):
            return [Reason("place.over", self.touching, {"rotation": str(rotation)})]
        if (alike := tile.first_alike(rotation)) != rotation:
            lowest, other = (min(at for at, _ in cover(tile, key, one)) for one in (rotation, alike))
            there = f"{self._grid.text(key + lowest - other)} " if lowest != other else ""
            return [Reason("place.alike", self.touching, {"same": f"{there}{ROTATIONS[alike]}"})]
        covered = list(cover(tile, key, action.rotation))
        found = list(_misplaced(board, covered, self.touching))
        if not found:
            found += self._unequal(board, covered)
        allowed = covered[0][1].rotations
        if allowed is not None and action.rotation not in allowed:
            found.append(Reason("place.rotation", self.matching, {"rotation": str(action.rotation)}))
        if all(board.vacant(at) for at, _ in covered):
            found += self.forbids(state, action.seat, piece, key, action.rotation)
        if piece not in self.pieces(state, action.seat):
            found.insert(0, Reason("place.not_yours", self.held, {"tile": self._things.codes[piece]}))
        return found

    def _unequal(self, board: Board, covered: Iterable[tuple[int, Face]]) -> Iterator[Reason]:
        """The sides that differ from those that they would meet. (`name.edge_W` in the messages says what W is.)"""
        for key, side, wanted, shown in unequal(board, covered):
            said = {"side": side, "wanted": self._edges[wanted], "shown": self._edges[shown]}
            yield Reason("place.edge", self.matching, {"cell": board.grid.text(key), **said})


_PIECE_BITS = 16
_ROTATION = (1 << ROTATION_BITS) - 1


class _Made(dict[int, PlaceTile]):
    """The actions of one seat by placement. Each is made once for all matches, since actions never change."""

    def __init__(self, step: PlacingStep[Any], seat: int) -> None:
        super().__init__()
        self.seat, self.at = seat, step._grid.at
        self.codes = step._things.codes if step._chosen else ()

    def __missing__(self, number: int) -> PlaceTile:
        if self.codes:
            key, rotation = spot(number >> _PIECE_BITS)
            tile = self.codes[number & (1 << _PIECE_BITS) - 1]
            self[number] = PlaceOneOf(self.seat, self.at(key), ROTATIONS[rotation], tile)
        else:
            key, rotation = spot(number)
            self[number] = PlaceTile(self.seat, self.at(key), ROTATIONS[rotation])
        return self[number]


def _misplaced(board: Board, covered: Iterable[tuple[int, Any]], rule: str) -> Iterator[Reason]:
    """Reasons for the cells that are taken or do not exist, or else one if no cell is open."""
    cells = [key for key, _ in covered]
    for key in cells:
        if not board.vacant(key):
            reason = "place.taken" if key in board else "place.outside"
            yield Reason(reason, rule, {"cell": board.grid.text(key)})
    if all(map(board.vacant, cells)) and not any(key in board.frontier for key in cells):
        yield Reason("place.apart", rule, {"cell": board.grid.text(cells[0])})
