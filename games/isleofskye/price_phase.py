"""Phases 2 and 3: drawing tiles, pricing them in secret, and what goes back to the bag (IS-PRICE, IS-DISC)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from tilewright.authoring import Action, Automatic, Legal, Log, Reason, Rules, Sealed, View, draw, put_back

from .actions import Drop, Price
from .state import MARKED, IsleOfSkyeState, from_start, tile_named

if TYPE_CHECKING:
    from .options import Options
    from .state import Readable

_SLOT_BITS = 3
"""Bits for the index of an offered tile, in the low bits of a code; the price above has no limit."""


class DrawStep(Automatic[IsleOfSkyeState]):
    """All players draw tiles and lay them open (IS-PRICE-1); from a short bag one each in turn order (IS-AMB-10)."""

    name = "draw"

    def bind(self, rules: Rules) -> None:
        self.number: int = rules.options.tiles_drawn

    def run(self, state: IsleOfSkyeState, seat: int, log: Log | None) -> None:
        number = self.number
        seats = from_start(state)
        if len(state.bag) >= number * len(seats):
            order = [owner for owner in seats for _ in range(number)]
        else:
            order = [owner for _ in range(number) for owner in seats][: len(state.bag)]
        bag = state.rules.place(state, "bag")
        for owner in order:
            state.offers[owner].append(draw(state, bag, log))
        if log is not None:
            names = state.rules.pieces["tile"]
            for owner in seats:
                log.add(
                    "tiles_drawn", seat=owner, tiles=", ".join(names[n] for n in state.offers[owner]) or "-"
                )


class Pricing(NamedTuple):
    """A seat's secret decisions so far, and what it may still do."""

    tiles: Sequence[int]
    """Its offers."""
    stakes: Sequence[int | None]
    """For each of them the gold, MARKED, or None while it is not decided."""
    waiting: list[int]
    """The indexes of the tiles not decided yet."""
    free: int
    """The gold that has not been staked."""
    drops: bool
    """True if a tile still has to be marked (IS-PRICE-2)."""
    lowest: int

    @property
    def highest(self) -> int:
        """The most that may be staked on one of them; less than `lowest` if no tile may be priced."""
        others = len(self.waiting) - 1 - self.drops
        return self.free - others * self.lowest if others >= 0 else self.lowest - 1

    def slot(self, tile: int) -> int | None:
        """Returns the index of this tile; None if it is not offered or has been decided."""
        return slot_of(tile, self.tiles, self.waiting)


def slot_of(tile: int, tiles: Sequence[int], waiting: Sequence[int]) -> int | None:
    """Returns the first of the `waiting` indexes at which this tile is; None if it is at none of them."""
    for slot in waiting:
        if tiles[slot] == tile:
            return slot
    return None


def undecided(tiles: Sequence[int], sealed: Sequence[int]) -> list[int]:
    """Returns the indexes of the tiles that no sealed code decides."""
    left = list(range(len(tiles)))
    for code in sealed:
        left.remove(read_code(code)[0])
    return left


