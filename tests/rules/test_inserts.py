"""What modules insert into the schedule: beside an anchor, in an order that depends on nobody."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.errors import PluginError
from tilewright.core.rules.events import Log
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.schedule import Automatic, Insert, Phase, once, program
from tilewright.core.rules.state import State

from ..cases import cases
from ..toys import river


class Named(Automatic[Any]):
    """A step that does nothing."""

    def __init__(self, name: str) -> None:
        self.name = name

    def run(self, state: State, seat: int, log: Log | None) -> None:
        pass


def steps_after(*inserts: tuple[str, Insert]) -> list[str]:
    phases = [Phase("one", once, [Named("buy"), Named("build")]), Phase("two", once, [Named("score")])]
    whole, _ = program(phases, list(inserts), [])
    return [step.name for phase in whole for step in phase.steps]


def test_steps_are_inserted_before_and_after_an_anchor() -> None:
    assert steps_after(("m", Insert(Named("bless"), "buy"))) == ["buy", "bless", "build", "score"]
    assert steps_after(("m", Insert(Named("bless"), "score", "before"))) == ["buy", "build", "bless", "score"]


def test_the_order_of_insertions_does_not_matter() -> None:
    """Sorted by stated priority, then by the module's name."""

    def inserts() -> list[tuple[str, Insert]]:
        return [
            ("druids", Insert(Named("chant"), "buy")),
            ("tunnel", Insert(Named("dig"), "buy")),
            ("bonus", Insert(Named("gift"), "buy", priority=1)),
            ("fair", Insert(Named("early"), "buy", "before", priority=-1)),
            ("zoo", Insert(Named("late"), "buy", "before")),
        ]

    found = {tuple(steps_after(*(inserts()[n] for n in order))) for order in permutations(range(5))}
    assert found == {("early", "late", "buy", "chant", "dig", "gift", "build", "score")}


def test_a_phase_is_inserted_beside_a_phase() -> None:
    phases = [Phase("one", once, [Named("buy")]), Phase("two", once, [Named("score")])]
    inserts = [
        ("fair", Insert(Phase("fair", once, [Named("dance")]), "one")),
        ("zoo", Insert(Phase("zoo", once, [Named("feed")]), "phase one", "before")),
        ("zoo", Insert(Named("sing"), "dance")),
    ]
    whole, nodes = program(phases, inserts, [])
    assert [phase.label for phase in whole] == ["zoo", "one", "fair", "two"]
    assert [phase.following.label for phase in whole] == ["one", "fair", "two", "zoo"]
    assert [node.name for node in nodes[4:]] == ["feed", "buy", "dance", "sing", "score"]


def test_an_anchor_that_does_not_exist_is_named() -> None:
    with pytest.raises(
        PluginError, match="module m: there is no step 'bye'; known: build, buy, phase one, phase two, score"
    ):
        steps_after(("m", Insert(Named("bless"), "bye")))


def test_two_steps_of_one_name_are_refused() -> None:
    with pytest.raises(PluginError, match="two steps or phases are called build; one is inserted by m"):
        steps_after(("m", Insert(Named("build"), "buy")), ("other", Insert(Named("bless"), "buy")))


def test_nodes_are_numbered_and_found_by_name() -> None:
    rules: Rules = tw.load(river.PLUGIN)
    assert [node.index for node in rules.nodes] == list(range(len(rules.nodes)))
    assert sorted(rules.by_name) == cases(__file__, "by_name")
