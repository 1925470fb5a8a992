"""Meters of Rebirth that look at the end of a game alone: farms, settlements, missions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import Meter, Metric, Rules, Value, at_end

from ..missions import farm_groups
from ..state import FREE, laid

if TYPE_CHECKING:
    from ..printed import Printed
    from ..state import RebirthState

FARMS = (
    Metric(
        name="farm_groups",
        title="farm groups",
        more="players have more farm groups",
        less="players have fewer farm groups",
        group="tiles",
        by="seat",
        doc="Groups of the seat's farms of one kind at the end.",
    ),
    Metric(
        name="farm_group_size",
        title="size of a farm group",
        more="farm groups are larger",
        less="farm groups are smaller",
        group="tiles",
        unit="tiles",
        by="seat",
        doc="The seat's farms at the end divided by `farm_groups`.",
    ),
    Metric(
        name="largest_farm_group",
        title="largest farm group",
        more="the largest farm groups are larger",
        less="the largest farm groups are smaller",
        group="tiles",
        unit="tiles",
        by="seat",
        doc="Tiles of the seat's largest group at the end.",
    ),
)
SETTLEMENTS = (
    Metric(
        name="settlements_finished",
        title="settlements finished",
        more="more settlements are finished",
        less="fewer settlements are finished",
        group="tiles",
        kind="rate",
        doc="Share of the map's settlements in which every hex is taken at the end.",
    ),
    Metric(
        name="unfinished_symbols",
        title="symbols in unfinished settlements",
        more="more symbols are left in unfinished settlements",
        less="fewer symbols are left in unfinished settlements",
        group="tiles",
        by="seat",
        doc="The seat's symbols at the end in settlements with a free hex.",
    ),
    Metric(
        name="contested_settlements",
        title="majorities that are contested",
        more="more settlements are contested",
        less="fewer settlements are contested",
        group="tiles",
        kind="rate",
        doc="Of the finished medium and large settlements, those in which several seats have symbols.",
    ),
    Metric(
        name="tied_settlements",
        title="majorities that are tied",
        more="more settlements end in a tie",
        less="fewer settlements end in a tie",
        group="tiles",
        kind="rate",
        doc="Of the finished medium and large settlements, those in which several seats have the most symbols "
        "(the rules break the tie).",
    ),
    Metric(
        name="dead_spots",
        title="hexes left free",
        more="more hexes stay free",
        less="fewer hexes stay free",
        group="tiles",
        unit="cells",
        doc="Hexes of the map without a tile at the end.",
    ),
)
MISSIONS = (
    Metric(
        name="missions",
        title="missions held",
        more="players hold more missions",
        less="players hold fewer missions",
        group="content",
        by="seat",
        doc="Mission cards of the seat at the end.",
    ),
    Metric(
        name="missions_met",
        title="missions met",
        more="players meet more of their missions",
        less="players meet fewer of their missions",
        group="content",
        kind="rate",
        by="seat",
        doc="Share of the seat's mission cards whose condition it meets at the end.",
    ),
)


def boards(state: RebirthState, keys: Sequence[int]) -> list[list[int]]:
    """By seat, the keys of the hexes with its tiles; `keys` are those of all cells."""
    found: list[list[int]] = [[] for _ in state.seats]
    for cell, seat, _ in laid(state):
        found[seat].append(keys[cell])
    return found


def farms(state: RebirthState) -> Mapping[str, Value]:
    """The farm groups of each seat."""
    groups = farm_groups(state)
    return {
        "farm_groups": [len(sizes) for sizes in groups],
        "farm_group_size": [sum(sizes) / len(sizes) if sizes else None for sizes in groups],
        "largest_farm_group": [max(sizes, default=0) for sizes in groups],
    }


def settlements(state: RebirthState) -> Mapping[str, Value]:
    """The finished settlements, and how they were contested."""
    printed = state.printed
    symbols = [[0] * len(state.seats) for _ in state.gaps]
    for cell, seat, kind in laid(state):
        if (settlement := printed.settlement_of[cell]) >= 0:
            symbols[settlement][seat] += printed.symbols[kind]
    unfinished = [amounts for amounts, gaps in zip(symbols, state.gaps, strict=True) if gaps]
    compared = [
        amounts
        for amounts, gaps, cells in zip(symbols, state.gaps, printed.settlements, strict=True)
        if not gaps and len(cells) > 1
    ]
    contested = sum(sum(amount > 0 for amount in amounts) > 1 for amounts in compared)
    tied = sum(max(amounts) > 0 and amounts.count(max(amounts)) > 1 for amounts in compared)
    return {
        "settlements_finished": state.gaps.count(0) / len(state.gaps) if state.gaps else None,
        "unfinished_symbols": [sum(of[seat] for of in unfinished) for seat in range(len(state.seats))],
        "contested_settlements": contested / len(compared) if compared else None,
        "tied_settlements": tied / len(compared) if compared else None,
        "dead_spots": state.tiles.count(FREE),
    }


def missions(state: RebirthState) -> Mapping[str, Value]:
    """The cards that each seat has and the share of them that is met; for each card, the share of those held."""
    reasons = state.rules.reason["mission"], state.rules.reason["cathedral_bonus"]
    met = {(seat, kind) for seat, _, reason, kind, _ in state.ledger if reason in reasons}
    found: dict[str, Value] = {
        "missions": [len(mine) for mine in state.missions],
        "missions_met": [
            sum((seat, kind) in met for kind in mine) / len(mine) if mine else None
            for seat, mine in enumerate(state.missions)
        ],
    }
    held: dict[int, list[bool]] = {}
    for seat, mine in enumerate(state.missions):
        for kind in mine:
            held.setdefault(kind, []).append((seat, kind) in met)
    for number, card in enumerate(state.printed.missions):
        copies = held.get(number)
        found[f"content.met.{card.id}"] = sum(copies) / len(copies) if copies else None
    return found


def meters(rules: Rules) -> Sequence[Meter]:
    """The meters of this file."""
    printed: Printed = rules.data
    cards = [
        Metric(
            name=f"content.met.{card.id}",
            title=f"mission met: {card.text['en'].rstrip('.')}",
            more=f"\u201c{card.text['en'].rstrip('.')}\u201d is met more often",
            less=f"\u201c{card.text['en'].rstrip('.')}\u201d is met less often",
            group="content",
            kind="rate",
            doc=f"Of the cards `{card.id}` that seats hold at the end, the share whose condition is met.",
        )
        for card in printed.missions
        if card.kind != "unconditional"
    ]

    return [
        at_end(FARMS, farms),
        at_end(SETTLEMENTS, settlements),
        at_end([*MISSIONS, *cards], missions),
    ]
