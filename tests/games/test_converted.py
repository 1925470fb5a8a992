"""Data files are what their converters make of the lists of components, where TILEWRIGHT_COMPONENTS names Rebirth's."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path

import pytest

from ..cases import cases
from .converters import converter


@pytest.mark.skipif("TILEWRIGHT_COMPONENTS" not in os.environ, reason="names the lists of components")
@pytest.mark.parametrize(
    ("script", "folder", "names"), cases(__file__, "the_files_are_what_the_converter_makes_of_the_components")
)
def test_the_files_are_what_the_converter_makes_of_the_components(
    script: str, folder: str, names: tuple[str, ...]
) -> None:
    """The lists of the other games lie beside that of Rebirth."""
    components = Path(os.environ["TILEWRIGHT_COMPONENTS"]).with_name(f"{script.partition('_')[0]}.yaml")
    data = files("tilewright.data") / folder
    ours = {f"{name}.yaml": (data / f"{name}.yaml").read_text("utf-8") for name in names}
    assert converter(script).convert(components) == ours
