"""Positions of the module Ireland written by hand, its data broken on purpose, and the script that made it."""

from __future__ import annotations

import shutil
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import InvalidFile
from tilewright.core.land.grid import HEX
from tilewright.core.rules.ruleset import Rules
from tilewright.games.rebirth.modules._ireland.state import NAME
from tilewright.games.rebirth.state import RebirthState

from ...scenery import back

DATA = Path(str(files("tilewright.data"))) / "rebirth" / "modules" / NAME
NAMES = ["anna", "bruno", "clara", "dan"]


def loaded(**options: object) -> Rules:
    """Rebirth with Ireland; the module's options are written with `__` for the dot."""
    return tw.load("rebirth", modules=[NAME], options={k.replace("__", "."): v for k, v in options.items()})


def begun(given: str, players: int = 3, rules: Rules | None = None, **options: object) -> RebirthState:
    """The state of a position; `given` are lines of YAML."""
    lines = "\n".join(f"  {line}" for line in given.strip().splitlines())
    names = ", ".join(NAMES[:players])
    text = f"game: rebirth\nmodules: [{NAME}]\nplayers: [{names}]\ngiven:\n{lines}\n"
    return cast(RebirthState, back(text, rules or loaded(**options)))


def after(state: RebirthState, *moves: str) -> RebirthState:
    """The state, with these moves made by whoever is to act."""
    for move in moves:
        state.apply(state.rules.read(move, state, state.to_act[0]))
    return state


def refusal(state: RebirthState, move: str, lang: str = "en") -> str:
    """What is said when whoever is to act tries this move."""
    found = state.check(state.rules.read(move, state, state.to_act[0]))
    assert found is not None, f"{move} is legal"
    return state.rules.say_refusal(found, state.seats, lang)


def replaced(tmp_path: Path, file: str, *changes: tuple[str, str]) -> Path:
    """A folder for `--data` in which one file of the module has other texts in some places."""
    text = (DATA / file).read_text("utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    theirs = tmp_path / "modules" / NAME / file
    theirs.parent.mkdir(parents=True, exist_ok=True)
    theirs.write_text(text, "utf-8")
    return tmp_path


def refused(tmp_path: Path, file: str, *changes: tuple[str, str]) -> list[str]:
    """What is said about the file with these changes, each line without the folder."""
    data = replaced(tmp_path, file, *changes)
    with pytest.raises(InvalidFile) as caught:
        tw.load("rebirth", modules=[NAME], data=data)
    start = f"{(data / 'modules' / NAME / file).as_posix()}:"
    said = str(caught.value).splitlines()
    assert all(line.startswith(start) for line in said), said
    shutil.rmtree(data / "modules")
    return [line.removeprefix(start) for line in said]


def best(state: RebirthState, *deaf: str) -> str:
    """The move of the highest worth to whoever is to act, without these labels."""
    choices = state.rules.choices(state.view(state.to_act[0]))
    return str(
        max(choices, key=lambda one: sum(points for key, points in one.lines if key not in deaf)).action
    )


def greedy(state: RebirthState) -> str:
    """The move that greedy makes."""
    view = state.view(state.to_act[0])
    return str(bots.make("greedy", state.rules).choose(view, Stream(1)))


def changes(state: RebirthState, label: str, move: str) -> None:
    """Greedy makes this move, and would make another one without the label."""
    assert greedy(state) == move == best(state)
    assert best(state, label) != move


def placed(state: RebirthState, at: str) -> int:
    """The cell at a hex."""
    return state.printed.cell_at[HEX.at(HEX.read(at))]


def lines(state: RebirthState, seat: int) -> list[tuple[int, str]]:
    """Every score line of the seat: points and reason."""
    return [(line.amount, line.reason) for line in state.score_lines() if line.seat == seat]


def part_of(state: RebirthState) -> Any:
    return state.slices[NAME]


PLAIN = loaded()
OTHER = loaded(
    ireland__bonuses="optional",
    ireland__order="towers_first",
    ireland__ignored_bonus="kept",
    ireland__two_draws="five",
    ireland__own_mission="double",
    ireland__second_no_place="back",
    ireland__aside="hidden",
    ireland__private_lost="end_only",
    ireland__three_points="once",
    several_neighbours="one",
)
THIRD = loaded(no_place="out", ireland__drawn=5, ireland__displayed=11, ireland__link_least=2, set_aside=9)
RULES = {"default": PLAIN, "other": OTHER, "third": THIRD}
FOOD, ENERGY, ONE, TWO, THREE, FOUR = range(6)

SECRETS = """
hand: {anna: food, bruno: [food, energy]}
towers: {Tc: second_tile}
ireland.apart: {anna: [settlement-3, food, energy, food]}
ireland.private: {anna: [castle_ring_4]}
"""
DOUBLE = """
hand: {anna: food}
towers: {Tc: doubling, TT: doubling}
ireland.display: [food_5, link_3_towers]
ireland.fulfilled: {food_5: anna}
"""
BONUS = "hand: {anna: food}\ntowers: {Tc: three}"
CARD = """
tiles: {"-5,12": anna food, "-4,12": anna food, "-5,13": anna food, "-4,13": anna food, "0,5": anna food}
hand: {anna: food}
towers: {Tk: draw_three}
"""
