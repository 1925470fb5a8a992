"""Content as a factor: balanced sets, effects of items and pairs, and that what is dealt is really in play."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import UsageError
from tilewright.core.lab.content.draws import Dealt, arms_for, sets
from tilewright.core.lab.content.effects import fit
from tilewright.core.lab.content.study import plan_of
from tilewright.core.lab.games.block import BlockPlayer
from tilewright.core.lab.study.requests import ContentRequest
from tilewright.core.rules.game import content

from ..cases import cases

NAMES = tuple("abcdefg")


def dealt(items: int, size: int, blocks: int, arms: int | None = None, seed: int = 1) -> Dealt:
    drawn = sets(items, size, arms or arms_for(items, size), blocks, seed)
    return Dealt(kind="", items=tuple(f"i{n}" for n in range(items)), drawn=drawn)


@pytest.mark.parametrize(
    ("items", "size", "arms"), [(16, 4, 4), (13, 6, 2), (6, 2, 3), (7, 5, 3), (5, 1, 5), (24, 12, 2)]
)
@pytest.mark.parametrize("blocks", [1, 10, 47])
def test_items_pairs_and_places_occur_equally_often(items: int, size: int, arms: int, blocks: int) -> None:
    design = dealt(items, size, blocks, arms)
    inside = design.inside(range(blocks))
    assert inside.shape == (blocks, arms, items) and (inside.sum(axis=2) == size).all()
    for end in range(1, blocks + 1):
        counts = inside[:end].sum(axis=(0, 1))
        assert counts.max() - counts.min() <= 1
    if items >= arms * size:
        assert inside.sum(axis=1).max() == 1, "no item is twice in a block"
    flat = inside.reshape(-1, items)
    met = (flat.T @ flat)[~np.eye(items, dtype=bool)]
    assert abs(met - met.mean()).max() <= (3 if size < 8 else 5), "by lot, it would be up to 12"
    places = np.zeros((items, size))
    for block in design.drawn:
        for chosen in block:
            places[list(chosen), range(size)] += 1
    assert (places.max(axis=1) - places.min(axis=1)).max() <= 2
    if blocks == 10:
        assert dealt(items, size, blocks, arms).drawn == design.drawn


def brute(
    worth: dict[frozenset[str], float], size: int
) -> tuple[dict[str, float], dict[tuple[str, ...], float]]:
    """By item the mean over all sets with it less that without; by pair the mean difference of differences."""

    def value(chosen: frozenset[str]) -> float:
        return sum(points for part, points in worth.items() if part <= chosen)

    every = [frozenset(one) for one in combinations(NAMES, size)]
    single = {
        name: np.mean([value(one) for one in every if name in one])
        - np.mean([value(one) for one in every if name not in one])
        for name in NAMES
    }
    pairs = {}
    for i, j in combinations(NAMES, 2):
        found = []
        for two in combinations([name for name in NAMES if name not in (i, j)], 2):
            for k, m in (two, two[::-1]):
                for rest in combinations([name for name in NAMES if name not in (i, j, k, m)], size - 2):
                    both, first, second, none = (
                        value(frozenset((*rest, *part))) for part in ((i, j), (i, k), (m, j), (m, k))
                    )
                    found.append(both - first - second + none)
        pairs[i, j] = np.mean(found)
    return {key: float(one) for key, one in single.items()}, {key: float(one) for key, one in pairs.items()}


def test_planted_effects_are_recovered_exactly_where_nothing_else_varies() -> None:
    size, blocks = 3, 60
    worth = {frozenset(part): points for part, points in (("a", 3.0), ("b", -1.0), ("ab", 2.0), ("cd", -4.0))}
    design = Dealt(kind="", items=NAMES, drawn=sets(7, size, 2, blocks, 4))
    luck = np.random.default_rng(1).normal(size=(blocks, 1))
    means = luck + [
        [sum(points for part, points in worth.items() if part <= {NAMES[n] for n in one}) for one in block]
        for block in design.drawn
    ]
    found = fit("m", means, design.inside(range(blocks)), NAMES, 0.05)
    single, pairs = brute(worth, size)
    assert {one.term[0]: one.estimate for one in found.items} == pytest.approx(single)
    assert {one.term: one.estimate for one in found.pairs} == pytest.approx(pairs, abs=1e-9)
    assert found.share_items + found.share_pairs == pytest.approx(1)


def test_intervals_cover_and_alarms_are_rare_where_items_do_nothing() -> None:
    chance = np.random.default_rng(7)
    design = dealt(8, 3, 60)
    inside = design.inside(range(60))
    fits = [
        fit(
            "m",
            2 * chance.normal(size=(60, 1)) + chance.exponential(size=inside.shape[:2]),
            inside,
            design.items,
            0.05,
        )
        for _ in range(200)
    ]
    alarms = [any(one.adjusted < 0.05 for one in found.items) for found in fits]
    assert np.mean(alarms) <= 0.09 and np.mean([found.p_items < 0.05 for found in fits]) <= 0.09
    assert 0.01 <= np.mean([found.p_pairs < 0.05 for found in fits]) <= 0.09
    for terms in (
        [one for found in fits for one in found.items],
        [one for found in fits for one in found.pairs],
    ):
        assert 0.93 <= np.mean([one.low <= 0 <= one.high for one in terms]) <= 0.97


def test_pairs_only_where_the_design_separates_them() -> None:
    few, whole = dealt(8, 3, 15), dealt(8, 1, 60)
    for design in (few, whole):
        inside = design.inside(range(len(design.drawn)))
        found = fit("m", np.random.default_rng(1).normal(size=inside.shape[:2]), inside, design.items, 0.05)
        assert found.items and not found.pairs and np.isnan(found.p_pairs)
    # Blocks that were lost count for nothing, and the others are enough for items.
    means = np.random.default_rng(2).normal(size=(15, 2))
    means[3] = np.nan
    assert fit("m", means, few.inside(range(15)), few.items, 0.05).blocks == 14


def played(state: Any) -> Any:
    rules = state.rules
    player = bots.make("random", rules)
    n = 0
    while not state.over:
        seat = state.to_act[0]
        state.apply(player.choose(state.view(seat), Stream(n)))
        n += 1
    return state


def test_scoring_tiles_that_are_dealt_score_in_that_order() -> None:
    rules = tw.load("isleofskye")
    named = ("harbours", "squares", "all_sheep", "most_gold")
    state: Any = rules.new(2, 5)
    other: Any = rules.new(2, 5)
    content(rules, "scoring").deal(state, named)
    assert [rules.pieces["scoring"][tile] for tile in state.scoring] == list(named)
    assert rules.game.conserved is not None
    assert rules.game.conserved(state) == rules.game.conserved(other) and state.bag == other.bag
    told = {line[2] for line in played(state).ledger}
    ids = {rules.reason[name] for name in rules.pieces["scoring"]}
    assert told & ids <= {rules.reason[name] for name in named} and told & ids


def test_missions_that_are_not_dealt_are_drawn_last() -> None:
    rules = tw.load("rebirth")
    what = content(rules, "missions")
    named = what.items(rules)[3 : 3 + what.number(rules, 2)]
    state: Any = rules.new(2, 5)
    before: Any = rules.new(2, 5)
    what.deal(state, named)
    ids = rules.pieces["mission"]
    top = [ids[card] for card in state.deck[::-1]]
    free = [name for name in top if name not in what.items(rules)]
    assert set(top[: len(named) + len(free)]) == {*named, *free}
    assert rules.game.conserved is not None and rules.game.conserved(state) == rules.game.conserved(before)
    mine = [ids[card] for card in before.deck[::-1] if ids[card] in {*named, *free}]
    assert top[: len(mine)] == mine, "the order of the others is what chance made it"


def test_special_places_that_are_left_out_never_turn_up() -> None:
    rules = tw.load("glenmore")
    what = content(rules, "places")
    every = what.items(rules)
    named = every[: what.number(rules, 2)]
    absent = {rules.data.kind_number[name] for name in every} - {
        rules.data.kind_number[name] for name in named
    }
    for seed in range(12):
        state: Any = rules.new(2, seed)
        size = len(state.chain)
        what.deal(state, named)
        lying = {*state.chain, *(kind for stack in state.stacks() for kind in stack)}
        assert not lying & absent and len(state.chain) == size
    assert not {kind for display in played(state).displays for kind in display.values()} & absent


def test_games_of_a_study_are_played_with_the_sets_of_its_plan() -> None:
    asked = ContentRequest(
        game="isleofskye", kind="scoring", bots="random", blocks=2, metrics=["source.*"], primary=["score"]
    )
    plan = plan_of(asked, 1)
    assert plan.content is not None and plan.stated()["content"]["drawn"] == plan.content.drawn
    row = BlockPlayer(plan.work("")).row(1)
    for arm, name in enumerate(plan.names):
        [game] = row["arms"][name]
        named = plan.content.named(arm)[1]
        idle = [one for one in plan.content.items if one not in named]
        assert not any(sum(game["values"][f"source.{one}"]) for one in idle)
        assert any(sum(game["values"][f"source.{one}"]) for one in named)


@pytest.mark.parametrize(("game", "kind", "more", "said"), cases(__file__, "mistakes"))
def test_mistakes(game: str, kind: str, more: dict[str, object], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        plan_of(ContentRequest(game=game, kind=kind, bots="random", blocks=4, **more), 1)  # type: ignore[arg-type]
