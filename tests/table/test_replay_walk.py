"""A walk through a record: its positions, whose eyes see what, and records that end early."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import InvalidFile
from tilewright.core.bots import make
from tilewright.core.draw.derived import shown
from tilewright.core.play.match import Match
from tilewright.core.play.recorded_game import Played
from tilewright.core.play.redaction import shared
from tilewright.core.play.replay import replay
from tilewright.core.record import format as records
from tilewright.core.rules.state import State
from tilewright.core.rules.views import View
from tilewright.core.table import record_positions
from tilewright.core.table.narration import one_line
from tilewright.core.table.replay_walk import Eyes, Walk
from tilewright.core.text.seat_names import REFEREE

from .games import KINDS

NAMES = ("anna", "bruno", "clara")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A whole game of each kind between bots; none of them must be changed."""
    folder = tmp_path_factory.mktemp("walks")
    found = {}
    for kind, (game, modules, seats) in KINDS.items():
        rules = tw.load(game, list(modules))
        names = NAMES[:seats]
        bots = {name: make("random", rules) for name in names}
        found[kind] = folder / f"{kind}.jsonl"
        match = Match(
            rules, names, seed=3, bots=bots, bot_names=dict.fromkeys(names[1:], "random"), record=found[kind]
        )
        match.play_bots()
        match.close()
    return found


def straight(path: Path) -> list[State]:
    """Every position of a record that takes nothing back, as a straight replay gives them."""
    found: list[State] = []

    def keep(match: Match, played: Played) -> None:
        found.append(match.state)

    record = records.read(path)
    first = replay(record, to=0).state
    replay(record, on_decision=keep)
    return [first, *found]


@pytest.mark.parametrize("kind", KINDS)
def test_every_position_equals_that_of_a_straight_replay(kind: str, played: dict[str, Path]) -> None:
    walk, states = Walk.open(played[kind]), straight(played[kind])
    assert walk.last == len(states) - 1
    order = [*range(walk.last + 1), *reversed(range(walk.last + 1))]
    for at in order:
        assert walk.state(at) == states[at]
        assert walk.scores(at) == tuple(states[at].scores)


def test_few_positions_are_kept_and_the_others_come_back(
    played: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_positions, "KEPT", 10)
    walk, states = Walk.open(played["glenmore"]), straight(played["glenmore"])
    for at in random.Random(1).sample(range(walk.last + 1), 25):
        assert walk.state(at) == states[at]
        assert len(walk._kept) <= 10
    walk.eyes = REFEREE
    walk.at = walk.last
    assert len(walk.log()) == walk.last


@pytest.mark.parametrize("kind", KINDS)
def test_it_walks_back_and_forth_by_decision_turn_and_round(kind: str, played: dict[str, Path]) -> None:
    walk = Walk.open(played[kind])
    for unit in ("decision", "turn", "round"):
        walk.at = 0
        there = [0]
        while walk.go(unit):
            there.append(walk.at)
        assert there[-1] == walk.last and not walk.go(unit)
        back = [walk.last]
        while walk.go(unit, -1):
            back.append(walk.at)
        assert back == there[::-1]
    ends = [n for n, step in enumerate(walk.steps, 1) if step.turn_ended]
    walk.at = 0
    for end in ends:
        assert walk.go("turn") and walk.at == end
    walk.to(7)
    assert (walk.at, walk.number) == (7, 7)
    walk.to(10**9)
    assert walk.at == walk.last


# -- eyes --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_what_anna_sees_follows_from_what_she_knows(kind: str, played: dict[str, Path]) -> None:
    walk = Walk.open(played[kind])
    for eyes in (0, None):
        walk.eyes = eyes
        for at in range(0, walk.last + 1, 9):
            walk.at = at
            view = walk.state(at).view(eyes)
            other = View(view.determinize(Stream(at, "another world")), eyes)
            assert walk.show == shown(other, "en")


def hidden(state: State) -> Iterator[tuple[str, ...]]:
    """What bruno alone sees: the names of the pieces of each place."""
    for place in state.rules.places_of(state):
        if place.seen_by(1, state) and not place.seen_by(0, state):
            yield tuple(state.rules.pieces[place.zone.family][piece] for piece in place.pieces(state))


def test_the_referee_sees_what_anna_and_the_spectator_do_not(played: dict[str, Path]) -> None:
    walk = Walk.open(played["rebirth"])
    walk.at = next(n for n in range(walk.last) if any(hidden(walk.state(n))))
    secret = [
        list(place.pieces(walk.state(walk.at)))
        for place in walk.rules.places_of(walk.state(walk.at))
        if place.owner == 1 and place.zone.sees == "owner"
    ]

    def view(eyes: Eyes) -> list[object]:
        walk.eyes = eyes
        seen = walk.view(walk.at, 0)
        names = {
            p.name
            for p in walk.rules.places_of(walk.state(walk.at))
            if p.owner == 1 and p.zone.sees == "owner"
        }
        return [getattr(seen, name)[1] for name in sorted(names)]

    assert all(zone is None for zone in view(0)) and all(zone is None for zone in view(None))
    assert sorted(map(sorted, view(REFEREE))) == sorted(map(sorted, secret))  # type: ignore[arg-type]
    shows = {}
    for eyes in (0, 1, REFEREE):
        walk.eyes = eyes
        shows[eyes] = walk.show
    assert shows[REFEREE] != shows[0]


