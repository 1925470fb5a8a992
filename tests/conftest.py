"""Options of the long soak: `pytest -m soak tests/soak --soak-hours 2 --soak-seed 7`. See tests/soak/test_soak.py."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    soak = parser.getgroup("soak", "the long soak of random games (-m soak)")
    soak.addoption("--soak-hours", type=float, metavar="H", help="play for so many hours in all")
    soak.addoption(
        "--soak-games", type=int, default=5000, metavar="N", help="without hours: games of each game"
    )
    soak.addoption(
        "--soak-seed", type=int, default=1, metavar="N", help="the seed of everything that is drawn"
    )
    soak.addoption(
        "--soak-only", metavar="GAME:N", help="play only this game (or A-B), which has failed before"
    )
