"""Ireland: the kit, refusals, views, positions written and read, records, meters. Its rules are pinned by scenes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, cast

import pytest

from tilewright import testing
from tilewright.core import bots
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import InvalidFile, Unreadable
from tilewright.core.bots.restrictions import Narrowed, read
from tilewright.core.draw.model import Ink
from tilewright.core.play.match import Match
from tilewright.core.play.replay import replay, resume
from tilewright.core.record import format
from tilewright.core.rules.actions import Action
from tilewright.core.rules.events import Log
from tilewright.core.rules.ruleset import Rules
from tilewright.core.scenes import scene as scenes
from tilewright.core.text.options import declared
from tilewright.games.rebirth.actions import PlaceTile
from tilewright.games.rebirth.files import KINDS
from tilewright.games.rebirth.modules._ireland.options import Options
from tilewright.games.rebirth.modules._ireland.state import NAME
from tilewright.games.rebirth.state import RebirthState, conserved

from ....meters.watched import ordered
from .folders import NAMES, after, begun, loaded, part_of, refusal

PLAIN = loaded()
OTHER = loaded(
    ireland__bonuses="optional",
    ireland__order="towers_first",
    ireland__ignored_bonus="kept",
    ireland__two_draws="five",
    ireland__own_mission="double",
    ireland__second_no_place="back",
    ireland__aside="hidden",
    ireland__private_lost="end_only",
    ireland__three_points="once",
    several_neighbours="one",
)
THIRD = loaded(no_place="out", ireland__drawn=5, ireland__displayed=11, ireland__link_least=2, set_aside=9)
RULES = {"default": PLAIN, "other": OTHER, "third": THIRD}
FOOD, ENERGY, ONE, TWO, THREE, FOUR = range(6)


# -- the kit ---------------------------------------------------------------------------------------------------------

CHECKS = [name for name in testing.CHECKS if name not in ("modules", "workers", "options", "matches")]


@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.parametrize(
    "rules", [PLAIN, OTHER, pytest.param(THIRD, marks=pytest.mark.soak)], ids=["default", "other", "third"]
)
def test_the_kit_holds(rules: Rules, name: str) -> None:
    if rules is not PLAIN and name in ("streams", "records", "texts"):
        pytest.skip("the default game shows it")
    testing.conforms(rules, [name], games=1, seats=[2, 4] if rules is PLAIN else [3], every=24)


def test_options_and_rules_name_each_other() -> None:
    """Every option comes from a rule that names it, and every rule names options that exist."""
    known = PLAIN.rule_texts()
    own = {option.name: option.rule for option in declared(Options, NAME)}
    for name, rule in own.items():
        assert name in known[rule].options, name
    named = {name for rule in known.values() for name in rule.options if name.startswith(f"{NAME}.")}
    assert named == set(own)


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
DOUBLE = """
hand: {anna: food}
towers: {Tc: doubling, TT: doubling}
ireland.display: [food_5, link_3_towers]
ireland.fulfilled: {food_5: anna}
"""
BONUS = "hand: {anna: food}\ntowers: {Tc: three}"


def test_a_tile_that_was_not_drawn_is_not_chosen() -> None:
    """RI-TOW-4"""
    state = begun(HAND)
    assert refusal(state, "choose settlement-2") == (
        "choose settlement-2: settlement-2 is not among the tiles that anna drew (RI-TOW-4)"
    )
    assert refusal(state, "choose settlement-2", "de") == (
        "wähle Siedlung-2: Siedlung-2 ist nicht unter den Plättchen, die anna gezogen hat (RI-TOW-4)"
    )
    assert refusal(state, "choose settlement-2", "pl").endswith(
        "osada-2 nie jest wśród kafelków, które ma do wyboru anna (RI-TOW-4)"
    )
    assert refusal(state, "place food -5,13") == (
        "place food -5,13: that is not possible now (step: choose a tile) (RB-TURN-1)"
    )


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
    assert refusal(state, "choose food") == (
        "choose food: that is not possible now (step: place a tile) (RB-TURN-1)"
    )
    assert refusal(state, "forgo") == "forgo: that is not possible now (step: place a tile) (RB-TURN-1)"


def test_a_card_that_is_not_open_is_not_doubled() -> None:
    """RI-TOW-7, for a card that is fulfilled and for one that is not displayed."""
    state = after(begun(DOUBLE), "place food 6,5")
    said = "is not displayed, or you have fulfilled it already (RI-TOW-7)"
    assert refusal(state, "double energy_5") == f"double energy_5: energy group of five {said}"
    assert refusal(state, "double food_5") == f"double food_5: food group of five {said}"
    assert refusal(state, "double food_5", "de").endswith(
        "diese Karte liegt nicht aus, oder du hast sie schon erfüllt: Nahrungsgruppe aus fünf (RI-TOW-7)"
    )
    assert refusal(state, "place food 5,5").endswith("not possible now (step: double a card) (RB-TURN-1)")
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
    assert refusal(state, "place food 5,5").endswith("not possible now (step: use a bonus) (RB-TURN-1)")
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


# -- what players see ------------------------------------------------------------------------------------------------

SECRETS = """
hand: {anna: food, bruno: [food, energy]}
towers: {Tc: second_tile}
ireland.apart: {anna: [settlement-3, food, energy, food]}
ireland.private: {anna: [castle_ring_4]}
"""


def test_owners_know_what_lies_apart_but_not_its_order() -> None:
    """RI-AMB-1: the same for every order; others know nothing."""
    state = begun(SECRETS)
    other = begun(SECRETS.replace("[settlement-3, food, energy, food]", "[food, food, energy, settlement-3]"))
    view = state.view(0)
    assert view.known("apart", 0, NAME) == (FOOD, FOOD, ENERGY, THREE)
    assert view.slice(NAME)["apart"] == (None, None, None)
    assert view.to_dict() == other.view(0).to_dict()
    assert state.view(1).known("apart", 0, NAME) == state.view(2).known("apart", 0, NAME) == ()
    drawn = {view.determinize(Stream(n)).slices[NAME].apart[0][-1] for n in range(30)}
    assert drawn == {FOOD, ENERGY, THREE}
    for n in range(5):
        assert sorted(part_of(cast(RebirthState, view.determinize(Stream(n)))).apart[0]) == [0, 0, 1, 4]


def test_they_may_not_look_again_in_the_other_reading() -> None:
    """RI-AMB-1: then the tiles could be any that the owner has not seen elsewhere."""
    view = begun(SECRETS, ireland__aside="hidden").view(0)
    assert view.known("apart", 0, NAME) == ()
    found = {tuple(sorted(view.determinize(Stream(n)).slices[NAME].apart[0])) for n in range(8)}
    assert len(found) > 4


def test_the_second_tile_is_known_to_its_owner_alone() -> None:
    """RI-TOW-2: the hand is secret, and what is left apart is known without it."""
    state = after(begun(SECRETS), "place food 8,5")
    assert state.view(0).hand[0] == (THREE,)
    assert state.view(0).known("apart", 0, NAME) == (FOOD, FOOD, ENERGY)
    assert state.view(1).hand[0] is None and state.view(None).hand[0] is None
    other = after(
        begun(SECRETS.replace("[settlement-3, food, energy, food]", "[energy, food, settlement-3, food]")),
        "place food 8,5",
    )
    assert state.view(1).to_dict() == other.view(1).to_dict()
    assert state.view(0).to_dict() != other.view(0).to_dict()


def test_private_missions_are_seen_by_their_owner_alone_and_shown_at_the_end() -> None:
    """RI-TOW-5, RI-TOW-6"""
    state = begun(SECRETS)
    card = state.rules.pieces["card"].index("castle_ring_4")
    assert state.view(0).slice(NAME)["private"] == ((card,), None, None)
    for seat in (1, 2, None):
        assert state.view(seat).slice(NAME)["private"][0] is None
    assert state.view(1).slice(NAME)["deck"] is None
    over = after(
        begun(
            "hand: {anna: energy, bruno: empty, clara: empty}\nsupply: empty\n"
            "ireland.private: {anna: [castle_ring_4]}"
        ),
        "place energy 7,7",
    )
    assert over.over and over.view(None).slice(NAME)["private"][0] == (card,)


def test_tiles_drawn_are_secret_and_the_tile_chosen_is_told() -> None:
    """RI-TOW-4: it is placed at once; what went back, others do not learn."""
    views = []
    for drawn, below in (("food, energy", "settlement-1"), ("settlement-1, energy", "food")):
        state = begun(f"hand: {{bruno: [{drawn}]}}\nto act: bruno\nsupply: {{bruno: [{below}]}}")
        assert state.view(0).hand[1] is None
        assert state.view(1).hand[1] == tuple(sorted(KINDS.index(tile) for tile in drawn.split(", ")))
        action, log = state.rules.read("choose energy", state, 1), Log()
        assert state.rules.say_move(action, 0) == "choose energy"
        state.apply(action, log)
        views.append(state.view(0).to_dict())
        assert state.view(1).hand[1] == (ENERGY,) and state.view(0).hand[1] is None
        texts = {state.rules.say_event(event, state.seats, seat) for event in log.events for seat in (0, 1)}
        assert len(texts) == 1 and "energy" in texts.pop()
    assert views[0] == views[1]


@pytest.mark.parametrize("aside", ["known", "hidden"])
def test_what_went_back_into_the_supply_is_known_to_lie_there(aside: str) -> None:
    """RI-TOW-4, RI-AMB-1: its owner has just seen it; with tiles apart unknown it could else be among them."""
    state = begun(
        "hand: {anna: [food, settlement-4, settlement-4]}\nsupply: {anna: [food, energy]}",
        ireland__aside=aside,
    )
    after(state, "choose food")
    for n in range(12):
        world = cast(RebirthState, state.view(0).determinize(Stream(n)))
        assert world.supply[0].count(FOUR) >= 2


def test_it_goes_back_at_random() -> None:
    """RI-TOW-4: the tiles that were not chosen are shuffled in."""
    found = set()
    for seed in range(12):
        state = begun("hand: {anna: [food, settlement-4]}\nsupply: {anna: [food, energy, food]}")
        state.streams[f"module:{NAME}"] = (seed, 0)
        after(state, "choose food")
        found.add(state.supply[0].index(FOUR))
    assert len(found) == 4


def test_a_tile_that_goes_back_apart_lies_there_at_random() -> None:
    """RI-AMB-11: its owner, who has just seen it, knows that it does, also where the other tiles are not known."""
    given = """
    neutral: [all settlement]
    hand: {anna: food}
    towers: {Tc: second_tile}
    ireland.apart: {anna: [settlement-3, food, energy]}
    """
    found = set()
    for seed in range(12):
        state = begun("\n".join(map(str.strip, given.splitlines())), 2, ireland__second_no_place="back")
        state.streams[f"module:{NAME}"] = (seed, 0)
        after(state, "place food 8,5")
        found.add(part_of(state).apart[0].index(THREE))
        assert state.view(0).known("apart", 0, NAME) == (FOOD, ENERGY, THREE)
        assert state.view(1).known("apart", 0, NAME) == ()
    assert len(found) == 3
    state = begun(
        "\n".join(map(str.strip, given.splitlines())),
        2,
        ireland__second_no_place="back",
        ireland__aside="hidden",
    )
    assert after(state, "place food 8,5").view(0).known("apart", 0, NAME) == (THREE,)


def test_the_sheet_of_tiles_lists_missions_and_bonuses() -> None:
    rules = loaded()
    cards, bonuses = rules.sheet("tiles").panels[-2:]
    assert [row[0].text + row[1].text for row in cards.rows].count("128") == 2 and len(cards.rows) == 12
    assert sum(int(row[0].text) for row in bonuses.rows) == 14
    assert len(rules.sheet("map").panels) == len(rules.game.sheets["map"](rules).panels)


def test_the_log_tells_what_happens() -> None:
    """Others read that a tile or card was drawn, its owner which."""
    state = begun(
        """
