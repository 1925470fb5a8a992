"""`compare` from the command line: what is printed and written, exit codes, interruption, mistakes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ...cases import cases
from ...lab.site import STUCK
from ...outside.programs import gone
from ..shell import GAME, Ran, Screen, run, start

FEW = ("--bots", "random", "--metrics", "score,margin", "--seed", "5")


def compared(*words: str | Path) -> Ran:
    return run("compare", GAME, *words, *FEW)


def told(ran: Ran) -> Any:
    return json.loads(ran.out)


def test_the_table_and_the_notes(home: Path) -> None:
    ran = compared("--b", "castle=8", "--blocks", "12", "--primary", "score")
    assert ran.code == 0, ran
    assert "What changes in Rebirth with castle=8?" in ran.out and "differs" in ran.out
    plan, forecast, *_ = ran.err.splitlines()
    assert plan.startswith("plan ") and plan.endswith(": 2 variants, 1 cast, 12 blocks (24 games), seed 5")
    assert forecast.startswith("B, score: in pairs")
    assert plan.split()[1].rstrip(":") in ran.out


def test_one_json_object_with_a_schema(home: Path) -> None:
    ran = compared("--b", "castle=8", "--variant", "rich:castle=9 port=2", "--blocks", "3", "--json")
    assert ran.code == 0, ran
    found = told(ran)
    assert found["schema"] == 1 and [arm["name"] for arm in found["arms"]] == ["A", "B", "rich"]
    assert len(ran.out.splitlines()) == 1


def test_where_and_when_is_told_without_another_plan(home: Path) -> None:
    """In a run that is finished, too: the plan, the blocks and all other results stay as they were."""
    words = ("--b", "port=20", "--blocks", "20", "--out", home / "out", "--json")
    plain = told(compared(*words))
    ran = compared(*words, "--where")
    assert ran.code == 0 and "--where: playing 20 blocks once more, about 1 s" in ran.err, ran
    found = told(ran)
    assert plain["where"] == [] and found["where"][0]["variant"] == "B"
    assert found["where"][0]["maps"][0]["move"] == "place"
    kept = [key for key in plain if key not in ("where", "digests", "command", "seconds")]
    assert {key: found[key] for key in kept} == {key: plain[key] for key in kept}
    assert 'id="where"' in (home / "out" / "report.html").read_text("utf-8")


def test_what_is_written(home: Path) -> None:
    out = home / "out"
    ran = compared("--b", "castle=8", "--blocks", "3", "--out", out)
    assert ran.code == 0, ran
    kept = "blocks.jsonl blocks.parquet plan.json report.html report.json request.yaml timing.jsonl watch"
    assert sorted(path.name for path in out.iterdir()) == kept.split()
    from pyarrow import parquet

    table = parquet.read_table(out / "blocks.parquet").to_pydict()
    assert set(table) == {"block", "variant", "metric", "part", "value"} and set(table["block"]) == {0, 1, 2}
    assert json.loads((out / "report.json").read_text())["schema"] == 1
    assert (out / "report.html").read_text().startswith("<!")
    again = run("compare", GAME, "--b", "castle=8", "--blocks", "3", "--out", out, *FEW[:-2])
    assert again.code == 0 and "continuing after the 3 blocks" in again.err and "seed 5" in again.err
    other = compared("--b", "castle=9", "--blocks", "3", "--out", out)
    assert other.code == 2 and "holds another run: variants was" in other.err


def test_without_pyarrow_the_rest_is_written(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    ran = compared("--b", "castle=8", "--blocks", "2", "--out", home / "out")
    assert ran.code == 0 and 'pip install "tilewright[parquet]"' in ran.err
    assert (home / "out" / "report.html").is_file() and not (home / "out" / "blocks.parquet").exists()


def test_what_was_found_is_told_even_if_the_disk_is_full(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As text, with the command that writes the report once there is room."""
    from tilewright.core.lab.games.store import RunFolder, Unkept

    def full(store: RunFolder, report: object, outputs: object) -> None:
        raise Unkept("report.html cannot be written: No space left on device; all blocks are kept")

    with monkeypatch.context() as patched:
        patched.setattr(RunFolder, "report", full)
        ran = compared("--b", "castle=8", "--blocks", "2", "--out", home / "out")
    assert ran.code == 2 and "What changes in Rebirth with castle=8?" in ran.out, ran
    assert "No space left on device; all blocks are kept; to write it: tilewright" in ran.err
    assert compared("--b", "castle=8", "--blocks", "2", "--out", home / "out").code == 0


