"""Designed draws: which items of a content are in play in each game of a block.

A set is what one game has: so many different items, in order. The sets of a block share its luck, and over the blocks
each item, each pair and each item in each place occurs equally often, or as nearly so as the numbers allow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

PERIOD = 400
"""Most blocks of a design; longer runs begin it again."""
TRIES = 16
"""Beginnings from which a block's sets are improved; the best outcome is kept."""

Ints: TypeAlias = NDArray[np.int64]
Drawn: TypeAlias = tuple[tuple[tuple[int, ...], ...], ...]
"""By block and game, the numbers of the items in play, in order."""


@attrs.frozen(kw_only=True)
class Dealt:
    """The content of a study: which items are in play in each game of its blocks."""

    kind: str
    items: tuple[str, ...]
    drawn: Drawn
    """Of one period; block N has the sets of block N modulo its length."""

    @property
    def arms(self) -> int:
        """Number of sets in a block."""
        return len(self.drawn[0])

    def named(self, arm: int) -> tuple[tuple[str, ...], ...]:
        """Return by block of the period the items in play in this arm."""
        return tuple(tuple(self.items[one] for one in block[arm]) for block in self.drawn)

    def inside(self, blocks: Sequence[int]) -> NDArray[np.float64]:
        """Return 1 for each item in play and 0 for the others, shape (blocks, arms, items)."""
        found = np.zeros((len(blocks), self.arms, len(self.items)))
        for n, block in enumerate(blocks):
            for arm, chosen in enumerate(self.drawn[block % len(self.drawn)]):
                found[n, arm, list(chosen)] = 1.0
        return found


def arms_for(items: int, size: int) -> int:
    """Return the usual number of sets in a block: as many as have no item in common, but at least two."""
    return max(2, items // size)


def sets(items: int, size: int, arms: int, blocks: int, seed: int) -> Drawn:
    """Return the design; equal arguments give equal sets.

    The sets of a block have as few items in common as possible. Numbers of occurrences differ by at most one between
    items after each block; those of pairs are as nearly equal as a search finds.
    """
    from scipy.optimize import linear_sum_assignment  # slow to import, and only plans of studies need it

    rng = np.random.default_rng([seed, items, size, arms])
    single, pairs = np.zeros(items, np.int64), np.zeros((items, items), np.int64)
    places = np.zeros((items, size), np.int64)
    found = []
    for _ in range(min(blocks, PERIOD)):
        chosen = _block(single, pairs, size, arms, rng)
        ordered = []
        for one in chosen:
            single[one] += 1
            pairs[np.ix_(one, one)] += 1
            noise = rng.random((size, size)) / 2
            _, order = linear_sum_assignment(places[one] + noise)
            places[one, order] += 1
            ordered.append(tuple(int(item) for item in one[np.argsort(order)]))
        found.append(tuple(ordered))
    return tuple(found)


def _block(single: Ints, pairs: Ints, size: int, arms: int, rng: np.random.Generator) -> list[Ints]:
    """Return the sets of the next block: the rarest items, and among them the rarest pairs."""
    kept = pairs.copy()
    np.fill_diagonal(kept, 0)
    found = [_improved(_begun(single, size, arms, rng), kept) for _ in range(TRIES)]
    return min(found, key=lambda chosen: sum(int(kept[np.ix_(one, one)].sum()) for one in chosen))


def _begun(single: Ints, size: int, arms: int, rng: np.random.Generator) -> list[Ints]:
    """Deal the items to the sets by lot, all equally often and the rarest once more; none is twice in a set."""
    times, more = divmod(size * arms, len(single))
    rarest = np.argsort(single + rng.random(len(single)))[:more]
    wanted = np.full(len(single), times)
    wanted[rarest] += 1
    # Copies of an item follow each other, and go to the sets in turn.
    lot = rng.permutation(len(single))
    cards = np.repeat(lot, wanted[lot])
    return [cards[arm::arms] for arm in range(arms)]


def _improved(chosen: list[Ints], pairs: Ints) -> list[Ints]:
    """Exchange items between sets, always the two that help most, until no exchange leads to rarer pairs."""
    size, arms = len(chosen[0]), len(chosen)
    item, arm = np.concatenate(chosen), np.repeat(np.arange(arms), size)
    within = np.zeros((arms, len(pairs)))
    while True:
        within[:] = 0
        within[arm, item] = 1
        met = pairs @ within.T
        there, own = met[item][:, arm], met[item, arm]
        barred = within.T[item][:, arm].astype(bool)  # the item is in that set, or it is its own
        change = there + there.T - own[:, None] - own - 2 * pairs[np.ix_(item, item)]
        change[barred | barred.T] = np.inf
        one, other = np.unravel_index(int(change.argmin()), change.shape)
        if change[one, other] >= 0:
            return list(item.reshape(arms, size))
        item[one], item[other] = item[other], item[one]
