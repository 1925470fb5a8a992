"""An interrupted `ladder`, `simulate` or `luck` says what is finished, and goes on from its folder with equal bytes."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ...cases import cases
from ..shell import GAME, Ran, run, start
from .test_verify import forged

LADDER = ("ladder", GAME, "--bots", "greedy,random", "-n", "40", "--players", "2", "--seed", "3")
SIMULATE = ("simulate", GAME, "-n", "40", "--players", "2", "--seed", "3")
LUCK = ("luck", GAME, "--bots", "random", "--seats", "--blocks", "40", "--seed", "3")
KEPT = {LADDER: "", SIMULATE: "run", LUCK: ""}
"""Where in the folder the rows are."""


def stopped(
    home: Path, words: tuple[str, ...], kept: Path, rows: int, sign: signal.Signals, *more: str
) -> Ran:
    """Start the command, and send the signal once so many rows are in the folder."""
    running = start(home, *words, "--json", *more)
    blocks, until = kept / "blocks.jsonl", time.monotonic() + 120
    while not blocks.exists() or blocks.read_bytes().count(b"\n") < rows:
        assert running.poll() is None and time.monotonic() < until, running.communicate()
        time.sleep(0.005)
    running.send_signal(sign)
    out, err = running.communicate(timeout=120)
    return Ran(running.returncode, out, err)


@pytest.mark.parametrize("words", KEPT, ids=lambda words: words[0])
def test_what_is_finished_is_told_and_continued(home: Path, words: tuple[str, ...]) -> None:
    unit = "games" if words is SIMULATE else "blocks"
    out, whole = home / "out", home / "whole"
    kept = out / KEPT[words]
    ran = stopped(home, words, kept, 4, signal.SIGINT, "--out", str(out))
    assert ran.code == 130 and "Traceback" not in ran.err, ran
    told = json.loads(ran.out)
    planned = 20 if words is LADDER else 40
    assert told["interrupted"] is True and told["of"] == planned and 2 <= told[unit] < planned
    assert (
        f"interrupted after {told[unit]} of {planned} {unit}; to continue: tilewright {words[0]}" in ran.err
    )
    assert not (kept / "report.json").exists()
    lines = (kept / "blocks.jsonl").read_bytes().count(b"\n")
    if words is not LUCK:
        assert len(told["results"]) == (2 * told["blocks"] if words is LADDER else lines)
    # Killed with two processes, in mid-line.
    assert stopped(home, words, kept, lines + 4, signal.SIGKILL, "--out", str(out), "--workers", "2").code < 0
    with (kept / "blocks.jsonl").open("ab") as file:
        file.write(b'{"seed":')
    ended = run(*words, "--out", out, "--json")
    assert (
        ended.code == 0 and "the last line was not finished" in ended.err and "continuing after" in ended.err
    )
    assert "interrupted" not in json.loads(ended.out)
    assert run(*words, "--out", whole).code == 0
    for name in ("blocks.jsonl", "report.json", "plan.json"):
        assert (kept / name).read_bytes() == (whole / KEPT[words] / name).read_bytes(), name
    assert {one.name: one.read_bytes() for one in out.glob("*.jsonl") if one.parent != kept} == {
        one.name: one.read_bytes() for one in whole.glob("*.jsonl") if one.parent != whole / KEPT[words]
    }
    # Nothing is played again, and the seed of the folder is used.
    again = json.loads(run(*words[:-2], "--out", out, "--json").out)
    assert lasting(again) == lasting(json.loads(ended.out)) and again["seconds"] > 0


def lasting(report: dict[str, Any]) -> dict[str, Any]:
    """The report without what depends on the machine, for what is not in the folder."""
    return {key: value for key, value in report.items() if key not in ("seconds", "games_per_second")}


TRACE = cases(__file__, "trace")


@pytest.mark.parametrize("words", [LADDER[:2], SIMULATE[:2]], ids=lambda words: words[0])
def test_without_a_folder_an_interruption_tells_what_is_finished(home: Path, words: tuple[str, ...]) -> None:
    (home / "mine.py").write_text(TRACE)
    bots = f"{home}/mine.py:Trace,random"
    running = start(home, *words, "--bots", bots, "-n", "99999", "--seed", "1", "--players", "2")
    games, until = home / "games", time.monotonic() + 120
    while not games.exists() or games.stat().st_size < 24:
        assert running.poll() is None and time.monotonic() < until
        time.sleep(0.005)
    running.send_signal(signal.SIGTERM)
    out, err = running.communicate(timeout=120)
    assert running.returncode == 130 and "with --out DIR it can be continued later" in err, err
    assert " are finished" in out and "mine.py:Trace" in out and "random" in out, out


def test_a_folder_of_something_else_is_refused(home: Path) -> None:
    words = ["-n", "2", "--seed", "1", "--out", str(home / "out")]
    assert run("ladder", GAME, "--bots", "greedy,random", *words).code == 0
    other = run("ladder", GAME, "--bots", "greedy,casual", *words)
    assert other.code == 2 and 'bots was ["greedy", "random"], now ["greedy", "casual"]' in other.err
    other = run("ladder", GAME, "--bots", "greedy,random", *words[:-4], "--seed", "2", *words[-2:])
    assert other.code == 2 and "seed was 1, now 2" in other.err and "another folder" in other.err
    other = run("luck", GAME, "--blocks", "2", *words[2:])
    assert other.code == 2 and 'command was "ladder", now "luck"' in other.err
    mine = home / "mine.py"
    quiet = TRACE.partition("    def ended")[0]
    mine.write_text(quiet)
    mixed = ["ladder", GAME, "--bots", f"{mine}:Trace,random", *words[:-1], str(home / "mixed")]
    ran = run(*mixed)
    assert ran.code == 0, ran
    mine.write_text(f"{quiet}# better\n")
    other = run(*mixed)
    assert other.code == 2 and f"the files of {mine}:Trace have changed since; choose another" in other.err, (
        other
    )


def test_rows_that_were_changed_are_refused(home: Path) -> None:
    words = ("ladder", GAME, "--bots", "greedy,random", "-n", "4", "--seed", "1", "--out", home / "out")
    assert run(*words).code == 0
    blocks = home / "out" / "blocks.jsonl"
    text = blocks.read_text()
    # Lines without digests are not taken for those of an older version, either.
    blocks.write_text(re.sub(r',"sha256":"[0-9a-f]*"', "", text))
    assert run(*words).code == 3
    plan = blocks.with_name("plan.json")
    plan.write_text(
        json.dumps({key: one for key, one in json.loads(plan.read_text()).items() if key != "options"})
    )
    ran = run(*words)
    assert ran.code == 3 and "4 of 4 lines do not fit their digests" in ran.err


@pytest.mark.parametrize("words", KEPT, ids=lambda words: words[0])
def test_rows_are_played_again(home: Path, words: tuple[str, ...]) -> None:
    """The folder alone says what was played; what was forged in it with all digests is named."""
    few = [word if word != "40" else "6" for word in words]
    out, kept = home / "out", home / "out" / KEPT[words]
    assert run(*few, "--out", out).code == 0
    unit = "block" if words is LUCK else "game"
    ran = run(words[0], out, "--verify", "2")
    assert ran.code == 0 and ran.out == f"0 of 2 {unit}s played again differ\n", ran
    assert f"playing 2 of 6 {unit}s again, drawn with --verify 2:" in ran.err

    def forge(rows: list[dict[str, Any]]) -> None:
        game = rows[4]["played"][0] if words is LUCK else rows[4]
        game["winners"] = [1 - game["winners"][0]]

    before = (kept / "blocks.jsonl").read_text()
    forged(kept, forge)
    again = run(*few, "--out", out, "--verify", "all", "--workers", "2", "--json")
    told = json.loads(again.out)
    assert (
        again.code == 4 and told["differing"] == 1 and told["report"].endswith("is a report of other blocks")
    )
    [one] = told["differences"]
    assert one["what"] == ("played.0.winners" if words is LUCK else "winners") and one["game"] == 5
    assert one["kept"] == [1 - one["again"][0]]
    said = run(words[0], out, "--verify", "all").out
    assert said.startswith(f"line 5 (seed {one['seed']}): {one['what']} is {one['kept']} in the folder")
    forged(kept, lambda rows: rows[4].pop("winners" if words is not LUCK else "played"))
    ran = run(words[0], out, "--verify", "1")
    assert ran.code == 3 and "blocks.jsonl:5:1: it has no " in ran.err, ran
    (kept / "blocks.jsonl").write_text(before)
    request = kept / "request.yaml"
    text = request.read_text()
    request.write_text(f"{re.sub('bots: .*', '', text)}\nbots: {home}/mine.py:Bot\n")
    ran = run(words[0], out, "--verify", "1")
    assert (
        ran.code == 3 and "request.yaml:" in ran.err and "if you trust it, name the bots yourself" in ran.err
    )
    request.write_text(text.replace("seed: 3", "seed: three"))
    ran = run(words[0], out, "--verify", "1")
    assert ran.code == 3 and "seed: expected a whole number" in ran.err, ran
    request.unlink()
    ran = run(words[0], out, "--verify", "1")
    assert ran.code == 2 and "repeat the whole command of the run" in ran.err, ran


def test_the_records_of_games_are_compared(home: Path) -> None:
    out = home / "out"
    assert run("simulate", GAME, "-n", "3", "--seed", "3", "--out", out).code == 0
    record = out / f"{GAME}-4.jsonl"
    record.write_text(record.read_text().replace('"seed": 4', '"seed": 5', 1))
    (out / f"{GAME}-5.jsonl").unlink()
    wrong = [
        f"{record} was changed after it was written",
        f"{out / f'{GAME}-5.jsonl'} cannot be read: No such file or directory",
    ]
    ran = run("simulate", out, "--verify", "1")
    assert ran.code == 4, ran
    assert ran.out.splitlines() == [*wrong, "0 of 1 game played again differ, and the files of 2 games"]
    ran = run("simulate", GAME, "-n", "3", "--seed", "3", "--out", out)
    assert ran.code == 0 and ran.err.splitlines()[1:3] == wrong, ran


def test_a_folder_is_verified_with_what_every_installation_has(home: Path) -> None:
    out = home / "out"
    assert run("ladder", GAME, "--bots", "random,greedy", "-n", "4", "--seed", "3", "--out", out).code == 0
    code = "import sys; sys.modules['numpy'] = None; from tilewright.__main__ import main; main()"
    words = [sys.executable, "-c", code, "ladder", str(out), "--verify", "all"]
    bare = subprocess.run(words, capture_output=True, text=True, timeout=100)
    assert (bare.returncode, bare.stdout) == (0, "0 of 4 games played again differ\n"), bare
    ran = run("ladder", home / "nowhere", "--verify", "2")
    assert ran.code == 2 and f"--verify: there is no folder {home / 'nowhere'}" in ran.err
