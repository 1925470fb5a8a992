"""Isle of Skye's rules by their ids: buying tiles of others, and what becomes of those that nobody buys.

What a scene says more plainly stands in tests/scenes/isleofskye/market.yaml.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.rules.actions import Illegal
from tilewright.core.rules.events import Log
from tilewright.core.rules.ruleset import Rules
from tilewright.core.scenes import scene as scenes
from tilewright.games.isleofskye.actions import Buy, PassTurn
from tilewright.games.isleofskye.state import IsleOfSkyeState, bank

NAMES = ["anna", "bruno", "clara"]
ANNA, BRUNO, CLARA = range(3)
TABLE = (
    "step: buy, start: bruno, gold: {anna: 2, bruno: 4, clara: 3}, "
    "offers: {anna: [L07, L12], bruno: [L44, L45], clara: [L31, L30]}, "
    "stakes: {anna: {L07: 4, L12: 5}, bruno: {L44: 1, L45: 6}, clara: {L31: 3, L30: 7}}"
)


@lru_cache
def ruleset(**options: Any) -> Rules:
    return tw.load("isleofskye", options=options)


def market(given: str = TABLE, rules: Rules | None = None) -> IsleOfSkyeState:
    (scene,) = scenes.read(
        f"{{game: isleofskye, players: [{', '.join(NAMES)}], given: {{{given}}}}}", "given"
    )
    return cast(IsleOfSkyeState, scenes.begin(scene, rules=rules or ruleset())[1])


def say(state: IsleOfSkyeState, text: str, log: Log | None = None) -> None:
    state.play(state.rules.read(text, state, state.to_act[0]), log)


def named(state: IsleOfSkyeState, tiles: list[int]) -> list[str]:
    return [state.rules.pieces["tile"][tile] for tile in tiles]


def test_every_purchase_that_could_be_thought_of() -> None:
    """IS-BUY-1, IS-BUY-2, IS-BUY-4: of all 73 tiles bruno with 4 gold may buy those of others at 4 or less."""
    state = market()
    wanted = {
        "L07": "",
        "L31": "",
        "L12": "IS-BUY-2",
        "L30": "IS-BUY-2",
        "L44": "IS-BUY-1",
        "L45": "IS-BUY-1",
    }
    for tile in state.rules.pieces["tile"]:
        refusal = state.check(Buy(BRUNO, tile))
        assert list(refusal.rules if refusal else ()) == [
            rule for rule in (wanted.get(tile, "IS-BUY-4"),) if rule
        ]
    assert [str(action) for action in state.legal(BRUNO)] == ["buy L31", "buy L07", "pass"]
    assert not len(state.legal(ANNA)) and not len(state.legal(CLARA))


def test_refusals_are_said() -> None:
    """IS-BUY-1, IS-BUY-2, IS-BUY-4: each with its rule."""
    state = market()
    for tile, said in (
        ("L12", "buy L12: L12 costs 5, and you have 4 gold (IS-BUY-2)"),
        ("L44", "buy L44: L44 is your own; you can only buy from others (IS-BUY-1)"),
        ("L01", "buy L01: no other player offers L01 (IS-BUY-4)"),
    ):
        with pytest.raises(Illegal) as refused:
            state.play(Buy(BRUNO, tile))
        assert str(refused.value) == said
    with pytest.raises(Illegal, match="IS-ROUND-2"):
        state.play(Buy(ANNA, "L31"))
    with pytest.raises(Illegal, match="IS-ROUND-2"):
        state.play(PassTurn(ANNA))


def test_one_purchase_each() -> None:
    """IS-BUY-1, IS-BUY-3, IS-BUY-7: in turn order from bruno; each seller gets price and stake before the next turn."""
    state = market()
    say(state, "buy L31")
    assert state.to_act == (CLARA,) and state.gold == [2, 1, 3 + 3 + 3]
    say(state, "buy L07")
    assert state.to_act == (ANNA,) and state.gold == [2 + 4 + 4, 1, 5]
    say(state, "buy L30")
    assert state.gold == [3, 1, 5 + 7 + 7]
    assert [named(state, tiles) for tiles in state.waiting] == [
        ["L30", "L12"],
        ["L31", "L44", "L45"],
        ["L07"],
    ]
    assert state.offers == [[], [], []] and state.stakes == [[], [], []]


def test_all_unsold_stakes_go_to_the_bank() -> None:
    """IS-BUY-6: when all have passed nobody has more gold than before; the bank has all that lay at tiles."""
    state, log = market(), Log()
    assert bank(state) == 303 - (2 + 4 + 3) - (4 + 5 + 1 + 6 + 3 + 7)
    for _ in range(3):
        say(state, "pass", log)
    assert state.gold == [2, 4, 3] and bank(state) == 303 - 9
    assert [named(state, tiles) for tiles in state.waiting] == [
        ["L07", "L12"],
        ["L44", "L45"],
        ["L31", "L30"],
    ]
    kept = [(event.args["seat"], event.args["gold"]) for event in log.events if event.key == "tile_kept"]
    assert kept == [(BRUNO, 1), (BRUNO, 6), (CLARA, 3), (CLARA, 7), (ANNA, 4), (ANNA, 5)]


def test_nothing_offered() -> None:
    """IS-BUY-5: where there is nothing to buy everybody still passes."""
    state = market("step: buy")
    for seat in range(3):
        assert state.to_act == (seat,)
        assert [str(action) for action in state.legal(seat)] == ["pass"]
        say(state, "pass")


def test_a_player_who_can_buy_nothing_is_asked_as_well() -> None:
    """IS-BUY-5, IS-PRICE-5: that somebody has too little gold is no public fact, so the turn is not skipped."""
    state = market("step: buy, gold: {anna: 0}, offers: {bruno: [L44]}, stakes: {bruno: {L44: 1}}")
    assert state.to_act == (ANNA,)
    assert [str(action) for action in state.legal(ANNA)] == ["pass"]


def test_of_equal_tiles_the_cheapest_is_bought(tmp_path: Path) -> None:
    """IS-BUY-2: where a variant has copies of a tile, and two players offer one, the dearer one stays."""
    rules = tw.load("isleofskye", data=second_l66(tmp_path))
    state = market(
        "step: buy, gold: {anna: 9}, offers: {bruno: [L66, L01], clara: [L66]}, "
        "stakes: {bruno: {L66: 5, L01: 1}, clara: {L66: 3}}",
        rules,
    )
    say(state, "buy L66")
    assert named(state, state.offers[BRUNO]) == ["L66", "L01"] and not state.offers[CLARA]
    assert state.gold[ANNA] == 6


def test_equal_tiles_of_one_player(tmp_path: Path) -> None:
    """IS-PRICE-3, IS-BUY-2: each copy has a price of its own, in a scene and written as one."""
    rules = tw.load("isleofskye", data=second_l66(tmp_path))
    state = market(
        "step: buy, gold: {anna: 9}, offers: {bruno: [L66, L01, L66]}, stakes: {bruno: {L66: [5, 3], L01: 1}}",
        rules,
    )
    assert state.stakes[BRUNO] == [5, 1, 3]
    (scene,) = scenes.read(scenes.export(state), "exported")
    assert scenes.begin(scene, rules=rules)[1] == state
    say(state, "buy L66")
    assert state.stakes[BRUNO] == [5, 1] and state.gold[ANNA] == 6


def second_l66(folder: Path) -> Path:
    """Data in which there are two L66, with everything that is counted."""
    data = files("tilewright.data") / "isleofskye"
    land = (data / "landscape.yaml").read_text("utf-8")
    box = yaml.safe_load((data / "box.yaml").read_text("utf-8"))
    (folder / "landscape.yaml").write_text(land.replace("- id: L66\n", "- id: L66\n  copies: 2\n"), "utf-8")
    box["pieces"]["tiles"]["count"] += 1
    box["marks"]["ship"]["count"] += 2
    box["marks"]["ship"]["alternative"] += 2
    box["terrains"]["W"]["count"] += 3
    box["terrains"]["M"]["count"] += 1
    (folder / "box.yaml").write_text(yaml.safe_dump(box), "utf-8")
    return folder


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_gold_comes_from_the_bank_and_goes_to_it(seats: int) -> None:
    """IS-BUY-2, IS-BUY-3, IS-BUY-6, IS-SETUP-3: buying moves gold between players and stakes; nothing else."""
    state = cast(IsleOfSkyeState, ruleset().new(seats, 3))
    chance = Stream(seats, "gold")
    while not state.over:
        step = state.step.name if state.step is not None else ""
        held, stakes = sum(state.gold), sum(sum(laid) for laid in state.stakes)
        before, turn = bank(state), state.turns
        action = chance.pick(state.legal(state.to_act[0]))
        state.apply(action)
        if step == "buy" and state.step is not None and state.step.name == "buy":
            assert sum(state.gold) + sum(sum(laid) for laid in state.stakes) == held + stakes
            assert bank(state) == before
        elif step == "buy" and not state.over and state.step is not None and state.step.name == "build":
            assert sum(state.gold) - held <= stakes and state.turns == turn + 1
        assert min(state.gold) >= 0
