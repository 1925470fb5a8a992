"""The pictures of docs/ for authors are those of the code, show every symbol, and the examples of each class run."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from typing import Any

import attrs

import tilewright as tw
from tilewright.authoring import Log, Phase, Rules, clockwise
from tilewright.core.draw.symbols import SYMBOLS
from tilewright.core.draw.text import draw_text
from tilewright.core.testing.picture_checks import misdrawn

from ..toys.paper import plugin as toy
from .sources import ROOT, script

CLASSES = (
    *("Captions", "Show", "Diagram", "Spot", "Offer", "Piece", "Way", "Look", "Panel", "Ink", "Plate"),
    *("Picture", "Goal", "Round", "Ground"),
)
DOCS = ROOT / "docs"


@cache
def drawer() -> Any:
    return script("docs", "symbols.py")


def test_the_pictures_are_those_of_the_code() -> None:
    made = drawer()
    for name, drawn in made.PICTURES.items():
        assert (DOCS / name).read_text("utf-8") == drawn(), "python docs/symbols.py writes it"
    page = (DOCS / "showing.md").read_text("utf-8")
    assert made.page(page) == page, "python docs/symbols.py writes it"
    named = {name for name in SYMBOLS if not name.startswith("g-")}
    assert {name for name in named if f">{name}</text>" in made.sheet()} == named
    assert {name for name in named if f"`{name}`" in page} == named


def test_the_examples_declare_nothing_unknown() -> None:
    made = drawer()
    assert not [problem for one in (made.example, *made.DRAWN) for problem in misdrawn(one())]


def brook() -> tuple[Any, Rules]:
    """The examples, and the game of the guide, whose positions they draw."""
    drawer()  # makes both importable
    return import_module("drawing_examples"), tw.load(import_module("brook"))


def test_each_class_has_an_example_that_runs() -> None:
    examples, rules = brook()
    view = rules.new(["anna", "bruno"], seed=3).view(0)
    for one in (examples.goal_example(), examples.captions_example(view), examples.offer_example(view)):
        assert not [*misdrawn(one)] and draw_text(one, width=80)
    shown = examples.show_example(view)
    assert len(shown.offers) == len(view.legal()) and shown.progress == "1 tiles lie"
    assert (
        examples.captions_example(view).title == "drawn"
        and len(examples.offer_example(view).boards[0].spots) == 7
    )
    page = (DOCS / "drawing.md").read_text("utf-8")
    assert [name for name in CLASSES if not re.search(rf"^## (\w+ and )?{name}\b", page, re.M)] == []
    examples.play_out_example(rules)


def test_a_tile_of_several_is_chosen() -> None:
    examples, rules = brook()
    turn = Phase("turn", clockwise(rounds=True), [examples.ChooseStep()], turns=True)

    def set_up(state: Any, log: Log | None) -> None:
        rules.game.set_up(state, log)
        state.drawn[:] = [0, 5, 5]

    plugin = toy(attrs.evolve(rules.game, phases=lambda rules: [turn], set_up=set_up, conserved=None))
    state = tw.load(plugin).new(2, seed=3)
    moves = [str(action) for action in state.legal(0)]
    assert {move.split()[1] for move in moves} == {"T0", "T5"} and len(moves) > 30
    refused = state.check(state.rules.read("place T1 1,0", state, 0))
    assert refused is not None and refused.reasons[0].rule == "BR-BAG"
