"""How well people play a game, beside the levels of bots: all who played are rated at once, from all finished games.

The model is that of ladders (`rating`): games of any number, with shared places, whoever sat there. What is known
before counts as games as well: neighbouring levels are about as far apart as their games measure them, and
everybody else has drawn twice with `normal`. So every rating is finite, and who has hardly played may be anywhere.
Modules, options and numbers of players are not told apart, since a level is meant to be the same under all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from math import exp, factorial, prod
from typing import TYPE_CHECKING

import attrs

from ..bots.levels import LEVELS, spoken
from ..text.seat_names import alike
from .rating import POINTS, Choices, Order, added, error, orders, strengths
from .wilson import Z

if TYPE_CHECKING:
    from ..table.saved_games import SavedGame

STEP, STEPS = 0.65, 30.0
"""How often a level is ahead of the one below (docs/bots.md: 0.65 on average), and how many games that counts as."""
DRAWN = 2.0
"""How many drawn games with `normal` everybody else begins with: who won three of three is then like the next level."""
MOST = 60
"""The most people and other bots that are rated, those with the most games; others are as if they had not played."""
WAYS = 720
"""Games whose shared places could be put into more orders than this are left out."""
ENOUGH = 3
"""With fewer games it is too early to say how well somebody plays."""
LOWEST, USUAL = f":{LEVELS[0]}", ":normal"


def key(name: str, bots: Mapping[str, str]) -> str:
    """Return who sits there for all games: a person in any spelling; a bot with a colon, levels by their names."""
    return f":{spoken(bots[name])}" if name in bots else alike(name)


@attrs.frozen
class Standing:
    """How well somebody plays beside the levels. Ratings are points on the scale of chess; the lowest level has 0."""

    games: int
    rating: float
    low: float
    high: float
    """95 % interval of the rating, measured from the level."""
    level: str
    """The level that plays most alike: there about half of the games are won, or as near to it as levels get."""
    share: float
    """The share of games that they should win there against one opponent."""
    least: float
    most: float
    """95 % interval of the share."""
    places: tuple[int, int, int]
    """Which of the levels play like `low`, `rating` and `high`, by number; -1 and one too many are beyond all."""

    @property
    def known(self) -> bool:
        """False if it is too early to say anything: after few games, or if nearly every level may play like this."""
        low, _, high = self.places
        return self.games >= ENOUGH and high - low < len(LEVELS)


@attrs.frozen(eq=False)
class Ratings:
    """All who played one game, rated together."""

    played: Mapping[str, int]
    """Number of games that were rated, by key."""
    choices: Choices

    @cached_property
    def strengths(self) -> Mapping[str, float]:
        """The most likely log strengths by key; that of the lowest level is 0."""
        return strengths(self.choices, {LOWEST: 0.0}, dict.fromkeys(self.choices.taken, 0.0))

    @cached_property
    def levels(self) -> list[float]:
        """The strengths of the levels."""
        return [self.strengths[f":{level}"] for level in LEVELS]

    def sure(self, parts: Mapping[str, float]) -> tuple[float, float]:
        """Return the sum of strengths, each times its part, and its standard error."""
        middle = sum(part * self.strengths[who] for who, part in parts.items())
        return middle, error(self.choices, LOWEST, self.strengths, parts)

    def place(self, strength: float) -> int:
        """Return which level plays most like this; the numbers before and after all if none does.

        That is so from half a step beyond the first and the last level on.
        """
        half = (self.levels[-1] - self.levels[0]) / (len(LEVELS) - 1) / 2
        if strength < self.levels[0] - half:
            return -1
        if strength > self.levels[-1] + half:
            return len(LEVELS)
        return min(range(len(LEVELS)), key=lambda n: abs(self.levels[n] - strength))

    def standing(self, who: str) -> Standing | None:
        """Return how well somebody with this key plays; None without a game that was rated."""
        if who not in self.played:
            return None
        mine = self.strengths[who]
        level = LEVELS[min(max(0, self.place(mine)), len(LEVELS) - 1)]
        gap, spread = self.sure({who: 1.0, f":{level}": -1.0})
        low, high = mine - Z * spread, mine + Z * spread
        least, share, most = (1 / (1 + exp(-gap - side * Z * spread)) for side in (-1, 0, 1))
        return Standing(
            games=self.played[who],
            rating=POINTS * mine,
            low=POINTS * low,
            high=POINTS * high,
            level=level,
            share=share,
            least=least,
            most=most,
            places=(self.place(low), self.place(mine), self.place(high)),
        )


def rated(saves: Iterable[SavedGame], game: str) -> Ratings:
    """Rate all who played this game in its finished games from the beginning, those between bots alone, too."""
    rankings = [_ranking(save) for save in saves if counted(save, game)]
    every = Counter(who for ranking in rankings for place in ranking for who in place)
    levels = [f":{level}" for level in LEVELS]
    others = [who for who, _ in sorted(every.items(), key=lambda one: (-one[1], one[0])) if who not in levels]
    known = [*levels, *others[:MOST]]
    met: dict[Order, float] = {}
    played = Counter[str]()
    for ranking in rankings:
        # Of an order, that of some of its players follows the same model.
        kept = [[who for who in place if who in known] for place in ranking]
        names = {who for place in kept for who in place}
        if len(names) < 2 or prod(factorial(len(place)) for place in kept) > WAYS:
            continue
        played.update(names)
        for order, weight in orders([place for place in kept if place]):
            met[order] = met.get(order, 0.0) + weight
    return Ratings(dict(played), Choices.of(known, added(_before(levels, others[:MOST]), met)))


def counted(save: SavedGame, game: str) -> bool:
    """Return whether a game is rated: a finished one of this name that did not begin from a position, and in which not
    all played together."""
    head, result = save.head, save.result
    if head is None or head.game != game or head.start is not None or result is None:
        return False
    return result.sides is None or len(result.sides) > 1


def _ranking(save: SavedGame) -> list[list[str]]:
    assert save.head is not None and save.result is not None
    seats, bots, result = save.head.seats, save.head.bots, save.result
    strange = {*result.bots} - {*result.resigned}  # what a bot reached says nothing of the person
    places = [[seat for seat in place if seat not in strange] for place in result.ranking]
    return [[key(seats[seat], bots) for seat in place] for place in places]


def _before(levels: Sequence[str], others: Iterable[str]) -> dict[Order, float]:
    """Return the games that stand for what is known before anybody has played."""
    found: dict[Order, float] = {}
    for below, above in pairwise(levels):
        found |= {(above, below): STEPS * STEP, (below, above): STEPS * (1 - STEP)}
    for who in others:
        found |= {(who, USUAL): DRAWN / 2, (USUAL, who): DRAWN / 2}
    return found
