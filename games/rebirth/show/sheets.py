"""Rebirth drawn without a match: the empty map; the tiles and missions; the missions alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.authoring import Diagram, Goal, Ink, Panel, Rules, Show

from ..files import FIELDS, KINDS, SETTLEMENT
from ..missions import points
from .board import Wording, legend, spots
from .goal_pictures import picture
from .goals import begun
from .hexes import looks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..files import Site
    from ..options import Options
    from ..printed import Printed


def map_show(rules: Rules, lang: str = "en") -> Show:
    """The map before a match, with the names and areas on mission cards."""
    printed: Printed = rules.data
    captions = Wording(rules, lang)

    def places(sites: Sequence[Site]) -> list[tuple[Ink, ...]]:
        return [
            (
                Ink(site.code),
                Ink(str(site.hex)),
                Ink(site.name),
                Ink(captions.name(printed.map.area(site.at[0])), "dim"),
            )
            for site in sites
        ]

    sizes = [len(cells) for cells in printed.settlements]
    fields = [
        (Ink(str(printed.kind.count(kind))), Ink(captions.say(f"{field}_all")))
        for kind, field in enumerate(FIELDS[:SETTLEMENT])
    ]
    fields += [
        (Ink(str(sizes.count(size.fields))), Ink(captions.say(f"{size.name}_all")))
        for size in printed.map.sizes.values()
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
            *(
                Panel(title=captions.say(f"{printed.closed[sites[0].hex]}_fields"), rows=places(sites))
                for _, sites in printed.map.places.values()
                if sites
            ),
        ),
        looks=looks(printed.map),
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
    of_a_colour = Panel(
        title=captions.say("of_a_colour"), head=captions.head("", "copies", "removed"), rows=rows
    )
    return Show(
        title=captions.say("tiles_of", title=rules.game.title),
        panels=(of_a_colour, *_missions(rules, captions)),
        looks=looks(printed.map),
        caption=rules.provenance(lang),
        lang=lang,
    )


def missions_show(rules: Rules, lang: str = "en") -> Show:
    """Every mission card, with its copies and points."""
    captions = Wording(rules, lang)
    return Show(
        title=captions.say("missions_of_game", title=rules.game.title),
        panels=_missions(rules, captions),
        looks=looks(rules.data.map),
        caption=rules.provenance(lang),
        lang=lang,
    )


def named(captions: Wording, card: str) -> Ink:
    """The text of a mission card, which is said after its name."""
    text = captions.text(card)
    return Ink(text, said=f"{captions.name(card)}: {text}")


def _missions(rules: Rules, captions: Wording) -> tuple[Panel, ...]:
    printed: Printed = rules.data
    options: Options = rules.options
    cards: list[tuple[Ink, ...]] = [
        (Ink(str(card.copies)), Ink(str(points(options, card))), named(captions, card.id))
        for card in printed.missions
    ]
    head = captions.head("copies", "points", "text")
    pictures = [
        Goal(
            title=begun(captions.name(card.id)),
            said=captions.text(card.id),
            picture=picture(printed, card, 0),
            worth=str(points(options, card)),
        )
        for card in printed.missions
    ]
    title = captions.say("mission_cards")
    return (Panel(title=title, head=head, rows=cards, goals=pictures),) if cards else ()
