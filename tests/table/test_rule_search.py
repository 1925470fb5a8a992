"""Rules found by words: in any form of a word, and those about it before those that mention it."""

from __future__ import annotations

import pytest

import tilewright as tw
from tilewright.core.base.errors import UsageError
from tilewright.core.play.match import Match
from tilewright.core.rules.chapters import chapters
from tilewright.core.table.rule_pages import picture
from tilewright.core.table.rule_search import asked, pages, same, searched
from tilewright.core.table.table import Table
from tilewright.core.text.folder import Rule

from ..cases import cases

TEXTS = {
    "XX-SETUP-1": Rule(text="The box holds tiles with prices on them.", source="1 Material"),
    "XX-TRADE-1": Rule(text="Pricing a city is free.", source="1 Preise"),
    "XX-CATH-1": Rule(text="Lay a tile next to it.", source="1 Bauen"),
    "XX-PRICE-1": Rule(text="Each player pays.", source="ruling"),
    "XX-PRICE-2": Rule(text="Cities are cheap.", source="ruling"),
}


@pytest.mark.parametrize(("first", "second"), cases(__file__, "alike"))
def test_forms_of_one_word(first: str, second: str) -> None:
    assert same(first, second) and same(second, first)


@pytest.mark.parametrize(("first", "second"), cases(__file__, "apart"))
def test_words_that_only_look_alike(first: str, second: str) -> None:
    assert not same(first, second)


@pytest.mark.parametrize(("typed", "found"), cases(__file__, "searches"))
def test_the_most_fitting_rules_come_first(typed: str, found: list[str]) -> None:
    assert searched(TEXTS, typed) == found


@pytest.mark.parametrize(("game", "lang", "typed", "first"), cases(__file__, "words_that_people_use"))
def test_words_that_people_use_lead_to_the_rule(game: str, lang: str, typed: str, first: list[str]) -> None:
    assert [*asked(tw.load(game), lang, typed).rules][: len(first)] == first


def test_a_chapter_is_found_by_its_number_and_its_title_and_the_die_is_one() -> None:
    rules = tw.load("glenmore")
    die = next(one for one in chapters(rules, "de") if one.name == "die")
    number = chapters(rules).index(next(one for one in chapters(rules) if one.name == "die")) + 1
    assert asked(rules, "de", str(number)) == asked(rules, "de", die.title.upper()) == die
    assert all("DIE" in rule or rule == "GM-AMB-14" for rule in asked(rules, "en", "die").rules)


@pytest.mark.parametrize(("game", "modules", "typed", "said"), cases(__file__, "not_in_force"))
def test_a_rule_that_does_not_hold_says_when(game: str, modules: str, typed: str, said: str) -> None:
    chair = Table(Match(tw.load(game, modules.split()), ["anna", "bruno"], seed=1), "en").chair(0)
    if not said:
        assert asked(chair.view.rules, "en", typed).rules == (typed,)
        return
    with pytest.raises(UsageError) as raised:
        asked(chair.view.rules, "en", typed)
    assert str(raised.value).endswith(said)


def test_a_rule_of_an_edition_holds_there_alone() -> None:
    online = tw.load("glenmore", edition="yucata").rule_texts()
    assert "GM-YU-4" in online and "GM-YU-4" not in tw.load("glenmore").rule_texts()
    assert "gives 7 points" in tw.load("glenmore", edition="polish").rule_texts()["GM-BRN-7"].text


def test_the_rules_of_a_decision_begin_with_those_of_its_step() -> None:
    chair = Table(Match(tw.load("rebirth", ["ireland"]), ["anna", "bruno"], seed=1), "en").chair(0)
    found = [*pages(chair)[0].rules]
    assert found[:10] == [f"RB-PLACE-{n}" for n in range(1, 11)]
    assert {"RI-PLACE-1", "RI-OFF-1"} <= {*found} and not any(rule.startswith("RB-PORT") for rule in found)


def test_the_picture_of_a_rule_has_no_spots_but_those_of_its_boards() -> None:
    known = tw.load("glenmore")
    drawn = [picture(known, "en", *one.rules) for one in chapters(known, "en")]
    boards = [board for one in drawn if one is not None for board in one[0].boards]
    for board in boards:  # a display grows next to its tiles alone
        tiles = {spot.at for spot in board.spots if not spot.blank}
        apart = [
            min(max(abs(x - a), abs(y - b)) for a, b in tiles) for x, y in (spot.at for spot in board.spots)
        ]
        assert tiles and max(apart) <= 1
    assert len(boards) > 10
