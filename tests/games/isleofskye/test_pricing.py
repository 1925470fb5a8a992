"""Pricing in secret: what others may know of it, how it is taken back, typed and gone on with later.

The rules of it are tests/scenes/isleofskye/pricing.yaml.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import Unreadable, UsageError
from tilewright.core.play.match import Match
from tilewright.core.play.redaction import shared
from tilewright.core.play.replay import replay, resume
from tilewright.core.record import format as records
from tilewright.core.rules.events import Log
from tilewright.core.rules.ruleset import Rules
from tilewright.games.isleofskye.state import IsleOfSkyeState

from ...cases import cases
from .given import position

NAMES = ["anna", "bruno", "clara"]
ANNA, BRUNO, CLARA = range(3)
TABLE = (
    "offers: {anna: [L07, L31, L12], bruno: [L01, L02, L03], clara: [L44, L45, L46]}, "
    "gold: {anna: 9, bruno: 6, clara: 4}"
)
PRICES = {
    ANNA: ["price L07 4", "price L12 5", "drop L31"],
    BRUNO: ["drop L01", "price L02 1", "price L03 2"],
    CLARA: ["price L44 2", "drop L46", "price L45 1"],
}


def ruleset(**options: Any) -> Rules:
    return tw.load("isleofskye", options=options)


def pricing(given: str = TABLE, **options: Any) -> IsleOfSkyeState:
    """A position in which nobody has priced yet."""
    return position(given, ", ".join(NAMES), ruleset(**options))


def say(state: IsleOfSkyeState, seat: int, *texts: str, log: Log | None = None) -> None:
    for text in texts:
        for action in state.rules.read_line(text, state, seat):
            state.play(action, log)


def told(log: Log) -> list[str]:
    """The events in words."""
    rules = ruleset()
    return [rules.say_event(event, NAMES, None) for event in log.events]


@pytest.mark.parametrize(("tiles", "lowest"), [(2, 0), (2, 1), (3, 0), (3, 1), (4, 0), (4, 1)])
def test_income_is_enough_for_the_lowest_prices(tiles: int, lowest: int) -> None:
    """IS-PRICE-7, IS-PRICE-1: with the least income that an option allows everybody can still price all tiles."""
    state = cast(
        IsleOfSkyeState, ruleset(castle_income=3, tiles_drawn=tiles, lowest_price=lowest).new(NAMES, 1)
    )
    assert [len(offer) for offer in state.offers] == [tiles] * 3
    chance = Stream(1, "prices")
    while state.step is not None and state.step.name == "price":
        state.apply(chance.pick(state.legal(state.to_act[0])))
    assert all(stake >= lowest for stakes in state.stakes for stake in stakes)
    assert [len(stakes) for stakes in state.stakes] == [tiles - 1] * 3


# In secret


def test_nothing_is_known_before_all_are_done() -> None:
    """IS-PRICE-2, IS-PRICE-6: whatever anna decides, no view, event or list of moves of others differs."""
    decisions = [
        PRICES[ANNA],
        ["drop L07", "price L31 1", "price L12 1"],
        ["price L31 8", "price L12 1", "drop L07"],
    ]
    for steps in (1, 2, 3):
        states = [pricing() for _ in decisions]
        logs = [Log() for _ in decisions]
        for state, log, said in zip(states, logs, decisions, strict=True):
            say(state, BRUNO, "price L02 1", log=log)
            say(state, ANNA, *said[:steps], log=log)
        assert not any(log.events or log.outcomes or log.revealed for log in logs)
        for other in (BRUNO, CLARA, None):
            views = [state.view(other) for state in states]
            assert views[0].to_dict() == views[1].to_dict() == views[2].to_dict()
            for view in views:
                assert [str(action) for action in view.legal()] == [
                    str(action) for action in views[0].legal()
                ]
                assert view.stakes == [[], [], []] and view.gold[ANNA] is None
        assert len({states[n].view(ANNA).sealed for n in range(3)}) == 3


def test_who_is_done_is_known() -> None:
    """IS-PRICE-6: everybody sees who still has something to decide, and nothing else."""
    state = pricing()
    say(state, CLARA, *PRICES[CLARA])
    assert state.view(None).to_act == state.view(BRUNO).to_act == (ANNA, BRUNO)
    assert state.view(BRUNO).sealed == ()
    assert len(state.view(CLARA).sealed) == 3


def test_all_is_revealed_at_once() -> None:
    """IS-PRICE-6, IS-DISC-1: with the last decision markers and prices of all lie open, and marked tiles are gone."""
    state, log = pricing(), Log()
    for seat in (BRUNO, CLARA):
        say(state, seat, *PRICES[seat], log=log)
    say(state, ANNA, *PRICES[ANNA][:2], log=log)
    assert not log.events
    say(state, ANNA, PRICES[ANNA][2], log=log)
    assert log.revealed and log.barrier
    assert told(log) == cases(__file__, "told")
    for viewer in (ANNA, BRUNO, CLARA, None):
        assert state.view(viewer).stakes == [[4, 5], [1, 2], [2, 1]]
    assert state.gold == [0, 3, 1]
    names = state.rules.pieces["tile"]
    assert {names[tile] for tile in state.bag} >= {"L31", "L01", "L46"}
    assert state.sealed == [(), (), ()]


def test_remaining_gold_is_hidden_or_open() -> None:
    """IS-PRICE-5, IS-AMB-23: the others' gold is not shown, during pricing, buying and building; or it is."""
    for secrecy, shown in (("hidden", False), ("open", True)):
        state = pricing(gold_secrecy=secrecy)
        for moment in range(2):
            for viewer in (ANNA, BRUNO, None):
                gold = state.view(viewer).gold
                assert gold == [
                    amount if shown or seat == viewer else None for seat, amount in enumerate(state.gold)
                ]
                # All payments are public, so whoever counts along knows it.
                assert state.view(viewer).recall("gold") == state.gold
            if moment == 0:
                for seat, said in PRICES.items():
                    say(state, seat, *said)


