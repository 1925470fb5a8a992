"""What chance deals is found by its name."""

from __future__ import annotations

import pytest

import tilewright as tw
from tilewright.core.base.errors import UsageError
from tilewright.core.rules.dealt import content, contents, dealt

from ..toys import nim


def test_contents_are_those_that_have_items_under_the_rules() -> None:
    rules = tw.load("isleofskye")
    assert list(contents(rules)) == ["scoring"] and content(rules, "scoring").scored
    with pytest.raises(UsageError, match=r"no content 'scorin'; did you mean 'scoring'.*; there is scoring"):
        content(rules, "scorin")
    with pytest.raises(UsageError, match=r"Nim has no content that chance deals"):
        content(tw.load(nim.PLUGIN), "scoring")


def test_the_deal_is_described_by_the_game_and_its_modules() -> None:
    alone, more = tw.load("rebirth"), tw.load("rebirth", modules=["ireland"])
    assert dealt(alone.new(2, 1)) == alone.game.dealt(alone.new(2, 1))
    state = more.new(2, 1)
    assert dealt(state) == {**more.game.dealt(state), **more.modules[0].dealt(state)}
