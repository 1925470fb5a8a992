"""Five hundred random whole games for every set of Isle of Skye's modules, gold and tiles counted all the way.

A few of each belong to the quick tests (tests/games/isleofskye/modules/test_subsets.py).
"""

from __future__ import annotations

import pytest

from ..games.isleofskye.modules.subsets import SUBSETS, label, survives

CHUNK = 125


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(500 // CHUNK))
@pytest.mark.parametrize("modules", SUBSETS, ids=label)
def test_five_hundred_random_games(modules: tuple[str, ...], chunk: int) -> None:
    first = 1000 + chunk * CHUNK
    assert sum(survives(modules, seed) for seed in range(first, first + CHUNK)) > 40 * CHUNK
