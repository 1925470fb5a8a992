"""The metrics that core declares: their names, words and units are data, in data/core/metrics.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import attrs

from ..text.folder import Folder
from .metrics import Metric


@cache
def _every() -> Mapping[str, Metric]:
    """Return the metrics of the file by name."""
    folder = Folder(files("tilewright.data") / "core", "data/core")
    return {one.name: one for one in folder.load("metrics.yaml", list[Metric])}


def declared(*names: str) -> tuple[Metric, ...]:
    """Return these metrics."""
    return tuple(_every()[name] for name in names)


def filled(metric: Metric, **words: object) -> Metric:
    """Return the metric with these words in its name and texts."""
    texts = {name: getattr(metric, name).format(**words) for name in ("name", "title", "more", "less", "doc")}
    return attrs.evolve(metric, **texts)
