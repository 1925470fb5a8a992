"""kill -9, Ctrl-C, a reader that stops reading, a full disk: nothing acknowledged is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ..shell import GAME, environment, first_moves, moves_of, next_moves, process, run, start


def test_kill_9_in_mid_game_loses_no_decision(home: Path) -> None:
    """Every move that was acknowledged on stdout is in the record, which then plays on to the very same end."""
    save = home / "game.jsonl"
    words = ["play", GAME, "-p", "anna", "-p", "bruno:greedy", "--seed", "7", "--save"]
    running = start(home, *words, save)
    assert running.stdin is not None and running.stdout is not None
    acknowledged: list[str] = []
    script = first_moves(7, "anna", bruno="greedy")
    for line in script.splitlines()[:5]:
        running.stdin.write(f"{line}\n")
        running.stdin.flush()
        while len([line for line in acknowledged if ". anna: " in line]) < 5:
            line = running.stdout.readline()
            if ". anna: " in line or ". bruno: " in line:
                acknowledged.append(line)
            if ". anna: " in line:
                break
    running.send_signal(signal.SIGKILL)
    assert running.wait(timeout=120) == -signal.SIGKILL
    running.stdin.close()
    saved = moves_of(save)
    for line in acknowledged:
        number, _, rest = line.strip().partition(". ")
        assert saved[int(number) - 1] in rest
    whole = home / "whole.jsonl"
    straight = run(*words, whole, typed=script)
    assert straight.code == 0
    rest = next_moves(save)
    with save.open("ab") as file:
        file.write(b'{"n": 99, "seat"')  # a write that the kill cut off
    on = process(home, "resume", save, typed=rest)
    assert on.code == 0, on
    assert "was not finished and has been removed" in on.err
    assert moves_of(save) == moves_of(whole)
    assert run("replay", save, "--verify").code == 0


def test_bots_killed_go_on_as_they_would_have(home: Path) -> None:
    words = ["play", GAME, "-p", "anna:greedy", "-p", "bruno:random", "--seed", "8", "--save"]
    assert run(*words, home / "whole.jsonl").code == 0
    lines = (home / "whole.jsonl").read_bytes().splitlines(keepends=True)
    for cut in (1, 2, 30, 31, 32, 33, 100, len(lines) - 2, len(lines) - 1):
        (home / "cut.jsonl").write_bytes(b"".join(lines[:cut]) + b'{"n"')
        assert run("resume", home / "cut.jsonl").code == 0
        assert (home / "cut.jsonl").read_bytes() == (home / "whole.jsonl").read_bytes()


@pytest.mark.parametrize("words", [["play", GAME, "-p", "a:random", "-p", "b:random"], ["games"], ["replay"]])
def test_a_reader_that_leaves(home: Path, played: Path, words: list[str]) -> None:
    """As in `| head -1`: quiet, and no failure."""
    more = [played] if words == ["replay"] else []
    running = start(home, *words, *more)
    assert running.stdout is not None and running.stderr is not None and running.stdin is not None
    running.stdin.close()
    assert running.stdout.readline()
    running.stdout.close()
    err = running.stderr.read()
    running.stderr.close()
    assert running.wait(timeout=120) == 0
    assert "Traceback" not in err and "Broken" not in err and "failed" not in err


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_in_a_simulation(home: Path, workers: str) -> None:
    words = ["simulate", GAME, "-n", "100000", "--seed", "1", "--workers", workers, "--out", "out"]
    running = start(home, *words, group=True)
    begun = time.monotonic()
    while not (home / "out").is_dir() or len(list((home / "out").iterdir())) < 3:
        assert running.poll() is None and time.monotonic() - begun < 120
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does: to the workers too
    out, err = running.communicate(timeout=120)
    assert running.returncode == 130
    assert "of 100000 games are finished" in out and "Traceback" not in err
    assert err.startswith("interrupted after ") and "to continue: tilewright simulate" in err


def test_a_full_disk(home: Path) -> None:
    """The move that could not be written was not played; with room again the game goes on, whole."""
    resource = pytest.importorskip("resource")
    save = home / "game.jsonl"
    words = (
        f"{sys.executable} -m tilewright play {GAME} -p player -p bot:random --seed 4 --save {save}".split()
    )
    done = subprocess.run(
        words,
        input=first_moves(4, "player", bot="random"),
        capture_output=True,
        text=True,
        env=environment(home),
        timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000)),
    )
    assert done.returncode == 2, done
    assert "cannot be written" in done.stderr and "tilewright resume" in done.stderr
    assert "Traceback" not in done.stderr
    assert save.read_bytes().endswith(b"\n")
    assert run("resume", save, typed=next_moves(save)).code == 0
    assert run("replay", save, "--verify").code == 0


def test_a_home_that_cannot_be_written(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "file"))
    monkeypatch.setattr("tempfile.tempdir", str(home / "elsewhere"))
    ran = run("play", GAME, "-p", "a:random", "-p", "b:random", "--seed", "1")
    assert ran.code == 0, ran
    assert "--save FILE" in ran.err
    assert len(list((home / "elsewhere").glob("tilewright-*/*.jsonl"))) == 1


def test_closed_streams(home: Path) -> None:
    words = f"{sys.executable} -m tilewright play {GAME} --seed 1 -p anna -p bruno:random"
    done = subprocess.run(
        ["sh", "-c", f"{words} <&-"], env=environment(home), capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 130 and "Traceback" not in done.stderr
    done = subprocess.run(
        ["sh", "-c", f"{words} </dev/null >&- 2>&-"],
        env=environment(home),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 130


def test_kill_9_after_the_record_was_removed(home: Path) -> None:
    """Removed in mid-game, the record is back with the next move, whole."""
    save = home / "game.jsonl"
    running = start(home, "play", GAME, "-p", "anna", "-p", "bruno:greedy", "--seed", "7", "--save", save)
    assert running.stdin is not None and running.stdout is not None
    shown = 0
    for n, line in enumerate(first_moves(7, "anna", bruno="greedy", moves=6).splitlines()):
        if n == 3:
            save.unlink()
        running.stdin.write(f"{line}\n")
        running.stdin.flush()
        while shown <= n:
            shown += ". anna: " in running.stdout.readline()
    running.send_signal(signal.SIGKILL)
    assert running.wait(timeout=120) == -signal.SIGKILL
    running.stdin.close()
    assert len(moves_of(save)) >= 11
    assert run("resume", save, typed=next_moves(save)).code == 0
    assert run("replay", save, "--verify").code == 0


def test_a_record_that_was_replaced(home: Path) -> None:
    """A script stops at the move that cannot be saved; the game is whole in a file beside the other one."""
    save = home / "game.jsonl"
    running = start(home, "play", GAME, "-p", "anna", "-p", "bruno:greedy", "--seed", "7", "--save", save)
    assert running.stdin is not None and running.stdout is not None
    first, second = first_moves(7, "anna", bruno="greedy", moves=2).splitlines()
    running.stdin.write(f"{first}\n")
    running.stdin.flush()
    while ". anna: " not in running.stdout.readline():
        pass
    (home / "mine").write_text("mine")
    (home / "mine").replace(save)
    _, err = running.communicate(f"{second}\n", timeout=120)
    assert running.returncode == 2 and "Traceback" not in err
    assert f"{save} was replaced by another file; the move was not played" in err
    assert f"the whole game is in:\n  {home / 'game-2.jsonl'}\n" in err
    assert f"tilewright resume {home / 'game-2.jsonl'}\n" in err
    assert save.read_text() == "mine"
    assert run("resume", home / "game-2.jsonl", typed=next_moves(home / "game-2.jsonl")).code == 0
    assert run("replay", home / "game-2.jsonl", "--verify").code == 0
