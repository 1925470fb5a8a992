"""Texts as pages have them: places and pieces are called by what is seen there, not by what is typed at a prompt."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from math import atan2, hypot, pi
from typing import TYPE_CHECKING

import attrs

from ..draw.shapes import centres
from ..rules.actions import Word
from ..table import lookup, move_text
from ..table.choosing import spot
from ..table.face_texts import Texts

if TYPE_CHECKING:
    from collections.abc import Mapping, Set

    from ..draw.model import Ink, Offer, Show, Spot, Where
    from ..rules.actions import Action
    from ..rules.ruleset import Rules
    from ..table.chair import Chair
    from .page_session import PageSession

CELLS = r"(?<![\w+.,-])-?\d+,-?\d+(?![\w.])(?:,? -?\d+,-?\d+(?![\w.]))*"
TURNED = re.compile(r",(?: [^\W\d]+)? r\d(?: [^\W\d]+)?\b|\s*\br\d\b")
"""How a tile is turned, which one sees."""
SIGN = re.compile(r"[A-Z]\d*|[A-Za-z]{1,2}\d+")
"""What is printed on a piece without a name, by which it is typed."""
QUOTED = "'[^']*'"
"""What somebody has typed, as errors repeat it."""
COMPASS = ("e", "se", "s", "sw", "w", "nw", "n", "ne")
"""The directions from a spot on a page, clockwise."""


@attrs.frozen(eq=False)
class PageWords:
    """Puts texts of a ruleset into words for people who see this position."""

    rules: Rules
    show: Show
    names: tuple[str, ...]
    """The players, whose names stay as they are whatever they look like."""

    def __call__(
        self,
        text: str,
        seat: int | None = None,
        *,
        brief: bool = False,
        move: bool = False,
        laid: bool = False,
    ) -> str:
        """Return the text; a place of which it does not say the board is on one of this seat, or of all.

        A place is called by what lies there, unless the text has said that already. It is left out where no word leads
        to it, except in the notation of a `move`; if it is to be `brief`, everywhere within the text. Its coordinate
        stays where no word tells the place from others, and where the move has `laid` what lies there. What stands in
        quotation marks was typed like that.
        """
        said, find = Texts(self.show.lang), patterns(self.rules, self.show.lang)

        def place(found: re.Match[str]) -> str:
            lead, before, after = found["lead"], found["before"], found["after"]
            begins, spot = not text[: found.start()].strip(), self._spot(found["cells"], seat)
            if begins and after:
                return ""
            name = lookup.thing(spot) if spot is not None and not spot.blank else ""
            known = name and (
                name.casefold() in text[: found.start()].casefold() or find.piece.search(f"{text} {name}")
            )
            if spot is not None and spot.place:
                name = spot.place
            elif (before or move) and name and not known and (laid or self._unclear(spot)):
                return "" if brief else found[0]
            elif before and name:
                name = said("web.place.named", name=name)
            if before and not (known or (brief and not begins)):
                form = f"web.place.{before}" if said.known(f"web.place.{before}") else "web.place.of"
                return f"{lead}{before} {name or said(form)}{after}"
            if begins or (move and name and not known):
                return f"{lead}{name or said('web.place')}{after}"
            return str(after)

        def piece(found: re.Match[str]) -> str:
            if found["signs"] in {sign for one in self.show.players for sign in (one.text, one.word)}:
                return found[0]
            count = found["signs"].count(",") + 1
            if count > 1:
                return said("web.tiles", n=count)
            name = self.rules.words.name(found["signs"], self.show.lang)
            if name != found["signs"]:
                return f"{found['of'] or ''}{name}"
            if found["of"]:
                return found["of"] + self.rules.words.slot("tile", self.show.lang)
            return found["tile"] or said("web.tile")

        name = named(self.names)
        kept = iter(name.findall(text))
        text = name.sub("\0", text.replace("\0", ""))
        text = find.named.sub("", text)
        text = TURNED.sub("", find.port.sub("", find.place.sub(place, text)))
        text = find.side.sub(lambda one: said(f"web.side.{find.sides[one[0]]}"), find.piece.sub(piece, text))
        text = re.sub(r"(?<=[^\W\d])(?:-(?=\d\b)|_)", " ", text)
        return re.sub("\0", lambda _: next(kept), text)

    @property
    def bare(self) -> Set[str]:
        """The moves of one word, which only end a step."""
        verbs = (part for kind in self.rules.kinds for part in kind.parts if len(kind.parts) == 1)
        return {self.rules.spoken(self.show.lang).verb(one.text) for one in verbs if isinstance(one, Word)}

    def ink(self, one: Ink, seat: int | None) -> Ink:
        """Return a text of a panel; a place alone is called by where it is, unless something lies there.

        A sign of a piece that lies on a board leads to its spot, where one sees which piece it is.
        """
        if one.role.startswith("seat "):  # the letter of a player, which may be that of a tile as well
            return one
        if not re.fullmatch(CELLS, one.text):
            lies = self._lying(one.text) if SIGN.fullmatch(one.text) and not one.where else None
            where = (lies,) if lies is not None else one.where
            return attrs.evolve(one, text=self(one.text, seat, move=True), where=where)
        x, y = map(int, one.text.split(","))
        boards = [
            n for n, board in enumerate(self.show.boards) if not board.in_line and board.seat in (seat, None)
        ]
        spot = self._spot(one.text, seat)
        return attrs.evolve(
            one, text=self.place((boards[0], (x, y))) if spot is not None and spot.blank else ""
        )

    def _lying(self, sign: str) -> Where | None:
        """Return where the piece with this sign lies; None if no board shows it."""
        if not any(sign in family for family in self.rules.pieces.values()):
            return None
        spots = ((n, spot) for n, board in enumerate(self.show.boards) for spot in board.spots)
        return next(((n, spot.at) for n, spot in spots if re.match(rf"{sign}\b", spot.said)), None)

    def called(self, chair: Chair, action: Action) -> str:
        """Return a move that is possible now in words, with its piece and place as far as others differ in them."""
        offers, move = chair.choosing.offers, move_text.alone(chair, action) or move_text.move(chair, action)
        text = self(move, chair.seat)
        own = next((one for one in offers if one.action == action), None)
        if own is None:
            return self(move, chair.seat, move=True)

        def where(one: Offer) -> str:
            at = spot(one)
            apart = one.said and at is not None and not self.show.boards[at[0]].in_line
            return one.said if apart else self.place(at) if at is not None else ""

        more = list[str]()
        for name in (lambda one: self.place(one.piece) if one.piece is not None else "", where):
            told = name(own)
            known = lookup.folded(told) in lookup.folded(" ".join([text, *more]))
            if not known and any(name(one) != told for one in offers):
                more.append(told)
        return f"{text} ({', '.join(more)})" if more else self(move, chair.seat, move=True)

    def _spot(self, cells: str, seat: int | None) -> Spot | None:
        """Return the spot of the first of these coordinates on a board of this seat, or else of all."""
        x, y = map(int, re.findall(r"-?\d+", cells)[:2])
        boards = [board for board in self.show.boards if not board.in_line and board.seat in (seat, None)]
        found = (spot for board in boards for spot in board.spots if spot.at == (x, y))
        return next(found, None)

    def _unclear(self, spot: Spot | None) -> bool:
        """True if nothing that has a name lies there, and others on a board are called alike."""
        if spot is None or spot.blank or spot.name or spot.areas or spot.pieces or spot.picture is not None:
            return False
        alike = [
            one
            for board in self.show.boards
            if not board.in_line
            for one in board.spots
            if one.said == spot.said
        ]
        return len(alike) > 1

    def place(self, where: Where) -> str:
        """Return a place in words: what lies there, and where that is from the nearest thing that has a name."""
        board, said = self.show.boards[where[0]], Texts(self.show.lang)
        own = next((one for one in board.spots if one.at == where[1]), None)
        if own is None or own.place:
            return own.place if own is not None else said("web.place")
        here = self(lookup.thing(own) or own.called)
        at = centres(board, 1.0, 1.0, 1) if not own.name and not board.in_line else {}
        x, y = at.get(where[1], (0.0, 0.0))
        far = {one.at: hypot(at[one.at][0] - x, at[one.at][1] - y) for one in board.spots if one.at in at}
        close = 3.1 * min([way for way in far.values() if way] or [0.0])
        things = Counter(lookup.thing(one) for one in board.spots)
        near = [one for one in board.spots if one.at in far and 0 < far[one.at] <= close and not one.blank]
        known = [one for one in near if one.name or things[lookup.thing(one)] == 1]
        called = {one.at: one.name or lookup.thing(one) for one in known}
        signs = patterns(self.rules, self.show.lang).piece
        known = [one for one in known if called[one.at] and not signs.search(called[one.at])]
        named = min(known, key=lambda one: (not one.name, far[one.at]), default=None)
        if named is None:
            return f"{here} {own.called}" if own.called not in here and self._unclear(own) else here
        angle = atan2(at[named.at][1] - y, at[named.at][0] - x) + pi  # from there to here
        side = COMPASS[round(angle / (pi / 4)) % 8]
        return said(f"table.place.{side}", here=here, there=self(called[named.at]))


def words_of(session: PageSession) -> PageWords:
    """Return the words for what this page shows."""

    def made() -> PageWords:
        return PageWords(session.table.match.rules, session.chair.show, session.table.seats)

    return session.kept("words", None, made)


@attrs.frozen
class _Patterns:
    """What finds in texts of a ruleset what is only typed."""

    place: re.Pattern[str]
    """Coordinates, with the word that leads to them."""
    port: re.Pattern[str]
    piece: re.Pattern[str]
    """Signs of pieces that have no name, with the word for a tile before them."""
    named: re.Pattern[str]
    """Signs that their names follow."""
    side: re.Pattern[str]
    sides: Mapping[str, str]
    """The directions by their letters."""


@lru_cache(maxsize=32)
def named(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return what finds these names as whole words, the longest first, and what stands in quotation marks."""
    longest = sorted(map(re.escape, names), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join([*longest, QUOTED])})(?!\w)")


