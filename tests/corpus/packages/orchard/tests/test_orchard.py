"""The conformance kit over the game, with its module and without; the rules as scenes; and what scenes cannot say."""

from __future__ import annotations

from pathlib import Path

import pytest
import tilewright as tw
from tilewright import testing
from tilewright.authoring import InvalidFile

GAME = "orchard"


@pytest.mark.parametrize("check", testing.CHECKS)
@pytest.mark.parametrize("modules", [(), ("weather",)], ids=["alone", "weather"])
def test_the_kit_holds(modules: tuple[str, ...], check: str) -> None:
    testing.conforms(tw.load(GAME, modules), [check], games=2)


def test_every_rule_holds_in_a_scene() -> None:
    testing.pinned(tw.load(GAME, ["weather"]), Path(__file__).parent / "scenes")


def test_the_weather_leaves_the_bag_alone() -> None:
    """A module draws from a stream of its own: the same seed gives the same tiles without it."""
    plain = tw.load(GAME).new(2, seed=7)
    rainy = tw.load(GAME, ["weather"]).new(2, seed=7)
    assert plain.to_dict()["bag"] == rainy.to_dict()["bag"]


def test_a_kind_without_tiles_is_refused(tmp_path: Path) -> None:
    wrong = "- {name: meadow, letter: M, count: 0, wishes: 4}\n"
    (tmp_path / "tiles.yaml").write_text(wrong, "utf-8")
    with pytest.raises(InvalidFile, match=r"tiles.yaml:1:.*'count' must be >= 1"):
        tw.load(GAME, data=tmp_path)
