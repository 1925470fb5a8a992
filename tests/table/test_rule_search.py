"""Rules found by words: in any form of a word, and those about it before those that mention it."""

from __future__ import annotations

import pytest

import tilewright as tw
from tilewright.core.base.errors import UsageError
from tilewright.core.play.match import Match
from tilewright.core.rules.chapters import chapters
from tilewright.core.table.rule_search import asked, pages, same, searched
from tilewright.core.table.table import Table
from tilewright.core.text.folder import Rule

TEXTS = {
    "XX-SETUP-1": Rule(text="The box holds tiles with prices on them.", source="1 Material"),
    "XX-TRADE-1": Rule(text="Pricing a city is free.", source="1 Preise"),
    "XX-CATH-1": Rule(text="Lay a tile next to it.", source="1 Bauen"),
    "XX-PRICE-1": Rule(text="Each player pays.", source="ruling"),
    "XX-PRICE-2": Rule(text="Cities are cheap.", source="ruling"),
}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("price", "prices"),
        ("prices", "pricing"),
        ("city", "cities"),
        ("road", "roads"),
        ("score", "scored"),
        ("trader", "trades"),
    ],
)
def test_forms_of_one_word(first: str, second: str) -> None:
    assert same(first, second) and same(second, first)


@pytest.mark.parametrize(
    ("first", "second"), [("sheep", "ship"), ("tile", "till"), ("is", "it"), ("a", "as")]
)
def test_words_that_only_look_alike(first: str, second: str) -> None:
    assert not same(first, second)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("prices", ["XX-PRICE-1", "XX-PRICE-2", "XX-SETUP-1", "XX-TRADE-1"]),
        ("price", ["XX-PRICE-1", "XX-PRICE-2", "XX-SETUP-1", "XX-TRADE-1"]),
        ("cathedral", ["XX-CATH-1"]),  # ids are abbreviations
        ("city", ["XX-TRADE-1", "XX-PRICE-2"]),
        ("cities", ["XX-PRICE-2", "XX-TRADE-1"]),
        ("xx-price", ["XX-PRICE-1", "XX-PRICE-2"]),
        ("tile next", ["XX-CATH-1"]),
        ("next, TILES", ["XX-CATH-1"]),
        ("preise", []),  # a printed heading is no text of ours
        ("what does a cathedral do", ["XX-CATH-1"]),
        ("sheep", []),
        ("xxlarge", []),  # the two letters of a game are about nothing
        ("", []),
        ("...", []),
    ],
)
def test_the_most_fitting_rules_come_first(typed: str, found: list[str]) -> None:
    assert searched(TEXTS, typed) == found


@pytest.mark.parametrize(
    ("game", "lang", "typed", "first"),
    [
        ("glenmore", "en", "goal", ["GM-FINAL-6", "GM-TURN-1"]),
        ("glenmore", "de", "aim", ["GM-FINAL-6", "GM-TURN-1"]),  # English words lead there in any language
        ("glenmore", "en", "penalty", ["GM-FINAL-4"]),
        ("glenmore", "pl", "kara", ["GM-FINAL-4"]),
        ("glenmore", "en", "tie", ["GM-FINAL-6", "GM-COMP-7"]),
        ("glenmore", "de", "Gleichstand", ["GM-FINAL-6", "GM-COMP-7"]),
        ("glenmore", "en", "whisky", ["GM-SCORE-3"]),
        ("glenmore", "en", "bought", ["GM-WARE-3", "GM-WARE-4"]),
        ("glenmore", "pl", "ceny", ["GM-WARE-1"]),
        ("isleofskye", "pl", "remis", ["IS-FINAL-3"]),
        ("rebirth", "de", "gewinnt", ["RB-COMP-3"]),
        ("rebirth", "en", "who wins a tie", ["RB-END-6"]),
    ],
)
def test_words_that_people_use_lead_to_the_rule(game: str, lang: str, typed: str, first: list[str]) -> None:
    assert [*asked(tw.load(game), lang, typed).rules][: len(first)] == first


def test_a_chapter_is_found_by_its_number_and_its_title_and_the_die_is_one() -> None:
    rules = tw.load("glenmore")
    die = next(one for one in chapters(rules, "de") if one.name == "die")
    number = chapters(rules).index(next(one for one in chapters(rules) if one.name == "die")) + 1
    assert asked(rules, "de", str(number)) == asked(rules, "de", die.title.upper()) == die
    assert all("DIE" in rule or rule == "GM-AMB-14" for rule in asked(rules, "en", "die").rules)


@pytest.mark.parametrize(
    ("game", "modules", "typed", "said"),
    [
        ("rebirth", "", "RI-TOW-1", "RI-TOW-1 does not hold in this match: only with --with ireland"),
        (
            "rebirth",
            "ireland",
            "rb-port-2",
            "RB-PORT-2 does not hold in this match: RI-OFF-1 takes its place",
        ),
        ("rebirth", "ireland", "RI-TOW-1", ""),
        ("rebirth", "", "RB-NONE-1", "no rule speaks of 'RB-NONE-1'"),
        ("glenmore", "", "GM-YU-4", "only with --edition yucata / --set promotions_first=true"),
    ],
)
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
