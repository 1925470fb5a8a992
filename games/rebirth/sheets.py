"""What can be shown of Rebirth without a match: the empty map, the tiles and missions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.draw.model import Board, Ink, Panel, Show

from .captions import WORDS
from .chart import KINDS
from .show import FIELDS, LOOKS, SIZES, legend, spots

if TYPE_CHECKING:
    from tilewright.core.rules import Rules

    from .chart import Chart, Landmark


def map_show(rules: Rules, lang: str = "en") -> Show:
    """The map before a match, with the names and areas that mission cards speak of."""
    chart: Chart = rules.data

    def say(key: str, **args: object) -> str:
        return WORDS.say(key, args, (), lang) if key in WORDS else key

    def places(landmarks: tuple[Landmark, ...]) -> list[tuple[Ink, ...]]:
        return [(Ink(p.code), Ink(str(p.hex)), Ink(p.name), Ink(say(p.area), "dim")) for p in landmarks]

    sizes = [len(cells) for cells in chart.settlements]
    fields = [
        (Ink(str(chart.kind.count(kind))), Ink(say(f"{role}_all"))) for kind, (_, role) in enumerate(FIELDS)
    ]
    fields += [(Ink(str(sizes.count(n))), Ink(say(f"{size}_all"))) for n, (_, size) in enumerate(SIZES, 1)]
    areas = [
        (Ink(say(area)), Ink(say("rows", first=first, last=last)))
        for area, (first, last) in chart.sheet.areas.items()
    ]
    return Show(
        title=say("map_of", title=rules.game.title, map=chart.name),
        boards=(Board(grid="hex", spots=spots(rules, lang)),),
        panels=(
            Panel(title=say("fields"), rows=fields),
            Panel(title=say("areas"), rows=areas),
            Panel(title=say("castle_fields"), rows=places(chart.castles)),
            Panel(title=say("cathedral_fields"), rows=places(chart.cathedrals)),
        ),
        looks=LOOKS,
        legend=legend(lang),
        caption=rules.provenance(),
        lang=lang,
    )


def tiles_show(rules: Rules, lang: str = "en") -> Show:
    """The tiles of a colour, how many return to the box, and every mission card."""
    chart: Chart = rules.data
    options = rules.options

    def say(key: str, **args: object) -> str:
        return WORDS.say(key, args, (), lang)

    rows: list[tuple[Ink, ...]] = [
        (Ink(rules.words.name(name, lang)), Ink(str(chart.tiles[kind])), Ink(str(chart.removal[kind])))
        for kind, name in enumerate(KINDS)
    ]
    rows.append((Ink(say("all"), "dim"), Ink(str(sum(chart.tiles))), Ink(str(sum(chart.removal)))))
    rows.append((Ink(say("returned", count=options.removal_with), "dim"),))
    cards: list[tuple[Ink, ...]] = [
        (
            Ink(str(card.copies)),
            Ink(str(options.cathedral_bonus if card.kind == "unconditional" else card.points)),
            Ink(card.text.get(lang) or card.text["en"]),  # type: ignore[call-overload]
        )
        for card in chart.missions
    ]

    def head(*keys: str) -> tuple[Ink, ...]:
        return tuple(Ink(say(key) if key else "", "dim") for key in keys)

    return Show(
        title=say("tiles_of", title=rules.game.title),
        panels=(
            Panel(title=say("of_a_colour"), head=head("", "copies", "removed"), rows=rows),
            Panel(title=say("mission_cards"), head=head("copies", "points", "text"), rows=cards),
        ),
        caption=rules.provenance(),
        lang=lang,
    )
