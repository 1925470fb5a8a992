"""Numbers found by words: what is pasted is a number of the ruleset, in every game and language."""

from __future__ import annotations

import pytest

from tilewright.core.base.errors import UsageError
from tilewright.core.cli.author.number_search import find, numbers, place
from tilewright.core.rules.assembly import load

GAMES = ("rebirth", "isleofskye", "glenmore")


@pytest.mark.parametrize("game", GAMES)
def test_each_can_be_set_as_it_is_listed(game: str) -> None:
    """And is what the ruleset has: setting it to its own value changes nothing."""
    rules = load(game)
    known = numbers(rules)
    assert len({one.name for one in known}) == len(known) > 5
    assert {one.name for one in known if one.kind == "option"} == {one.name for one in rules.declared}
    for one in [one for one in known if one.kind == "data"][::12]:
        again = load(game, options={one.name: one.value})
        assert again.data_digest == rules.data_digest, one
        assert rules.folder.value(one.name.removeprefix("data:")) == one.value


@pytest.mark.parametrize(
    ("game", "words", "name"),
    [
        ("isleofskye", "catch up", "data:tracks.front.rounds.2.catch_up"),
        ("isleofskye", "catch-up coins", "data:tracks.front.rounds.2.catch_up"),
        ("isleofskye", "behind", "data:tracks.front.rounds.2.catch_up"),
        ("isleofskye", "Spieler davor", "data:tracks.front.rounds.2.catch_up"),
        ("isleofskye", "za każdego gracza z przodu", "data:tracks.back.rounds.4.catch_up"),
        ("isleofskye", "gold for the castle", "castle_income"),
        ("isleofskye", "Gold für die Burg", "castle_income"),
        ("rebirth", "Burgen im Norden", "data:missions.cards.castles_north.points"),
        ("rebirth", "points for settling a port", "port"),
        ("glenmore", "Kamieniołom", "data:tiles.s1_quarry.count"),
        ("glenmore", "tile penalty", "tile_penalty"),
        ("glenmore", "handicap", "handicap.2.coins"),
        ("rebirth", "first player compensation", "handicap.2"),
        ("glenmore", "data:cards.loch_morar.final.points", "data:cards.loch_morar.final.points"),
    ],
)
def test_words_lead_to_it(game: str, words: str, name: str) -> None:
    found = find(numbers(load(game)), words)
    assert name in [one.name for one in found[:12]]


def test_it_says_where_it_stands() -> None:
    rules = load("isleofskye")
    one = next(one for one in numbers(rules) if one.name == "data:tracks.front.rounds.2.catch_up")
    assert one.words == "data:tracks.front.rounds.2.catch_up=1"
    assert one.about == "number 3 of rounds; gold for each player ahead"
    assert place(rules, one).startswith("IS-INC-3: From the third round on")
    tunnel = load("isleofskye", ["tunnel"])
    names = {one.name: one.words for one in numbers(tunnel, "tunnel")}
    assert (
        names["tunnel.barrel_points"] == "with=tunnel tunnel.barrel_points=1" and "castle_income" not in names
    )


def test_nothing_is_found_by_nonsense() -> None:
    assert find(numbers(load("rebirth")), "xyzzy") == []


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("data:tracks.front.rounds.2.catchup", "did you mean 'catch_up'?"),
        ("data:tracks.front.2.catch_up", "did you mean data:tracks.front.rounds.2.catch_up?"),
        ("data:catch_up", "did you mean data:tracks.back.rounds."),
        ("data:rounds.front.2.catch_up", "did you mean data:tracks.back.rounds.2.catch_up?"),
        ("data:tracks.nonsense", "known: front, back"),
    ],
)
def test_a_wrong_path_suggests_the_nearest(given: str, meant: str) -> None:
    with pytest.raises(UsageError) as error:
        load("isleofskye", options={given: 0})
    assert meant in str(error.value)
