"""The model that a game makes of a view: boards of spots, panels of named values, and which choice is which spot.

A game fills this in once, from a `View` and in one language; core turns it into coloured text, plain text, SVG and
sentences. Nothing here mentions colours or letters on a screen: a *role* says what something is (`food`, `seat 0`,
`dim`), and `Show.looks` says how the game's own roles look, in words that `colours` translates.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

import attrs

from ..base.plugin_errors import misdeclared
from ..rules.actions import Action
from ..text.messages import NO_ARGUMENTS, Words
from ..text.unreadable import engine
from .placement import board_fits, offers_fit
from .signs import players_found

if TYPE_CHECKING:
    from .about import About

At = tuple[int, int]
"""x,y on squares, q,r on hexes, (position, 0) on a chain or in a row."""
Where = tuple[int, At]
"""A board of a show, by its number, and a place on it."""
GLUE = "\xa0"
"""A blank at which no line is broken; it is printed as a plain one."""
NO_MARKS: Mapping[Where, str] = {}
"""Texts on spots, such as the letters that choose them: none."""


@attrs.frozen
class Ink:
    """A piece of text with a role. `seat N`, `dim`, `strong` and "" need no look, nor do the plates `pay` and `get`."""

    text: str
    role: str = ""
    on: str = ""
    """Role of the ground behind it, if that is not the spot's: a letter of a face with several terrains."""
    said: str = ""
    """The word for it in sentences, if the text is only a sign: "anna" for A."""
    more: str = ""
    """What follows it where there is room, such as the level of a bot after its name: "(normal)"."""
    inks: tuple[Ink, ...] = ()
    """What pictures show instead, one after the other: symbols with their amounts."""
    where: tuple[Where, ...] = ()
    """The spots that it is about: pointing at it lights them up, and pointing at them lights it up."""

    @property
    def full(self) -> Ink:
        """The same with what follows it as part of the text."""
        return attrs.evolve(self, text=f"{self.text} {self.more}", more="") if self.more else self

    @property
    def word(self) -> str:
        """Its name in sentences."""
        return f"{self.said or self.text} {self.more}".rstrip() if self.more else self.said or self.text


@attrs.frozen
class Look:
    """The look of a role: a tint of the palette, and a pattern as well, because nothing is shown by colour alone."""

    tint: str = ""
    """yellow, sky, orange, green, blue, red, purple, brown, grey, white or black; "" for none."""
    pattern: str = ""
    """dots, stripes, lines, bricks, waves, checks, tufts, peaks, furrows or wind; text has letters instead."""
    strong: bool = False
    """In full colour, as pieces are; otherwise pale, as ground is."""
    icon: str = ""
    """A symbol of data/core/symbols.svg, or a shape of pieces: shown on ground of this role, or instead of letters of
    this role. A number stands within it, if there is a symbol of that name with a 0, or else beside it."""


@attrs.frozen
class Piece:
    """A piece on a spot. Its text says in one to three letters whose it is and what."""

    text: str
    role: str
    shape: str = "disc"
    """tile, castle, church, cube, pawn or disc; only pictures show it."""
    port: str = ""
    """The port at which it stands, as `Way.sides` names ports: "n1"; "" for the spot as a whole."""
    ports: int = 1
    """Ports of each side, where no way on the spot says it: a piece at a port stands on an empty cell as well."""
    symbol: str = ""
    """Role of what it is, whose icon pictures show instead of its shape, in the colour of `role`: a good, a person,
    what is printed on a tile."""
    count: int = 1
    """So many of them; the text says it as well."""
    area: int = -1
    """The area of the spot in which it stands, by number, after the areas its ways; -1 for the spot as a whole."""


