"""Sharing: a copy of a record for one seat has nothing that the seat cannot know, and is replayed as far as it goes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import TilewrightError
from tilewright.core.play.match import Match
from tilewright.core.play.redaction import shared
from tilewright.core.play.rewind import before
from tilewright.core.record import format
from tilewright.core.rules.events import Log, script_of
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.schedule import Sealed

from ..record import recorded

NAMES = recorded.NAMES
SEED = 9_182_736_455_463_728
RULES = {
    **recorded.RULES,
    "ireland": tw.load("rebirth", modules=["ireland"]),
    "glenmore": tw.load("glenmore"),
    "isleofskye": tw.load("isleofskye"),
    "druids": tw.load("isleofskye", modules=["bonus", "druids", "outskirts", "tunnel"]),
}
OPEN = ("nim", "meadow", "river", "glenmore", "isleofskye", "druids")
"""Games in which nobody draws or moves in secret, prices aside: all of a shared record can be replayed."""
SEATS = (0, 1, None)
SAMPLED = [
    pytest.param(name, marks=[pytest.mark.soak] * (name in ("isleofskye", "rebirth"))) for name in RULES
]
"""Games with all their modules hold what they hold without; those are left to the soak."""


def random_match(rules: Rules, path: Path, seed: int = SEED) -> Iterator[Match]:
    """A recorded random match, with decisions taken back now and then; yields after each decision."""
    match, chooser = Match(rules, NAMES, seed=seed, record=path), Stream(seed, "test")
    yield match
    while not match.over:
        seat = chooser.pick(match.state.to_act)
        match.play(chooser.pick(match.state.legal(seat)))
        yield match
        if match.can_undo(seat) and chooser.below(3) == 0:
            match.undo(seat)
            yield match
    match.close()


PLAYED: dict[int, tuple[Match, bytes]] = {}
"""By the identity of their rules, matches that have been played to the end, with their records."""


def whole(rules: Rules, path: Path) -> Match:
    """A random match to its end, which is played only once, with its record at `path`. It must not be changed."""
    if id(rules) not in PLAYED:
        *_, match = random_match(rules, path)
        PLAYED[id(rules)] = match, path.read_bytes()
    match, written = PLAYED[id(rules)]
    path.write_bytes(written)
    return match


def copied(path: Path, seat: int | None, rules: Rules) -> format.Record:
    """The shared record, written and read again."""
    lines = shared(format.read(path), seat, rules)
    return format.read(recorded.write(path.with_name("shared.jsonl"), lines))


def called(seat: int | None) -> str | None:
    return None if seat is None else NAMES[seat]


# -- what is in it -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULES)
def test_no_seed_no_stream_no_hash(tmp_path: Path, name: str) -> None:
    path = tmp_path / "match.jsonl"
    match = whole(RULES[name], path)
    found = format.read(path)
    hashes = [line.content["hash"] for line in found.lines if "hash" in line.content]
    secrets = [str(SEED), *(str(key) for key, _ in match.state.streams.values()), *hashes, str(tmp_path)]
    for seat in SEATS:
        lines = shared(found, seat, RULES[name])
        assert lines[0]["shared"] == {"as": called(seat)} and "seed" not in lines[0]
        text = json.dumps(lines)
        assert not [secret for secret in secrets if secret in text]
        for line in lines[1:]:
            assert ("value" in line) == ("draw" in line and line.get("to", called(seat)) == called(seat))
        assert [line for line in lines if "result" in line] == [found.lines[-1].content]


def test_the_owners_folders_stay_at_home(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "messages.yaml").write_text("show.food: {en: meals}\n", "utf-8")
    rules = tw.load("rebirth", data=data)
    texts = {"anna": f"{tmp_path}/mine.py:Bot!one-step", "bruno": "search:60:2", "clara": r"C:\mine\b.py:Bot"}
    match = Match(rules, NAMES, record=tmp_path / "match.jsonl", bot_names=texts)
    match.close()
    head = shared(format.read(tmp_path / "match.jsonl"), 0)[0]
    assert head["bots"] == {"anna": "mine.py:Bot!one-step", "bruno": "search:60:2", "clara": "C:b.py:Bot"}
    assert str(tmp_path) not in json.dumps(head) and head["data"] is None


def twin(match: Match, other: Match, seat: int | None, chooser: Stream) -> bool:
    """Play one random decision in both matches, with the same outcomes as far as the seat sees them.

    In the first one, others sometimes take a sealed step back and take it again. False if the second match cannot go
    the same way.
    """
    actor = chooser.pick(match.state.to_act)
    action = chooser.pick(match.state.legal(actor))
    sealed = isinstance(match.state.step, Sealed)
    waverings = chooser.below(3) if sealed and actor != seat else 0
    before = match.state
    preview, log = match.preview(action)
    script = script_of(outcome for outcome in log.outcomes if outcome.to in (-1, seat))
    alike = [one for one in other.state.legal(actor) if one.told_to(seat) == action.told_to(seat)]
    if not alike or preview.over:
        return False
    trial, theirs = other.state.clone(), Log(script)
    try:
        trial.play(alike[0], theirs)
    except TilewrightError:
        return False
    if [o for o in theirs.outcomes if o.to in (-1, seat)] != [o for o in log.outcomes if o.to in (-1, seat)]:
        return False
    if trial.view(seat).to_dict() != preview.view(seat).to_dict():
        return False
    match.play(action)
    for _ in range(waverings):
        if match.state.step is before.step and match.can_undo(actor):
            match.undo(actor)
            match.play(action)
    other.carry_out(alike[0], Log(script))
    return True


def go_back(match: Match, other: Match, seat: int) -> bool:
    """Take back this seat's last decision in both matches, with what came after it. False if that is not possible."""
    to, there = before(match, seat), before(other, seat)
    if to is None or there is None:
        return False
    match.back(to)
    other.back(there)
    return True


