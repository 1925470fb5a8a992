"""docs/metrics.md says of every metric what the code says."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core.meters.registry import metrics_of

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_is_that_of_the_code() -> None:
    written = (DOCS / "metrics.md").read_text("utf-8")
    assert written == runpy.run_path(str(DOCS / "metrics.py"))["page"](), "run python docs/metrics.py"


@pytest.mark.parametrize("game", ["glenmore", "isleofskye", "rebirth"])
def test_every_metric_is_explained(game: str) -> None:
    modules = ["bonus", "druids", "outskirts", "tunnel"] if game == "isleofskye" else []
    page = (DOCS / "metrics.md").read_text("utf-8")
    for name, metric in metrics_of(tw.load(game, modules)).items():
        family = name.rpartition(".")[0]
        assert f"| `{family}.NAME` |" in page if family else f"| `{name}` | {metric.title} |" in page, name
        assert metric.doc.endswith(".") and metric.title and "|" not in metric.doc
