"""Druids: the data are what the list of components says."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tilewright.games.isleofskye.modules._druids.state import NAME

from ...converters import converter
from .folders import text

# -- data ------------------------------------------------------------------------------------------------------------


def test_data_are_what_the_list_of_components_says() -> None:
    """Every file that was converted is what the script makes of the list today."""
    components = os.environ.get("TILEWRIGHT_COMPONENTS")
    if not components:
        pytest.skip("TILEWRIGHT_COMPONENTS names no folder")
    for name, made in converter(f"isleofskye_{NAME}").convert(Path(components) / "isleofskye.yaml").items():
        assert text(NAME, name) == made, name
