"""The module's own tests, as its author runs them: `pip install . && pytest`."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright import testing
from tilewright.authoring import InvalidFile
from tilewright.core.rules.plugins import found
from tilewright.testing import scenes

if "glenmore.smiths" not in found("module"):
    pytest.skip("tilewright-smiths is not installed", allow_module_level=True)

RULES = tw.load("glenmore", modules=["smiths"])
SCENES = scenes.read(Path(__file__).parent / "scenes" / "smiths.yaml")


def test_scenes() -> None:
    for scene in SCENES:
        for under in scene.expectations:
            outcome = scenes.run(scene, under)
            assert not outcome.problems, "\n".join(map(str, outcome.problems))


def test_every_rule_is_cited_by_a_scene() -> None:
    cited = {rule for scene in SCENES for rule in scene.cites}
    assert set(RULES.rule_texts()) - set(tw.load("glenmore").rule_texts()) <= cited


def test_the_kit_holds() -> None:
    testing.conforms(RULES, games=1, seats=[2], every=60)


def test_the_other_tiles_come_in_the_order_in_which_they_come_without_it() -> None:
    """SM-TILE-1: a pile is ordered by a number for each tile, so that those added leave the others alone."""
    plain = tw.load("glenmore")
    for seed in range(5):
        state, alone = (rules.new(4, seed=seed) for rules in (RULES, plain))
        assert state.chain == alone.chain  # type: ignore[attr-defined]
        for number, (stack, before) in enumerate(zip(stacks(state), stacks(alone), strict=True)):
            added = [name for name in stack if name not in plain.pieces["stack1"]]
            assert [name for name in stack if name not in added] == before
            wanted = {1: ["smithy"] * 2, 2: ["gretna_green", "smithy_road"]}
            assert sorted(added) == wanted.get(number, [])


def stacks(state: Any) -> list[list[str]]:
    """The ids of the tiles in each stack."""
    return [[state.printed.kinds[kind].id for kind in stack] for stack in state.stacks()]


def test_it_is_drawn_and_explained() -> None:
    state: Any = RULES.new(3, seed=4)
    state.slices["smiths"].horseshoes[1] = 2
    show = RULES.show(state.view(0), "de")
    assert ("+U", "1 Hufeisen") in [(ink.text, said) for ink, said in show.legend]
    [panel] = [panel for panel in show.panels if panel.title == "Hufeisen"]
    assert [row[1].text for row in panel.rows] == ["-", "UU", "-"]


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("tiles.yaml", "id: smithy\n", "id: s2_tavern\n", "the game has a tile 's2_tavern' already"),
        ("tiles.yaml", "kind: smithy\n  cost: {wood: 1}\n  sign", "kind: forge\n  cost: {wood: 1}\n  sign",
         "messages.yaml has no 'show.effect_forge', which explains the sign"),
        ("tiles.yaml", "card: gretna_green", "card: gretna", "there is no card 'gretna'; did you mean 'gretna_green'?"),
        ("tiles.yaml", "stack: 1", "stack: 0", "known: 1, 2, 3"),
        ("cards.yaml", "id: gretna_green", "id: loch_ness", "the game has a card 'loch_ness' already"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_where_it_is(tmp_path: Path, file: str, old: str, new: str, said: str) -> None:
    theirs = tmp_path / "modules" / "smiths"
    theirs.mkdir(parents=True)
    text = (files("smiths") / "data" / file).read_text("utf-8")
    assert old in text
    (theirs / file).write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(InvalidFile) as refused:
        tw.load("glenmore", modules=["smiths"], data=tmp_path)
    assert said in str(refused.value) and f"{file}:" in str(refused.value)