def pricing(state: Readable, seat: int, sealed: Sequence[int], gold: int | None = None) -> Pricing:
    """Returns how far the seat's pricing has come, from the codes that it has sealed, and its `gold` if that is known
    from elsewhere."""
    options: Options = state.rules.options
    tiles = state.offers[seat]
    stakes: list[int | None] = [None] * len(tiles)
    free = gold = state.gold[seat] if gold is None else gold
    for code in sealed:
        slot, stake = read_code(code)
        stakes[slot] = stake
        if stake != MARKED:
            free -= stake
    waiting = undecided(tiles, sealed)
    marks = len(tiles) >= options.tiles_drawn  # IS-AMB-10: a player who drew fewer prices all of them
    priced = len(tiles) - marks
    # With limited coins a player may have less than the lowest prices add up to, and lays what there is.
    lowest = min(options.lowest_price, gold // priced) if priced else 0
    return Pricing(tiles, stakes, waiting, free, marks and MARKED not in stakes, lowest)


def code_of(slot: int, stake: int) -> int:
    """Returns the number that stands for a decision in `state.sealed`."""
    return stake - MARKED << _SLOT_BITS | slot


def read_code(code: int) -> tuple[int, int]:
    """Returns the index of the tile, and the gold at it or MARKED."""
    return code & (1 << _SLOT_BITS) - 1, (code >> _SLOT_BITS) + MARKED


class PriceStep(Sealed[IsleOfSkyeState]):
    """All players mark one tile and lay gold at each of the others, in secret (IS-PRICE-2 to IS-PRICE-7)."""

    name = "price"
    actions = (Price, Drop)
    rules = ("IS-PRICE", "IS-DISC-1", "IS-AMB-10", "IS-AMB-17", "IS-AMB-23")
    ordered = False

    def complete(self, state: IsleOfSkyeState, seat: int) -> bool:
        return len(state.sealed[seat]) == len(state.offers[seat])

    def legal(self, state: IsleOfSkyeState, seat: int) -> Legal:
        now = pricing(state, seat, state.sealed[seat])
        tiles, drops = now.tiles, now.drops
        codes: list[int] = []
        seen: set[int] = set()
        least, most = code_of(0, now.lowest), code_of(0, now.highest)
        for slot in now.waiting:
            if tiles[slot] not in seen:
                seen.add(tiles[slot])
                if drops:
                    codes.append(code_of(slot, MARKED))
                codes += range(least + slot, most + slot + 1, 1 << _SLOT_BITS)
        names = state.rules.pieces["tile"]

        def make(code: int) -> Action:
            slot, stake = read_code(code)
            tile = names[now.tiles[slot]]
            return Drop(seat, tile) if stake == MARKED else Price(seat, tile, stake)

        return Legal(codes, make, lambda action: self._code(state, action, now.waiting))

    def code(self, state: IsleOfSkyeState, action: Price | Drop) -> int:
        waiting = undecided(state.offers[action.seat], state.sealed[action.seat])
        code = self._code(state, action, waiting)
        assert code is not None
        return code

    def _code(self, state: IsleOfSkyeState, action: Action, waiting: Sequence[int]) -> int | None:
        if not isinstance(action, (Price, Drop)):
            return None
        slot = slot_of(tile_named(state, action.tile), state.offers[action.seat], waiting)
        if slot is None:
            return None
        return code_of(slot, action.gold if isinstance(action, Price) else MARKED)

    def explain(self, state: IsleOfSkyeState, action: Price | Drop) -> list[Reason]:
        seat = action.seat
        now = pricing(state, seat, state.sealed[seat])
        tile = tile_named(state, action.tile)
        if tile not in now.tiles:
            return [Reason("not_before_you", "IS-PRICE-1", {"tile": action.tile, "seat": seat})]
        reasons = []
        if now.slot(tile) is None:
            reasons.append(Reason("decided_already", "IS-PRICE-2", {"tile": action.tile}))
        if isinstance(action, Drop):
            if MARKED in now.stakes:
                reasons.append(Reason("one_is_marked", "IS-PRICE-2"))
            elif not now.drops:
                reasons.append(Reason("nothing_to_mark", "IS-AMB-10"))
        else:
            if now.waiting and now.drops and len(now.waiting) == 1:
                reasons.append(Reason("one_has_to_be_marked", "IS-PRICE-2", {"tile": action.tile}))
            elif action.gold < now.lowest:
                reasons.append(Reason("price_too_low", "IS-PRICE-3", {"gold": now.lowest}))
            elif now.slot(tile) is not None and action.gold > now.highest:
                reasons.append(Reason("price_too_high", "IS-PRICE-4", {"gold": now.highest}))
        return reasons

    def reveal(self, state: IsleOfSkyeState, log: Log | None) -> None:
        """Removes the screens: markers and gold now lie at the tiles (IS-PRICE-6)."""
        names = state.rules.pieces["tile"]
        for seat in from_start(state):
            stakes = [MARKED] * len(state.offers[seat])
            for code in state.sealed[seat]:
                slot, stake = read_code(code)
                stakes[slot] = stake
                if stake != MARKED:
                    state.gold[seat] -= stake
            state.stakes[seat] = stakes
            if log is not None:
                for tile, stake in zip(state.offers[seat], stakes, strict=True):
                    if stake == MARKED:
                        log.add("tile_marked", seat=seat, tile=names[tile])
                    else:
                        log.add("tile_priced", seat=seat, tile=names[tile], gold=stake)


class RemoveStep(Automatic[IsleOfSkyeState]):
    """The marked tiles go back into the bag (IS-DISC-1)."""

    name = "remove"

    def run(self, state: IsleOfSkyeState, seat: int, log: Log | None) -> None:
        for owner in from_start(state):
            while MARKED in state.stakes[owner]:
                slot = state.stakes[owner].index(MARKED)
                del state.stakes[owner][slot]
                put_back(state, "bag", state.offers[owner].pop(slot), "bag")


def own_pricing(view: View) -> Pricing:
    """Returns how far the pricing of the view's own seat has come."""
    assert view.seat is not None
    return pricing(view, view.seat, view.sealed)