@pytest.mark.parametrize(("seeds", "decisions"), [(1, 24), pytest.param(2, 40, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", SAMPLED)
def test_what_a_seat_cannot_know_changes_nothing(
    tmp_path: Path, name: str, seeds: int, decisions: int
) -> None:
    """Two matches that look the same to the seat, from the set-up on: the copies are equal, byte for byte.

    Now and then everybody goes back in both, over whatever has been learnt.
    """
    rules = RULES[name]
    compared = different = went = 0
    for seat, seed in product(SEATS, range(seeds)):
        one, two = tmp_path / f"{seat}-{seed}-one.jsonl", tmp_path / f"{seat}-{seed}-two.jsonl"
        state = rules.new(NAMES, SEED + seed)
        world = state.view(seat).determinize(Stream(seed, "world"))
        match = Match(rules, start=state, seed=SEED, record=one)
        other = Match(rules, start=world, seed=SEED + 1, record=two)
        chooser, wishes = Stream(seed, "test"), Stream(seed, "back")
        for _ in range(decisions):
            more = twin(match, other, seat, chooser)
            back = more and wishes.below(8) == 0 and go_back(match, other, wishes.below(len(NAMES)))
            went += back
            if back or chooser.below(5) == 0 or not more:
                mine, theirs = (json.dumps(shared(format.read(path), seat, rules)) for path in (one, two))
                assert mine == theirs
                compared += 1
                raw = one.read_bytes().split(b"\n", 1)[1], two.read_bytes().split(b"\n", 1)[1]
                different += raw[0] != raw[1]
            if not more:
                break
        match.close()
        other.close()
    assert compared > 4 * seeds and went and (different or name == "nim"), "they were different matches"


def auction_record(path: Path, moves: list[tuple[int, str]]) -> format.Record:
    state: Any = RULES["auction"].new(NAMES, 4)
    state.hand = [[0, 1, 3], [1, 2, 3], [0, 0, 2]]
    match = Match(RULES["auction"], start=state, record=path)
    for seat, move in moves:
        if move == "undo":
            match.undo(seat)
        else:
            match.play(move, seat)
    match.close()
    return format.read(path)


def moves_shown(found: format.Record, seat: int | None) -> list[str]:
    shown = []
    for line in shared(found, seat, RULES["auction"])[1:]:
        if "move" in line:
            shown.append(f"{line['n']} {line['seat']} {line['move']}")
        elif line.keys() & {"undo", "reveal"}:
            shown.append("reveal" if line.get("reveal") is True else f"{line['undo']} undo")
    return shown


def test_sealed_steps_are_shared_from_the_reveal_on(tmp_path: Path) -> None:
    """Decisions are counted anew, and in an order of their own: how often others wavered stays with them."""
    early = [(0, "pick stag"), (2, "pick owl"), (0, "offer 1"), (0, "undo"), (2, "offer 0")]
    found = auction_record(tmp_path / "early.jsonl", early)
    assert moves_shown(found, 0) == ["1 0 pick stag", "2 0 offer 1", "0 undo"]
    assert moves_shown(found, 2) == ["1 2 pick owl", "2 2 offer 0"]
    assert moves_shown(found, 1) == moves_shown(found, None) == []
    late = [*early, (0, "offer 3"), (1, "pick fox"), (1, "offer 2"), (0, "slip fox"), (1, "keep")]
    found = auction_record(tmp_path / "late.jsonl", late)
    two, three = ["1 1 pick fox", "2 1 offer 2"], ["5 2 pick owl", "6 2 offer 0"]
    assert moves_shown(found, 1) == [
        *two,
        "3 0 pick stag",
        "4 0 offer 3",
        *three,
        "reveal",
        "7 0 slip ?",
        "8 1 keep",
    ]
    mine = ["1 0 pick stag", "2 0 offer 1", "0 undo", "4 0 offer 3"]
    assert moves_shown(found, 0)[:4] == mine and moves_shown(found, 0)[-2:] == ["9 0 slip fox", "10 1 keep"]
    assert not any("told" in line for line in shared(found, 0, RULES["auction"]))


def test_who_else_remembers_a_piece_stays_unsaid(tmp_path: Path) -> None:
    """Anna knows of a fox in the deck; whether bruno knows of it, too, is not hers to know."""
    rules = RULES["auction"]
    copies = []
    for name, seats in (("one", 0b001), ("two", 0b011), ("three", 0b010)):
        state = rules.new(NAMES, 4)
        state.seen = [("deck", int(state.deck[0]), seats)]  # type: ignore[attr-defined]
        Match(rules, start=state, record=tmp_path / name).close()
        copies.append(shared(format.read(tmp_path / name), 0, rules))
    assert copies[0] == copies[1] != copies[2]
    assert copies[0][0]["start"]["seen"] and not copies[2][0]["start"]["seen"]
