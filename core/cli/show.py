"""`show`: draw a game's map, its pieces, or a position of a record, as text, SVG or PNG."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import common
from .given import Data, Edition, Lang, Language, Modules, Plain, Settings
from .streams import Styled

if TYPE_CHECKING:
    from ..draw.model import Show
    from ..rules import Rules


def show(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game; see the games command.")],
    what: Annotated[
        str,
        typer.Argument(
            metavar="map|tiles|RECORD", help="What to show; RECORD@N is the position after N decisions."
        ),
    ],
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write an SVG picture to this file (- for stdout).")
    ] = None,
    png: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a PNG picture to this file (needs the extra 'render')."),
    ] = None,
    modules: Modules = None,
    edition: Edition = None,
    settings: Settings = None,
    data: Data = None,
    plain: Plain = False,
    lang: Language = Lang.en,
) -> None:
    """Show the map, the tiles or a record.

    Shows the map as it is before the first move, every kind of piece, or a recorded position as a spectator sees it.
    """
    from .position import at, split

    path, number = split(what)
    if os.path.isfile(path):
        match, _ = at(path, number)
        if match.rules.game.name != game:
            raise common.usage(f"{path} is a game of {match.rules.game.name}, not of {game}")
        _picture(match.rules.show(match.state.view(None), lang.value), svg, png, plain)
        return
    rules = common.assemble(game, modules, edition, settings, data)
    if what in rules.game.sheets:
        _picture(rules.game.sheets[what](rules, lang.value), svg, png, plain)
    elif what == "tiles" and svg is None and png is None:
        _pieces(rules, lang.value)
    else:
        known = ", ".join(sorted({*rules.game.sheets, "tiles"}))
        raise common.usage(f"{rules.game.title} cannot show '{what}'; it can show {known} or a record")


def _picture(shown: Show, svg: Path | None, png: Path | None, plain: bool) -> None:
    """Draw as text on stdout, or to the files asked for."""
    if svg is not None or png is not None:
        from ..draw.svg import draw_svg

        text = draw_svg(shown)
        if svg is not None and str(svg) == "-":
            common.say(Styled(text.rstrip("\n")))
        elif svg is not None:
            _write(svg, text.encode())
        if png is not None:
            from ..draw.png import to_png

            _write(png, to_png(text))
        return
    from ..draw.text import draw_text

    terminal = common.terminal(plain)
    text = draw_text(shown, width=terminal.width, colour=terminal.depth)
    terminal.say(Styled(text.rstrip("\n")))


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise common.usage(f"{path} cannot be written: {error.strerror}") from error
    common.note(f"written: {path}")


def _pieces(rules: Rules, lang: str) -> None:
    """Print every kind of piece with the number in play."""
    state = rules.new(rules.game.seats[0], 0)
    counts: dict[str, dict[int, int]] = {family: {} for family in rules.pieces}
    for place in rules.places_of(state):
        for piece in place.pieces(state):
            of = counts[place.zone.family]
            of[piece] = of.get(piece, 0) + 1
    common.say(f"{rules.game.title}: pieces in play with {len(state.seats)} players")
    for family, kinds in rules.pieces.items():
        common.say()
        common.say(family)
        for piece, kind in enumerate(kinds):
            said = rules.words.name(kind, lang)
            more = f"  {said}" if said != kind else ""
            common.say(f"  {counts[family].get(piece, 0):>4}  {kind}{more}")
    for sentence in rules.provenance(lang):
        common.note(f"! {sentence}")
