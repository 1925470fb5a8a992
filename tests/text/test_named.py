"""Mistakes of authors are named where they are: in the file and line that the author can change."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright.authoring import SQUARE4, Board, Noun, ScoreReason, Show, by_seat, kept, meter, public, zone
from tilewright.core.base.errors import InvalidFile, TilewrightError
from tilewright.core.land.grid import Hex
from tilewright.core.rules.actions import Action, notation
from tilewright.core.rules.game import Module
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.schedule import Phase, clockwise
from tilewright.core.rules.zones import roll
from tilewright.core.scenes import scene
from tilewright.core.text.folder import Folder
from tilewright.core.text.options import option

from ..toys import nim
from ..toys.broken.plant import BEFORE_PLAY, before_play, meadow_with
from ..toys.paper import folder, plugin


@before_play("the default is not allowed: option rounds: '12' is not allowed; a whole number from 1 to 9")
def a_default_out_of_its_range() -> object:
    @attrs.frozen
    class Options:
        rounds: int = option(12, rule="MD-END-1", low=1, high=9, doc="rounds")

    return meadow_with(options=Options)


@before_play("the default is not allowed: option rain: 'wet' is not allowed; one of dry, damp")
def a_default_that_is_none_of_the_values() -> object:
    @attrs.frozen
    class Options:
        rain: str = option("wet", rule="MD-RAIN-1", values=("dry", "damp"), doc="rain")

    return meadow_with(options=Options)


@before_play(
    "score reason 'swap': source: expected the name of a family or a meaning, such as CELL, got 3 (test_named.py:"
)
def a_score_reason_whose_source_is_a_number() -> object:
    wrong: Any = 3
    return meadow_with(reasons=(ScoreReason("swap", "MD-SWAP-2", source=wrong),))


@before_play("expected the name of a family or a meaning, such as CELL, got 7 (test_named.py:")
def a_field_whose_meaning_is_a_number() -> object:
    wrong: Any = 7
    return by_seat(wrong)


@before_play("public(means): expected a meaning, such as CELL, got 3 (test_named.py:")
def a_public_field_whose_meaning_is_a_number() -> object:
    wrong: Any = 3
    return public(means=wrong)


@before_play("kept(means): expected a meaning, such as CELL, got 3 (test_named.py:")
def a_kept_field_whose_meaning_is_a_number() -> object:
    wrong: Any = 3
    return kept(means=wrong)


@before_play("zone(sees): expected all, owner or none, got 'nobody' (test_named.py:")
def a_zone_that_the_wrong_seats_see() -> object:
    wrong: Any = "nobody"
    return zone("tile", wrong)


@before_play("option(default): expected a whole number, true or false, or text, got 1.5 (test_named.py:")
def an_option_with_a_fraction() -> object:
    wrong: Any = 1.5
    return option(wrong, rule="MD-END-1", doc="rounds")


@before_play("noun 'herds': count: expected a function, got 4 (test_named.py:")
def a_noun_that_counts_with_a_number() -> object:
    wrong: Any = 4
    return Noun(name="herds", count=wrong)


@before_play("meter(metrics): expected a Metric, got 'herds' (test_named.py:")
def a_meter_of_a_word() -> object:
    wrong: Any = "herds"
    return meter([wrong], lambda state: wrong)


@before_play("Show(boards=...): expected a Diagram, which is drawn, got a Board (test_named.py:")
def a_board_in_the_place_of_a_drawing_of_one() -> object:
    wrong: Any = Board(SQUARE4)
    return Show(title="meadow", boards=[wrong])


@before_play("/outside/tiles.yaml:1:8: pond.0: expected a whole number")
def a_wrong_value_in_a_file_of_an_outside_package() -> object:
    with tempfile.TemporaryDirectory() as home:
        root = Path(home) / "outside"
        root.mkdir()
        (root / "tiles.yaml").write_text("pond: [many]\n", "utf-8")
        return meadow_with(
            folder=lambda: root, load=lambda data, options: data.load("tiles.yaml", dict[str, list[int]])
        )


def cells(data: Folder, options: Any) -> tuple[Any, ...]:
    """A module's hexes, each of which must be on the map of its game."""
    document = data.document("wells.yaml")
    read = [(n, Hex(*map(int, text.split(",")))) for n, text in enumerate(document.content["wells"])]
    wrong = [(n, one) for n, one in read if one not in data.game.cell_at]
    if wrong:
        said = "is not on the map; write a place of the map, such as"
        raise InvalidFile(
            [document.problem(("wells", n), f"{one} {said} {data.game.hexes[0]}") for n, one in wrong]
        )
    return tuple(one for _, one in read)


