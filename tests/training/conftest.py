"""A folder of its own for saved games, and Harvest installed, in worker processes too."""

from __future__ import annotations

from ..cli.conftest import home as home
from ..cli.packages import site as site
