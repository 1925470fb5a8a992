"""Where a module's data is."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

ROOT = Path(__file__).parents[4]


def text(module: str, file: str) -> str:
    """What a data file of the module says."""
    return (files("tilewright.data") / "isleofskye" / "modules" / module / file).read_text("utf-8")
