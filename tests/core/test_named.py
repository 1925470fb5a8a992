"""Mistakes of authors are named where they are: in the file and line that the author can change."""

from __future__ import annotations

import attrs
import pytest

from tilewright.core.errors import TilewrightError
from tilewright.core.options import option

from ..toys.broken.plant import BEFORE_PLAY, before_play, meadow_with


@before_play("the default is not allowed: option rounds: '12' is not allowed; a whole number from 1 to 9")
def a_default_out_of_its_range() -> object:
    @attrs.frozen
    class Options:
        rounds: int = option(12, rule="MD-END-1", low=1, high=9, doc="rounds")

    return meadow_with(options=Options)


@before_play("the default is not allowed: option rain: 'wet' is not allowed; one of dry, damp")
def a_default_that_is_none_of_the_values() -> object:
    @attrs.frozen
    class Options:
        rain: str = option("wet", rule="MD-RAIN-1", values=("dry", "damp"), doc="rain")

    return meadow_with(options=Options)


@pytest.mark.parametrize("name", BEFORE_PLAY)
def test_the_fault_is_refused_in_these_words(name: str) -> None:
    words, make = BEFORE_PLAY[name]
    with pytest.raises(TilewrightError) as caught:
        make()
    assert words in str(caught.value), str(caught.value)
