"""What may be bought from a table one after the other: the part that all plans of one seat have in common."""

from __future__ import annotations

from collections.abc import Sequence

from ..state import MARKED

Stakes = Sequence[Sequence[int]]
"""By seat, the gold at its tiles, or MARKED."""


class Lot:
    """The tiles on a table and the prices of others; plans of one seat for its own prices share it."""

    __slots__ = ("asked", "hands", "known", "left", "options", "worths")

    def __init__(
        self,
        left: Sequence[tuple[tuple[int, int], ...]],
        hands: Sequence[tuple[int, ...]],
        asked: Stakes,
    ) -> None:
        self.left, self.hands, self.asked = left, hands, asked
        """By seat, tiles for sale, each with the place of its price; tiles that it has bought; and the prices."""
        self.options: dict[int, tuple[list[Option | None], int, list[Purchase]]] = {}
        """By buyer: nothing and the tiles of all others but the seat that plans, the dearest price of these, and the
        tiles of that seat."""
        self.worths: list[float] = []
        """By seat, what the tiles add that it has if nobody buys any more (`Deals.hand`)."""
        self.known: dict[Sequence[int], list[float]] = {}
        """By gold, what is foreseen if the seat that plans is the last to buy: its own prices do not matter then."""

    @classmethod
    def of(cls, offers: Stakes, stakes: Stakes, hands: Sequence[tuple[int, ...]]) -> Lot:
        """Returns the tiles that are offered, without those that are marked to be dropped."""
        left = [
            tuple([(slot, tile) for slot, tile in enumerate(tiles) if laid[slot] != MARKED])
            for tiles, laid in zip(offers, stakes, strict=True)
        ]
        return cls(left, hands, stakes)

    def had(self, seat: int) -> tuple[int, ...]:
        """Returns the tiles that a seat has if nobody buys any more."""
        return self.hands[seat] + tuple([tile for _, tile in self.left[seat]])

    def after(self, buyer: int, option: Option | None, gold: tuple[int, ...]) -> tuple[Lot, tuple[int, ...]]:
        """Returns what lies there once the buyer has taken what is offered, or nothing, and the gold by seat then."""
        if option is None:
            return self, gold
        cost, paid, one = option
        has = list(gold)
        has[buyer] -= cost
        has[one.seller] += paid
        if one.then is None:
            left, hands = list(self.left), list(self.hands)
            left[one.seller] = tuple([place for place in left[one.seller] if place[0] != one.slot])
            hands[buyer] = (*hands[buyer], one.tile)
            one.then = Lot(left, hands, self.asked)
        return one.then, tuple(has)


class Purchase:
    """A buyer's choice of a tile."""

    __slots__ = ("gain", "kept", "seller", "slot", "then", "tile")

    def __init__(self, seller: int, slot: int, tile: int, gain: float, kept: float) -> None:
        self.seller, self.slot, self.tile = seller, slot, tile
        """`slot` is the place of its price."""
        self.gain, self.kept = gain, kept
        """What the tile adds to the buyer's territory, and what it is worth to the seller if nobody buys it."""
        self.then: Lot | None = None
        """What lies there once the tile is taken, if that is known (`Lot.after`)."""


Option = tuple[int, int, Purchase]
"""What a buyer may take: what it pays, and what the seller gets with its own gold (IS-BUY-3)."""
