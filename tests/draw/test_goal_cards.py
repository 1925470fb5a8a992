"""Goals as cards: equal ones once, a bar for each player, what is met and scored next, and the rounds below."""

from __future__ import annotations

import attrs

from tilewright.core.draw.goal_cards import cards
from tilewright.core.draw.model import Diagram, Goal, Ink, Look, Panel, Round, Show, Spot

from .test_html_parts import parsed

SIGNS = (Ink("A", "seat 0"), Ink("B", "seat 1"))
PICTURE = Diagram(grid="square4", spots=[Spot(at=(0, 0), ground="field"), Spot(at=(1, 0), ground="field")])
MOST = Goal(
    title="most barrels",
    picture=PICTURE,
    worth="5",
    amounts={0: 2, 1: 4},
    points={1: 5},
    note="twice",
    now=True,
)
MET = Goal(title="all <sheep>", icon="sheep", worth="8", points={0: 8}, met=True)
SHOW = Show(title="t", players=SIGNS, looks={"sheep": Look(icon="sheep"), "field": Look("green")})


def shown(*goals: Goal, rounds: tuple[Round, ...] = ()) -> list[str]:
    """The texts of the cards and of the rounds."""
    made = parsed(cards(SHOW, Panel(title="Goals", rows=(), goals=goals, rounds=rounds)))
    return [" ".join("".join(one.itertext()).split()) for one in made.iter() if one.tag in ("article", "li")]


def test_equal_cards_are_one_with_their_number() -> None:
    assert [text for text in shown(MET, MOST, MET) if "sheep" in text] == ["all <sheep>\u27138 \u00d72A8"]


def test_bars_are_as_long_as_what_each_player_has() -> None:
    made = parsed(cards(SHOW, Panel(title="Goals", rows=(), goals=(MOST,))))
    lines = [one for one in made.iter("li") if one.get("data-seat")]
    wide = {one.get("data-seat"): next(one.iter("rect")).get("width") for one in lines}
    assert wide == {"0": "50", "1": "100"} and ["".join(one.itertext()) for one in lines] == ["A2", "B4 +5"]
    assert {one.get("class") for one in made.iter("article")} == {"goal now"}


def test_a_card_without_figures_has_no_bars_and_debts_have_some() -> None:
    bare = attrs.evolve(MOST, amounts={}, points={})
    assert not [text for text in shown(bare)[1:]]
    made = parsed(cards(SHOW, Panel(title="", rows=(), goals=(attrs.evolve(bare, points={0: -4, 1: 2}),))))
    assert [one.get("width") for one in made.iter("rect") if one.get("height") == "8"] == ["100", "50"]


def test_rounds_show_the_pictures_of_their_goals_and_nothing_in_them_can_be_pointed_at() -> None:
    rounds = Round(title="1", goals=(0,), over=True), Round(title="2", goals=(0, 1), now=True)
    made = parsed(cards(SHOW, Panel(title="Goals", rows=(), goals=(MOST, MET), rounds=rounds)))
    track = next(one for one in made.iter("ol"))
    assert [(one.get("class"), one.get("aria-current"), len(one)) for one in track] == [
        ("past", None, 2),
        (None, "step", 3),
    ]
    assert not [one for one in made.iter() if "spot" in one.get("class", "").split() or one.get("data-at")]


def test_a_card_that_names_a_part_of_the_land_leads_to_its_spots() -> None:
    made = parsed(
        cards(SHOW, Panel(title="", rows=(), goals=(attrs.evolve(MOST, where=((0, (1, -2)),)), MET)))
    )
    found = [(one.get("data-spots"), one.get("tabindex")) for one in made.iter("article")]
    assert found == [("0,1,-2", "0"), (None, None)]
