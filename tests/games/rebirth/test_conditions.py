"""What a mission card can ask for, as the page of an owner offers it."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.box.drawing import CHOICES, PRESETS, Desk
from tilewright.core.box.plain_values import fields
from tilewright.core.text.document import read_document
from tilewright.core.text.folder import Folder
from tilewright.games.rebirth.checks import load_printed
from tilewright.games.rebirth.files import Deck, Mission
from tilewright.games.rebirth.missions import METRICS

from ...cases import cases

DATA = files("tilewright.data") / "rebirth"
NAMES = ("maps/default.yaml", "missions.yaml")


@cache
def content(name: str) -> Any:
    return read_document((DATA / name).read_text("utf-8"), name).content


def desk(lang: str = "en", modules: tuple[str, ...] = (), changed: dict[str, Any] | None = None) -> Desk:
    shipped = {name: content(name) for name in NAMES}
    return Desk(rules=tw.load("rebirth", modules), files={**shipped, **(changed or {})}, lang=lang)


def choices(field: str, on: Desk) -> dict[str, str]:
    found: dict[str, str] = fields(Mission)[field].metadata[CHOICES](on)
    return found


def presets(on: Desk) -> list[tuple[str, Any]]:
    return list(fields(Deck)["cards"].metadata[PRESETS](on))


@pytest.mark.parametrize("lang", ["en", "de", "pl"])
def test_values_have_words(lang: str) -> None:
    found = choices("metric", desk(lang))
    assert [*found] == [*METRICS]
    assert len({*found.values()}) == len(METRICS)
    assert not {*found.values()} & {*METRICS} - {"tiles"}
    assert [*choices("area", desk(lang))] == ["north", "middle", "south"]
    assert choices("castles", desk(lang))["KE"] == "KE Edinburgh Castle"


def test_areas_and_castles_are_those_of_the_draft() -> None:
    own = {
        "areas": {"highlands": ["0", "3"], "lowlands": ["4", "9"]},
        "castles": [{"code": "Kq", "name": "Q"}, {"code": "KS", "name": None}, None],
    }
    on = desk(changed={"maps/default.yaml": own})
    assert choices("area", on) == {"highlands": "highlands", "lowlands": "lowlands"}
    assert choices("castles", on) == {"Kq": "Kq Q", "KS": "KS"}
    found = dict(presets(on))
    assert found["control of any of some castles"]["castles"] == ["KS"]
    assert found["tiles (lowlands only)"] == cases(__file__, "tiles_lowlands")


def test_every_condition_is_offered_with_the_text_of_the_shipped_card() -> None:
    found = presets(desk(changed={"missions.yaml": {"deck": "32", "cards": []}}))
    made = {card["id"]: card for _, card in found}
    assert len(made) == len(found) == 1 + len(METRICS) + 2 * 3 + 1
    for card in content("missions.yaml")["cards"]:
        same = {**card, "provenance": "owner", "copies_provenance": "owner", "copies": "1"}
        assert made.pop(card["id"]) == same
    assert [*made] == ["tiles_whole"]  # name.tiles is the metric


def test_ids_differ_from_those_of_the_deck() -> None:
    ids = [card["id"] for _, card in presets(desk())]
    assert "castles_all_2" in ids
    assert not {*ids} & {card["id"] for card in content("missions.yaml")["cards"]}


@pytest.mark.parametrize("deck", [None, "none", {"cards": "none"}, {"cards": [None, {"id": []}]}])
def test_unfinished_files_do_no_harm(deck: Any) -> None:
    on = desk(changed={"missions.yaml": deck, "maps/default.yaml": None})
    assert choices("area", on) == choices("castles", on) == {}
    assert presets(on)


def test_whatever_is_offered_can_be_loaded(tmp_path: Path) -> None:
    """The whole list as the deck, filled up with the card without condition."""
    for modules in ((), ("ireland",)):
        cards = [deepcopy(card) for _, card in presets(desk("en", modules, {"missions.yaml": None}))]
        cards[0]["copies"] = str(33 - len(cards))
        (tmp_path / "missions.yaml").write_text(json.dumps({"deck": "32", "cards": cards}), "utf-8")
        printed = load_printed(Folder(DATA, "data/rebirth", overlay=tmp_path))
        assert len(printed.missions) == len(cards)
