"""Loch Ness before the cost is paid, a second time: what it may bring, found by trying (GM-AMB-5)."""

from __future__ import annotations

from dataclasses import replace

from .glenmore import Amounts, Means, more, reaches


def reaches_with(
    means: Means, lying: Amounts, makes: tuple[int, ...], holds: int, goals: frozenset[Amounts]
) -> bool:
    """Whether the goals are reached if a certain tile makes one cube on the way, as soon as there is room on it.

    `lying` are those of the player's cubes that lie on the tile, `makes` the kinds that it may make, `holds` how many
    cubes fit. While it is full every sequence of hand-ins, purchases and sales is tried, from this tile and others.
    """
    seen, waiting = {(means, lying)}, [(means, lying)]
    while waiting:
        here, there = waiting.pop()
        if sum(there) < holds:
            if any(reaches(replace(here, own=more(here.own, kind)), goals) for kind in makes):
                return True
            continue
        for following in here.steps(goals):
            for left in left_lying(here, following, there):
                if (following, left) not in seen:
                    seen.add((following, left))
                    waiting.append((following, left))
    return False


def left_lying(before: Means, after: Means, lying: Amounts) -> list[Amounts]:
    """What may lie on the tile after a step: the cube that went came from it or from elsewhere."""
    gone = [kind for kind in range(5) if after.own[kind] < before.own[kind]]
    if not gone:
        return [lying]
    (kind,) = gone
    found = [lying] if before.own[kind] > lying[kind] else []
    return found + ([more(lying, kind, -1)] if lying[kind] else [])