@attrs.frozen
class Way:
    """A line printed from the middle of a spot to some of its sides: a river, a road; or from one port to another."""

    role: str
    sides: tuple[str, ...]
    """Names of the grid's directions; on squares n, e, s and w. Where sides have several ports, two ports: a direction
    and a number, from 1 clockwise, such as n1 and e2."""
    ports: int = 1
    """Ports of each side."""
    into: tuple[int, ...] = ()
    """Areas of the spot, by number, that it leads into: to the last mark there, such as a gate."""


@attrs.frozen
class Ground:
    """A piece of land on a tile, from some of its sides to the middle; without sides it lies within the tile."""

    letter: str
    """Its letter in text: P."""
    role: str
    """Role of its ground."""
    sides: tuple[str, ...] = ()
    """Its sides, of n, e, s and w in this order; on hexes of `HEX.directions`."""
    marks: tuple[Ink, ...] = ()
    """Marks printed in it; pictures show the icons of their roles on those of `on`, text only marks with a text."""


@attrs.frozen(kw_only=True)
class Plate:
    """What is got, paid or exchanged, as a sentence of symbols: inks whose roles have icons, one after the other."""

    get: tuple[Ink, ...] = ()
    pay: tuple[Ink, ...] = ()
    """With `get`, what is given for it."""
    said: str = ""
    """The sentence in words."""
    corner: str = "se"
    """Where it lies on a tile: nw, ne, sw or se. Several in one corner lie one above the other."""


@attrs.frozen(kw_only=True)
class Picture:
    """What pictures show of a tile instead of the letters of its face; ground, ways and pieces are those of its spot.

    Up left is what it is, up right what lies on it or what it gives once, down left who stands on it or what it costs,
    down right what it does each time.
    """

    what: str = ""
    """Role of what it is: its icon."""
    count: int = 1
    """So many of these icons, at most four: the houses of a settlement."""
    places: tuple[int, ...] = ()
    """The seats that have a place on it, filled where a piece of theirs stands and hollow elsewhere."""
    title: str = ""
    """A proper name; shown where there is room."""
    plates: tuple[Plate, ...] = ()
    badge: str = ""
    """A number of its spot, such as how far ahead it is."""
    lacks: tuple[Ink, ...] = ()
    """What is missing to choose it, as signs."""


@attrs.frozen(kw_only=True)
class Spot:
    """One cell of a board: what is printed on it and what lies there."""

    at: At
    face: tuple[tuple[Ink, ...], ...] = ()
    """What is printed, in rows: one row of one to three letters on a hex, some rows on a square."""
    areas: tuple[Ground, ...] = ()
    """The land of a tile, in pictures in place of a face, in text without a face; a side of no area is blank."""
    tile: tuple[Spot, ...] = ()
    """The cells of a tile of several, such as a domino on offer: in pictures instead of a face, in one scale."""
    pieces: tuple[Piece, ...] = ()
    picture: Picture | None = None
    """What pictures show instead of the face; on `areas` or a `tile` only its plates are shown, above them."""
    short: tuple[Ink, ...] = ()
    """Face and pieces on one narrow line; made from them by default."""
    ground: str = ""
    """Role of the land behind the face."""
    ways: tuple[Way, ...] = ()
    """Lines under the face; text shows them on squares only, where letters leave room. Ways between ports stand in
    place of a face."""
    group: str = ""
    """Neighbours of one group belong together, and a frame is drawn around them: a settlement, a territory."""
    name: str = ""
    """Its name for players, if that is not its coordinate."""
    place: str = ""
    """What it is and where, as people say it: "food field north of Lismore"; "" if its name is as good."""
    said: str = ""
    """The spot in words: "food field, anna's energy tile"."""
    stays: bool = False
    """In a row that is cut to the spots with a choice for want of room, this one stays while there are choices: the
    decision was about it a step before, such as a tile whose price is set."""

    @property
    def blank(self) -> bool:
        """True if it is only ground, such as sea. Text leaves it empty, sentences do not list it."""
        return not (self.face or self.areas or self.pieces or self.short or self.paths)

    @property
    def paths(self) -> tuple[Way, ...]:
        """Its ways between ports."""
        return tuple([way for way in self.ways if way.ports > 1])

    @property
    def roads(self) -> tuple[Way, ...]:
        """Its other ways, from the middle to sides."""
        return tuple([way for way in self.ways if way.ports == 1])

    @property
    def called(self) -> str:
        return self.name or f"{self.at[0]},{self.at[1]}"


