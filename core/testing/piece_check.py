"""A check that no piece is lost or doubled, and that the game says which pieces stay in it."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from ..rules.ruleset import Rules
from ..rules.state import State
from ..rules.zones import MEANS, Place
from .random_games import Skipped, Subject, moments
from .state_checks import families


def pieces(subject: Subject) -> None:
    """Whatever is conserved stays the same from set-up to end; if a game with pieces says nothing, this is a warning.

    So is a zone that does not count in what the game says, if it is a module's or others of its family count.
    """
    game = subject.rules.game
    conserved = subject.conserved or game.conserved
    if conserved is None:
        if subject.rules.pieces:
            subject.warn("conserved", game.name, _unsaid(subject.rules))
        raise Skipped("the game does not say what is conserved; Game(conserved=...) would")
    first: object = None
    counted: dict[Zoned, bool] = {}
    for moment in moments(subject):
        found = conserved(moment.state)
        if moment.decision == 0:
            first = found
        moment.need(found == first, f"pieces are lost or added: {first} at the start, now {found}")
        if subject.conserved is None and moment.costly():
            _count(moment.state, conserved, counted)
    families = {zone.family for zone, one in counted.items() if one}
    for zone in [zone for zone, one in counted.items() if not one]:
        if zone.module or zone.family in families:
            said = f"zone {zone.name} does not count in what is conserved: a piece that gets lost there goes unnoticed"
            subject.warn(
                "conserved", zone.name, f"{said}; `lying(state)` counts all zones, also those of modules"
            )


@attrs.frozen
class Zoned:
    """A zone by its name, in a state or in a module's part of it."""

    name: str
    module: str
    family: str

    @classmethod
    def of(cls, place: Place) -> Zoned:
        """Return the zone of a place, the same one for all its owners."""
        name = f"{place.holder}.{place.name}" if place.holder else place.name
        return cls(name, place.holder, place.zone.family)


def _count(state: State, conserved: Callable[[State], object], counted: dict[Zoned, bool]) -> None:
    """Note for each zone with pieces whether `conserved` sees that one of them is gone, or doubled."""
    for place in state.rules.places_of(state):
        zone = Zoned.of(place)
        if counted.get(zone) or not place.pieces(state):
            continue
        fewer, more = state.clone(), state.clone()
        place.pieces(fewer).pop()
        place.pieces(more).append(place.pieces(more)[-1])
        try:
            usual = conserved(state)
            counted[zone] = conserved(fewer) != usual or conserved(more) != usual
        except Exception:  # it relies on every piece being there, so it does see that one is not
            counted[zone] = True


def _unsaid(rules: Rules) -> str:
    """Return what is missing, and what to write for this ruleset."""
    said = f"{rules.game.name} does not say what is conserved, so a piece that a move loses or doubles goes unnoticed"
    said += (
        ": write Game(conserved=...), a function of the state whose result stays the same from set-up to end"
    )
    counted = dict.fromkeys(Zoned.of(place).name for place in rules.places[rules.game.seats[0]])
    others = []
    for field in attrs.fields(rules.game.state):
        means = field.metadata.get(MEANS)
        if means is not None and means.holds:
            counted[field.name] = None
        elif any(family in rules.pieces for family in families(means)):
            others.append(field.name)
    said += f"; `lying(state)` of tilewright.authoring counts the pieces in {', '.join(counted) or 'zones'}"
    if others:
        said += f"; add those in {', '.join(others)}: `lying(state) + Counter(...)`"
    return f"{said}, and pieces elsewhere if there are any"
