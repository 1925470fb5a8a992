"""The panels of points: what scoring tiles and scrolls would bring now, and from where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import attrs

from tilewright.authoring import GLUE, SQUARE4, Ink, Panel

from ..files import LETTERS
from ..scrolls import scrolls
from ..state import catalogue
from ..territory import territory
from .goals import goal, rounds

if TYPE_CHECKING:
    from ..scoring_kinds import Scoring, Source
    from ..territory import Territory
    from .sight import Sight

CELLS = 4
"""Number of cells of a source that are named."""


@attrs.frozen
class Preview:
    """The points that the scoring tile on a place would bring now, by seat; None if they depend on something hidden."""

    scoring: Scoring
    left: int
    """Number of times that it is still scored."""
    totals: tuple[int | None, ...]
    points: tuple[int | None, ...]


def previews(sight: Sight) -> list[Preview]:
    """Returns the previews for A to D."""
    view = sight.view
    homes = [territory(view, seat) for seat in sight.all_seats]
    found = []
    for place, number in enumerate(view.scoring):
        scoring = catalogue(view).scorings[number]
        hidden = [
            view.gold[seat] is None and _asks_for_gold(scoring, homes[seat]) for seat in sight.all_seats
        ]
        totals = [scoring.total(home) for home in homes]
        points = scoring.shared(totals)
        coming = [] if view.over else sight.rounds[view.round :]
        unknown = hidden if scoring.kind != "majority" else [any(hidden)] * len(hidden)
        found.append(
            Preview(
                scoring,
                sum(place in line.scored for line in coming),
                tuple(None if dark else total for total, dark in zip(totals, hidden, strict=True)),
                tuple(None if dark else gained for gained, dark in zip(points, unknown, strict=True)),
            )
        )
    return found


def _asks_for_gold(scoring: Scoring, home: Territory) -> bool:
    """True if the tile looks at gold: with more of it, it finds something else."""
    return scoring.total(home) != scoring.total(attrs.evolve(home, gold=home.gold + 1000))


def score_panels(sight: Sight, found: Sequence[Preview]) -> Iterator[Panel]:
    """Makes the panels of scoring tiles, with their points and texts, and of scrolls."""
    view = sight.view
    yield _preview(sight, found) if not view.over else _cards(sight, found)
    if not view.over:
        if view.seat is not None:
            rows = list(_sources(sight, view.seat, found))
            if rows:
                yield Panel(title=sight.say("sources", seat=view.seat), rows=rows)
        yield Panel(title=sight.say("texts"), rows=_texts(sight, found), written=True)
    rows = list(_scrolls(sight))
    if rows:
        yield Panel(
            title=sight.say("scrolls"), head=sight.head("", "", "cell", "region", "points"), rows=rows
        )


def _numbers(numbers: Sequence[int | None]) -> tuple[Ink, ...]:
    return tuple(Ink("?" if number is None else str(number)) for number in numbers)


def _preview(sight: Sight, found: Sequence[Preview]) -> Panel:
    """Makes the panel of points by letter and seat, of what majorities compare, and of this round's sums."""
    rows: list[tuple[Ink, ...]] = []
    for place, one in enumerate(found):
        name = Ink(sight.name(one.scoring.id))
        rows.append((Ink(LETTERS[place], "strong"), name, Ink(str(one.left)), *_numbers(one.points)))
        if one.scoring.kind == "majority":
            rows.append(
                (
                    Ink("", said=LETTERS[place]),
                    Ink(sight.say("counted"), "dim"),
                    Ink(""),
                    *_numbers(one.totals),
                )
            )
    rows.append((Ink(""), Ink(this_round(sight), "strong"), Ink(""), *_numbers(round_points(sight, found))))
    head = (*sight.head("", "", "left"), *(sight.who(seat) for seat in sight.all_seats))
    return attrs.evolve(_cards(sight, found), title=sight.say("preview"), head=head, rows=rows)


def _cards(sight: Sight, found: Sequence[Preview]) -> Panel:
    """Makes the scoring tiles as cards, with the round track below."""
    view = sight.view
    scored = () if view.over else sight.rounds[view.round].scored
    goals = [goal(sight, one, place in scored) for place, one in enumerate(found)]
    return Panel(title=sight.say("texts"), rows=_texts(sight, found), goals=goals, rounds=rounds(sight))


def _texts(sight: Sight, found: Sequence[Preview]) -> list[tuple[Ink, ...]]:
    return [
        (Ink(LETTERS[place], "strong"), Ink(sight.scoring_text(one.scoring)))
        for place, one in enumerate(found)
    ]


def round_points(sight: Sight, found: Sequence[Preview]) -> list[int | None]:
    """Returns by seat what the tiles of this round would bring now; None where that is hidden."""
    sums: list[int | None] = []
    if sight.view.over:
        return [None for _ in sight.all_seats]
    for seat in sight.all_seats:
        parts = [found[place].points[seat] for place in sight.rounds[sight.view.round].scored]
        sums.append(None if None in parts else sum(part or 0 for part in parts))
    return sums


def this_round(sight: Sight) -> str:
    """Returns what is scored in this round: `this round: A C`."""
    scored = sight.rounds[sight.view.round].scored
    return sight.say("this_round", letters=" ".join(LETTERS[place] for place in scored))


def _sources(sight: Sight, seat: int, found: Sequence[Preview]) -> Iterator[tuple[Ink, ...]]:
    """Yields by letter the cells from which the seat's points come."""
    home = territory(sight.view, seat)
    for place, one in enumerate(found):
        texts = [_source(sight, one.scoring, source) for source in one.scoring.sources(home) if source[1]]
        if texts:
            said = "; ".join(texts)
            if one.scoring.kind == "majority":
                said = sight.say("amounts", sources=said)
            yield Ink(LETTERS[place], "strong"), Ink(said)


def _source(sight: Sight, scoring: Scoring, source: Source) -> str:
    cells = list(dict.fromkeys(SQUARE4.text(cell) for cell in source[1]))
    if len(cells) > CELLS:
        cells[CELLS - 1 :] = ["..."]
    return sight.say("source", points=scoring.worth(source), cells=GLUE.join(cells)).replace(" ", GLUE)


def _scrolls(sight: Sight) -> Iterator[tuple[Ink, ...]]:
    """Yields every built scroll with its worth."""
    times = sight.view.options.closed_scroll
    for seat in sight.order:
        for line in scrolls(sight.view, seat):
            if sight.view.gold[seat] is None and _scroll_asks_for_gold(sight, seat, line.kind):
                points = "?"
            else:
                points = str(line.points)
            state = sight.say("closed", times=times) if line.closed else sight.say("open")
            name = Ink(sight.name(line.kind))
            yield sight.who(seat), name, Ink(SQUARE4.text(line.cell)), Ink(state), Ink(points)


def _scroll_asks_for_gold(sight: Sight, seat: int, kind: str) -> bool:
    home = territory(sight.view, seat)
    scroll = catalogue(sight.view).scrolls[kind]
    return scroll.count(home) != scroll.count(attrs.evolve(home, gold=home.gold + 1000))
