"""A search finds what was planted, says what it could not confirm, and goes on where it was killed."""

from __future__ import annotations

import json
import math
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from tilewright.core.base.errors import InvalidFile, UsageError
from tilewright.core.lab.design.findings import SearchFindings, as_json
from tilewright.core.lab.design.folder import ASKS, SearchFolder
from tilewright.core.lab.design.plan import SearchPlan
from tilewright.core.lab.design.run import design
from tilewright.core.lab.design.targets import target
from tilewright.core.lab.design.terminal import terminal
from tilewright.core.lab.games.store import BLOCKS
from tilewright.core.lab.study.crew import Crew

from .duels import installed as installed
from .duels import plan


def kept(folder: Path, made: SearchPlan) -> tuple[SearchFindings, list[dict[str, Any]]]:
    """What was found, and the rows of the folder."""
    store = SearchFolder(folder, made, lambda said: None)
    found = design(made, Crew(store=store))
    store.close()
    return found, [json.loads(line) for line in (folder / BLOCKS).read_text().splitlines()]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, SearchFindings]:
    """The folder of a search that was not interrupted, and what it found."""
    folder = tmp_path_factory.mktemp("whole")
    found, rows = kept(folder, plan())
    assert len(rows) > 430
    return folder, found


def taken(found: SearchFindings) -> Mapping[str, str]:
    names = [one.name for one in found.plan.space.factors]
    return dict(zip(names, found.chosen.candidate.values, strict=True))


def test_a_planted_optimum_is_found_and_confirmed() -> None:
    """Both seats are equal where the first begins with the 4 points that the second one has."""
    found = design(plan(factors={"start": "0 to 8"}, targets=["seat_gap under 20 %"], confirm=500), Crew())
    assert taken(found) == {"start": "4"} and found.chosen.holds, found.chosen
    assert not found.base.holds and [check.verdict for check in found.base.checks] == ["not met"]


def test_a_game_that_is_fair_by_chance_is_seen_by_its_skill() -> None:
    """A die that decides makes any start fair; who picks best must win, too, and then no setting is confirmed."""
    asked: dict[str, Any] = {"factors": {"luck": "all"}, "confirm": 600, "set_": {"start": "3"}}
    alone = design(plan(targets=["seat_gap under 20 %"], **asked), Crew())
    assert taken(alone) == {"luck": "100"} and alone.chosen.holds
    wanted = ["seat_gap under 20 %", "perfect beats random over 70 %"]
    both = design(plan(targets=wanted, finalists=3, **asked), Crew())
    assert not both.chosen.holds
    fair = next(one for one in both.confirmed if one.candidate.values == ("100",))
    assert [check.verdict for check in fair.checks] == ["met", "not met"]
    assert fair.checks[1].estimate.high < 0.7


@pytest.mark.parametrize(("bounds", "kept"), [("under 5 %", -math.inf), ("between 1 and 5 %", 0.01)])
def test_what_to_do_is_said_by_titles_and_bounds_that_would_hold(bounds: str, kept: float) -> None:
    """Starts 0 and 1 leave the second player ahead: the answer says by how much, and what the setting would keep, as
    it can be written in a plan. Of two bounds the one that is kept stays."""
    found = design(plan(factors={"start": "0 to 1"}, targets=[f"seat_gap {bounds}"], confirm=500), Crew())
    [check] = found.chosen.checks
    said = " ".join(terminal(found, 10_000))
    missed = f"misses the target 'gap between seats {bounds}': ".replace(" %", "\u202f%")
    assert check.verdict == "not met" and missed in said
    assert "seat_gap" not in said.partition("What to do: ")[0]
    [looser] = re.findall(r"'([^']*)' would allow this setting", said)
    again = target(looser, {})
    assert again.low == pytest.approx(kept) and 0 <= again.high - check.estimate.high < 0.01


def test_nothing_farther_off_than_the_printed_rules_is_called_nearest() -> None:
    """The first player may begin with 7 or 8 points instead of 3, where the second one has 4. A looser bound that the
    printed rules keep as well is not advised."""
    made = plan(factors={"start": "7 to 8"}, targets=["seat_gap under 1 %"], confirm=200, set_={"start": "3"})
    found = design(made, Crew())
    far = [one for one in found.confirmed if one.candidate.values != ("3",)]
    assert far and all(one.role == "finalist" for one in far), found.confirmed
    assert found.chosen is found.base and found.chosen.role == "base" and not found.chosen.holds
    said = " ".join(terminal(found, 10_000))
    assert "Nearest is start=3 (the rules as they are)." in said and "would allow" not in said


def test_a_setting_that_is_left_open_says_how_many_blocks_would_decide() -> None:
    """The new run has more fresh blocks than the estimate asks for, since that is uncertain, and none of this one."""
    made = plan(factors={"start": "3 to 4"}, targets=["seat_gap under 9 %"], confirm=400)
    found = design(made, Crew())
    [check] = found.chosen.checks
    assert check.verdict == "not resolved" and check.needed is not None
    said = " ".join(terminal(found, 10_000))
    [(blocks, seed)] = re.findall(r"Plan a new run with 'confirm: (\d+)' and 'seed: (\d+)'", said)
    assert 1.2 * check.needed <= int(blocks) <= 1.35 * check.needed
    assert int(seed) == made.seed + made.fresh.stop > made.seed + 400


