"""What moves and positions of Isle of Skye are worth: what can be counted is exact, and judgement beats chance."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.bots import make
from tilewright.core.rules.game import Module
from tilewright.core.rules.hooks import hook
from tilewright.core.simulation.games import play_out
from tilewright.games.isleofskye.appraise import appraise, choices
from tilewright.games.isleofskye.appraise.territory_outlook import _MEMOS, Outlooks, Sketch, layout
from tilewright.games.isleofskye.appraise.territory_worth import Worth, expected
from tilewright.games.isleofskye.scoring_kinds import Scoring
from tilewright.games.isleofskye.scrolls import scroll_lines
from tilewright.games.isleofskye.state import IsleOfSkyeState
from tilewright.games.isleofskye.territory import Territory
from tilewright.games.isleofskye.tiles import SHEEP

from ...cases import cases
from .given import position

PLAIN = tw.load("isleofskye")
FULL: list[tuple[list[str], dict[str, Any]]] = [
    ([], {}),
    ([], {"region_size": "areas", "long_lines": "lines", "castle_on_road": False}),
    (["bonus", "druids", "outskirts", "tunnel"], {"outskirts.counted": "symbols"}),
]
ANNA, BRUNO = 0, 1


def best(state: IsleOfSkyeState) -> str:
    found = choices(state.view(state.to_act[0]))
    return str(max(found, key=lambda choice: choice.worth).action)


def at_random(state: IsleOfSkyeState, seed: int, until: Callable[[IsleOfSkyeState], bool]) -> bool:
    """Random moves until something holds of the state; False if the game is over before."""
    stream = Stream(seed, "random")
    while not state.over:
        if until(state):
            return True
        state.apply(stream.pick(state.legal(state.to_act[0])))
    return False


def _in_round(round: int, state: IsleOfSkyeState) -> bool:
    return state.round == round


# -- what a territory has ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("modules, options", FULL, ids=["base", "other readings", "all modules"])
def test_outlooks_find_what_territories_have(modules: list[str], options: dict[str, Any]) -> None:
    """Every scoring tile, every scroll and the income count the same as in a territory that is really scored."""
    rules = tw.load("isleofskye", modules=modules, options=options)
    for seed in range(4):
        state = cast(IsleOfSkyeState, rules.new(3, seed=seed))
        at_random(state, seed, lambda now: now.round == 4)
        found = rules.assembled
        numbers = range(len(found.scorings))
        for four in [numbers[n : n + 4] for n in range(0, len(numbers) - 3, 4)] + [numbers[-4:]]:
            state.scoring = list(four)
            outlooks = Outlooks(state)
            for board in state.territories:
                home = Territory(board, found)
                seen = outlooks.of(board, layout(board))
                assert seen.totals == tuple(found.scorings[number].total(home) for number in four)
                assert seen.scrolls == sum(line.points for line in scroll_lines(home))
                assert seen.barrels == len(home.paying())


def test_hope_closes_regions_with_one_open_edge() -> None:
    """By hand: the castle's mountain and water and the mountain of L19 end at one edge each, the pasture at three."""
    state = position(
        'scoring: [closed_regions, squares, harbours, most_gold], territories: {anna: {"0,1": L19}}'
    )
    board, found = state.territories[ANNA], PLAIN.assembled
    seen = Outlooks(state).of(board, layout(board))
    assert (seen.totals[0], seen.nearly[0]) == (0, 3)
    sketch = Sketch(board, found, slack=3)
    assert len(sketch.closed()) == 4


def test_points_are_counted_for_each_scoring_to_come() -> None:
    """IS-END-5: A is scored in rounds 1, 3 and 5. L19 has two sheep, and its road leads its barrel to the castle."""
    given = 'scoring: [all_sheep, squares, harbours, most_gold], territories: {anna: {"0,1": L19}}'
    for round, times in ((1, 3), (2, 2), (3, 2), (4, 1), (5, 1), (6, 0)):
        view = position(f"{given}, round: {round}").view(ANNA)
        lines = dict(appraise(view, ANNA))
        assert lines.get("all_sheep", 0) == 2 * times
        assert "squares" not in lines
        assert ("whisky" in lines) == (round < 6)


def test_the_sum_of_the_lines_is_the_worth() -> None:
    for seed in range(4):
        state = cast(IsleOfSkyeState, PLAIN.new(3, seed=seed))
        at_random(state, seed, lambda now: now.round == 3)
        worth = Worth(state.view(0))
        for seat, seen in enumerate(worth.seen):
            lines = worth.lines(seat, seen.number)
            assert worth.weigh(seat, seen.number) == pytest.approx(sum(more for _, more in lines))