def test_without_the_lab_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.util

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    ran = compared("--b", "castle=8")
    assert ran.code == 2 and 'compare needs numpy:\n  pip install "tilewright[lab]"\n' in ran.err


def test_help_needs_no_heavy_library() -> None:
    code = (
        "import sys\n"
        "from tilewright.core.cli.app import app\n"
        "try: app(['compare', '-h'])\n"
        "except SystemExit: pass\n"
        "sys.exit(bool({'numpy', 'scipy'} & set(sys.modules)))"
    )
    there = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run([sys.executable, "-c", code], env=there, stdout=subprocess.DEVNULL).returncode == 0


@pytest.mark.parametrize(("condition", "code"), [("B: score > 100", 0), ("differs and |score| > 1", 6)])
def test_fail_if(condition: str, code: int, home: Path) -> None:
    ran = compared("--b", "castle=8", "--blocks", "12", "--primary", "score", "--fail-if", condition)
    assert ran.code == code, ran
    assert ("--fail-if is met" in ran.err) == (code == 6) and "What changes in" in ran.out


def test_failed_games(home: Path) -> None:
    (home / "mine.py").write_text(STUCK)
    words = ("compare", GAME, "--b", "castle=8", "--blocks", "6", "--metrics", "score", "--seed", "1")
    ran = run(*words, "--bots", f"{home}/mine.py:Picky", "--json")
    assert ran.code == 1, ran
    failures = told(ran)["audit"]["failures"]
    assert failures and {one["variant"] for one in failures} == {"B"}
    assert (
        f"tilewright resume --debug {failures[0]['record']}" in ran.err
        and Path(failures[0]["record"]).is_file()
    )


def test_a_plan_file(home: Path) -> None:
    (home / "plan.yaml").write_text("game: rebirth\nb: castle=8\nblocks: 3\nprimary: [score]\n", "utf-8")
    ran = run("compare", "--plan", home / "plan.yaml", *FEW, "--json")
    assert ran.code == 0 and told(ran)["analysis"]["blocks"] == 3, ran
    direct = compared("--b", "castle=8", "--blocks", "3", "--primary", "score", "--json")
    assert told(direct)["plan_hash"] == told(ran)["plan_hash"]
    clash = run("compare", "--plan", home / "plan.yaml", "--blocks", "4", *FEW)
    assert (
        clash.code == 2
        and "plan.yaml:3:9: blocks: the plan says 3, --blocks on the command line 4" in clash.err
    )
    (home / "plan.yaml").write_text("gam: rebirth\n", "utf-8")
    assert run("compare", "--plan", home / "plan.yaml").code == 3


def test_from_a_position(played: Path, home: Path) -> None:
    ran = run("compare", GAME, "--b", "castle=8", "--from", f"{played}@60", "--blocks", "3", *FEW, "--json")
    assert ran.code == 0, ran
    found = told(ran)
    assert found["players"] == 2 and any(
        "did not begin" in said or "position" in said for said in found["limits"]
    )
    assert found["arms"][1]["differing"] == {"castle": [5, 8]}


def test_sequential_and_factorial_and_each(home: Path) -> None:
    words = ("--sequential", "--primary", "score", "--effect", "0.3", "--blocks", "90", "--json")
    ran = compared("--b", "castle=8", *words)
    assert ran.code == 0 and told(ran)["analysis"]["paths"][0]["decision"] == "differs", ran
    both = compared("--factorial", "castle=8,port=3", "--blocks", "3", "--json")
    assert both.code == 0 and len(told(both)["arms"]) == 4 and told(both)["analysis"]["effects"], both


