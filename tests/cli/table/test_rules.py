"""`rules`: the rules of a game in the shell, those of this ruleset, in chapters, by word and by id."""

from __future__ import annotations

import json

import pytest

from ...cases import cases
from ..shell import run


def test_the_overview_stands_first_and_in_full_and_then_the_chapters() -> None:
    out = run("rules", "glenmore").out
    assert out.index("(GM-TURN-1)") < out.index("   1  The game in short") < out.index("Editions")
    assert "(GM-COMP-1)" not in out and "tilewright rules glenmore 2 reads a chapter" in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize(("typed", "part"), cases(__file__, "asked"))
def test_what_is_asked_for(typed: list[str], part: str) -> None:
    ran = run("rules", "glenmore", *typed)
    assert ran.code == 0 and part in ran.out
    assert ("Source" in ran.out) == ("--sources" in typed)


def test_one_rule_has_the_picture_of_the_page_that_explains_it() -> None:
    assert len(run("rules", "rebirth", "rb-castle-2").out.splitlines()) > 10


def test_for_programs_and_what_is_not_there() -> None:
    found = json.loads(run("rules", "rebirth", "--with", "ireland", "--json").out)
    listed = [rule["id"] for one in found["chapters"] for rule in one["rules"]]
    assert len(listed) == len(set(listed)) and "RB-PORT-1" not in listed and "RI-TOW-1" in listed
    ran = run("rules", "rebirth", "RI-TOW-1")
    assert ran.code == 2 and "only with --with ireland" in ran.err