hand: {anna: food, bruno: energy}
tiles: {"9,2": anna food, "-1,5": anna food}
towers: {Tc: second_tile, TT: mission_card, Td: doubling, Th: doubling, Te: draw_three, Tf: second_tile}
ireland.apart: {anna: [energy, food]}
ireland.deck: [energy_5]
ireland.display: [food_5]
supply: {anna: [food, food, food, food]}
"""
    )

    def said(move: str, seat: int | None) -> list[str]:
        log, world = Log(), state.clone()
        world.apply(world.rules.read(move, world, world.to_act[0]), log)
        return [world.rules.say_event(event, world.seats, seat) for event in log.events]

    own, others = said("place food 6,5", 0), said("place food 6,5", 1)
    assert "anna touches Hill of Tara: mission card" in own and "anna touches Nendrum: second tile" in own
    assert "anna draws a private mission: energy group of five" in own
    assert "anna draws energy as a second tile from those set aside" in own
    assert "anna draws a private mission" in others
    assert "anna draws a second tile from those set aside" in others
    assert not [text for text in others if "energy" in text]
    after(state, "place food 6,5")
    assert "anna draws 2 more tiles to choose from" in said("place energy 3,4", 1)
    after(state, "place energy 3,9")
    assert "anna puts the doubling marker on a card: food group of five" in said("double food_5", 2)


def test_a_second_tile_that_fits_nowhere_resolves_nothing_again() -> None:
    """RI-AMB-11: the tile before it has been resolved; its towers are not touched once more."""
    given = """
