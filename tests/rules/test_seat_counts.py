"""Numbers of players: a range, or those that a game names."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright import testing
from tilewright.authoring import opposite
from tilewright.core.base.errors import PluginError, UsageError
from tilewright.core.meters.endings import rivals
from tilewright.core.rules.game import enumerated
from tilewright.core.simulation.level_anchors import counts

from ..toys import haul


@pytest.mark.parametrize(
    ("seats", "every", "said"),
    [
        ((2, 4), (2, 3, 4), "2 to 4"),
        ((3, 3), (3,), "3"),
        ({4, 2}, (2, 4), "2 or 4"),
        (frozenset({6, 2, 4}), (2, 4, 6), "2, 4 or 6"),
        ({3, 2}, (2, 3), "2 to 3"),
        ({5}, (5,), "5"),
    ],
)
def test_a_pair_is_a_range_and_a_set_is_what_it_names(seats: Any, every: tuple[int, ...], said: str) -> None:
    game = attrs.evolve(haul.GAME, seats=seats)
    again = attrs.evolve(game, title="Again")
    assert game.seat_counts == again.seat_counts == every and enumerated(every) == said
    assert game.seats == again.seats == (every[0], every[-1])


@pytest.mark.parametrize("seats", [(2, 4, 6), (4, 2), set(), {0, 2}, 4, [2, 4]])
def test_what_says_no_numbers_of_players_is_refused(seats: Any) -> None:
    with pytest.raises(PluginError, match="two or four; got"):
        attrs.evolve(haul.GAME, seats=seats)


def test_the_fewest_from_a_number_on() -> None:
    game = attrs.evolve(haul.GAME, seats={1, 3})
    assert [game.fewest(least) for least in (1, 2, 3, 4)] == [1, 3, 3, 3]


def test_only_these_numbers_are_played() -> None:
    rules = tw.load(haul.bent(seats={2, 4}))
    assert [len(rules.new(count).seats) for count in (2, 4)] == [2, 4]
    for count in (1, 3, 5):
        with pytest.raises(UsageError, match=f"Haul is for 2 or 4 players, not {count}"):
            rules.new(count)
    assert counts(rules) == [2, 4] == [*testing.Subject(rules=rules).players]
    assert not [one.said for one in testing.run(rules, games=1) if one.outcome == "broken"]


def test_only_these_numbers_say_who_wins_together() -> None:
    """Two opposite each other are one side, and without three nobody has a rival."""
    assert not rivals(tw.load(haul.bent(seats={2}, teams=opposite)))
    assert rivals(tw.load(haul.bent(seats={2, 4}, teams=opposite)))
