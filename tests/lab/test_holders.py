"""What an item is to the one who has it: leads counted by hand, and that what is held is what is in play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from tilewright.core.lab.content.holders import holdings
from tilewright.core.lab.content.study import plan_of, study
from tilewright.core.lab.games.block import rows
from tilewright.core.lab.report import content as report
from tilewright.core.lab.study.play import PlayedBlocks
from tilewright.core.lab.study.requests import ContentRequest


def game(scores: list[int], winners: list[int], **more: Any) -> dict[str, Any]:
    return {"scores": scores, "winners": winners, "values": {}, "bots": ["greedy"] * len(scores), **more}


def blocks(games: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], dict[tuple[int, str], list[str]]]:
    """One game to a block, with two items in play."""
    found = [{"block": n, "arms": {"set 1": [one]}} for n, one in enumerate(games)]
    return found, {(n, "set 1"): ["fort", "well"] for n in range(len(games))}


def test_a_holder_is_ahead_of_those_who_have_not() -> None:
    games = [game([30 + n, 20, 10], [0], held=[["fort"], ["fort", "well"], []]) for n in range(12)]
    rows_, inside = blocks(games)
    fort, well = sorted(holdings(rows_, ["fort", "well", "mill"], 0.05, inside), key=lambda one: one.item)
    leads = np.array([((20 + n) + 10) / 2 for n in range(12)])
    assert fort.ahead == pytest.approx(leads.mean()) and fort.wins == pytest.approx(0.5)
    assert (fort.blocks, fort.games, fort.who) == (12, 24, "holder")
    wide = stats.t.ppf(1 - 0.05 / 3 / 2, 11) * stats.sem(leads)
    assert (fort.low, fort.high) == pytest.approx((leads.mean() - wide, leads.mean() + wide))
    assert well.ahead == pytest.approx(np.mean([20 - (40 + n) / 2 for n in range(12)])) and well.wins == 0


def test_nobody_leads_where_all_have_it_and_few_blocks_have_no_interval() -> None:
    games = [game([30, 20], [0], held=[["fort", "well"], ["fort"]]) for _ in range(3)]
    rows_, inside = blocks(games)
    [well] = holdings(rows_, ["fort", "well"], 0.05, inside)
    assert well.item == "well" and well.ahead == 10 and np.isnan(well.low)


def test_what_all_may_score_is_told_of_the_winner() -> None:
    """A shared victory counts as one winner; where all have won there is none."""
    games = [game([9, 9, 3], [0, 1]), game([5, 9, 3], [1]), game([4, 4, 4], [0, 1, 2])]
    for one, values in zip(games, ([4, 2, 1], [0, 6, 3], [9, 9, 0]), strict=True):
        one["values"]["source.fort"] = values
    rows_, inside = blocks(games)
    [fort] = holdings(rows_, ["fort", "well"], 0.05, inside)
    assert fort.who == "winner" and np.isnan(fort.wins) and (fort.blocks, fort.games) == (2, 2)
    assert fort.ahead == pytest.approx(np.mean([3 - 1, 6 - 1.5]))


@pytest.mark.parametrize(
    ("name", "kind", "who"),
    [
        ("glenmore", "places", "holder"),
        ("rebirth", "missions", "holder"),
        ("isleofskye", "scoring", "winner"),
    ],
)
def test_games_say_who_has_what_is_in_play(name: str, kind: str, who: str, tmp_path: Path) -> None:
    asked = ContentRequest(game=name, kind=kind, bots="random", blocks=2, players=2, primary=["score"])
    plan = plan_of(asked, 3)
    assert plan.content is not None
    played = rows(plan.work(str(tmp_path)), 0, 2)
    for row in played:
        for arm, games in enumerate(row["arms"].values()):
            dealt = plan.content.named(arm)[row["block"]]
            for one in games:
                assert ("held" in one) == (who == "holder")
                mine = {item for own in one.get("held", ()) for item in own} & {*plan.content.items}
                assert mine <= {*dealt}, "nobody has what was left out"
                assert name == "isleofskye" or len(one["held"]) == 2
    found, _ = study(plan, PlayedBlocks(played, None, 1.0), command="")
    assert {one.who for one in found.holdings} <= {who}
    said, page = " ".join(report.terminal(found, 90).split()), report.page(found)
    assert "What to do:" in said and "What to do" in page.split("</header>")[0]
    assert bool(found.holdings) == ("brings the winner" in said or "What having a" in said)
