"""Bonus scoring tiles: horizontal rows, and one own scroll (IS-ST-B1 to IS-ST-B3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, cast

import attrs

from tilewright.core.errors import InvalidFile
from tilewright.core.game import Module, ScoreReason
from tilewright.core.grid import SQUARE4
from tilewright.core.hooks import hook
from tilewright.core.meanings import words
from tilewright.core.nouns import Given, Noun, words_of
from tilewright.core.options import option
from tilewright.core.schedule import Automatic, Insert
from tilewright.core.state import State
from tilewright.core.zones import public

from ..scenes.reading import by_player, here
from ..scoring import Finder, Scoring, Source, lines, texts
from ..scrolls import ScrollLine, scroll_lines
from ..sheets import Kind, ScoringTile, Total
from ..state import from_start, track
from ..tally import LETTERS, check_scoring
from ..territory import Territory, territory

if TYPE_CHECKING:
    from tilewright.core.data import Folder
    from tilewright.core.events import Log
    from tilewright.core.position import Position
    from tilewright.core.rules import Rules

    from ..state import IsleOfSkyeState, Table

NAME = "bonus"
ROWS, OWN_SCROLL = "rows", "own_scroll"
KINDS: Mapping[str, Kind] = {ROWS: "each", OWN_SCROLL: "each"}
"""The scoring tiles in the order of their rules, and what their points are for."""


@attrs.frozen(kw_only=True)
class Options:
    """Options of the module."""

    own_scroll: Literal["best", "fixed", "once"] = option(
        "best",
        rule="IS-AMB-16",
        values=("best", "fixed", "once"),
        doc="the own scroll that is scored: the best one each time, the one that was best at first, or each but once",
    )


# -- data ----------------------------------------------------------------------------------------------------------


@attrs.frozen
class Box:
    """What box.yaml states."""

    scoring: Total


def load(data: Folder, options: Options) -> tuple[ScoringTile, ...]:
    """The scoring tiles. InvalidFile names every place where the files do not work out."""
    box_file, scoring_file = data.document("box.yaml"), data.document("scoring.yaml")
    box, tiles = box_file.structure(Box), scoring_file.structure(tuple[ScoringTile, ...])
    problems = check_scoring(scoring_file, tiles, KINDS)
    if len(tiles) != box.scoring.count:
        problems.append(box_file.problem(("scoring", "count"), f"scoring.yaml has {len(tiles)}"))
    if problems:
        raise InvalidFile(problems)
    return tiles


# -- which scroll is scored ----------------------------------------------------------------------------------------


@attrs.define
class Scored:
    """The module's part of a state."""

    used: list[list[tuple[int, str]]] = public(factory=list)
    """By seat, cell and kind of the scrolls that the scoring tile has scored, where that matters later."""

    def clone(self) -> Scored:
        """An equal one that shares nothing that changes."""
        return Scored([scrolls.copy() for scrolls in self.used])


def used(table: Table, seat: int) -> Sequence[tuple[int, str]]:
    """The scrolls of the seat that the scoring tile has scored, where that matters later."""
    scrolls = table.slices[NAME].used if isinstance(table, State) else table.slice(NAME)["used"]
    return cast("Sequence[tuple[int, str]]", scrolls[seat])


def chosen(home: Territory, reading: str) -> ScrollLine | None:
    """The own scroll that is scored: of those that may be, the one worth most, of equal ones the first built.

    None if none is worth anything. It counts double in a closed region (IS-ST-B2). Which may be scored the option
    says (IS-AMB-16): `best` all, `fixed` the one that was scored before, `once` those that never were.
    """
    found = scroll_lines(home)
    before = used(home.table, home.seat) if home.table is not None and reading != "best" else ()
    if before:
        found = [line for line in found if ((line.cell, line.kind) in before) == (reading == "fixed")]
    best = max(found, key=lambda line: line.points, default=None)
    return best if best is not None and best.points else None


def own_scroll(reading: str) -> Finder:
    """The points of one own scroll (IS-ST-B2)."""

    def find(home: Territory) -> Iterator[Source]:
        best = chosen(home, reading)
        if best is not None:
            yield best.points, (best.cell,)

    return find


class NoteStep(Automatic):
    """The scrolls that the scoring tile has just scored are noted (IS-AMB-16)."""

    name = "note_scrolls"

    def bind(self, rules: Rules) -> None:
        self.reading: str = rules.module_options[NAME].own_scroll
        self.tile = rules.pieces["scoring"].index(OWN_SCROLL)

    def run(self, state: State, seat: int, log: Log | None) -> None:
        here = cast("IsleOfSkyeState", state)
        if self.tile not in [here.scoring[place] for place in track(here)[here.round].scored]:
            return
        for owner in from_start(here):
            best = chosen(territory(here, owner), self.reading)
            if best is None:
                continue
            noted = state.slices[NAME].used[owner]
            if (best.cell, best.kind) not in noted:
                noted.append((best.cell, best.kind))
            if log is not None:
                log.add("own_scroll_scored", seat=owner, scroll=best.kind)


def put_scored(position: Position, scored: Any) -> None:
    """For a scene: the scrolls on these cells have been scored before."""
    state = here(position)
    for seat, player, cells in by_player(state, scored, "['0,1']"):
        board, noted = state.territories[seat], []
        for text, path in words_of(cells, "a list of cells", player):
            try:
                cell = SQUARE4.read(text)
            except ValueError as error:
                raise Given(str(error), *path) from error
            kinds = territory(state, seat).tile(cell).scrolls if cell in board else ()
            if not kinds:
                raise Given(f"there is no scroll on {text}", *path)
            noted += [(cell, kind) for kind, _ in kinds]
        state.slices[NAME].used[seat] = noted


SCORED = Noun(
    name="scored scrolls", put=put_scored, count=lambda state, seat: len(state.slices[NAME].used[seat])
)


# -- the module ----------------------------------------------------------------------------------------------------


@hook
def tilewright_module() -> Module:
    """The module, for the plugin manager."""
    return Module(
        name=NAME,
        game="isleofskye",
        title="Bonus scoring tiles",
        options=Options,
        slice=lambda state: Scored([[] for _ in state.seats]),
        slice_type=Scored,
        folder=lambda: files("tilewright.data") / "isleofskye" / "modules" / NAME,
        load=load,
        pieces=lambda tiles: {"scoring": tuple(tile.id for tile in tiles)},
        names=lambda tiles: {tile.id: dict(tile.names) for tile in tiles},
        reasons=(
            ScoreReason("rows", "IS-ST-B1", words(*LETTERS)),
            ScoreReason("own_scroll", "IS-ST-B2", words(*LETTERS)),
        ),
        nouns=(SCORED,),
    )


@hook
def scoring_tiles(rules: Rules) -> Sequence[Scoring]:
    """Rows and one own scroll; the box's other scoring tiles are mixed with them (IS-ST-B3)."""
    found = []
    for tile in rules.module_data[NAME]:
        each_once = rules.options.long_lines == "lines"  # IS-AMB-5
        reading = rules.module_options[NAME].own_scroll
        finder = lines("e", tile.least, each_once) if tile.id == ROWS else own_scroll(reading)
        found.append(Scoring(tile.id, tile.rule, tile.kind, tile.table, finder, tile.least, texts(tile)))
    return found


@hook
def insert_steps(rules: Rules) -> Sequence[Insert]:
    """Which scrolls were scored is noted where a later scoring asks for it."""
    asked = rules.module_options[NAME].own_scroll != "best"
    return [Insert(NoteStep(), anchor="score")] if asked else []
