"""Guests: a bot that does not come with tilewright sees what its seat knows, and holds nothing of the match."""

from __future__ import annotations

import sys
from math import nan
from pathlib import Path
from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base.chance import _GOLDEN, MASK, Stream, mix
from tilewright.core.base.errors import TilewrightError
from tilewright.core.bots import restrictions
from tilewright.core.bots.restrictions import Restricted
from tilewright.core.meters.metrics import Watch
from tilewright.core.play.guests import audit, seated
from tilewright.core.play.match import Match, bot_key
from tilewright.core.simulation import games as runs
from tilewright.core.simulation.ladder import Timed

from ..toys import auction

NAMES = ("anna", "bruno")


class Guest:
    """Plays at random, after doing what it should not do."""

    def __init__(self) -> None:
        self.keys: list[int] = []
        self.found: list[Any] = []

    def choose(self, view: Any, stream: Stream) -> Any:
        self.keys.append(stream.key)
        self.found.append(self.act(view))
        return stream.pick(view.legal())

    def act(self, view: Any) -> Any:
        return None


class Cook(Guest):
    """Changes whatever the view returns."""

    def act(self, view: Any) -> Any:
        view.scores[view.seat] += 1000
        view.ledger.append((view.seat, 1000, 0, 0, 0))
        view.laid_aside.clear()
        view.castles[:] = [view.seat] * len(view.castles)


class Digger(Guest):
    """Reads what lies behind the view."""

    def act(self, view: Any) -> Any:
        return [list(pile) for pile in view._state.supply]


class Burglar(Guest):
    """Finds the match's own state in the frames of its callers."""

    def act(self, view: Any) -> Any:
        frame: Any = sys._getframe()
        while frame is not None:
            if frame.f_code is runs.play_out.__code__:
                frame.f_locals["state"].scores[view.seat] += 1000
            frame = frame.f_back


def unmixed(value: int, n: int) -> int:
    """The key of which `value` is `mix(key, n)`: splitmix64 backwards."""

    def unshifted(z: int, by: int) -> int:
        found = z
        for _ in range(64 // by):
            found = z ^ (found >> by)
        return found

    z = unshifted(value, 31)
    z = unshifted(z * pow(0x94D049BB133111EB, -1, 1 << 64) & MASK, 27)
    z = unshifted(z * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) & MASK, 30)
    return (z - (n + 1) * _GOLDEN) & MASK


def test_the_mixing_can_be_undone() -> None:
    """Which is why a guest's stream must be hashed: this is how the seed was found before."""
    key = bot_key(7, "anna")
    assert [unmixed(mix(key, n), n) for n in range(3)] == [key] * 3


def test_neither_seed_nor_other_numbers_follow_from_a_guests_stream() -> None:
    guest = Guest()
    match = Match(
        tw.load("rebirth"), NAMES, seed=7, bots={"anna": guest, "bruno": bots.make("random", RULES)}
    )
    match.play_bots()
    ours = [played.number - 1 for played in match.played if played.seat == 0]
    secret = bot_key(7, "anna")
    assert len(guest.keys) == len(ours) == len(set(guest.keys))
    for n, key in zip(ours, guest.keys, strict=True):
        assert key != mix(secret, n) and unmixed(key, n) != secret
    again = Guest()
    Match(
        tw.load("rebirth"), NAMES, seed=7, bots={"anna": again, "bruno": bots.make("random", RULES)}
    ).play_bots()
    assert again.keys == guest.keys, "the same seed gives a guest the same numbers"


RULES = tw.load("rebirth")


@pytest.mark.parametrize("who", [Cook, Digger])
def test_what_a_guest_does_to_its_view_changes_nothing(who: type[Guest]) -> None:
    """In a match, in `simulate` and in the laboratory alike."""
    honest, odd = Guest(), who()
    results = []
    for guest in (honest, odd):
        state = RULES.new(2, 5)
        runs.play_out(RULES, state, [guest, bots.make("greedy", RULES)], 5)
        watched = RULES.new(2, 5)
        runs.play_out(RULES, watched, [guest, bots.make("greedy", RULES)], 5, watch=Watch([], watched))
        match = Match(RULES, 2, seed=5, bots={"player1": guest, "player2": bots.make("greedy", RULES)})
        match.play_bots()
        assert state == watched == match.state
        results.append((state.digest(), state.scores))
    assert results[0] == results[1] and max(results[0][1]) < 300


def test_what_a_guest_digs_up_is_not_what_lies_in_the_match() -> None:
    """The supply that it finds holds what is really there, but not in the real order."""
    guest = Digger()
    state = RULES.new(2, 5)
    top: list[list[int]] = []

    class Looking(Guest):
        def choose(self, view: Any, stream: Stream) -> Any:
            top.append([pile[-1] for pile in state.supply if pile])  # type: ignore[attr-defined]
            return guest.choose(view, stream)

    runs.play_out(RULES, state, [Looking(), bots.make("random", RULES)], 5)
    found = [[pile[-1] for pile in piles if pile] for piles in guest.found]
    assert len(found) == len(top) > 30
    same = sum(one == other for one, other in zip(found, top, strict=True))
    assert same < len(top) / 2, "the top of a pile of five kinds is guessed in few cases"


def test_scores_that_do_not_follow_from_the_ledger_are_found(tmp_path: Path) -> None:
    """A guest that reaches the match through its callers is found out at the end of the game."""
    row = runs.one(
        attrs.evolve(runs.SimulationPlan.of(RULES), bots=("burglar", "random"), failed=str(tmp_path)),
        RULES,
        [Burglar(), bots.make("random", RULES)],
        3,
    )
    assert "the scores are [" in row["error"] and "the ledger add up to [" in row["error"]
    state = RULES.new(2, 5)
    audit(state)
    state.scores[1] += 1
    with pytest.raises(TilewrightError, match="add up to"):
        audit(state)


