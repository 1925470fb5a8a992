"""Rules found by words: in any form of a word, and those about it before those that mention it."""

from __future__ import annotations

import pytest

import tilewright as tw
from tilewright.core.play.match import Match
from tilewright.core.table.rule_search import same, searched, shown
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
        ("preise", ["XX-TRADE-1"]),  # as the printed heading says it
        ("sheep", []),
        ("xxlarge", []),  # the two letters of a game are about nothing
        ("", []),
        ("...", []),
    ],
)
def test_the_most_fitting_rules_come_first(typed: str, found: list[str]) -> None:
    assert searched(TEXTS, typed) == found


def test_prices_of_isle_of_skye_begin_with_the_rules_of_pricing() -> None:
    found = searched(tw.load("isleofskye").rule_texts(), "prices")
    assert found[:6] == [f"IS-PRICE-{n}" for n in range(1, 7)]


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
    groups, none = shown(chair, typed)
    assert groups == {"": [] if said else [typed]} and none.endswith(said) and bool(none) == bool(said)


def test_a_rule_of_an_edition_holds_there_alone() -> None:
    online = tw.load("glenmore", edition="yucata").rule_texts()
    assert "GM-YU-4" in online and "GM-YU-4" not in tw.load("glenmore").rule_texts()
    assert "gives 7 points" in tw.load("glenmore", edition="polish").rule_texts()["GM-BRN-7"].text


def test_the_rules_of_a_decision_begin_with_those_of_its_step() -> None:
    chair = Table(Match(tw.load("rebirth", ["ireland"]), ["anna", "bruno"], seed=1), "en").chair(0)
    found = next(iter(shown(chair, "")[0].values()))
    assert found[:10] == [f"RB-PLACE-{n}" for n in range(1, 11)]
    assert {"RI-PLACE-1", "RI-OFF-1"} <= {*found} and not any(rule.startswith("RB-PORT") for rule in found)
