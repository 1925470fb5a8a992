"""`show`: draw a game's map, its pieces, or a position of a record, as text, SVG or PNG; a match as a page."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from ..shared import common, output
from ..shared.options import ENGLISH, Lang
from ..shared.ruleset_words import USUAL, RulesetWords

if TYPE_CHECKING:
    from ...draw.model import Show
    from ...rules.ruleset import Rules


def show(
    game: str,
    what: str | None = None,
    svg: Path | None = None,
    png: Path | None = None,
    html: Path | None = None,
    eyes: str | None = None,
    review: float = 10.0,
    ruleset: RulesetWords = USUAL,
    plain: bool = False,
    lang: Lang = ENGLISH,
) -> None:
    """Show the map, the tiles or a record.

    Shows the map as it is before the first move, every kind of piece, or a recorded position.

    With --html the whole match becomes one file to step through in a browser, with its log, charts and the moves that
    cost most. It opens at the position named, and needs neither a server nor the network. It holds what the player
    named with --as may know, and no seed.

    Example: tilewright show game.jsonl --html game.html --as anna
    """
    from ...play.start import split

    path, number = split(what or game)
    if os.path.isfile(path):
        _record(path, number, None if what is None else game, svg, png, html, eyes, review, plain, lang.value)
        return
    for option, given in (("--html", html), ("--as", eyes)):
        if given is not None:
            raise common.usage(f"{option} is for records, and there is no file {path}")
    rules = ruleset.rules(game)
    if what is not None and what in rules.game.sheets:
        _picture(rules.sheet(what, lang.value), svg, png, plain)
    elif what == "tiles":
        if svg is not None or png is not None:
            option = "--svg" if svg is not None else "--png"
            raise common.usage(
                f"{rules.game.title} has no picture of its tiles; leave {option} out for a list"
            )
        _pieces(rules, lang.value)
    else:
        known = ", ".join(sorted({*rules.game.sheets, "tiles"}))
        asked = f"cannot show '{what}'; it" if what else "has more than one thing to show: it"
        raise common.usage(f"{rules.game.title} {asked} can show {known} or a record")


def _record(
    path: str,
    number: int | None,
    game: str | None,
    svg: Path | None,
    png: Path | None,
    html: Path | None,
    eyes: str | None,
    review: float,
    plain: bool,
    lang: str,
) -> None:
    """Draw a position of a record, or write the page of its match, or both."""
    from ...play.start import at
    from ...rules.views import Opened, View
    from ...text.seat_names import REFEREE
    from .html_page import opened, page
    from .replay_lines import eyes_named

    if html is not None:
        walk = opened(path, number, eyes, lang)
        _match_of(walk.rules, game, path)
        output.put(html, page(walk, review, plain), private=walk.eyes == REFEREE)
        if svg is None and png is None:
            return
    match, _ = at(path, number)
    _match_of(match.rules, game, path)
    seat = eyes_named(eyes, match.state.seats)
    side = next(iter(match.state.to_act), None)
    view = Opened(match.state, side) if seat == REFEREE else View(match.state, seat)
    _picture(match.rules.show(view, lang), svg, png, plain, seat == REFEREE)


def _match_of(rules: Rules, game: str | None, path: str) -> None:
    if game is not None and rules.game.name != game:
        raise common.usage(f"{path} is a game of {rules.game.name}, not of {game}")


def _picture(shown: Show, svg: Path | None, png: Path | None, plain: bool, private: bool = False) -> None:
    """Draw as text on stdout, or to the files asked for."""
    if svg is not None or png is not None:
        from ...draw.svg import draw_svg

        text = draw_svg(shown)
        if svg is not None:
            output.put(svg, text, private=private)
        if png is not None:
            from ...draw.png import to_png

            output.put(png, to_png(text), private=private)
        return
    common.terminal(plain).drawn(shown, notes=True)


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
