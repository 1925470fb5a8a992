"""Rulesets that are broken on purpose: each fault is caught by the check that is named after it, with its words."""

from __future__ import annotations

import runpy
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

import attrs
import pytest

import tilewright as tw
from tilewright.core import testing
from tilewright.core.play import match as matches
from tilewright.core.play import recorded_game
from tilewright.core.record.writer import Writer
from tilewright.core.rules import views as view_file
from tilewright.core.rules import zones
from tilewright.core.rules.events import Log
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.state import State
from tilewright.core.rules.zones import KEY

from ..cases import soaked
from ..toys import auction, nim, river
from ..toys.broken import (
    claims,
    copies,
    drawing,
    forgotten,
    judging,
    lessons,
    luck,
    moves,
    orders,
    results,
    secrets,
    shape,
)
from ..toys.broken.plant import AT_THE_TABLE, FAULTS, FORGOTTEN, at_the_table, auction_steps

DOCS = Path(__file__).parents[2] / "docs"
ROOMS = (shape, moves, results, secrets, judging, claims, copies, drawing, lessons, luck, orders, forgotten)
"""Where the faults are planted: importing a room notes its faults."""


DAILY = ("a_set_that_is_iterated_in_a_step", "an_option_that_scores_without_a_line")
SLOW = [
    name for name, planted in FAULTS.items() if planted[0] in ("workers", "options") and name not in DAILY
]
"""Faults that only other processes or many settings show, which takes long; one of them is enough every day."""


@pytest.mark.parametrize("name", [*(name for name in FAULTS if name not in SLOW), *soaked(*SLOW)])
def test_the_fault_is_caught_by_the_check_that_names_it(name: str) -> None:
    check, words, rules, given = FAULTS[name]
    [finding] = testing.run(rules(), [check], **{"games": 2, "every": 4, **given})
    assert finding.outcome == "broken", f"{check} does not see {name}"
    assert words in finding.said, finding.said
    assert check != "lessons" or "\n" not in finding.said, finding.said  # it lists all that is wrong


@pytest.mark.parametrize("name", FORGOTTEN)
def test_what_was_forgotten_is_warned_of_and_breaks_nothing(name: str) -> None:
    check, words, rules = FORGOTTEN[name]
    [finding] = testing.run(rules(), [check], games=1)
    assert finding.outcome != "broken", finding.said
    assert len({warned.kind for warned in finding.warnings}) == 1, finding.warnings
    assert any(words in warned.said for warned in finding.warnings), finding.warnings


def test_every_check_has_a_fault_that_it_catches() -> None:
    assert len(FAULTS) > 50 and all(room.__doc__ for room in ROOMS)
    noted = [check for check, *_ in FAULTS.values()] + [check for check, _ in AT_THE_TABLE]
    noted += [check for check, *_ in FORGOTTEN.values()]
    assert set(noted) == set(testing.CHECKS)


def test_the_page_of_faults_is_that_of_the_code() -> None:
    written = (DOCS / "faults.md").read_text("utf-8")
    assert written == runpy.run_path(str(DOCS / "faults.py"))["page"](), "run python docs/faults.py"
    assert all(f"| {name.replace('_', ' ')} |" in written for name in [*FAULTS, *FORGOTTEN])


def test_a_game_without_end_is_played_once() -> None:
    """The first check that plays it says so; no other waits until the turn limit again."""
    findings = testing.run(results.a_game_without_end(), games=2)
    assert [finding.outcome for finding in findings] == ["broken"] + ["skipped"] * (len(testing.CHECKS) - 1)
    assert "no end after 50 decisions" in findings[0].said and "do not end" in findings[1].said


PLACELESS = {"fields", "words", "workers", "modules", "lessons"}
"""Checks whose first fault is found without playing, or over many games."""


@pytest.mark.parametrize("check", sorted({check for check, *_ in FAULTS.values()} - PLACELESS))
def test_a_failure_says_where(check: str) -> None:
    """Seed, players, options and the number of the decision."""
    apart = (claims.__name__, copies.__name__)  # of what a game says of itself, no position shows it
    _, _, rules, given = next(
        found for found in FAULTS.values() if found[0] == check and found[2].__module__ not in apart
    )
    [finding] = testing.run(rules(), [check], **{"games": 3, "every": 4, **given, "seed": 40})
    assert "[seed 4" in finding.said and "players; " in finding.said, finding.said
    assert "decision " in finding.said and " with " in finding.said, finding.said


@pytest.mark.parametrize("rules", [secrets.screened, shape.meadow_rows], ids=["kept", "shared"])
def test_what_is_kept_or_shared_as_declared_holds(rules: Callable[[], Rules]) -> None:
    """What the planted faults bend is itself sound."""
    for finding in testing.run(rules(), ["fields", "clones", "saving", "views", "telling"], games=2, every=4):
        assert finding.outcome == "holds", finding.said


def test_a_last_turn_that_is_told_in_time_holds() -> None:
    [finding] = testing.run(results.last_turns(0), ["ending"], games=6, every=2)
    assert finding.outcome == "holds", finding.said


def undo_finding(rules: Rules) -> testing.Finding:
    return testing.run(rules, ["undo"], games=3)[0]