@attrs.frozen(kw_only=True)
class Diagram:
    """A board as it is drawn: spots on a grid."""

    title: str = ""
    grid: str
    """`square4`, `square8` or `hex`, the name of the grid; or `chain`: one spot after the other, wrapped to the width,
    and `row`: the same, but with no way from one to the next."""
    spots: Sequence[Spot]
    small: bool = False
    """For boards seen now and then: drawn side by side, squares on one line each (`short`), land without roads."""
    now: bool = False
    """The decision at hand is about this board, such as the tile that is waiting; so are all boards with an offer."""
    seat: int | None = None
    """The player whose board it is."""
    kind: Literal["", "hand", "market"] = ""
    """`hand`: what a player holds; `market`: what is on offer, which pictures show large beside its prices."""
    cycle: bool = False
    """The spots of a chain form a cycle: pictures show a ring, within which other things find room."""

    def __attrs_post_init__(self) -> None:
        board_fits(self)

    @property
    def in_line(self) -> bool:
        """True if its spots follow one another, with their names above them."""
        return self.grid in ("chain", "row")


@attrs.frozen(kw_only=True)
class Goal:
    """Something that is scored, as a card: a scoring tile, a mission, a scoring to come."""

    title: str
    """What it counts, in a few words."""
    said: str = ""
    """The whole rule of it."""
    picture: Diagram | None = None
    """What it counts, drawn: a few spots."""
    icon: str = ""
    """Role of the symbol that stands for it where there is no picture."""
    worth: str = ""
    """What it brings, in a word or two: "1 each", "8"."""
    amounts: Mapping[int, int] = attrs.field(factory=dict)
    """What each seat has of what it counts, as far as the viewer knows."""
    points: Mapping[int, int] = attrs.field(factory=dict)
    """What it would bring each seat, if it were scored now; shown instead of the amounts, if there are none."""
    met: bool = False
    """The viewer would be paid for it now."""
    now: bool = False
    """It is scored next."""
    note: str = ""
    """When it is scored, or how often still."""
    where: tuple[Where, ...] = ()
    """The spots where it counts, such as a part of the land that it names: as in `Ink.where`."""


@attrs.frozen(kw_only=True)
class Round:
    """A round of the game, with what is scored in it."""

    title: str
    goals: tuple[int, ...] = ()
    """Numbers of goals in `Panel.goals`."""
    now: bool = False
    over: bool = False


@attrs.frozen(kw_only=True)
class Panel:
    """A small table. A row of one ink is a line of text; the last column may be long."""

    title: str
    rows: Sequence[tuple[Ink, ...]]
    head: tuple[Ink, ...] = ()
    """Names of the columns; "" for the column that names the row."""
    named_by: int = 0
    """Without a head, the column that names the row."""
    now: bool = False
    """The decision at hand is about it: every face shows it beside the boards, and other panels are a key away."""
    goals: Sequence[Goal] = ()
    """What the rows say as cards: pages show these instead."""
    rounds: Sequence[Round] = ()
    """When the goals are scored, below the cards."""
    players: bool = False
    """A row for each player: pages mark the viewer's, and keep it in sight. By default true of the first such panel."""
    written: bool = False
    """Pictures and cards say the same: pages leave it out, text has it."""


