"""Rules found by words: in any form of a word, and those about it before those that mention it."""

from __future__ import annotations

import pytest

import tilewright as tw
from tilewright.core.table.rule_search import same, searched
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
