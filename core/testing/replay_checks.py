"""Checks that positions and games can be reproduced: undo and redo, records and resuming, any number of workers."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import attrs

from .. import bots
from ..base.chance import Stream
from ..base.errors import UsageError
from ..play.lifecycle import Bot
from ..play.match import Match
from ..play.recorded_game import Played
from ..play.redaction import shared
from ..play.replay import replay, resume
from ..record import format
from ..record.writer import Writer
from ..rules.ruleset import Rules
from ..rules.schedule import Sealed
from ..rules.state import State
from ..rules.zones import unseen
from ..simulation import games as simulation
from .other_processes import elsewhere, same_elsewhere
from .random_games import Moment, Subject, any_action, moments


def _begin(subject: Subject, match: Match, seed: int) -> Moment:
    """Note the match's position as the one that failures name, and return it."""
    own = Stream(seed, "reproducible")
    moment = Moment(
        subject=subject, seed=seed, decision=match.decisions, state=match.state, action=None, stream=own
    )
    subject.latest[:] = [moment]
    return moment


def undo(subject: Subject) -> None:
    """Undo restores equal states, never past new knowledge or another's decision; redo restores the later ones."""
    for players, seed in subject.deals:
        match = Match(subject.rules, players, seed=seed)
        chooser = Stream(seed, "testing:undo")
        while not match.over:
            before = match.state.clone()
            action = any_action(match.state, chooser)
            seat, played = action.seat, match.play(action)
            moment = _begin(subject, match, seed)
            if isinstance(match.state.step, Sealed) and match.state.sealed[seat]:
                if chooser.below(3) == 0:
                    match.undo(seat)
                    same = match.state == before
                    moment.need(same, "taking back a sealed step does not restore the state before it")
            elif chooser.below(2) == 0:
                _back_and_forth(moment, match)
            elif not match.can_undo():
                moment.need(_refuses(match), "undo succeeds although can_undo says no")
            last = match.played[-1] if match.played else None
            kept = last is not None and (last.number, last.action) == (played.number, played.action)
            moment.need(kept or played.sealed, "undo and redo lose the last decision")


def _back_and_forth(moment: Moment, match: Match) -> None:
    later: list[tuple[State, Played]] = []
    while match.can_undo():
        after, played = match.state, match.played[-1]
        later.append((after.clone(), played))
        match.undo()
        state = match.state
        moment.need(not played.log.outcomes, f"undo takes back {played.action}, in which chance decided")
        moment.need(not played.sealed, f"undo takes back the sealed {played.action} after its reveal")
        moment.need(played.seat == later[0][1].seat, "undo takes back the decision of another seat")
        learnt = next((s for s in [*range(len(state.seats)), None] if _learnt(state, after, s)), -1)
        who = "the spectator" if learnt is None else state.seats[learnt]
        moment.need(learnt == -1, f"undo takes back {played.action}, in which {who} saw hidden pieces")
        copy = state.clone()
        copy.apply(played.action)
        moment.need(copy == after, f"undoing {played.action} does not restore the state before it")
    moment.need(_refuses(match), "undo succeeds although can_undo says no")
    for after, _ in reversed(later):
        match.redo()
        moment.need(match.state == after, "redo does not restore the later state")


def _learnt(before: State, after: State, seat: int | None) -> bool:
    """Return whether the seat knows of pieces where they are and did not know it before."""
    found = unseen(after, seat)
    return any(pool - found.get(family, pool) for family, pool in unseen(before, seat).items())


def _refuses(match: Match) -> bool:
    """Return whether undo is refused and leaves the match as it is."""
    state, count = match.state, len(match.played)
    try:
        match.undo()
    except UsageError:
        return match.state is state and len(match.played) == count
    return False


