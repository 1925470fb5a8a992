"""Ireland's files: what is said at once, what goes with them, and the script that made them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core.base.errors import PluginError, UsageError
from tilewright.core.rules.game import Module
from tilewright.core.text.folder import is_text
from tilewright.core.text.inline_files import in_memory
from tilewright.games.rebirth.modules._ireland.files import BONUSES
from tilewright.games.rebirth.modules._ireland.state import NAME

from ....toys.paper import plugin
from ...converters import converter
from .folders import DATA, after, begun, lines, loaded, part_of, refused, replaced

FILES = ("box.yaml", "missions.yaml", "maps/ireland.yaml")


FOOD_5 = "{type: group, what: food, count: 5}"


def test_every_problem_is_said_with_line_and_column(tmp_path: Path) -> None:
    said = refused(
        tmp_path,
        "cards.yaml",
        ("{type: control, count: 3}", "{type: control, what: castle, count: 0}"),
        ("{type: touch, count: 8}", "{type: touch, count: 0}"),
        ("deck: 12", "deck: 11"),
    )
    text = (DATA / "cards.yaml").read_text("utf-8").splitlines()
    control = next(n for n, line in enumerate(text, 1) if "type: control" in line)
    touch = next(n for n, line in enumerate(text, 1) if "type: touch" in line)
    assert said == [
        "5:7: deck: 12 cards are listed",
        f"{control}:5: cards.control_3_castles.condition: control takes a count above 0 and nothing else",
        f"{control}:38: cards.control_3_castles.condition.what: control takes no 'what'",
        f"{touch}:5: cards.touch_8_towers.condition: touch takes a count above 0 and nothing else",
    ]


def test_numbers_of_cards_and_bonuses_are_data(tmp_path: Path) -> None:
    """RI-MIS-2: what a card scores; RI-COMP-2: how many of each bonus there are."""
    data = replaced(
        tmp_path,
        "cards.yaml",
        (f"{FOOD_5}\n    first: 8\n    later: 5", f"{FOOD_5}\n    first: 9\n    later: 4"),
    )
    replaced(
        data,
        "bonuses.yaml",
        ("second_tile, copies: 4", "second_tile, copies: 3"),
        ("id: three, copies: 2", "id: three, copies: 3"),
    )
    rules = tw.load("rebirth", modules=[NAME], data=data)
    assert rules.data_digest != loaded().data_digest
    state = begun(
        """
tiles: {"-5,12": anna food, "-4,12": anna food, "-5,13": anna food, "-4,13": anna food}
hand: {anna: food}
ireland.display: [food_5]
towers: {Tk: thirteen}
""",
        rules=rules,
    )
    assert Counter(part_of(state).bonuses)[BONUSES.index("three")] == 3
    assert lines(after(state, "place food -3,13"), 0) == [(5, "food_group"), (9, "public_mission")]


def test_single_values_are_set_in_the_data() -> None:
    """`--set data:` reaches the game's files as the module has them in play."""
    rules = tw.load("rebirth", modules=[NAME], options={"data:maps/ireland.castles.Ka.name": "Larne"})
    assert [castle.name for castle in rules.data.castles if castle.code == "Ka"] == ["Larne"]
    assert rules.words.texts("name.link_3_towers")["pl"] == "trzy połączone wieże"


# -- the map ---------------------------------------------------------------------------------------------------------

MAP = "over/maps/ireland.yaml"


def test_a_box_that_does_not_work_out_is_refused(tmp_path: Path) -> None:
    said = refused(
        tmp_path,
        "over/box.yaml",
        ("2: {neutral_tiles: 24, set_aside: 4", "2: {neutral_tiles: 24, set_aside: 3"),
    )
    assert any("setup.2.played" in line and "leave 33" in line for line in said), said


def test_missions_of_the_game_do_not_come_back(tmp_path: Path) -> None:
    """RI-COMP-1: the box of this side has none."""
    said = refused(tmp_path, "over/missions.yaml", ("deck: 0", "deck: 2"))
    assert any("the box holds 0 mission cards" in line for line in said), said


@pytest.mark.parametrize("name", ["default", "alternative"])
def test_maps_of_the_other_side_are_refused(name: str) -> None:
    with pytest.raises(UsageError) as caught:
        loaded(map=name)
    assert str(caught.value) == (
        f"map '{name}' does not go with a module in play, which brings a box and a map of its own; "
        "leave out the option map"
    )


