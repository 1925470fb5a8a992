"""`--csv`: the table of each command, as csv readers understand it, holds the numbers of its JSON.

Those of `content` and `design` are looked at with their studies.
"""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tilewright.core.cli.shared.csv_table import written

from ..shell import GAME, run

SEED = ("--seed", "5")


def told(home: Path, *words: str | Path) -> tuple[list[dict[str, str]], Any]:
    """The rows of the file, and what `--json` printed."""
    file = home / "table.csv"
    ran = run(*words, "--csv", file, "--json")
    assert ran.code == 0 and f"written: {file}" in ran.err, ran
    return [*csv.DictReader(StringIO(file.read_text("utf-8")))], json.loads(ran.out)


def same(cell: str, value: Any) -> bool:
    if value is None:
        return cell == ""
    if isinstance(value, bool):
        return cell == str(value).lower()
    return float(cell) == value if isinstance(value, int | float) else cell == value


def agree(rows: list[dict[str, str]], wanted: list[dict[str, Any]]) -> None:
    assert len(rows) == len(wanted) > 0
    for row, one in zip(rows, wanted, strict=True):
        plain = {key: value for key, value in one.items() if not isinstance(value, list | dict)}
        assert plain and all(same(row[key], value) for key, value in plain.items()), (row, plain)


def test_a_comparison_and_its_block_means(home: Path) -> None:
    out = home / "out"
    words = ["--b", "castle=8", "--bots", "random", "--metrics", "score,margin", "--blocks", "4"]
    rows, report = told(home, "compare", GAME, *words, "--out", out, *SEED)
    agree(rows, report["analysis"]["results"])
    blocks = [*csv.DictReader(StringIO((out / "blocks.csv").read_text("utf-8")))]
    from pyarrow import parquet

    table = parquet.read_table(out / "blocks.parquet").to_pylist()
    assert {*blocks[0]} == {*table[0]}
    assert [{**one, "block": int(one["block"]), "value": float(one["value"])} for one in blocks] == table


def test_luck_by_seat_stream_and_start(home: Path) -> None:
    rows, report = told(home, "luck", GAME, "--bots", "random", "--blocks", "4", "--start", "points+3", *SEED)
    by = {what: [row for row in rows if row["what"] == what] for what in ("seat", "stream", "start")}
    assert [float(row["value"]) for row in by["seat"]] == report["seats"]["gap"]["seats"]
    assert [row["name"] for row in by["stream"]] == [one["stream"] for one in report["shares"]]
    assert [float(row["value"]) for row in by["start"]] == [one["gain"] for one in report["start"]]


def test_ratings_and_steps_of_a_ladder(home: Path) -> None:
    rows, report = told(home, "ladder", GAME, "--bots", "random,greedy", "-n", "4", *SEED)
    agree(rows, report["bots"])
    assert [row["win_interval.2"] for row in rows] == [str(one["win_interval"][1]) for one in report["bots"]]


def test_games_by_seat(home: Path) -> None:
    rows, report = told(home, "simulate", GAME, "-n", "3", *SEED)
    assert [int(row["score"]) for row in rows] == [
        one for game in report["results"] for one in game["scores"]
    ]
    assert [row["seed"] for row in rows] == [str(game["seed"]) for game in report["results"] for _ in (0, 1)]
    assert sum(float(row["win"]) for row in rows) == len(report["results"])


def test_stdout_holds_the_table_alone(home: Path) -> None:
    ran = run("simulate", GAME, "-n", "2", "--csv", "-", *SEED)
    assert ran.code == 0 and len([*csv.DictReader(StringIO(ran.out))]) == 4
    both = run("simulate", GAME, "-n", "2", "--csv", "-", "--json", *SEED)
    assert both.code == 2 and "--json prints there already" in both.err


@pytest.mark.parametrize("text", ['a,"b"', "two\nlines", "ä ß ł", ""])
def test_text_comes_back(text: str) -> None:
    [row] = csv.DictReader(StringIO(written([{"a": text, "b": 1.5, "c": None, "d": {"e": [True, 2]}}])))
    assert row == {"a": text, "b": "1.5", "c": "", "d.e.1": "true", "d.e.2": "2"}


def test_no_text_is_a_formula() -> None:
    [row] = csv.DictReader(StringIO(written([{"a": "=1+1", "b": -3, "c": "@x"}])))
    assert row == {"a": "'=1+1", "b": "-3", "c": "'@x"}


@pytest.mark.parametrize("command", ["compare", "content", "luck", "simulate", "ladder"])
def test_a_place_that_cannot_be_written_is_told_before_a_game(
    command: str, home: Path, tmp_path: Path
) -> None:
    for place, said in ((tmp_path / "none" / "x.csv", "there is no folder"), (tmp_path, "is a folder")):
        ran = run(command, "rebirth", "--csv", place)
        assert ran.code == 2 and said in " ".join(ran.err.split()) and "plan" not in ran.err, ran
