"""What stands beside the boards of a page: tables, chips, legend and words; no style in any of it."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

import tilewright as tw
from tilewright.core.base.html import Html, tag
from tilewright.core.draw.colours import PALE, STRONG, readable
from tilewright.core.draw.css import classes, palette_css
from tilewright.core.draw.derived import shown
from tilewright.core.draw.html_parts import captions, described, ink, legend, panel, status
from tilewright.core.draw.model import GLUE, Diagram, Ink, Look, Panel, Show, Spot

from .made_up import LOOKS, SHOWS, hostile, kingdom
from .test_html_boards import shows

SHOW = Show(title="T", looks=LOOKS)


def parsed(html: Html) -> ElementTree.Element:
    """The root around some HTML, which is well-formed XML as well."""
    return ElementTree.fromstring(tag("div", html))


def every(show: Show) -> list[Html]:
    """All parts of a page for this show."""
    panels = [panel(show, one) for one in show.panels]
    return [*panels, legend(show), status(show), captions(show), described(show, show.lit())]


def heard(element: ElementTree.Element) -> str:
    """What a screen reader says."""
    if element.get("aria-hidden") == "true":
        return element.tail or ""
    return (element.text or "") + "".join(heard(one) for one in element) + (element.tail or "")


def test_a_sign_is_read_as_its_word() -> None:
    made = parsed(ink(SHOW, Ink("A", "seat 0", said="anna")))
    assert heard(made) == "anna" and "".join(made.itertext()) == "Aanna"
    assert made[0].get("class") == "ink chip seat-0 strong" and made[0].get("title") == "anna"


def test_a_chip_has_the_tint_and_the_pattern_of_its_ground() -> None:
    assert parsed(ink(SHOW, Ink("P", on="pasture")))[0].get("class") == "ink chip tint-afd7af dots-dark"
    assert parsed(ink(SHOW, Ink("w", "wood", on="pasture")))[0].get("class") == "ink chip tint-009e73 strong"
    assert parsed(ink(SHOW, Ink("x")))[0].get("class") == "ink"
    assert parsed(ink(SHOW, Ink("x", "dim")))[0].get("class") == "ink dim"
    assert parsed(ink(SHOW, Ink("x", "strong")))[0].get("class") == "ink strong"


def test_an_icon_is_a_picture_that_says_its_word() -> None:
    made = parsed(ink(SHOW, Ink("*", "harbour", said="port")))
    assert heard(made) == "port" and len(list(made.iter("svg"))) == 1
    assert heard(parsed(ink(SHOW, Ink("*", "harbour")))) == "*"


def test_every_tint_has_a_rule_with_letters_that_stand_out() -> None:
    rules = dict(re.findall(r"\.([\w-]+)\{([^}]*)\}", palette_css()))
    for colour in {*PALE.values(), *STRONG.values()}:
        rule = rules["tint-" + colour[1:]]
        assert f"background-color:{colour};" in rule and f";color:{readable(colour)};" in rule
    looks = {"a": Look("black", "waves", strong=True), "b": Look("mauve", "tartan")}
    named = [classes(Show(title="T", looks=looks), role).split() for role in ("a", "b", "c")]
    assert [len(names) for names in named] == [2, 1, 0]
    assert all(name in rules for names in named for name in names)
    assert set(re.findall(r"url\(\"([^\"]{18})", palette_css())) == {"data:image/svg+xml"}


def test_a_panel_is_a_table_with_headings() -> None:
    made = parsed(panel(kingdom(), kingdom().panels[0]))
    assert made.findtext(".//caption") == "Market"
    head = [(cell.tag, "".join(cell.itertext())) for cell in made.findall(".//thead/tr/*")]
    assert head == [("td", ""), ("th", "price"), ("th", "tile")]
    rows = [[heard(cell) for cell in row] for row in made.findall(".//tbody/tr")]
    assert rows == [
        ["anna", "12", "L07, a road to the north and two sheep"],
        ["bruno", "3", "L31"],
        ["Nothing is sold twice."],
    ]
    scopes = [[cell.get("scope") for cell in row] for row in made.findall(".//tbody/tr")]
    assert scopes == [["row", None, None], ["row", None, None], [None]]
    assert made.findall(".//tbody/tr")[2][0].get("colspan") == "3"
    numbers = [[cell.get("class") for cell in row] for row in made.findall(".//tr")]
    assert [row[1] for row in numbers[:3]] == ["number"] * 3 and numbers[1][2] is None


def test_the_last_column_without_a_head_names_the_row() -> None:
    rows = [(Ink("A"), Ink("anna"), Ink("5"))]
    made = parsed(panel(SHOW, Panel(title="P", head=(Ink(""), Ink(""), Ink("points")), rows=rows)))
    assert [heard(cell) for cell in made.iter("th")] == ["points", "anna"]
    made = parsed(panel(SHOW, Panel(title="P", rows=rows)))
    assert [heard(cell) for cell in made.iter("th")] == ["A"]


def test_without_a_head_the_first_column_that_says_something_names_the_row() -> None:
    """Pages leave out coordinates, which are the first column of some panels."""
    rows = [(Ink(""), Ink("Village"), Ink("1")), (Ink(""), Ink(""), Ink("2"))]
    for by, head in ((0, 1), (1, 1), (2, 2)):
        made = parsed(panel(SHOW, Panel(title="P", rows=rows, named_by=by)))
        scopes = [
            [n for n, cell in enumerate(row) if cell.get("scope")] for row in made.findall(".//tbody/tr")
        ]
        assert scopes == [[head], [head] if head == 2 else []]


def test_lines_are_paragraphs() -> None:
    made = parsed(panel(SHOW, Panel(title="P", rows=[(Ink("one"),), (Ink(f"two{GLUE}three"),)])))
    assert made.findtext(".//h3") == "P" and not list(made.iter("table"))
    assert ["".join(one.itertext()) for one in made.iter("p")] == ["one", "two\xa0three"]


def test_boards_in_words() -> None:
    spots = [Spot(at=(0, 0), face=((Ink("x"),),), said="field"), Spot(at=(1, 0)), Spot(at=(2, 0))]
    show = Show(title="T", boards=[Diagram(title="Land", grid="hex", spots=spots)])
    made = parsed(described(show, {(0, (2, 0))}))
    assert made.findtext(".//h3") == "Land"
    assert [one.text for one in made.iter("li")] == ["0,0: field", "2,0"]


@pytest.mark.parametrize("name", ["rebirth", "glenmore", "isleofskye+", "carcassonne", "auction", "meadow"])
def test_parts_of_every_game_are_well_formed_and_lose_nothing(name: str) -> None:
    rules = palette_css()
    for show in shows(name):
        made = parsed(Html("".join(every(show))))
        assert not [one for one in made.iter() if "style" in one.attrib or one.tag in ("style", "script")]
        used = {
            word for one in made.iter() for word in one.get("class", "").split() if word.startswith("tint-")
        }
        assert all(f".{word}{{" in rules for word in used)
        text = "".join(made.itertext())
        wanted = [one.title for one in show.panels]
        wanted += [
            mark.word if mark.inks else mark.text for one in show.panels for row in one.rows for mark in row
        ]
        wanted += [meaning for _, meaning in show.legend] + [mark.text for mark in show.status]
        icons = {role for role, look in show.looks.items() if look.icon}
        signs = {mark.text for one in show.panels for row in one.rows for mark in row if mark.role in icons}
        assert not [one for one in wanted if one not in text and one not in signs]


@pytest.mark.parametrize("options", [("glenmore",), ("rebirth",), ("rebirth", ["ireland"])])
def test_a_legend_on_a_page_explains_symbols_and_not_the_letters_of_a_terminal(options: Any) -> None:
    rules = tw.load(*options)
    made = parsed(legend(shown(rules.new(["anna", "bruno", "clara"], seed=1).view(0), "en")))
    marks = [
        "".join(text.text or "" for text in one[0].iter() if text.get("class") != "aloud")
        for one in made.iter("li")
    ]
    assert len(marks) > 10 and not [
        one for one in marks if re.search("[a-z$*^]|II|.A|K.", one.replace("x2", ""))
    ]
    assert all(heard(one).strip() for one in made.iter("li"))


@pytest.mark.parametrize("show", SHOWS)
def test_hostile_text_stays_text(show: Show) -> None:
    evil = hostile(show)
    made = parsed(Html("".join(every(evil))))
    assert not list(made.iter("script"))
    if evil.panels:
        assert "]]> --> <script> & \" ' javascript:" in "".join(made.itertext())
