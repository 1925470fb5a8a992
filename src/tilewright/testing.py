"""The conformance kit for rulesets, under the name that their authors import; it lives in `tilewright.core.testing`."""

from .core.testing import CHECKS as CHECKS
from .core.testing import Broken as Broken
from .core.testing import Check as Check
from .core.testing import Finding as Finding
from .core.testing import Moment as Moment
from .core.testing import Skipped as Skipped
from .core.testing import Subject as Subject
from .core.testing import conforms as conforms
from .core.testing import moments as moments
from .core.testing import random_game as random_game
from .core.testing import run as run
