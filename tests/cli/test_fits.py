"""One decision, one screen: what is printed for a decision is never higher than the window, nor wider."""

from __future__ import annotations

import re
from functools import cache

import pytest
from rich.cells import cell_len

import tilewright as tw
from tilewright.core.bots import make
from tilewright.core.draw.decision_text import DecisionScreen, screenful
from tilewright.core.draw.model import Diagram, Ink, Panel, Show, Spot
from tilewright.core.play.match import Match
from tilewright.core.table.table import Table

from ..cases import soaked
from ..toys import auction, meadow
from .typist import sit

NAMES = ("anna", "bruno", "carla", "dora", "emil")
ALL = ("druids", "tunnel", "bonus", "outskirts")
KINDS = [
    ("rebirth", (), 2, 1),
    ("glenmore", (), 3, 1),
    ("glenmore", (), 5, 2),
    ("isleofskye", (), 3, 1),
    ("isleofskye", ALL, 5, 1),
]
USUAL = (KINDS[0], KINDS[1], KINDS[4])
"""One of each game, with as much on the screen as it can have in Isle of Skye."""


def table(
    game: object, modules: tuple[str, ...], seats: int, people: int, lang: str = "en", *, steps: int = 0
) -> Table:
    """A table at which so many decisions have been played."""
    rules = tw.load(game, modules)
    names = NAMES[:seats]
    bots = {name: make("random", rules) for name in names[people:]}
    match, anybody = Match(rules, names, seed=4, bots=bots), make("random", rules)
    for _ in range(steps):
        match.play(match.choose(match.state.to_act[0], anybody))
    return Table(match, lang)


@cache
def whole_game(game: str, modules: tuple[str, ...], seats: int, people: int) -> list[str]:
    """What is printed for each decision of a game to its end; of a large one for those of its second half."""
    return sit(table(game, modules, seats, people, steps=140 if modules else 0), 80, 24).printed


@pytest.mark.parametrize(
    ("game", "modules", "seats", "people"),
    [kind if kind in USUAL else pytest.param(*kind, marks=pytest.mark.soak) for kind in KINDS],
)
def test_every_decision_of_a_game_fits_a_small_window(
    game: str, modules: tuple[str, ...], seats: int, people: int
) -> None:
    """To its end; of a game that is large it is the second half, in which boards are."""
    printed = whole_game(game, modules, seats, people)
    assert len(printed) > 10
    for text in printed[1:]:  # before the first one it is said who plays
        lines = text.split("\n")
        assert len(lines) <= 24 and max(map(cell_len, lines)) <= 80, text
        assert lines[-1] in [f"{name}> " for name in NAMES]
        assert lines[-2].rstrip().endswith("?"), text  # how to ask for everything else


@pytest.mark.parametrize(("width", "height"), [(40, 10), (120, 40), *soaked((60, 18))])
@pytest.mark.parametrize("game", ["rebirth", "glenmore", "isleofskye", auction.PLUGIN, meadow.PLUGIN])
def test_every_size_of_window_is_kept(game: object, width: int, height: int) -> None:
    left = iter(range(6))

    def answer(chair: object) -> str:
        return str(chair.choosing.offers[0].action) if next(left, 9) < 5 else "quit"  # type: ignore[attr-defined]

    for text in sit(table(game, (), 2, 2), width, height, answer).printed:
        lines = text.split("\n")
        assert len(lines) <= height and max(map(cell_len, lines)) <= width, text


def test_every_letter_on_the_screen_chooses_and_every_choice_has_one() -> None:
    """A choice whose spot does not fit is listed with its letter, unless so many are left that `moves` has them."""
    seen: list[str] = []

    def answer(chair: object) -> str:
        seen.extend(str(offer.action) for offer in chair.choosing.offers)  # type: ignore[attr-defined]
        return "quit"

    small = sit(table("isleofskye", (), 2, 1), 80, 24, answer).printed[0]
    assert seen
    marks = re.findall(r"^ +([a-z]) +([a-z]) +([a-z])$", small, re.MULTILINE)
    assert marks, small


@pytest.mark.parametrize(("lang", "scores"), [("en", "this round: "), ("de", "diese Runde: ")])
def test_prices_are_asked_beside_the_own_territory_and_what_scores_now(lang: str, scores: str) -> None:
    made = table("isleofskye", ALL, 5, 5, lang)
    show = made.chair(0).show
    screen = sit(made, 80, 24, lambda chair: "quit").printed[0]
    assert len(screen.split("\n")) <= 24
    assert show.boards[0].title in screen and screen.count(scores) == 2, (
        screen
    )  # in the head and in the panel
    tiles = {str(offer.action).split()[1] for offer in show.offers}
    assert tiles <= {*screen.split()}, screen


def test_larger_windows_show_more_boards_and_panels() -> None:
    sizes = [(80, 24), (120, 40), (200, 60)]
    texts = [sit(table("isleofskye", ALL, 5, 1), *size, lambda chair: "quit").printed[0] for size in sizes]
    counts = [sum(title in text for title in ("Territory of", "Players", "Rounds")) for text in texts]
    lines = [text.count("\n") for text in texts]
    assert counts == sorted(counts) and lines == sorted(lines) and lines[0] < lines[1] < lines[2]


def test_what_is_asked_comes_first_and_what_others_did_is_a_line_each() -> None:
    for text in whole_game("glenmore", (), 3, 1)[1:]:
        lines = text.split("\n")
        assert re.match(r"anna: [a-z]", lines[0]), text
        for name in ("bruno", "carla"):
            assert sum(line.startswith(f"{name}: ") for line in lines) <= 3, text


def wide() -> Show:
    """A board and panels that fit nowhere."""
    spots = [Spot(at=(x, y), face=((Ink("abc"),),), said="field") for x in range(25) for y in range(30)]
    panels = [Panel(title=f"Panel {n}", rows=[(Ink("row"), Ink(str(k))) for k in range(9)]) for n in range(9)]
    return Show(title="Wide", boards=[Diagram(title="Land", grid="square4", spots=spots)], panels=panels)


@pytest.mark.parametrize("height", [3, 10, 24])
def test_rows_far_from_any_choice_go_first(height: int) -> None:
    """The letter stays on the screen as long as there is room for the board at all."""
    decision = DecisionScreen(
        show=wide(),
        head=[Ink("anna: place")],
        marks={(0, (20, 15)): "a"},
        names={(0, (20, 15)): "[a] here"},
        choices=[f"[{n}] choice" for n in "bcdefghij"],
        always=["?"],
    )
    text = screenful(decision, width=40, height=height)
    assert len(text.splitlines()) <= height
    assert text.startswith("anna: place")
    if height >= 10:
        assert re.search(r"(?m)^ *15 ", text) or "[a] here" in text, text


def test_what_is_not_shown_has_a_key() -> None:
    show = wide()
    decision = DecisionScreen(show=show, head=[Ink("anna: place")], keys={n: f"k{n} Panel" for n in range(9)})
    text = screenful(decision, width=100, height=24)
    for n, panel in enumerate(show.panels):
        assert (panel.title in text) != (f"k{n} Panel" in text), text
