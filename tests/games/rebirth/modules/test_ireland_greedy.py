"""What greedy does in Ireland: where it places, what it chooses and what cards come to."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright.games.rebirth.actions import PlaceTile
from tilewright.games.rebirth.modules._ireland.appraise import Prospect, Weights
from tilewright.games.rebirth.modules._ireland.state import NAME
from tilewright.games.rebirth.state import RebirthState

from ....cases import cases
from .folders import CARD, after, begun, best, changes, greedy, loaded, part_of

WEIGHTS = Weights()
RULES = loaded()


def line(state: RebirthState, move: str, label: str) -> float:
    """What the appraisal of a move says under this label."""
    wanted = state.rules.read(move, state, state.to_act[0])
    [choice] = [one for one in state.rules.choices(state.view(state.to_act[0])) if one.action == wanted]
    return sum(points for key, points in choice.lines if key == label)


def only(*hexes: str) -> str:
    """Given: of the fields for food these alone are free."""
    return f'neutral: [all food, "all open but {" ".join(hexes)}"]\n'


# -- where to place --------------------------------------------------------------------------------------------------


def test_greedy_goes_to_an_offshore_field() -> None:
    """RI-OFF-1: of two fields without a neighbour, the one with a point."""
    state = begun(only("2,2", "-3,6") + "hand: {anna: food}\nireland.display: empty", 2)
    assert line(state, "place food -3,6", "offshore") == 1 and line(state, "place food 2,2", "offshore") == 0
    changes(state, "offshore", "place food -3,6")
    state = begun("hand: {anna: food}", ireland__offshore=4)
    assert line(state, "place food 3,2", "offshore") == 4 and line(state, "place food 4,2", "offshore") == 0


def test_what_a_tile_adds_to_a_link() -> None:
    """RI-MIS-4: the third tower, in points less what two of them counted before; another card hears nothing of it."""
    given = """