@pytest.mark.parametrize(
    "rules",
    [
        tw.load("glenmore"),
        RULES,
        tw.load("isleofskye", ["druids", "tunnel", "bonus", "outskirts"]),
        tw.load("rebirth", ["ireland"]),
        tw.load(auction.PLUGIN),
    ],
    ids=repr,
)
def test_a_guest_sees_what_a_shipped_bot_sees(rules: Any) -> None:
    shown: list[Any] = []

    class Looking(Guest):
        def act(self, view: Any) -> Any:
            shown.append((view.to_dict(), [str(action) for action in view.legal()]))

    state = rules.new(3, 2)
    guest = Match(rules, 3, seed=2, bots={"player1": Looking()})
    chooser = Stream(2, "others")
    while not guest.over:
        seat = guest.state.to_act[0]
        view = guest.state.view(seat)
        if seat:
            guest.play(chooser.pick(view.legal()))
        else:
            expected = view.to_dict(), [str(action) for action in view.legal()]
            action = guest.choose(seat)
            assert shown.pop() == expected
            guest.play(action)
    assert guest.decisions > 10 and state.to_act


def test_a_view_is_for_reading() -> None:
    state = tw.load(auction.PLUGIN).new(["anna", "bruno", "clara"], 4)
    whole = state.view(0)
    narrowed = restrictions.Narrowed.of(whole, [])
    listed = Watch([], state).deciding(state, 0)
    for view in (whole, narrowed, listed):
        for name in ("seat", "scores", "over", "anything"):
            with pytest.raises(AttributeError):
                setattr(view, name, 1)
        assert view.seat == 0 and len(view.legal()) == len(state.legal(0))


def test_a_ruleset_does_not_change() -> None:
    rules: Any = tw.load("rebirth")
    with pytest.raises(AttributeError, match="'options' cannot be set"):
        rules.options = None
    with pytest.raises(AttributeError):
        rules.options.castle = 50
    changes: list[Any] = [
        lambda: rules.option_values.update(castle=50),
        lambda: rules.option_values.__setitem__("castle", 50),
        lambda: rules.pieces.clear(),
        lambda: rules.reason.pop("castle"),
        lambda: rules.spots.setdefault((2, "supply", 0, ""), None),
    ]
    for change in changes:
        with pytest.raises(TypeError, match="a ruleset does not change"):
            change()
    assert rules.option_values["castle"] == 5 and isinstance(rules.phases, tuple)


def test_an_action_of_a_class_of_its_own_is_refused() -> None:
    """It could be equal to a legal action and yet be played differently."""

    class Wrong(Guest):
        def choose(self, view: Any, stream: Stream) -> Any:
            legal = view.legal()[0]

            class Anything(type(legal)):  # type: ignore[misc]
                def __eq__(self, other: object) -> bool:
                    return True

                def __hash__(self) -> int:
                    return hash(legal)

            return Anything(legal.seat, *(getattr(legal, f.name) for f in attrs.fields(type(legal))[1:]))

    match = Match(RULES, NAMES, seed=1, bots={"anna": Wrong(), "bruno": Wrong()})
    with pytest.raises(TilewrightError, match=r"bot Wrong chooses .* which is not one of view.legal\(\)"):
        match.play_bots()


class Weigher(Guest):
    """Says what it was made with of any moves."""

    def __init__(self, said: Any) -> None:
        super().__init__()
        self.said = said

    def worths(self, view: Any, legal: Any, stream: Stream) -> Any:
        assert list(legal) == list(view.legal())
        return self.said


def test_a_guest_says_a_number_of_each_move() -> None:
    state = RULES.new(2, 5)
    view = state.view(state.to_act[0])
    legal = view.legal()
    worths = [n / 2 for n in range(len(legal))]

    def asked(said: Any) -> Any:
        bot: Any = seated(Weigher(said))
        return bot.worths(view, legal, Stream(5))

    assert asked(worths) == asked(tuple(worths)) == worths
    for wrong in (worths[1:], [*worths, 1.0], [*worths[1:], nan]):
        with pytest.raises(
            TilewrightError, match=f"Weigher must say of {len(legal)} moves what each is worth"
        ):
            asked(wrong)


@pytest.mark.parametrize(
    "wrapped", [lambda bot: Restricted(bot, [], "odd"), Timed], ids=["restricted", "timed"]
)
def test_a_guest_stays_a_guest_behind_a_shipped_bot(wrapped: Any) -> None:
    guest = Cook()
    state = RULES.new(2, 5)
    runs.play_out(RULES, state, [wrapped(guest), bots.make("random", RULES)], 5)
    assert len(guest.found) > 30 and max(state.scores) < 300


@pytest.mark.parametrize("error", [KeyboardInterrupt, GeneratorExit, SystemExit])
def test_a_guest_that_leaves_fails_its_game_alone(error: type[BaseException], tmp_path: Path) -> None:
    """Whatever it raises is a failure of that game; nobody has pressed Ctrl-C."""

    class Leaving(Guest):
        def act(self, view: Any) -> Any:
            raise error

    plan = attrs.evolve(runs.SimulationPlan.of(RULES), bots=("leaving", "random"), failed=str(tmp_path))
    row = runs.one(plan, RULES, [Leaving(), bots.make("random", RULES)], 3)
    assert f"bot Leaving: {error.__name__}" in row["error"]
