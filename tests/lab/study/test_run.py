"""Whole runs: the same for any engine, kept and gone on with, stopped early, and with the answer that is known."""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Iterator
from contextlib import closing
from math import isnan
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import attrs
import pytest

from tilewright.core.base.errors import InvalidFile, UsageError
from tilewright.core.lab.games import engine
from tilewright.core.lab.games.block import rows as play_rows
from tilewright.core.lab.games.store import BLOCKS, RunFolder, Unkept, seed_of
from tilewright.core.lab.report import page, terminal
from tilewright.core.lab.report.answer import sentences, takes
from tilewright.core.lab.study import play, run
from tilewright.core.lab.study.crew import Crew, Declined
from tilewright.core.lab.study.plan import ComparisonPlan
from tilewright.core.lab.study.planning import made_of
from tilewright.core.lab.study.requests import ComparisonRequest

from ..site import site as site

ASKED = ComparisonRequest(
    game="rebirth", b="castle=8", bots="random", blocks=6, metrics=["score", "margin", "source.*"]
)


def plan(seed: int = 5, **more: Any) -> ComparisonPlan:
    return made_of(attrs.evolve(ASKED, **more), seed)


def store(folder: Path, made: ComparisonPlan, told: list[str] | None = None) -> RunFolder:
    return RunFolder(folder, made, (told if told is not None else []).append)


