"""Tests of the examples find their games by name, whether they are installed or not."""

from __future__ import annotations

from pathlib import Path

from tilewright import testing

for project in sorted(Path(__file__).parent.glob("*/pyproject.toml")):
    testing.register(project.parent)