def wells(*hexes: str) -> object:
    """Rebirth with a module whose file lists these hexes."""
    text = "wells:\n" + "".join(f'  - "{one}"\n' for one in hexes)
    paper = folder({}, {}, wells=text)
    module = Module(name="wells", game="rebirth", title="Wells", folder=lambda: paper, load=cells)
    return tw.load("rebirth", [plugin(module)])


@before_play("wells.yaml:3:5: wells.1: 99,99 is not on the map; write a place of the map, such as")
def a_hex_of_a_module_that_is_not_on_the_map_of_its_game() -> object:
    return wells("0,7", "99,99")


def in_a_scene(options: str) -> object:
    [one] = scene.read(f"game: rebirth\nplayers: [anna, bruno]\noptions:\n  {options}\n", "mine.yaml")
    return scene.begin(one)


@before_play("mine.yaml:4:23: options.data:box.players.0: players.0: expected a whole number")
def a_value_of_the_data_that_a_scene_replaces_with_a_wrong_one() -> object:
    return in_a_scene("data:box.players.0: many")


@before_play(
    "mine.yaml:4:20: options.data:box.playrs: data:box.playrs: data/rebirth/box.yaml has no 'playrs'"
)
def a_value_that_a_scene_replaces_and_the_data_do_not_have() -> object:
    return in_a_scene("data:box.playrs: 5")


@attrs.frozen(cache_hash=True)
class Move(Action):
    parts = notation("move {there}")
    place: str


def moved(**changes: Any) -> object:
    class Moving(nim.TakeStep):
        actions = (nim.Take, Move)  # type: ignore[assignment]

    return tw.load(
        nim.bent(phases=lambda rules: [Phase("turn", clockwise(rounds=True), [Moving()])], **changes)
    )


@before_play(
    '{there}, which has no reader; give it in the game, such as readers={"there": tw.reader("FAMILY")}; known: '
)
def a_slot_that_nothing_reads() -> object:
    return moved()


@before_play("the notation of Move has a slot {there}, but the action has no such field; known: seat, place")
def a_slot_that_its_action_does_not_hold() -> object:
    return moved(readers={**nim.GAME.readers, "there": lambda state, seat, text: text})


@before_play("KeyError: \"there is no 'button'; known: carried_over, last\"")
def a_score_reason_that_a_step_misspells() -> object:
    return tw.load(nim.bent(assemble=lambda rules: rules.reason["button"]))


@before_play("there is no stream 'skies'; known: bag, sky, start")
def a_stream_that_the_set_up_misspells() -> object:
    return meadow_with(set_up=lambda state, log: roll(state, "skies", ("a", "b"), log)).new(2)


@before_play("there is no hook 'melts'; known: add_actions, ")
def a_hook_that_nobody_declares() -> object:
    return tw.load(nim.bent(assemble=lambda rules: rules.calls("melts")))


def test_a_zone_is_named_with_those_that_there_are() -> None:
    state = meadow_with().new(2)
    with pytest.raises(KeyError, match="there is no zone 'beg'; the zones are bag, drawn"):
        state.rules.place(state, "beg")
    with pytest.raises(KeyError, match="there is no 'beg'; did you mean 'bag'"):
        state.view(0).count("beg")
    with pytest.raises(KeyError, match="the zone 'bag' belongs to no seat, not 1"):
        state.view(0).count("bag", 1)
    with pytest.raises(KeyError, match="there is no kept field 'purse'; none are known"):
        state.view(0).recall("purse")


def test_files_of_our_own_games_keep_their_short_names() -> None:
    assert tw.load("rebirth").folder.name == "data/rebirth"


def test_a_hex_on_the_map_is_read() -> None:
    assert isinstance(wells(str(tw.load("rebirth").data.hexes[0])), Rules)


@pytest.mark.parametrize("name", BEFORE_PLAY)
def test_the_fault_is_refused_in_these_words(name: str) -> None:
    words, make = BEFORE_PLAY[name]
    with pytest.raises(TilewrightError) as caught:
        make()
    assert words in str(caught.value), str(caught.value)
