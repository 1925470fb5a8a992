"""Bonus scoring tiles: horizontal rows, and one own scroll (IS-ST-B1 to IS-ST-B3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal

import attrs

from tilewright.authoring import (
    CELL,
    SQUARE4,
    Automatic,
    Copyable,
    Folder,
    Given,
    Insert,
    Log,
    Module,
    Noun,
    Position,
    Rules,
    State,
    by_seat,
    hook,
    option,
    public,
    sequence,
    stop,
    unless_printed,
    words_of,
)

from ..count_forms import BestScroll, runs
from ..files import ScoringTile, Total
from ..module_scoring import read_scoring, with_scoring
from ..scenes.reading import by_player
from ..scoring import Counting, always, lines
from ..scoring_kinds import Source
from ..scrolls import ScrollLine, scroll_lines
from ..state import IsleOfSkyeState, from_start, track
from ..territory import Territory, territory

if TYPE_CHECKING:
    from ..state import Readable

NAME = "bonus"
OWN_SCROLL = "own_scroll"


@attrs.frozen(kw_only=True)
class Options:
    """Options of the module."""

    own_scroll: Literal["best", "fixed", "once"] = option(
        "best",
        rule="IS-AMB-16",
        doc="which of your scrolls is scored: the best each time, the one that was best at first, or each only once; "
        "of equal ones the first that you built",
    )


# -- data ------------------------------------------------------------------------------------------------------------


@attrs.frozen
class Box:
    """The contents of box.yaml."""

    scoring: Total


def load(data: Folder, options: Options) -> tuple[ScoringTile, ...]:
    """Reads the scoring tiles. InvalidFile names every mistake in the files."""
    box_file = data.document("box.yaml")
    box, tiles = box_file.structure(Box), read_scoring(data, SCORING)
    if len(tiles) != box.scoring.count:
        said, right = f"scoring.yaml has {len(tiles)}", unless_printed(box.scoring.provenance, len(tiles))
        stop([box_file.problem(("scoring", "count"), said, right=right)])
    return tiles


# -- which scroll is scored ------------------------------------------------------------------------------------------


@attrs.define
class Scored(Copyable):
    """The module's part of a state."""

    used: list[list[tuple[int, str]]] = public(factory=list)
    """By seat, cell and kind of the scrolls that the scoring tile has scored, if that matters later."""


def used(state: Readable, seat: int) -> Sequence[tuple[int, str]]:
    """Returns the scrolls of the seat that the scoring tile has scored, if that matters later."""
    scrolls: Sequence[Sequence[tuple[int, str]]] = (
        state.slices[NAME].used if isinstance(state, State) else state.slice(NAME)["used"]
    )
    return scrolls[seat]


def chosen(home: Territory, reading: str) -> ScrollLine | None:
    """Returns the own scroll that is scored: of those allowed, the one worth most; of equal ones the first built.

    None if none is worth anything. It counts double in a closed region (IS-ST-B2). The option says which ones are
    allowed (IS-AMB-16): `best` all, `fixed` the one that was scored before, `once` those that never were.
    """
    found = scroll_lines(home)
    before = used(home.state, home.seat) if home.state is not None and reading != "best" else ()
    if before:
        found = [line for line in found if ((line.cell, line.kind) in before) == (reading == "fixed")]
    best = max(found, key=lambda line: line.points, default=None)
    return best if best is not None and best.points else None


def own_scroll(home: Territory) -> Iterator[Source]:
    """Yields the points of one own scroll (IS-ST-B2)."""
    best = chosen(home, home.catalogue.rules.module_options[NAME].own_scroll)
    if best is not None:
        yield best.points, (best.cell,)


SCORING: Mapping[str, Counting] = {
    "rows": Counting(
        lambda tile, options: lines("e", tile.least, options.long_lines == "lines"),
        lambda tile, options: runs("e", tile.least, options.long_lines == "lines"),
        picture="M P W",
    ),
    OWN_SCROLL: always(own_scroll, BestScroll(), "P+scroll"),
}
"""The scoring tiles' ways to count, by id; the box's other scoring tiles are mixed with them (IS-ST-B3)."""


class NoteStep(Automatic[IsleOfSkyeState]):
    """Notes the scrolls that the scoring tile has just scored (IS-AMB-16)."""

    name = "note_scrolls"

    def bind(self, rules: Rules) -> None:
        self.reading: str = rules.module_options[NAME].own_scroll
        self.tile = rules.pieces["scoring"].index(OWN_SCROLL)

    def run(self, state: IsleOfSkyeState, seat: int, log: Log | None) -> None:
        if self.tile not in [state.scoring[place] for place in track(state)[state.round].scored]:
            return
        for owner in from_start(state):
            best = chosen(territory(state, owner), self.reading)
            if best is None:
                continue
            noted = state.slices[NAME].used[owner]
            if (best.cell, best.kind) not in noted:
                noted.append((best.cell, best.kind))
            if log is not None:
                log.add("own_scroll_scored", seat=owner, scroll=best.kind)


def put_scored(position: Position[IsleOfSkyeState], scored: Any) -> None:
    """Notes for a scene that the scrolls on these cells have been scored before."""
    state = position.state
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
    name="scored scrolls",
    put=put_scored,
    count=lambda state, seat: len(state.slices[NAME].used[seat]),
    means=by_seat(sequence(CELL)),
)


# -- the module ------------------------------------------------------------------------------------------------------


@hook
def tilewright_module() -> Module:
    """The module, for the plugin manager."""
    module = Module(
        name=NAME,
        game="isleofskye",
        title="Bonus scoring tiles",
        options=Options,
        slice=lambda state: Scored([[] for _ in state.seats]),
        slice_type=Scored,
        folder=lambda: files("tilewright.data") / "isleofskye" / "modules" / NAME,
        load=load,
        nouns=(SCORED,),
    )
    return with_scoring(module, SCORING, records=lambda tiles: tiles)


@hook
def insert_steps(rules: Rules) -> Sequence[Insert]:
    """Notes which scrolls were scored, if a later scoring needs to know."""
    asked = rules.module_options[NAME].own_scroll != "best"
    return [Insert(NoteStep(), anchor="score")] if asked else []
