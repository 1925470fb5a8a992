"""Zones: who sees what, what a seat cannot know, memories that come and go, draws and their scripts."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import attrs
import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import Diverged, PluginError
from tilewright.core.rules.events import UNSEEN, Log, Outcome
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.state import State
from tilewright.core.rules.zones import (
    EVERYBODY,
    Place,
    Unknown,
    declared,
    draw,
    forget,
    known,
    places,
    public,
    put_back,
    remember,
    roll,
    set_aside,
    unseen,
    zone,
)

from ..cases import cases
from ..toys import auction, nim, paper
from ..toys.harvest_dist import harvest
from ..toys.harvest_dist.harvest import storm

pytestmark = pytest.mark.quick

RED, BLUE, GREEN = range(3)
ANNA, BRUNO, CLARA = range(3)
SEES = {ANNA: 1, BRUNO: 2, CLARA: 4}


@attrs.define(eq=False)
class Table(State):
    """A state with every kind of zone; nobody plays on it."""

    bag: list[int] = zone("stone", "none", "pile", factory=list)
    """Each seat has stones of its own."""
    hand: list[list[int]] = zone("stone", "owner", factory=list)
    deck: list[int] = zone("card", "none", "pile", per_seat=False, factory=list)
    cards: list[list[int]] = zone("card", "owner", mixed=True, shown=True, factory=list)
    row: list[int] = zone("card", "none", "row", per_seat=False, factory=list)
    board: list[int] = zone("card", "all", "row", per_seat=False, factory=list)
    round: int = public(default=0)

    def clone(self) -> Table:
        copy = super().clone()
        for name in ("bag", "hand", "cards"):
            setattr(copy, name, [pieces.copy() for pieces in getattr(self, name)])
        for name in ("deck", "row", "board"):
            setattr(copy, name, getattr(self, name).copy())
        copy.round = self.round
        return copy


def set_up(state: Any, log: Log | None) -> None:
    count = len(state.seats)
    state.bag = [[RED, BLUE, BLUE] for _ in range(count)]
    state.hand = [[GREEN] for _ in range(count)]
    state.deck = [RED, RED, BLUE, GREEN]
    state.cards = [[RED, GREEN] for _ in range(count)]
    state.row = [BLUE, GREEN, RED]
    state.board = [RED]
    nim.set_up(state, log)


@attrs.define(eq=False)
class NimTable(Table):
    heap: int = public(default=0)
    log: list[int] = public(factory=list)

    def clone(self) -> NimTable:
        copy = cast(NimTable, super().clone())
        copy.heap, copy.log = self.heap, self.log.copy()
        return copy


COLOURS = ("red", "blue", "green")


def table(count: int = 3) -> Any:
    plugin = nim.bent(
        state=NimTable,
        set_up=set_up,
        pieces=lambda data: {"stone": COLOURS, "card": COLOURS},
        streams=("deck", "die"),
    )
    return tw.load(plugin).new(["anna", "bruno", "clara"][:count], 7)


def spot(state: State, name: str, owner: int = -1) -> Place:
    return next(p for p in state.rules.places_of(state) if p.name == name and p.owner == owner)


def test_every_field_is_declared_once() -> None:
    found = declared(Table)
    assert found["round"] == "public" and found["streams"] == "referee"
    assert isinstance(found["bag"], type(found["deck"])) and "rules" not in found


def test_there_is_a_place_for_each_seat_or_one_for_all() -> None:
    found = places(Table, "", 2)
    assert [(p.name, p.owner) for p in found] == [
        ("bag", 0),
        ("bag", 1),
        ("hand", 0),
        ("hand", 1),
        ("deck", -1),
        ("cards", 0),
        ("cards", 1),
        ("row", -1),
        ("board", -1),
    ]
    assert [p.label(["anna", "bruno"]) for p in found[:5]] == cases(__file__, "labels")
    assert [p.family for p in found[:6]] == ["stone.0", "stone.1", "stone.0", "stone.1", "card", "card"]


def test_a_modules_places_carry_its_name() -> None:
    state = tw.load(harvest, modules=[storm]).new(["anna", "bruno"], 7)
    labels = [p.label(state.seats) for p in state.rules.places_of(state) if p.holder]
    assert labels == ["storm.pile", "storm.past", "storm.omens.anna", "storm.omens.bruno"]


@pytest.mark.parametrize(
    ("name", "owner", "seers"),
    [
        ("bag", ANNA, []),
        ("hand", ANNA, [ANNA]),
        ("cards", BRUNO, [BRUNO]),
        ("deck", -1, []),
        ("row", -1, []),
        ("board", -1, [ANNA, BRUNO, CLARA, None]),
    ],
)
def test_who_sees_a_place(name: str, owner: int, seers: list[int | None]) -> None:
    state = table()
    assert [s for s in (ANNA, BRUNO, CLARA, None) if spot(state, name, owner).seen_by(s, state)] == seers


def test_what_is_shown_at_the_end_is_hidden_until_then() -> None:
    state = table()
    cards, hand = spot(state, "cards", ANNA), spot(state, "hand", ANNA)
    assert not cards.seen_by(BRUNO, state)
    state.over = True
    assert cards.seen_by(BRUNO, state) and cards.seen_by(None, state) and not hand.seen_by(BRUNO, state)


def test_what_a_seat_cannot_know_follows_from_what_it_sees() -> None:
    state = table(2)
    assert unseen(state, ANNA) == {
        "stone.0": Counter({RED: 1, BLUE: 2}),
        "stone.1": Counter({RED: 1, BLUE: 2, GREEN: 1}),
        "card": Counter({RED: 2 + 1 + 1, BLUE: 1 + 1, GREEN: 1 + 1 + 1}),
    }
    assert unseen(state, None)["card"] == Counter({RED: 5, BLUE: 2, GREEN: 4})


def test_remembered_pieces_are_known_to_those_who_remember() -> None:
    state = table()
    deck = spot(state, "deck")
    remember(state, deck, GREEN, SEES[ANNA] | SEES[CLARA])
    assert [known(state, deck, s) for s in (ANNA, BRUNO, CLARA, None)] == [[GREEN], [], [GREEN], []]
    assert unseen(state, BRUNO)["card"] - unseen(state, ANNA)["card"] == Counter({GREEN: 1})
    remember(state, deck, GREEN, SEES[ANNA])
    assert known(state, deck, ANNA) == [GREEN, GREEN] and known(state, deck, CLARA) == [GREEN]
    assert known(state, spot(state, "hand", ANNA), ANNA) == []  # what is seen need not be remembered


def test_those_who_saw_a_piece_leave_forget_that_one() -> None:
    state = table()
    deck = spot(state, "deck")
    for piece in (RED, RED, GREEN):
        remember(state, deck, piece, SEES[ANNA] | SEES[BRUNO])
    forget(state, deck, RED, EVERYBODY)
    assert known(state, deck, ANNA) == known(state, deck, BRUNO) == [RED, GREEN]
    forget(state, deck, BLUE, EVERYBODY)
    assert known(state, deck, ANNA) == [RED, GREEN]


@pytest.mark.parametrize("left", [RED, BLUE, GREEN])
def test_those_who_saw_something_leave_are_sure_of_nothing(left: int) -> None:
    """What they remember must not depend on which piece it was: it would tell them."""
    state = table()
    deck, row = spot(state, "deck"), spot(state, "row")
    remember(state, deck, GREEN, SEES[ANNA] | SEES[BRUNO])
    remember(state, row, GREEN, SEES[ANNA])
    forget(state, deck, left, SEES[BRUNO])
    assert known(state, deck, ANNA) == []
    assert known(state, deck, BRUNO) == ([] if left == GREEN else [GREEN])
    assert known(state, row, ANNA) == [GREEN]


@pytest.mark.parametrize("logged", [False, True])
def test_drawing_makes_memories_fade(logged: bool) -> None:
    state = table()
    deck = spot(state, "deck")
    remember(state, deck, GREEN, SEES[ANNA] | SEES[BRUNO])
    assert draw(state, deck, Log() if logged else None, BRUNO) == GREEN
    assert (known(state, deck, ANNA), known(state, deck, BRUNO), state.seen) == ([], [], [])
    remember(state, deck, RED, SEES[ANNA] | SEES[CLARA])
    draw(state, deck, Log() if logged else None)
    assert known(state, deck, ANNA) == [RED]  # everybody saw that it was blue
    state.deck.append(BLUE)
    draw(state, deck, Log() if logged else None, CLARA)
    assert (known(state, deck, ANNA), known(state, deck, CLARA)) == ([], [RED])


def test_a_draw_is_an_outcome_for_those_who_see_it() -> None:
    state, log = table(), Log()
    assert draw(state, spot(state, "deck"), log) == GREEN
    assert draw(state, spot(state, "bag", BRUNO), log, BRUNO) == BLUE
    assert log.outcomes == [Outcome("deck", "green"), Outcome("bag.bruno", "blue", BRUNO)]
    assert log.barrier and state.deck == [RED, RED, BLUE] and state.bag[BRUNO] == [RED, BLUE]


def test_pieces_set_aside_are_outcomes_that_nobody_saw() -> None:
    """Who remembered a piece of the pile is no longer sure of it: it may be the one that left."""
    state, log = table(), Log()
    remember(state, spot(state, "deck"), RED, SEES[ANNA])
    set_aside(state, "deck", "row", log, 2)
    assert log.outcomes == [Outcome("deck", "green", UNSEEN), Outcome("deck", "blue", UNSEEN)]
    assert state.row[-2:] == [GREEN, BLUE] and state.deck == [RED, RED]
    assert known(state, spot(state, "deck"), ANNA) == []
    with pytest.raises(PluginError, match="set aside unseen, but 'board' is a zone that seats see"):
        set_aside(state, "deck", "board", log)
    assert state.deck == [RED, RED]


def test_a_script_says_what_is_drawn_and_rolled() -> None:
    log = Log({"deck": ["red", "blue"], "die": ["6", "1"], "bag.anna": ["red"]})
    state = table()
    deck = spot(state, "deck")
    assert [draw(state, deck, log), draw(state, deck, log), draw(state, deck, log)] == [RED, BLUE, GREEN]
    faces = ("1", "2", "3", "4", "5", "6")
    assert [roll(state, "die", faces, log), roll(state, "die", faces, log)] == [5, 0]
    assert state.streams["die"][1] == 2 and [o.value for o in log.outcomes] == cases(__file__, "outcomes")
    assert log.left() == {"bag.anna": ["red"]}


def test_a_script_that_cannot_come_true() -> None:
    state = table()
    with pytest.raises(Diverged, match=r"the script wants 'green' from bag\.anna, which does not contain it"):
        draw(state, spot(state, "bag", ANNA), Log({"bag.anna": ["green"]}), ANNA)
    with pytest.raises(Diverged, match="the script wants '7' from die, which gives 1, 2"):
        roll(state, "die", ("1", "2"), Log({"die": ["7"]}))


def test_a_piece_put_back_is_in_the_pile() -> None:
    state = table()
    named = state.clone()
    put_back(state, spot(state, "deck"), GREEN, "deck")
    assert Counter(state.deck) == Counter({RED: 2, BLUE: 1, GREEN: 2}) and state.streams["deck"][1] == 1
    put_back(named, "deck", GREEN, "deck")
    assert named == state
    with pytest.raises(PluginError, match="there is no zone 'dek'"):
        put_back(state, "dek", GREEN, "deck")


def counts(state: Any) -> list[tuple[str, int]]:
    return [(p.label(state.seats), len(p.pieces(state))) for p in state.rules.places_of(state)]


@pytest.mark.parametrize("seat", [ANNA, BRUNO, None])
def test_resampling_keeps_what_the_seat_sees_and_how_many_there_are(seat: int | None) -> None:
    state = table()
    for seed in range(30):
        copy = state.clone()
        Unknown(copy, seat).deal(copy, Stream(seed))
        assert counts(copy) == counts(state) and unseen(copy, seat) == unseen(state, seat)
        assert copy.board == state.board
        for owner in (ANNA, BRUNO, CLARA):
            if owner == seat:
                assert (copy.hand[owner], copy.cards[owner]) == (state.hand[owner], state.cards[owner])
            assert Counter(copy.bag[owner] + copy.hand[owner]) == Counter({RED: 1, BLUE: 2, GREEN: 1})


@pytest.mark.parametrize("seat", [ANNA, BRUNO, None])
def test_what_is_unknown_is_dealt_again_and_again_as_if_it_were_looked_for_each_time(
    seat: int | None,
) -> None:
    state = table()
    view, once = state.view(seat), state.view(seat).unknown()
    worlds = [view.determinize(Stream(seed), once) for seed in range(30)]
    assert worlds == [view.determinize(Stream(seed)) for seed in range(30)]
    assert any(world != worlds[0] for world in worlds)


def test_resampling_reaches_every_place_and_every_order() -> None:
    state = table()
    worlds = []
    for seed in range(200):
        copy = state.clone()
        Unknown(copy, ANNA).deal(copy, Stream(seed))
        worlds.append(copy)
    assert {world.hand[BRUNO][0] for world in worlds} == {RED, BLUE, GREEN}
    assert {world.deck[-1] for world in worlds} == {RED, BLUE, GREEN}
    assert {tuple(world.bag[ANNA]) for world in worlds} == {
        (RED, BLUE, BLUE),
        (BLUE, RED, BLUE),
        (BLUE, BLUE, RED),
    }
    assert len({tuple(world.row) for world in worlds}) > 6
    assert all(world.cards[BRUNO] == sorted(world.cards[BRUNO]) for world in worlds)


def test_resampling_leaves_remembered_pieces_where_they_are() -> None:
    state = table()
    remember(state, spot(state, "deck"), GREEN, SEES[ANNA])
    remember(state, spot(state, "cards", BRUNO), RED, SEES[ANNA])
    heights = set()
    for seed in range(60):
        copy = state.clone()
        Unknown(copy, ANNA).deal(copy, Stream(seed))
        assert GREEN in copy.deck and RED in copy.cards[BRUNO] and counts(copy) == counts(state)
        heights.add(copy.deck.index(GREEN))
    assert heights == {0, 1, 2, 3}


def test_resampling_depends_on_what_the_seat_knows_alone() -> None:
    """Whatever lies behind the curtain, the same stream gives the same world."""
    state, other = table(), table()
    other.deck, other.cards[BRUNO] = [RED, GREEN, BLUE, GREEN], [RED, RED]
    assert unseen(state, ANNA) == unseen(other, ANNA)
    Unknown(state, ANNA).deal(state, Stream(5))
    Unknown(other, ANNA).deal(other, Stream(5))
    assert state == other


def test_a_pile_that_is_seen_still_has_an_unknown_order() -> None:
    @attrs.define(eq=False)
    class Open(auction.Auction):
        deck: list[int] = zone("card", "all", "pile", per_seat=False, factory=list)

    rules = tw.load(paper.plugin(attrs.evolve(auction.GAME, state=Open)))
    state: Any = rules.new(["anna", "bruno"], 7)
    Unknown(state, ANNA).deal(state, Stream(1))
    orders = set()
    for seed in range(20):
        Unknown(state, ANNA).deal(state, Stream(seed))
        orders.add(tuple(state.deck))
    assert len(orders) > 5 and {tuple(sorted(order)) for order in orders} == {tuple(sorted(state.deck))}


def test_modules_zones_are_drawn_anew_too() -> None:
    rules: Rules = tw.load(harvest, modules=[storm])
    state = rules.new(["anna", "bruno"], 7)
    omens = set()
    for seed in range(40):
        copy = state.clone()
        Unknown(copy, ANNA).deal(copy, Stream(seed))
        assert storm.sky(copy).omens[ANNA] == storm.sky(state).omens[ANNA]
        omens.add(storm.sky(copy).omens[BRUNO][0])
    assert omens == {storm.CALM, storm.GALE}


def test_paper_is_a_folder() -> None:
    """The toys' data files, kept in Python, read like files."""
    folder = paper.folder({"key": "text"}, {}, more="a: b\n")
    assert sorted(file.name for file in folder.iterdir()) == ["messages.yaml", "more.yaml"]
    assert (folder / "more.yaml").read_bytes() == b"a: b\n" == folder.joinpath("more.yaml").open("rb").read()
    assert folder.joinpath("more.yaml").open().read() == "a: b\n" == (folder / "more.yaml").read_text()
    assert folder.is_dir() and not folder.is_file() and (folder / "more.yaml").is_file()
