"""Files that are no files, and plans of absurd size: each gets a sentence, at once."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core.base import limits
from tilewright.core.base.errors import UsageError
from tilewright.core.box.undo_steps import UndoSteps
from tilewright.core.lab.games.lines import Lines
from tilewright.core.record.writer import Writer, unlocked

from .shell import GAME, Ran, be, run
from .test_mistakes import clear

HUGE = "9" * 5_000


# -- devices and pipes ---------------------------------------------------------------------------------------------


@pytest.fixture
def pipe(home: Path) -> Path:
    """A pipe into which nobody writes: whoever opens it for reading waits for ever."""
    path = home / "pipe.jsonl"
    os.mkfifo(path)
    return path


needs_posix = pytest.mark.skipif(os.name != "posix", reason="the system has no such files")


def every(path: Path | str) -> list[list[str | Path]]:
    """Each command that reads a file whose name is given."""
    return [
        ["replay", path],
        ["replay", path, "--verify"],
        ["resume", path],
        ["scene", "export", path],
        ["scene", "run", path],
        ["play", GAME, "--from", path],
        ["simulate", GAME, "-n", "1", "--from", path],
        ["compare", GAME, "--blocks", "2", "--b", "castle=6", "--from", path],
        ["compare", GAME, path, "--exact", "--b", "castle=6"],
        ["compare", "--plan", path],
        ["show", GAME, path],
        ["simulate", GAME, "-n", "1", "--bots", f"{path}.py:Bot"],
    ]


@pytest.fixture
def minute() -> Iterator[None]:
    """Whatever waits at a pipe, or reads on and on, is interrupted after a minute: a test fails and does not hang."""

    def late(number: int, frame: object) -> None:
        pytest.fail("it waits or reads for ever")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@needs_posix
@pytest.mark.parametrize("number", range(len(every(""))))
def test_a_device_or_pipe_is_not_read(number: int, pipe: Path, home: Path, minute: None) -> None:
    link = home / f"{pipe.name}.py"
    for path in (pipe, Path("/dev/zero"))[: 1 if number % 4 else 2]:
        link.symlink_to(path)
        ran = run(*every(path)[number])
        assert ran.code in (2, 3), ran
        assert str(path) in ran.err + ran.out and "Traceback" not in ran.err and len(ran.err) < 2_000
        link.unlink()


@pytest.mark.parametrize("number", range(len(every(""))))
def test_a_name_that_is_too_long_is_that_of_no_file(number: int, home: Path) -> None:
    for name in ("x" * 300, f"a/{'y' * 5_000}.yaml", "a\x00b"):
        ran = run(*every(name)[number])
        assert ran.code in (2, 3) and "this is a bug" not in ran.err and len(ran.err) < 5_000, ran


@needs_posix
def test_a_pipe_is_not_opened_for_a_lock_or_to_go_on(pipe: Path, minute: None) -> None:
    for opened in (
        lambda: unlocked(pipe),
        lambda: Lines(pipe, print),
        lambda: UndoSteps(pipe).move(0),
        lambda: Writer(pipe, append_at=0),
    ):
        with pytest.raises(UsageError, match="is a pipe; name a file"):
            opened()


@needs_posix
def test_a_data_folder_that_is_none(home: Path, minute: None) -> None:
    mine, looped, crowded, piped = (home / name for name in ("mine", "looped", "crowded", "piped"))
    for folder in (mine, looped, crowded, piped):
        folder.mkdir()
    name = next(iter(tw.load(GAME).folder.names()))
    (looped / name).symlink_to(looped / name)
    (looped / "deeper").symlink_to(looped)
    os.mkfifo(piped / name)
    for n in range(limits.FILES + 10):
        (crowded / f"{n}.yaml").touch()
    for folder, said in (
        (Path("/"), "more than"),
        (Path("/dev"), "/dev"),
        (crowded, "more than 1000 entries"),
        (looped, str(looped)),
        (piped, f"{piped / name} is a pipe; name a file"),
        (home / "\u0301x" / ("y" * 300), "is not a folder"),
    ):
        ran = run("simulate", GAME, "-n", "1", "--seed", "1", "--data", folder)
        assert ran.code in (2, 3) and "Traceback" not in ran.err and said in ran.err, ran
        assert ran.err.count("\n") <= 25, "not every file of the disk is listed"


def test_a_file_without_end_is_too_large(home: Path) -> None:
    path = home / "large.yaml"
    with path.open("wb") as file:
        file.truncate(limits.TEXT + 1)
    clear(run("scene", "run", path), 2, "is too large: such a file has at most 4 MB")


def test_the_store_of_a_comparison_is_a_file(home: Path, minute: None) -> None:
    words = ["compare", GAME, "--blocks", "2", "--bots", "random", "--seed", "1", "--b", "castle=6", "--out"]
    clear(run(*words, home / "out"), 0)
    for name in ("plan.json", "blocks.jsonl"):
        assert (home / "out" / name).is_file(), list((home / "out").iterdir())
        folder = home / f"with-{name}"
        shutil.copytree(home / "out", folder)
        (folder / name).unlink()
        os.mkfifo(folder / name)
        ran = run(*words, folder)
        clear(ran, 2, f"{folder / name} is a pipe; name a file")


# -- sizes ---------------------------------------------------------------------------------------------------------

MANY = str(10**21)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["compare", GAME, "--b", "castle=6", "--blocks", MANY], "--blocks"),
        (["compare", GAME, "--b", "castle=6", "--workers", "100000"], "--workers"),
        (["compare", GAME, "--b", "castle=6", "--players", MANY], "--players"),
        (["simulate", GAME, "-n", MANY], "--games"),
        (["simulate", GAME, "-n", "1", "--workers", "100000"], "--workers"),
        (["simulate", GAME, "-n", "1", "--players", MANY], "--players"),
        (["ladder", GAME, "--bots", "random,greedy", "-n", MANY], "--games"),
        (["ladder", GAME, "--bots", "random,greedy,search:2", "-n", "10000000"], "at most 10,000,000"),
        (["luck", GAME, "--blocks", MANY], "--blocks"),
        (["luck", GAME, "--workers", "100000"], "--workers"),
        (["bench", GAME, "-n", MANY], "--games"),
        (["bench", GAME, "--players", MANY], "--players"),
        (["check", GAME, "-n", MANY], "--games"),
        (["simulate", GAME, "-n", "1", "--seed", HUGE], "is not a seed"),
        (["simulate", GAME, "-n", "1", "--seed", str(1 << limits.SEED_BITS)], "at most 256 bits"),
        (["bench", GAME, "--seed", HUGE], "is not a seed"),
        (["compare", GAME, "--b", "castle=6", "--seed", HUGE], "is not a seed"),
        (["simulate", GAME, "-n", "1", "--set", f"castle={HUGE}"], "'999"),
        (["simulate", GAME, "-n", "1", "--set", f"data:missions.cards.coast.points={HUGE}"], "a whole number"),
        (["simulate", GAME, "-n", "1", "--bots", f"search:{HUGE}"], "not a number of iterations"),
        (["ladder", GAME, "--skill-trace", f"search:{HUGE}"], "name a bot with a budget"),
        (["show", GAME, f"x.jsonl@{HUGE}"], "cannot show"),
    ],
)  # fmt: skip
def test_numbers_beyond_sense(words: list[str], said: str) -> None:
    ran = run(*words)
    assert ran.code in (2, 3) and "Traceback" not in ran.out + ran.err, ran
    assert said in " ".join(ran.err.replace("│", "").split()), ran


def test_numbers_beyond_sense_in_files(home: Path) -> None:
    plan = home / "plan.yaml"
    wrong = {"blocks": MANY, "workers": "100000", "players": "1000", "seed": HUGE}
    for field, value in wrong.items():
        plan.write_text(f"game: {GAME}\nb: castle=6\n{field}: {value}\n", "utf-8")
        ran = run("compare", "--plan", plan)
        assert ran.code in (2, 3) and field in ran.err and "Traceback" not in ran.err, ran
    scene = home / "scene.yaml"
    scene.write_text(f"scene: One\ngame: {GAME}\nplayers: [a, b]\noptions: {{castle: {HUGE}}}\n", "utf-8")
    clear(run("play", GAME, "--from", scene), 3, f"{scene}:4:")


@pytest.mark.parametrize("seed", [-5, 0, (1 << 128) - 1, 1 << 200])
def test_seeds_of_any_sensible_width(seed: int, home: Path) -> None:
    def scores(*words: str) -> Ran:
        ran = run("simulate", GAME, "-n", "1", "--bots", "random", "--seed", str(seed), "--json", *words)
        assert ran.code == 0, ran
        return ran

    scores("--out", str(home / "out"))
    [path] = (home / "out").glob("*.jsonl")
    clear(run("replay", path, "--verify"), 0)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no disk here is always full")
def test_results_that_cannot_be_written_are_an_error_but_no_bug(home: Path, played: Path) -> None:
    commands: list[list[str | Path]] = [
        ["games"],
        ["replay", played, "--all"],
        ["record", "show", played, "--as", "anna"],
        ["play", GAME, "-p", "anna:random", "-p", "bruno:random"],
        ["--help"],
    ]
    for words in commands:
        with open("/dev/full", "w") as full:
            running = subprocess.Popen(
                ["tilewright"],
                executable=sys.executable,
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                preexec_fn=partial(be, home, words, {}),
            )
            _, said = running.communicate(timeout=60)
        assert running.returncode == 1, words
        assert said.endswith("stdout cannot be written: No space left on device\n"), said
        assert "bug" not in said and "Traceback" not in said
