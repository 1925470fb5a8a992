"""Finds things on the table by the names that are shown there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from unicodedata import normalize

from ..base.brief import closest
from ..base.errors import UsageError
from ..draw.model import GLUE, NO_MARKS, At, Diagram, Show, Spot, Where
from ..draw.show_sentences import rows, spot_said
from ..land.grid import HEX, SQUARE4, SQUARE8
from ..text.messages import NO_ARGUMENTS, Words
from ..text.unreadable import engine
from .face_texts import Texts

GRIDS = {grid.name: grid for grid in (HEX, SQUARE4, SQUARE8)}


@lru_cache(10_000)
def folded(text: str) -> str:
    """The text as names are compared: composed, small letters, single blanks, no blank after a comma."""
    return re.sub(r"\s*,\s*", ",", " ".join(normalize("NFC", text).split())).casefold()


def names(spot: Spot) -> tuple[str, ...]:
    """Return what a spot can be called: its name or coordinate, and what its sentence begins with ("Pasture")."""
    return _names(spot.called, spot.at, spot.said, spot.name)


@lru_cache(10_000)
def _names(called: str, at: At, said: str, name: str) -> tuple[str, ...]:
    """Kept, since a typed name is compared with those of all spots, and most spots stay as they are."""
    found = [called, f"{at[0]},{at[1]}"] + ([begins] if (begins := _begins(said)) else [])
    # So can the number of a tile that is in its name and its sentence: `D14` of "D14 5".
    numbered = {one for one in re.findall(r"\w+", said) if re.search("[0-9]", one) and not one.isdigit()}
    found += [one for one in name.split() if one in numbered]
    return tuple(dict.fromkeys(map(folded, found)))


def places_said(show: Show, said: Texts) -> list[str]:
    """Return how coordinates are read, a sentence for each grid that is drawn, and the named places with their letters.

    A named place is a spot of a board whose proper name stands in words where the board has letters: Ka is Sinclair.
    """
    boards = [board for board in show.boards if not board.in_line]
    found = [
        said(f"table.grid.{grid}", here=f"{x},{y}", x=x, y=y)
        for grid in dict.fromkeys(board.grid for board in boards if board.grid in GRIDS)
        for x, y in [_example([one for one in boards if one.grid == grid])]
    ]
    titled = [
        f"{_letters(spot)} {spot.picture.title} {spot.called}"
        for board in boards
        for spot in board.spots
        if spot.picture is not None and spot.picture.title and spot.picture.title == spot.place
    ]
    return found + ([said("table.named", places="; ".join(titled))] if titled else [])


def _example(boards: Sequence[Diagram]) -> At:
    """Return a place on one of these boards whose column and row differ, if there is one."""
    drawn = [spot.at for board in boards for spot in board.spots if not spot.blank] or [(0, 0)]
    return next(
        (at for at in drawn if 0 < at[1] < at[0]), next((at for at in drawn if at[0] != at[1]), drawn[0])
    )


def _letters(spot: Spot) -> str:
    """Return what a board in letters has there before anything lies on it."""
    return "".join(ink.text for ink in (spot.short or (spot.face or ((),))[0])[:1])


def thing(spot: Spot) -> str:
    """Return what its sentence begins with: the name of what lies there."""
    return _begins(spot.said)


def _begins(said: str) -> str:
    return re.split(r"[,:;]", said)[0].strip()


def spot_at(show: Show, where: Where | None) -> Spot | None:
    """Return what is drawn at this place; None if no spot is."""
    if where is None or not 0 <= where[0] < len(show.boards):
        return None
    return next((one for one in show.boards[where[0]].spots if one.at == where[1]), None)


def titled(show: Show, where: Where) -> str:
    """Return what lies at a place, in a word or two; the name of the place if nothing is drawn there."""
    found = spot_at(show, where)
    return (thing(found) or found.called) if found is not None else f"{where[1][0]},{where[1][1]}"


def called(show: Show, name: str) -> list[tuple[Where, Spot]]:
    """The spots on any board that are called exactly so."""
    wanted = folded(name)
    return [found for found in _every(show) if wanted in names(found[1])]


def mentioned(show: Show, name: str) -> list[tuple[Where, Spot]]:
    """The spots whose description has a word that begins so, or this very word if it is short; none for one letter."""
    wanted = folded(name)
    return [found for found in _every(show) if _mentions(found[1].said, wanted)]


def spots(show: Show, name: str) -> list[tuple[Where, Spot]]:
    """The spots that are called so on any board; by a part of their names if none is called exactly so."""
    return called(show, name) or mentioned(show, name) or signed(show, name)


def signed(show: Show, name: str) -> list[tuple[Where, Spot]]:
    """The spots on which this is drawn: the letters of a face or of a piece, such as the sign of a settlement."""
    wanted = folded(name)
    found = []
    for where, spot in _every(show):
        drawn = ["".join(ink.text for ink in row) for row in (*spot.face, spot.short)]
        drawn += [piece.text for piece in spot.pieces]
        if any(wanted in (folded(text), folded(text.strip("*#+="))) for text in drawn):
            found.append((where, spot))
    return found


def _every(show: Show) -> Iterator[tuple[Where, Spot]]:
    for n, board in enumerate(show.boards):
        yield from (((n, spot.at), spot) for spot in board.spots)


def _mentions(said: str, wanted: str) -> bool:
    whole = r"(?!\w)" if len(wanted) < BEGUN else r"(?!\d)" if wanted[-1].isdigit() else ""
    return len(wanted) > 1 and re.search(rf"(?<!\w){re.escape(wanted)}{whole}", said.casefold()) is not None


BEGUN = 3
"""Letters with which a word can be begun; shorter ones are whole words, such as the sign of a castle."""


def look(
    show: Show,
    name: str,
    marks: Mapping[Where, str] = NO_MARKS,
    box: Sequence[Show] = (),
    moves: Iterable[str] = (),
) -> list[str]:
    """Describe everything of this name: spots with their neighbours, clockwise, rows and columns of panels.

    A spot is found by its name, its coordinate or what lies there (`3,4`, `L68`, `Fyvie`). What no spot shows now is
    looked up in the drawings of the `box`; what is written in a line, a title or one of the `moves` only if nothing
    else is called so. UsageError if there is nothing, with the name that comes closest.
    """
    wanted, texts = folded(name), Texts(show.lang)
    found, exact = spots(show, name), called(show, name)
    said = _spots(show, found, marks)
    said += _best([row for row in _rows(show, wanted) if row[0] < TITLED or not exact], MENTIONED)
    if not found:
        boxed = [row for drawn in box for row in _rows(drawn, wanted)]
        boxed += [
            (MENTIONED if spot not in called(drawn, name) else CALLED, spot_said(spot[1]))
            for drawn in box
            for spot in spots(drawn, name)
        ]
        said += [texts("table.in_box", said=one) for one in _best(boxed, CALLED)[:MOST]]
        # A label is drawn small, and gives way to a name.
        said += _spots(show, [one for one in _every(show) if marks.get(one[0]) == wanted], marks)
    said += [
        f"{ink.text}: {meaning}" for ink, meaning in show.legend if wanted in map(folded, (ink.text, meaning))
    ]
    said = said or _written(show, wanted, moves) or _spots(show, _empty(show, wanted), marks)
    if not said:
        close = closest(wanted, [one for drawn in (show, *box) for one in known(drawn)], 0.7)
        raise UsageError(texts("table.nowhere_near" if close else "table.nowhere", name=name, close=close))
    return list(dict.fromkeys(said))


def _spots(show: Show, found: Sequence[tuple[Where, Spot]], marks: Mapping[Where, str]) -> list[str]:
    """Describe these spots, with their neighbours if they are few."""
    said: list[str] = []
    for (index, at), spot in found:
        board = show.boards[index]
        text = spot_said(spot, marks.get((index, at), ""))
        said.append(f"{board.title}: {text}" if board.title else text)
        there = {one.at: one for one in board.spots} if len(found) <= FEW else {}
        said += [
            f"  {direction} {spot_said(there[near], marks.get((index, near), ''))}"
            for direction, near in _around(board, at, show.lang)
            if near in there
        ]
    return said


def _empty(show: Show, wanted: str) -> list[tuple[Where, Spot]]:
    """The cell of this coordinate on the first board that has a spot beside it; none if the name is no coordinate."""
    if not COORDINATE.fullmatch(wanted):
        return []
    x, y = map(int, wanted.split(","))
    for n, board in enumerate(show.boards):
        beside = {near for _, near in _around(board, (x, y), show.lang)} if board.grid in GRIDS else set()
        if any(spot.at in beside for spot in board.spots):
            said = Words(engine()).say("empty_spot", NO_ARGUMENTS, (), show.lang)
            return [((n, (x, y)), Spot(at=(x, y), said=said))]
    return []


def _written(show: Show, wanted: str, moves: Iterable[str]) -> list[str]:
    """The lines of the screen and the moves in which this is written."""
    status = ", ".join(ink.word for ink in show.status)
    heads = [ink.word for panel in show.panels for ink in panel.head]
    return [line for line in (show.title, show.asks, status, *heads, *moves) if _mentions(line, wanted)]


def known(show: Show) -> dict[str, None]:
    """The names that can be looked up in a show, as they are shown, the shortest way to say each."""
    found = [text for _, spot in _every(show) for text in (thing(spot), spot.name)]
    found += [word for _, spot in _every(show) for word in PROPER.findall(spot.said) if word[0].isupper()]
    found += [row for panel in show.panels for row, _ in rows(panel)]
    found += [ink.text for panel in show.panels for row in panel.rows for ink in row if ink.said]
    found += [ink.word for panel in show.panels for ink in panel.head]
    found += [meaning for _, meaning in show.legend]
    return dict.fromkeys(text for text in found if BEGUN <= len(text) <= LONG)


PROPER = re.compile(r"\b[^\W\d_a-z]\w+(?: [^\W\d_a-z]\w+)*")
"""Words with a capital, such as the name of a castle behind its field."""
CALLED, MENTIONED, TITLED = range(3)
"""How near a row comes to a name."""


def _best(found: Sequence[tuple[int, str]], enough: int) -> list[str]:
    """The texts that come near enough, or else those that come closest."""
    nearest = min((rank for rank, _ in found), default=enough)
    return [text for rank, text in found if rank <= max(nearest, enough)]


def _rows(show: Show, wanted: str) -> Iterator[tuple[int, str]]:
    """The rows of panels that speak of the name: in themselves, in the panel's title or in the name of a column.

    What is drawn is a name as well as what is said for it, and a single letter if it is the sign of a row.
    """
    for panel in show.panels:
        for (row, values), inks in zip(rows(panel), panel.rows, strict=True):
            text = ", ".join(f"{column} {word}".strip() for column, word in values.items() if word)
            column = [f"{one} {word or '-'}" for one, word in values.items() if folded(one) == wanted]
            drawn = [ink.text.replace(GLUE, " ") for ink in inks]
            if wanted in map(folded, (row, *drawn[: None if len(wanted) > 1 else 1])):
                rank = CALLED
            elif _mentions(" ".join((row, text, *drawn)), wanted):
                rank = MENTIONED
            elif column or _mentions(panel.title, wanted):
                rank, text = (MENTIONED, column[0]) if column else (TITLED, text)
            else:
                continue
            yield rank, ": ".join(filter(None, (panel.title, row, text)))


COORDINATE = re.compile(r"-?[0-9]+,-?[0-9]+")
LONG = 40
"""Letters of the longest text that is a name; longer ones are sentences."""
MOST = 12
"""The most things of one name that are described from the box."""
FEW = 2
"""Of up to so many spots, the neighbours are described as well."""


def _around(board: Diagram, at: At, lang: str) -> Iterator[tuple[str, At]]:
    grid = GRIDS.get(board.grid)
    if grid is None:
        yield from (("<", (at[0] - 1, 0)), (">", (at[0] + 1, 0)))
        return
    said = Words(engine())
    for name, (dx, dy) in zip(grid.directions, grid.vectors, strict=True):
        yield said.sides((name,), lang), (at[0] + dx, at[1] + dy)
