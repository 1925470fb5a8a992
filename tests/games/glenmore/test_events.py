"""What is told of a card that brings something once, and shows it on no board."""

from __future__ import annotations

import pytest

import tilewright as tw
from tilewright.core.bots import make
from tilewright.core.play.match import Match
from tilewright.core.table.narration import Narrator

SEEDS = range(40)


@pytest.mark.parametrize(
    ("card", "brings"),
    [
        ("armadale_castle", "gets 3 coins"),
        ("castle_moil", "gets 1 barrel"),
        ("donan_castle", "gets 2 barrels"),
    ],
)
def test_coins_and_barrels_of_a_card_are_told(card: str, brings: str) -> None:
    rules = tw.load("glenmore")
    anybody = make("random", rules)
    for seed in SEEDS:
        match = Match(rules, ["anna", "bruno"], seed=seed)
        while not match.over:
            match.play(match.choose(match.state.to_act[0], anybody))
            last = match.played[-1]
            if any(one.args.get("card") == card for one in last.log.events):
                told = Narrator(match, None).told(last)
                assert brings in told.events and brings in told.deed
                return
    raise AssertionError(f"nobody has taken {card}")
