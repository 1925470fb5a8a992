"""One view in one language: what every board and panel asks of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.schedule import name_of

from .tiles import Wording

if TYPE_CHECKING:
    from tilewright.core.views import View


class Sight(Wording):
    """One view in one language."""

    def __init__(self, view: View, lang: str) -> None:
        super().__init__(view.rules, lang, view.seats)
        self.view = view
        self.turn = -1 if view.over else view.to_act[0]
        """The seat whose turn it is."""
        self.step = "" if view.over else name_of(view.rules.nodes[view.stack[-1][0]])
