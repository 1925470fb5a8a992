"""Views: what a seat may read, and the worlds it could be in."""

from __future__ import annotations

from collections import Counter
from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream, key_of
from tilewright.core.base.errors import PluginError
from tilewright.core.rules.views import Opened
from tilewright.core.rules.zones import known, public

from ..toys import auction, nim
from ..toys.harvest_dist import harvest
from ..toys.harvest_dist.harvest import storm

pytestmark = pytest.mark.quick

ANNA, BRUNO, CLARA = range(3)
DECK = Counter({0: 8, 1: 6, 2: 4, 3: 2})


def table() -> Any:
    state: Any = tw.load(auction.PLUGIN).new(["anna", "bruno", "clara"], 4)
    state.hand = [[0, 1, 3], [1, 2, 3], [0, 0, 2]]
    state.deck = [card for card, n in DECK.items() for _ in range(n)]
    for card in (0, 1, 3, 1, 2, 3, 0, 0, 2):
        state.deck.remove(card)
    return state


def say(state: Any, seat: int, *texts: str) -> None:
    for text in texts:
        state.play(state.rules.read(text, state, seat))


def test_public_fields_are_read_by_their_names() -> None:
    state = table()
    view = state.view(ANNA)
    assert (view.round, view.seats, view.scores, view.turns, view.over) == (
        0,
        state.seats,
        [0, 0, 0],
        0,
        False,
    )
    assert view.rules is state.rules and view.options is state.rules.options and view.to_act == (0, 1, 2)


@pytest.mark.parametrize("name", ["streams", "seen", "slices", "nonsense", "clone"])
def test_nothing_else_is_there(name: str) -> None:
    with pytest.raises(AttributeError, match=f"a view does not show '{name}'"):
        getattr(table().view(ANNA), name)


def test_a_field_that_no_view_could_show_is_refused() -> None:
    @attrs.define(eq=False)
    class Counted(nim.Nim):
        count: int = public(default=0)

    with pytest.raises(PluginError, match=r"Counted\.count: views have a member of this name"):
        tw.load(nim.bent(state=Counted))


def test_a_zone_gives_pieces_to_those_who_see_them() -> None:
    state = table()
    assert state.view(ANNA).hand == ((0, 1, 3), None, None)
    assert state.view(CLARA).hand == (None, None, (0, 0, 2))
    assert state.view(None).hand == (None, None, None)
    assert state.view(ANNA).deck is None and state.view(ANNA).played == ()
    state.over = True
    assert state.view(None).hand == ((0, 1, 3), (1, 2, 3), (0, 0, 2))


def test_the_referee_sees_what_any_seat_sees() -> None:
    state = table()
    for seat in (ANNA, BRUNO, None):
        view = Opened(state, seat)
        assert view.hand == ((0, 1, 3), (1, 2, 3), (0, 0, 2)) and view.deck is None


def test_a_seat_reads_its_own_zone_at_once() -> None:
    state = table()
    assert [state.view(seat).own_zone("hand") for seat in (ANNA, BRUNO, CLARA)] == [
        (0, 1, 3),
        (1, 2, 3),
        (0, 0, 2),
    ]
    state.hand[ANNA].reverse()  # a zone without an order is shown in none
    assert state.view(ANNA).own_zone("hand") == (0, 1, 3)


@pytest.mark.parametrize(
    ("seat", "name"), [(ANNA, "deck"), (ANNA, "played"), (ANNA, "nonsense"), (None, "hand")]
)
def test_what_a_seat_does_not_see_is_not_its_own(seat: int | None, name: str) -> None:
    with pytest.raises(KeyError, match=name):
        table().view(seat).own_zone(name)


def test_everybody_sees_how_many_there_are() -> None:
    view = table().view(None)
    assert (view.count("hand", BRUNO), view.count("deck"), view.count("played")) == (3, 11, 0)
    assert [view.count("hand", seat) for seat in range(3)] == [3, 3, 3]
    for seat in (-2, -1, 3):
        with pytest.raises(KeyError):
            view.count("hand", seat)


def test_what_is_unseen_follows_from_what_is_seen() -> None:
    state = table()
    assert state.view(ANNA).unseen("card") == DECK - Counter([0, 1, 3])
    assert state.view(None).unseen("card") == DECK and state.view(ANNA).unseen("horses") == Counter()


def test_a_seat_remembers_what_it_slipped_away() -> None:
    state = table()
    for seat, card in ((ANNA, "stag"), (BRUNO, "owl"), (CLARA, "hare")):
        say(state, seat, f"pick {card}", "offer 0")
    say(state, ANNA, "slip fox")
    # Anna has drawn again: if that was another card, her fox is still in the deck.
    drawn_again = 1 in state.hand[ANNA]
    assert state.view(ANNA).known("deck") == (() if drawn_again else (1,))
    assert state.view(BRUNO).known("deck") == () == state.view(None).known("deck")
    shown = state.view(ANNA).to_dict()["zones"]["deck"]
    assert shown == {"count": 10} | ({} if drawn_again else {"known": ["fox"]})
    with pytest.raises(KeyError):
        state.view(ANNA).known("hand", 7)


def test_a_seat_reads_its_own_sealed_steps_alone() -> None:
    state = table()
    say(state, ANNA, "pick stag")
    say(state, BRUNO, "pick owl", "offer 3")
    assert (state.view(ANNA).sealed, state.view(BRUNO).sealed) == ((3,), (2, 3))
    assert state.view(CLARA).sealed == state.view(None).sealed == ()
    before = table().view(CLARA).to_dict()
    assert state.view(CLARA).to_dict() == before | {
        "to_act": [ANNA, CLARA]
    }  # that bruno is done, and no more