def test_the_map_is_not_there_without_the_module() -> None:
    with pytest.raises(UsageError, match="there is no map 'ireland'"):
        tw.load("rebirth", options={"map": NAME})


def test_a_map_without_the_hill_of_tara_is_refused(tmp_path: Path) -> None:
    text = (DATA / MAP).read_text("utf-8")
    data = replaced(tmp_path, MAP, ("code: TT, name", "code: Tz, name"), ("L.  TT  On", "L.  Tz  On"))
    assert text.count("TT") == 2
    with pytest.raises(UsageError) as caught:
        tw.load("rebirth", modules=[NAME], data=data)
    assert str(caught.value) == "map 'ireland' has no round tower TT, which breaks ties (RI-END-5)"


def test_a_settlement_on_an_offshore_field_scores_the_point_too(tmp_path: Path) -> None:
    """RI-OFF-1, RI-OFF-2: after the settlement; on the printed board there may be such fields."""
    data = replaced(tmp_path, MAP, ("F.  Ke  S.", "F.  Ke  S+"), ("  offshore: 8", "  offshore: 9"))
    rules = tw.load("rebirth", modules=[NAME], data=data)
    state = begun("hand: {anna: settlement-3}\nireland.display: empty", rules=rules)
    assert lines(after(state, "place settlement 6,9"), 0) == [(3, "small_settlement"), (1, "offshore")]


def test_the_files_of_the_game_stay_as_they_are() -> None:
    """Without the module, and in the same folder: the game's own map, box and missions."""
    plain = tw.load("rebirth")
    assert plain.data.map_name == "default" and len(plain.data.missions) > 10
    assert plain.options.set_aside == 2 and plain.data.box.setup[2].neutral_tiles == 32
    assert plain.data_digest == tw.load("rebirth").data_digest != loaded().data_digest


# -- two modules that bring the same file ----------------------------------------------------------------------------


def island(name: str, **texts: str) -> object:
    """A toy module of Rebirth with files for the game."""
    stated = {"rules.yaml": "XX-1: {text: Something., source: toy}\n"}
    files = in_memory(stated | {f"over/{file}": text for file, text in texts.items()})
    return plugin(Module(name=name, game="rebirth", title=name.title(), folder=lambda: files))


def test_another_module_may_not_bring_the_same_file() -> None:
    other = island("island", **{"missions.yaml": "deck: 0\ncards: []\n"})
    with pytest.raises(PluginError) as caught:
        tw.load("rebirth", modules=[NAME, other])
    said = str(caught.value)
    assert "two modules bring the file" in said or "modules bring the file" in said
    assert "missions.yaml" in said and "island" in said and NAME in said and "play them apart" in said


@pytest.mark.parametrize("file", ["messages.yaml", "rules.yaml", "editions.yaml"])
def test_texts_and_editions_of_the_game_stay_its_own(file: str) -> None:
    with pytest.raises(PluginError, match=f"module island: over/{file} would take the place"):
        tw.load("rebirth", modules=[island("island", **{file: "{}\n"})])


def test_another_module_may_bring_another_file() -> None:
    rules = tw.load("rebirth", modules=[NAME, island("island")])
    assert rules.data.map_name == NAME


# -- where the files come from ---------------------------------------------------------------------------------------


def test_the_data_says_what_it_does_not_know() -> None:
    """The cards are ours, and the game says so in each language."""
    rules = loaded()
    assert "12 of the 12 public mission cards are reconstructed." in rules.provenance()
    assert "12 der 12 öffentlichen Missionskarten sind rekonstruiert." in rules.provenance("de")


def test_the_script_fits_the_data() -> None:
    convert = converter(f"rebirth_{NAME}")
    ours = {
        str(path.relative_to(DATA).as_posix()): path.read_text("utf-8")
        for path in sorted(DATA.rglob("*.yaml"))
        if not is_text(path.name)
    }
    assert set(ours) == {"cards.yaml", "bonuses.yaml", *(f"over/{file}" for file in FILES)}
    cards = {card.id: (card.text["en"], card.text["de"]) for card in loaded().module_data[NAME].cards}
    assert cards == convert.CARDS
    assert all(convert.SEE.strip() in text.splitlines() for text in ours.values())
