"""Sheets, which need no match: all tiles, the scoring tiles, the round tracks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from tilewright.core.draw.model import Diagram, Ink, Panel, Show, Spot

from ..files import LETTERS
from .tiles import LOOKS, Teller, legend

if TYPE_CHECKING:
    from tilewright.core.rules import Rules

    from ..files import Round
    from ..tiles import Tile

ROWS = 13
"""Number of tiles in one table."""
DISPUTED = "?"
"""Behind the id of a tile on which the transcriptions differ."""


def tiles_show(rules: Rules, lang: str = "en") -> Show:
    """Draws every landscape tile and castle, unturned, as a picture and in words."""
    tell = Teller(rules, lang)
    groups = (("landscape", tell.catalogue.tiles), ("castles", tell.catalogue.castles))
    boards = [
        Diagram(
            title=tell.say(key, count=sum(tile.copies for tile in tiles)),
            grid="row",
            spots=[_spot(tell, tile, number) for number, tile in enumerate(tiles)],
        )
        for key, tiles in groups
    ]
    panels = [
        Panel(
            title=f"{tiles[first].id} - {tiles[first : first + ROWS][-1].id}",
            rows=[*map(partial(_row, tell), tiles[first : first + ROWS])],
        )
        for _, tiles in groups
        for first in range(0, len(tiles), ROWS)
    ]
    return _sheet(tell, "tiles_of", boards, panels, land=True)


def _spot(tell: Teller, tile: Tile, number: int) -> Spot:
    return Spot(
        at=(number, 0),
        areas=tell.areas(tile, tile.face),
        ways=tell.roads(tile.face),
        name=_called(tile),
        said="; ".join([tell.shows(tile, tile.face), *_remarks(tell, tile), tell.say(tile.provenance)]),
    )


def _called(tile: Tile) -> str:
    return tile.id + DISPUTED * tile.disputed


def _remarks(tell: Teller, tile: Tile) -> Iterator[str]:
    """Yields remarks on the tile: disputed, copies, bridge."""
    if tile.disputed:
        yield tell.say("read_otherwise" if tile.id in tell.printed.otherwise else "disputed")
    if tile.copies != 1:
        yield tell.say("copies", count=tile.copies)
    if tile.bridge:
        yield tell.say("bridge")


def _row(tell: Teller, tile: Tile) -> tuple[Ink, ...]:
    said = [tell.shows(tile, tile.face), *(f"[{remark}]" for remark in _remarks(tell, tile))]
    return Ink(tile.id), Ink(" ".join(said))


def scoring_show(rules: Rules, lang: str = "en") -> Show:
    """Draws every scoring tile with its rule and text."""
    tell = Teller(rules, lang)
    rows = [
        (Ink(scoring.rule, "dim"), Ink(tell.name(scoring.id), "strong"), Ink(tell.scoring_text(scoring)))
        for scoring in tell.catalogue.scorings
    ]
    head = tuple(Ink(tell.say(key) if key else "", "dim") for key in ("rule", "", "scores"))
    return _sheet(tell, "scoring_of", [], [Panel(title="", head=head, rows=rows)])


def track_show(rules: Rules, lang: str = "en") -> Show:
    """Draws the round tracks of both sides of the board."""
    tell = Teller(rules, lang)
    printed = tell.printed
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
        head = tuple(Ink(tell.say(key), "dim") for key in ("round", "letters", "catch_up_said"))
        few, most = players[0], players[-1]
        said = str(few) if few == most else f"{few}-{most}"
        panels.append(Panel(title=tell.say(name, players=said), head=head, rows=rows))
    return _sheet(tell, "track_of", [], panels)


def _sheet(
    tell: Teller, title: str, boards: Sequence[Diagram], panels: Sequence[Panel], land: bool = False
) -> Show:
    """Makes a sheet with provenance below, and the legend of tiles if it shows some."""
    notes = [*legend(tell), (Ink(f"L00{DISPUTED}"), tell.say("a_dispute"))] if land else []
    return Show(
        title=tell.say(title, title=tell.rules.game.title),
        boards=boards,
        panels=panels,
        looks=LOOKS,
        legend=notes,
        caption=tell.rules.game.provenance(tell.printed),
        lang=tell.lang,
    )
