"""What tests of a ruleset need: the conformance kit, scenes, bots, random games, packages that are not installed."""

from .core import bots as bots
from .core.editor.package_schemas import outdated as outdated
from .core.rules.plugins import found as found
from .core.scenes import scene as _scene
from .core.testing import CHECKS as CHECKS
from .core.testing import Broken as Broken
from .core.testing import Check as Check
from .core.testing import Finding as Finding
from .core.testing import Moment as Moment
from .core.testing import Skipped as Skipped
from .core.testing import Subject as Subject
from .core.testing import Warned as Warned
from .core.testing import conforms as conforms
from .core.testing import moments as moments
from .core.testing import pinned as pinned
from .core.testing import play_out as play_out
from .core.testing import random_game as random_game
from .core.testing import register as register
from .core.testing import run as run

scenes = _scene
