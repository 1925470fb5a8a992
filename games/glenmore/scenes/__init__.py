"""Words that Glen More adds to scenes: circuit, displays, what players own, warehouse, the turn in hand.

Tiles named on the circuit, on a display or in hand are taken from their stacks; start villages need not be named. Tiles
of stack 0 that stand nowhere have left the game. On a circuit that is not named, tiles that lie elsewhere make room for
the next ones. Cards that are not named belong to whoever has their tiles; as many scorings have taken place as stacks
have ended. Whose turn it is follows from the circuit, and the step in progress from what `turn` says of it.
"""

from __future__ import annotations

from tilewright.core.nouns import Noun

from .circuit import CIRCUIT, PASSED
from .displays import CUBES, CUBES_OF_A_KIND, DISPLAYS, MEMBERS, TILES
from .owned import AMOUNTS, CARDS
from .turn import TURN
from .warehouse import WAREHOUSE
from .whole import IONA, SCORINGS, WHOLE

NOUNS: tuple[Noun, ...] = (
    CIRCUIT,
    DISPLAYS,
    TILES,
    CARDS,
    CUBES,
    *CUBES_OF_A_KIND,
    MEMBERS,
    *AMOUNTS,
    WAREHOUSE,
    SCORINGS,
    PASSED,
    IONA,
    TURN,
    WHOLE,
)
"""The order matters: displays decide cards unless these are named, and cubes and members lie on their tiles."""
