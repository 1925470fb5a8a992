"""Pages say places and pieces by what is seen there: no coordinate, no sign of a tile, no word of a notation."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import cycle
from typing import Any

import attrs
import pytest

from tilewright.core.base.chance import Stream
from tilewright.core.cli.author.new import Shape, new
from tilewright.core.draw.model import Diagram, Ink, Piece, Show, Spot
from tilewright.core.play.match import Match
from tilewright.core.rules.assembly import load
from tilewright.core.rules.state import ScoreLine
from tilewright.core.table.news import Told
from tilewright.core.table.table import Table
from tilewright.core.web import decision_card, regions
from tilewright.core.web.live_match import LiveMatch
from tilewright.core.web.page_session import PageSession
from tilewright.core.web.page_words import PageWords

from ..cases import cases
from ..table.games import ruleset
from .test_pictures import script
from .test_words import lines

TYPED = re.compile(r"-?\d+,-?\d+|[A-Z]\d\d|_|\.\.\.|…|\b[rnesw]\d\b")
"""What belongs to a notation: coordinates, signs of tiles, codes, what is cut, rotations, ports."""
APART = re.compile(r"(?<=\w) \([\w ]+\)(?=</)")
"""What is typed, where choices read alike without it."""
PICTURE = re.compile(r"(?s)<svg.*?</svg>")
"""Pictures have their own letters."""
LOOKED_AT = (9, 40)
"""Decisions before which the pages of two players are read."""


@pytest.fixture(scope="module")
def rulesets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Any]]:
    """All rulesets that are shipped, the examples and what `tilewright new` writes."""
    found, written = script("picture_positions"), tmp_path_factory.mktemp("written")
    with ExitStack() as stack:
        for name in found.EXAMPLES:
            stack.enter_context(found.installed(found.ROOT / "examples" / name))
        for name, grid in found.WRITTEN.items():
            new(name, written / name, Shape(grid))
            stack.enter_context(found.installed(written / name))
        yield found.RULESETS
    for name in [one for one in sys.modules if one.partition(".")[0] in found.WRITTEN]:
        del sys.modules[name]  # other tests write games of these names


def read(session: PageSession) -> str:
    """The regions in which words stand where a person decides."""
    session.follow()
    choices, card = decision_card.choices(session), decision_card.move(session)
    text = "\n".join(map(str, (regions.head(session), regions.news(session), choices, card)))
    return PICTURE.sub("", re.sub("<button.*?</button>", lambda one: APART.sub("", one[0]), text))


def pages(rules: Any, lang: str) -> Iterator[str]:
    """The words of some decisions of a game at random, with the cursor nowhere, on spots and on what is listed."""
    match = Match(load(rules.game, rules.modules), ("anna", "bruno", "clara", "dora")[: rules.seats], seed=3)
    table, stream = Table(match, lang), Stream(1, "people")
    live = LiveMatch(table, pace=0)
    for number in range(LOOKED_AT[-1] + 1):
        if match.over:
            return
        seat = match.state.to_act[0]
        if number in LOOKED_AT:
            yield read(live.session((seat + 1) % rules.seats, "p"))
            session = live.session(seat, "p")
            yield read(session)
            choice = session.choosing()
            for where in [*choice.choosing.spots][:1]:
                choice.point(where)
                yield read(session)
            for n in range(len(choice.listed))[:1]:
                session.line(n)
                yield read(session)
        table.play(stream.pick(match.state.legal(seat)))


def test_no_page_has_words_of_a_notation(rulesets: list[Any]) -> None:
    for rules, lang in zip(rulesets, cycle(("en", "de", "pl")), strict=False):
        seen = {line.strip() for html in pages(rules, lang) for line in lines(html)}
        assert len(seen) > 12
        assert not [text for text in seen if TYPED.search(text)], rules.title


def test_the_strip_of_news_has_whole_clauses() -> None:
    """One for each verb, and of what is scored the sums: the rest is in the window."""
    rules = load("glenmore")
    live = LiveMatch(Table(Match(rules, ("anna", "bruno"), seed=3)), pace=0)
    session = live.session(0, "p")
    deeds = (
        "takes Village",
        "places Village at 0,0",
        "activates Village at 0,0",
        "activates Forest at 1,0",
        "end",
    )
    told = Told(1, "bruno", deeds, ("+4 fair 1,0",), 4, ())
    scored, row = regions.rows(session, ["scored: anna +3 (inns 1,0: anna +3; ports: anna 0)"], [told])
    assert 'data-brief="scored: anna +3"' in scored and "(inns: anna +3; ports: anna 0)" in scored
    assert 'data-brief="takes Village; places Village; activates Village, Forest"' in row
    assert "<small> (+4 fair)</small>" in row and "; end" not in row
    assert not regions.rows(session, [], [Told(1, "bruno", ("end",), (), 0, ())])


def test_the_strip_of_news_says_where_a_move_without_an_event_has_led() -> None:
    """What lies there tells the place; a move of one word stays if it has brought points."""
    match = Match(ruleset("otter"), ("anna", "bruno"), seed=3)
    live = LiveMatch(Table(match), pace=0)

    def played(*moves: str) -> str:
        for move in moves:
            match.play(match.rules.read(move, match.state, match.state.to_act[0]))
        return str(regions.news(live.session(match.state.to_act[0], "p")))

    assert "anna: places T1b; swim T1b</span>" in played("place T1b 1,-1 r0", "swim 1,-1")
    rested = played("place T2a 0,1 r3", "rest")
    assert "bruno: places T2a; a flood" in rested and 'data-brief="places T2a; a flood' in rested
    assert (
        live.session(0, "p")
        .chair.news.texts[1]
        .endswith("; rest; a flood: all otters are back at the first tile")
    )
    line = ScoreLine(1, 2, "turned", "", "OT-SCORE", match.played[-1].turn)
    match.played[-1] = attrs.evolve(match.played[-1], lines=(line,))
    live = LiveMatch(Table(match), pace=0)
    rested = played()
    assert "bruno: places T2a; rest; a flood" in rested and 'data-brief="places T2a; rest; a flood' in rested


BOARD = Diagram(
    grid="square4",
    seat=0,
    spots=[
        Spot(at=(0, 0), face=((Ink("V"),),), said="Village, 1 clan member"),
        Spot(at=(1, 0), face=((Ink("M"),),), said="Meadow, each time 1 sheep"),
        Spot(at=(0, 1), said="free spot"),
        Spot(at=(3, 3), face=((Ink("f"),),), said="food field", place="food field north of Lismore"),
        Spot(at=(5, 5), pieces=(Piece("L", "", "tile"),), said="L07: water n"),
    ],
)


@pytest.mark.parametrize(
    "lang, text, said",
    cases(__file__, "page_words"),
)
def test_words_for_pages(lang: str, text: str, said: str) -> None:
    words = PageWords(load("isleofskye"), Show(title="", boards=[BOARD], lang=lang), ())
    assert words(text, 0) == said


def test_a_move_says_what_lies_where_it_is() -> None:
    rules = load("glenmore")
    show = Show(title="", boards=[BOARD])
    words = PageWords(rules, show, ())
    assert words("pay sheep 1,0", 0, move=True) == "pay sheep Meadow"
    assert words("moves from 1,0 to 0,0", 0) == "moves from Meadow to Village"
    assert words("moves from 1,0 to 0,0", 0, brief=True) == "moves"
    assert words.place((0, (0, 1))) == "free spot north of Village"
    assert words.ink(Ink("0,1"), 0).text == "free spot north of Village"
    assert words.ink(Ink("1,0"), 0).text == ""
    named = PageWords(load("isleofskye", ["outskirts"]), show, ())
    assert named("O3 beacon, O5 pub in the broch", 0) == "beacon, pub in the broch"
    tiles = PageWords(load("isleofskye"), show, ())
    assert tiles.ink(Ink("L07"), 0).where == ((0, (5, 5)),) and not tiles.ink(Ink("L08"), 0).where
    assert tiles.ink(Ink("L07", where=((0, (0, 0)),)), 0).where == ((0, (0, 0)),)
    signs = PageWords(load("isleofskye"), show, ())
    assert signs.ink(Ink("L07"), 0).text != signs.ink(Ink("L07", "seat 0", said="anna"), 0).text == "L07"
    assert "end" in words.bare and "pay" not in words.bare


def test_a_coordinate_stands_where_no_word_tells_a_place_from_others() -> None:
    free = [Spot(at=at, face=((Ink("."),),), said="free") for at in ((0, 0), (8, 9), (9, 9))]
    laid = Spot(at=(1, 0), face=((Ink("5"),),), said="5-6-3")
    show = Show(title="", boards=[Diagram(grid="square4", seat=0, spots=[*free, laid])])
    words = PageWords(load("glenmore"), show, ())
    assert words("bruno weaves 1-7-8 at 0,0", 0) == "bruno weaves 1-7-8 at 0,0"
    assert words("weave 9,9", 0, move=True) == "weave 9,9"
    assert words("weave 1,0", 0, move=True, laid=True) == "weave 1,0"
    assert words.place((0, (0, 0))) == "free west of 5-6-3" and words.place((0, (9, 9))) == "free 9,9"


@pytest.mark.parametrize("name", ["r2", "max_2000", "L07", "player-1", "n", "1,0", "tile"])
def test_a_name_stays_as_it_is_whatever_it_looks_like(name: str) -> None:
    show = Show(title="", boards=[BOARD])
    said = f"{name}: pays anna, and {name}'s sheep"
    assert PageWords(load("isleofskye"), show, ("anna", name))(said, 0) == said
    assert PageWords(load("isleofskye"), show, ("anna", name))("\0 pays \0", 0) == " pays "


@pytest.mark.parametrize("typed", ["1,0", "L07", "L07, L08"])
def test_what_somebody_has_typed_stays_as_it_is(typed: str) -> None:
    said = f"'{typed}' is no move"
    assert PageWords(load("isleofskye"), Show(title="", boards=[BOARD]), ())(said, 0) == said
