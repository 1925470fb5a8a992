"""A duel with options, installed for one test, and plans for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from tilewright.core.lab.design.plan import SearchPlan, made_of
from tilewright.core.lab.study.requests import DesignRequest

from ...toys import duel

ASKED = DesignRequest(
    game="duel",
    factors={"start": "0 to 8", "luck": "all"},
    targets=["seat_gap under 15 %"],
    bots="random",
    budget=200,
    rungs=[10, 40],
    width=4,
    finalists=2,
    confirm=120,
    baseline=False,
)


@pytest.fixture(autouse=True, scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The game `duel` and its bot `perfect` are installed."""
    folder = tmp_path_factory.mktemp("site")
    info: Path = folder / "duel-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: duel\nVersion: 1.0\n")
    points = f"[tilewright.games]\nduel = {duel.__name__}:PLUGIN\n[tilewright.bots]\n"
    (info / "entry_points.txt").write_text(f"{points}perfect = {duel.__name__}:Perfect\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        yield


def plan(seed: int = 1, **more: Any) -> SearchPlan:
    return made_of(attrs.evolve(ASKED, **more), seed)