def played(made: ComparisonPlan, folder: Path, **more: Any) -> bytes:
    """The bytes of the blocks' file."""
    kept = store(folder, made)
    play.play(made, Crew(store=kept, **more))
    kept.close()
    return (folder / BLOCKS).read_bytes()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Six blocks, played here one after the other."""
    return played(plan(), tmp_path_factory.mktemp("whole"))


# -- whoever plays ---------------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="the system has no such locks")
def test_one_run_at_a_time_in_a_folder(tmp_path: Path) -> None:
    made = plan()
    first = store(tmp_path, made)
    with pytest.raises(UsageError, match=r"blocks\.jsonl is in use by another tilewright"):
        store(tmp_path, made)
    first.close()
    store(tmp_path, made).close()


def test_a_process_that_dies_loses_nothing_that_was_done(tmp_path: Path) -> None:
    made = plan(blocks=40)
    kept = store(tmp_path, made)

    def killed(blocks: int) -> None:
        if blocks and kept.rows:
            for process in active_children()[:1]:
                process.kill()

    with pytest.raises(engine.Lost, match="has died"):
        play.play(made, Crew(store=kept, workers=2, progress=killed))
    kept.close()
    lines = (tmp_path / BLOCKS).read_bytes().splitlines()
    assert 0 < len(lines) < 40
    assert [json.loads(line)["block"] for line in lines] == [*range(len(lines))]


@pytest.mark.parametrize("name", ["dusk", "dask:", "local:2"])
def test_engines_there_are_not(name: str) -> None:
    with pytest.raises(UsageError, match=f"--engine {name}: there is local, dask"):
        engine.checked(name)


# -- kept, and gone on with ------------------------------------------------------------------------------------------


def test_blocks_whose_timing_is_lost_are_kept(whole: bytes, tmp_path: Path) -> None:
    made = plan()
    played(made, tmp_path)
    timing = tmp_path / "timing.jsonl"
    timing.write_bytes(b"".join(timing.read_bytes().splitlines(keepends=True)[:4]))
    kept = store(tmp_path, made)
    assert [bool(row["worker"]) for row in kept.rows] == [True] * 4 + [False] * 2
    kept.close()
    assert len(timing.read_text().splitlines()) == 6


def test_another_plan_is_refused_and_told(tmp_path: Path) -> None:
    store(tmp_path, plan()).close()
    assert seed_of(tmp_path) == 5 and seed_of(tmp_path / "nowhere") is None
    with pytest.raises(UsageError, match=r"holds another run: blocks was 6, now 7; .*choose another folder"):
        store(tmp_path, plan(blocks=7))
    with pytest.raises(UsageError, match="variants was") as refused:
        store(tmp_path, plan(b="castle=9"))
    one, two = re.search("variants was (.*), now (.*); choose", str(refused.value)).groups()  # type: ignore[union-attr]
    assert one != two and "castle=8" in one and "castle=9" in two, (
        "what differs is shown, not what is alike before it"
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"{]\n", "blocks.jsonl:1:1: damaged line"),
        (b'{"block":1}\n', "blocks.jsonl:1:1: 1 of 1 lines do not fit their digests: block 1"),
    ],
)
def test_a_damaged_block_is_named(line: bytes, said: str, tmp_path: Path) -> None:
    store(tmp_path, plan()).close()
    (tmp_path / BLOCKS).write_bytes(line)
    with pytest.raises(InvalidFile, match=said):
        store(tmp_path, plan())


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=r"--out .*file/deeper cannot be written"):
        store(tmp_path / "file" / "deeper", plan())


# -- what comes of it ------------------------------------------------------------------------------------------------


def found(made: ComparisonPlan, crew: Crew[RunFolder] | None = None) -> Any:
    return run.findings(made, play.play(made, crew or Crew()), command="again")


def test_the_known_answer() -> None:
    """Random bots do not look at points: a castle worth 8 instead of 5 gives 3 points more, nothing else."""
    told = found(plan(blocks=12, primary=["score"]))
    score = told.analysis.of("B", "score")
    castles = told.analysis.of("B", "source.castle")
    assert score.verdict == "differs" and score.difference == pytest.approx(castles.difference)
    assert castles.difference == pytest.approx(castles.base_mean * 3 / 5)
    assert told.analysis.of("B", "source.port").difference == 0
    assert told.divergences[0].never == 0 and told.divergences[0].median_round == 67
    assert told.arms[1].differing == {"castle": (5, 8)} and told.arms[0].differing == {}
    assert len({(one.variant, one.block) for one in told.watch}) == len(told.watch) >= 3
    assert all(one.picture.startswith("<svg") for one in told.watch)
    assert told.plan_hash == plan(blocks=12, primary=["score"]).hash and not told.deviations


def test_arithmetic_and_play_are_told_apart() -> None:
    """Greedy does not look at the tiles that it will be fined for; with what a castle is worth it plays otherwise."""
    asked = ComparisonRequest(
        game="glenmore", a="tile_penalty=3", b="tile_penalty=0", bots="greedy", metrics=["score"]
    )
    told = found(made_of(attrs.evolve(asked, players=3, blocks=4), 1))
    [penalty] = told.divergences
    assert penalty.reacted == {"greedy": 0} and penalty.scores_only == 1 - penalty.never > 0
    said = "all 4 games have the same decisions as under the base; what differs is arithmetic."
    assert penalty.arithmetic.startswith(f"No bot reacted to B: {said}")
    said = f"No bot reacted to B (tile_penalty=0): {said}"
    assert said in " ".join(terminal(told).split()) and said in page(told)
    told = found(plan(bots="greedy,random", blocks=3))
    [castle] = told.divergences
    assert castle.reacted["greedy"] > 0.5 and castle.games == 6 and not castle.arithmetic
    assert sum(castle.reacted.values()) + castle.scores_only + castle.never == pytest.approx(1)
    assert "the first to decide otherwise: greedy in" in " ".join(terminal(told).split())


def test_blocks_that_do_not_say_who_reacted_are_left_out(tmp_path: Path) -> None:
    made = plan(blocks=3)
    rows = [json.loads(line) for line in played(made, tmp_path).splitlines()]
    for game in rows[0]["arms"]["B"]:
        del game["reacted"]
    [one] = run.divergences(made, rows)
    assert one.games == 2 and one.never == 0


def test_the_gap_between_seats_is_a_metric_like_others() -> None:
    """It may be primary, have a margin and be found equivalent; the same rules have the same gap exactly."""
    asked: dict[str, Any] = {"primary": ["seat_gap"], "metrics": ["seat_gap"], "margins": {"seat_gap": 0.5}}
    made = plan(blocks=36, players=3, **asked)
    rows = play.play(made, Crew())

    def with_margin(margins: dict[str, float] | None) -> Any:
        return run.findings(plan(blocks=36, players=3, **asked | {"margins": margins}), rows, command="again")

    told = run.findings(made, rows, command="again")
    one = told.analysis.of("B", "seat_gap")
    luck = {arm.variant: max(arm.shares) - min(arm.shares) for arm in told.luck}
    assert one.base_mean == pytest.approx(luck["A"]) and one.variant_mean == pytest.approx(luck["B"])
    assert one.difference == pytest.approx(luck["B"] - luck["A"])
    assert one.low < one.difference < one.high and one.margin == 0.5
    assert [each.part for each in told.analysis.results] == [""] and not told.analysis.shifts
    same = found(plan(b="castle=5", blocks=20, players=3, **asked)).analysis.of("B", "seat_gap")
    assert same.difference == 0 and same.p == 1 and same.verdict == "equivalent"
    tight = with_margin({"seat_gap": 0.03})
    one = tight.analysis.of("B", "seat_gap")
    assert one.verdict == "not resolved" and one.needed is not None
    assert (one.high90 - one.low90) / 2 * (36 / one.needed) ** 0.5 == pytest.approx(0.03, rel=0.01)
    open_ = with_margin(None)
    one = open_.analysis.of("B", "seat_gap")
    assert one.needed is not None
    assert (one.high90 - one.low90) / 2 * (36 / one.needed) ** 0.5 == pytest.approx(0.05, rel=0.01)
    assert "blocks would narrow it to \u00b15\u00a0pp (" in takes(open_, one)
    [*_, said] = sentences(open_)
    for arm in open_.luck:
        first = ("first", "second", "last")[max(range(3), key=lambda n: arm.shares[n])]
        shares = ", ".join(f"{100 * share:.0f}" for share in arm.shares)
        assert f"under {arm.variant} the {first} seat ({shares}\u202f% of the wins)" in said
    with pytest.raises(UsageError, match="--sequential cannot test seat_gap"):
        plan(sequential=True, primary=["seat_gap"], metrics=["seat_gap"])


def test_equal_rules_differ_by_nothing(site: Path) -> None:
    """Exact A/A, through to the findings: no metric of any kind moves, not even with an unused draw more."""
    told = found(plan(b="with=idle", bots="greedy,random", blocks=3, metrics=None))
    assert {one.difference for one in told.analysis.results if one.blocks} == {0.0}
    assert told.divergences[0].never == 1 and told.divergences[0].median_round is None
    assert told.arms[1].modules == ("idle",)


def test_the_base_against_itself_on_other_blocks() -> None:
    told = found(plan(aa=True, blocks=8))
    assert set(told.aa) == {name for name, metric in told.table.metrics.items() if metric.by != "round"}
    assert 0 < told.aa["score"] <= 1 and told.table.variants == ("A", "B")


def test_a_sequential_run_stops_and_goes_on(tmp_path: Path) -> None:
    made = plan(sequential=True, primary=["score"], metrics=["score"], blocks=100, effect=0.3)
    kept = store(tmp_path, made)
    played = rows, path, *_ = play.play(made, Crew(store=kept))
    kept.close()
    assert path is not None and path.decision == "differs" and len(rows) == path.looks[-1][0] < 100
    again = store(tmp_path, made)
    going_on = play.play(made, Crew(store=again))
    again.close()
    assert going_on[:2] == (rows, path)
    assert going_on.seconds >= sum(row["seconds"] for row in rows), "what was played before counts"
    told = run.findings(made, play.PlayedBlocks(*played), command="again")
    assert told.analysis.of("B", "score").verdict == "differs" and told.analysis.paths == (path,)
    [only] = told.analysis.results
    assert isnan(only.p) and isnan(only.adjusted), "an ordinary test would be a look on the way"
    assert not told.analysis.shifts and not told.analysis.interactions
    assert "by the sequential test" in page(told)
    assert "upper bound after" in told.stopped


def test_a_sequential_run_meets_its_cap() -> None:
    made = plan(b="port=2", sequential=True, primary=["margin"], metrics=["margin"], blocks=80, effect=0.1)
    rows, path, *_ = play.play(made, Crew())
    assert len(rows) == 80 and path is not None and path.decision == "not resolved"


@pytest.mark.parametrize(("base", "other"), [("glenmore", "rebirth"), ("isleofskye", "glenmore")])
def test_two_games_are_compared(base: str, other: str) -> None:
    made = made_of(ComparisonRequest(game=base, b=f"game={other}", bots="random", blocks=3), 1)
    rows, *_ = play.play(made, Crew())
    told = run.findings(made, play.PlayedBlocks(rows, None, 1.0), command="again")
    said = [one for one in told.limits if "it is measured" in one]
    assert said == [*made.unlike.values()] and said
    if other == "rebirth":
        [by_seat] = [game["values"]["dead_spots"] for game in rows[0]["arms"]["A"]]
        result = told.table.means["A", "dead_spots", ""][0]
        assert result == sum(by_seat) / 2 and ("A", "dead_spots", "seat 1") not in told.table.means
        how = "it is measured by seat under A and by game under B."
        assert said == [f"dead_spots is compared by its mean over the seats of a game: {how}"]
    else:
        assert "price_paid" not in made.metrics and made.metrics["price_to_value"].by == "game"
        assert said[0] == "price_paid is left out: it is measured in gold under A and in coins under B."
        with pytest.raises(UsageError, match=r"--primary: price_paid is left out: it is measured in gold"):
            made_of(ComparisonRequest(game=base, b=f"game={other}", primary=["price_paid"]), 1)


def test_games_of_a_position() -> None:
    rules = ASKED.b is not None and plan().rules[0]
    assert rules
    state = rules.new(["anna", "bruno"], 5)
    for _ in range(60):
        state.apply(state.legal(state.to_act[0])[0])
    made = made_of(attrs.evolve(ASKED, from_="there.yaml", blocks=3), 1, state.to_dict(), 2)
    told = found(made)
    assert any("there.yaml" in said for said in told.limits)
    assert all("simulate" in one.command and "--from there.yaml" in one.command for one in told.watch)


def test_the_pilot_is_shown_and_may_end_it() -> None:
    made = plan(b="castle=30", bots="greedy", blocks=32, primary=["margin"], smallest={"margin": 3.0})
    shown: list[Any] = []

    def refused(promise: Any) -> bool:
        shown.append(promise)
        return False

    with pytest.raises(Declined):
        play.play(made, Crew(agreed=refused))
    [promise] = shown
    assert promise.left == 2 and promise.minutes > 0 and promise.pilots[0].blocks == 30
    said = promise.lines()
    assert said[0].startswith("B, margin: ") and "detect a difference of 3" in said[0]
    assert said[-1].startswith("2 more blocks, about ")


def test_a_run_that_goes_on_after_its_pilot_forecasts_by_the_blocks_that_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "engine", lambda name, work, workers: engine.engine(name, work, 1))
    short = plan(b="castle=30", bots="random", blocks=32, primary=["margin"])
    with closing(store(tmp_path, short)) as kept:
        for row in play.play(short, Crew()).rows[:31]:
            kept.add({**row, "seconds": 60.0})
    for workers in (1, 2):
        shown: list[Any] = []

        def refused(promise: Any, shown: list[Any] = shown) -> bool:
            shown.append(promise)
            return False

        with closing(store(tmp_path, short)) as kept, pytest.raises(Declined):
            play.play(short, Crew(store=kept, workers=workers, agreed=refused))
        assert (shown[0].left, shown[0].minutes) == (1, 1 / workers)


@pytest.fixture(autouse=True)
def no_memory() -> Iterator[None]:
    """What a process keeps between batches must not reach from one test into another."""
    yield
    from tilewright.core.simulation import workers

    workers._HERE.__dict__.clear()


def test_rows_are_plain_data() -> None:
    [row] = play_rows(plan(metrics=None).work("."), 0, 1)
    assert json.loads(json.dumps(row)) == row


def _full(*given: object) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize(
    ("pause", "blocks", "said"), [(0.0, 3, "first 3 lines are"), (3600.0, 1, "first line is")]
)
def test_a_full_disk_leaves_whole_blocks(
    pause: float, blocks: int, said: str, whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is waited for after the first block, and again after each pause, or at the end."""
    made = plan()
    kept = store(tmp_path, made)
    calls: list[int] = []

    def filling(file: int) -> None:
        calls.append(file)
        if len(calls) > 2 * blocks:  # a block and its timing have a call each
            _full()

    with monkeypatch.context() as patched, pytest.raises(Unkept) as told:
        patched.setattr(os, "fsync", filling)
        patched.setattr("tilewright.core.lab.games.store.PAUSE", pause)
        play.play(made, Crew(store=kept))
    kept.close()
    assert (
        str(told.value) == f"{tmp_path / BLOCKS} cannot be written: No space left on device; the {said} kept"
    )
    assert len(calls) == 2 * blocks + 1
    assert (tmp_path / BLOCKS).read_bytes() == b"".join(whole.splitlines(keepends=True)[:blocks])
    assert played(made, tmp_path) == whole


def test_a_report_that_cannot_be_written_leaves_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = store(tmp_path, plan())
    kept.report({}, {"report.html": "before"})
    with (
        monkeypatch.context() as patched,
        pytest.raises(
            Unkept, match=r"report.html cannot be written: No space .*; everything that was played is kept"
        ),
    ):
        patched.setattr(os, "fsync", lambda file: _full())
        kept.report({}, {"report.html": "half"})
    kept.close()
    assert (tmp_path / "report.html").read_text() == "before" and not [*tmp_path.glob(".*")]
