"""Rebirth's mission cards: what stands on each, and how many of each the deck has. Nothing is scored here."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Literal

import attrs

from tilewright.core.data import Document, Folder, near
from tilewright.core.errors import Problem

from .printed import COUNT, Box, Provenance, stop, twice

if TYPE_CHECKING:
    from .chart import Chart

METRICS = (
    "castles_controlled",
    "largest_food_group",
    "largest_energy_group",
    "number_of_farm_groups",
    "largest_group_of_any_own_tiles",
    "tiles_adjacent_to_castles",
    "tiles_adjacent_to_cathedrals",
    "tiles_adjacent_to_lochs",
    "tiles_adjacent_to_sea",
    "ports_occupied",
    "tiles_in_small_settlements",
    "tiles_in_medium_settlements",
    "tiles_in_large_settlements",
    "symbols_in_medium_settlements",
    "symbols_in_large_settlements",
    "different_settlements_with_own_tile",
    "farms_on_open_fields",
    "tiles",
)
"""What a card may compare."""
REGIONAL = ("castles_controlled", "tiles")
"""Metrics that may be counted in one area only."""


@attrs.frozen
class Mission:
    """A mission card: `bonus` always scores, `most` wants the most of a metric, `control_any` a castle."""

    id: str
    kind: Literal["unconditional", "most", "control_any"]
    points: int = attrs.field(default=0, validator=COUNT, kw_only=True)
    """What a card with a condition is worth; a bonus card's points stand in the rules (option `cathedral_bonus`)."""
    copies: int = attrs.field(validator=COUNT)
    text: dict[Literal["en", "de", "pl"], str]
    provenance: Provenance
    metric: str = ""
    area: str = ""
    castles: tuple[str, ...] = ()
    copies_provenance: Provenance = "reconstructed"


@attrs.frozen
class Deck:
    """The file of the cards."""

    deck: int
    cards: tuple[Mission, ...]


def load_missions(folder: Folder, box: Box, chart: Chart) -> tuple[Mission, ...]:
    """The kinds of mission card; raises InvalidFile for cards that do not make up the deck or fit the map."""
    document = folder.document("missions.yaml")
    deck = document.structure(Deck)
    problems = twice(document, ("cards",), [card.id for card in deck.cards])
    copies = sum(card.copies for card in deck.cards)
    if deck.deck != box.total("missions"):
        said = f"the box holds {box.total('missions')} mission cards"
        problems.append(document.problem(("deck",), said))
    if copies != deck.deck:
        said = f"{copies} cards with all copies; the deck has {deck.deck}"
        problems.append(document.problem(("cards",), said))
    known = [castle.code for castle in chart.castles]
    for at, card in enumerate(deck.cards):
        wanted = {"unconditional": (), "most": ("metric",), "control_any": ("castles",)}[card.kind]
        for field in ("metric", "castles"):
            if bool(getattr(card, field)) != (field in wanted):
                said = f"a card of kind {card.kind!r} {'needs' if field in wanted else 'has no'} {field!r}"
                problems.append(document.problem(("cards", at), said))
        if (card.kind == "unconditional") != (card.points == 0):
            said = "a card has points, except a bonus card: those are the option cathedral_bonus"
            problems.append(document.problem(("cards", at), said))
        for number, code in enumerate(card.castles):
            if code not in known:
                said = f"map {chart.name!r} has no castle {code!r}{near(code, known)}"
                problems.append(document.problem(("cards", at, "castles", number), said))
        if card.metric and card.metric not in METRICS:
            said = f"nothing counts {card.metric!r}{near(card.metric, METRICS)}"
            problems.append(document.problem(("cards", at, "metric"), said))
        elif card.area:
            problems += _area(document, at, card, chart.areas)
        if "en" not in card.text:
            problems.append(document.problem(("cards", at, "text"), "the English text is missing"))
    stop(problems)
    return deck.cards


def _area(document: Document, at: int, card: Mission, areas: Collection[str]) -> list[Problem]:
    path = ("cards", at, "area")
    if card.metric not in REGIONAL:
        return [document.problem(path, f"an area goes with {' and '.join(REGIONAL)} only")]
    if card.area not in areas:
        return [document.problem(path, f"the map has no area {card.area!r}{near(card.area, areas)}")]
    return []
