"""A large comparison in shards: played apart, merged, verified; and what is said of what is missing or wrong."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tilewright.core.lab.games import part_folder, parts
from tilewright.core.lab.study import sums

from ..shell import GAME, Ran, run

RUN = (
    "--b", "castle=8", "--bots", "random", "--metrics", "score,margin", "--primary", "score", "--blocks", "201",
)  # fmt: skip


def shard(which: str, out: Path, *words: str) -> Ran:
    return run("compare", GAME, *RUN, "--seed", "5", "--out", out, "--shard", which, *words)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth of the blocks makes a run of parts."""
    for module, name in ((parts, "MANY"), (part_folder, "MANY"), (sums, "FIRST")):
        monkeypatch.setattr(module, name, getattr(module, name) // 10)
    for module in (parts, part_folder, sums):
        monkeypatch.setattr(module, "PART", module.PART // 10)


def test_shards_are_merged_and_verified(home: Path, tmp_path: Path, small: None) -> None:
    """The second shard is copied from elsewhere; the third one is played last, after a merge that lacked it."""
    first = shard("1/3", tmp_path / "run")
    assert first.code == 0 and f"tilewright compare merge {tmp_path / 'run'}" in first.err, first
    assert shard("2/3", tmp_path / "away", "--json").out.startswith('{"schema": 1, "shard": 2')
    shutil.copytree(tmp_path / "away" / "shard-2-of-3", tmp_path / "run" / "shard-2-of-3")
    lacking = run("compare", "merge", tmp_path / "run", "--out", tmp_path / "report")
    assert lacking.code == 2 and "51 of 201 blocks are missing (150 to 200)" in lacking.err, lacking
    assert shard("3/3", tmp_path / "run").code == 0
    whole = run("compare", "merge", tmp_path / "run", "--out", tmp_path / "report", "--json")
    assert whole.code == 0, whole
    told = json.loads(whole.out)
    assert told["table"]["blocks"] == 201 and told["audit"]["games"] == {"A": 201, "B": 201}
    assert told["command"].startswith("tilewright compare rebirth --b") and "--parts" in told["command"]
    played = run("compare", tmp_path / "report", "--verify", "3:1")
    assert played.code == 0 and "0 of 3 blocks played again differ" in played.out, played
    again = run(
        "compare", GAME, *RUN, "--margin", "score=20", "--seed", "5", "--parts", tmp_path / "run", "--json"
    )
    assert json.loads(again.out)["analysis"]["results"][0]["verdict"] == "equivalent", (
        "another question, no game"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("--shard", "0/3", "--out", "x", "--seed", "1", "--blocks", "9999"),
            "write I/N, the first of ten shards as 1/10",
        ),
        (("--shard", "1/3", "--seed", "1", "--blocks", "9999"), "--shard needs --out DIR and --seed S"),
        (("--shard", "1/3", "--out", "x", "--blocks", "9999"), "--shard needs --out DIR and --seed S"),
        (
            ("--shard", "1/3", "--out", "x", "--seed", "1", "--blocks", "2000"),
            "runs of more than 2000 blocks",
        ),
        (("--shard", "1/30", "--out", "x", "--seed", "1", "--blocks", "9999"), "there are at most 20 shards"),
    ],
)
def test_wrong_shards(words: tuple[str, ...], said: str, home: Path, tmp_path: Path) -> None:
    words = tuple(str(tmp_path / word) if word == "x" else word for word in words)
    ran = run("compare", GAME, "--b", "castle=8", "--bots", "random", *words)
    assert ran.code == 2 and said in " ".join(ran.err.split()), ran
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("blocks", "said"),
    [("2001", "--parts: there is no folder"), ("9", "--parts is for runs of more than 2000")],
)
def test_wrong_parts(blocks: str, said: str, home: Path, tmp_path: Path) -> None:
    folder = tmp_path / ("none" if blocks == "2001" else "")
    ran = run("compare", GAME, "--b", "castle=8", "--blocks", blocks, "--seed", "1", "--parts", folder)
    assert ran.code == 2 and said in " ".join(ran.err.split()), ran


def test_what_cannot_be_merged(home: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for words, said in (
        ((), "name the folder with the shards"),
        ((tmp_path / "none",), "there is no folder"),
        ((tmp_path / "empty",), "there is no run with its request.yaml"),
        ((tmp_path / "empty", "--parts", tmp_path / "none"), "there is no run with its request.yaml"),
        ((tmp_path / "empty", tmp_path), "say with --out DIR where the report shall be"),
    ):
        ran = run("compare", "merge", *words)
        assert ran.code == 2 and said in " ".join(ran.err.split()), ran
