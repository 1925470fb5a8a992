"""What chance deals is found by its name."""

from __future__ import annotations

import pytest

import tilewright as tw
from tilewright.core.base.errors import UsageError
from tilewright.core.rules.game import content, contents

from ..toys import nim


def test_contents_are_those_that_have_items_under_the_rules() -> None:
    rules = tw.load("isleofskye")
    assert list(contents(rules)) == ["scoring"] and content(rules, "scoring").scored
    with pytest.raises(UsageError, match=r"no content 'scorin'; did you mean 'scoring'.*; there is scoring"):
        content(rules, "scorin")
    with pytest.raises(UsageError, match=r"Nim has no content that chance deals"):
        content(tw.load(nim.PLUGIN), "scoring")
