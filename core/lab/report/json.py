"""Findings as JSON; its schema is `compare.schema.json` in this folder."""

from __future__ import annotations

import math
from collections.abc import Mapping, Set
from typing import Any

import attrs
import numpy as np

from ..study.findings import Findings
from .round_curves import band

SCHEMA = 1


def as_json(findings: Findings) -> dict[str, Any]:
    """Return the report without pictures and without values of single blocks, as plain JSON types with finite floats
    or null. The order of the keys is always the same."""
    table = findings.table
    report: dict[str, Any] = {"schema": SCHEMA}
    for field in attrs.fields(Findings):
        report[field.name] = plain(getattr(findings, field.name)) if field.name != "table" else None
    report["table"] = {
        "variants": plain(table.variants),
        "blocks": findings.analysis.blocks,
        "diverged": {_key(name): _mean(shares) for name, shares in table.diverged.items()},
    }
    if findings.screening is not None and (fresh := findings.screening.fresh) is not None:
        report["screening"]["confirmed"] = {
            "seed": fresh.seed,
            "blocks": len(fresh.table.blocks),
            "results": plain(fresh.analysis.results),
        }
    report["metrics"] = [plain(metric) for metric in table.metrics.values()]
    report["curves"] = [
        {"variant": plain(variant), "metric": plain(metric), **_bounded(plain(band(values)))}
        for (variant, metric), values in table.curves.items()
    ]
    return report


def plain(thing: object) -> Any:
    """Convert to JSON types: attrs classes to objects, numpy numbers to Python numbers, non-finite values to null.

    An interval of an attrs class that has no width is null, too: equal blocks do not show what others would be. Fields
    whose metadata say that they are not `reported` are left out.
    """
    if thing is None or isinstance(thing, bool | np.bool_):
        return None if thing is None else bool(thing)
    if isinstance(thing, str):
        return thing if thing.isascii() else thing.encode("utf-8", "replace").decode("utf-8")
    if isinstance(thing, int | np.integer):
        return int(thing)
    if isinstance(thing, float | np.floating):
        return float(thing) if math.isfinite(thing) else None
    kind: Any = type(thing)
    if attrs.has(kind):
        told = [one.name for one in attrs.fields(kind) if one.metadata.get("reported", True)]
        return _bounded({name: plain(getattr(thing, name)) for name in told})
    if isinstance(thing, np.ndarray):
        return plain(thing.tolist())
    if isinstance(thing, Mapping):
        return {_key(key): plain(value) for key, value in thing.items()}
    if isinstance(thing, Set):
        return [plain(one) for one in sorted(thing, key=str)]
    if isinstance(thing, list | tuple):
        return [plain(one) for one in thing]
    return str(thing)


def _key(key: object) -> str:
    """Join a name of several parts (variant, metric, part)."""
    return " / ".join(map(str, key)) if isinstance(key, tuple) else str(plain(key))


def _mean(values: np.ndarray[Any, Any]) -> float | None:
    known = values[np.isfinite(values)]
    return float(known.mean()) if known.size else None


def _bounded(found: dict[str, Any]) -> dict[str, Any]:
    """Return the object with null for both ends of each interval without width."""
    for low in [name for name in found if "low" in name]:
        high = low.replace("low", "high")
        if high in found:
            found[low], found[high] = _apart(found[low], found[high])
    return found


def _apart(low: Any, high: Any) -> tuple[Any, Any]:
    if isinstance(low, list) and isinstance(high, list) and low:
        pairs = [_apart(*ends) for ends in zip(low, high, strict=True)]
        return [one for one, _ in pairs], [two for _, two in pairs]
    return (None, None) if isinstance(low, float) and low == high else (low, high)
