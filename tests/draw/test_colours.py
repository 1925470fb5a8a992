"""Colours for every kind of colour vision: players, and the ground of every game, can be told apart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

import pytest

import tilewright as tw
from tilewright.core.draw.colours import LINES, PALE, SEATS, STRONG, readable
from tilewright.core.draw.model import Show
from tilewright.core.draw.signs import letters

VISION = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""Linear red, green and blue as they are seen; Machado, Oliveira and Fernandes 2009, for complete dichromacy."""
APART = 15
"""The distance in CIELAB at which full colours of pieces differ at a glance."""
CLOSE = 6
"""The same for grounds, which lie side by side in large areas."""


def lab(colour: str, seen: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """The colour, as it is seen, in CIELAB (white point D65)."""

    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    def root(part: float) -> float:
        return part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116

    rgb = [linear(int(colour[n : n + 2], 16) / 255) for n in (1, 3, 5)]
    r, g, b = (min(1.0, max(0.0, sum(x * y for x, y in zip(row, rgb, strict=True)))) for row in seen)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.0888
    return 116 * root(y) - 16, 500 * (root(x) - root(y)), 200 * (root(y) - root(z))


def distance(one: str, other: str, vision: str) -> float:
    return math.dist(lab(one, VISION[vision]), lab(other, VISION[vision]))


def contrast(one: str, other: str) -> float:
    """How much two colours differ in lightness, from 1 to 21."""
    low, high = sorted(lab(colour, VISION["normal"])[0] for colour in (one, other))
    return (light(high) + 0.05) / (light(low) + 0.05)


def light(level: float) -> float:
    """The luminance of a lightness of CIELAB."""
    return float(((level + 16) / 116) ** 3 if level > 8 else level / 903.3)


def shows() -> list[Show]:
    found = []
    for name, modules in (
        ("rebirth", []),
        ("rebirth", ["ireland"]),
        ("glenmore", []),
        ("isleofskye", ["druids", "tunnel", "outskirts", "bonus"]),
    ):
        rules = tw.load(name, modules=modules)
        found.append(rules.show(rules.new(rules.game.seats[1], seed=1).view(0)))
    return found


@pytest.mark.parametrize("vision", VISION)
def test_players_of_the_largest_games_differ_in_colour_or_in_their_line(vision: str) -> None:
    for one, other in combinations(range(5), 2):
        apart = distance(SEATS[one], SEATS[other], vision) > APART
        assert apart or (vision != "normal" and LINES[one] != LINES[other]), (one, other)


def test_letters_of_players_are_white_on_their_colours_and_all_lines_differ() -> None:
    assert all(contrast(colour, "#ffffff") >= 4.5 for colour in SEATS)
    assert len(set(LINES)) == len(SEATS) == len(LINES)


def test_letters_stand_out_from_their_ground() -> None:
    for colour in (*PALE.values(), *STRONG.values()):
        assert contrast(colour, readable(colour)) >= 4.5, colour


@pytest.mark.parametrize("vision", VISION)
def test_grounds_differ_in_colour_or_in_pattern_and_symbol(vision: str) -> None:
    for show in shows():
        grounds = {role: look for role, look in show.looks.items() if look.tint and not look.strong}
        assert len(grounds) > 3
        for (one, a), (other, b) in combinations(grounds.items(), 2):
            apart = distance(PALE[a.tint], PALE[b.tint], vision) > CLOSE
            assert apart or (a.pattern, a.icon) != (b.pattern, b.icon), (show.title, one, other)


@pytest.mark.parametrize(
    "names", [["anna", "bruno"], ["mia", "paul", "willi"], ["Ede", "Ole", "Leo", "Rita"], 2]
)
def test_no_player_has_a_letter_that_means_something_else(names: list[str] | int) -> None:
    """Fields of Rebirth; land, scoring tiles and curved edges of Isle of Skye with all its modules."""
    taken = {"rebirth": "FEOSML", "isleofskye": "ABCDPMWR"}
    for name, modules in (("rebirth", []), ("isleofskye", ["druids", "tunnel", "outskirts", "bonus"])):
        rules = tw.load(name, modules=modules)
        state = rules.new(names, seed=1)
        show = rules.show(state.view(0))
        letters = {
            ink.text for panel in show.panels for row in panel.rows for ink in row if ink.role[:5] == "seat "
        }
        signs = {text for text in letters if len(text) == 1}
        assert len(signs) == len(state.seats)
        assert not signs & {*taken[name]}
        meant = {
            ink.text
            for ink, _ in show.legend
            if len(ink.text) == 1 and ink.text.isupper() and not ink.role.startswith("seat")
        }
        assert meant <= {*taken[name]} and not signs & meant


def test_letters_that_are_taken_are_avoided() -> None:
    assert letters(["anna", "bruno"], "AB") == ("N", "R")
    assert letters(["player1", "player2"], "ACE") == ("B", "D")
    assert letters(["anna", "bruno"], "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ("A", "B")
