"""What positions of Ireland are worth to bots, and what they know of them."""

from __future__ import annotations

import pytest

from tilewright.core.rules.ruleset import Rules
from tilewright.games.rebirth.files import KINDS
from tilewright.games.rebirth.modules._ireland.appraise import Weights, add_features
from tilewright.games.rebirth.modules._ireland.state import NAME
from tilewright.games.rebirth.state import RebirthState

from .folders import CARD, after, begun, loaded, placed

WEIGHTS = Weights()
PART = WEIGHTS.part_of_set
RULES = loaded()


# -- positions -------------------------------------------------------------------------------------------------------


def appraised(state: RebirthState, viewer: int, seat: int) -> dict[str, float]:
    found: dict[str, float] = {}
    for label, points in state.rules.appraise(state.view(viewer), seat):
        found[label] = found.get(label, 0.0) + points
    return found


def test_positions_promise_missions_and_sets_of_towers() -> None:
    """RI-MIS-2, RI-TOW-6 to RI-TOW-8: in part; a private mission fulfilled, in full, and to its owner alone."""
    given = f"{CARD}ireland.display: [food_5]\nireland.deck: [energy_5]\n"
    near = WEIGHTS.near * (4 / 5) ** 2
    state = begun(given)
    assert appraised(state, 0, 0)["public_missions"] == pytest.approx(8 * near)
    assert appraised(state, 1, 0)["public_missions"] == pytest.approx(8 * near)
    assert appraised(state, 0, 1)["public_missions"] == 0
    held = begun(given + "ireland.private: {anna: [influence_6]}\nireland.fulfilled: {influence_6: anna}")
    assert appraised(held, 0, 0)["public_missions"] == pytest.approx(8 * near + 8)
    assert appraised(held, 1, 0)["public_missions"] == pytest.approx(8 * near)
    none = begun(
        given + "ireland.private: {anna: [influence_6]}\nireland.fulfilled: {influence_6: anna}",
        ireland__private_lost="end_only",
    )
    assert appraised(none, 0, 0)["public_missions"] == pytest.approx(8 * near)
    sets = (
        "hand: {anna: food}\ntowers: {Tc: thirteen, TT: thirteen, Td: thirteen, Te: doubling, Tf: doubling}\n"
    )
    for touched, worth in {
        "{Tc: anna}": 13 * PART / 9,
        "{Tc: anna, TT: anna}": 13 * PART * 4 / 9,
        "{Tc: anna, TT: anna, Td: anna}": 0,
        "{Te: anna}": 3 * PART / 4,
        "{Te: anna, Tf: anna}": 0,
        "{Tc: anna, Te: anna, TT: bruno}": 13 * PART / 9 + 3 * PART / 4,
    }.items():
        state = begun(f"{sets}ireland.touched: {touched}")
        assert appraised(state, 0, 0)["towers"] == pytest.approx(worth), touched


def test_symbols_in_a_finished_settlement_promise_nothing() -> None:
    """RI-MIS-1: no tile can join them any more."""
    for tiles, worth in (('"6,9": anna settlement-4', 0), ('"9,3": anna settlement-3', 8 * WEIGHTS.near / 4)):
        state = begun(f"tiles: {{{tiles}}}\nhand: {{anna: food}}\nireland.display: [influence_6]")
        assert appraised(state, 0, 0)["public_missions"] == pytest.approx(worth)


def test_nothing_is_promised_when_the_game_is_over() -> None:
    state = after(
        begun("hand: {anna: energy, bruno: empty, clara: empty}\nsupply: empty"), "place energy 7,7"
    )
    assert state.over and set(appraised(state, 0, 0)) == {"points"}


def test_features_say_what_the_seats_have() -> None:
    state = begun(
        f"{CARD}ireland.display: [food_5]\nireland.apart: {{anna: [food], bruno: [food, energy], clara: []}}\n"
        "ireland.touched: {Tc: anna bruno, TT: anna}\nireland.doubled: {food_5: anna bruno, energy_5: clara}\n"
        "ireland.fulfilled: {food_5: bruno}\n"
    )
    found = add_features(state.view(0))
    assert found["towers touched"] == [2, 1, 0] and found["tiles set aside"] == [1, 2, 0]
    assert found["cards doubled"] == [1, 0, 1]
    assert found["missions promised"] == pytest.approx([2 * 5 * WEIGHTS.near * (4 / 5) ** 2, 0, 0])
    assert len(found["sets of towers"]) == 3
    assert set(found) <= set(state.rules.features(state.view(0)))
    assert all(len(values) == 3 for values in state.rules.features(state.view(None)).values())


def test_others_secrets_change_nothing() -> None:
    """RI-TOW-5, RI-TOW-2: what a seat hears does not depend on what it cannot see."""
    texts = [
        f"{CARD}ireland.private: {{bruno: [{card}]}}\nireland.apart: {{bruno: [{tile}, {tile}]}}\n"
        "ireland.display: [food_5]"
        for card, tile in (("energy_5", "food"), ("castle_ring_4", "settlement-2"))
    ]
    one, other = (begun(text) for text in texts)
    assert one.rules.choices(one.view(0)) == other.rules.choices(other.view(0))
    assert one.rules.appraise(one.view(0), 1) == other.rules.appraise(other.view(0), 1)
    assert KINDS and placed(one, "3,4") >= 0


def test_weights_of_the_module_are_heard() -> None:
    """Each of them changes what a bot thinks somewhere."""
    rules: Rules = RULES
    names = [one.name for one in rules.weights.declared() if one.name.startswith(f"{NAME}.")]
    assert {name.partition(".")[2] for name in names} == {
        "near", "second_tile", "draw_three", "mission_card", "doubling", "part_of_set",
    }  # fmt: skip
    cards = CARD.replace("towers: {Tk: draw_three}\n", "")
    state = begun(
        f"{cards}ireland.display: [food_5]\nireland.apart: {{anna: [food]}}\n"
        "towers: {Tc: second_tile, TT: mission_card, Tf: draw_three, Te: doubling, Ti: thirteen, Tk: draw_three}"
    )
    view = state.view(0)
    plain = [one.worth for one in rules.choices(view)]
    for name in names:
        changed = view.weighed(rules.weights.changed({name: 0.9}))
        assert [one.worth for one in rules.choices(changed)] != plain, name
