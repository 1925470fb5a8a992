"""Random whole games of both sides of Rebirth with everything that must hold looked at after every decision.

A few dozen belong to the quick tests; `pytest -m soak` plays ten thousand of Scotland and twenty thousand of
Ireland, `pytest -m soak -n auto` on all cores.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.play.match import Match
from tilewright.core.play.replay import replay
from tilewright.core.record import format
from tilewright.core.rules.actions import Action
from tilewright.core.rules.events import Log
from tilewright.games.rebirth.modules._ireland.actions import ChooseTile, DoubleCard, ForgoBonuses, UseBonus
from tilewright.games.rebirth.state import conserved

from ..rules.rebirth import placements
from .watches import rebirth

OPTIONS: list[dict[str, object]] = [
    {},
    {"several_neighbours": "one", "cathedral_choice": "optional"},
    {"neutral": "third_player", "neutral_settlement": "both", "no_place": "out", "final_tie": "castles"},
    {"zero_missions": "met", "sea": "drawn", "set_aside": 0, "castle": 7},
]
"""The recommended rulings, and others; every tenth game is played under each of the others."""
OF_IRELAND: list[dict[str, object]] = [
    {},
    {"ireland.bonuses": "optional", "ireland.order": "towers_first", "ireland.aside": "hidden"},
    {
        "ireland.ignored_bonus": "kept",
        "ireland.second_no_place": "back",
        "ireland.two_draws": "five",
        "ireland.neutral_sprawling": "present",
        "several_neighbours": "one",
    },
    {"ireland.own_mission": "double", "ireland.private_lost": "end_only", "set_aside": 7, "no_place": "out"},
]
"""The same on the other side of the board."""
SCOTLAND = [tw.load("rebirth", options=options) for options in OPTIONS]
IRELAND = [tw.load("rebirth", modules=["ireland"], options=options) for options in OF_IRELAND]
CHUNK = 500


def one_game(sides: list[Any], seed: int, players: int, folder: Path) -> Any:
    """A random game with its invariants, on one of these rulesets; returns its end."""
    rules = sides[seed % 10 if seed % 10 < 4 else 0]
    where = f"seed {seed}, {players} players, {rules.changed}"
    chance = Stream(seed, "soak")
    log = Log()
    state: Any = rules.new(players, seed, log)
    look = rebirth(state, log)
    outcomes = list(log.outcomes)
    moves: list[tuple[int, str]] = []
    at_start, lines, scores = conserved(state), 0, [0] * players
    while not state.over:
        place = f"{where}, decision {len(moves)}"
        assert len(moves) < rules.game.turn_limit, place
        [seat] = state.to_act
        legal = state.legal(seat)
        action = chance.pick(legal)
        looked_at(state, seat, action, chance, place)
        before = state.clone()
        assert before == state, place
        log = Log()
        state.apply(action, log)
        outcomes += log.outcomes
        moves.append((seat, str(action)))
        try:
            look(state, log)
        except AssertionError as error:
            raise AssertionError(f"{place}: {error}") from error
        for gained in state.ledger[lines:]:
            scores[gained[0]] += gained[1]
        lines = len(state.ledger)
        assert state.scores == scores and conserved(state) == at_start, place
        if chance.below(40) == 0:
            alike(state, chance, place)
            before.apply(action)
            assert before == state, f"{place}: the move goes another way without a log"
    replayed(rules, state, seed, moves, outcomes, where)
    if seed % 50 == 0:
        recorded(rules, state, seed, moves, folder / f"{seed}.jsonl", where)
    return state


def looked_at(state: Any, seat: int, action: Action, chance: Stream, place: str) -> None:
    """What is listed is accepted, what is not listed is refused with reasons; the notation reads back."""
    legal = state.legal(seat)
    assert action in legal and state.check(action) is None, place
    assert state.rules.read(str(action), state, seat) == action, place
    tried = chance.pick(CONCEIVABLE["ireland" in state.slices][seat])
    refusal = state.check(tried)
    assert (tried in legal) == (refusal is None), f"{place}: {tried}"
    assert refusal is None or all(reason.rule for reason in refusal.reasons), f"{place}: {tried}"


def alike(state: Any, chance: Stream, place: str) -> None:
    """The state survives saving; a world that differs in hidden things alone looks the same to the seat."""
    back = state.rules.restore(json.loads(json.dumps(state.to_dict())))
    assert back == state and back.digest() == state.digest(), place
    seat = chance.below(len(state.seats) + 1)
    viewer = seat if seat < len(state.seats) else None
    view = state.view(viewer)
    world = view.determinize(Stream(chance.bits()))
    assert world.view(viewer).to_dict() == view.to_dict(), f"{place}, viewer {viewer}"
    assert list(world.view(viewer).legal()) == list(view.legal()), f"{place}, viewer {viewer}"
    assert conserved(world) == conserved(state), place


def replayed(
    rules: Any, state: Any, seed: int, moves: list[tuple[int, str]], outcomes: Any, where: str
) -> None:
    """The same moves with the same outcomes fed lead to the same state."""
    script: dict[str, list[str]] = {}
    for outcome in outcomes:
        script.setdefault(outcome.source, []).append(outcome.value)
    log = Log(script)
    again = rules.new(state.seats, seed, log)
    for seat, text in moves:
        again.play(rules.read(text, again, seat), log)
    assert again == state and log.left() == {}, where


def recorded(rules: Any, state: Any, seed: int, moves: list[tuple[int, str]], path: Path, where: str) -> None:
    """So does the record."""
    match = Match(rules, state.seats, seed=seed, record=path)
    for seat, text in moves:
        match.play(text, seat)
    match.close()
    assert match.state == state, where
    assert replay(format.read(path), verify=True, rules=rules).state == state, where


def at_towers(state: Any, seat: int) -> list[Action]:
    """Every order that the Ireland side adds."""
    towers, cards = (state.rules.things[family].codes for family in ("tower", "card"))
    found: list[Action] = [ForgoBonuses(seat)]
    found += [ChooseTile(seat, tile) for tile in state.rules.pieces["tile"]]
    found += [UseBonus(seat, tower) for tower in towers]
    return found + [DoubleCard(seat, card) for card in cards]


def conceivable(rules: Any) -> list[list[Action]]:
    """By seat, what one might try."""
    state = rules.new(4, 1)
    more = at_towers if "ireland" in state.slices else lambda state, seat: []
    return [placements(state, seat) + more(state, seat) for seat in range(4)]


CONCEIVABLE = [conceivable(SCOTLAND[0]), conceivable(IRELAND[0])]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_some_random_games(players: int, tmp_path: Path) -> None:
    assert sum(one_game(SCOTLAND, seed, players, tmp_path).turns for seed in range(8)) > 480


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(10_000 // CHUNK))
def test_ten_thousand_random_games(chunk: int, tmp_path: Path) -> None:
    for seed in range(1000 + chunk * CHUNK, 1000 + (chunk + 1) * CHUNK):
        one_game(SCOTLAND, seed, 2 + seed % 3, tmp_path)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_some_random_games_of_ireland(players: int, tmp_path: Path) -> None:
    """RI-SETUP-8: so many tiles lie on the board at the end, with up to four second tiles for each seat."""
    tiles = Counter(of_ireland(seed, players, tmp_path) for seed in range(6))
    assert max(tiles) > min(tiles)


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(20_000 // CHUNK))
def test_twenty_thousand_random_games_of_ireland(chunk: int, tmp_path: Path) -> None:
    for seed in range(1000 + chunk * CHUNK, 1000 + (chunk + 1) * CHUNK):
        of_ireland(seed, 2 + seed % 3, tmp_path)


def of_ireland(seed: int, players: int, folder: Path) -> int:
    """A random game of the Ireland side; returns how many tiles lie on the board at the end."""
    state = one_game(IRELAND, seed, players, folder)
    on_board: int = sum(tile >= 0 for tile in state.tiles)
    least, most = {2: (88, 96), 3: (96, 108), 4: (92, 108)}[players]
    if state.rules.options.set_aside == 4:
        assert least <= on_board <= most and not state.laid_aside, (
            f"seed {seed}: {on_board} tiles on the board"
        )
    return on_board
