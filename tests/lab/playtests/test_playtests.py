"""Many playtests in numbers: what was played is what is counted, by ruleset, and strange files do no harm."""

from __future__ import annotations

import json
import os
import shutil
from math import log2
from pathlib import Path
from statistics import mean, median, stdev
from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import UsageError
from tilewright.core.bots import make
from tilewright.core.lab.playtests.measured_pace import measured, written
from tilewright.core.lab.playtests.reading import match_of, read
from tilewright.core.lab.playtests.summary import RulesetTally, summed
from tilewright.core.meters.pace import pace_of
from tilewright.core.play.match import Match
from tilewright.core.play.redaction import shared
from tilewright.core.play.replay import replay
from tilewright.core.record import format
from tilewright.core.rules.actions import Reason, Refusal

NAMES = ["anna", "bruno", "clara"]
SEEDS = range(6)


class Clock:
    """A clock that stands until it is moved on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr("time.monotonic", lambda: self.now)


Told = dict[str, Any]


def played(path: Path, clock: Clock, seed: int, rules: Any, players: int = 2, stops: int = 10_000) -> Told:
    """Play and record a match with undo, refusals and answers; return what was done, counted here as it happens."""
    match = Match(rules, NAMES[:players], seed=seed, record=path, playtest=True)
    stream, bot = Stream(seed, "test"), make("random", rules)
    times: list[tuple[float, str]] = []
    refused = 0
    while not match.over and match.decisions < stops:
        seat = match.state.to_act[0]
        action = match.choose(seat, bot)
        if stream.below(10) == 0:
            match.note_refusal(Refusal(action, (Reason("x", "RB-PLACE-1"), Reason("y", "RB-PLACE-5"))))
            refused += 1
        spent = stream.below(300) / 10
        clock.now += spent
        match.play(action)
        if match.can_undo(seat) and stream.below(4) == 0:
            clock.now += 1.5
            match.undo(seat)
            clock.now += 2.0
            match.play(match.choose(seat, bot))
            spent += 3.5
        times.append((round(spent, 1), str(match.played[-1].action)))
    match.note("by phone")
    for seat in range(players):
        match.answer(seat, "fun", f"{seat}")
    match.close()
    return {"times": times, "refused": refused, "state": match.state, "decisions": len(match.played)}


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Told]]:
    """Records of matches, which no test changes, and what was done in them."""
    folder, rules = tmp_path_factory.mktemp("many"), tw.load("rebirth")
    with pytest.MonkeyPatch.context() as patch:
        clock = Clock(patch)
        games = [
            played(folder / f"{n}.jsonl", clock, n, rules, stops=25 if n == 3 else 10_000) for n in SEEDS
        ]
    return folder, games


@pytest.fixture(scope="module")
def only(many: tuple[Path, list[Told]]) -> RulesetTally:
    matches, unread = read([many[0]])
    assert not unread
    (found,) = summed(matches)
    return found


def test_scores_victories_and_lengths_are_those_of_the_games(
    many: tuple[Path, list[Told]], only: RulesetTally
) -> None:
    _, games = many
    (two,) = only.by_players
    done = [game["state"] for game in games if game["state"].over]
    assert (two.players, two.finished, two.abandoned) == (2, 5, {13: 1}) and len(done) == 5
    for seat, tally in enumerate(two.seats):
        scores = [state.scores[seat] for state in done]
        assert tally.scores.mean == pytest.approx(mean(scores))
        assert tally.scores.deviation == pytest.approx(stdev(scores))
        assert (tally.scores.least, tally.scores.most) == (min(scores), max(scores))
        assert tally.won == sum(seat in state.winners for state in done)
    assert two.ranks[0].mean == pytest.approx(mean(max(state.scores) for state in done))
    assert two.ranks[1].mean == pytest.approx(mean(min(state.scores) for state in done))
    assert two.rounds is not None and (two.rounds.least, two.rounds.most) == (34, 34)
    assert two.decisions is not None and two.decisions.mean == 68
    minutes = [sum(spent for spent, _ in game["times"]) / 60 for game in games if game["state"].over]
    assert two.minutes is not None and two.minutes.mean == pytest.approx(mean(minutes))


def test_times_lead_to_their_decisions(many: tuple[Path, list[Told]], only: RulesetTally) -> None:
    _, games = many
    every = sorted((spent for game in games for spent, _ in game["times"]), reverse=True)
    (kind,) = only.kinds
    assert (kind.kind, kind.count) == ("place", len(every)) and kind.median == pytest.approx(median(every))
    slow, slower = (sum(one >= kind.slow for one in every), sum(one > kind.slow for one in every))
    assert slow >= len(every) / 10 > slower - 1
    assert [one.seconds for one in only.slowest] == every[:5]
    for one in only.slowest:
        spent, move = games[int(Path(one.file).stem)]["times"][one.after]
        assert (spent, move) == (one.seconds, str(one.played.action))
        before = replay(format.read(one.file), to=one.after)
        assert before.state.seats[before.state.to_act[0]] == one.player


def test_refusals_answers_and_notes_are_listed_with_their_files(
    many: tuple[Path, list[Told]], only: RulesetTally
) -> None:
    _, games = many
    assert [one.rule for one in only.rules] == ["RB-PLACE-1", "RB-PLACE-5"]
    for rule in only.rules:
        assert len(rule.moves) == sum(game["refused"] for game in games) > 5
        assert rule.words == tw.load("rebirth").rule_texts()[rule.rule].text
    (fun,) = only.questions
    assert fun.words == "" and len(fun.texts) == 12 and {one.player for one in fun.texts} == {"anna", "bruno"}
    assert [(one.text, Path(one.file).stem) for one in only.notes] == [("by phone", str(n)) for n in SEEDS]


def test_rulesets_and_numbers_of_players_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, usual, dear = Clock(monkeypatch), tw.load("rebirth"), tw.load("rebirth", options={"castle": 9})
    (tmp_path / "deep" / "er").mkdir(parents=True)
    for n in range(3):
        played(tmp_path / "deep" / "er" / f"dear{n}.jsonl", clock, n, dear, stops=4)
    played(tmp_path / "two.jsonl", clock, 1, usual, stops=4)
    played(tmp_path / "three.jsonl", clock, 2, usual, players=3, stops=4)
    first, second = summed(read([tmp_path])[0])
    assert [len(first.matches), len(second.matches)] == [3, 2]
    assert first.matches[0].rules.option_hash == dear.option_hash and [
        one.players for one in second.by_players
    ] == [2, 3]
    assert summed(read([tmp_path / "two.jsonl", tmp_path / "deep"])[0])[1].by_players[0].players == 2


def test_people_who_play_the_same_seed_are_not_taken_for_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their records begin with the same line; they differ in their times at the latest."""
    clock, rules = Clock(monkeypatch), tw.load("rebirth")
    for n, waits in enumerate((3.0, 4.0)):
        match = Match(rules, NAMES[:2], seed=7, record=tmp_path / f"{n}.jsonl", playtest=True)
        clock.now += waits
        match.play(match.state.legal(match.state.to_act[0])[0])
        match.close()
    matches, unread = read([tmp_path])
    assert [one.timed[0].seconds for one in matches] == [3.0, 4.0] and not unread