def test_the_confirmation_knows_only_fresh_blocks(tmp_path: Path) -> None:
    """Its figures are those of blocks that no search has played, whatever the search saw of the same setting.

    Both searches, the confirmation and the steps share the blocks of a setting: none is played twice.
    """
    made = plan(baseline=True)
    found, rows = kept(tmp_path, made)
    tried = {one.candidate.key: one.blocks for one in found.searched.tried}
    assert found.random is not None
    for drawn in found.random.tried:
        tried[drawn.candidate.key] = max(drawn.blocks, tried.get(drawn.candidate.key, 0))
    played: dict[str, list[int]] = {}
    for row in rows:
        played.setdefault(row["setting"], []).append(row["block"])
    assert all(len(blocks) == len(set(blocks)) for blocks in played.values())
    for one in found.confirmed:
        early = tried.get(one.candidate.key, 0)
        assert played[one.candidate.key] == [*range(early), *range(40, 160)]
        games = [
            row["arms"]["panel 1"][0]
            for row in rows
            if row["setting"] == one.candidate.key and row["block"] in range(40, 160)
        ]
        leads = [(0 in game["winners"]) - (1 in game["winners"]) for game in games]
        assert one.checks[0].estimate.value == pytest.approx(abs(np.mean(leads)))
        assert one.checks[0].estimate.blocks == 120


def test_steps_are_corrected_and_in_pairs(tmp_path: Path) -> None:
    """Each interval is about Student's of the block differences, at the error of the plan for all steps and quantities;
    at the error of a single one it would be a quarter narrower."""
    found, rows = kept(tmp_path, plan(targets=["margin under 60"], goals=["maximise score_range"]))
    steps = found.steps.steps
    assert len(steps) >= 3
    error = 0.05 / (len(steps) * 2)
    base = [row for row in rows if row["setting"] == found.chosen.candidate.key and row["block"] >= 40]
    for step in steps:
        other = [row for row in rows if row["setting"] == step.candidate.key and row["block"] >= 40]
        change = np.array(
            [
                two["arms"]["panel 1"][0]["values"]["margin"] - one["arms"]["panel 1"][0]["values"]["margin"]
                for one, two in zip(base, other, strict=True)
            ]
        )
        low, high = stats.t.interval(1 - error, 119, change.mean(), stats.sem(change))
        seen = step.changes["margin"]
        assert (seen.low, seen.high) == pytest.approx((low, high), abs=0.2 * (high - low))
        assert seen.high - seen.low > 0.9 * (high - low)
        assert seen.value == pytest.approx(change.mean())


@pytest.mark.parametrize(("blocks", "torn"), [(3, 0), (130, 40), (430, 0)])
def test_a_killed_search_ends_with_the_same_bytes(
    blocks: int, torn: int, whole: tuple[Path, SearchFindings], tmp_path: Path
) -> None:
    """Killed in its first round, in the confirmation or among the steps, in mid-line or between lines."""
    folder, found = whole
    (tmp_path / "plan.json").write_bytes((folder / "plan.json").read_bytes())
    lines = (folder / BLOCKS).read_bytes().splitlines(keepends=True)
    (tmp_path / BLOCKS).write_bytes(b"".join(lines[:blocks]) + lines[blocks][:torn])
    (tmp_path / ASKS).write_bytes(b"".join((folder / ASKS).read_bytes().splitlines(keepends=True)[:4]))
    again, _ = kept(tmp_path, plan())
    for name in (BLOCKS, ASKS):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()
    assert json.dumps(as_json(again)) == json.dumps(as_json(found))


def test_another_plan_and_another_course_are_refused(
    whole: tuple[Path, SearchFindings], tmp_path: Path
) -> None:
    shutil.copytree(whole[0], tmp_path, dirs_exist_ok=True)
    with pytest.raises(UsageError, match="holds another run: confirm was 120, now 121"):
        SearchFolder(tmp_path, plan(confirm=121), lambda said: None)
    asks = tmp_path / ASKS
    asks.write_text(asks.read_text().replace('"round":1', '"round":7', 1))
    with pytest.raises(
        InvalidFile, match=r"asks\.jsonl:1:1: 1 of \d+ lines do not fit their digests: line 1;"
    ):
        SearchFolder(tmp_path, plan(), lambda said: None)
    kept_plan = json.loads((tmp_path / "plan.json").read_text())  # as an older version wrote it all
    (tmp_path / "plan.json").write_text(json.dumps({key: kept_plan[key] for key in ("hash", "plan")}))
    for path in (asks, tmp_path / BLOCKS):
        path.write_text(re.sub(r',"sha256":"\w+"', "", path.read_text()))
    store = SearchFolder(tmp_path, plan(), lambda said: None)
    with pytest.raises(InvalidFile, match=r"asks\.jsonl:1:1: the search now asks for another setting here"):
        design(plan(), Crew(store=store))
    store.close()
