"""Everything of Glen More in which a module is written, in one place, next to `tilewright.authoring`.

A module adds tiles and special places by records in its tiles.yaml and cards.yaml, and says what its own effects do
with the game's hooks (docs/hooks.md): when a tile is placed or activated, what pays for cubes, points at the end.
"""

from .debt import replace as replace
from .debt import replaceable as replaceable
from .files import RESOURCES as RESOURCES
from .gains import has_room as has_room
from .module_tiles import read_tiles as read_tiles
from .module_tiles import with_tiles as with_tiles
from .printed import Kind as Kind
from .state import GlenMoreState as GlenMoreState
from .state import Readable as Readable
from .state import cards_of as cards_of
from .state import has as has
from .state import held as held
from .state import put as put
from .state import tile_at as tile_at