def test_sealed_prices_are_told_at_the_reveal_and_to_their_owner_and_the_referee_before(
    played: dict[str, Path],
) -> None:
    walk = Walk.open(played["isleofskye"])
    at = next(
        n for n, step in enumerate(walk.steps, 1) if step.sealed and step.seat == 1 and not step.log.barrier
    )
    walk.at = at
    walk.eyes = 0
    assert "bruno decides in secret" in walk.event()
    move = str(walk.steps[at - 1].action)
    assert not any(move in one_line(entry.told) for entry in walk.log())
    for eyes in (1, REFEREE):
        walk.eyes = eyes
        assert move in walk.event()
    walk.eyes = 0
    reveal = next(n for n, step in enumerate(walk.steps, 1) if n > at and step.log.barrier)
    walk.at = reveal
    assert any(entry.index == at for entry in walk.log())


def test_a_copy_for_anna_is_walked_with_her_eyes_only(played: dict[str, Path], tmp_path: Path) -> None:
    path = tmp_path / "copy.jsonl"
    lines = shared(records.read(played["isleofskye"]), 0)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    walk = Walk.open(path)
    assert walk.every_eyes == (0,) and walk.eyes == 0
    whole = Walk.open(played["isleofskye"])
    assert walk.last + len(walk.rest) == whole.last
    assert walk.last > 20
    for at in range(0, walk.last + 1, 5):
        walk.at = at
        assert list(walk.scores()) == walk.state(at).scores
        assert walk.show.boards
    assert walk.no_play()


# -- records that end early --------------------------------------------------------------------------------------------


def changed(path: Path, to: Path, number: int, text: str) -> Path:
    """The record with another line of this number."""
    lines = path.read_text("utf-8").split("\n")
    lines[number - 1] = text
    to.write_text("\n".join(lines), "utf-8")
    return to


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"n": 3, "seat": 9, "move": "pass"}', '{"n": 1, "strange": 2}', "\x00"]
)
def test_a_damaged_record_is_walked_up_to_the_damage(
    text: str, played: dict[str, Path], tmp_path: Path
) -> None:
    path = changed(played["rebirth"], tmp_path / "damaged.jsonl", 60, text)
    with pytest.raises(InvalidFile):
        records.read(path)
    walk, states = Walk.open(path), straight(played["rebirth"])
    assert 0 < walk.last < len(states) - 1
    assert f"{path}:60" in walk.trouble
    walk.at = walk.last
    assert walk.trouble in walk.next_up()
    for at in range(walk.last + 1):
        assert walk.state(at) == states[at]


def test_a_record_that_goes_differently_is_walked_up_to_there(
    played: dict[str, Path], tmp_path: Path
) -> None:
    lines = played["glenmore"].read_text("utf-8").split("\n")
    number = next(n for n, line in enumerate(lines, 1) if n > 100 and '"move"' in line)
    said = json.loads(lines[number - 1])
    path = changed(
        played["glenmore"], tmp_path / "else.jsonl", number, json.dumps(said | {"move": "take 12345"})
    )
    walk, states = Walk.open(path), straight(played["glenmore"])
    assert f"{path}:{number}" in walk.trouble
    assert walk.last == said["n"] - 1
    assert walk.state(walk.last) == states[walk.last]


def test_an_unfinished_record_ends_with_who_is_to_act(played: dict[str, Path], tmp_path: Path) -> None:
    path = tmp_path / "torn.jsonl"
    raw = played["rebirth"].read_bytes()
    path.write_bytes(raw[: len(raw) // 2])
    walk = Walk.open(path)
    walk.at = walk.last
    acting = walk.state(walk.last).to_act[0]
    assert walk.trouble == "" and f"to act: {walk.seats[acting]}" in walk.next_up()


# -- what was taken back -----------------------------------------------------------------------------------------------


def test_decisions_taken_back_are_left_out_and_a_number_means_those_that_stand(tmp_path: Path) -> None:
    path = tmp_path / "undone.jsonl"
    match = Match(tw.load("glenmore"), NAMES[:2], seed=1, record=path)
    first = match.state
    while len(match._past) < 2:  # two decisions of one turn that can be taken back
        match.play(match.state.legal(match.state.to_act[0])[0])
        if match.decisions > 200:
            raise AssertionError("no turn has two decisions")
    kept = match.decisions - 2
    before = match.played[kept].action
    match.undo()
    match.undo()
    seat = match.state.to_act[0]
    other = next(action for action in match.state.legal(seat) if action != before)
    match.play(other)
    match.close()
    walk = Walk.open(path)
    assert walk.last == match.decisions
    assert [step.action for step in walk.steps] == [step.action for step in match.played]
    assert walk.state(walk.last) == match.state and walk.state(0) == first
    record = records.read(path)
    for at in range(walk.last + 1):
        walk.at = at
        assert replay(record, to=walk.number).state == walk.state(at)


def test_a_step_taken_back_before_the_reveal_stays_secret(tmp_path: Path) -> None:
    path = tmp_path / "sealed.jsonl"
    match = Match(tw.load("isleofskye"), NAMES[:2], seed=2, record=path)
    first, other = match.state.legal(1)[0], match.state.legal(1)[1]
    match.play(first)
    match.undo(1)
    match.play(other)
    match.close()
    walk = Walk.open(path)
    assert [str(step.action) for step in walk.steps] == [str(other)]
    walk.at, walk.eyes = walk.last, 0
    assert walk.log() == [] and walk.secret
    assert walk.state(walk.last) == match.state
    walk.to(1)
    assert walk.at == 0  # the first decision did not stand
