"""Scoring tiles as cards: a picture of what each counts, what it is worth, what it brings every player now, and when.

A picture is written in rows of tiles, `P+sheep M/W -`: the land of all sides, or of the four sides clockwise from the
north, then `=` and the sides of a road, and marks that lie in the first land; `-` is no tile.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import Diagram, Goal, Ground, Ink, Round, Spot, Way

if TYPE_CHECKING:
    from ..scoring_kinds import Scoring
    from .scores import Preview
    from .sight import Sight
    from .tiles import Wording

SIDES = "nesw"
TILE = re.compile(r"(?P<land>[A-Z]+)(=(?P<road>[nesw]+))?(?P<marks>(\+\w+)*)")


def goal(sight: Sight, one: Preview, now: bool) -> Goal:
    """Returns the card of a scoring tile."""
    scoring, points, totals = one.scoring, one.points, one.totals
    return Goal(
        title=sight.name(scoring.id),
        said=sight.scoring_text(scoring),
        picture=picture(sight, scoring),
        worth=worth(sight, scoring),
        amounts={seat: total for seat, total in enumerate(totals) if total is not None}
        if scoring.kind == "majority"
        else {},
        points={seat: gained for seat, gained in enumerate(points) if gained is not None},
        now=now,
        note=_note(sight, one.left - now, now),
    )


def rounds(sight: Sight) -> list[Round]:
    """Returns the round track."""
    view = sight.view
    return [
        Round(
            title=str(number + 1),
            goals=tuple(line.scored),
            now=number == view.round and not view.over,
            over=number < view.round or bool(view.over),
        )
        for number, line in enumerate(sight.rounds)
    ]


def _note(sight: Sight, left: int, now: bool) -> str:
    """Returns how often the tile is still scored: "now, twice more"."""
    more = sight.say(f"more_{left}") if left in (1, 2) else sight.say("more", n=left) if left else ""
    if not now:
        return more or sight.say("no_more_scored")
    return sight.say("now_and", more=more) if more else sight.say("now_last")


def worth(wording: Wording, scoring: Scoring) -> str:
    """Returns what it brings: "2 each", "5 and 2", "1, 3, 6"."""
    points, per = [str(one) for one in scoring.points], scoring.numbers.get("per", 1)
    if scoring.kind == "each":
        key = "worth_each" if per in (None, 1) else "worth_per"
        return wording.say(key, points=points[0], per=per)
    return (
        wording.say("worth_first", first=points[0], second=points[-1])
        if len(points) == 2
        else ", ".join(points)
    )


def picture(wording: Wording, scoring: Scoring) -> Diagram | None:
    """Returns what a scoring tile counts, as a few tiles; None if it says nothing of that."""
    spots = [
        _tile(wording, said, (column, -row))
        for row, line in enumerate(scoring.picture.split("/"))
        for column, said in enumerate(line.split())
        if said != "-"
    ]
    return Diagram(grid="square4", spots=spots, small=True) if spots else None


def _tile(wording: Wording, said: str, at: tuple[int, int]) -> Spot:
    found = TILE.fullmatch(said)
    if found is None:
        raise ValueError(f"expected a tile such as P+sheep or PWWP=ns, got {said!r}")
    land = found["land"] if len(found["land"]) == len(SIDES) else found["land"] * len(SIDES)
    names = [name for name in found["marks"].split("+") if name]
    marks = tuple(Ink(name[:1], name, said=wording.name(name)) for name in names)
    areas: list[Ground] = []
    for sides in _runs(land):
        letter = land[SIDES.index(sides[0])]
        held = marks if not any(area.marks for area in areas) and letter == land[0] else ()
        areas.append(Ground(letter, letter, tuple(sides), held))
    ways = (Way("road", tuple(found["road"])),) if found["road"] else ()
    return Spot(at=at, areas=tuple(areas), ways=ways)


def _runs(land: str) -> Sequence[str]:
    """Returns the sides of each area: neighbours of one letter, clockwise from where another one ends."""
    start = next((n for n in range(4) if land[n] != land[n - 1]), 0)
    runs = [""]
    for side in range(start, start + 4):
        if runs[-1] and land[side % 4] != land[(side - 1) % 4]:
            runs.append("")
        runs[-1] += SIDES[side % 4]
    runs = ["".join(sorted(run, key=SIDES.index)) for run in runs]
    return sorted(runs, key=lambda run: SIDES.index(run[0]))
