"""Rebirth drawn without a match: the empty map; the tiles and missions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.draw.model import Diagram, Ink, Panel, Show

from ..files import FIELDS, KINDS, SETTLEMENT, SIZES
from ..missions import points
from .board import LOOKS, Wording, legend, spots

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.core.rules import Rules

    from ..files import Site
    from ..options import Options
    from ..printed import Printed


def map_show(rules: Rules, lang: str = "en") -> Show:
    """The map before a match, with the names and areas on mission cards."""
    printed: Printed = rules.data
    captions = Wording(rules, lang)

    def places(sites: Sequence[Site], areas: Sequence[str]) -> list[tuple[Ink, ...]]:
        return [
            (Ink(site.code), Ink(str(site.hex)), Ink(site.name), Ink(captions.name(area), "dim"))
            for site, area in zip(sites, areas, strict=True)
        ]

    sizes = [len(cells) for cells in printed.settlements]
    fields = [
        (Ink(str(printed.kind.count(kind))), Ink(captions.say(f"{field}_all")))
        for kind, field in enumerate(FIELDS[:SETTLEMENT])
    ]
    fields += [
        (Ink(str(sizes.count(n))), Ink(captions.say(f"{size}_all"))) for n, size in enumerate(SIZES, 1)
    ]
    areas = [
        (Ink(captions.name(area)), Ink(captions.say("rows", first=first, last=last)))
        for area, (first, last) in printed.map.areas.items()
    ]
    return Show(
        title=captions.say("map_of", title=rules.game.title, map=printed.map_name),
        boards=(Diagram(grid="hex", spots=spots(rules, lang)),),
        panels=(
            Panel(title=captions.say("fields"), rows=fields),
            Panel(title=captions.say("areas"), rows=areas),
            Panel(title=captions.say("castle_fields"), rows=places(printed.castles, printed.castle_areas)),
            Panel(
                title=captions.say("cathedral_fields"),
                rows=places(printed.cathedrals, printed.cathedral_areas),
            ),
        ),
        looks=LOOKS,
        legend=legend(captions),
        caption=rules.provenance(lang),
        lang=lang,
    )


def tiles_show(rules: Rules, lang: str = "en") -> Show:
    """The tiles of a colour, how many return to the box, and every mission card."""
    printed: Printed = rules.data
    options: Options = rules.options
    captions = Wording(rules, lang)
    rows: list[tuple[Ink, ...]] = [
        (Ink(captions.name(kind)), Ink(str(have)), Ink(str(gone)))
        for kind, have, gone in zip(KINDS, printed.tiles, printed.removal, strict=True)
    ]
    rows.append(
        (Ink(captions.say("all"), "dim"), Ink(str(sum(printed.tiles))), Ink(str(sum(printed.removal))))
    )
    rows.append((Ink(captions.say("returned", count=options.removal_with), "dim"),))
    cards: list[tuple[Ink, ...]] = [
        (
            Ink(str(card.copies)),
            Ink(str(points(options, card))),
            Ink(captions.text(card.id)),
        )
        for card in printed.missions
    ]

    return Show(
        title=captions.say("tiles_of", title=rules.game.title),
        panels=(
            Panel(title=captions.say("of_a_colour"), head=captions.head("", "copies", "removed"), rows=rows),
            Panel(
                title=captions.say("mission_cards"),
                head=captions.head("copies", "points", "text"),
                rows=cards,
            ),
        ),
        caption=rules.provenance(lang),
        lang=lang,
    )
