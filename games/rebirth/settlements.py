"""Settlements and ports: scored when the last hex of the framed area is taken (RB-SET, RB-PORT)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from tilewright.authoring import Friendly, Log, Policy, Preference, Rules, UsageError, prizes, seats_after

from .state import FREE, NEUTRAL, kind_of, owner

if TYPE_CHECKING:
    from .options import Options
    from .printed import Printed
    from .state import Readable, RebirthState

MOST = 2_000
"""Awards that are kept."""


def influence(state: Readable, settlement: int) -> tuple[list[int], bool]:
    """By seat the symbols in the settlement, and True if a neutral tile lies there."""
    printed: Printed = state.rules.data
    tiles = state.tiles
    return parts(printed, [tiles[cell] for cell in printed.settlements[settlement]], len(state.seats))


def parts(printed: Printed, tiles: Sequence[int], count: int) -> tuple[list[int], bool]:
    """By seat the symbols on these tiles, and True if one of them is neutral."""
    found = [0] * count
    neutral = False
    for tile in tiles:
        if tile == FREE:
            continue
        seat = owner(tile)
        if seat == NEUTRAL:
            neutral = True
        else:
            found[seat] += printed.symbols[kind_of(tile)]
    return found, neutral


@attrs.frozen(eq=False, repr=False)
class Prizes:
    """Points that settlements of one size pay."""

    points: tuple[int, ...]
    """The prizes, first prize first; a sole owner has all of them."""
    reason: str
    """The key of the score reason."""
    shared: Callable[[int, bool], Sequence[int]] | None = None
    """From the number of seats with symbols there, and True if a neutral tile lies there, the prizes, first prize
    first, where another rule than the game's says who has them."""


def prizes_by_size(rules: Rules) -> Mapping[int, Prizes]:
    """The prizes of settlements by their number of hexes, 2 or more (RB-SET-3, RB-SET-7, and those that modules add).

    UsageError if the map has settlements of a size without prizes.
    """
    options: Options = rules.options
    found = {
        2: Prizes((options.medium_first, options.medium_second), "medium_settlement"),
        3: Prizes((options.large_first, options.large_second), "large_settlement"),
    }
    for function in rules.calls("settlement_prizes"):
        found.update(function(rules))
    printed: Printed = rules.data
    for size in set(printed.size) - {0, 1, *found}:
        said = f"map '{printed.map_name}' has settlements of {size} hexes"
        raise UsageError(f"{said}, and no module in play says what they pay")
    return found


def policy(options: Options, paid: Prizes, finisher: int, amounts: Sequence[int], neutral: bool) -> Policy:
    """Returns how a settlement of several hexes pays those in it (RB-SET-3 to RB-SET-9), given its `influence`."""
    points, sole = paid.points, False
    present = sum(1 for amount in amounts if amount)
    if paid.shared is not None:
        points = tuple(paid.shared(present, neutral))
    elif present == 1:
        sole = not neutral or options.neutral_settlement == "both"
    if options.settlement_tie == "friendly" and not sole:
        return Friendly(points)
    order = seats_after(finisher, len(amounts))
    if options.settlement_tie == "finisher_wins":
        order = (finisher, *order[:-1])
    return Preference(points, order, sole)


class Settlements:
    """Scores settlements and ports under one ruleset's options."""

    def __init__(self, rules: Rules) -> None:
        self.options: Options = rules.options
        reason = rules.reason
        self.small = reason["small_settlement"]
        self.prizes = prizes_by_size(rules)
        self.by_size = {size: reason[paid.reason] for size, paid in self.prizes.items()}
        self.port = reason["port"]
        self.unfinished = reason["unfinished_settlement"]
        self.made: dict[tuple[int, ...], list[tuple[int, int, int]]] = {}
        """Awards by size, finisher, whether a neutral tile is there, and the symbols of each seat."""

    def placed(self, state: RebirthState, seat: int, cell: int, log: Log | None) -> None:
        """A settlement tile has been placed: a finished settlement scores, then a port (RB-SET-1, RB-PORT-1, -2)."""
        printed = state.printed
        settlement = printed.settlement_of[cell]
        if state.gaps[settlement] == 0:
            for owner, points, reason in self.awards(state, settlement, seat):
                state.gain(owner, points, reason, settlement)
            if log is not None:
                size, place = printed.size_names[printed.size[cell]], printed.settlement_name(settlement)
                log.add("settlement_finished", seat=seat, size=size, place=place)
        if printed.port[cell] and self.options.port:
            state.gain(seat, self.options.port, self.port, cell)

    def awards(self, state: RebirthState, settlement: int, finisher: int) -> Sequence[tuple[int, int, int]]:
        """(seat, points, reason number) for a settlement whose last hex `finisher` has taken."""
        amounts, neutral = influence(state, settlement)
        size = len(state.printed.settlements[settlement])
        if size == 1:
            return [(finisher, amounts[finisher] * self.options.small_symbol, self.small)]
        key = (size, finisher, neutral, *amounts)
        found = self.made.get(key)
        if found is None:
            if len(self.made) >= MOST:
                self.made.clear()
            how = policy(self.options, self.prizes[size], finisher, amounts, neutral)
            won = prizes(amounts, how)
            found = self.made[key] = [(prize.seat, prize.points, self.by_size[size]) for prize in won]
        return found

    def final(self, state: RebirthState) -> None:
        """Tiles in unfinished settlements score their symbols (RB-END-2)."""
        for settlement, gaps in enumerate(state.gaps):
            if gaps:
                for seat, amount in enumerate(influence(state, settlement)[0]):
                    if amount:
                        state.gain(seat, amount * self.options.unfinished_symbol, self.unfinished, settlement)
