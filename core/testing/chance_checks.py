"""Checks that all chance is an outcome: what is not in the log does not depend on piles or streams."""

from __future__ import annotations

from collections import Counter

import attrs

from ..base.chance import Stream
from ..base.errors import Diverged
from ..rules.events import Log, Outcome, script_of
from ..rules.game import contents
from ..rules.state import State
from .field_walk import differing, values
from .random_games import Broken, Moment, Subject, moments, play_on, random_game

OTHERS = 4
"""So many other seeds are tried with the outcomes of each set-up."""
FEW = 6
"""Decisions that are made after contents were dealt."""
APART = 1000
"""Other seeds are this far from those of the games."""


def set_up(subject: Subject) -> None:
    """All chance in the set-up is drawn: with the same outcomes, another seed changes only streams and piles' order."""
    _contents(subject)
    for players, seed in subject.deals:
        log = Log()
        state = subject.rules.new(players, seed, log)
        moment = next(random_game(subject, players, seed))
        for other in range(seed + APART, seed + APART + OTHERS):
            again = Log(script_of(log.outcomes))
            try:
                found = subject.rules.new(players, other, again)
            except Diverged as error:
                said = f"the set-up takes pieces out of a pile without draw: {error}"
                raise Broken(f"{said} {moment.where()}") from None
            same = not again.left() and again.outcomes == log.outcomes
            said = "the set-up asks for other outcomes under another seed, though those before are equal"
            moment.need(same, said)
            differing = _differing(state, found)
            said = f"the set-up decides {differing} by chance that is not an outcome; use draw or roll"
            moment.need(not differing, said)


def _contents(subject: Subject) -> None:
    """Check that contents can be dealt: the first items and the last ones, in games that can be played on."""
    rules = subject.rules
    for content in contents(rules).values():
        items = content.items(rules)
        for players in subject.players:
            number = content.number(rules, players)
            if not 0 < number <= len(items):
                raise subject.broken(f"content {content.name}: {number} of {len(items)} items are in play")
            dealt = []
            for some in (items[:number], items[-number:]):
                state = rules.new(players, subject.seed)
                content.deal(state, some)
                dealt.append(state.clone())
                play_on(state, Stream(subject.seed, "contents"), FEW)
            if number < len(items) and dealt[0] == dealt[1]:
                raise subject.broken(
                    f"content {content.name}: deal puts the same into play, whatever it is given"
                )


def outcomes(subject: Subject) -> None:
    """All chance in a move is drawn: with the same outcomes, the order of piles and the streams change nothing."""
    before: list[Moment] = []

    def heard(moment: Moment, log: Log) -> None:
        earlier = before[-1]
        lost = _lost(earlier.state, moment.state, log.outcomes)
        if lost or earlier.costly():
            for down in (False, True):
                _again(earlier, moment.state, log, lost, down)

    for moment in moments(subject, played=heard):
        before[:] = [attrs.evolve(moment, state=moment.state.clone())]


def _again(moment: Moment, after: State, log: Log, lost: str, down: bool) -> None:
    """Check that the move has the same result with its outcomes, but other streams and piles in order of number."""
    assert moment.action is not None
    twin = moment.state.clone()
    twin.streams = {name: (~key & (1 << 64) - 1, count) for name, (key, count) in twin.streams.items()}
    for place in twin.rules.places_of(twin):
        if place.zone.order == "pile":
            place.pieces(twin).sort(reverse=down)
    again = Log(script_of(log.outcomes))
    said = f"{lost} shrinks without an outcome; take pieces with draw, and hand on the log" if lost else ""
    try:
        twin.apply(moment.action, again)
    except Diverged as error:
        raise Broken(f"{said or f'a pile is not what its outcomes say: {error}'} {moment.where()}") from None
    same = not again.left() and again.outcomes == log.outcomes
    moment.need(same, said or "chance that is not an outcome decides what is drawn")
    differing = _differing(after, twin)
    moment.need(not differing, said or f"chance that is not an outcome decides {differing}; use draw or roll")


def _lost(before: State, after: State, outcomes: list[Outcome]) -> str:
    """Return the first pile with fewer pieces than its outcomes explain; "" if there is none."""
    drawn = Counter(outcome.source for outcome in outcomes)
    for place in before.rules.places_of(before):
        label = place.label(before.seats)
        if place.zone.order == "pile" and len(place.pieces(after)) + drawn[label] < len(place.pieces(before)):
            return label
    return ""


def _differing(one: State, other: State) -> str:
    """Return the fields in which two positions differ, apart from streams and the order of piles; "" if none does."""
    return ", ".join(differing(values(_unordered(one)), values(_unordered(other))))


def _unordered(state: State) -> State:
    """Return a copy without streams and with piles in order of number."""
    copy = state.clone()
    copy.streams = {}
    for place in copy.rules.places_of(copy):
        if place.zone.order == "pile":
            place.pieces(copy).sort()
    return copy