def test_exact(played: Path) -> None:
    ran = run("compare", GAME, played, "--exact", "--b", "castle=8")
    assert (
        ran.code == 0
        and "because castle is 5 | 8 (RB-END-3)" in ran.out
        and ran.out.endswith("0 the same, 1 different\n")
    )
    same = run("compare", GAME, played, "--exact", "--b", "", "--fail-if", "differs", "--json")
    assert same.code == 0 and told(same)["exact"][0]["at"] is None
    met = run("compare", GAME, played, "--exact", "--b", "castle=8", "--fail-if", "differs")
    assert met.code == 6


@pytest.mark.parametrize(("words", "said"), cases(__file__, "mistakes"))
def test_mistakes(words: tuple[str, ...], said: str) -> None:
    ran = compared(*words)
    assert ran.code == 2 and said in ran.err and "Traceback" not in ran.err, ran


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The blocks of the run below, played in one go."""
    out = tmp_path_factory.mktemp("whole") / "out"
    ran = compared("--b", "castle=8", "--blocks", "400", "--out", out)
    assert ran.code == 0, ran
    return (out / "blocks.jsonl").read_bytes()


def children(pid: int) -> set[int]:
    """Processes that were started by this one, directly or not."""
    found: dict[int, set[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            own, behind = stat.read_text("utf-8", "replace").rsplit(")", 1)
        except OSError:
            continue
        found.setdefault(int(behind.split()[1]), set()).add(int(own.split()[0]))
    seen, left = set[int](), [pid]
    while left:
        new = found.get(left.pop(), set()) - seen
        seen |= new
        left += new
    return seen


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks the system who is there")
@pytest.mark.parametrize(
    ("engine", "sent"),
    [
        pytest.param("local", "SIGINT", id="local, Ctrl-C"),
        pytest.param("dask", "SIGINT", id="dask, Ctrl-C", marks=pytest.mark.soak),
        pytest.param("local", "SIGTERM", id="local, ended", marks=pytest.mark.soak),
        pytest.param("local", "SIGKILL", id="local, killed"),
        pytest.param("dask", "SIGKILL", id="dask, killed", marks=pytest.mark.soak),
    ],
)
def test_an_interrupted_run_goes_on(engine: str, sent: str, uninterrupted: bytes, home: Path) -> None:
    """The files have the same bytes, no process is left, and what is finished is said with how to continue."""
    if engine == "dask":
        pytest.importorskip("distributed", reason="needs Dask")
    words = ("compare", GAME, "--b", "castle=8", *FEW, "--blocks", "400", "--out")
    crew = ("out", "--workers", "2", "--engine", engine, "--json")
    running = start(home, *words, *crew, group=True)
    blocks = home / "out" / "blocks.jsonl"
    until = time.monotonic() + 120
    while time.monotonic() < until and not (blocks.exists() and blocks.stat().st_size):
        time.sleep(0.02)
    started = children(running.pid)
    if sent != "SIGKILL":
        os.killpg(running.pid, signal.Signals[sent])  # as a terminal does: to everybody
    else:
        running.kill()
    out, err = running.communicate(timeout=120)
    if sent != "SIGKILL":
        *_, last = notes = err.splitlines()
        [told] = [json.loads(line) for line in out.splitlines()]
        assert running.returncode == 130 and told["interrupted"] is True and told["of"] == 400, (out, err)
        count = blocks.read_bytes().count(b"\n")
        assert told["blocks"] == count and len(notes) <= 5, err
        assert last.startswith(f"interrupted after {count} of 400 blocks; to continue: tilewright compare"), (
            err
        )
    assert len(started) >= 2 and all(gone(pid) for pid in started)
    kept = blocks.read_bytes()
    kept = kept[: kept.rfind(b"\n") + 1]
    assert kept and len(kept) < len(uninterrupted) and uninterrupted.startswith(kept)
    again = run(*words, home / "out")  # by whom does not matter
    assert again.code == 0 and "continuing after the" in again.err, again
    assert blocks.read_bytes() == uninterrupted


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")
def test_a_long_run_is_asked_for(home: Path) -> None:
    screen = Screen(home, ["compare", GAME, "--b", "castle=8", *FEW, "--blocks", "1000000"])
    screen.wait("Continue? [Y/n]")
    screen.type("n", "stopped; with --out DIR a run can be continued later")
    assert screen.end() == 0
