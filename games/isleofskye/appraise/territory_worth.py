"""The worth of a territory to its owner as a match stands: points to come, and gold as a means to points.

Nothing here knows a scoring tile or scroll by name; each returns what it finds. Judgements are weights (`weights`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from copy import copy
from math import exp
from typing import TYPE_CHECKING, NamedTuple

from ..state import from_start, track
from .coming_scorings import season
from .territory_outlook import Outlooks

if TYPE_CHECKING:
    from tilewright.authoring import Board, View

    from ..scoring_kinds import Scoring
    from .cache import Seen
    from .count_sums import Outlook
    from .weights import Weights


def sure(lead: float, scale: float) -> float:
    """Returns the chance that something judged to be ahead by `lead` is ahead."""
    return 1 / (1 + exp(max(-30.0, min(30.0, -lead / scale))))


class Later(NamedTuple):
    """What a module sells after the tiles of the players."""

    price: int
    gain: float
    """What it would bring the seat, in points."""
    tile: int | None = None
    """The tile that only one seat can buy; None for what each may buy."""


class Worth:
    """Weighs outlooks as a view's match stands. Everyone's gold is used, since a player who counts along knows it."""

    def __init__(self, view: View) -> None:
        weights: Weights = view.weights
        self.weights = weights
        self._seat = view.seat
        self.boards: Sequence[Board] = view.territories
        self.gold: list[int] = view.recall("gold")
        self.outlooks = Outlooks(view)
        self.seen: list[Seen] = [self.outlooks.at(board) for board in self.boards]
        self.now: list[Outlook] = [seen.outlook for seen in self.seen]
        options = view.options
        rounds = track(view)[view.round :]
        self.left = len(rounds) - 1
        """Number of rounds after this one."""
        self.rate: float = (
            1 / options.gold_for_vp + weights.gold * self.left + weights.stage * self.left * self.left
        )
        """The worth of a piece of gold."""
        self._scroll = 1 + weights.growth * self.left
        self._barrel: float = options.barrel_income * self.left * self.rate * (1 + weights.whisky)
        self.each_room = 1 / self.outlooks.catalogue.copies
        """The share of the game's tiles that one tile is."""
        self._room = weights.room * self.left / self.outlooks.catalogue.copies
        self.rivalry = weights.rival / (len(self.gold) - 1)
        """The share of one rival's gain that the seat loses."""
        self._promises = [
            (promise, view.weights_of(promise.module)) for promise in self.outlooks.catalogue.promises
        ]
        known = self.outlooks.catalogue
        self._haggles = bool(known.promised or known.promises)
        """True if gains are one thing and seeming gains another."""
        memo = self.outlooks.memo
        key = len(self.gold), view.round, weights, *[one for _, one in self._promises]
        self._season = memo.seasons.get(key) or memo.season(key, season(memo, rounds, weights))
        self.holdings = [
            seen.holding(self._season, tuple(self._rivals(seat))) for seat, seen in enumerate(self.seen)
        ]
        self.key: tuple[Hashable, ...] = (*self.gold, *self.holdings)
        """All that follows from it follows from everything that `memo` knows of territories and gold."""
        self._apart = self.outlooks.tally.apart
        self._view, self.sellers = view, view.rules.calls("sold_later")
        self._sales: dict[int, list[Sequence[Later]]] = {}
        self._later: dict[tuple[int, int], float] = {}
        self._laters: dict[tuple[int, ...], list[float]] = {}

    def _rivals(self, seat: int) -> Iterator[int]:
        """Yields what the territories of the others have that is compared with the seat's, place by place."""
        for place, _ in self._season.most:
            for other, seen in enumerate(self.now):
                if other != seat:
                    yield seen.totals[place]

    def seen_by(self, seat: int) -> Worth:
        """Returns the same in the eyes of another seat with equal weights."""
        if not self._haggles or seat == self._seat:
            return self
        twin = copy(self)
        twin._seat = seat
        twin._sales, twin._later, twin._laters = {}, {}, {}  # what is sold later is judged by its own eyes
        return twin

    def usual(self) -> Worth:
        """Returns the same by the weights that come with the rules, by which `greedy` plays."""
        weights = self._view.rules.weights
        return self if self.weights is weights.game else Worth(self._view.weighed(weights))

    def weigh(self, seat: int, number: int) -> float:
        """Returns what a territory with this number is worth to the seat: the sum of its `lines`."""
        low, room = self._apart(number)
        known = self.holdings[seat].terms
        terms = known.get(low)
        if terms is None:
            terms = known[low] = self._terms_of(seat, self.outlooks.read(low))
        worth = terms[0] + room * self._room
        for more in terms[1]:
            worth += more
        return worth

    def _terms_of(self, seat: int, seen: Outlook) -> tuple[float, tuple[float, ...]]:
        """Returns what a territory with this outlook is worth apart from its room, as its scrolls and the rest."""
        terms = [(seen.barrels + self.weights.loose * seen.loose) * self._barrel]
        for place, times, hoped in self._season.each:
            total = seen.totals[place]
            terms.append(total * times + (seen.nearly[place] - total) * hoped)
        for place, when in self._season.most:
            terms.append(self._prize(place, when, seat, seen.totals[place]))
        if seen.promised or seen.counts:
            terms.append(self.promised(seen))
        return seen.scrolls * self._scroll, tuple(terms)

    def promised(self, seen: Outlook) -> float:
        """Returns what modules promise of a territory with this outlook."""
        return sum(more for _, more in self._promises_of(seen))

    def _promises_of(self, seen: Outlook) -> list[tuple[str, float]]:
        """Returns the lines of what modules promise."""
        found, at = [], 0
        for promise, weights in self._promises:
            end = at + len(promise.forms)
            once, each = promise.worth(weights, seen.counts[at:end])
            found.append((promise.label, once + each * self.left))
            at = end
        return [*found, *((label, once + each * self.left) for label, once, each in seen.promised)]

    def values(self, seat: int, number: int) -> list[float]:
        """Returns what makes up the worth of a territory with this number, for each of the `labels`."""
        low, room = self._apart(number)
        known = self.holdings[seat].values
        values = known.get(low)
        if values is None:
            values = known[low] = self._values_of(seat, self.outlooks.read(low))
        found = values.copy()
        found[len(self._season.places) + 2] = room * self._room
        return found

    def _values_of(self, seat: int, seen: Outlook) -> list[float]:
        """Returns the same for a territory with this outlook, if it has no room."""
        totals, found = seen.totals, []
        for place, times, hoped, when in self._season.places:
            total = totals[place]
            if when is None:
                found.append(total * times + (seen.nearly[place] - total) * hoped)
            else:
                found.append(self._prize(place, when, seat, total))
        found += (
            seen.scrolls * self._scroll,
            (seen.barrels + self.weights.loose * seen.loose) * self._barrel,
            0.0,
        )
        if seen.promised or seen.counts:
            found += [more for _, more in self._promises_of(seen)]
        return found

    @property
    def labels(self) -> list[str]:
        """The meaning of `values`."""
        scorings = self.outlooks.memo.scorings
        return [
            *(scorings[place].id for place, *_ in self._season.places),
            "scrolls",
            "whisky",
            "room",
            *(label for label, _ in self._promises_of(self.now[0])),
        ]

    def lines(self, seat: int, number: int) -> list[tuple[str, float]]:
        """Returns the lines that make up the worth of a territory with this number: (label, points)."""
        return list(zip(self.labels, self.values(seat, number), strict=True))

    def added(self, seat: int, tile: int, place: int) -> list[float]:
        """Returns what the tile adds to the seat's territory on this placement, for each of the `labels`."""
        known, key = self.holdings[seat].laid, (tile, place)
        found = known.get(key)
        if found is None:
            seen = self.seen[seat]
            after = self.values(seat, self.outlooks.number(seen, tile, place))
            before = self.values(seat, seen.number)
            found = known[key] = [more - had for had, more in zip(before, after, strict=True)]
        return found

    def scorings(self, seat: int, seen: Outlook) -> tuple[float, float, float]:
        """Returns the points of scorings to come as the territory stands, what hope adds to them, and the prizes."""
        stands = hopes = 0.0
        for place, times, hoped in self._season.each:
            stands += seen.totals[place] * times
            hopes += (seen.nearly[place] - seen.totals[place]) * hoped
        return (
            stands,
            hopes,
            sum([self._prize(place, when, seat, seen.totals[place]) for place, when in self._season.most]),
        )

    def purse(self, seat: int, gold: int) -> float:
        """Returns what this much gold is worth to the seat."""
        compared = 0.0
        if self._season.golden:
            others = [more for other, more in enumerate(self.gold) if other != seat]
            for place, when in self._season.golden:
                compared += self._expected(place, when, gold, others)
        return gold * self.rate + compared * self.weights.most

    def later(self, seat: int, gold: int) -> float:
        """Returns what the seat with this gold can hope to gain later in this round from what modules sell."""
        if not self.sellers:
            return 0.0
        key = seat, gold
        if key not in self._later:
            gains = [self._chosen(sales, gold, ())[0] for sales in self._sold(seat)]
            self._later[key] = sum(gains) * self.weights.reach
        return self._later[key]

    def laters(self, gold: tuple[int, ...]) -> Sequence[float]:
        """Returns the same by seat if the seats buy in turn order and each leaves the others what it does not take."""
        found = self._laters.get(gold)
        if found is None:
            found = self._laters[gold] = [0.0] * len(gold)
            taken = list[int | None]()
            for seat in from_start(self._view):
                for sales in self._sold(seat):
                    gain, tile = self._chosen(sales, gold[seat], taken)
                    found[seat] += gain * self.weights.reach
                    if tile is not None:
                        taken.append(tile)
        return found

    def _sold(self, seat: int) -> list[Sequence[Later]]:
        found = self._sales.get(seat)
        if found is None:
            found = self._sales[seat] = [
                [Later(*one) for one in call(self._view, self, seat)] for call in self.sellers
            ]
        return found

    def _chosen(
        self, sales: Sequence[Later], gold: int, taken: Sequence[int | None]
    ) -> tuple[float, int | None]:
        """Returns what the best of these brings beyond its price, and its tile; (0, None) if nothing is worth it."""
        most, chosen = 0.0, None
        for price, gain, tile in sales:
            if price <= gold and tile not in taken and gain - price * self.rate > most:
                most, chosen = gain - price * self.rate, tile
        return most, chosen

    def gains(self, seat: int, tile: int) -> dict[int, float]:
        """Returns by placement what the tile adds to the seat's territory."""
        weigh, seen = self.weigh, self.seen[seat]
        before = weigh(seat, seen.number)
        wherever = self.outlooks.wherever(seen, tile, self.boards[seat])
        return {place: weigh(seat, after) - before for place, after in wherever.items()}

    def gain(self, seat: int, tile: int) -> float:
        """Returns what the tile adds to the seat's territory where it fits best; 0 if it has no place."""
        return self._gains(seat, tile)[0 if seat == self._seat else 1]

    def seeming(self, seat: int, tile: int) -> float:
        """Returns the gain without what modules promise: prices follow it, and so do the expected decisions of others.

        Gold at an unsold tile is lost. Laid for the sake of promises, it brought them and cost as much elsewhere
        (benchmarks/appraisals.py).
        """
        return self._gains(seat, tile)[2]

    def _gains(self, seat: int, tile: int) -> tuple[float, float, float]:
        """Returns the gain to a seat that looks at its own territory, to another, and the seeming gain."""
        holding = self.holdings[seat]
        found = holding.gains.get(tile)
        if found is None:
            gains = self.gains(seat, tile)
            best = max(gains.values(), default=0.0)
            found = best, best, best
            if self._haggles and gains:
                had, promised = self.promised(self.now[seat]), holding.promised
                wherever = self.outlooks.wherever(self.seen[seat], tile, self.boards[seat])
                seeming = {}
                for place, number in wherever.items():
                    if number not in promised:
                        promised[number] = self.promised(self.outlooks.read(number))
                    seeming[place] = gains[place] - promised[number] + had
                laid = max(seeming, key=seeming.__getitem__)
                # Others lay it where it seems best; what it brings them there is another matter.
                found = best, gains[laid], seeming[laid]
            holding.gains[tile] = found
        return found

    def _prize(self, place: int, when: Sequence[int], seat: int, amount: int) -> float:
        """Returns what all scorings to come bring if this amount is compared with what the others have now."""
        known, key = self.holdings[seat].prizes, (place, amount)
        found = known.get(key)
        if found is None:
            others = [seen.totals[place] for other, seen in enumerate(self.now) if other != seat]
            found = known[key] = self._expected(place, when, amount, others)
        return found

    def _expected(self, place: int, when: Sequence[int], amount: int, others: Sequence[int]) -> float:
        tile, weights = self.outlooks.memo.scorings[place], self.weights
        return sum([expected(tile, amount, others, weights.spread + weights.drift * n) for n in when])


def expected(tile: Scoring, amount: int, others: Sequence[int], scale: float) -> float:
    """Returns the expected prize of a majority, if each lead may still change (IS-ST-MAJ)."""
    ahead = [1.0]  # the chances that none, one, two ... of the others are ahead
    for other in others:
        level = sure(amount - other + 0.5, scale)  # who ties is paid as well
        ahead = [
            before * level + after * (1 - level)
            for before, after in zip([*ahead, 0.0], [0.0, *ahead], strict=True)
        ]
    some = sure(amount - tile.least + 0.5, scale)
    return some * sum(points * chance for points, chance in zip(tile.points, ahead, strict=False))
