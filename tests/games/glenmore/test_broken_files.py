"""Data of Glen More that does not work out is refused, and every place is named."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from tilewright.core.base.errors import InvalidFile
from tilewright.core.text.folder import Folder
from tilewright.games.glenmore.printed import load_printed

DATA = files("tilewright.data") / "glenmore"
FILES = ("box", "cards", "tiles")
STACK3 = """  3: {count: 17, provenance: public-source, source: "the tiles' backs"}\n"""

BROKEN: dict[str, tuple[str, str, str, list[str]]] = {
    # name: file, what is replaced, by what; then where (a text of the file, ^ before the place) and what is said
    "a tile too many": (
        "tiles.yaml",
        "- id: s1_meadow\n",
        "- id: s1_meadow\n  count: 2\n",
        ["box.yaml | 1: {count: ^23 | stacks.1.count: tiles.yaml has 24 of this stack"],
    ),
    "a tile of another stack": (
        "tiles.yaml",
        "stack: 2\n  frame: brown\n  kind: butcher",
        "stack: 3\n  frame: brown\n  kind: butcher",
        [
            "box.yaml | 2: {count: ^19 | stacks.2.count: tiles.yaml has 18 of this stack",
            "box.yaml | 3: {count: ^17 | stacks.3.count: tiles.yaml has 18 of this stack",
        ],
    ),
    "stacks that do not make up the tiles": (
        "box.yaml",
        "tiles: {count: 72",
        "tiles: {count: 71",
        ["box.yaml | tiles: {count: ^71 | pieces.tiles.count: the stacks make 72"],
    ),
    "a stack left out": ("box.yaml", STACK3, "", ["box.yaml | ^stacks: | stacks: no stack 3"]),
    "a river too many": (
        "tiles.yaml",
        "- id: castle_moil\n",
        "- id: castle_moil\n  river: true\n",
        ["box.yaml | rivers: {count: ^16 | rivers.count: tiles.yaml has 17, start villages left out"],
    ),
    "a road lost": (
        "tiles.yaml",
        "  road: true\n  card: donan_castle\n",
        "  card: donan_castle\n",
        ["box.yaml | roads: {count: ^17 | roads.count: tiles.yaml has 16, start villages left out"],
    ),
    "more members than there are": (
        "cards.yaml",
        "once: {member: 1}",
        "once: {member: 2}",
        [
            "box.yaml | members: {count: ^25 | pieces.members.count: tiles and cards can bring 26 members "
            "into play (GM-AMB-13)"
        ],
    ),
    "a resource that there is not": (
        "tiles.yaml",
        "cost: {different: 2}",
        "cost: {wodo: 2}",
        ["tiles.yaml | cost: {^wodo: 2} | loch_oich.cost.wodo: unknown key; did you mean 'wood'?"],
    ),
    "a cube that no tile makes": (
        "tiles.yaml",
        "{does: produce, cube: any}",
        "{does: produce, cube: whisky}",
        [
            "tiles.yaml | {does: produce, cube: ^whisky} | iona_abbey.each.cube: 'whisky' is not allowed; known: "
            "wood, stone, sheep, cattle, grain, any"
        ],
    ),
    "a frame that there is not": (
        "tiles.yaml",
        "frame: yellow\n  kind: abbey",
        "frame: yelow\n  kind: abbey",
        ["tiles.yaml | frame: ^yelow | iona_abbey.frame: 'yelow' is not allowed; did you mean 'yellow'?"],
    ),
    "a negative cost": (
        "tiles.yaml",
        "cost: {different: 2}",
        "cost: {different: -2}",
        ["tiles.yaml | ^cost: {different: -2} | loch_oich.cost: 'different' must be >= 0: -2"],
    ),
    "more different cubes than there are": (
        "tiles.yaml",
        "cost: {different: 2}",
        "cost: {different: 6}",
        ["tiles.yaml | cost: {different: ^6} | loch_oich.cost.different: there are five kinds of cube"],
    ),
    "a tile given twice": (
        "tiles.yaml",
        "- id: s3_meadow\n",
        "- id: s3_grain\n",
        ["tiles.yaml | ^s3_grain\n  names: {en: Wheat | s3_grain.id: 's3_grain' is given twice"],
    ),
    "points that no option states": (
        "tiles.yaml",
        "vp: grocer_vp",
        "vp: grocer_pv",
        [
            "tiles.yaml | vp: ^grocer_pv | s3_grocer.each.vp: 'grocer_pv' is neither a whole number nor an option; "
            "did you mean 'grocer_vp'?"
        ],
    ),
    "a fair that skips a number": (
        "tiles.yaml",
        "4: 8, 5: 12}",
        "5: 12}",
        [
            "tiles.yaml | does: different, ^vp: {1: 1, 2: 3, 3: 5, 5: 12} | s3_fair_large.each.vp: "
            "expected points for 1, 2, 3 ... cubes, none left out"
        ],
    ),
    "an activation without its number": (
        "tiles.yaml",
        "{does: any, count: 3, vp: grocer_vp}",
        "{does: any, vp: grocer_vp, points: 2}",
        [
            "tiles.yaml | ^each: {does: any | s3_grocer.each: 'any' needs 'count'",
            "tiles.yaml | points: ^2} | s3_grocer.each.points: 'any' has no 'points'",
        ],
    ),
    "an exchange for nothing": (
        "tiles.yaml",
        "give: {stone: 1, wood: 1}, vp: bridge_vp}",
        "give: {stone: 1, wood: 1}}",
        [
            "tiles.yaml | ^each: {does: exchange, give: {stone | s3_bridge_river.each: 'exchange' needs either "
            "'vp' or 'whisky'",
        ],
    ),
    "a village that takes cubes for points": (
        "tiles.yaml",
        "kind: bridge",
        "kind: village",
        [
            "tiles.yaml | does: ^exchange, give: {stone | s3_bridge_river.each.does: points for cubes are given by "
            "butcher, fair, grocer, bridge, not by village",
        ],
    ),
    "a card on two tiles": (
        "tiles.yaml",
        "card: loch_shiel",
        "card: loch_oich",
        [
            "cards.yaml | id: ^loch_shiel | loch_shiel.id: no tile brings this card",
            "tiles.yaml | card: ^loch_oich\n  provenance: public-source\n  rulebook_confirms: [frame, cost | "
            "loch_oich.card: another tile brings 'loch_oich' already",
            "tiles.yaml | ^names: {en: Loch Shiel} | loch_shiel.names: the card has other names",
        ],
    ),
    "a card that there is not": (
        "tiles.yaml",
        "card: loch_shiel",
        "card: loch_schiel",
        [
            "cards.yaml | id: ^loch_shiel | loch_shiel.id: no tile brings this card",
            "tiles.yaml | card: ^loch_schiel | loch_shiel.card: there is no card 'loch_schiel'; "
            "did you mean 'loch_shiel'?",
        ],
    ),
    "a card with two tiles of one kind": (
        "tiles.yaml",
        "- id: loch_shiel\n",
        "- id: loch_shiel\n  count: 2\n",
        [
            "box.yaml | 3: {count: ^17 | stacks.3.count: tiles.yaml has 18 of this stack",
            "box.yaml | rivers: {count: ^16 | rivers.count: tiles.yaml has 17, start villages left out",
            "tiles.yaml | card: ^loch_shiel | loch_shiel.card: 2 tiles bring 'loch_shiel', which is a single card",
        ],
    ),
    "points at the end for nothing in particular": (
        "cards.yaml",
        "final: {kind: village, points: 3}",
        "final: {points: 3}",
        ["cards.yaml | ^final: {points: 3} | duart_castle.final: expected either 'frame' or 'kind'"],
    ),
    "a circuit that is full": (
        "box.yaml",
        "5: {stack0: 8, stack1: 0",
        "5: {stack0: 8, stack1: 1",
        [
            "box.yaml | ^5: {stack0 | setup.5: 14 of 14 spaces are occupied; all but one must be (GM-SETUP-9)",
        ],
    ),
    "tiles of stack 1 before those of stack 0": (
        "box.yaml",
        "4: {stack0: 8, stack1: 1",
        "4: {stack0: 7, stack1: 2",
        [
            "box.yaml | 4: {stack0: 7, stack1: ^2 | setup.4.stack1: tiles of stack 0 come first (GM-SETUP-8), "
            "and some are left",
        ],
    ),
    "players without a set-up": (
        "box.yaml",
        "players: [2, 5]",
        "players: [1, 5]",
        ["box.yaml | ^setup: | setup: expected one line for each of 1 to 5 players"],
    ),
    "a dear space first": (
        "box.yaml",
        "values: [1, 2, 3]",
        "values: [2, 1, 3]",
        ["box.yaml | ^values: [2, 1, 3] | prices.values: expected the cheapest space first"],
    ),
    "a die that stands still": (
        "box.yaml",
        "values: [1, 1, 1, 2, 2, 3]",
        "values: [0, 1, 1, 2, 2, 3]",
        ["box.yaml | ^values: [0, 1, 1, | die.values: the die moves by one tile or more (GM-DIE-4)"],
    ),
    "a key that there is not": (
        "box.yaml",
        "rivers: {",
        "riwers: {",
        [
            "box.yaml | ^riwers: | riwers: unknown key; did you mean 'rivers'?",
            "box.yaml | ^# What lies | key 'rivers' is missing",
        ],
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_data_is_refused_at_its_place(tmp_path: Path, name: str) -> None:
    """GM-COMP-2, GM-COMP-3, GM-COMP-8, GM-SETUP-10, GM-AMB-13."""
    file, old, new, said = BROKEN[name]
    texts = {f"{one}.yaml": (DATA / f"{one}.yaml").read_text("utf-8") for one in FILES}
    assert texts[file].count(old) == 1, old
    texts[file] = texts[file].replace(old, new)
    (tmp_path / file).write_text(texts[file], "utf-8")
    with pytest.raises(InvalidFile) as caught:
        load_printed(Folder(DATA, "data/glenmore", overlay=tmp_path))
    expected = []
    for where, snippet, message in (line.split(" | ") for line in said):
        before, after = snippet.split("^")
        assert texts[where].count(before + after) == 1, snippet
        at = texts[where].index(before + after) + len(before)
        line, column = texts[where].count("\n", 0, at) + 1, at - texts[where].rfind("\n", 0, at)
        place = tmp_path.as_posix() if where == file else "data/glenmore"
        expected.append(f"{place}/{where}:{line}:{column}: {message}")
    assert sorted(str(caught.value).splitlines()) == sorted(expected)