@pytest.mark.parametrize(
    "modules", [[], ["bonus", "druids", "outskirts", "tunnel"]], ids=["base", "all modules"]
)
def test_what_is_remembered_is_what_would_be_found_anew(modules: list[str]) -> None:
    """Worths are the same after looking at positions in which another seat has other gold or another land, or in which
    another round is played. Majorities of what lies in territories and of gold are in play."""
    rules = tw.load("isleofskye", modules=modules)
    scoring = [
        rules.pieces["scoring"].index(name) for name in ("most_ships", "most_gold", "squares", "all_sheep")
    ]
    donor, state = cast(IsleOfSkyeState, rules.new(2, seed=1)), cast(IsleOfSkyeState, rules.new(2, seed=2))
    donor.scoring = state.scoring = scoring
    at_random(donor, 1, partial(_in_round, 4))
    stream, differs = Stream(3, "random"), 0
    while state.round < 2:
        seat = state.to_act[0]
        rich, strange, late = state.clone(), state.clone(), state.clone()
        rich.gold[1 - seat] += 4
        strange.territories[1 - seat] = donor.territories[1]
        late.round = min(4, state.round + 1)
        variants = [state, rich, strange, late]
        _MEMOS.clear()
        warm = [list(rules.worths(one.view(seat), one.legal(seat))) for one in (*variants, *variants)]
        for one, *found in zip(variants, warm, warm[4:], strict=False):
            _MEMOS.clear()
            assert [list(rules.worths(one.view(seat), one.legal(seat)))] * 2 == found
            differs += found[0] != warm[0]
        state.apply(stream.pick(state.legal(seat)))
    assert differs > 20


def test_only_the_scoring_tile_for_gold_asks_for_gold() -> None:
    """Found by asking, not by name (IS-ST-10)."""
    state = PLAIN.new(2)
    assert isinstance(state, IsleOfSkyeState)
    names = PLAIN.pieces["scoring"]
    for number, name in enumerate(names):
        state.scoring = [number, *(n for n in range(4) if n != number)][:4]
        assert Outlooks(state).memo.golden[0] == (name == "most_gold")


@pytest.mark.parametrize("amount, others, points", cases(__file__, "prizes_that_are_certain"))
def test_prizes_that_are_certain(amount: int, others: list[int], points: int) -> None:
    """IS-ST-MAJ: all tied are paid, the second prize lapses when the first is shared, and nobody is paid for none."""
    state = PLAIN.new(2)
    ships: Scoring = PLAIN.assembled.scorings[PLAIN.pieces["scoring"].index("most_ships")]
    assert expected(ships, amount, others, 0.01) == pytest.approx(points, abs=1e-6)
    assert ships.shared([amount, *others])[0] == points
    assert state.seats


def test_prizes_that_are_open_rise_with_the_amount() -> None:
    ships: Scoring = PLAIN.assembled.scorings[PLAIN.pieces["scoring"].index("most_ships")]
    found = [expected(ships, amount, [3, 5, 1], 1.5) for amount in range(9)]
    assert found == sorted(found) and found[0] < 1 and found[-1] > 4


# -- moves -------------------------------------------------------------------------------------------------------------


def test_the_last_tile_of_the_game_is_laid_where_it_scores_most() -> None:
    """Nothing but points is left: every placement is played to the end, and none brings more than the best rated."""
    compared = 0
    for seed in range(24):
        state = cast(IsleOfSkyeState, PLAIN.new(2, seed=seed))
        names = PLAIN.pieces["scoring"]
        state.scoring = [
            names.index(name) for name in ("squares", "closed_regions", "road_tiles", "large_regions")
        ]

        def last(now: IsleOfSkyeState) -> bool:
            alone = not now.waiting[1 - now.to_act[0]] and len(now.waiting[now.to_act[0]]) == 1
            return now.round == 5 and now.step is not None and now.step.name == "build" and alone

        if at_random(state, seed, last):
            seat = state.to_act[0]
            points = {}
            for action in state.legal(seat):
                after = state.clone()
                after.apply(action)
                assert after.over
                points[str(action)] = after.scores[seat]
            assert points[best(state)] == max(points.values())
            compared += len(set(points.values())) > 1
    assert compared > 5


def test_what_is_worth_nothing_is_not_bought_and_what_is_cheap_is() -> None:
    """Last round, which scores B, C and D: three sheep are three points, and two gold are less than half a point."""
    table = (
        "step: buy, start: anna, to act: anna, round: 6, scoring: [squares, all_sheep, harbours, most_ships],"
        " gold: {anna: 9, bruno: 0}, offers: {bruno: [L27, L09]}, stakes: {bruno: {L27: %d, L09: 2}}"
    )
    assert best(position(table % 2)) == "buy L27"
    assert best(position(table.replace("L27, ", "").replace("L27: %d, ", ""))) == "pass"


