"""One view in one language: what every board and panel asks of it."""

from __future__ import annotations

from tilewright.authoring import View, name_of

from ..state import figure
from .tiles import Wording


class Sight(Wording):
    """One view in one language."""

    def __init__(self, view: View, lang: str) -> None:
        super().__init__(view.rules, lang, view.seats)
        self.view = view
        self.turn = -1 if view.over else view.to_act[0]
        """The seat whose turn it is."""
        self.step: str = "" if view.over else name_of(view.rules.nodes[view.stack[-1][0]])
        self.rear: int = view.chain.index(figure(self.turn)) if self.step == "take" else 0
        """The space from which tiles are counted: that of the figure which is about to move."""

    @property
    def acts(self) -> bool:
        """True if the viewer has to decide."""
        return self.view.seat is not None and self.view.seat == self.turn
