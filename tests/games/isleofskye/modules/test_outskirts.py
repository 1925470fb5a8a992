"""Outskirts: what scenes cannot say, and data that does not work out."""

from __future__ import annotations

import shutil
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import InvalidFile
from tilewright.core.land.grid import SQUARE4
from tilewright.games.isleofskye.income import income
from tilewright.games.isleofskye.modules._outskirts.files import CURVE
from tilewright.games.isleofskye.modules._outskirts.state import NAME

from ....cases import cases

DATA = files("tilewright.data") / "isleofskye" / "modules" / NAME


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_what_lies_at_curves(seats: int) -> None:
    """IS-OUT-3, IS-OUT-4, IS-OUT-10: no straight edge lies at a curve; the back is up where both straight edges are
    joined, and nowhere else; IS-OUT-2: one a round, so that with five players one at least is left."""
    rules = tw.load("isleofskye", modules=[NAME])
    for seed in range(4):
        state: Any = rules.new(seats, seed=seed)
        stream = Stream(seed, "outskirts")
        while not state.over:
            state.apply(stream.pick(state.legal(state.to_act[0])))
            for board in state.territories:
                _lies_well(board)
        for left in state.slices[NAME].sets:
            assert len(left) >= (1 if seats == 5 else 0)


def _lies_well(board: Any) -> None:
    for key in board:
        face = board.face(key)
        open_edges = 0
        for side, letter in enumerate(face.edges):
            near = key + SQUARE4.offsets[side]
            if near in board:
                assert board.face(near).edges[(side + 2) % 4] == letter
            elif letter != CURVE:
                open_edges += 1
        if face.name.startswith("O"):
            assert face.name.endswith("-back") == (open_edges == 0)


def test_the_barrel_of_the_beacon_brings_no_gold(tmp_path: Path) -> None:
    """IS-OUT-7, IS-OUT-12: even with a road to it; it counts as a tile with barrels all the same."""
    with as_file(DATA) as folder:
        shutil.copytree(folder, tmp_path / "modules" / NAME)
    file = tmp_path / "modules" / NAME / "outskirts.yaml"
    text = file.read_text("utf-8")
    dry = "    has: [lighthouse W, ship W, barrel W]\n"
    assert text.count(dry) == 1
    file.write_text(text.replace(dry, f"    road: [ne]\n{dry}"), "utf-8")
    for readme in (tmp_path / "modules" / NAME).glob("*.md"):
        readme.unlink()
    rules = tw.load("isleofskye", modules=[NAME], data=tmp_path)
    state: Any = rules.new(2)
    found = rules.assembled
    beacon, number = found.tiles[rules.pieces["tile"].index("O3")], 0
    board = state.territories[0].clone()
    # Straight in the north and east: mountain in the north, water in the east. The castle's west is mountain.
    found.lay(board, SQUARE4.read("-1,0"), beacon.back.face, 1)
    state.territories[0] = board
    assert board.roads.size(board.road(0, 0)) == 2
    assert beacon.back.marks[6] == 1
    assert income(state, number)["barrel_income"] == 0


BROKEN: dict[str, Any] = cases(__file__, "broken")


@pytest.mark.parametrize("name", BROKEN)
def test_broken_data(name: str, tmp_path: Path) -> None:
    """What is wrong is said with file and line."""
    before, after, said = BROKEN[name]
    text = (DATA / "outskirts.yaml").read_text("utf-8")
    assert before in text
    folder = tmp_path / "modules" / NAME
    folder.mkdir(parents=True)
    (folder / "outskirts.yaml").write_text(text.replace(before, after, 1), "utf-8")
    with pytest.raises(InvalidFile, match=rf"outskirts\.yaml:\d+.*{said}"):
        tw.load("isleofskye", modules=[NAME], data=tmp_path)


def test_provenance_is_said() -> None:
    """IS-OUT-7: what is only pictured in the rulebook is marked as reconstructed."""
    rules = tw.load("isleofskye", modules=[NAME])
    assert any("all 6 outskirts are reconstructed" in sentence for sentence in rules.provenance())
