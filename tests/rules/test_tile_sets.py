"""Sets of tiles from a folder: read as the game's own data, checked as hostile, named in records by their digest."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright.core.base.errors import Incompatible, InvalidFile, UsageError
from tilewright.core.play.redaction import shared
from tilewright.core.play.replay import replay
from tilewright.core.record import format as records
from tilewright.core.rules.assembly import hash_of
from tilewright.core.text.checks import COUNT, twice
from tilewright.core.text.inline_files import inline_files

from ..toys import nim
from ..toys.paper import plugin


@attrs.frozen
class Pebble:
    """A record of the toy's file."""

    id: str
    count: int = attrs.field(validator=COUNT)


@attrs.frozen
class Pebbles:
    """The toy's file."""

    most: int
    pebbles: tuple[Pebble, ...]


def read(folder: Any, options: Any) -> tuple[Pebble, ...]:
    """All pebbles; only those of the game may be no more than the file says."""
    document = folder.document("pebbles.yaml")
    found = document.structure(Pebbles)
    ids = [pebble.id for pebble in found.pebbles]
    if problems := twice(document, ids, ("pebbles",)):
        raise InvalidFile(problems)
    assert sum(one.count for one in found.pebbles[: document.own("pebbles")]) <= found.most
    return tuple(found.pebbles)


OWN = "most: 5\npebbles:\n- {id: grey, count: 5}\n"
GAME = plugin(
    attrs.evolve(
        nim.GAME,
        sets={"pebbles.yaml": "pebbles"},
        load=read,
        folder=lambda: inline_files(
            rules={name: "Said." for name in ("NM-TURN-1", "NM-HEAP-1", "NM-TAKE-1", "NM-END-1")},
            messages={"taken": "{seat}", "last": "last", "wrong_count": "{count}"},
            pebbles=OWN,
        ),
    )
)


def folder(at: Path, **files: str) -> str:
    at.mkdir(parents=True)
    for name, text in files.items():
        (at / f"{name}.yaml").write_text(text, "utf-8")
    return str(at)


def test_its_records_follow_those_of_the_game(tmp_path: Path) -> None:
    red = folder(tmp_path / "red", pebbles="- {id: red, count: 9}\n", set="title: Red pebbles\n")
    blue = folder(tmp_path / "blue", pebbles="- {id: blue, count: 1}\n")
    rules = tw.load(GAME, [red, blue])
    assert [pebble.id for pebble in rules.data] == ["grey", "blue", "red"]
    assert [(one.name, one.title) for one in rules.modules] == [(blue, "blue"), (red, "Red pebbles")]
    assert tw.load(GAME, [red, blue]) is rules and [one.id for one in tw.load(GAME).data] == ["grey"]
    (tmp_path / "red" / "pebbles.yaml").write_text("- {id: rose, count: 9}\n", "utf-8")
    assert [one.id for one in tw.load(GAME, [red]).data] == ["grey", "rose"]


def test_its_own_rules_and_texts_are_those_of_a_module(tmp_path: Path) -> None:
    more = {
        "rules": "RED-1: {text: Red is heavy., source: own}\n",
        "messages": "name.red: {en: red pebble}\n",
    }
    rules = tw.load(GAME, [folder(tmp_path / "red", pebbles="- {id: red, count: 1}\n", **more)])
    assert rules.rule_texts()["RED-1"].text == "Red is heavy." and rules.words.name("red") == "red pebble"


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"pebbles": "- {id: red, count: 1}\n- {id: grey, count: 1}\n"}, "pebbles.yaml:2:8: grey.id: "),
        ({"pebbles": "- {id: red, count: -1}\n"}, "pebbles.yaml:1:3: red: 'count' must be >= 0"),
        ({"pebbles": "- {id: red, cuont: 1}\n"}, "did you mean 'count'"),
        ({"pebbles": "most: 9\n"}, "pebbles.yaml:1:1: expected a list of 1 to 1,000 records"),
        ({"pebbles": "[]\n"}, "expected a list of 1 to 1,000 records"),
        ({"pebbles": "- {id: red, count: 1}\n" * 1_001}, "expected a list of 1 to 1,000 records"),
        (
            {"pebbles": "- {id: red, count: 1}\n", "set": "title: ''\n"},
            "title: expected 1 to 80 letters, got 0",
        ),
        ({"pebbles": "- {id: red, count: 1}\n", "set": "name: x\n"}, "set.yaml:1:1"),
        ({"pebbles": "- {id: red, count: 1}\n", "learn": "{}\n"}, "a set of Nim has no such file"),
        ({"pebbles": "- &a [*a]\n"}, "pebbles.yaml:1"),
        ({}, "holds no set of tiles: it has no pebbles.yaml"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(tmp_path: Path, files: dict[str, str], said: str) -> None:
    with pytest.raises((InvalidFile, UsageError)) as caught:
        tw.load(GAME, [folder(tmp_path / "red", **files)])
    assert said in str(caught.value)


def test_what_is_no_set_is_never_opened(tmp_path: Path) -> None:
    red = folder(tmp_path / "red")
    (tmp_path / "secret.yaml").write_text("- {id: red, count: 1}\n", "utf-8")
    if hasattr(os, "symlink"):
        os.symlink(tmp_path / "secret.yaml", Path(red) / "pebbles.yaml")
        with pytest.raises(InvalidFile, match="a set holds its files themselves, not links"):
            tw.load(GAME, [red])
    for name, said in (
        ("./nowhere", "there is no folder"),
        (f"{tmp_path}/se\0t", "cannot be the name of a file"),
    ):
        with pytest.raises(UsageError, match=said):
            tw.load(GAME, [name])
    with pytest.raises(UsageError, match="Nim takes no sets of tiles"):
        tw.load(nim.PLUGIN, [red])


def test_a_record_needs_the_same_files_wherever_they_lie(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    red = folder(tmp_path / "red", pebbles="- {id: red, count: 9}\n")
    rules = tw.load(GAME, [red])
    match = tw.Match(rules, ["anna", "bruno"], seed=1, record=tmp_path / "game.jsonl")
    match.play("take 3")
    match.close()
    record = records.read(tmp_path / "game.jsonl")
    monkeypatch.setattr("tilewright.core.record.changes.load", lambda game, *more: tw.load(GAME, *more))
    assert replay(record, verify=True).state == match.state
    head = shared(record, 0)[0]
    assert [*head["modules"]] == ["./red"] and str(tmp_path) not in str(head)
    again = hash_of("nim", "1", head["modules"], head["options"], head["data_digest"])
    assert again == rules.option_hash == record.head.option_hash
    (Path(red) / "pebbles.yaml").write_text("- {id: red, count: 8}\n", "utf-8")
    with pytest.raises(Incompatible, match="has changed since the record was written: its digest was"):
        replay(record)
    shutil.rmtree(red)
    with pytest.raises(Incompatible, match="there is no such folder; put it back"):
        replay(record)
