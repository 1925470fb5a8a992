"""One view in one language, with everything that boards and panels ask of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.authoring import View, name_of

from ..price_phase import Pricing, own_pricing
from ..state import catalogue, track
from .prospects import brings
from .tiles import Wording

if TYPE_CHECKING:
    from ..files import Round
    from ..tiles import Tile


class Sight(Wording):
    """One view in one language."""

    def __init__(self, view: View, lang: str) -> None:
        super().__init__(view.rules, lang, view.seats)
        self.view = view
        self.all_seats = range(len(view.seats))
        self.step = "" if view.over else name_of(view.rules.nodes[view.stack[-1][0]])
        waiting = () if view.over else view.to_act
        self.turn: int = view.seat if view.seat in waiting else waiting[0] if waiting else -1
        """The seat whose turn it is; of several the view's own."""
        first = view.seat if view.seat is not None else max(0, self.turn)
        self.order = [first, *(seat for seat in self.all_seats if seat != first)]
        """The seats, the viewer's first."""
        self._brings: dict[int, int] = {}

    def __reduce__(self) -> tuple[object, ...]:
        return Sight, (self.view, self.lang)

    @property
    def movers(self) -> str:
        """The names of the players to move: the viewer, or else all for whom the game waits."""
        view = self.view
        return ", ".join(
            view.seats[seat] for seat in ((view.seat,) if view.seat in view.to_act else view.to_act)
        )

    @property
    def acts(self) -> bool:
        """True if the viewer has to decide."""
        return self.view.seat is not None and self.view.seat in self.view.to_act

    @property
    def building(self) -> bool:
        """True if the viewer has tiles to build now."""
        return self.step == "build" and self.turn == self.order[0]

    @property
    def pricing(self) -> Pricing | None:
        """The viewer's secret prices, while they are being set."""
        return own_pricing(self.view) if self.step == "price" and self.view.seat is not None else None

    @property
    def rounds(self) -> tuple[Round, ...]:
        return track(self.view)

    def tile(self, number: int) -> Tile:
        """Returns the landscape tile with this number."""
        return catalogue(self.view).tiles[number]

    def brings(self, number: int) -> int:
        """Returns what a tile could bring the viewer this round; 0 for spectators and once the game is over."""
        view = self.view
        if view.seat is None or view.over:
            return 0
        if number not in self._brings:
            self._brings[number] = brings(self, view.seat, number)
        return self._brings[number]
