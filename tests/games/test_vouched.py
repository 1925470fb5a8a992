"""Everything of a game vouched for by an owner: it can be loaded, and says so instead of what it said before."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core.base.errors import InvalidFile
from tilewright.core.box.claims import vouched
from tilewright.core.box.plain_values import put
from tilewright.core.box.shipped_files import ShippedFiles
from tilewright.core.draw.text import draw_text
from tilewright.core.rules.ruleset import Rules

from ..cases import cases

OURS = {
    "en": ("reconstructed", "derived", "We named"),
    "de": ("rekonstruiert", "abgeleitet", "selbst benannt"),
    "pl": ("rekonstruowan", "wywnioskowan", "nazwaliśmy"),
}
THEIRS = {"en": "the owner of a box", "de": "jemandem, der das Spiel besitzt", "pl": "od właściciela gry"}


def owned(game: str, module: str, folder: Path) -> Rules:
    """The ruleset with every file vouched for, and every count put right that a check knows."""
    stock = ShippedFiles.of(game)
    whole = {name: vouched(stock.kinds[name], content) for name, content in stock.shipped.items()}
    for _ in range(5):
        for name, content in whole.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(json.dumps(content), "utf-8")
        try:
            return tw.load(game, [module] if module else [], data=folder)
        except InvalidFile as error:
            assert all(one.right is not None for one in error.problems), str(error)
            for one in error.problems:
                name = Path(one.file).relative_to(folder).as_posix()
                whole[name] = put(whole[name], one.path, one.right)
    raise AssertionError("what is right does not help")


@pytest.mark.parametrize(("game", "module"), cases(__file__, "owners_are_named"))
def test_owners_are_named(game: str, module: str, tmp_path: Path) -> None:
    rules = owned(game, module, tmp_path)
    for lang in ("en", "de", "pl"):
        said = " ".join(rules.provenance(lang))
        assert THEIRS[lang] in said
        assert not [word for word in OURS[lang] if word in said], said
        for sheet in rules.game.sheets.values():
            draw_text(sheet(rules, lang))
    assert rules.new(2, seed=1).to_act
