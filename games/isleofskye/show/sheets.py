"""Sheets, which need no match: all tiles, the scoring tiles, the round tracks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from tilewright.authoring import Diagram, Ink, Panel, Rules, Show, Spot

from ..files import LETTERS
from .tiles import Wording, legend

if TYPE_CHECKING:
    from ..files import Round
    from ..tiles import Tile

ROWS = 13
"""Number of tiles in one table."""
DISPUTED = "?"
"""Behind the id of a tile on which the transcriptions differ."""


def tiles_show(rules: Rules, lang: str = "en") -> Show:
    """Draws every landscape tile and castle, unturned, as a picture and in words."""
    wording = Wording(rules, lang)
    groups = (("landscape", wording.catalogue.tiles), ("castles", wording.catalogue.castles))
    boards = [
        Diagram(
            title=wording.say(key, count=sum(tile.copies for tile in tiles)),
            grid="row",
            spots=[_spot(wording, tile, number) for number, tile in enumerate(tiles)],
        )
        for key, tiles in groups
    ]
    panels = [
        Panel(
            title=f"{tiles[first].id} - {tiles[first : first + ROWS][-1].id}",
            rows=[*map(partial(_row, wording), tiles[first : first + ROWS])],
        )
        for _, tiles in groups
        for first in range(0, len(tiles), ROWS)
    ]
    return _sheet(wording, "tiles_of", boards, panels, land=True)


def _spot(wording: Wording, tile: Tile, number: int) -> Spot:
    return Spot(
        at=(number, 0),
        areas=wording.areas(tile, tile.face),
        ways=wording.roads(tile, tile.face),
        name=_called(tile),
        said="; ".join(
            [wording.shows(tile, tile.face), *_remarks(wording, tile), wording.say(tile.provenance)]
        ),
    )


def _called(tile: Tile) -> str:
    return tile.id + DISPUTED * tile.disputed


def _remarks(wording: Wording, tile: Tile) -> Iterator[str]:
    """Yields remarks on the tile: disputed, copies, bridge."""
    if tile.disputed:
        yield wording.dispute(tile)
    if tile.copies != 1:
        yield wording.say("copies", count=tile.copies)
    if tile.bridge:
        yield wording.say("bridge")


def _row(wording: Wording, tile: Tile) -> tuple[Ink, ...]:
    said = [wording.shows(tile, tile.face), *(f"[{remark}]" for remark in _remarks(wording, tile))]
    return Ink(tile.id), Ink(" ".join(said))


def scoring_show(rules: Rules, lang: str = "en") -> Show:
    """Draws every scoring tile with its rule and text."""
    wording = Wording(rules, lang)
    rows = [
        (
            Ink(scoring.rule, "dim"),
            Ink(wording.name(scoring.id), "strong"),
            Ink(wording.scoring_text(scoring)),
        )
        for scoring in wording.catalogue.scorings
    ]
    return _sheet(
        wording, "scoring_of", [], [Panel(title="", head=wording.head("rule", "", "scores"), rows=rows)]
    )


def track_show(rules: Rules, lang: str = "en") -> Show:
    """Draws the round tracks of both sides of the board."""
    wording = Wording(rules, lang)
    printed = wording.printed
    sides: dict[tuple[Round, ...], list[int]] = {}
    for count, rounds in printed.tracks.items():
        sides.setdefault(rounds, []).append(count)
    panels = []
    for name, (rounds, players) in zip(printed.side_provenance, sides.items(), strict=False):
        rows = [
            (
                Ink(str(number)),
                Ink(" ".join(LETTERS[place] for place in line.scored)),
                Ink(str(line.catch_up or "-")),
            )
            for number, line in enumerate(rounds, 1)
        ]
        head = wording.head("round", "letters", "catch_up_said")
        few, most = players[0], players[-1]
        said = str(few) if few == most else f"{few}-{most}"
        panels.append(Panel(title=wording.say(name, players=said), head=head, rows=rows))
    return _sheet(wording, "track_of", [], panels)


def _sheet(
    wording: Wording, title: str, boards: Sequence[Diagram], panels: Sequence[Panel], land: bool = False
) -> Show:
    """Makes a sheet with provenance below, and the legend of tiles if it shows some."""
    notes = [*legend(wording), (Ink(f"L00{DISPUTED}"), wording.say("a_dispute"))] if land else []
    return Show(
        title=wording.say(title, title=wording.rules.game.title),
        boards=boards,
        panels=panels,
        looks=wording.looks,
        legend=notes,
        caption=wording.rules.provenance(wording.lang, wording.rules.game),
        lang=wording.lang,
    )
