"""The JSON: what the schema says, strictly, whatever the findings hold."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import jsonschema
import numpy as np
import pytest

from tilewright.core.lab.report import as_json
from tilewright.core.lab.report.json import plain

from .corners import cases

CASES = cases()
SCHEMA: dict[str, Any] = json.loads(
    files("tilewright.core.lab.report").joinpath("compare.schema.json").read_text("utf-8")
)


def strict(schema: Any) -> Any:
    """The schema, in which objects have no other keys than those it describes."""
    if isinstance(schema, list):
        return [strict(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: strict(value) for key, value in schema.items()}
    if "properties" in schema and schema.get("type") == "object":
        made.setdefault("additionalProperties", False)
    return made


STRICT = jsonschema.Draft202012Validator(strict(SCHEMA))


def points(thing: Any) -> Iterator[dict[str, Any]]:
    """Every object with an interval whose ends are one number."""
    if isinstance(thing, list):
        for one in thing:
            yield from points(one)
    elif isinstance(thing, dict):
        lows, highs = thing.get("low"), thing.get("high")
        for low, high in zip(*([one] if not isinstance(one, list) else one for one in (lows, highs))):
            if low is not None and low == high:
                yield thing
        for one in thing.values():
            yield from points(one)


@pytest.mark.parametrize("name", CASES)
def test_findings_are_as_the_schema_says(name: str) -> None:
    """And no interval is a point."""
    told = as_json(CASES[name])
    text = json.dumps(told, allow_nan=False, ensure_ascii=False)
    text.encode("utf-8")
    STRICT.validate(json.loads(text))
    del told["plan"]
    assert not [*points(told)]


def test_the_schema_is_one_and_refuses() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    told = as_json(CASES["two"])
    assert next(iter(told)) == "schema" and told["schema"] == 1
    told["analysis"]["results"], told["curves"] = told["analysis"]["results"][:1], []
    plain = jsonschema.Draft202012Validator(SCHEMA)
    assert plain.is_valid(told)
    for key in ("schema", "arms", "analysis", "plan_hash"):
        assert not plain.is_valid({k: v for k, v in told.items() if k != key})
    told["analysis"]["results"][0]["difference"] = "1"
    assert not plain.is_valid(told)


def test_numbers_are_kept() -> None:
    told = as_json(CASES["two"])
    first = CASES["two"].analysis.results[0]
    assert told["analysis"]["results"][0]["difference"] == first.difference
    assert [one["name"] for one in told["metrics"]] == list(CASES["two"].table.metrics)
    curve = told["curves"][0]
    assert curve["rounds"][0] == 1 and len(curve["rounds"]) == len(curve["mean"])
    assert "picture" not in told["watch"][0]
    assert json.dumps(told) == json.dumps(as_json(CASES["two"])), "keys in the same order"


def test_plain() -> None:
    assert plain({"a": np.float64("nan"), "b": np.int64(3), "c": (np.bool_(True), float("inf"))}) == {
        "a": None,
        "b": 3,
        "c": [True, None],
    }
    assert plain(frozenset({"b", "a"})) == ["a", "b"]
    assert plain({("A", "margin"): np.array([1.5, np.nan])}) == {"A / margin": [1.5, None]}
