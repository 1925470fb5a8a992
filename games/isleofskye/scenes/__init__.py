"""Words that Isle of Skye adds to scenes: territories, gold, stakes, start, round; and what territories hold.

A position stands in a step of the round: `step: buy`, with `to act: bruno` for one of its later players; without it,
where the set-up ends, at pricing. Tiles that a territory names are taken from the bag, or from wherever else they lie.
Offers that are not named are drawn at pricing, and lie in the bag in every other step. Gold that is not named is what
the set-up leaves: the first income. A round ends with the last one's `pass`, if nobody has tiles to build.
"""

from __future__ import annotations

from tilewright.core.nouns import Noun

from .land import LAND, REGIONS, TERRITORIES
from .market import BANK, STAKES
from .whole import WHOLE

ROUND = Noun(name="round")
"""All of it follows from the field; it stands here because modules' nouns, which come later, ask for the round."""
NOUNS: tuple[Noun, ...] = (TERRITORIES, STAKES, ROUND, BANK, REGIONS, *LAND, WHOLE)
