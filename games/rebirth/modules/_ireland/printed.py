"""The printed things by number: cards, bonus tiles, round towers, and which cells touch which towers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs

from tilewright.authoring import Folder, Message, UsageError, stop

from ...printed import told_of_cards
from .checks import check_bonuses, check_cards
from .files import OFFSHORE, TARA, TOWERS, Bonus, Bonuses, Card, Deck

if TYPE_CHECKING:
    from ...files import Site
    from ...printed import Printed
    from .options import Options


@attrs.frozen(eq=False)
class Ireland:
    """The printed things: cards, bonus tiles and round towers by number, and which cells touch which towers."""

    cards: tuple[Card, ...]
    bonuses: tuple[Bonus, ...]
    towers: tuple[Site, ...]
    tower_cells: tuple[tuple[int, ...], ...]
    towers_at: tuple[tuple[int, ...], ...]
    """By cell, the towers that it touches."""
    offshore: tuple[bool, ...]
    """By cell, True if a tile there brings points at once. RI-OFF-1."""
    tara: int

    def provenance(self) -> Iterator[Message]:
        """A message on the cards, if they are not those of a rulebook; the map speaks for itself."""
        return told_of_cards("provenance.cards", [card.provenance for card in self.cards])


def load(folder: Folder, options: Options) -> Ireland:
    """The cards and bonus tiles, with the round towers of the game's map.

    UsageError if the map has no round towers, InvalidFile naming every place where the files do not work out.
    """
    printed: Printed = folder.game
    sites = printed.map.sites.get(TOWERS, ())
    if not sites or OFFSHORE not in printed.marked:
        said = f"map '{printed.map_name}' has no round towers or no offshore fields"
        raise UsageError(f"{said}, which Ireland is played with; leave out the option map")
    document = folder.document("cards.yaml")
    deck = document.structure(Deck)
    stop(check_cards(document, deck, printed))
    document = folder.document("bonuses.yaml")
    bonuses = document.structure(Bonuses).bonuses
    stop(check_bonuses(document, bonuses, len(sites)))
    codes = [site.code for site in sites]
    if TARA not in codes:
        raise UsageError(f"map '{printed.map_name}' has no round tower {TARA}, which breaks ties (RI-END-5)")
    cells = printed.site_cells[TOWERS]
    return Ireland(
        cards=deck.cards,
        bonuses=bonuses,
        towers=sites,
        tower_cells=cells,
        towers_at=tuple(
            tuple(n for n, near in enumerate(cells) if cell in near) for cell in range(len(printed.kind))
        ),
        offshore=printed.marked[OFFSHORE],
        tara=codes.index(TARA),
    )
