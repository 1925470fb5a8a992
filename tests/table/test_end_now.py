"""What the end would bring now, and what a move changes of it: true, complete for oneself, and nothing hidden."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable

import pytest

from tilewright.core.base.chance import Stream
from tilewright.core.play.match import Match
from tilewright.core.rules.events import Log
from tilewright.core.rules.state import ScoreLine, State
from tilewright.core.table.chair import Chair
from tilewright.core.table.narration import panel, totals
from tilewright.core.table.preview import at_end
from tilewright.core.table.table import Table
from tilewright.games.isleofskye.state import IsleOfSkyeState

from .games import KINDS, decisions
from .games import seated as at

HIDDEN = {
    "rebirth": {"mission", "cathedral_bonus"},
    "rebirth+": {"private_mission"},
    "isleofskye": {"gold", "most_gold"},
    "isleofskye+": {"gold", "most_gold", "per_gold", "rescored"},
}
"""By kind, the reasons of points at the end that depend on what others hold in secret."""
EVERY = [*KINDS, "carcassonne"]


def seated(kind: str, seed: int) -> Table:
    """A table at which everybody is a person."""
    game, modules, seats = KINDS.get(kind, (kind, (), 3))
    return at(game, modules, seats, seats, seed)


def counted(lines: Iterable[ScoreLine], less: Iterable[ScoreLine] = ()) -> Counter[tuple[int, str, str]]:
    """The points by seat, reason and source, without those that cancel out."""
    found: Counter[tuple[int, str, str]] = Counter()
    for sign, some in ((1, lines), (-1, less)):
        for line in some:
            found[line.seat, line.reason, line.source] += sign * line.amount
    return Counter({key: amount for key, amount in found.items() if amount})


def nothing_hidden(kind: str, chair: Chair, state: State) -> None:
    """Each seat, and the spectator, sees its own points at the end and those that are public."""
    real = counted(state.rules.ended(state))
    for seat in (*range(len(state.seats)), None):
        found = at_end(state.view(seat), chair.table.chair(seat).show.hidden)
        shown, secret = counted(found.lines), HIDDEN.get(kind, set())
        assert shown.items() <= real.items()
        for owner, reason, _ in real.keys() - shown.keys():
            assert reason in secret and (owner != seat or (owner, reason) in found.unsure)
        assert {reason for _, reason in found.unsure} <= secret
        own = secret - {"most_gold", "rescored"}  # what depends on the cards or gold of its seat alone
        assert not [key for key in shown if key[0] != seat and key[1] in own]
    other = state.view(chair.seat).determinize(Stream(1, "other"))
    if kind.startswith("isle"):
        assert isinstance(other, IsleOfSkyeState)
        other.gold = [gold if seat == chair.seat else 3 * gold + 7 for seat, gold in enumerate(other.gold)]
    assert at_end(other.view(chair.seat)).lines == chair.ended().lines


def previews_true(kind: str, chair: Chair, state: State) -> int:
    """What previews say of the end is so, and for the mover all that is; return how many lines they said."""
    told = 0
    unsure, before = chair.ended().unsure, state.rules.ended(state)
    legal = chair.view.legal()
    for action in {legal[0], legal[len(legal) // 2], legal[-1]}:
        seen, log, after = chair.foresee(action), Log(), state.clone()
        after.apply(action, log)
        assert not seen.ends.startswith("ends") or (after.over and not log.outcomes)
        assert seen.ends or not after.over
        if after.over:
            secret = {line.reason for line in after.score_lines()} & HIDDEN.get(kind, set())
            assert seen.ends != "ends_hidden" or secret
            assert ("hidden scoring" in chair.said(action)) == (seen.ends == "ends_hidden")
            continue
        change = counted(seen.at_end)
        real = counted(state.rules.ended(after), before)
        assert change.items() <= real.items(), (str(action), change, real)
        if not log.outcomes:
            mine = {key for key in real if key[0] == chair.seat and key[:2] not in unsure}
            assert mine <= change.keys(), (str(action), change, real)
        if change:
            said = chair.said(action, whole=all(key[0] != chair.seat for key in change))
            assert "at the end: " in said and "no points" not in said
            known = chair.seat not in chair.show.hidden and not any(seat == chair.seat for seat, _ in unsure)
            found = re.search(r"\(your total: (-?\d+) if over\)", said)
            assert known == bool(found) or state.rules.counted()
            if found and not log.outcomes:
                lines = [*after.score_lines(), *state.rules.ended(after)]
                assert int(found[1]) == sum(line.amount for line in lines if line.seat == chair.seat)
        told += len(change)
    return told


def checked(kind: str, seed: int, every: int) -> int:
    """Check some positions of a random game; return how many lines about the end previews said."""
    told, last = 0, None
    for number, chair in enumerate(decisions(seated(kind, seed), seed)):
        state = chair.table.match.state
        last = state.clone()
        if number % every == seed % every:
            told += previews_true(kind, chair, state)
        if number % (2 * every) == seed % every:
            nothing_hidden(kind, chair, state)
    assert last is not None
    chair = Table(Match(last.rules, start=last)).chair(last.to_act[0])
    assert any(chair.foresee(action).ends for action in chair.view.legal())
    nothing_hidden(kind, chair, last)
    return told + previews_true(kind, chair, last)


@pytest.mark.parametrize("kind", EVERY)
def test_of_the_end_a_seat_sees_what_is_certain(kind: str) -> None:
    assert checked(kind, 4, 29)


def test_what_says_who_is_ahead_is_counted_once() -> None:
    """Where it holds already what the end brings, the score page adds up to it, and previews say its parts."""
    told = 0
    for chair in itertools.islice(decisions(at("dominoes", (), 2, 2, 3), 3), 4, 40, 3):
        *_, total = panel(chair.standing(), "").rows
        assert [ink.text for ink in total] == ["worth", *map(str, chair.view.standing())]
        assert sum(row[0].text == "worth" for row in panel(chair.standing(), "").rows) == 1
        for action in chair.view.legal()[:3]:
            seen, said = chair.foresee(action), chair.said(action, whole=True)
            if any(seen.standing):
                told += 1
                assert totals(seen.at_end, 2) == seen.standing and "at the end" not in said
    assert told > 9


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", EVERY)
def test_of_the_end_a_seat_sees_what_is_certain_in_more_games(kind: str, seed: int) -> None:
    assert checked(kind, seed, 3)
