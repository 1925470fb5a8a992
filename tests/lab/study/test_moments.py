"""Where games part, against their records as anybody can read them."""

from __future__ import annotations

import json
import shlex
from itertools import zip_longest
from pathlib import Path

import pytest

from tilewright.core.lab.study import play, run
from tilewright.core.lab.study.crew import Crew
from tilewright.core.lab.study.findings import Findings
from tilewright.core.lab.study.planning import made_of
from tilewright.core.lab.study.requests import ComparisonRequest
from tilewright.core.play.replay import replay
from tilewright.core.record.format import read

CASES = {
    "rebirth": ("port=4", "greedy", 2),
    "isleofskye": ("castle_income=9", "greedy", 2),
    "glenmore": ("start_coins=2", "greedy", 2),
}


def told(game: str, b: str, bots: str, players: int, folder: Path | None, blocks: int = 4) -> Findings:
    score = ["score"]
    request = ComparisonRequest(
        game=game, b=b, bots=bots, players=players, blocks=blocks, metrics=score, primary=score
    )
    plan = made_of(request, 3)
    return run.findings(plan, play.play(plan, Crew()), command="", folder=folder)


def moves(path: Path) -> list[tuple[int, str]]:
    lines = map(json.loads, path.read_text("utf-8").splitlines())
    return [(line["seat"], line["move"]) for line in lines if "move" in line]


@pytest.mark.parametrize("game", CASES)
def test_the_first_decision_that_differs_in_the_records(game: str, tmp_path: Path) -> None:
    found = told(game, *CASES[game], tmp_path)
    moments = [one.moment for one in found.watch if one.moment is not None]
    assert len(moments) >= 3
    assert found.watch[0].moment is not None and all(
        one.variant == "A" for one in found.watch if not one.moment
    )
    for one in moments:
        base, other = (moves(tmp_path / side.record) for side in (one.base, one.variant))
        first = next(n for n, (a, b) in enumerate(zip_longest(base, other), 1) if a != b)
        assert (one.kind, one.decision) == ("decision", first)
        assert one.turn == first or game != "rebirth", "in Rebirth each decision is a turn"
        assert f"\u201c{base[first - 1][1]}\u201d" in one.base.said
        assert f"\u201c{other[first - 1][1]}\u201d" in one.variant.said
        for side in (one.base, one.variant):
            assert side.picture.startswith("<svg")
            words = shlex.split(side.command)
            assert words[1] == "replay" and words[3:] == ["--at", str(first)]
            if one is moments[0]:
                assert replay(read(Path(words[2])), verify=True).over


def test_a_rule_that_is_arithmetic_to_its_players_parts_at_its_points(tmp_path: Path) -> None:
    """Nobody who plays at random reacts: the first castle points are those at the end."""
    found = told("rebirth", "castle=9", "random", 2, tmp_path, 3)
    one = found.watch[0].moment
    assert one is not None and one.kind == "points"
    assert one.decision == len(moves(tmp_path / one.base.record)) == len(moves(tmp_path / one.variant.record))
    assert "+5 (castle)" in one.base.said and "+9 (castle)" in one.variant.said
    assert "mission" not in one.base.said


def test_equal_rules_never_part_and_no_folder_has_no_records(tmp_path: Path) -> None:
    found = told("rebirth", "castle=5", "random", 2, tmp_path, 2)
    assert found.watch and not [one for one in found.watch if one.moment]
    one = told("rebirth", *CASES["rebirth"], None, 2).watch[0].moment
    assert one is not None and one.variant.command == one.variant.record == "" and one.variant.picture