# Taking back, several moves in a line, going on later


def test_decisions_are_taken_back_until_the_last_player_is_done() -> None:
    """IS-PRICE-2, IS-PRICE-6: also when one is done and the others are not."""
    state = pricing()
    say(state, ANNA, *PRICES[ANNA])
    assert ANNA not in state.to_act
    state.retract(ANNA)
    assert list(state.to_act) == [ANNA, BRUNO, CLARA]
    assert [str(action) for action in state.legal(ANNA)] == ["drop L31"]
    state.retract(ANNA)
    state.retract(ANNA)
    assert state == pricing()
    with pytest.raises(UsageError, match="anna has no sealed decision to take back"):
        state.retract(ANNA)
    for seat, said in PRICES.items():
        say(state, seat, *said)
    with pytest.raises(UsageError):
        state.retract(ANNA)


def test_a_match_takes_back_the_own_decisions_only() -> None:
    """IS-PRICE-2: each player's undo takes back the own last step, whoever decided last; none after the reveal."""
    match = Match(ruleset(), NAMES, start=pricing())
    for text in PRICES[ANNA][:2]:
        match.play(text, ANNA)
    match.play(PRICES[BRUNO][0], BRUNO)
    assert match.can_undo(ANNA) and match.can_undo(BRUNO) and not match.can_undo(CLARA)
    match.undo(ANNA)
    assert [len(codes) for codes in match.state.sealed] == [1, 1, 0]
    match.undo(BRUNO)
    assert [len(codes) for codes in match.state.sealed] == [1, 0, 0]
    match.play("price L12 3", ANNA)
    match.play("drop L31", ANNA)
    for seat in (BRUNO, CLARA):
        for text in PRICES[seat]:
            match.play(text, seat)
    assert cast(IsleOfSkyeState, match.state).stakes[ANNA] == [4, 3]
    assert not any(match.can_undo(seat) for seat in range(3))


@pytest.mark.parametrize("line", cases(__file__, "one_line_holds_several_decisions"))
def test_one_line_holds_several_decisions(line: str) -> None:
    """IS-PRICE-2, IS-PRICE-3: the whole pricing as one line, in any order and with the verb said once."""
    match = Match(ruleset(), NAMES, start=pricing())
    actions = match.read(line, ANNA)
    assert sorted(map(str, actions)) == ["drop L31", "price L07 4", "price L12 5"]
    for action in actions:
        match.play(action)
    assert match.state.to_act == (BRUNO, CLARA)
    with pytest.raises(Unreadable, match="3 moves"):
        match.play(line, BRUNO)


def test_a_game_goes_on_with_the_prices_of_those_who_were_done(tmp_path: Path) -> None:
    """IS-PRICE-2: interrupted between two players' prices, it keeps the first one's; and shows them to nobody."""
    file = tmp_path / "game.jsonl"
    match = Match(ruleset(), NAMES, start=pricing(), record=file)
    for text in PRICES[ANNA]:
        match.play(text, ANNA)
    match.play(PRICES[BRUNO][0], BRUNO)
    before = match.state.clone()
    match.close()
    with file.open("a") as end:
        end.write('{"n": 5, "seat": 1, "mov')  # the power fails
    again, record = resume(file, lambda name, rules: pytest.fail("nobody is a bot"))
    assert record.unfinished and again.state == before
    assert again.state.to_act == (BRUNO, CLARA) and len(again.state.sealed[ANNA]) == 3
    for other in (BRUNO, CLARA, None):
        lines = shared(records.read(file), other)[1:]
        assert not any(line.get("seat") == ANNA for line in lines)
        assert "L07" not in str([line for line in lines if "move" in line])
    again.undo(ANNA)
    again.play("drop L31", ANNA)
    for text in PRICES[BRUNO][1:]:
        again.play(text, BRUNO)
    for text in PRICES[CLARA]:
        again.play(text, CLARA)
    again.close()
    straight = pricing()
    for seat, said in PRICES.items():
        say(straight, seat, *said)
    assert cast(IsleOfSkyeState, again.state).stakes == straight.stakes == [[4, 5], [1, 2], [2, 1]]
    assert again.state == straight
    assert replay(records.read(file), verify=True).state == straight
    lines = shared(records.read(file), BRUNO)
    shown = [line["move"] for line in lines if line.get("seat") == ANNA]
    assert shown == [*PRICES[ANNA][:-1], "drop L31"], "after the reveal, and without what was taken back"
    assert file.read_bytes().endswith(b"\n")


def test_a_marked_tile_can_be_anyones_next_one() -> None:
    """IS-DISC-2, IS-DISC-1: marked tiles lie in the bag again before anybody buys, and nobody knows where."""
    state = pricing()
    for seat, said in PRICES.items():
        say(state, seat, *said)
    assert state.step is not None and state.step.name == "buy"
    names = state.rules.pieces["tile"]
    for viewer in (ANNA, None):
        shown = state.view(viewer).bag
        assert {"L31", "L01", "L46"} <= {names[tile] for tile in shown}
    tops = {
        names[cast(IsleOfSkyeState, state.view(ANNA).determinize(Stream(seed, "guess"))).bag[-1]]
        for seed in range(400)
    }
    assert {"L31", "L01", "L46"} <= tops