def records(subject: Subject) -> None:
    """A record replays to the same state from its seed or its draws; a torn one can be resumed; copies keep secrets."""
    with TemporaryDirectory() as folder:
        for players, seed in attrs.evolve(subject, games=max(1, subject.games // 2)).deals:
            path = Path(folder) / f"{players}-{seed}.jsonl"
            match = Match(subject.rules, players, seed=seed, record=Writer(path, sync="never"))
            _play_recorded(subject, match, seed)
            match.close()
            _replayed(subject, match, path, seed)
            _torn(subject, match, path, seed)


def _play_recorded(subject: Subject, match: Match, seed: int) -> None:
    chooser = Stream(seed, "testing:records")
    while not match.over:
        action = any_action(match.state, chooser)
        seat = action.seat
        match.play(action)
        moment = _begin(subject, match, seed)
        limit = subject.rules.game.turn_limit
        moment.need(match.decisions < 2 * limit, f"no end after {match.decisions} decisions")
        if match.can_undo(seat) and chooser.below(4) == 0:
            match.undo(seat)
            if match.undone and chooser.below(2):
                match.redo()


def _replayed(subject: Subject, match: Match, path: Path, seed: int) -> None:
    moment = _begin(subject, match, seed)
    found = format.read(path)
    for verify in (False, True):
        again = replay(found, verify=verify, rules=subject.rules)
        said = "drawn again from the seed" if verify else "replayed with its draws"
        moment.need(again.state == match.state, f"the record {said} leads to a different state")
        moment.need(
            again.decisions == match.decisions, f"the record {said} has a different number of decisions"
        )
        moment.need(
            [p.action for p in again.played] == [p.action for p in match.played],
            f"the record {said} has different actions",
        )
    for seat in [*range(len(match.state.seats)), None]:
        name = match.state.seats[seat] if seat is not None else None
        text = shared(found, seat, subject.rules)
        json.dumps(text)
        for line in text:
            secret = line.keys() & {"seed", "hash"}
            moment.need(not secret, f"the record for {name or 'a spectator'} contains {', '.join(secret)}")
            spied = "value" in line and line.get("to", name) != name
            moment.need(not spied, f"the record for {name or 'a spectator'} contains {line}")


def _torn(subject: Subject, match: Match, path: Path, seed: int) -> None:
    """Cut the record at a random byte, resume the match, and check that it ends with a whole record."""
    stream = Stream(seed, "testing:torn")
    raw = path.read_bytes()
    first = raw.index(b"\n") + 1
    cut = first + stream.below(len(raw) - first - 1) + 1
    torn = path.with_suffix(".torn")
    torn.write_bytes(raw[:cut])
    moment = _begin(subject, match, seed)
    found = format.read(torn)
    unfinished = b"\n" not in raw[cut - 1 : cut + 1]
    moment.need(bool(found.unfinished) == unfinished, f"a record cut at byte {cut} is not recognised as torn")
    going, _ = resume(torn, lambda text, rules: _no_bot(), subject.rules, sync="never")
    _play_recorded(subject, going, seed + 1)
    going.close()
    whole = format.read(torn)
    moment.need(not whole.unfinished, "a resumed record still has a torn line")
    again = replay(whole, verify=True, rules=subject.rules)
    moment.need(again.state == going.state, "a resumed record leads to a different state")


def _no_bot() -> Bot:
    raise AssertionError("the match has no bots")


def workers(subject: Subject) -> None:
    """Games go the same in any order, and in other processes, in which sets of texts have other orders."""
    with TemporaryDirectory() as folder:  # for records of games that fail: each failure has its command
        for players in subject.players:
            _simulated(subject, players, folder)
    if elsewhere(subject.rules):
        same_elsewhere(subject)


def _simulated(subject: Subject, players: int, folder: str) -> None:
    rules = subject.rules
    plan = attrs.evolve(
        simulation.SimulationPlan.of(rules),
        bots=("random",) * players,
        seed=subject.seed,
        games=max(2, subject.games),
        failed=folder,
    )
    seeds = range(plan.seed, plan.seed + plan.games)
    one = [simulation.one(plan, rules, _bots(plan, rules), seed) for seed in seeds]
    fresh = subject.again()
    shared = _bots(plan, fresh)
    back = [simulation.one(plan, fresh, shared, seed) for seed in reversed(seeds)]
    failed = next((row for row in one if "error" in row), None)
    if failed is not None:
        for _ in moments(subject):  # if random games fail here as well, they say it with the position
            pass
        raise subject.broken(f"the simulated game with seed {failed['seed']} fails: {failed['error']}")
    if one != back[::-1]:
        raise subject.broken(f"games of {players} players depend on the games simulated before them")


def _bots(plan: simulation.SimulationPlan, rules: Rules) -> list[Bot]:
    return [bots.make(text, rules) for text in plan.bots]
