"""The module's files have to add up. Each check returns every problem that it finds, at its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tilewright.authoring import Document, Problem, english, twice, unless_printed

from .files import BONUSES, TOWERS

if TYPE_CHECKING:
    from ...printed import Printed
    from .files import Bonus, Deck

TYPES: Mapping[str, tuple[str, ...]] = {
    "link": (),
    "around": ("tower", "castle"),
    "control": (),
    "touch": (),
    "settlements": (),
    "influence": (),
    "group": ("food", "energy"),
}
"""By type of condition, what `what` may be."""


def check_cards(document: Document, deck: Deck, printed: Printed) -> list[Problem]:
    """The cards make up the deck, and each asks for something that can be fulfilled on the map."""
    problems = twice(document, [card.id for card in deck.cards], ("cards",))
    most = _most(printed)
    if len(deck.cards) != deck.deck:
        said = f"{len(deck.cards)} cards are listed"
        problems.append(document.problem(("deck",), said, right=len(deck.cards)))
    for at, card in enumerate(deck.cards):
        path, asked = ("cards", at, "condition"), card.condition
        allowed = TYPES[asked.type]
        if (asked.what not in allowed) if allowed else asked.what:
            said = (
                f"{asked.type} takes {' or '.join(allowed)}" if allowed else f"{asked.type} takes no 'what'"
            )
            problems.append(document.problem((*path, "what"), said))
        links = asked.towers + asked.castles
        if asked.type == "link":
            if asked.count or links < 2:
                problems.append(document.problem(path, "a link joins two towers or castles at least"))
        elif links or not asked.count:
            problems.append(document.problem(path, f"{asked.type} takes a count above 0 and nothing else"))
        for name, wanted in (("towers", asked.towers), ("castles", asked.castles)):
            if wanted > most[name]:
                problems.append(document.problem((*path, name), f"the map has {most[name]} {name}"))
        key = asked.what if asked.type in ("around", "group") else asked.type
        if asked.count > most.get(key, asked.count):
            problems.append(document.problem((*path, "count"), f"the map allows {most[key]} at most"))
        if card.later > card.first:
            problems.append(
                document.problem(("cards", at, "later"), "later players score no more than the first")
            )
        problems += english(document, ("cards", at, "text"), card.text)
    return problems


def _most(printed: Printed) -> Mapping[str, int]:
    """The most that a condition can ask for on the map: by what it counts."""
    castles, towers = len(printed.castles), len(printed.map.sites[TOWERS])
    return {
        "castles": castles,
        "control": castles,
        "towers": towers,
        "touch": towers,
        "castle": max(map(len, printed.castle_cells), default=0),
        "tower": max(map(len, printed.site_cells[TOWERS])),
        "settlements": len(printed.settlements),
        "influence": max(map(len, printed.settlements), default=0) * max(printed.symbols),
    }


def check_bonuses(document: Document, bonuses: tuple[Bonus, ...], towers: int) -> list[Problem]:
    """The bonuses are those of the game, as many as there are round towers."""
    problems = []
    if tuple(bonus.id for bonus in bonuses) != BONUSES:
        problems.append(document.problem(("bonuses",), f"expected {', '.join(BONUSES)}, in this order"))
    if sum(bonus.copies for bonus in bonuses) != towers:
        problems.append(document.problem(("bonuses",), f"the map has {towers} round towers"))
    for at, bonus in enumerate(bonuses):
        needs = bonus.copies if bonus.id in ("doubling", "thirteen") else 1
        if bonus.needs != needs:
            right = unless_printed(bonus.provenance, needs)
            problems.append(
                document.problem(("bonuses", at, "needs"), f"{bonus.id} needs {needs}", right=right)
            )
    return problems