@at_the_table("undo", "undo goes back behind a draw or a die")
def test_undo_across_chance_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine with a match that sees neither outcomes nor zones."""
    rules = tw.load(river.PLUGIN)
    assert undo_finding(rules).outcome == "holds"
    for file in (matches, recorded_game):
        monkeypatch.setattr(file, "learnt", lambda before, after: False)
    monkeypatch.setattr(
        Log, "outcome", lambda log, source, value, to=-1: log.outcomes.append((source, value, to))
    )
    finding = undo_finding(rules)
    assert finding.outcome == "broken" and "in which chance decided" in finding.said, finding.said


@at_the_table("undo", "undo goes back behind pieces that were shown")
def test_undo_across_shown_pieces_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    class Showing(auction.SlipStep):
        """A card is laid open instead of slipped."""

        def play(self, state: State, action: Any, log: Log | None) -> bool:
            here = cast(auction.Auction, state)
            if isinstance(action, auction.Slip):
                here.hand[action.seat].remove(auction.KINDS.index(action.card))
                here.played.append(auction.KINDS.index(action.card))
            return False

    class Still(auction.FillStep):
        def run(self, state: State, seat: int, log: Log | None) -> None:
            pass

    rules = auction_steps(slip=Showing, fill=Still)
    assert undo_finding(rules).outcome == "holds"
    for file in (matches, recorded_game):
        monkeypatch.setattr(file, "learnt", lambda before, after: False)
    finding = undo_finding(rules)
    assert finding.outcome == "broken" and "saw hidden pieces" in finding.said, finding.said


@at_the_table("undo", "undo takes back the decision of another seat")
def test_undo_of_anothers_decision_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = tw.load(nim.PLUGIN)
    assert undo_finding(rules).outcome == "holds"

    class Keeping(list[Any]):
        def clear(self) -> None:
            pass

    begin = matches.Match.__init__

    def keeping(match: matches.Match, *args: Any, **given: Any) -> None:
        begin(match, *args, **given)
        match._past = Keeping()

    monkeypatch.setattr(matches.Match, "__init__", keeping)
    finding = undo_finding(rules)
    assert finding.outcome == "broken" and "the decision of another seat" in finding.said, finding.said


@at_the_table("views", "a count of hidden pieces follows the order of the pile")
def test_a_count_in_hidden_order_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = tw.load(river.PLUGIN)

    def unsorted(state: State, seat: int | None) -> dict[str, Counter[int]]:
        places = [place for place in rules.places_of(state) if not place.seen_by(seat, state)]
        return {place.family: Counter(place.pieces(state)) for place in places}

    assert testing.run(rules, ["views"], games=1)[0].outcome == "holds"
    monkeypatch.setattr(view_file, "unseen", unsorted)
    [finding] = testing.run(rules, ["views"], games=1)
    assert finding.outcome == "broken" and "the order of pools.tile: Counter" in finding.said, finding.said


@at_the_table("undo", "a sealed decision taken back by steps is lost as a whole")
def test_a_sealed_step_that_does_not_come_back_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = tw.load(auction.PLUGIN)

    def all_at_once(state: State, seat: int) -> None:
        state.sealed[seat] = ()

    monkeypatch.setattr(State, "retract", all_at_once)
    finding = undo_finding(rules)
    assert finding.outcome == "broken" and "taking back a sealed step" in finding.said, finding.said


@at_the_table("telling", "the record does not say for whom a piece was drawn, or what of a move is secret")
@at_the_table("records", "the record leaves out what chance gave")
@pytest.mark.parametrize("kind", ["draw", "to", "told"])
def test_a_record_that_is_written_wrongly_is_caught(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On its way to the file: what the match would write is what a replay compares with."""
    write = Writer.write

    def spoilt(writer: Writer, *lines: Mapping[str, Any]) -> None:
        if kind == "draw":
            return write(writer, *(line for line in lines if "draw" not in line))
        return write(writer, *({key: line[key] for key in line if key != kind} for line in lines))

    monkeypatch.setattr(Writer, "write", spoilt)
    check = "records" if kind == "draw" else "telling"
    [finding] = testing.run(tw.load(auction.PLUGIN), [check], games=6)
    words = "is missing from the record" if kind == "draw" else "reveals hidden things"
    assert finding.outcome == "broken" and words in finding.said, finding.said


def test_a_field_without_a_declaration_is_seen_by_nobody() -> None:
    """What the kit refuses would not leak either: a view shows declared fields alone."""
    rules = shape.an_undeclared_field()
    view = rules.new(2).view(0)
    assert "colour" not in view.to_dict()
    with pytest.raises(AttributeError, match="a view does not show 'colour'"):
        _ = view.colour
    assert KEY not in attrs.fields_dict(type(rules.new(2)))["colour"].metadata
    assert zones.declared(type(rules.new(2))).keys() >= {"bag", "weather"}


def test_an_exception_outside_of_an_authors_code_has_a_file_and_a_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def third(subject: testing.Subject) -> None:
        """Fail."""
        [].pop()

    monkeypatch.setitem(testing.CHECKS, "scores", testing.Check("scores", "Third.", third))
    [finding] = testing.run(tw.load("rebirth"), ["scores"])
    assert finding.said.startswith("IndexError: pop from empty list (test_faults.py:"), finding.said
