"""Sentences about made-up shows: everything in order, and what has changed."""

from __future__ import annotations

import doctest

import attrs
import pytest

from tilewright.core.base.errors import UsageError
from tilewright.core.draw import decision_text
from tilewright.core.draw.model import Ink, Panel, Show, Spot
from tilewright.core.draw.show_sentences import rows as rows_said
from tilewright.core.draw.show_sentences import sentences, spot_said
from tilewright.core.draw.signs import signs
from tilewright.core.draw.text import draw_text
from tilewright.core.table.changes import changes
from tilewright.core.table.lookup import look

from ..cases import cases
from .made_up import MARKS, coast, kingdom


def test_sentences_tell_everything_in_order() -> None:
    assert sentences(coast(), MARKS) == cases(__file__, "coast")
    assert sentences(kingdom())[:7] == cases(__file__, "kingdom")


def test_looking_at_a_spot_tells_its_neighbours_too() -> None:
    assert look(coast(), " 1,0 ", MARKS) == [
        "1,0 [b]: port",
        "  e 2,0",
        "  sw 0,1 [c]: keep",
        "  w 0,0 [a]: field",
    ]
    assert look(kingdom(), "1,0") == cases(__file__, "looked")
    assert look(kingdom(), "no.1")[1:] == ["  < no.0: tile 0", "  > no.2: tile 2"]
    assert look(coast(), "3,0")[0] == "3,0: sea"
    with pytest.raises(UsageError, match="9,9"):
        look(coast(), "9,9")


def test_things_are_found_by_the_names_that_are_shown() -> None:
    assert look(coast(), "Keep")[0] == "0,1: keep"
    assert look(kingdom(), "L31") == ["Market: bruno: price 3, tile L31"]
    assert look(kingdom(), "pasture") == ["P: pasture"]


def test_changes_say_what_was_before() -> None:
    before = kingdom()
    market = before.panels[0]
    rows = [
        (Ink("A", said="anna"), Ink("10"), market.rows[0][2]),
        (Ink("C", said="chiara"), Ink("4"), Ink("L40")),
    ]
    board = attrs.evolve(
        before.boards[0],
        spots=[attrs.evolve(before.boards[0].spots[0], said="ruin"), *before.boards[0].spots[1:]],
    )
    after = attrs.evolve(
        before, boards=(board, *before.boards[1:]), panels=(attrs.evolve(market, rows=rows),), offers=()
    )
    assert changes(before, after) == cases(__file__, "changed")
    assert changes(before, before) == []


def test_rows_that_share_their_name_are_compared_by_what_they_say() -> None:
    """Whatever its number is, a row that still lies there has not changed, and one more of its kind is new."""
    rows = [
        (Ink(worth), Ink(of))
        for worth, of in zip("8858", ("castles.", "towers.", "farms.", "towers."), strict=True)
    ]
    for by, told in (
        (0, ["new: Missions, 5: castles.", "gone: Missions, 8: castles.", "gone: Missions, 8: towers."]),
        (1, ["Missions, castles: 5 (before: 8)", "gone: Missions, towers: 8"]),
    ):
        before, moved, after = (
            attrs.evolve(kingdom(), panels=(Panel(title="Missions", rows=rows, named_by=by),))
            for rows in (rows, rows[::-1], [(Ink("5"), rows[0][1]), *rows[1:3]])
        )
        assert (changes(before, moved), changes(before, after)) == ([], told)


def test_words_of_ours_are_in_the_language_of_the_show() -> None:
    before = attrs.evolve(coast(), lang="de")
    spots = [attrs.evolve(before.boards[0].spots[0], said="ruin"), *before.boards[0].spots[1:]]
    after = attrs.evolve(before, boards=(attrs.evolve(before.boards[0], spots=spots),))
    assert changes(before, after) == ["0,0: ruin (vorher: field)"]


def test_titles_that_begin_alike_are_called_by_their_ends() -> None:
    assert doctest.testmod(decision_text) == (0, 1)


def test_what_follows_a_name_is_left_out_where_it_has_no_room() -> None:
    rows = [
        (Ink("A", said="anna"), Ink("anna"), Ink("7")),
        (Ink("B"), Ink("bruno", more="(normal)"), Ink("12")),
    ]
    one = Panel(title="Players", head=(Ink(""), Ink(""), Ink("points")), rows=rows)
    show = Show(title="T", panels=[one])
    wide = draw_text(show, width=23)
    assert "B bruno (normal)     12" in wide and "A anna                7" in wide
    assert "B bruno     12" in draw_text(show, width=22)
    assert dict(rows_said(one))["B bruno (normal)"] == {"points": "12"}


def test_a_show_finds_its_players_in_the_first_panel_with_a_row_for_each() -> None:
    """Their letters are those of that panel, in the order of seats; what a game says itself stays."""
    rows = [(Ink("N", "seat 1", said="bruno"), Ink("3")), (Ink("A", "seat 0", said="anna"), Ink("5"))]
    other = Panel(title="Bids", rows=[(Ink("A", "seat 0"), Ink("1"))] + [(Ink("rest"), Ink("2"))])
    show = Show(title="T", panels=[other, Panel(title="Who", rows=rows), Panel(title="More", rows=rows)])
    assert signs(show) == ("A", "N") and [one.players for one in show.panels] == [False, True, False]
    named = [(Ink(name, f"seat {n}", more="(easy)"), Ink("0")) for n, name in enumerate(("anna", "alba"))]
    found = Show(title="T", panels=[Panel(title="Who", rows=named)])
    assert [(one.text, one.word) for one in found.players] == [("A", "anna"), ("B", "alba")]
    assert signs(attrs.evolve(found, players=(Ink("X"), Ink("Y")))) == ("X", "Y")
    assert signs(Show(title="T", panels=[other])) == ()


def test_a_name_is_not_said_twice() -> None:
    tile = Spot(at=(0, 0), name="T1a", said="T1a")
    assert spot_said(tile) == "T1a" and spot_said(tile, "c") == "T1a [c]"
    assert spot_said(attrs.evolve(tile, said="T1a, a town")) == "T1a: T1a, a town"
