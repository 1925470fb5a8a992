"""Faults of drawings: they cannot be drawn, or they show a seat what is hidden from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import attrs

import tilewright as tw
from tilewright.core.draw.about import About
from tilewright.core.draw.model import At, Diagram, Ink, Look, Offer, Show, Spot
from tilewright.core.rules.actions import Reason
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.views import View

from ..harvest_dist import harvest
from ..harvest_dist.harvest import storm
from ..harvest_dist.harvest.show import show
from ..paper import plugin
from .plant import fault
from .secrets import screened


def harvest_with(**changes: Any) -> Rules:
    return tw.load(plugin(attrs.evolve(harvest.GAME, **changes)))


def drawn_otherwise(change: Callable[[Show, View], Show]) -> Rules:
    """Harvest, whose drawings are changed in this way."""
    return harvest_with(show=lambda view, lang="en": change(show(view, lang), view))


@fault("draws", "in 'pl': KeyError")
def a_drawing_that_lacks_a_language() -> Rules:
    titles = {"en": "Harvest", "de": "Ernte"}
    return drawn_otherwise(lambda drawn, _: attrs.evolve(drawn, title=titles[drawn.lang]))


@fault("draws", "does not offer exactly the legal actions")
def a_drawing_that_leaves_a_choice_out() -> Rules:
    return drawn_otherwise(lambda drawn, _: attrs.evolve(drawn, offers=drawn.offers[:-1]))


@fault("draws", "has characters that are not printable")
def a_title_that_cannot_be_printed() -> Rules:
    return drawn_otherwise(lambda drawn, _: attrs.evolve(drawn, title="Harvest\0"))


@fault("draws", "Show.looks['wheat']: the icon 'wheet' is unknown")
def a_look_with_a_symbol_that_nobody_drew() -> Rules:
    wheat = Look("yellow", icon="wheet")
    return drawn_otherwise(lambda drawn, _: attrs.evolve(drawn, looks={**drawn.looks, "wheat": wheat}))


@fault("draws", "in 'de' reveals hidden things")
def a_drawing_that_shows_the_bag_in_one_language() -> Rules:
    def telling(drawn: Show, view: Any) -> Show:
        return attrs.evolve(drawn, caption=[str(view._state.bag[-1:])]) if drawn.lang == "de" else drawn

    return drawn_otherwise(telling)


@fault("draws", "reveals hidden things")
def a_drawing_that_counts_in_the_order_of_the_bag() -> Rules:
    """The numbers are known to all; the order in which a mapping has them is not."""

    def counted(drawn: Show, view: Any) -> Show:
        caption = [f"{kind}: {count}" for kind, count in Counter(view._state.bag).items()]
        return attrs.evolve(drawn, caption=caption)

    return drawn_otherwise(counted)


@fault("draws", "whose turn it is not")
def a_drawing_that_asks_everybody() -> Rules:
    return drawn_otherwise(lambda drawn, _: attrs.evolve(drawn, asks="lay a tile"))


@fault("draws", "what is said about places", games=3)
def a_place_that_says_what_comes_next() -> Rules:
    def telling(drawn: Show, view: Any) -> Show:
        bag = view._state.bag
        return attrs.evolve(drawn, about=lambda board, at: About(fits=(sum(bag[-1:]), len(bag))))

    return drawn_otherwise(telling)


@fault("draws", "Show.about fails")
def a_place_that_nothing_can_be_said_of() -> Rules:
    def failing(board: int, at: At) -> About:
        raise IndexError(at)

    return drawn_otherwise(lambda drawn, _: attrs.evolve(drawn, about=failing))


@fault("draws", "About.barred: there is no message 'shut' or no rule 'HV-SHUT-1'")
def a_place_that_is_barred_by_no_rule() -> Rules:
    barred = About(barred=(Reason("shut", "HV-SHUT-1"),))
    return drawn_otherwise(lambda drawn, _: attrs.evolve(drawn, about=lambda board, at: barred))


@fault("draws", "nothing is said of 7,7 on a board")
def a_spot_without_a_word() -> Rules:
    board = Diagram(grid="square4", spots=[Spot(at=(7, 7))])
    return drawn_otherwise(lambda drawn, _: attrs.evolve(drawn, boards=[board]))


@fault("draws", "reveals what others keep hidden", games=3)
def a_drawing_that_adds_up_what_is_kept() -> Rules:
    """A bot may count along; a drawing that is shown to everyone may not."""

    def rich(view: View, lang: str = "en") -> Show:
        offers = [Offer(action=action) for action in view.legal()]
        return Show(title=str(view.recall("purse")), offers=offers)

    return screened(show=rich)


@fault("draws", "plugin storm, hook extend_show (drawing.py:")
def a_module_whose_board_fails() -> Rules:
    def extend_show(show: Show, view: View, lang: str) -> Show:
        return attrs.evolve(show, title=show.boards[7].title)

    return tw.load(harvest, modules=[plugin(storm.tilewright_module(), extend_show=extend_show)])


@fault("draws", "sheet tiles cannot be drawn in 'en'")
def a_sheet_that_cannot_be_drawn() -> Rules:
    return harvest_with(sheets={"tiles": lambda rules, lang="en": Show(title=rules.data.tiles[99].name)})


@fault("draws", "the grid 'square' is unknown; there are square4, square8, hex, chain, row")
def a_board_of_an_unknown_grid() -> Rules:
    """It was drawn as squares, whatever it was meant to be."""

    return drawn_otherwise(
        lambda drawn, _: attrs.evolve(drawn, boards=[attrs.evolve(drawn.boards[0], grid="square")])
    )


@fault("draws", "has two spots at ")
def two_spots_on_one_cell() -> Rules:
    def double(drawn: Show, view: View) -> Show:
        field, *others = drawn.boards
        twice = attrs.evolve(field, spots=[*field.spots, field.spots[0]])
        return attrs.evolve(drawn, boards=[twice, *others])

    return drawn_otherwise(double)


def offered_otherwise(**changes: Any) -> Rules:
    """Harvest, each of whose choices is changed in this way."""
    return drawn_otherwise(
        lambda drawn, _: attrs.evolve(drawn, offers=[attrs.evolve(one, **changes) for one in drawn.offers])
    )


@fault("draws", "it is on board 5, but the drawing has 2")
def a_choice_on_a_board_that_does_not_exist() -> Rules:
    return offered_otherwise(board=5)


@fault("draws", "its piece is at 40,0 of ")
def a_choice_that_takes_a_piece_from_no_spot() -> Rules:
    return offered_otherwise(piece=(1, (40, 0)))


@fault("draws", "which its action does not name")
def choices_on_the_cells_beside_theirs() -> Rules:
    def aside(drawn: Show, view: View) -> Show:
        offers = [attrs.evolve(one, at=(one.at[0] + 1, one.at[1])) for one in drawn.offers if one.at]
        return attrs.evolve(drawn, offers=offers)

    return drawn_otherwise(aside)


@fault("draws", "has the role 'wheet', which has no look; did you mean 'wheat'?")
def a_role_without_a_look() -> Rules:
    wheet = (Ink("W", "wheet"), "wheat")
    return drawn_otherwise(lambda drawn, _: attrs.evolve(drawn, legend=[wheet, *drawn.legend]))