def test_only_the_seats_own_actions_are_listed() -> None:
    state = table()
    assert [str(a) for a in state.view(BRUNO).legal()] == ["pick fox", "pick owl", "pick stag"]
    assert not len(state.view(None).legal())


def test_a_modules_part_is_read_by_its_name() -> None:
    state = tw.load(harvest, modules=[storm]).new(["anna", "bruno"], 7)
    sky = storm.sky(state)
    assert state.view(ANNA).slice("storm") == {
        "pile": None,
        "past": tuple(sky.past),
        "omens": (tuple(sky.omens[ANNA]), None),
        "row": sky.row,
        "waited": 0,
    }
    part = state.view(ANNA).module_part("storm")
    assert (part.pile, part.past, part.row) == (None, tuple(sky.past), sky.row)
    assert state.view(BRUNO).own_zone("omens", "storm") == tuple(sky.omens[BRUNO])
    with pytest.raises(AttributeError, match="a view does not show 'clone' of storm"):
        _ = part.clone
    packed = state.view(BRUNO).to_dict()
    assert packed["modules"]["storm"] == {"row": sky.row, "waited": 0}
    assert packed["zones"]["storm.omens.anna"] == {"count": 1}
    assert packed["zones"]["storm.omens.bruno"]["pieces"] == [storm.WEATHER[sky.omens[BRUNO][0]]]


def test_the_whole_view_as_plain_data() -> None:
    state = table()
    packed = state.view(ANNA).to_dict()
    assert packed["zones"]["hand.anna"] == {"count": 3, "pieces": ["fox", "hare", "stag"]}
    assert packed["zones"]["hand.bruno"] == {"count": 3} and packed["zones"]["deck"] == {"count": 11}
    assert packed["unseen"] == {"card": {"fox": 5, "hare": 7, "owl": 4, "stag": 1}}
    assert (packed["seat"], packed["to_act"], packed["sealed"]) == (ANNA, [0, 1, 2], [])
    assert not packed.keys() & {"streams", "seen", "slices"}


def test_score_lines_are_everybodys() -> None:
    state = table()
    state.gain(BRUNO, 3, state.rules.reason["won"], 1)
    assert state.view(ANNA).score_lines() == state.score_lines()
    assert state.view(None).score_lines(ANNA) == []


# -- the worlds a seat could be in -------------------------------------------------------------------------------------


def worlds(state: Any, seat: int | None, count: int = 80) -> list[Any]:
    return [state.view(seat).determinize(Stream(seed)) for seed in range(count)]


def test_a_world_looks_the_same_and_shares_nothing() -> None:
    state = table()
    before = state.to_dict()
    for world in worlds(state, BRUNO, 10):
        assert world.view(BRUNO).to_dict() == state.view(BRUNO).to_dict()
        world.play(world.legal(BRUNO)[0])
    assert state.to_dict() == before


def test_hidden_hands_are_drawn_anew() -> None:
    state = table()
    found = worlds(state, BRUNO)
    assert all(world.hand[BRUNO] == [1, 2, 3] for world in found)
    hidden = DECK - Counter([1, 2, 3])
    assert len({tuple(world.hand[ANNA]) for world in found}) > 5
    assert all(Counter(w.hand[ANNA] + w.hand[CLARA] + w.deck) == hidden for w in found)
    assert len({tuple(world.hand[BRUNO]) for world in worlds(state, None)}) > 5


def test_chance_to_come_is_another_in_each_world() -> None:
    """A bot that looks ahead in its worlds learns nothing of the real bag."""
    state = table()
    found = worlds(state, ANNA, 10)
    keys = {world.streams["slips"] for world in found}
    assert len(keys) == 10 and state.streams["slips"] not in keys
    assert (key_of(Stream(3).bits(), "slips"), 0) == found[3].streams["slips"]


def test_sealed_steps_of_others_are_drawn_anew_once_they_are_done() -> None:
    state = table()
    say(state, ANNA, "pick stag", "offer 3")
    say(state, CLARA, "pick owl")
    found = worlds(state, BRUNO)
    assert all(world.to_act == (BRUNO, CLARA) == state.to_act for world in found)
    assert all(world.sealed[CLARA] == () == world.sealed[BRUNO] for world in found)
    assert len({world.sealed[ANNA] for world in found}) > 5
    assert all(world.sealed[ANNA][0] in world.hand[ANNA] for world in found)
    mine = worlds(state, ANNA, 10)
    assert all(world.sealed == [(3, 3), (), ()] for world in mine)


def test_a_world_knows_what_the_seat_remembers_and_nothing_that_others_do() -> None:
    state = table()
    deck = next(p for p in state.rules.places_of(state) if p.name == "deck")
    state.seen = [("deck", 3, 1 << ANNA), ("deck", 0, 1 << BRUNO)]
    state.deck[:] = sorted(state.deck + [3])
    state.hand[BRUNO].remove(3)
    for world in worlds(state, ANNA, 20):
        assert 3 in world.deck and known(world, deck, ANNA) == [3] and known(world, deck, BRUNO) == []
    assert all(world.seen == [] for world in worlds(state, None, 5))


def test_a_world_of_a_finished_game() -> None:
    state = tw.load(nim.PLUGIN).new(2)
    while not state.over:
        state.play(state.legal(state.to_act[0])[0])
    world = state.view(0).determinize(Stream(1))
    assert world == state and world.over