def test_a_tile_dear_to_both_is_priced_beyond_what_the_other_can_pay() -> None:
    """IS-PRICE-3, IS-BUY-2: bruno has 5 gold and must lay 2 of them, so 4 gold keep three sheep, scored three times."""
    state = position(
        "step: price, scoring: [all_sheep, squares, harbours, columns], gold: {anna: 9, bruno: 5},"
        " offers: {anna: [L27, L09, L44], bruno: [L05, L06, L08]}"
    )
    said = []
    while ANNA in state.to_act:
        view = state.view(ANNA)
        action = max(choices(view), key=lambda choice: choice.worth).action
        said.append(str(action))
        state.apply(action)
    prices = dict(text.split()[1:] for text in said if text.startswith("price"))
    assert int(prices["L27"]) >= 4, said


def test_steps_of_a_pricing_follow_one_plan() -> None:
    """What is expected of the tiles not yet decided is what they are rated at when their turn comes."""
    for round in range(6):
        state = cast(IsleOfSkyeState, PLAIN.new(3, seed=round))
        assert at_random(state, round, partial(_in_round, round))
        seat, promised = state.to_act[0], None
        while seat in state.to_act and state.step is not None and state.step.name == "price":
            choice = max(choices(state.view(seat)), key=lambda choice: choice.worth)
            if promised is not None:
                assert choice.worth == pytest.approx(promised)
            promised = dict(choice.lines).get("other_tiles", 0.0)
            state.apply(choice.action)


def test_a_placement_after_which_the_other_tile_has_no_place_promises_nothing_of_it() -> None:
    """IS-BUILD-5: what goes back to the bag adds nothing. Tiles that are not turned (IS-AMB-13) run out of places."""
    rules = tw.load("isleofskye", options={"rotation": "none"})
    lost = kept = 0
    for seed in range(12):
        state = cast(IsleOfSkyeState, rules.new(2, seed=seed))
        stream = Stream(seed, "random")
        while not state.over:
            seat = state.to_act[0]
            if state.step is not None and state.step.name == "build" and len(state.waiting[seat]) == 2:
                for choice in choices(state.view(seat)):
                    after = state.clone()
                    after.apply(choice.action)
                    if not after.waiting[seat]:
                        assert "other_tiles" not in dict(choice.lines)
                        lost += 1
                    else:
                        kept += "other_tiles" in dict(choice.lines)
            state.apply(stream.pick(state.legal(seat)))
    assert lost > 10 and kept > 100


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_every_move_is_rated_once_in_order_and_said_in_words(count: int) -> None:
    state = cast(IsleOfSkyeState, PLAIN.new(count, seed=count))
    stream = Stream(count, "random")
    while not state.over:
        seat = state.to_act[0]
        view = state.view(seat)
        found = choices(view)
        assert [choice.action for choice in found] == list(view.legal())
        for choice in found:
            assert choice.worth == pytest.approx(sum(more for _, more in choice.lines))
            assert all(label in PLAIN.words for label, _ in choice.lines)
        assert all(label in PLAIN.words for label, _ in appraise(view, seat))
        state.apply(stream.pick(state.legal(seat)))
    assert dict(appraise(state.view(None), 0)) == {"points": state.scores[0]}


def test_greedy_beats_random() -> None:
    """A look at few games; 500 with an interval stand in the benchmarks."""
    greedy, random = make("greedy", PLAIN), make("random", PLAIN)
    won = 0
    for seed in range(12):
        state = PLAIN.new(2, seed=seed)
        play_out(PLAIN, state, [greedy, random] if seed % 2 else [random, greedy], seed)
        won += state.ranking()[0] == (1 - seed % 2,)
    assert won >= 10


def test_what_modules_promise_is_gained_and_not_haggled_over() -> None:
    """A module promises a point in each round to come for every tile with sheep, wherever it lies."""

    @hook
    def tilewright_module() -> Module:
        return Module(name="flocks", game="isleofskye", title="Flocks")

    @hook
    def territory_lines(home: Territory) -> list[tuple[str, float, float]]:
        return [("flocks", 0.0, float(sum(home.count(cell, SHEEP) > 0 for cell in home.board)))]

    module = SimpleNamespace(
        __name__="flocks", tilewright_module=tilewright_module, territory_lines=territory_lines
    )
    rules = tw.load("isleofskye", [module])
    table = tw.load("isleofskye").new(2, 3)
    plain, flocks = Worth(table.view(ANNA)), Worth(rules.new(2, 3).view(ANNA))
    kinds = {True: 0, False: 0}
    for number, tile in enumerate(plain.outlooks.catalogue.tiles):
        promise = plain.left if tile.marks[SHEEP] else 0
        kinds[bool(promise)] += 1
        for seat in (ANNA, BRUNO):
            known = plain.gain(seat, number)
            assert plain.seeming(seat, number) == known
            assert flocks.gain(seat, number) == pytest.approx(known + promise)
            assert flocks.seeming(seat, number) == pytest.approx(known)
    assert min(kinds.values()) > 10
