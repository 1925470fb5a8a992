"""Every number that the rules of Ireland state, and every contested ruling."""

from __future__ import annotations

from typing import Literal

import attrs

from tilewright.authoring import option


@attrs.frozen(kw_only=True)
class Options:
    """Options of the module; defaults are the recommended rulings."""

    sprawling_first: int = option(
        12, rule="RI-SPR-2", doc="points for the most symbols in a sprawling settlement"
    )
    sprawling_second: int = option(
        8, rule="RI-SPR-2", doc="points for the second most symbols in a sprawling settlement"
    )
    sprawling_third: int = option(
        5, rule="RI-SPR-2", doc="points for the third most symbols in a sprawling settlement"
    )
    offshore: int = option(1, rule="RI-OFF-1", doc="points for a tile on an offshore field")
    thirteen: int = option(
        13, rule="RI-TOW-8", doc="points for touching all round towers with the bonus thirteen"
    )
    three: int = option(3, rule="RI-TOW-9", doc="points for touching a round tower with the bonus three")
    drawn: int = option(
        3, rule="RI-TOW-4", low=1, high=9, doc="tiles drawn at the end of a turn with the bonus draw_three"
    )
    displayed: int = option(
        8,
        rule="RI-SETUP-1",
        low=0,
        high=12,
        doc="public mission cards on display; beyond 8, a player has more cathedrals than the box",
    )
    aside: Literal["known", "hidden"] = option(
        "known",
        rule="RI-AMB-1",
        doc="whether owners know which of their tiles are set aside, after they have looked at them once",
    )
    order: Literal["cards_first", "towers_first"] = option(
        "cards_first",
        rule="RI-AMB-2",
        doc="what comes first for a tile: the mission cards that it fulfils, or the round towers that it touches",
    )
    ignored_bonus: Literal["lost", "kept"] = option(
        "lost",
        rule="RI-AMB-3",
        doc="whether a bonus second_tile that may not be used is lost, or a later tile at the tower may use it",
    )
    two_draws: Literal["three", "five"] = option(
        "three",
        rule="RI-AMB-4",
        doc="tiles drawn after two bonuses draw_three in one turn: as after one, or those of both",
    )
    three_points: Literal["each", "once"] = option(
        "each",
        rule="RI-AMB-6",
        doc="whether each round tower with the bonus three brings its points, or only the first",
    )
    own_mission: Literal["single", "double"] = option(
        "single",
        rule="RI-AMB-7",
        doc="whether the doubling marker counts for a card that the tile which brings the marker fulfils",
    )
    private_lost: Literal["counts", "end_only"] = option(
        "counts",
        rule="RI-AMB-8",
        doc="whether a private mission counts if it was fulfilled during the game and is not any more at the end",
    )
    neutral_sprawling: Literal["absent", "present"] = option(
        "absent",
        rule="RI-AMB-9",
        doc="whether neutral tiles in a sprawling settlement count as one more player, who comes last",
    )
    second_no_place: Literal["lay_aside", "back"] = option(
        "lay_aside",
        rule="RI-AMB-11",
        doc="a second tile that fits nowhere is laid aside as any other, or goes back to the tiles set aside",
    )
    bonuses: Literal["automatic", "optional"] = option(
        "automatic",
        rule="RI-AMB-12",
        doc="whether bonuses of round towers are used automatically, or players may forgo them",
    )
    link_least: int = option(
        1, rule="RI-AMB-13", values=(1, 2), doc="fewest tiles that link castles or round towers"
    )
