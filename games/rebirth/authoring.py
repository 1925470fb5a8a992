"""Everything of Rebirth in which its modules are written, in one place.

What is here is promised (docs/stability.md) and described (docs/authoring_reference.md).
"""

from .actions import LayAside as LayAside
from .actions import PlaceTile as PlaceTile
from .files import ENERGY as ENERGY
from .files import FIELDS as FIELDS
from .files import FOOD as FOOD
from .files import KINDS as KINDS
from .files import OPEN as OPEN
from .files import SETTLEMENT as SETTLEMENT
from .options import Options as Options
from .printed import Printed as Printed
from .settlements import Prizes as Prizes
from .state import FREE as FREE
from .state import NEUTRAL as NEUTRAL
from .state import RebirthState as RebirthState
from .state import kind_of as kind_of
from .state import laid as laid
from .state import owner as owner
from .state import presence_at as presence_at
from .state import tile_of as tile_of
