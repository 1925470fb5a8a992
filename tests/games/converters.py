"""The scripts that made data files from lists of components."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "provenance"


def converter(name: str) -> ModuleType:
    """Import the script of this name; scripts import one another from their folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(FOLDER)
        return import_module(f"convert_{name}")
