"""The points of a match by source, round and turn, as plain data for the charts of every face, and what decided it.

Points are public in all games, so this reveals nothing, not even in mid-game.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

import attrs

from ..draw.signs import letters, signs
from ..draw.text_charts import PointSource
from ..rules.teams import sides_of
from . import narration
from .face_texts import Texts, listed
from .move_text import icons
from .result_text import ResultText

if TYPE_CHECKING:
    from ..play.match import Match
    from ..rules.ruleset import Rules

MOST = 3
"""Sentences on what decided a match."""


@attrs.frozen
class PointCourse:
    """The points of one match, all tuples of seats in the match's order."""

    seats: tuple[str, ...]
    signs: tuple[str, ...]
    """The players' letters in the drawings of the match, or made from their names."""
    reasons: tuple[str, ...]
    """Keys of the score reasons that have brought or cost points, in the order of the rules."""
    sources: tuple[tuple[int, ...], ...]
    """By reason, the points of each seat."""
    numbers: tuple[int, ...]
    """The numbers of the rounds with decisions so far, from 1."""
    rounds: tuple[tuple[int, ...], ...]
    """By round, the points of each seat at its end or now, or what says in their place who is ahead."""
    turns: tuple[tuple[int, ...], ...]
    """The same by turn."""

    def parts(self, rules: Rules, lang: str) -> list[PointSource]:
        """Return the sources of points with their names."""
        drawn = icons(rules)
        both = zip(self.reasons, self.sources, strict=True)
        return [PointSource(narration.label(rules, key, lang), by, drawn[key]) for key, by in both]

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat in all."""
        return tuple(sum(points[seat] for points in self.sources) for seat in range(len(self.seats)))


def course(match: Match) -> PointCourse:
    """Return where the points of this match have come from so far, and how they grew."""
    state, rules = match.state, match.rules
    by_reason: dict[str, list[int]] = {}
    for line in state.score_lines():
        by_reason.setdefault(line.reason, [0] * len(state.seats))[line.seat] += line.amount
    order = [reason.key for reason in rules.reasons]
    reasons = sorted(by_reason, key=order.index)
    ends: dict[int, tuple[int, ...]] = {}
    turns: dict[int, tuple[int, ...]] = {}
    at: tuple[int, int] | None = None
    for before in chain((before for before, _ in match.past()), [state]):
        # What a decision brings belongs to its round, though the next one may have begun with it.
        if at is not None:
            ends[at[0]] = turns[at[1]] = tuple(before.standing())
        at = rules.game.round_of(before), before.turns
    drawn = signs(rules.show(state.view(None))) if rules.game.show is not None else ()
    return PointCourse(
        state.seats,
        drawn if len(drawn) == len(state.seats) else letters(state.seats),
        tuple(reasons),
        tuple(tuple(by_reason[reason]) for reason in reasons),
        tuple(number + 1 for number in sorted(ends)),
        tuple(ends[number] for number in sorted(ends)),
        tuple(turns[number] for number in sorted(turns)),
    )


@attrs.frozen
class EndTexts:
    """A finished match in sentences made from its figures."""

    result: str
    """Who has won, and by how much."""
    about: str
    """What was played, where the reader stands, and what was done about ties."""
    decided: tuple[tuple[int, str], ...]
    """What decided it: a seat, and a sentence on it."""

    def lines(self, seats: Sequence[str]) -> list[str]:
        """Return all but the result, a sentence or two for each line of text."""
        return [self.about, *(f"{seats[seat]}: {text}" for seat, text in self.decided)]


def end_texts(match: Match, found: PointCourse, seat: int | None, lang: str) -> EndTexts:
    """Return what there is to say of a finished match to a seat, or to a spectator."""
    said, state, rules, seats = Texts(lang), match.state, match.rules, match.state.seats
    told = ResultText.of(match, lang)
    points, winners, places, result = state.standing(), match.winners, told.ranking, told.sentence()
    about = [said("after.end.about", game=rules.game.title, n=len(seats), turns=len(found.turns))]
    if (
        sides_of(state).teams or not winners or told.resigned
    ):  # partners are not compared, nor who has given up
        return EndTexts(result, about[0], ())
    best = max([points[n] for n in range(len(seats)) if n not in winners], default=points[winners[0]])
    ahead = points[winners[0]] - best
    if len(winners) == 1 and ahead > 0:
        counted = rules.counted(lang)
        key = "after.end.counted" if counted else "after.end.ahead"
        won = said(key, who=seats[winners[0]], n=ahead, **({"counted": counted} if counted else {}))
        result = told.then_leavers(won)
    if seat is not None and seat not in winners:
        place = 1 + sum(len(one) for one in places[: next(n for n, one in enumerate(places) if seat in one)])
        behind = {"who": seats[winners[0]], "n": points[winners[0]] - points[seat]}
        about.append(said("after.end.place", place=place, of=len(seats), **behind))
    level = [seats[n] for n, one in enumerate(points) if one == max(points)]
    tie = rules.words.name("tie_break", lang) if "name.tie_break" in rules.words else ""
    if len(seats) > 1:
        how = "none" if len(level) == 1 and ahead > 0 else "shared" if len(winners) > 1 else "broken"
        names = listed(level, lang)
        about.append(said(f"after.end.tie.{how}", names=names, n=max(points), who=seats[winners[0]]))
        about += [said("after.end.tie.how", tie=tie)] if tie else []
    order = [one for place in places for one in place]
    decided = ((one, _decided(found, one, order, rules, lang)) for one in order[:MOST])
    return EndTexts(result, " ".join(about), tuple((one, text) for one, text in decided if text))


def _decided(found: PointCourse, seat: int, order: Sequence[int], rules: Rules, lang: str) -> str:
    """Return by what a seat was ahead and behind: the winner against the next one, others against the winner."""
    other = order[1 if seat == order[0] else 0] if len(order) > 1 else seat
    pairs = [
        (by[seat], by[other], part.name)
        for part, by in zip(found.parts(rules, lang), found.sources, strict=True)
    ]
    pairs.sort(key=lambda one: one[1] - one[0])
    most, least, said = 2 if seat == order[0] else 1, pairs[::-1], Texts(lang)
    both = (
        ("up", [one for one in pairs[:most] if one[0] > one[1]]),
        ("down", [one for one in least[:1] if one[0] < one[1]]),
    )
    texts = []
    for key, ones in both:
        if ones:
            told = listed(
                [said("after.end.part", name=name, own=own, other=its) for own, its, name in ones], lang
            )
            texts.append(said(f"after.end.{key}", who=found.seats[other], parts=told))
    return "; ".join(texts)
