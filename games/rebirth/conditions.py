"""Conditions that a mission card can have, offered to owners who copy their printed cards: each in words.

Areas and castles are those of the draft's own map, texts those of the shipped cards where these ask for the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tilewright.authoring import Captions, Desk

from .descriptions import DECK, condition, sentences

if TYPE_CHECKING:
    from .files import Mission

COMPARED = (
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
"""The metrics that a mission may compare, by the name that `missions.yaml` uses; `missions.METRICS` counts it."""
REGIONAL = ("castles_controlled", "tiles")
"""Those that may be counted in one area only."""
MAP = "maps/default.yaml"
"""The map for which mission cards are checked, unless an option names another."""
WHOLE, PART = 8, 5
"""Points of a card about the whole map, and of one about a part of it, where no shipped card says more."""


def metrics(desk: Desk) -> Mapping[str, str]:
    """Returns what can be compared, by name."""
    captions = Captions(desk.rules, desk.lang)
    return {name: captions.name(name) for name in COMPARED}


def areas(desk: Desk) -> Mapping[str, str]:
    """The areas of the map."""
    captions = Captions(desk.rules, desk.lang)
    return {name: captions.name(name) for name in _inside(desk.files.get(MAP), "areas", dict)}


def castles(desk: Desk) -> Mapping[str, str]:
    """The castles of the map, by code."""
    found = {}
    for site in _inside(desk.files.get(MAP), "castles", list):
        code = site.get("code") if isinstance(site, dict) else None
        if isinstance(code, str) and code:
            found[code] = f"{code} {site.get('name') or ''}".strip()
    return found


def cards(desk: Desk) -> Sequence[tuple[str, Any]]:
    """A card for each condition, with what it is in words."""
    captions, shipped = Captions(desk.rules, desk.lang), desk.rules.data.missions
    listed = _inside(desk.files.get(DECK), "cards", list)
    taken = {str(one.get("id")) for one in listed if isinstance(one, dict)}
    return [(said, _card(desk, asked, shipped, taken)) for said, asked in _conditions(desk, captions)]


def _conditions(desk: Desk, captions: Captions) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each condition in words, and as the fields of a card."""
    yield captions.say("no_condition"), {"kind": "unconditional"}
    for name in COMPARED:
        yield captions.name(name), {"kind": "most", "metric": name}
        for area in areas(desk) if name in REGIONAL else ():
            said = captions.say("only_in", what=captions.name(name), area=captions.name(area))
            yield said, {"kind": "most", "metric": name, "area": area}
    codes = [code for code in _ties(desk) if code in castles(desk)] or [*castles(desk)][:2]
    yield captions.say("any_of_castles"), {"kind": "control_any", "castles": codes}


def _card(
    desk: Desk, asked: Mapping[str, Any], shipped: Sequence[Mission], taken: set[Any]
) -> dict[str, Any]:
    same = next((card for card in shipped if asked == condition(card)), None)
    # A card is not called as its metric is, which has texts of its own.
    said = [asked.get("metric", asked["kind"]), asked.get("area", "" if "castles" in asked else "whole")]
    name = same.id if same is not None else "_".join(filter(None, said))
    free = (f"{name}{more}" for more in ("", *(f"_{n}" for n in range(2, 1000))))
    card = {"id": next(one for one in free if one not in taken), **asked}
    if asked["kind"] != "unconditional":
        part = "area" in asked or "castles" in asked
        card["points"] = str(same.points if same is not None else PART if part else WHOLE)
    texts = same.text if same is not None else sentences(desk.rules.words, asked, castles(desk))
    return {
        **card,
        "copies": "1",
        "text": dict(texts),
        "provenance": "owner",
        "copies_provenance": "owner",
    }


def _ties(desk: Desk) -> Sequence[str]:
    """The castles that break ties."""
    stated = desk.files.get(MAP)
    if isinstance(stated, dict) and "tie_breakers" in stated:
        return [code for code in _inside(stated, "tie_breakers", list) if isinstance(code, str)]
    found: Sequence[str] = desk.rules.data.map.tie_breakers
    return found


def _inside(content: Any, key: str, kind: type) -> Any:
    """Returns what stands under the key, or something empty if it is of another kind."""
    found = content.get(key) if isinstance(content, dict) else None
    return found if isinstance(found, kind) else kind()