def test_a_shared_victory_counts_in_parts(many: tuple[Path, list[Told]]) -> None:
    folder, _ = many
    match = match_of(format.read(folder / "1.jsonl"))
    assert match.result is not None
    tie = attrs.evolve(match.result, winners=(0, 1), ranking=((0, 1),))
    (found,) = summed([match, attrs.evolve(match, result=tie)])
    assert sorted(seat.won for seat in found.by_players[0].seats) == [0.5, 1.5]


def test_a_time_counts_only_behind_its_decision(many: tuple[Path, list[Told]], tmp_path: Path) -> None:
    folder, games = many
    lines = (folder / "3.jsonl").read_text().splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if '"took"' in line)
    lines[at:at] = ['{"n": 24, "took": 777.0}\n', '{"n": 0, "took": 778.0}\n']
    (tmp_path / "3.jsonl").write_text("".join(lines) + '{"n": 1, "took": 779.0}\n')
    found = match_of(format.read(tmp_path / "3.jsonl"))
    assert [one.seconds for one in found.timed] == [spent for spent, _ in games[3]["times"]]


def test_old_records_and_copies_have_what_they_have(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, rules = Clock(monkeypatch), tw.load("isleofskye")
    played(tmp_path / "whole.jsonl", clock, 1, rules)
    whole = format.read(tmp_path / "whole.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "whole.jsonl").read_text().splitlines()]
    del lines[0]["playtest"]
    plain = [one for one in lines if not one.keys() & {"took", "refused", "question"}]
    copy = shared(whole, 0, playtest=True)
    for name, some in (("plain", plain), ("copy", copy)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(one) + "\n" for one in some))
    full, old, own = (
        match_of(format.read(tmp_path / f"{name}.jsonl")) for name in ("whole", "plain", "copy")
    )
    assert full.result == old.result == own.result is not None
    assert full.timed and not old.timed and not old.refused and not old.answers and old.minutes is None
    assert [(one.seconds, str(one.played.action)) for one in own.timed] == [
        (one.seconds, str(one.played.action)) for one in full.timed if one.player == "anna"
    ]
    assert {one.player for some in own.answers.values() for one in some} == {"anna"}


def test_files_that_are_no_records_are_named_and_the_others_are_counted(
    many: tuple[Path, list[Told]], tmp_path: Path
) -> None:
    folder = shutil.copytree(many[0], tmp_path / "many")
    raw = (folder / "1.jsonl").read_bytes()
    head, first, *others = raw.splitlines(keepends=True)
    (folder / "again.jsonl").write_bytes(raw[: len(raw) // 2])
    begun = (folder / "2.jsonl").read_bytes().splitlines(keepends=True)[:9]
    (folder / "00.jsonl").write_bytes(b"".join(begun))
    (folder / "bad.jsonl").write_bytes(head + first + b'{"n": 1, "took": NaN}\n')
    (folder / "empty.jsonl").write_bytes(b"")
    (folder / "game.jsonl").write_bytes(head.replace(b'"rebirth"', b'"gone"') + first)
    (folder / "hidden").mkdir()
    (folder / "hidden" / ".DS_Store").write_bytes(b"\x00\x01")
    (folder / "moved.jsonl").write_bytes(head + b"".join(others))
    (folder / "photo.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    (folder / "scene.yaml").write_text("scene: x\ngame: rebirth\n")
    (folder / "\x1b[2J.txt").write_text("hello\n")
    os.mkfifo(folder / "pipe")
    (folder / "loop").symlink_to(folder)
    matches, unread = read([folder])
    assert {Path(one.file).name for one in matches} == {f"{n}.jsonl" for n in SEEDS}
    said = {Path(one.file).name: one.error for one in unread}
    wrong = "00.jsonl again.jsonl bad.jsonl empty.jsonl game.jsonl moved.jsonl photo.png scene.yaml"
    assert sorted(said) == ["\x1b[2J.txt", *wrong.split()]
    assert said["again.jsonl"] == f"the same match is in {folder / '1.jsonl'}"
    assert said["00.jsonl"] == f"the same match is in {folder / '2.jsonl'}"
    assert "NaN is not a number" in said["bad.jsonl"] and "gone" in said["game.jsonl"]
    with pytest.raises(UsageError, match="there is no file or folder"):
        read([folder / "nowhere"])


def test_how_fast_people_decide_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """People who take 5 seconds for a choice and 3 more for each doubling of the moves are found to do so."""
    clock, rules = Clock(monkeypatch), tw.load("rebirth")
    for seed in range(3):
        match = Match(rules, NAMES[:2], seed=seed, record=tmp_path / f"{seed}.jsonl", playtest=True)
        bot = make("random", rules)
        while not match.over:
            seat = match.state.to_act[0]
            clock.now += 5 + 3 * log2(len(match.state.legal(seat)))
            match.play(match.choose(seat, bot))
        match.close()
    pace = measured(read([tmp_path])[0])
    place = pace.kinds["place"]
    assert place.choice == pytest.approx(5, abs=0.1) and place.doubling == pytest.approx(3, abs=0.05)
    assert place.decisions == 3 * 68 and "204 decisions of 6 people in 3 matches" in pace.rests_on
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "pace.yaml").write_text(written(pace), "utf-8")
    assert pace_of(tw.load("rebirth", data=tmp_path / "own")) == pace


def test_a_pace_is_of_one_game_and_of_people_who_were_timed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    played(tmp_path / "1.jsonl", clock, 1, tw.load("rebirth"), stops=5)
    played(tmp_path / "2.jsonl", clock, 1, tw.load("isleofskye"), stops=5)
    with pytest.raises(UsageError, match="records of isleofskye, rebirth"):
        measured(read([tmp_path])[0])
    match = Match(tw.load("rebirth"), NAMES[:2], seed=1, record=tmp_path / "plain.jsonl")
    match.close()
    with pytest.raises(UsageError, match="no record has times"):
        measured(read([tmp_path / "plain.jsonl"])[0])
