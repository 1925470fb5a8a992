"""Words that Isle of Skye adds to scenes: territories, gold, stakes, start, round; and what territories hold.

A position stands in a step of the round: `step: buy`, with `to act: bruno` for one of its later players; without it,
where the set-up ends, at pricing. Tiles that a territory names are taken from the bag, or else from where they lie.
Offers that are not named are drawn at pricing, and lie in the bag in every other step. Gold that is not named is what
the set-up leaves: the first income. A round ends with the last player's `pass` if there are no tiles to build.
"""

from __future__ import annotations

from tilewright.authoring import Noun

from .land import LAND, REGIONS, TERRITORIES
from .market import BANK, STAKES
from .whole import WHOLE

ROUND = Noun(name="round")
"""It follows from the field, and is listed because modules' nouns, which are put later, need the round."""
NOUNS: tuple[Noun, ...] = (TERRITORIES, STAKES, ROUND, BANK, REGIONS, *LAND, WHOLE)