neutral: [all settlement]
hand: {anna: food}
towers: {Tc: second_tile, TT: second_tile}
ireland.apart: {anna: [settlement-3, food]}
"""
    state, log = after(begun(given, 2, ireland__ignored_bonus="kept"), "place food 6,5"), Log()
    state.apply(state.rules.read("lay-aside", state, 0), log)
    assert [event.key for event in log.events if event.key.startswith(("tower", "second"))] == []


# -- positions -------------------------------------------------------------------------------------------------------

STEPS = {
    "default": {"choose", "place", "double", "over"},
    "other": {"choose", "place", "double", "bonus", "castle", "over"},
    "third": {"choose", "place", "double", "over"},
}


def walk(rules: Rules, players: int, seed: int) -> list[RebirthState]:
    """Positions of a random game: a third of those amid a turn (second tiles among them), and every step's first.

    Some of a turn's beginning are among them, and the last.
    """
    chance = Stream(seed, "walk")
    state = cast(RebirthState, rules.new(NAMES[:players], seed))
    found, steps, amid = [state.clone()], {"place"}, 0
    while not state.over:
        state.apply(chance.pick(state.legal(state.to_act[0])))
        step = state.step.name if state.step is not None else "over"
        odd = step != "place" or part_of(state).second
        amid += odd
        if step not in steps or (amid % 3 == 0 if odd else chance.below(60) == 0):
            steps.add(step)
            found.append(state.clone())
    return found


def back(text: str, rules: Rules | None = None) -> RebirthState:
    (scene,) = scenes.read(text, "exported.yaml")
    return cast(RebirthState, scenes.begin(scene, rules=rules)[1])


@pytest.mark.parametrize("name", RULES)
def test_export_reads_back(name: str) -> None:
    """Equal in everything, the order of piles and the state of chance included; and written again, the same text."""
    steps, second = set[str](), 0
    for players in (2, 3, 4):
        for state in walk(RULES[name], players, players):
            text = scenes.export(state, title="a position")
            again = back(text, RULES[name])
            assert again == state and again.digest() == state.digest()
            assert scenes.export(again, title="a position") == text
            for seat in state.to_act:
                assert list(again.legal(seat)) == list(state.legal(seat))
            steps.add(state.step.name if state.step is not None else "over")
            second += part_of(state).second
    assert steps == STEPS[name] and second > 1


def test_an_export_says_its_modules_and_options() -> None:
    state = OTHER.new(2, seed=1)
    again = back(scenes.export(state))
    assert again == state and again.rules.module_options[NAME].bonuses == "optional"


def test_what_a_position_does_not_name_follows_from_its_tiles() -> None:
    """Towers are touched and cards fulfilled as the tiles lie; nobody has a private mission, and no marker lies."""
    state = begun(
        """
