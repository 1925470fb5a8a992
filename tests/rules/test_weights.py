"""Weights are declared with a default and bounds that fit, and what does not fit is refused."""

from __future__ import annotations

from math import inf, nan
from typing import Any

import attrs
import pytest

from tilewright.core.base.errors import PluginError, UsageError
from tilewright.core.rules.weights import Weights, declared, weight


@attrs.frozen
class Judgement:
    haste: float = weight(1.0, 0.0, 3.0, "a point at once", begin=2.0)
    care: float = weight(0.0, -1.0, 1.0, "a point later")


def test_what_is_declared() -> None:
    first, second = declared(Judgement, "storm")
    assert (first.name, first.default, first.low, first.high, first.begin) == (
        "storm.haste",
        1.0,
        0.0,
        3.0,
        2.0,
    )
    assert (second.name, second.begin, second.doc) == ("storm.care", 0.0, "a point later")
    bounds = attrs.make_class("Bounds", {f"at_{n}": weight(n, 0, 3, "at a bound", begin=n) for n in (0, 3)})
    assert [(one.default, one.begin) for one in declared(bounds)] == [(0, 0), (3, 3)]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((4.0, 0.0, 3.0), "a weight of 4.0 cannot lie between 0.0 and 3.0"),
        ((-1.0, 0.0, 3.0), "a weight of -1.0 cannot lie between"),
        ((1.0, 1.0, 1.0), "a weight of 1.0 cannot lie between"),
        ((0.0, -inf, 1.0), "cannot lie between -inf and"),
        ((0.0, 0.0, inf), "cannot lie between 0.0 and inf"),
        ((nan, 0.0, 1.0), "a weight of nan cannot lie"),
        ((0.0, 0.0, 1.0, "x", 2.0), "training cannot begin with a weight of 2.0 between 0.0 and 1.0"),
    ],
)
def test_what_does_not_fit_is_refused(given: tuple[Any, ...], said: str) -> None:
    with pytest.raises(PluginError, match=said):
        weight(*(given if len(given) > 3 else (*given, "x")))


def test_weights_are_changed_by_name_within_their_bounds() -> None:
    usual = Weights.usual(Judgement, {"storm": Judgement})
    changed = usual.changed({"haste": 3.0, "storm.care": -1.0})
    assert changed.game.haste == 3.0 and changed.modules["storm"].care == -1.0
    assert changed.game.care == 0.0 and usual.game.haste == 1.0
    assert changed.values() == {"haste": 3.0, "care": 0.0, "storm.haste": 1.0, "storm.care": -1.0}
    assert not Weights.usual(None, {}).values()
    for name, value in (("haste", 3.5), ("storm.care", -1.5), ("speed", 1.0)):
        with pytest.raises(UsageError, match=name):
            usual.changed({name: value})
