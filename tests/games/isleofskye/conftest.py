"""The box of Isle of Skye as it was loaded, for the tests of what is printed."""

from __future__ import annotations

import pytest

from tilewright.games.isleofskye.options import Options
from tilewright.games.isleofskye.printed import Printed, load_printed

from .boxes import folder


@pytest.fixture(scope="module")
def printed() -> Printed:
    return load_printed(folder())


@pytest.fixture(scope="module")
def other() -> Printed:
    """With every disputed tile read the other way."""
    return load_printed(folder(), Options(disputed="alternative"))
