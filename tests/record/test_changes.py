"""What changes between saving and resuming is named, and what could not be compared is never called verified."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.errors import Diverged, Incompatible, InvalidFile
from tilewright.core.base.version import __version__
from tilewright.core.play.match import Match
from tilewright.core.play.replay import replay
from tilewright.core.record import format
from tilewright.core.record.changes import Comparison, compared, rules_of
from tilewright.core.rules.assembly import hash_of
from tilewright.core.rules.packing import state_schema

from ..cli.shell import run
from .recorded import lines_of, write

RULES = tw.load("rebirth")


@pytest.fixture
def lines(tmp_path: Path) -> list[dict[str, Any]]:
    """The lines of a record of nine decisions, in which both players gain points."""
    match = Match(RULES, ["anna", "bruno"], seed=7, record=tmp_path / "match.jsonl")
    for _ in range(9):
        match.play(match.state.legal(match.state.to_act[0])[0])
    match.close()
    assert min(match.state.scores) > 0
    return lines_of(tmp_path / "match.jsonl")


def record(path: Path, lines: list[dict[str, Any]]) -> format.Record:
    return format.read(write(path, lines))


def hashed(head: dict[str, Any]) -> None:
    keys = ("game", "ruleset", "modules", "options", "data_digest")
    head["option_hash"] = hash_of(*(head[key] for key in keys))


def how(path: Path, lines: list[dict[str, Any]]) -> Comparison:
    return compared(record(path, lines), RULES)


def test_an_option_that_the_record_does_not_know_takes_its_default(
    tmp_path: Path, lines: list[dict[str, Any]]
) -> None:
    path, head = tmp_path / "old.jsonl", lines[0]
    del head["options"]["castle"], head["options"]["port"]
    hashed(head)
    match = replay(record(path, lines), verify=True)
    assert match.rules.option_values == RULES.option_values
    assert match.remark == "rebirth has gained options since: port=1, castle=5"
    ran = run("replay", path, "--verify")
    assert ran.code == 0 and "verified, 9 decisions" in ran.out and match.remark in ran.out


def test_a_new_option_takes_its_default_whatever_an_edition_says(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    edition = next(
        name for name, values in RULES.editions.items() if tw.load("rebirth", edition=name).changed
    )
    own = tw.load("rebirth", edition=edition)
    Match(own, 2, seed=1, record=path).close()
    [head, *more] = lines_of(path)
    name = next(iter(own.changed))
    del head["options"][name]
    hashed(head)
    assert rules_of(record(path, [head, *more])).option_values == own.option_values | {
        name: RULES.option_values[name]
    }


def test_an_edited_option_is_not_what_was_played(tmp_path: Path, lines: list[dict[str, Any]]) -> None:
    lines[0]["options"]["castle"] = 4
    with pytest.raises(Incompatible, match="option hash does not match its options; the header was edited"):
        rules_of(record(tmp_path / "edited.jsonl", lines))


def test_states_of_other_fields_are_not_called_verified(tmp_path: Path, lines: list[dict[str, Any]]) -> None:
    path = tmp_path / "other.jsonl"
    assert len(lines[0]["schema"]) == 8, "older records have so many digits"
    lines[0]["schema"] = "other"
    record(path, lines)
    assert run("replay", path, "--verify").code == 0, "equal hashes show equal states"
    turns = [line for line in lines if "turn" in line]
    turns[-1]["hash"] = "0" * 16
    found = how(path, lines)
    assert found.fits == "moves, draws and scores" and "states could not be compared" in found.doubt
    ran = run("replay", path, "--verify")
    assert ran.code == 7 and f"not verified: {found.fits} fit" in ran.out and found.doubt in ran.out
    assert json.loads(run("replay", path, "--verify", "--json").out)["verified"] is False
    for words in ("replay --all", "record show --as anna", "resume", "play rebirth --from"):
        ran = run(*words.split(), f"{path}@9" if "--from" in words else path)
        assert f"{path}: {found.remark}" in ran.err, words
    for line in lines:
        line.pop("scores", None)
    assert how(path, lines).fits == "moves and draws"


def test_points_that_are_counted_otherwise_now_are_found_without_hashes(
    tmp_path: Path, lines: list[dict[str, Any]]
) -> None:
    path = tmp_path / "points.jsonl"
    lines[0]["schema"] = "other"
    last = next(line for line in reversed(lines) if "turn" in line)
    last["scores"][1] += 1
    record(path, lines)
    for words in ("replay --verify", "replay --all", "resume", "review"):
        ran = run(*words.split(), path)
        assert ran.code == 4 and "the record has scores" in ran.err, ran
        assert "the fields of rebirth's state have changed" in ran.err


def test_a_last_turn_without_a_hash_is_in_doubt(tmp_path: Path, lines: list[dict[str, Any]]) -> None:
    path = tmp_path / "bots.jsonl"
    turns = [line for line in lines if "turn" in line]
    for line in turns[:-1]:
        del line["hash"]
    assert how(path, lines).doubt == ""
    del turns[-1]["hash"]
    assert how(path, lines).doubt == "the record has no hash of the state after its last turn"
    assert run("replay", path, "--verify").code == 7
    turns[-1]["hash"] = "0" * 16
    record(path, lines)
    assert run("replay", path, "--verify", "--to", "5").code == 7, "no hash is reached"


def test_a_position_has_what_the_state_has_gained_and_names_what_it_has_lost(tmp_path: Path) -> None:
    path = tmp_path / "from.jsonl"
    rules = tw.load("isleofskye", modules=["druids"])
    begun = rules.new(["anna", "bruno"], 5)
    match = Match(rules, ["anna", "bruno"], start=begun, record=path)
    match.play(begun.legal(begun.to_act[0])[0])
    match.close()
    [head, *more] = lines_of(path)
    head |= {"schema": "older", "start": dict(head["start"])}
    del head["start"]["seen"], head["start"]["slices"]["druids"]["gone"]
    assert replay(record(path, [head, *more]), verify=True).state == match.state
    parts: list[object] = [[], 1]
    for part in parts:
        changed = head | {"start": head["start"] | {"slices": {"druids": part}}}
        with pytest.raises(Incompatible, match=r"start\.slices.*fields of isleofskye's state have changed"):
            replay(record(path, [changed, *more]))
    head["start"]["cattle"] = 0
    with pytest.raises(
        Incompatible, match=r"start\.cattle: unknown .*the fields of isleofskye's state have changed"
    ):
        replay(record(path, [head, *more]))


def test_what_to_install_is_named(tmp_path: Path, lines: list[dict[str, Any]]) -> None:
    head, path = lines[0], tmp_path / "match.jsonl"
    head |= {"engine": "0.0.1", "ruleset": "0", "packages": {"tilewright-orchard": "0.3"}}
    said = (
        f"written with tilewright 0.0.1 ({__version__} installed) and tilewright-orchard 0.3 (not installed): "
        "pip install tilewright==0.0.1"
    )
    for game in ("rebirth", "orchard"):
        head["game"] = game
        with pytest.raises(Incompatible) as error:
            rules_of(record(path, lines))
        assert said in str(error.value) and "tilewright-orchard==" not in str(error.value)
    with pytest.raises(InvalidFile, match="packages: expected names and versions"):
        record(path, [{**head, "packages": {"x; rm -r": "1"}}])
    head |= {"game": "rebirth", "ruleset": RULES.game.version, "schema": state_schema(RULES)}
    lines[-1]["scores"][0] += 1
    with pytest.raises(Diverged) as other:
        replay(record(path, lines))
    assert said in str(other.value)