@attrs.frozen(kw_only=True)
class Offer:
    """One choice, and the spot that it is about. Several choices can be about one spot; some are about none."""

    action: Action
    board: int = 0
    """-1 for a choice that this drawing leaves out."""
    at: At | None = None
    piece: Where | None = None
    """The spot of the piece that it takes, such as one of several tiles in hand. Faces let people pick that one first,
    where the pieces of all choices lie on more than one spot."""
    routine: bool = False
    """It costs nothing and neither leads to a choice nor takes one away: faces play all such moves with one key."""
    said: str = ""
    """The choice as a sentence for people who do not type it: "Price 5: unsold, you pay 5"."""
    forgoes: str = ""
    """For a way out, such as `end`: what is given up by it, in the language of the show: "1 movement point"."""


@attrs.frozen(kw_only=True)
class Show:
    """Everything that is drawn of one view."""

    title: str
    boards: Sequence[Diagram] = ()
    """A place that only an offer is about, such as an open cell, becomes an empty spot of its board."""
    panels: Sequence[Panel] = ()
    offers: Sequence[Offer] = ()
    """The viewer's legal actions, all of them in the order of `view.legal()`."""
    asks: str = ""
    """What the viewer has to do, in a few words: "take a tile"; "" if it is not the viewer's turn."""
    status: Sequence[Ink] = ()
    """What the viewer needs at every decision, for one line: "coins 4", "members 2"."""
    looks: Mapping[str, Look] = attrs.field(factory=dict)
    legend: Sequence[tuple[Ink, str]] = ()
    """The meaning of letters and grounds."""
    caption: Sequence[str] = ()
    """Sentences below everything else, such as provenance."""
    lang: str = "en"
    players: Sequence[Ink] = ()
    """The sign of each player, by seat, as all drawings of the match have it: `Captions.players_signs`. By default as
    the first panel has them that has a row for each player."""
    steps: Sequence[Ink] = ()
    """The steps of a turn in order, the one at hand `strong`."""
    progress: str = ""
    """How far the game is, in a few words: "turn 19, 8 tiles to scoring 2"."""
    last: str = ""
    """That the end is near, for every face to say: "this is the last round". By default if `Panel.rounds` say so."""
    hidden: frozenset[int] = frozenset()
    """The seats whose points the viewer does not see."""
    secrecy: str = ""
    """What these points are and why they are hidden, in a few words; "" if that is not known."""
    about: Callable[[int, At], About] | None = attrs.field(default=None, eq=False)
    """From a board's number and a place on it, also an empty one, to what is known of it; asked when it is needed."""

    def __attrs_post_init__(self) -> None:
        wrong = [board for board in self.boards if not isinstance(board, Diagram)]
        if wrong:
            kind = type(wrong[0]).__name__
            raise misdeclared(f"Show(boards=...): expected a Diagram, which is drawn, got a {kind}")
        offers_fit(self)
        known = {(n, spot.at) for n, board in enumerate(self.boards) for spot in board.spots}
        more = self.lit() - known
        if more:
            empty = Words(engine()).say("empty_spot", NO_ARGUMENTS, (), self.lang)
            found = [
                attrs.evolve(
                    board,
                    spots=[*board.spots, *(Spot(at=at, said=empty) for on, at in sorted(more) if on == n)],
                )
                for n, board in enumerate(self.boards)
            ]
            object.__setattr__(self, "boards", found)
        for field, value in players_found(self).items():
            object.__setattr__(self, field, value)

    def only(self, text: str) -> Show:
        """Return a show of just the boards, in full size, and panels with this text in their titles."""
        wanted = text.lower()
        kept = [n for n, board in enumerate(self.boards) if wanted in board.title.lower()]
        return attrs.evolve(
            self,
            boards=[attrs.evolve(self.boards[n], small=False) for n in kept],
            panels=[panel for panel in self.panels if wanted in panel.title.lower()],
            offers=[
                attrs.evolve(offer, board=kept.index(offer.board) if offer.board in kept else -1)
                for offer in self.offers
            ],
        )

    def lit(self) -> frozenset[Where]:
        """The spots that choices are about."""
        return frozenset(
            (offer.board, offer.at) for offer in self.offers if offer.at is not None and offer.board >= 0
        )
