"""Where on the board and in which rounds a variant is played otherwise: maps, tables, and lines for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ...base.html import Child, Html, inside, row, table, tag
from ..study.findings import Findings
from ..study.where import MomentChange, PlaceChange, PlaceMap, WhereAndWhen
from ..texts import text
from .games import image
from .number_text import count, number, p_is, probability
from .page_frame import folded
from .small_chart import capital

LISTED = 8
"""Most places in a table; the others are folded."""
SAID = 3
"""Most places, and moments, of which the terminal says something."""


def lines(findings: Findings) -> Iterator[str]:
    """Yield sentences on what luck does not explain, for each variant that was looked at."""
    for one in findings.where:
        if found := [*_told(one)]:
            yield f"{one.variant}: {'. '.join(found)}."
        else:
            yield text("where.none", variant=one.variant, blocks=one.blocks)


def _told(of: WhereAndWhen) -> Iterator[str]:
    """Yield sentences without their full stops on places, and then on moments."""
    yield from _places(of)
    for moment in _peaks(of.told)[:SAID]:
        yield capital(_moment(moment))


def _places(of: WhereAndWhen) -> Iterator[str]:
    """Yield for each move a sentence on the places at which it is made more or less often."""
    told = of.places
    for drawn in of.maps:
        mine = [place for one, place in told[:SAID] if one is drawn]
        said = [f"{one.place} {_hundred(one.variant)} instead of {_hundred(one.base)}" for one in mine]
        more = sum(one is drawn for one, _ in told) - len(mine)
        if said:
            rest = [f"and {count(more, 'more place')}"] if more else []
            yield f"{capital(drawn.move)}, in 100 games: {', '.join([*said, *rest])}"


def section(findings: Findings) -> Html:
    """Return maps and tables of each variant, with a legend in words."""
    if not findings.where:
        return Html("")
    several = len(findings.arms) > 2
    drawn = [
        inside(
            tag("h3", one.variant) if several else None,
            tag("ul", [tag("li", said) for said in _lead(one)]),
            [_map(findings.arms[0].name, one, drawn) for drawn in one.maps],
            _rounds(findings.arms[0].name, one),
        )
        for one in findings.where
    ]
    alpha, left = findings.where[0].alpha, len(findings.arms) - 1 - len(findings.where)
    rest = text("where.left", n=len(findings.where)) if left > 0 else ""
    return inside(
        tag("p", text("where.legend", percent=f"{100 * alpha:g}"), cls="note"),
        tag("p", rest, cls="note") if rest else None,
        drawn,
    )


def _lead(one: WhereAndWhen) -> Iterator[str]:
    if not one.places and not one.told:
        yield text("where.none", variant=one.variant, blocks=one.blocks)
        return
    if not one.places:
        yield text("where.rounds_only", variant=one.variant)
    for said in _told(one):
        yield f"{said}."


def _hundred(value: float) -> str:
    return number(100 * value, 0)


def _peaks(told: Sequence[MomentChange]) -> list[MomentChange]:
    """Return of each kind of move and points the moment with the largest difference."""
    best: dict[tuple[str, str], MomentChange] = {}
    for one in told:
        key = one.kind, one.name
        if key not in best or abs(one.difference) > abs(best[key].difference):
            best[key] = one
    return sorted(best.values(), key=lambda one: -abs(one.difference) / max(one.base, one.variant))


def _moment(one: MomentChange) -> str:
    what = f"points for {one.name.replace('_', ' ')}" if one.kind == "points" else f"moves of {one.name}"
    when = "round" if one.rounds[0] == one.rounds[1] else "rounds"
    return f"{when} {_span(one.rounds, ' to ')}: {number(one.variant, 1)} {what} instead of {number(one.base, 1)}"


def _span(rounds: tuple[int, int], to: str = "\u2013") -> str:
    return to.join(map(str, dict.fromkeys(rounds)))


def _map(base: str, of: WhereAndWhen, drawn: PlaceMap) -> Html:
    told = sorted((one for one in drawn.places if one.p < of.alpha), key=lambda one: one.p)
    whose = drawn.board if drawn.shared else text("where.together")
    said = text("where.map", variant=of.variant, blocks=count(of.blocks, "block"))
    title = tag("b", capital(f"{drawn.move}: where"))
    caption = inside(title, f" \u2013 {said}", f" {whose}" if whose else "")
    rows = [_row(one) for one in told]
    alt = text("where.alt", move=drawn.move, variant=of.variant, places=count(len(told), "place"))
    picture = image(drawn.picture, alt)
    head = ("Place", base, of.variant, "Difference", "Of the first player", "p")
    listed = text("where.places", move=drawn.move)
    found = table(listed, head, rows[:LISTED], cls="numbers") if rows else None
    more = table(listed, head, rows[LISTED:], cls="numbers") if rows[LISTED:] else None
    rest = folded(count(len(rows) - LISTED, "more place"), more, cls="more")
    return inside(tag("figure", tag("figcaption", caption), picture, cls="game"), found, rest)


def _row(one: PlaceChange) -> Html:
    first = f"{_hundred(one.base_first)} \u2192 {_hundred(one.variant_first)}"
    change = tag("b", number(100 * one.difference, 0, signed=True))
    typed = f"{one.at[0]},{one.at[1]}"
    name = capital(one.place) if one.place == typed else f"{capital(one.place)} ({typed})"
    return row(name, _hundred(one.base), _hundred(one.variant), change, first, probability(one.p))


def _rounds(base: str, of: WhereAndWhen) -> Html | None:
    """Return what each round has more or less of, as a table whose cells are coloured."""
    if not of.moments:
        return None
    kinds = [[*those] for _, those in groupby(of.moments, key=lambda one: (one.kind, one.name))]
    kinds = [those for those in kinds if any(round(one.difference, 6) for one in those)]
    if not kinds:
        return tag("p", text("where.rounds_same", variant=of.variant), cls="note")
    head = ["", *(_span(one.rounds) for one in kinds[0])]
    bodies = [
        [_course(those, of.alpha) for those in kinds if those[0].kind == kind] for kind in ("move", "points")
    ]
    return table(text("where.rounds", variant=of.variant, base=base), head, *bodies, cls="heat")


def _course(those: Sequence[MomentChange], alpha: float) -> Html:
    cells: list[Child] = []
    for one in those:
        firm = "firm " if one.p < alpha else ""
        look = firm + ("up" if one.difference > 0 else "down") if round(one.difference, 6) else ""
        change = number(one.difference, 1, signed=True) if look else "\u00b7"
        said = f"{number(one.variant, 2)} instead of {number(one.base, 2)}; p {p_is(one.p)}"
        cells.append(tag("td", tag("b", change) if firm else change, cls=look or None, title=said))
    name = those[0].name.replace("_", " ")
    return tag("tr", tag("th", name, scope="row"), cells)
