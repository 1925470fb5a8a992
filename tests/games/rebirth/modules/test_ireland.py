"""Ireland: the kit in other readings, refusals, meters and restrictions. Its rules are pinned by scenes."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

from tilewright import testing
from tilewright.core import bots
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import Unreadable
from tilewright.core.bots.restrictions import Narrowed, read
from tilewright.core.rules.actions import Action
from tilewright.core.rules.ruleset import Rules
from tilewright.games.rebirth.actions import PlaceTile
from tilewright.games.rebirth.modules._ireland.state import NAME
from tilewright.games.rebirth.state import RebirthState, conserved

from ....cases import cases
from ....meters.watched import ordered
from .folders import BONUS, DOUBLE, OTHER, PLAIN, THIRD, after, begun, loaded, part_of, refusal

# -- the kit ---------------------------------------------------------------------------------------------------------

OTHERS = [pytest.param(OTHER, id="other"), pytest.param(THIRD, id="third", marks=pytest.mark.soak)]


@pytest.mark.parametrize("rules", OTHERS)
def test_the_kit_holds_in_other_readings(rules: Rules) -> None:
    checks = ("legality", "refusals", "notation", "saving", "scenes", "scores", "pieces", "ending")
    testing.conforms(rules, checks, games=1, seats=[2], every=24)


def test_two_options_of_the_game_have_other_values() -> None:
    """RI-SETUP-6, RI-COMP-1: four tiles apart on the map of Ireland, unless somebody says otherwise."""
    assert (PLAIN.options.set_aside, PLAIN.options.map) == (4, NAME)
    assert loaded(set_aside=6).options.set_aside == 6


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pieces_stay_the_same_in_whole_games(players: int) -> None:
    """RI-SETUP-8, RI-COMP-1: tiles, cards and bonuses are conserved, and so many tiles lie on the board at the end."""
    tiles = {2: (88, 96), 3: (96, 108), 4: (92, 108)}[players]
    for seed in range(3):
        state = cast(RebirthState, PLAIN.new(players, seed))
        before, chance = conserved(state), Stream(seed)
        while not state.over:
            state.apply(chance.pick(state.legal(state.to_act[0])))
        assert conserved(state) == before
        on_board = sum(tile >= 0 for tile in state.tiles) + len(state.laid_aside)
        back = sum(4 - len(apart) for apart in part_of(state).apart)
        assert on_board == tiles[0] + back <= tiles[1]
        assert not any(state.hand) and not any(state.supply)


def test_what_comes_first_is_left_to_chance() -> None:
    """RI-SETUP-1, RI-SETUP-2, RI-SETUP-6: no card, bonus or tile is always in the same place."""
    shown, lying = Counter[int](), [Counter[int]() for _ in range(14)]
    ascending = 0
    for seed in range(120):
        here = part_of(cast(RebirthState, PLAIN.new(2, seed)))
        shown.update(here.display)
        for tower, bonus in enumerate(here.bonuses):
            lying[tower][bonus] += 1
        ascending += all(list(tiles) == sorted(tiles) for tiles in here.apart)
        assert sorted(Counter(here.bonuses).values()) == [1, 2, 2, 2, 3, 4] and not here.mixed
    assert len(shown) == 12 and min(shown.values()) > 50
    assert all(len(one) == 6 for one in lying)
    assert ascending < 30


# -- refusals --------------------------------------------------------------------------------------------------------

HAND = "hand: {anna: [food, energy]}"


def test_a_tile_that_was_not_drawn_is_not_chosen() -> None:
    """RI-TOW-4"""
    state = begun(HAND)
    assert refusal(state, "choose settlement-2") == (
        "choose settlement-2: settlement-2 is not among the tiles that you drew (RI-TOW-4)"
    )
    assert refusal(state, "choose settlement-2", "de") == (
        "wähle Siedlung-2: Siedlung-2 ist nicht unter den Plättchen, die du gezogen hast (RI-TOW-4)"
    )
    assert refusal(state, "choose settlement-2", "pl").endswith(
        "osada-2 nie jest wśród kafelków, które masz do wyboru (RI-TOW-4)"
    )
    said = "first choose which of the tiles in hand is placed (RB-TURN-1)"
    assert refusal(state, "place food -5,13") == f"place food -5,13: {said}"


def test_a_tile_without_a_place_is_not_chosen_while_another_has_one() -> None:
    """RI-TOW-4"""
    state = begun("hand: {anna: [food, settlement-1]}\nneutral: [all settlement]", 2)
    assert refusal(state, "choose settlement-1") == (
        "choose settlement-1: settlement-1 fits nowhere now; choose a tile that does (RI-TOW-4)"
    )
    assert refusal(state, "choose settlement-1", "de") == (
        "wähle Siedlung-1: Siedlung-1 passt jetzt nirgends; wähl ein Plättchen, das passt (RI-TOW-4)"
    )


def test_nothing_is_chosen_with_one_tile_in_hand() -> None:
    state = begun("hand: {anna: food}")
    for move in ("choose food", "forgo"):
        assert refusal(state, move) == f"{move}: first place the tile in your hand (RB-TURN-1)"


def test_a_card_that_is_not_open_is_not_doubled() -> None:
    """RI-TOW-7, for a card that is fulfilled and for one that is not displayed."""
    state = after(begun(DOUBLE), "place food 6,5")
    said = "is not displayed, or you have fulfilled it already (RI-TOW-7)"
    assert refusal(state, "double energy_5") == f"double energy_5: energy group of five {said}"
    assert refusal(state, "double food_5") == f"double food_5: food group of five {said}"
    assert refusal(state, "double food_5", "de").endswith(
        "diese Karte liegt nicht aus, oder du hast sie schon erfüllt: Nahrungsgruppe aus fünf (RI-TOW-7)"
    )
    assert refusal(state, "place food 5,5").endswith("first choose the card that is doubled (RB-TURN-1)")
    with pytest.raises(Unreadable, match="food_6"):
        state.rules.read("double food_6", state, 0)


def test_a_bonus_that_is_not_offered_is_not_used() -> None:
    """RI-TOW-1, RI-AMB-12"""
    state = after(begun(BONUS, ireland__bonuses="optional"), "place food 8,5")
    said = "Ta is not next to the tile, was used before, or would have no effect (RI-TOW-1)"
    assert refusal(state, "use Ta") == f"use Ta: {said}"
    assert refusal(state, "use Ta", "de").endswith(
        "Ta grenzt nicht an das Plättchen, war schon dran oder hätte keine Wirkung (RI-TOW-1)"
    )
    assert refusal(state, "place food 5,5").endswith("bonuses of the tile just placed (RB-TURN-1)")
    assert [str(action) for action in state.legal(0)] == ["use Tc", "forgo"]


def test_moves_are_read_by_names_and_in_other_languages() -> None:
    state = after(begun(BONUS, ireland__bonuses="optional"), "place food 8,5")
    assert {str(state.rules.read(f"use {text}", state, 0)) for text in ("Tc", "Nendrum", "nendrum")} == {
        "use Tc"
    }
    state = after(begun(DOUBLE), "place food 6,5")
    assert str(state.rules.read("double link_3_towers", state, 0)) == "double link_3_towers"
    assert str(state.rules.read("verdopple drei-verbundene-Türme", state, 0, "de")) == "double link_3_towers"
    assert str(begun(HAND).rules.read("choose energy", begun(HAND), 0)) == "choose energy"


# -- meters and restrictions -----------------------------------------------------------------------------------------


def measured(state: RebirthState, *moves: str) -> dict[str, Any]:
    """What the meters say of the end of a game that these moves bring."""
    return ordered(state, list(moves))


def test_meters() -> None:
    """RI-MIS-2, RI-TOW-1, RI-TOW-2: cards on display only, each tower once, tiles that came back."""
    state = begun(cases(__file__, "end_of_a_game"))
    values = measured(state, "place food -3,13")
    assert values["cards_fulfilled"] == [1, 0, 1]
    assert values["towers_touched"] == [2, 1, 0]
    assert values["second_tiles"] == [2, 0, 4]
    assert values["content.fulfilled.food_5"] == pytest.approx(1 / 3)
    assert values["content.fulfilled.link_3_towers"] == pytest.approx(1 / 3)
    assert values["content.fulfilled.energy_5"] is None


def test_no_tower_keeps_bots_away_from_towers() -> None:
    """`no-tower`: nothing next to a round tower, while something else is legal."""
    towers_at = part_rules(PLAIN).towers_at
    keeps, bot, plain = (
        read("no-tower", PLAIN),
        bots.make("greedy!no-tower", PLAIN),
        bots.make("greedy", PLAIN),
    )

    def beside(state: RebirthState, action: Action) -> bool:
        return isinstance(action, PlaceTile) and bool(towers_at[state.printed.cell_at[action.cell]])

    kept = otherwise = 0
    state = cast(RebirthState, PLAIN.new(2, 4))
    for n in range(40):
        view = state.view(state.to_act[0])
        legal = list(view.legal())
        left = list(Narrowed.of(view, keeps).legal())
        wanted = [action for action in legal if not beside(state, action)] or legal
        assert left == wanted
        action = bot.choose(view, Stream(n))
        assert action in wanted
        kept += len(left) < len(legal)
        otherwise += beside(state, plain.choose(view, Stream(n)))
        state.apply(action)
    assert kept > 10 and otherwise > 3


def part_rules(rules: Rules) -> Any:
    return rules.module_data[NAME]
