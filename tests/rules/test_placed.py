"""Fields for placed tiles: their words in scenes, the pieces behind them, saving; with dicts, boards and realms."""

from __future__ import annotations

from collections import Counter
from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright import testing
from tilewright.core.base.chance import Stream
from tilewright.core.land.board import Board
from tilewright.core.land.grid import SQUARE4
from tilewright.core.land.polyomino import placements
from tilewright.core.rules import position
from tilewright.core.rules.nouns import Given
from tilewright.core.rules.placed import placed
from tilewright.core.rules.schedule import Decision, Phase, once
from tilewright.core.rules.state import State
from tilewright.core.rules.zones import lying, zone
from tilewright.core.scenes.sentences import holds

from ..cases import cases
from ..toys import mosaic
from ..toys.paper import plugin


@attrs.define(eq=False)
class Kinds(State):
    """Tiles by kind alone, as games have them whose tiles have no edges."""

    bag: list[int] = zone("tile", "none", "pile", per_seat=False, factory=list)
    tiles: dict[int, int] = placed("tile", factory=dict)


def fill(state: Any, log: Any) -> None:
    state.bag = [0, 1, 1, 2]


def phases(rules: tw.Rules) -> list[Phase]:
    """Nothing but the end."""
    return [Phase("end", once, [Laying()])]


class Laying(Decision[Kinds]):
    name = "lay"


KINDS = plugin(attrs.evolve(mosaic.GAME, name="kinds", state=Kinds, set_up=fill, phases=phases, choices=None))


def given(what: Any, plugin: Any) -> Any:
    state = tw.load(plugin).new(["anna", "bruno"], 3)
    position.place(state, what)
    return state


@pytest.mark.parametrize("toy", [mosaic.PLUGIN, mosaic.PAIRS_PLUGIN], ids=["mosaic", "pairs"])
def test_the_kit_holds(toy: Any) -> None:
    testing.conforms(tw.load(toy), games=1)


def test_the_kit_lets_boards_remember_where_there_is_room() -> None:
    """An appraisal may ask for placements first; the board keeps what it has found, which is no change."""

    def appraise(view: Any, seat: int) -> list[tuple[str, float]]:
        return [("points", float(len(placements(view.realms[seat], mosaic.DOMINOES[0]))))]

    rules = tw.load(plugin(attrs.evolve(mosaic.PAIRS, appraise=appraise)))
    testing.conforms(rules, ["purity", "judgements", "views"], games=1, seats=[2], every=2)


def test_tiles_by_kind_come_from_the_bag_and_go_back() -> None:
    state = given({"tiles": {"0,0": "bay", "1,0": "meadow"}}, KINDS)
    assert state.tiles == {0: 2, 1: 1} and sorted(state.bag) == [0, 1]
    for sentence in ("tile 0,0 is bay", "tile 2,0 is free"):
        assert holds(sentence, state) is None
    assert lying(state) == Counter({("tile", "shore"): 1, ("tile", "meadow"): 2, ("tile", "bay"): 1})
    position.place(state, {"tiles": {"5,5": "meadow"}})
    assert sorted(state.bag) == [0, 1, 2]
    with pytest.raises(Given, match="there is no bay left") as caught:
        given({"tiles": {"0,0": "bay", "1,0": "bay"}}, KINDS)
    assert caught.value.path == ("tiles", "1,0")


def test_a_scene_lays_a_board_and_what_the_set_up_placed_stays() -> None:
    state = given({"land": {"0,1": "meadow r3", "1,1": "meadow"}, "drawn": ["bay"]}, mosaic.PLUGIN)
    assert {SQUARE4.text(key): face.name for key, face in state.land.faces().items()} == {
        "0,0": "shore", "0,1": "meadow", "1,1": "meadow"
    }  # fmt: skip
    assert Counter(state.bag) == {0: 3, 1: 2, 2: 3}
    for sentence in ("land 0,1 is meadow r3", "land 0,0 is shore r0", "land 3,3 is free"):
        assert holds(sentence, state) is None
    assert given({"land": {"0,0": "meadow"}}, mosaic.PLUGIN).land.face(0).name == "meadow"


def test_realms_have_dominoes_by_their_first_cell() -> None:
    state = given({"realms": {"bruno": {"1,0": "d01 r1"}}}, mosaic.PAIRS_PLUGIN)
    assert [sorted(map(SQUARE4.text, realm)) for realm in state.realms] == [["0,0"], ["0,0", "1,-1", "1,0"]]
    for sentence in (
        "bruno's realm 1,-1 is d01 r1",
        "bruno's realm 0,0 is home r0",
        "anna's realm 1,0 is free",
        "anna has 1 realm",
    ):
        assert holds(sentence, state) is None
    assert Counter(state.bag)[1] + state.drawn.count(1) == 3
    assert +lying(state) == +lying(given({}, mosaic.PAIRS_PLUGIN))


@pytest.mark.parametrize(("toy", "what", "path", "said"), cases(__file__, "wrong_tiles"))
def test_a_wrong_tile_is_blamed_on_its_cell(toy: str, what: Any, path: list[str], said: str) -> None:
    with pytest.raises(Given, match=said) as caught:
        given(what, mosaic.PLUGIN if toy == "mosaic" else mosaic.PAIRS_PLUGIN)
    assert [*caught.value.path] == path


@pytest.mark.parametrize("toy", [mosaic.PLUGIN, mosaic.PAIRS_PLUGIN], ids=["mosaic", "pairs"])
def test_a_position_is_written_as_it_is_read_and_saved(toy: Any) -> None:
    rules = tw.load(toy)
    state: Any = rules.new(2, 5)
    stream = Stream(5, "moves")
    for _ in range(5):
        state.apply(stream.pick(list(state.legal(state.to_act[0]))))
    again: Any = rules.new(2, 8)
    position.place(again, position.written(state))
    assert again == state and rules.restore(state.to_dict()) == state
    boards = [state.land] if toy is mosaic.PLUGIN else state.realms
    copies = [state.clone().land] if toy is mosaic.PLUGIN else state.clone().realms
    assert all(
        isinstance(one, Board) and one == other and one is not other
        for one, other in zip(boards, copies, strict=True)
    )
