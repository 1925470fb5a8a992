"""What is learned where all win together, alone, and in teams."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import attrs
import pytest

from tilewright.core.bots.learned_file import LearnedPlay
from tilewright.core.bots.learned_moves import DEFAULTS, Lesson
from tilewright.core.lab.games.variants import Variant
from tilewright.core.rules.game import Choice
from tilewright.core.rules.teams import opposite, together
from tilewright.core.rules.views import View
from tilewright.core.rules.weights import weight
from tilewright.core.training.arena import Plays, crew, games
from tilewright.core.training.explanation import outcome
from tilewright.core.training.ridge import fitted
from tilewright.core.training.train import train

from ..toys import haul
from .courses import course

CAREFUL, BOLD = (Lesson(weights={"bold": bold}) for bold in (-1.0, 1.0))


@attrs.frozen(kw_only=True)
class Nerve:
    """By default all pulls are alike."""

    bold: float = weight(0.0, -2, 2, "for each point of strength")


def choices(view: View) -> Sequence[Choice]:
    return [Choice(one, view.weights.bold * cast(Any, one).count) for one in view.legal()]


def variant(**changes: Any) -> Variant:
    plugin = haul.bent(weights=Nerve, choices=choices, **changes)
    return Variant(name="it", game=cast(str, plugin), options={"goal": 3})


def learned(under: Variant, players: int) -> LearnedPlay:
    with course(under, "5x48,0x0,4,60", players) as given:
        return train(given)


def test_care_is_learned_where_it_always_wins() -> None:
    """Three weak pulls are enough, and strong ones may slip."""
    under = variant(teams=together, won=haul.won)
    one = learned(under, 1)
    assert one.weights["bold"] < 0
    share = one.results[0]
    assert share.against == "greedy" and share.equal == 0.5
    assert share.own == 1.0 and share.its is not None and share.its < 0.9 and share.share > 0.5
    adversary = outcome(one, under.rules(), 1, "greedy")
    assert (
        adversary.startswith("the best play instead of greedy found in ")
        and "better than greedy in" in adversary
    )
    said = outcome(one, under.rules(), 1)
    assert (
        said.startswith("learned: better than greedy in ")
        and f"it wins 1.00 of the games, greedy {share.its:.2f}" in said
    )


def test_all_seats_are_the_hero_and_then_the_rival_on_the_same_deal() -> None:
    under = variant(teams=together, won=haul.won)
    with crew("local", under, 1) as engine:
        rows = games(Plays(engine, under, 3).contest([CAREFUL], [BOLD], 300, 7), 0, 300)
    assert {row["own"] for row in rows} == {1.0} and {row["its"] for row in rows} == {0.0, 1.0}
    assert all(row["share"] == 1 - row["its"] / 2 and row["margin"] == 0 for row in rows)


def test_points_alone_are_learned_from() -> None:
    """Alone and without a goal, what counts is to reach more than the usual bot does on the same deal."""
    under = variant(seats=(1, 1))
    with crew("local", under, 1) as engine:
        plays = Plays(engine, under, 1)
        rows = plays.rows(plays.contest([CAREFUL, BOLD], [DEFAULTS], 40, 7))
    assert {row["own"] for row in rows[:40]} == {3.0}
    for row in rows:
        assert row["share"] == ((row["own"] > row["its"]) + (row["own"] == row["its"]) / 2)
        assert row["margin"] == row["own"] - row["its"]
    assert len({row["own"] for row in rows[40:]}) > 2


@pytest.mark.parametrize("teams", [opposite, together])
def test_equals_are_even(teams: Any) -> None:
    under = variant(teams=teams, **({"seats": (4, 4)} if teams is opposite else {}))
    with crew("local", under, 1) as engine:
        contest = Plays(engine, under, 4).contest([CAREFUL], [CAREFUL], 8, 7)
        assert {row["share"] for row in games(contest, 0, 8)} == {0.5}


def test_the_partner_in_a_team_is_the_hero_as_well() -> None:
    """Both opposite seats pull three times with 1, so the side has 6 and never more."""
    under = variant(teams=opposite, seats=(4, 4))
    with crew("local", under, 1) as engine:
        rows = games(Plays(engine, under, 4).contest([CAREFUL], [BOLD], 24, 7), 0, 24)
    sums = [6 - row["margin"] for row in rows]
    assert all(0 <= one <= 18 and one % 3 == 0 for one in sums), "the others have pulled with 3 alone"
    assert all(row["share"] == ((one < 6) + (one == 6) / 2) for row, one in zip(rows, sums, strict=True))


def test_values_are_those_of_the_side() -> None:
    """What one more of a feature brings to any partner counts, and so does every partner's feature."""
    found = []
    for n in range(60):
        one, other = n % 7, n // 7 % 5
        positions = [
            [at, at % 2, {"rope": [float(one), float(other)]}, {"hauled": [0, 0]}] for at in range(3)
        ]
        ended = {"hauled": [2 * (one + other), 0]}
        found.append({"rounds": 3, "sides": [[0, 1]], "positions": positions, "ended": ended})
    value = fitted(found)
    assert value is not None
    early, late = value.points["hauled"]["rope"]
    assert early == pytest.approx(2, abs=0.2) and late == pytest.approx(2, abs=0.2)
