"""What is reconstructed stands in the head of every report, in one sentence, and its details where they were."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
import pytest

import tilewright as tw
from tilewright.core.lab.design.page import page as searched
from tilewright.core.lab.design.plan import made_of
from tilewright.core.lab.design.run import design
from tilewright.core.lab.design.terminal import terminal as search_lines
from tilewright.core.lab.report import content, page, terminal
from tilewright.core.lab.report.reconstructed import compared, sentence
from tilewright.core.lab.study.crew import Crew
from tilewright.core.lab.study.requests import DesignRequest

from .made import made

REBIRTH = "Map 'default' and 24 of the 25 different mission cards are reconstructed: judge these, not the publisher's."
TUNNEL = "Terrain, roads, entrances and marks of all 12 tunnel tiles"


def head(page: str) -> str:
    return page.partition("<main>")[0].replace("&#x27;", "'").replace("&#39;", "'")


@pytest.mark.parametrize(
    ("game", "modules", "said"),
    [
        ("rebirth", [], REBIRTH),
        ("glenmore", [], ""),
        ("isleofskye", [], ""),
        ("isleofskye", ["tunnel"], f"{TUNNEL} are reconstructed: judge these, not the publisher's."),
    ],
)
def test_notes_of_our_games_are_one_sentence(game: str, modules: Sequence[str], said: str) -> None:
    """What comes from public sources or is derived is not made up, and is left to the details."""
    assert sentence(tw.load(game, modules=modules).provenance()) == said


def test_one_thing_is_not_several() -> None:
    assert sentence(["Map 'moor': the outline and the fields on it are reconstructed."]) == (
        "Map 'moor' is reconstructed: judge it, not the publisher's."
    )


def test_a_comparison_says_what_only_a_variant_has() -> None:
    found = made()
    found = attrs.evolve(found, arms=[attrs.evolve(one, notes=()) for one in found.arms])
    base, other, *_ = found.arms
    assert compared(found) == ""
    ours = tuple(tw.load("isleofskye", modules=["tunnel"]).provenance())
    theirs = tuple(tw.load("isleofskye").provenance())
    arms = [attrs.evolve(base, notes=theirs), attrs.evolve(other, notes=ours), *found.arms[2:]]
    found = attrs.evolve(found, arms=arms)
    said = compared(found)
    assert said.startswith(f"{TUNNEL} under {other.name}") and said.count(".") == 1
    lines = terminal(found, 10_000)
    assert lines.index(said) < lines.index("What to do: ") and said in head(page(found))
    assert "are reconstructed." in page(found), "the details"
    every = attrs.evolve(
        found,
        arms=[arms[0], arms[1], attrs.evolve(arms[1], name="C", notes=(*ours, "Map 'x' is reconstructed."))],
    )
    assert f"{TUNNEL} under all variants and map 'x' under C (" in compared(every)
    both = attrs.evolve(found, arms=[attrs.evolve(one, notes=ours) for one in found.arms])
    assert compared(both).startswith(f"{TUNNEL} are reconstructed")


def test_a_study_of_content_says_it() -> None:
    found = tw.content("rebirth", "missions", blocks=2, bots="random", primary="score", seed=1).found
    said = content.terminal(found, 10_000)
    assert said.index(REBIRTH) < said.index("What to do: ") and REBIRTH in head(content.page(found))


def test_a_search_says_it() -> None:
    asked = DesignRequest(
        game="rebirth",
        factors={"castle": "5 to 6"},
        targets=["seat_gap under 15 %"],
        bots="random",
        players=2,
        budget=6,
        rungs=[2],
        width=2,
        finalists=1,
        confirm=4,
        baseline=False,
    )
    found = design(made_of(asked, 1), Crew())
    lines = search_lines(found, 10_000)
    assert lines.index(REBIRTH) < next(n for n, line in enumerate(lines) if line.startswith("What to do: "))
    assert REBIRTH in head(searched(found))