neutral: [all energy, "all open but 5,7 2,2 6,6"]
tiles: {"6,5": anna food, "6,6": anna energy}
hand: {anna: energy}
ireland.display: [link_3_towers]
towers: {TT: three, Tc: three, Th: draw_three}
"""
    state, other = begun(given, 2), begun(given.replace("link_3_towers", "energy_5"), 2)
    reached = 8 * (1 - WEIGHTS.near * (2 / 3) ** 2)
    assert line(state, "place energy 5,7", "public_missions") == pytest.approx(reached)
    assert line(state, "place energy 2,2", "public_missions") == 0
    more = 8 * WEIGHTS.near * ((2 / 5) ** 2 - (1 / 5) ** 2)
    assert line(other, "place energy 5,7", "public_missions") == pytest.approx(more)


def gained(state: RebirthState) -> float:
    """What the last farm of five brings of missions, less what four of them counted before."""
    return line(state, "place food -3,13", "public_missions")


def test_what_a_card_is_worth_depends_on_who_was_first_and_on_the_marker() -> None:
    """RI-MIS-2, RI-TOW-7, RI-TOW-6: higher, lower, doubled, private; nothing once it is fulfilled."""
    part = 1 - WEIGHTS.near * (4 / 5) ** 2
    worth = {
        "": 8,
        "ireland.fulfilled: {food_5: bruno}": 5,
        "ireland.doubled: {food_5: anna}": 16,
        "ireland.doubled: {food_5: bruno}": 8,
        "ireland.doubled: {food_5: anna}\nireland.fulfilled: {food_5: bruno}": 10,
        "ireland.fulfilled: {food_5: anna}": 0,
    }
    for more, points in worth.items():
        state = begun(f"{CARD}ireland.display: [food_5]\n{more}")
        assert gained(state) == pytest.approx(points * part), more
    private = f"{CARD}ireland.display: empty\nireland.private: {{anna: [food_5]}}\n"
    assert gained(begun(private)) == pytest.approx(8 * part)
    assert gained(begun(private + "ireland.fulfilled: {food_5: bruno}")) == pytest.approx(8 * part)
    assert gained(begun(private + "ireland.fulfilled: {food_5: anna}")) == 0
    assert gained(begun(private + "ireland.fulfilled: {food_5: anna}", ireland__private_lost="end_only")) > 0
    others = private.replace("private: {anna", "private: {bruno")
    assert gained(begun(others)) == 0


def test_a_mission_changes_the_move() -> None:
    """RI-MIS-2: the sixth settlement instead of both prizes of a medium one."""
    state = begun(cases(__file__, "sixth_settlement"), 2)
    changes(state, "public_missions", "place settlement-3 -1,15")


def test_a_tower_changes_the_move() -> None:
    """RI-TOW-9: the field next to a round tower with points, of two that are else alike."""
    state = begun(only("2,2", "3,5") + "hand: {anna: food}\nireland.display: empty\ntowers: {Te: three}", 2)
    assert line(state, "place food 3,5", "towers") == 3
    changes(state, "towers", "place food 3,5")


SETS = "hand: {anna: food}\nireland.display: empty\nireland.apart: {anna: [food]}\n"
PART = WEIGHTS.part_of_set


@pytest.mark.parametrize(
    ("bonuses", "more", "options", "worth"),
    [
        ("Tc: three, TT: three", "", {}, 6),
        ("Tc: three, TT: three", "", {"ireland__three_points": "once"}, 3),
        (
            "Tc: three, TT: draw_three, Td: three",
            "ireland.touched: {Td: anna}",
            {"ireland__three_points": "once"},
            1.5,
        ),
        ("Tc: three, TT: draw_three", "ireland.touched: {Tc: anna, TT: bruno}", {}, 1.5),
        ("Tc: second_tile, TT: second_tile", "", {}, 5),
        ("Tc: second_tile, TT: three", "", {}, 8),
        ("Tc: second_tile, TT: three", "ireland.apart: empty", {}, 3),
        ("Tc: draw_three, TT: draw_three", "", {}, 1.5),
        ("Tc: draw_three, TT: three", "supply: {anna: []}", {}, 3),
        ("Tc: mission_card, TT: three", "", {}, 7),
        ("Tc: mission_card, TT: three", "ireland.deck: empty", {}, 3),
        ("Tc: doubling, TT: three", "", {}, 3 + 3 * PART / 4),
        ("Tc: doubling, TT: doubling", "", {}, 3),
        ("Tc: doubling, TT: three, Td: doubling", "ireland.touched: {Td: anna}", {}, 3 + 3 - 3 * PART / 4),
        ("Tc: thirteen, TT: three", "", {}, 3 + 13 * PART / 9),
        ("Tc: thirteen, TT: thirteen", "", {}, 13 * PART * 4 / 9),
        ("Tc: thirteen, TT: thirteen, Td: thirteen", "ireland.touched: {Td: anna}", {}, 13 - 13 * PART / 9),
        ("Tc: thirteen, TT: thirteen, Td: thirteen", "ireland.touched: {Td: bruno}", {}, 13 * PART * 4 / 9),
        ("Tc: thirteen, TT: three", "", {"ireland__thirteen": 26, "ireland__three": 1}, 1 + 26 * PART / 9),
    ],
)
def test_what_a_tower_is_worth(bonuses: str, more: str, options: dict[str, Any], worth: float) -> None:
    """RI-TOW-1 to RI-TOW-9: a tile at 6,5 touches Tc and TT; points at once are exact."""
    given = SETS.replace("ireland.apart: {anna: [food]}\n", "") if "apart" in more else SETS
    state = begun(f"{given}towers: {{{bonuses}}}\n{more}", **options)
    assert line(state, "place food 6,5", "towers") == pytest.approx(worth)
    assert line(state, "place food -5,13", "towers") == 0


def test_a_second_tile_is_worth_nothing_after_another_one() -> None:
    """RI-TOW-3"""
    given = "hand: {anna: food}\nireland.display: empty\ntowers: {Tc: second_tile, Td: second_tile}\n"
    state = begun(given + "ireland.apart: {anna: [food, food]}")
    assert line(state, "place food 0,5", "towers") == 5
    assert line(after(state, "place food 8,5"), "place food 0,5", "towers") == 0


# -- cards, against what happens -------------------------------------------------------------------------------------

BOARDS = cases(__file__, "boards")


@pytest.mark.parametrize("kind", ["food", "energy", "settlement-1", "settlement-3"])
@pytest.mark.parametrize("board", BOARDS)
def test_missions_are_rated_as_they_come_out(board: str, kind: str) -> None:
    """For each card and each legal field: the worth is that of the share that the seat has once the tile lies there."""
    tiles = ", ".join(f'"{at}": anna {tile}' for at, tile in BOARDS[board].items())
    rivals = '"8,5": bruno food, "-1,8": bruno food, "3,12": bruno settlement-1'
    seen = 0
    for number, card in enumerate(RULES.module_data[NAME].cards):
        state = begun(
            f"tiles: {{{tiles}, {rivals}}}\nhand: {{anna: {kind}, bruno: food, clara: food}}\n"
            f"ireland.display: [{card.id}]\nireland.fulfilled: {{}}\nireland.apart: empty"
        )
        before = Prospect(state.view(0), 0)
        now = before.now(card)
        if now >= 1:
            continue  # met before without being noted, which no game can lead to
        choices = {str(one.action): one for one in state.rules.choices(state.view(0))}
        for action in state.legal(0):
            assert isinstance(action, PlaceTile)
            cell = state.printed.cell_at[action.cell]
            settlement = state.printed.settlement_of[cell]
            if settlement >= 0 and state.gaps[settlement] == 1:
                continue  # symbols in finished settlements promise nothing
            world = state.clone()
            world.apply(action)
            share = Prospect(world.view(0), 0).now(card)
            fulfilled = bool(part_of(world).fulfilled[number] & 1)
            assert fulfilled == (
                share >= 1 and "public_mission" in {one.reason for one in world.score_lines()}
            )
            wanted = card.first * (1 if fulfilled else WEIGHTS.near * share**2)
            wanted -= card.first * WEIGHTS.near * min(now, 0.999) ** 2
            said = sum(points for key, points in choices[str(action)].lines if key == "public_missions")
            if share > now:
                seen += 1
                assert said == pytest.approx(wanted), f"{card.id} {action}"
            else:
                assert said == 0, f"{card.id} {action}"
    assert seen


# -- choices ---------------------------------------------------------------------------------------------------------


def test_greedy_chooses_the_tile_with_the_best_place() -> None:
    """RI-TOW-4: its worth is that of the best placement of that tile."""
    state = begun(
        'hand: {anna: [food, energy, settlement-4]}\ntiles: {"6,7": anna energy}\nireland.display: empty'
    )
    worths = {}
    for kind in ("food", "energy", "settlement-4"):
        world = after(state.clone(), f"choose {kind}")
        worths[f"choose {kind}"] = max(one.worth for one in world.rules.choices(world.view(0)))
        assert line(state, f"choose {kind}", "drawn_tiles") == pytest.approx(worths[f"choose {kind}"])
    changes(state, "drawn_tiles", max(worths, key=lambda move: worths[move])) if best(
        state, "drawn_tiles"
    ) != max(worths, key=lambda move: worths[move]) else None
    assert greedy(state) == max(worths, key=lambda move: worths[move])


def test_choosing_changes_the_move() -> None:
    """RI-TOW-4: food comes first in hand, the settlement of four is worth more."""
    state = begun("hand: {anna: [food, settlement-4]}\nireland.display: empty\nireland.deck: empty")
    changes(state, "drawn_tiles", "choose settlement-4")


DOUBLING = "hand: {anna: food}\ntowers: {Tc: doubling, TT: doubling}\n"


def test_greedy_doubles_the_card_that_is_nearest() -> None:
    """RI-TOW-7: points times how near it is; the lower number if another has fulfilled it."""
    given = f'{DOUBLING}tiles: {{"-5,12": anna energy, "-4,12": anna energy, "-3,11": anna energy}}\n'
    state = after(begun(given + "ireland.display: [food_5, energy_5]"), "place food 6,5")
    assert line(state, "double food_5", "public_missions") == pytest.approx(8 * (0.2 + 0.6 / 5))
    assert line(state, "double energy_5", "public_missions") == pytest.approx(8 * (0.2 + 0.6 * 3 / 5))
    changes(state, "public_missions", "double energy_5")
    later = "ireland.display: [food_5, energy_5]\nireland.fulfilled: {energy_5: bruno}"
    state = after(begun(given + later), "place food 6,5")
    assert line(state, "double energy_5", "public_missions") == pytest.approx(5 * (0.2 + 0.6 * 3 / 5))


def test_doubling_a_card_just_fulfilled_brings_its_points_again() -> None:
    """RI-AMB-7: the points are certain."""
    given = """
