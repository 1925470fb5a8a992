"""How often the better of two bots is ahead: against the winners that the rows say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright.core.base.errors import UsageError
from tilewright.core.lab.games.duels import ahead
from tilewright.core.lab.report import page, terminal
from tilewright.core.lab.report.skill import sentences
from tilewright.core.lab.study.findings import Findings
from tilewright.core.lab.study.skill import casts, pairs

from ...cases import cases
from ..report.reading import Reading

GAME = {"winners": [1], "scores": [10, 12, 10], "bots": ["weak", "strong", "weak"]}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Findings, Path]:
    """What a comparison of three pairs found, and its folder."""
    folder = tmp_path_factory.mktemp("run")
    return compared("random,greedy,greedy~5", out=str(folder)), folder


def compared(skill: str, **more: str) -> Findings:
    asked: dict[str, Any] = {"metrics": "score", "blocks": 12, "seed": 1, **more}
    return tw.compare("rebirth", b="castle=9", skill=skill, **asked).findings


def test_the_share_counts_pairs_of_seats_and_ties_by_half() -> None:
    assert ahead(GAME, "strong") == 1 and ahead(GAME, "weak") == 0
    assert ahead({**GAME, "winners": [0], "scores": [12, 10, 9]}, "strong") == 0.5
    # Equal points, but the tie was broken: the winner is ahead, the other seat is not.
    assert ahead({**GAME, "winners": [0], "scores": [10, 10, 10]}, "strong") == 0.25


def test_each_pair_of_bots_is_a_cast_the_weaker_first() -> None:
    assert casts(["a", "b", "c"], 3) == (("a", "b", "a"), ("a", "c", "a"), ("b", "c", "b"))


def test_shares_are_those_of_the_winners_in_the_rows(kept: tuple[Findings, Path]) -> None:
    found, folder = kept
    rows = [json.loads(line) for line in (folder / "blocks.jsonl").read_text("utf-8").splitlines()]
    assert found.spec.primary == ("skill",) and len(found.skill) == 6
    for one in found.skill:
        mine = [row for row in rows if row["cast"] == [one.weak, one.strong]]
        shares = [
            sum(
                (seat in game["winners"]) / len(game["winners"])
                for seat, bot in enumerate(game["bots"])
                if bot == one.strong
            )
            for row in mine
            for game in row["arms"][one.variant]
        ]
        assert len(mine) == one.blocks == 4 and one.share == pytest.approx(sum(shares) / len(shares))
        assert 0 <= one.low <= one.share <= one.high <= 1
    whole = found.analysis.of("B", "skill")
    assert whole.variant_mean == pytest.approx(
        sum(one.share for one in found.skill if one.variant == "B") / 3
    )
    assert whole.base_mean == pytest.approx(sum(one.share for one in found.skill if one.variant == "A") / 3)


def test_a_difference_between_pairs_is_corrected_for_all_of_them(kept: tuple[Findings, Path]) -> None:
    found, _ = kept
    again = pairs(found.table, found.panel, found.spec)
    assert [one.adjusted for one in again if one.variant == "A"] == [None] * 3
    tested = [one for one in again if one.variant == "B"]
    assert all(one.adjusted is not None and one.verdict is not None for one in tested)
    alone = compared("greedy,greedy~5")
    [one] = [one for one in alone.skill if one.variant == "B"]
    assert one.adjusted == pytest.approx(alone.analysis.of("B", "skill").adjusted)


def test_terminal_and_page_have_the_matrix(kept: tuple[Findings, Path]) -> None:
    found, _ = kept
    shown = terminal(found, 80)
    assert shown.startswith("Does skill matter more in Rebirth with castle=9?")
    assert any(line.startswith("greedy / random") for line in shown.splitlines())
    read = " ".join(Reading(page(found)).said)
    assert "How much skill decides" in read and "against random" in read


def test_pairs_at_the_ceiling_and_levels_are_said() -> None:
    found = compared("random,greedy,greedy~0.1")
    first, *others = sentences(found)
    assert (
        first.startswith("greedy is ahead of random in 97")
        and "cannot say whether skill matters more" in first
    )
    assert not any("greedy~0.1 is ahead of greedy " in one or "Levels" in one for one in (first, *others))
    levels = [attrs.evolve(one, strong="hard") for one in found.skill]
    assert any(
        one.startswith("Levels play from what") for one in sentences(attrs.evolve(found, skill=levels))
    )


@pytest.mark.parametrize(("asked", "said"), cases(__file__, "who_cannot_be_compared"))
def test_who_cannot_be_compared(asked: dict[str, object], said: str) -> None:
    with pytest.raises(UsageError) as error:
        tw.compare("rebirth", **({"b": "castle=3", "blocks": 4, "seed": 1} | asked))  # type: ignore[arg-type]
    assert said in str(error.value)
