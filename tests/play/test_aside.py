"""Pieces set aside that nobody sees: the kit holds them, records keep them, and what is shared does not tell them."""

from __future__ import annotations

from pathlib import Path

import attrs

import tilewright as tw
from tilewright.core import testing
from tilewright.core.base.chance import Stream
from tilewright.core.play.match import Match
from tilewright.core.play.redaction import shared
from tilewright.core.play.replay import replay
from tilewright.core.record import format
from tilewright.core.rules.events import Log
from tilewright.core.rules.zones import set_aside, zone

from ..toys import meadow
from ..toys.paper import plugin

ASIDE = 3


@attrs.define(eq=False)
class Shorter(meadow.Meadow):
    """Meadow with some tiles that nobody knows; at the end they are shown."""

    aside: list[int] = zone("tile", "none", "row", per_seat=False, shown=True, factory=list)


def set_up(state: Shorter, log: Log | None) -> None:
    meadow.set_up(state, log)
    set_aside(state, "bag", "aside", log, ASIDE)


RULES = tw.load(plugin(attrs.evolve(meadow.GAME, name="shorter", state=Shorter, set_up=set_up)))


def test_the_kit_holds_a_game_that_sets_pieces_aside() -> None:
    findings = testing.run(RULES, games=2, every=4)
    assert [finding.check for finding in findings] == [*testing.CHECKS]
    assert [finding.said for finding in findings if finding.outcome == "broken"] == []


@attrs.define(eq=False)
class Unordered(meadow.Meadow):
    """The same, with a zone whose order means nothing."""

    aside: list[int] = zone("tile", "none", per_seat=False, shown=True, factory=list)


def test_a_zone_without_order_does_not_tell_the_order_of_drawing() -> None:
    rules = tw.load(plugin(attrs.evolve(meadow.GAME, name="unordered", state=Unordered, set_up=set_up)))
    testing.conforms(rules, ["scenes", "saving"], games=2, every=4)
    first = rules.new(2, seed=4)
    assert first.aside == sorted(first.aside) != RULES.new(2, seed=4).aside  # type: ignore[attr-defined]


def test_a_record_keeps_them_and_a_shared_one_does_not_tell_them(tmp_path: Path) -> None:
    path, chooser = tmp_path / "match.jsonl", Stream(1, "test")
    match = Match(RULES, ["anna", "bruno"], seed=4, record=path)
    names = [meadow.KINDS[kind] for kind in match.state.aside]  # type: ignore[attr-defined]
    while not match.over:
        match.play(chooser.pick(match.state.legal(match.state.to_act[0])))
    match.close()
    found = format.read(path)
    drawn = [line.content for line in found.lines if line.content.get("to") == ""]
    assert [line["value"] for line in drawn] == names and len(names) == ASIDE
    for verify in (False, True):
        assert replay(found, verify=verify, rules=RULES).state == match.state
    for seat in (0, 1, None):
        told = [line for line in shared(found, seat, RULES) if line.get("to") == ""]
        assert [sorted(line) for line in told] == [["draw", "n", "to"]] * ASIDE