@lru_cache(maxsize=32)
def patterns(rules: Rules, lang: str) -> _Patterns:
    said, names = Texts(lang), {name for family in rules.pieces.values() for name in family}
    before, tile = said("web.place.before"), said("web.tile.before")
    signs = sorted(name for name in names if SIGN.fullmatch(name))
    sign = rf"(?:{'|'.join(signs) or '(?!)'})(?!\w)"
    titles = [(one, name) for one in signs if (name := rules.words.name(one, lang)) != one]
    sides = {rules.words.sides((one,), lang): one for one in COMPASS}
    side = "|".join(sorted(map(re.escape, sides), key=len, reverse=True))
    return _Patterns(
        re.compile(rf"(?P<lead>:?\s*)(?:\b(?P<before>{before})\s+)?(?P<cells>{CELLS})(?P<after>: |)"),
        re.compile(rf"\s*\b(?:{before})\s+[nesw]\d\b"),
        re.compile(rf"(?:(?P<of>'s )|(?P<tile>\b{tile}) )?(?<!\w)(?P<signs>{sign}(?:, {sign})*)(?:-[a-z]+)?"),
        re.compile("|".join(rf"\b{one} (?={re.escape(name)})" for one, name in titles) or "(?!)"),
        re.compile(rf"(?<![\w'.-])(?:{side})(?![\w'-])"),
        sides,
    )
