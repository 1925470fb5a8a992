"""Large runs: blocks in files of columns, lost by no kill and no shard, and what is added up of them."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest
from pyarrow import parquet

from tilewright.core.base.errors import InvalidFile
from tilewright.core.lab.games import part_folder
from tilewright.core.lab.games.block import BlockPlayer
from tilewright.core.lab.games.game_columns import Chunk
from tilewright.core.lab.games.part_folder import PARTS, PartFolder, in_parts, opener
from tilewright.core.lab.games.parts import columns, rows_of, written
from tilewright.core.lab.games.store import BLOCKS, RunFolder
from tilewright.core.lab.games.tabulate import table, table_of
from tilewright.core.lab.study import play, run, sums
from tilewright.core.lab.study.crew import Crew
from tilewright.core.lab.study.plan import ComparisonPlan
from tilewright.core.lab.study.planning import made_of
from tilewright.core.lab.study.requests import ComparisonRequest
from tilewright.core.lab.study.sums import Bundles, joined, summed

PART, MANY = 50, 210
"""Blocks of a part and of the run here: four whole parts and a short one."""
ASKED = ComparisonRequest(
    game="rebirth",
    b="castle=8",
    bots="random;random,greedy",
    blocks=MANY,
    metrics=["score", "margin", "win", "seat_gap", "first_win", "leader_gap", "source.*"],
)
FAILED = {"players": ["player1", "player2"], "bots": ["random", "random"], "error": "Oops: no", "record": "x"}


@pytest.fixture(scope="module", autouse=True)
def a_tenth() -> Iterator[None]:
    """A run is large, and its parts are whole, with a tenth of the blocks that docs/laboratory.md says."""
    usual = {"MANY": 2000, "PART": 500, "FIRST": 1000, "MOST": 500}
    with pytest.MonkeyPatch.context() as patch:
        for room, name in product((part_folder, sums), usual):
            if hasattr(room, name):
                assert getattr(room, name) == usual[name]
                patch.setattr(room, name, usual[name] // 10)
        yield


@pytest.fixture(scope="module")
def plan() -> ComparisonPlan:
    return made_of(ASKED, 5)


@pytest.fixture(scope="module")
def rows(plan: ComparisonPlan) -> list[dict[str, Any]]:
    """So many blocks: a few that were played, again and again, with other scores; some have failed games."""
    player, chance = BlockPlayer(plan.work("")), np.random.default_rng(1)
    played = [player.row(block) for block in range(8)]
    found = []
    for block in range(MANY):
        row = copy.deepcopy(played[block % 8])
        row |= {"block": block, "seed": 5 + block, "worker": f"w{block * 3 // MANY}", "seconds": 0.25}
        for games in row["arms"].values():
            for game in games:
                game["seed"] = 5 + block
                more = int(chance.integers(0, 30))
                game["values"]["score"] = [points + more for points in game["values"]["score"]]
                game["values"]["leader_gap"] = game["values"]["leader_gap"][: int(chance.integers(1, 34))]
        if block in (7, 121):
            row["arms"]["B"][0] = {**FAILED, "bots": row["arms"]["B"][0]["bots"], "seed": 5 + block}
        found.append(row)
    return found


def kept(folder: Path, plan: ComparisonPlan, rows: Sequence[dict[str, Any]], **more: Any) -> PartFolder:
    """The folder with these blocks."""
    store = PartFolder(folder, plan, list[str]().append, **more)
    for row in rows:
        store.add(row)
    return store


def spans(store: PartFolder, shard: tuple[int, int] = (1, 1)) -> list[tuple[int, int]]:
    return [*store.missing(shard)]


@pytest.fixture(scope="module")
def whole(
    plan: ComparisonPlan, rows: list[dict[str, Any]], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[PartFolder]:
    store = kept(tmp_path_factory.mktemp("whole"), plan, rows)
    yield store
    store.close()


def same(one: Mapping[Any, Any], two: Mapping[Any, Any]) -> None:
    """Assert that these arrays are equal."""
    assert one.keys() == two.keys()
    for key, values in one.items():
        np.testing.assert_array_equal(values, two[key], err_msg=str(key))


# -- files -----------------------------------------------------------------------------------------------------------


def test_rows_come_back_as_they_were(rows: list[dict[str, Any]], tmp_path: Path) -> None:
    wide = [{**row, "seed": (1 << 127) + n} for n, row in enumerate(copy.deepcopy(rows[:20]))]
    part = written(tmp_path / "a.parquet", "key", wide)
    assert rows_of(columns(part)) == wide
    assert rows_of(columns(part, 7)) == wide[:7]


def test_columns_and_rows_give_the_same_table(
    plan: ComparisonPlan, rows: list[dict[str, Any]], whole: PartFolder
) -> None:
    one = table(rows[:PART], plan.names, plan.metrics)
    two = table_of(Chunk.of_columns(columns(whole.parts[0])), plan.names, plan.metrics)
    same(one.means, two.means)
    same(one.games, two.games)
    same(one.curves, two.curves)
    same(one.diverged, two.diverged)
    assert (one.blocks, one.casts) == (two.blocks, two.casts)


def test_who_played_and_how_long_is_not_in_the_digest(rows: list[dict[str, Any]], tmp_path: Path) -> None:
    one = written(tmp_path / "a.parquet", "key", rows[:9])
    other = [{**row, "worker": "elsewhere", "seconds": 9.5} for row in rows[:9]]
    assert written(tmp_path / "b.parquet", "key", other).content == one.content


@pytest.mark.parametrize("what", ["scores", "torn", "nothing"])
def test_a_part_that_was_changed_is_refused(what: str, rows: list[dict[str, Any]], tmp_path: Path) -> None:
    part = written(tmp_path / "a.parquet", "key", rows[:9])
    if what == "scores":
        found = parquet.read_table(part.path)
        changed = copy.deepcopy(rows[:9])
        changed[4]["arms"]["B"][0]["values"]["score"][0] += 30
        again = written(tmp_path / "c.parquet", "key", changed)
        with_head = parquet.read_table(again.path).replace_schema_metadata(found.schema.metadata)
        parquet.write_table(with_head, part.path)
    else:
        data = part.path.read_bytes()
        part.path.write_bytes(data[: len(data) // 2] if what == "torn" else b"")
    with pytest.raises(InvalidFile, match=r"a\.parquet.*remove it, and its blocks are played again"):
        columns(part)


SPOILT: dict[str, Callable[[dict[str, Any]], object]] = {
    "seed": lambda row: row.update(seed=row["seed"] + 1),
    "place": lambda row: row.update(block=row["block"] + 1),
    "no variant": lambda row: row["arms"].pop("B"),
    "words": lambda row: [game["values"].update(margin="many") for game in row["arms"]["B"]],
    "nobody": lambda row: row["arms"]["B"][0].update(winners=[]),
    "third": lambda row: row["arms"]["B"][0].update(winners=[7]),
}


@pytest.mark.parametrize("what", SPOILT)
def test_blocks_with_a_digest_of_their_own_are_still_those_of_the_plan(
    what: str, plan: ComparisonPlan, rows: list[dict[str, Any]], tmp_path: Path
) -> None:
    """Whoever makes a whole file anew is refused by name, unless its games could be those of the plan."""
    made = copy.deepcopy(rows[PART : 2 * PART])
    for row in made:
        if all("error" not in game for game in row["arms"]["B"]):
            SPOILT[what](row)
    (tmp_path / PARTS).mkdir()
    written(tmp_path / PARTS / "x.parquet", plan.games_key, made)
    store = PartFolder(tmp_path, plan, list[str]().append)
    if what == "place":
        assert not store.parts
    else:
        with pytest.raises(InvalidFile, match=r"x\.parquet.*its blocks are played again"):
            store.table(PART)
    store.close()


# -- folders ---------------------------------------------------------------------------------------------------------


def test_a_folder_goes_on_wherever_it_was_left(
    plan: ComparisonPlan, rows: list[dict[str, Any]], whole: PartFolder, tmp_path: Path
) -> None:
    """Killed in the middle of a part, and between writing a part and emptying the lines."""
    store = kept(tmp_path, plan, rows[: PART + 30])
    store.close()
    assert len((tmp_path / BLOCKS).read_text("utf-8").splitlines()) == 30
    store = PartFolder(tmp_path, plan, list[str]().append)
    assert store.blocks == PART + 30 and spans(store) == [(PART + 30, 2 * PART), (2 * PART, MANY)]
    for row in rows[PART + 30 : 2 * PART]:
        store.add(row)
    store.close()
    assert not (tmp_path / BLOCKS).read_bytes()
    going_on = kept(tmp_path, plan, rows[2 * PART :])
    going_on.close()
    assert going_on.seal == whole.seal and not spans(going_on)


def test_lines_of_a_whole_part_become_a_file(
    plan: ComparisonPlan, rows: list[dict[str, Any]], whole: PartFolder, tmp_path: Path
) -> None:
    """As an older version kept them, or as a kill leaves them just before the part is written."""
    lines = RunFolder(tmp_path, plan, list[str]().append)
    for row in rows[: 2 * PART + 3]:
        lines.add(row)
    lines.close()
    store = PartFolder(tmp_path, plan, list[str]().append)
    assert sorted(store.parts) == [0, PART] and len(store.rows) == 3
    assert store.parts[PART].content == whole.parts[PART].content
    store.close()


def test_shards_are_each_others_complement_and_add_up_to_one_run(
    plan: ComparisonPlan, rows: list[dict[str, Any]], whole: PartFolder, tmp_path: Path
) -> None:
    for which in (3, 1, 2):
        folder = tmp_path / f"shard-{which}-of-3"
        store = PartFolder(folder, plan, list[str]().append)
        for first, end in spans(store, (which, 3)):
            for row in rows[first:end]:
                store.add({**row, "worker": f"machine {which}"})
        assert not spans(store, (which, 3))
        store.close()
    merged = PartFolder(tmp_path, plan, list[str]().append)
    assert not spans(merged) and merged.seal == whole.seal
    one, two = (summed(plan, store) for store in (merged, whole))
    same(one.table.means, two.table.means)
    assert one.audit.failures == two.audit.failures and one.audit.workers != two.audit.workers
    merged.close()


def test_parts_of_other_games_are_left_alone(plan: ComparisonPlan, whole: PartFolder, tmp_path: Path) -> None:
    """Another question about the same games finds them, as far as it needs them; another seed does not."""
    more = made_of(attrs.evolve(ASKED, blocks=300, primary=["margin"]), 5)
    store = PartFolder(tmp_path / "more", more, list[str]().append, others=[whole.folder])
    assert spans(store) == [(4 * PART, 300)], "the last part there is a short one"
    store.close()
    other = made_of(ASKED, 6)
    store = PartFolder(tmp_path / "other", other, list[str]().append, others=[whole.folder])
    assert not store.parts and store.other == 5
    store.close()


def test_all_rows_are_there_by_number(rows: list[dict[str, Any]], whole: PartFolder) -> None:
    assert whole.blocks == MANY
    assert all(whole.row(n) == rows[n] for n in (0, PART - 1, PART, MANY - 1))


def test_a_large_run_without_a_folder_has_one_as_long_as_it_is_open(
    plan: ComparisonPlan, rows: list[dict[str, Any]]
) -> None:
    store = opener(plan)(None, plan, list[str]().append)
    assert isinstance(store, PartFolder) and store.folder.is_dir()
    for row in rows:
        store.add(row)
    assert not spans(store) and summed(plan, store).table.size == 5
    store.close()
    assert not store.folder.exists()
    assert opener(attrs.evolve(plan, blocks=20))(None, plan, list[str]().append) is None


def test_what_needs_all_rows_at_once_is_kept_as_lines(plan: ComparisonPlan) -> None:
    assert in_parts(plan) and not in_parts(attrs.evolve(plan, blocks=200))
    assert opener(attrs.evolve(plan, sequential=True)) == RunFolder.of


# -- sums ------------------------------------------------------------------------------------------------------------


def test_bundles_are_means_of_the_blocks_of_one_cast(
    plan: ComparisonPlan, rows: list[dict[str, Any]], whole: PartFolder
) -> None:
    every = table(rows, plan.names, plan.metrics)
    found = summed(plan, whole).table
    where = Bundles(MANY, 2)
    bundle = np.array([where.bundle(block) for block in range(MANY)])
    assert found.size == 5 and np.bincount(bundle).max() - np.bincount(bundle).min() <= 1
    assert all(block % 2 == row % 2 for block, row in enumerate(bundle)), "casts take turns"
    for key in [
        ("A", "score", ""),
        ("B", "score", "seat 2"),
        ("B", "margin", ""),
        ("B", "score", "bot greedy"),
    ]:
        for n in (0, 3, 41):
            expected = (
                np.nanmean(every.means[key][bundle == n])
                if np.isfinite(every.means[key][bundle == n]).any()
                else np.nan
            )
            np.testing.assert_allclose(found.means[key][n], expected, err_msg=str(key))
    seats = [np.nanmean(every.means["A", "seat_gap", f"seat {n}"]) for n in (1, 2)]
    np.testing.assert_allclose(
        np.nanmean(found.means["A", "seat_gap", ""]), max(seats) - min(seats), atol=0.01
    )
    differing = every.means["B", "score", ""] - every.means["A", "score", ""]
    assert found.differing["B", "score"] == int((differing[np.isfinite(differing)] != 0).sum())


def test_a_report_of_a_large_run_counts_in_blocks(plan: ComparisonPlan, whole: PartFolder) -> None:
    played = play.play(plan, Crew(store=whole))
    told = run.findings(plan, played, command="again")
    assert told.analysis.blocks == MANY and told.analysis.of("B", "score").blocks in (
        MANY,
        MANY - 1,
        MANY - 2,
    )
    assert told.audit.games == {"A": MANY * 3 // 2, "B": MANY * 3 // 2} and len(told.audit.failures) == 2
    assert [one.games for one in told.audit.workers] and sum(
        one.games for one in told.audit.workers
    ) == MANY * 3 // 2
    assert told.deviations == ["2 of 210 blocks were left out for B because games in them failed"]
    assert "added up in 42 bundles" in " ".join(told.limits)


def test_tables_are_joined_in_order(plan: ComparisonPlan, rows: list[dict[str, Any]]) -> None:
    one, two = (table(some, plan.names, plan.metrics) for some in (rows[:40], rows[40:90]))
    both, expected = joined([one, two]), table(rows[:90], plan.names, plan.metrics)
    for name in ("score", "margin"):
        np.testing.assert_array_equal(both.means["B", name, ""], expected.means["B", name, ""])
        np.testing.assert_array_equal(both.games["B", name], expected.games["B", name])
    np.testing.assert_array_equal(both.curves["B", "leader_gap"], expected.curves["B", "leader_gap"])