tiles: {"-5,12": anna food, "-4,12": anna food, "-5,13": anna food, "-4,13": anna food, "8,5": anna food}
hand: {anna: food}
ireland.display: [energy_5, food_5]
towers: {Tk: doubling, Tc: doubling}
"""
    for more, points in (("", 8), ("ireland.fulfilled: {food_5: bruno}\n", 5)):
        state = after(begun(given + more, ireland__own_mission="double"), "place food -3,13")
        assert line(state, "double food_5", "public_missions") == points
        changes(state, "public_missions", "double food_5")


@pytest.mark.parametrize(("bonus", "more", "worth"), cases(__file__, "greedy_uses_a_bonus"))
def test_greedy_uses_a_bonus(bonus: str, more: str, worth: float) -> None:
    """RI-AMB-12: to forgo it brings nothing."""
    others = {"thirteen": ", Td: thirteen, Te: thirteen", "doubling": ", Td: doubling"}.get(bonus, "")
    state = begun(
        f"hand: {{anna: food}}\ntowers: {{Tc: {bonus}{others}}}\n{more}", ireland__bonuses="optional"
    )
    after(state, "place food 8,5")
    assert line(state, "use Tc", "towers") == worth and line(state, "forgo", "towers") == 0
    assert greedy(state) == "use Tc"


def test_of_two_bonuses_the_better_one_is_used_first() -> None:
    state = begun("hand: {anna: food}\ntowers: {TT: draw_three, Tc: three}", ireland__bonuses="optional")
    changes(after(state, "place food 6,5"), "towers", "use Tc")
