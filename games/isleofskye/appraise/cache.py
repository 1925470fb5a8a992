"""Findings about territories and positions, kept for the next decision that meets them again.

Each thing is kept with what it depends on, and with no more: a territory's layout, what it is worth to its owner, or
the whole position.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

import attrs

from .count_sums import Outlook, Tally

if TYPE_CHECKING:
    from tilewright.authoring import Board

    from ..catalogue import Catalogue
    from ..count_forms import Count
    from ..region_search import TerritoryParts
    from ..scoring_kinds import Scoring
    from .coming_scorings import Season

LIMIT = 400
"""Number of territories that a memo holds before it begins anew."""

POSITIONS = 1000
"""Number of positions of which a memo holds what was found out."""

Layout = frozenset[tuple[int, str, int]]
"""The tiles of a territory, in whatever order they were laid: cell, name of the face, rotation."""

Known = dict[tuple[int, ...], tuple[float, ...]]
"""By the codes of legal actions, what these are worth."""


@attrs.define(eq=False)
class Holding:
    """The worth of a territory to its owner in one season, while those of others bring as much as they do.

    That does not depend on gold, nor on what else lies in the territories of others, so it is known again soon.
    """

    terms: dict[int, tuple[float, tuple[float, ...]]] = attrs.field(factory=dict)
    """By number of a territory without its room (`Worth.weigh`)."""
    values: dict[int, list[float]] = attrs.field(factory=dict)
    """The same (`Worth.values`)."""
    prizes: dict[tuple[int, int], float] = attrs.field(factory=dict)
    """By place and amount."""
    promised: dict[int, float] = attrs.field(factory=dict)
    """By number of a territory."""
    gains: dict[int, tuple[float, float, float]] = attrs.field(factory=dict)
    """By tile (`Worth.gain`)."""
    hands: dict[tuple[int, ...], float] = attrs.field(factory=dict)
    """By tiles (`Deals`)."""
    laid: dict[tuple[int, int], list[float]] = attrs.field(factory=dict)
    """By tile and placement, what that adds (`Laying`)."""
    then: dict[tuple[int, int], dict[int, float]] = attrs.field(factory=dict)
    """By tile and placement, what others can add at best after that."""
    rated: dict[tuple[int, ...], Known] = attrs.field(factory=dict)
    """By waiting tiles."""


class Seen:
    """A territory with its number (`Tally`), and the numbers of territories after steps from it."""

    __slots__ = (
        "_outlook",
        "_tally",
        "after",
        "even",
        "ground",
        "holdings",
        "key",
        "layouts",
        "number",
        "pairs",
        "starts",
        "wherever",
    )

    def __init__(
        self, tally: Tally, key: Layout, ground: TerritoryParts, number: int, even: int, starts: list[Count]
    ) -> None:
        self._tally = tally
        self._outlook: Outlook | None = None
        self.key, self.ground = key, ground
        self.number, self.even, self.starts = number, even, starts
        """As `Tally.start` returns them."""
        self.after: dict[tuple[int, int], int] = {}
        """By tile and placement, the number of the territory then."""
        self.layouts: dict[tuple[int, int], Layout] = {}
        """The same, its layout, where more follows than a step knows."""
        self.wherever: dict[int, dict[int, int]] = {}
        """The numbers by tile, and then by placement."""
        self.pairs: dict[tuple[int, int, int, int], int] = {}
        """The numbers by two tiles with their placements."""
        self.holdings: dict[tuple[Season, tuple[int, ...]], Holding] = {}
        """By season, and by what others have that is compared with it."""

    @property
    def outlook(self) -> Outlook:
        """The territory's outlook."""
        if self._outlook is None:
            self._outlook = self._tally.read(self.number)
        return self._outlook

    def holding(self, season: Season, rivals: tuple[int, ...]) -> Holding:
        """Returns what is known of the territory's worth in a season against what others have."""
        found = self.holdings.get((season, rivals))
        if found is None:
            found = self.holdings[season, rivals] = Holding()
        return found


@attrs.define(eq=False)
class Thoughts:
    """Findings about one position, kept for the next decision in it."""

    offers: dict[tuple[int, int], float] = attrs.field(factory=dict)
    """By tile and price (`Offering`)."""
    rests: dict[tuple[tuple[int, ...], bool], list[float]] = attrs.field(factory=dict)
    """By tiles still to be priced, and whether one of them is dropped; then by gold."""
    guesses: dict[tuple[int, int], int] = attrs.field(factory=dict)
    """By owner and tile."""
    rated: dict[tuple[int, ...], Known] = attrs.field(factory=dict)
    """By what is sealed."""
    plans: dict[tuple[int, ...], float] = attrs.field(factory=dict)
    """By gold at each tile (`Plans`)."""
    stakes: list[tuple[int, ...]] = attrs.field(factory=list)
    """By seat, the gold that it is expected to lay at its tiles."""


@attrs.define(eq=False)
class Memo:
    """For the scoring tiles in play: how territories are counted, and those looked at."""

    known: Catalogue
    scorings: tuple[Scoring, ...]
    golden: tuple[bool, ...]
    """True for those that look at gold."""
    tally: Tally = attrs.field(init=False)
    outlooks: dict[Layout, Seen] = attrs.field(factory=dict, init=False)
    """Territories of states: a search meets them again."""
    imagined: dict[Layout, Seen] = attrs.field(factory=dict, init=False)
    """Other territories that were looked at lately. There are so many that the others would be forgotten with them."""
    boards: dict[int, tuple[Board, Seen]] = attrs.field(factory=dict, init=False)
    """By identity, boards of states, which never change, and their territories."""
    seasons: dict[Hashable, Season] = attrs.field(factory=dict, init=False)
    """By number of seats, round, and weights."""
    thoughts: dict[Hashable, Thoughts] = attrs.field(factory=dict, init=False)
    """By everything that they depend on."""

    def thought(self, key: Hashable) -> Thoughts:
        """Returns what has been found out about a position before."""
        found = self.thoughts.get(key)
        if found is None:
            if len(self.thoughts) >= POSITIONS:
                self.thoughts.clear()
            found = self.thoughts[key] = Thoughts()
        return found

    def season(self, key: Hashable, season: Season) -> Season:
        """Returns the season, which is known from now on."""
        if len(self.seasons) >= POSITIONS:
            self.seasons.clear()
        self.seasons[key] = season
        return season

    def __attrs_post_init__(self) -> None:
        self.tally = Tally(self.known, self.scorings)
