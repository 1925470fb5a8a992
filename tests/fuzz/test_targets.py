"""Every reader reads spoilt bytes, or refuses them with a sentence, at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from .running import SECONDS, tried
from .spoiling import spoilt
from .targets import TARGETS


@pytest.mark.parametrize("name", TARGETS)
def test_spoilt_bytes(name: str, tmp_path: Path) -> None:
    @settings(
        max_examples=8, deadline=SECONDS * 1_000, suppress_health_check=list(HealthCheck), database=None
    )
    @given(spoilt(TARGETS[name][0]))
    def one(data: bytes) -> None:
        tried(name, data, tmp_path)

    one()


def test_the_examples_are_read(tmp_path: Path) -> None:
    """Otherwise everything would be refused for the same reason."""
    for name, (examples, _) in TARGETS.items():
        assert any(tried(name, one, tmp_path) for one in examples), name