tiles: {"6,5": anna food, "6,6": anna food, "5,7": anna energy, "8,5": bruno food}
neutral: []
""",
        2,
    )
    here, codes = part_of(state), state.rules.things["tower"].codes
    touched = {code: seats for code, seats in zip(codes, here.touched, strict=True) if seats}
    assert touched == {"TT": 1, "Tc": 3, "Th": 1}
    cards = {state.rules.pieces["card"][n]: seats for n, seats in enumerate(here.fulfilled) if seats}
    assert cards == {"link_3_towers": 1, "tower_ring_3": 1}
    assert not any(here.private) and not any(here.doubled) and len(here.display) == 8


def test_a_supply_that_is_named_leaves_the_tiles_apart() -> None:
    """Its tiles come from the rest of the supply, and not from what its owner has set aside."""
    plain, state = PLAIN.new(3, 0), begun("supply: {anna: [settlement-1, settlement-2, food, food]}")
    assert part_of(state).apart == part_of(cast(RebirthState, plain)).apart
    assert begun("supply: {anna: [food]}\nireland.apart: {anna: [food]}").supply[0] == [FOOD]


WRONG = {
    "three bonuses for one tower": (
        "towers: {Tc: mission_card, Td: mission_card}",
        "given.towers.Td: there is no mission_card left",
    ),
    "an unknown tower": (
        "towers: {Tz: three}",
        "given.towers.Tz: there is no tower 'Tz'; known: TT, Ta,",
    ),
    "an unknown bonus": (
        "towers: {Tc: four}",
        "given.towers.Tc: there is no bonus 'four'",
    ),
    "no mapping": (
        "towers: three",
        "given.towers: expected a mapping from tower to bonus: {Ta: second_tile}",
    ),
    "a card twice": (
        "ireland.display: [food_5, food_5]",
        "given.ireland.display.1: there is no food_5 left to put here",
    ),
    "an unknown card": ("ireland.deck: [food_7]", "given.ireland.deck.0: there is no card 'food_7'"),
    "tiles set aside as in Scotland": (
        "aside: {anna: [food, energy]}",
        "given.aside.anna: in Ireland they are set aside in ireland.apart",
    ),
    "four tiles in hand": (
        "hand: {anna: [food, food, food, energy]}",
        "given.hand.anna: a hand holds at most 3 tiles",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_positions(name: str) -> None:
    given, said = WRONG[name]
    with pytest.raises(InvalidFile) as caught:
        begun(given)
    assert str(caught.value).partition(": ")[2].startswith(said), str(caught.value)


@pytest.mark.parametrize(
    ("most", "options"),
    [(3, {}), (5, {"ireland__two_draws": "five"}), (4, {"ireland__drawn": 4}), (1, {"ireland__drawn": 1})],
)
def test_how_many_tiles_a_hand_may_hold(most: int, options: dict[str, Any]) -> None:
    """RI-TOW-4, RI-AMB-4: as many as bonuses can bring, and not one more."""
    tiles = ", ".join(["food"] * most)
    assert len(begun(f"hand: {{anna: [{tiles}]}}", **options).hand[0]) == most
    with pytest.raises(InvalidFile):
        begun(f"hand: {{anna: [{tiles}, food]}}", **options)


# -- records ---------------------------------------------------------------------------------------------------------

AMID = {
    "second": (SECRETS, ["place food 8,5"], "place", {}),
    "choose": ("hand: {anna: [food, energy]}", [], "choose", {}),
    "double": (DOUBLE, ["place food 6,5"], "double", {}),
    "bonus": (BONUS, ["place food 8,5"], "bonus", {"ireland__bonuses": "optional"}),
}


@pytest.mark.parametrize("name", AMID)
def test_a_record_is_resumed_amid_a_turn(name: str, tmp_path: Path) -> None:
    """The decision that was open is open again, and the game goes on as it would have gone on."""
    given, moves, step, options = AMID[name]
    rules = loaded(**options)
    start = begun(given, rules=rules)
    path = tmp_path / "record.jsonl"
    match = Match(rules, list(start.seats), seed=3, start=start, record=path)
    for move in moves:
        match.play(match.read(move)[0])
    open_ = match.state.clone()
    match.close()
    again, _ = resume(path, lambda text, rules: bots.make(text, rules))
    assert again.state == open_ and again.state.step is not None and again.state.step.name == step
    chance = Stream(1)
    for _ in range(12):
        action = chance.pick(open_.legal(open_.to_act[0]))
        open_.apply(action)
        again.play(action)
    assert again.state == open_
    again.close()
    assert replay(format.read(path)).state == open_


def test_records_of_whole_games_with_undo_are_replayed(tmp_path: Path) -> None:
    """Decisions are taken back amid turns where nothing has been learnt since."""
    undone = Counter[str]()
    for seed in range(4):
        path = tmp_path / f"{seed}.jsonl"
        match = Match(OTHER, 3, seed=seed, record=path)
        chance = Stream(seed, "test")
        while not match.over:
            seat = match.state.to_act[0]
            match.play(chance.pick(match.state.legal(seat)))
            if match.can_undo(seat) and chance.below(3) == 0:
                match.undo(seat)
                assert match.state.step is not None
                undone[match.state.step.name] += 1
        match.close()
        assert replay(format.read(path)).state == match.state
    assert undone["bonus"] > 3


def test_undo_gives_back_what_a_choice_did() -> None:
    """RI-TOW-7: the marker is taken up again, and the same card may be chosen; nothing was drawn after it."""
    given = f"{DOUBLE}supply: {{anna: []}}"
    state = after(begun(given, ireland__own_mission="double"), "place food 6,5")
    match = Match(state.rules, list(state.seats), seed=1, start=state)
    before = match.state.clone()
    match.play(match.read("double link_3_towers")[0])
    assert part_of(cast(RebirthState, match.state)).doubled != part_of(cast(RebirthState, before)).doubled
    match.undo(0)
    assert match.state == before
    match.play(match.read("double link_3_towers")[0])


def test_the_drawing_says_what_a_card_would_score_now() -> None:
    """RI-MIS-2: the higher number as long as nobody has fulfilled it, then the lower one."""
    for more, points in (("", "8"), ("ireland.fulfilled: {food_5: bruno}", "5")):
        state = begun(f"hand: {{anna: food}}\nireland.display: [food_5]\n{more}")
        [panel] = [one for one in state.rules.show(state.view(0)).panels if one.title == "Public missions"]
        assert panel.rows[0][0] == Ink(points)


@pytest.mark.parametrize(("players", "wanted"), [(2, ["sAB"]), (3, ["sAB", "s*"]), (4, ["sAB", "s-C", "s*"])])
def test_the_legend_says_who_has_touched_a_tower(players: int, wanted: list[str]) -> None:
    state = PLAIN.new(NAMES[:players], 1)
    legend = {ink.text: said for ink, said in PLAIN.show(state.view(0)).legend}
    assert [sign for sign, said in legend.items() if said.startswith("touched by")] == wanted
    assert legend["sAB"] == "touched by A, B"


def test_without_cards_on_display_no_panel_is_drawn() -> None:
    """RI-SETUP-1, option displayed"""
    rules = loaded(ireland__displayed=0)
    titles = [panel.title for panel in rules.show(rules.new(NAMES[:2], 1).view(0)).panels]
    assert "Public missions" not in titles


# -- meters and restrictions -----------------------------------------------------------------------------------------


def measured(state: RebirthState, *moves: str) -> dict[str, Any]:
    """What the meters say of the end of a game that these moves bring."""
    return ordered(state, list(moves))


def test_meters() -> None:
    """RI-MIS-2, RI-TOW-1, RI-TOW-2: cards on display only, each tower once, tiles that came back."""
    state = begun(
        """
tiles:
  -5,12: anna food
  -4,12: anna food
  -5,13: anna food
  -4,13: anna food
  -1,13: anna energy
  8,5: bruno food
  7,6: bruno energy
hand: {anna: food, bruno: empty, clara: empty}
supply: empty
ireland.display: [food_5, link_3_towers]
ireland.fulfilled: {energy_5: bruno, link_3_towers: clara}
towers: {Tk: thirteen, Tl: doubling}
ireland.apart: {anna: [food, energy], bruno: [food, food, food, food], clara: []}
"""
    )
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
