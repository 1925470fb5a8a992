"""How fast people decide, measured from playtests: what `pace.yaml` of a game says."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from statistics import mean

import attrs
import yaml

from ...base.errors import UsageError
from ...meters.pace import pace_of, word_of
from ...text.pace import KindPace, Pace
from .reading import ReadMatch

LEAST = 10
"""Decisions of a kind from which its own pace is measured."""
LONGEST = 600.0
"""Seconds; who takes longer is thought to have been away, and counts with these."""


def measured(matches: Sequence[ReadMatch]) -> Pace:
    """Return the pace of the people in these matches of one game; what they do not show stays as it was.

    Of each kind of move, seconds are fitted by least squares to a part of every choice and a part for each doubling of
    the moves to choose from, neither below 0. UsageError for matches of several games, or without times.
    """
    games = sorted({one.head.game for one in matches})
    if len(games) > 1:
        raise UsageError(f"a pace is that of one game, and these are records of {', '.join(games)}")
    seen: dict[str, list[tuple[float, float]]] = {}
    single: list[float] = []
    for one in [one for match in matches for one in match.timed]:
        seconds = min(one.seconds, LONGEST)
        if one.choices is None:
            continue
        if one.choices < 2:
            single.append(seconds)
        else:
            seen.setdefault(word_of(type(one.played.action)), []).append((log2(one.choices), seconds))
    count = sum(map(len, seen.values())) + len(single)
    if not count:
        raise UsageError("no record has times of people; play with --playtest")
    before = pace_of(matches[0].rules)
    every = [pair for some in seen.values() for pair in some]
    usual = _fitted(every) if len(every) >= LEAST else KindPace(before.choice, before.doubling)
    people = len({(match.file, one.player) for match in matches for one in match.timed})
    return Pace(
        rests_on=f"Measured: {count} decisions of {people} people in {len(matches)} matches; turns are guessed",
        turn=before.turn,
        single=round(mean(single), 1) if len(single) >= LEAST else before.single,
        choice=usual.choice,
        doubling=usual.doubling,
        kinds={kind: _fitted(some) for kind, some in sorted(seen.items()) if len(some) >= LEAST},
    )


def _fitted(pairs: Sequence[tuple[float, float]]) -> KindPace:
    """Return the line through (doublings, seconds) with the least squares, of which neither part is below 0."""
    x, y = mean([one for one, _ in pairs]), mean([one for _, one in pairs])
    spread = sum((one - x) ** 2 for one, _ in pairs)
    slope = sum((one - x) * (seconds - y) for one, seconds in pairs) / spread if spread > 1e-9 else 0.0
    slope = max(slope, 0.0)
    if y - slope * x < 0:  # through the origin
        slope = sum(one * seconds for one, seconds in pairs) / sum(one * one for one, _ in pairs)
    return KindPace(round(max(y - slope * x, 0.0), 2), round(slope, 2), len(pairs))


def written(pace: Pace) -> str:
    """Return the file."""
    text = yaml.safe_dump(attrs.asdict(pace), sort_keys=False, allow_unicode=True, width=110)
    return f"# How long people take for decisions, in seconds; written by tilewright playtests.\n{text}"
