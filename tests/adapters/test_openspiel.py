"""OpenSpiel's own simulation test, its MCTS bot, and chance that no bot can look up."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest

np = pytest.importorskip("numpy")
pyspiel = pytest.importorskip("pyspiel", reason='needs pip install "tilewright[openspiel]"')

import tilewright.core.adapters.openspiel as adapter  # noqa: E402
from tilewright.core.adapters.chance_nodes import ChanceState  # noqa: E402
from tilewright.core.adapters.episode import final  # noqa: E402
from tilewright.core.base.chance import Stream  # noqa: E402
from tilewright.core.base.errors import UsageError  # noqa: E402
from tilewright.core.simulation.games import dealt_anew  # noqa: E402

from .rulesets import ALL, GAMES, RULESETS, rules_of  # noqa: E402


def dealt(game: Any, seed: int = 0, decisions: int = 0) -> Any:
    """A state at a decision, after so many others by chance."""
    state, stream = game.new_initial_state(), Stream(seed, "spiel")
    while state.is_chance_node() or state.here.decisions < decisions:
        state.apply_action(stream.pick(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", GAMES)
def test_random_simulation(name: str) -> None:
    """Their test checks returns, masks, observations and, for one game, that states can be written and read."""
    game = pyspiel.load_game(f"python_tilewright_{name}", {"players": 2})
    pyspiel.random_sim_test(game, num_sims=1, serialize=name == GAMES[-1], verbose=False)


def test_parameters() -> None:
    given = {"players": 3, "modules": "tunnel+bonus", "numbers": "index", "actions": 300}
    game = pyspiel.load_game("python_tilewright_isleofskye", given)
    assert game.num_players() == 3 and game.num_distinct_actions() == 300
    assert {module.name for module in game.rules.modules} == {"tunnel", "bonus"}
    assert game.get_parameters()["modules"] == "tunnel+bonus"


@pytest.mark.parametrize(("name", "how"), RULESETS)
def test_chance_is_what_the_pile_makes_it(name: str, how: str) -> None:
    """Likelihoods are those of the pieces that lie there, and what is chosen comes."""
    position, stream, asked = ChanceState.start(rules_of(name, how), 2), Stream(4, "walk"), 0
    for _ in range(150):
        if position.asked is not None:
            asked += 1
            if hasattr(position, "state") and len(position.drawn) == 0:
                for place in position.rules.places_of(position.state):
                    if place.label(position.state.seats) == position.source:
                        names = position.rules.pieces[place.zone.family]
                        lying = Counter(names[piece] for piece in place.pieces(position.state))
                        assert not lying - Counter(position.among)
            position.given(stream.pick(sorted(set(position.among))))
        elif not position.done:
            position.play(stream.pick(position.state.legal(position.state.to_act[0])))
    assert asked > 5


@pytest.mark.parametrize(("name", "how"), [*RULESETS[:3], ("isleofskye", ALL)])
def test_the_order_of_a_pile_decides_nothing(name: str, how: str) -> None:
    """Two games whose piles lie differently, with the same choices and outcomes, ask and look the same throughout."""
    one, stream = ChanceState.start(rules_of(name, how), 2), Stream(6, "walk")
    while one.asked is not None:
        one.given(stream.pick(sorted(set(one.among))))
    two = one.clone()
    two.state = dealt_anew(one.state.clone(), 99)
    assert two.state != one.state
    while not one.done:
        if one.asked is not None:
            assert (
                two.asked is not None
                and Counter(one.among) == Counter(two.among)
                and one.source == two.source
            )
            outcome = stream.pick(sorted(set(one.among)))
            one.given(outcome)
            two.given(outcome)
        else:
            assert all(
                one.state.view(seat).to_dict() == two.state.view(seat).to_dict() for seat in (0, 1, None)
            )
            action = stream.pick(one.state.legal(one.state.to_act[0]))
            one.play(action)
            two.play(action)
    assert two.done and one.state.scores == two.state.scores


def test_likelihoods_are_shares_of_the_pile() -> None:
    rules = rules_of("rebirth")
    new: Any = rules.new(2, 1)
    lying = Counter(
        rules.pieces["tile"][piece] for zone in (new.supply, new.aside, new.hand) for piece in zone[0]
    )
    state = adapter.TileSpiel(rules).new_initial_state()
    told = {state.action_to_string(n).removeprefix("supply.player1: "): p for n, p in state.chance_outcomes()}
    assert told == {name: pytest.approx(number / lying.total()) for name, number in lying.items()}
    assert len(set(told.values())) > 1


def test_clones_go_their_own_ways() -> None:
    state = dealt(adapter.TileSpiel(rules_of("rebirth")), decisions=3)
    twin, before = state.clone(), str(state)
    assert str(twin) == before and twin.history_str() == state.history_str()
    for _ in range(6):
        twin.apply_action(twin.legal_actions()[0])
    assert str(state) == before != str(twin)


def test_a_state_within_a_move_can_be_written_and_read() -> None:
    game = pyspiel.load_game("python_tilewright_rebirth")
    state = dealt(game, decisions=4)
    while not (state.is_chance_node() and state.here.move is not None):
        state.apply_action(state.legal_actions()[0])
    read = game.deserialize_state(state.serialize())
    assert str(read) == str(state) and read.chance_outcomes() == state.chance_outcomes()
    for one in (state, read):
        one.apply_action(one.legal_actions()[1])
    assert str(read) == str(state)


def test_moves_and_outcomes_are_named() -> None:
    state = adapter.TileSpiel(rules_of("rebirth")).new_initial_state()
    named = [state.action_to_string(number) for number in state.legal_actions()]
    assert named[:2] == ["supply.player1: energy", "supply.player1: food"]
    state = dealt(adapter.TileSpiel(rules_of("rebirth")))
    legal = state.here.state.legal(state.current_player())
    said = {state.action_to_string(number) for number in state.legal_actions()}
    assert said == {str(action) for action in legal} and len(said) == len(legal)


def test_what_a_player_is_told_holds_no_secret() -> None:
    game = adapter.TileSpiel(rules_of("rebirth"))
    state = dealt(game, decisions=9)
    player, draws = state.current_player(), iter(n / 7 for n in range(7))
    hands = set()
    for _ in range(6):
        world = state.resample_from_infostate(player, lambda: next(draws))
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.observation_tensor(player) == state.observation_tensor(player)
        assert world.legal_actions() == state.legal_actions()
        hands.add(str(world.here.state.hand[1 - player]))
    assert len(hands) > 1
    blind = game.make_py_observer(pyspiel.IIGObservationType(True, False, pyspiel.PrivateInfoType.NONE))
    assert '"seat": null' in blind.string_from(state, player)


class Notes:
    """A bot that takes the first action and keeps what it was shown."""

    def __init__(self) -> None:
        self.shown: list[Any] = []

    def step(self, state: Any) -> int:
        self.shown.append(state.here.state)
        return int(state.legal_actions()[0])


def test_a_fair_bot_is_shown_what_it_knows_and_no_more() -> None:
    state, inner = dealt(adapter.TileSpiel(rules_of("rebirth")), decisions=9), Notes()
    fair, player = adapter.Fair(inner, seed=2), state.current_player()
    assert {fair.step(state) for _ in range(8)} == {state.legal_actions()[0]}
    real = state.here.state
    assert all(world.hand[player] == real.hand[player] for world in inner.shown)
    assert len({str(world.hand[1 - player]) for world in inner.shown}) > 1
    assert (
        len(
            {str(world.missions[1 - player]) for world in inner.shown}
            | {str(world.deck) for world in inner.shown}
        )
        > 1
    )


def test_their_search_plays() -> None:
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    game = adapter.TileSpiel(rules_of("rebirth"))
    state, rng = dealt(game, decisions=60), np.random.RandomState(1)
    bot = adapter.Fair(mcts.MCTSBot(game, 1.4, 12, mcts.RandomRolloutEvaluator(1, rng), random_state=rng))
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        else:
            choice = bot.step(state)
            assert choice in state.legal_actions()
            state.apply_action(choice)
    assert set(state.returns()) <= {-1.0, 0.0, 1.0} and state.returns() == final(state.here.state)


def test_no_world_is_drawn_within_a_move() -> None:
    state = adapter.TileSpiel(rules_of("rebirth")).new_initial_state()
    with pytest.raises(UsageError, match="where a player decides"):
        state.resample_from_infostate(0, lambda: 0.5)


def test_python_ends_well_after_it() -> None:
    """OpenSpiel frees what was registered when Python is gone already."""
    code = (
        "import tilewright.core.adapters.openspiel as a; import pyspiel; pyspiel.load_game(a.register()[0])"
    )
    there = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run([sys.executable, "-c", code], env=there, check=False).returncode == 0
