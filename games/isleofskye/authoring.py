"""Everything in which a scoring tile of Isle of Skye is written, in one place, for modules.

What is here is promised (docs/stability.md) and described (docs/territory.md).
"""

from .files import ScoringTile as ScoringTile
from .module_scoring import read_scoring as read_scoring
from .module_scoring import with_scoring as with_scoring
from .options import Options as Options
from .scoring import Counting as Counting
from .scoring import always as always
from .scoring_kinds import Finder as Finder
from .scoring_kinds import Source as Source
from .territory import SQUARE8_OFFSETS as SQUARE8_OFFSETS
from .territory import Territory as Territory
from .territory import territory as territory
from .tiles import BARREL as BARREL
from .tiles import BROCH as BROCH
from .tiles import CASTLE as CASTLE
from .tiles import CATTLE as CATTLE
from .tiles import FARM as FARM
from .tiles import LIGHTHOUSE as LIGHTHOUSE
from .tiles import SHEEP as SHEEP
from .tiles import SHIP as SHIP
from .tiles import TERRAINS as TERRAINS
from .tiles import Tile as Tile
