"""A deviation as sentences and as JSON: the moves, what each side says, and which of our rules forbid the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from ..play.match import Match
from ..record.writer import Writer
from .difference_search import Deviation, DeviationPlan, DeviationResult
from .differences import PositionDifference, by_source
from .implementations import EngineReferee, Move, Referee
from .json_lines import shown

MOST = 10
"""Most actions and moves that are printed; JSON has them all."""


@attrs.frozen
class ExplainedDeviation:
    """A finding with what our rules say about it."""

    finding: Deviation
    titles: tuple[str, str]
    refusals: Mapping[tuple[str, Move], tuple[str, tuple[str, ...]]]
    """By side ("a" or "b") and move that it refuses: the sentence and the ids of the rules."""
    gained: Mapping[str, Sequence[str]]
    """By side, the points of the last move that the other does not give, as far as it is ours."""

    def as_json(self) -> dict[str, Any]:
        """Return the finding as plain data."""
        finding = self.finding
        return {
            "seed": finding.start.seed,
            "seats": list(finding.start.seats),
            "moves": [[seat, action] for seat, action in finding.moves],
            "counted": finding.counted,
            "differences": [self._as_json(one) for one in finding.differences],
        }

    def _as_json(self, one: PositionDifference) -> dict[str, Any]:
        if one.field != "legal":
            more = {"gained": {side: list(self.gained[side]) for side in self.gained}}
            return {"field": one.field, "a": one.a, "b": one.b, **(more if one.field == "scores" else {})}
        return {
            "field": "legal",
            "seat": one.seat,
            "only_a": [self._action("b", one.seat, action) for action in one.a],
            "only_b": [self._action("a", one.seat, action) for action in one.b],
            "spelled": [list(pair) for pair in one.spelled],
        }

    def _action(self, other: str, seat: int, action: str) -> dict[str, Any]:
        said, rules = self.refusals.get((other, Move(seat, action)), ("", ()))
        return {"action": action, "rules": list(rules), "refused": said}

    def lines(self) -> Iterator[str]:
        """Yield the finding as lines for people."""
        finding, seats = self.finding, self.finding.start.seats
        count = len(finding.moves)
        after = f"after {count} decision{'s' * (count != 1)}" if count else "at the set-up"
        yield f"first difference: {after}, seed {finding.start.seed}, {len(seats)} players"
        if count > MOST:
            yield f"  (the first {count - MOST} are left out here; --json has them all)"
        for n, (seat, action) in list(enumerate(finding.moves, 1))[-MOST:]:
            yield f"  {n:>3}  {seats[seat]}: {shown(action)[1:-1]}"
        for one in finding.differences:
            yield from self._legal(one) if one.field == "legal" else self._field(one)

    def _field(self, one: PositionDifference) -> Iterator[str]:
        seats = self.finding.start.seats
        for side, value in (("A", one.a), ("B", one.b)):
            yield f"{one.field} of {side}: {shown(_words(one.field, value, seats), 400)[1:-1]}"
        if one.field == "scores":
            for side, lines in self.gained.items():
                for line in lines[:MOST]:
                    yield f"    only {side.upper()} gives: {line}"

    def _legal(self, one: PositionDifference) -> Iterator[str]:
        who = self.finding.start.seats[one.seat]
        if one.spelled:
            more = "" if one.a or one.b else "the same set of actions, but "
            yield f"{who}: {more}{len(one.spelled)} are spelled otherwise:"
            for mine, yours in one.spelled[:MOST]:
                yield f"    A writes {shown(mine)}, B writes {shown(yours)}"
        for side, other, actions in (("A", "b", one.a), ("B", "a", one.b)):
            for action in actions[:MOST]:
                yield f"{who}: only {side} allows {shown(action)}"
                said, _ = self.refusals.get((other, Move(one.seat, action)), ("", ()))
                if said:
                    yield f"    {other.upper()}: {shown(said, 400)[1:-1]}"
            if len(actions) > MOST:
                yield f"    ... and {len(actions) - MOST} more that only {side} allows"


def _words(field: str, value: Any, seats: Sequence[str]) -> str:
    """Return a field's value with players by name."""
    if field == "draws":
        return "; ".join(f"{source}: {', '.join(some)}" for source, some in value.items()) or "nothing"
    if field == "to_act":
        return ", ".join(seats[seat] for seat in value) or "nobody"
    if field == "scores":
        return ", ".join(f"{name} {points}" for name, points in zip(seats, value))
    if field == "ranking":
        return ", then ".join(" and ".join(seats[seat] for seat in place) for place in value) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def explained(a: Referee, b: Referee, finding: Deviation) -> ExplainedDeviation:
    """Return the finding, explained by whichever of the two is ours."""
    refusals: dict[tuple[str, Move], tuple[str, tuple[str, ...]]] = {}
    points: dict[str, list[str]] = {}
    for side, one in (("a", a), ("b", b)):
        if not isinstance(one, EngineReferee):
            continue
        one.new(finding.start, finding.moves)
        for difference in finding.differences:
            if difference.field == "legal":
                for action in difference.b if side == "a" else difference.a:
                    move = Move(difference.seat, action)
                    refusals[side, move] = one.refuses(move)
        points[side] = [
            f"{finding.start.seats[line.seat]} {line.amount:+} {one.rules.say(line.reason, {})}"
            f"{line.source and f', {line.source}'}{line.rule and f' ({line.rule})'}"
            for line in one.gained
        ]
    gained = {
        side: [one for one in lines if one not in points.get(_OTHER[side], ())]
        for side, lines in points.items()
    }
    return ExplainedDeviation(finding, (a.title, b.title), refusals, gained)


_OTHER = {"a": "b", "b": "a"}


def write_record(ours: EngineReferee, finding: Deviation, path: Path) -> None:
    """Write the moves that lead to the finding as a record of our rules, with their draws."""
    start = finding.start
    script: dict[str, list[str]] = {}
    draws = list(ours.new(start).draws)
    for move in finding.moves:
        draws += ours.play(move).draws
    script = by_source(draws)
    match = Match(ours.rules, start.seats, seed=start.seed, record=Writer(path, sync="end"), script=script)
    try:
        for seat, action in finding.moves:
            match.play(action, seat)
    finally:
        match.close()


def as_json(
    a: Referee, b: Referee, plan: DeviationPlan, result: DeviationResult, found: ExplainedDeviation | None
) -> dict[str, Any]:
    """Return the whole comparison as plain data."""
    return {
        "schema": 1,
        "a": a.title,
        "b": b.title,
        "players": len(plan.seats),
        "seed": plan.seed,
        "depth": plan.depth,
        "same": found is None,
        "games": result.games,
        "decisions": result.decisions,
        "counted": result.counted,
        "difference": found.as_json() if found is not None else None,
    }
