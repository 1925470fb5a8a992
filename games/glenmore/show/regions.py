"""The tiles to which a cell of a display belongs: those activated with it, and what each brings now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import attrs

from tilewright.authoring import SQUARE8, About, At, Ink, Reason, Region, pack, unpack

from .. import placing_rules
from ..state import DIE, tile_at
from .offers import DISPLAY
from .panels import outcome
from .tiles import each_signs
from .tries import on_circuit, on_display

if TYPE_CHECKING:
    from .sight import Sight


class Surroundings:
    """Facts about cells beyond the tiles there; `order` names the seats of the displays."""

    def __init__(self, sight: Sight, order: Sequence[int]) -> None:
        self.sight, self.order = sight, order

    def about(self, board: int, at: At) -> About:
        """The tile there and its neighbours; for a free cell, those that a tile here would activate, and what fits.

        With them the viewer's moves there; only the owner does anything in a display.
        """
        viewer = self.sight.view.seat
        if board < DISPLAY:
            if viewer is None:
                return About()
            return About(tries=on_circuit(self.sight, viewer, at), facts=[*self.taking(viewer, at[0])])
        found, owner = self.facts(board, at), self.order[board - DISPLAY]
        if viewer is None:
            return found
        if owner != viewer:
            said = Reason("not_your_display", "GM-TURN-7", {"seat": owner})
            return attrs.evolve(found, barred=(said,))
        return attrs.evolve(found, tries=tuple(on_display(self.sight, viewer, at)))

    def taking(self, seat: int, space: int) -> Iterator[Ink]:
        """Where the tile on this space would fit, and who moves before its taker moves again (GM-TURN-1)."""
        sight, view = self.sight, self.sight.view
        if not sight.acts or sight.step != "take" or not sight.rear < space < len(view.chain):
            return
        if view.chain[space] >= 0:
            places = placing_rules.spots(view, seat, sight.printed.kinds[view.chain[space]])
            yield Ink(sight.say("fits_places", count=len(places)), "space")
        between = [item for item in view.chain[sight.rear + 1 : space] if item < 0]
        who = [
            Ink("#", "die", said=sight.say("die")) if item == DIE else sight.who(-1 - item)
            for item in between
        ]
        said = sight.say("before_again" if who else "again_at_once")
        yield Ink(
            said, said=" ".join(filter(None, (said, ", ".join(one.word for one in who)))), inks=tuple(who)
        )

    def facts(self, board: int, at: At) -> About:
        """The same without the moves."""
        seat, cell = self.order[board - DISPLAY], pack(*at)
        display = self.sight.view.displays[seat]
        near = [cell + off for off in placing_rules.AROUND if cell + off in display]
        if cell in display:
            around = [self.tile(seat, one) for one in near]
            own = self.tile(seat, cell)
            group = Region(
                name=self.sight.say("with_neighbours"), spots=frozenset(map(unpack, (cell, *near)))
            )
            alone = not near or self.sight.step in ("activate", "deal", "move")  # only this tile would work
            return About(regions=[own, *around] if alone else [group, own, *around])
        if not near:
            return About()
        works = [one for one in near if each_signs(tile_at(self.sight.view, seat, one))]
        group = Region(name=self.sight.say("with_it"), spots=frozenset(map(unpack, works)))
        around = [self.tile(seat, one) for one in near]
        return About(regions=[group, *around] if len(works) > 1 else around, fits=self.fits(seat, cell))

    def tile(self, seat: int, cell: int) -> Region:
        """A tile, with what its activation would bring now."""
        sight = self.sight
        members = sight.view.members[seat].get(cell, 0)
        return Region(
            name=f"{sight.label(tile_at(sight.view, seat, cell))} {SQUARE8.text(cell)}",
            spots=frozenset({unpack(cell)}),
            holder=sight.who(seat) if members else None,
            note=outcome(sight, seat, cell),
        )

    def fits(self, seat: int, cell: int) -> tuple[int, int]:
        """Returns how many tiles of the stacks have sides, river and road that fit there, and how many there are."""
        view, found, every = self.sight.view, 0, 0
        for number in range(4):
            for kind, copies in view.unseen(f"stack{number}").items():
                every += copies
                found += copies * placing_rules.fits(view, seat, self.sight.printed.kinds[kind], cell)
        return found, every
