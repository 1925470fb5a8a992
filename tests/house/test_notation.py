"""Each slot of each shipped game lists its values, so that the kit reads back every action that can exist."""

from __future__ import annotations

import pytest

import tilewright as tw
from tilewright.core.rules import plugins
from tilewright.core.rules.actions import Slot

from .sources import GAMES

MODULES = sorted(plugins.found("module"))


@pytest.mark.parametrize("game", GAMES)
def test_every_slot_lists_its_values(game: str) -> None:
    rules = tw.load(game, [name.partition(".")[2] for name in MODULES if name.startswith(f"{game}.")])
    state = rules.new(2)
    slots = {part.name for kind in rules.kinds for part in kind.parts if isinstance(part, Slot)}
    silent = [slot for slot in slots if rules.readers[slot].values is None]
    assert slots and not silent
    assert all(list(rules.readers[slot].values(state)) for slot in slots)  # type: ignore[misc]
