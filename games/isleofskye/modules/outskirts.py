"""Outskirts (Randgebiete): each player has six tiles with a curved edge, which are turned over once they are joined."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Literal

import attrs

from tilewright.authoring import (
    NONE,
    SQUARE4,
    Action,
    Automatic,
    Board,
    Captions,
    Choice,
    Copyable,
    Diagram,
    Extra,
    Face,
    Folder,
    Ink,
    Insert,
    InvalidFile,
    Keep,
    Legal,
    Log,
    Look,
    Message,
    Meter,
    Metric,
    Module,
    Panel,
    Provenance,
    Reason,
    Restriction,
    Rules,
    Show,
    Spot,
    Texts,
    Value,
    View,
    at_end,
    beyond_rulebook,
    hook,
    notation,
    option,
    public,
    stop,
    twice,
    whole,
    zone,
)

from ..actions import Placing
from ..appraise import choice
from ..appraise.territory_worth import Worth
from ..build_phase import build, misfits, placings
from ..catalogue import Catalogue
from ..drawings import TileDrawing
from ..files import Drawn, Total
from ..show.tiles import Wording
from ..state import IsleOfSkyeState, catalogue, tile_named
from ..tiles import Tile, read_drawing

NAME = "outskirts"
CURVE = "R"
"""The letter of the curved (rounded) edge, which is not land; A to D are places for scoring tiles."""
LOOKS = {CURVE: Look("grey", "lines")}


# -- options and data ------------------------------------------------------------------------------------------------


@attrs.frozen(kw_only=True)
class Options:
    """Options of the module."""

    per_phase: int = option(
        1, rule="IS-OUT-2", low=1, high=6, doc="outskirts that a player may build in a round"
    )
    curves: Literal["allowed", "forbidden"] = option(
        "allowed",
        rule="IS-AMB-15",
        values=("allowed", "forbidden"),
        doc="whether a curved edge may lie against another curved edge",
    )
    alone: Literal["allowed", "forbidden"] = option(
        "allowed",
        rule="IS-AMB-20",
        values=("allowed", "forbidden"),
        doc="whether an outskirt may be built by a player who has no other tile of this round, built or waiting",
    )
    turning: Literal["at_once", "end_of_phase"] = option(
        "at_once",
        rule="IS-AMB-21",
        values=("at_once", "end_of_phase"),
        doc="when an outskirt joined at both straight edges is turned over",
    )
    counted: Literal["tiles", "symbols"] = option(
        "tiles",
        rule="IS-AMB-24",
        values=("tiles", "symbols"),
        doc="whether outskirts count where tiles are counted, or only what they show counts, but neither their "
        "animals nor their farms for animals at farms",
    )
    island: Literal["both_sides", "back"] = option(
        "both_sides",
        rule="IS-AMB-30",
        values=("both_sides", "back"),
        doc="whether an island is a region on the front as well, or only once turned over",
    )


@attrs.frozen(kw_only=True)
class Side(Drawn):
    """A drawing of one side of an outskirt."""

    pays: bool = True


@attrs.frozen(kw_only=True)
class Outskirt:
    """A record of outskirts.yaml."""

    id: str
    names: Texts
    front: Side
    back: Side
    provenance: Provenance


@attrs.frozen
class Box:
    """The contents of box.yaml."""

    outskirts: Total
    sets: Total


@attrs.frozen(eq=False)
class Set:
    """The outskirts of one player, and their names."""

    tiles: tuple[Tile, ...]
    names: Mapping[str, Texts]


def folder() -> Traversable:
    """Returns the folder of the module's data."""
    return files("tilewright.data") / "isleofskye" / "modules" / NAME


def load(data: Folder, options: Options) -> Set:
    """Reads the outskirts under these options; InvalidFile names every mistake in the files."""
    box = data.load("box.yaml", Box)
    document = data.document("outskirts.yaml")
    records = document.structure(tuple[Outskirt, ...])
    problems = []
    tiles = []
    for at, record in enumerate(records):
        sides = []
        for name, drawn in (("front", record.front), ("back", record.back)):
            label = record.id if name == "front" else f"{record.id}-back"
            try:
                face, symbols = read_drawing(document, (at, name), label, drawn, {}, bare=CURVE)
            except InvalidFile as slip:
                problems += slip.problems
                continue
            if face.edges.count(CURVE) != 2 or CURVE * 2 not in face.edges * 2:
                problems.append(
                    document.problem((at, name, "face"), "two neighbouring sides have to be curved")
                )
            if name == "front" and options.island == "back":  # IS-AMB-30
                face = attrs.evolve(face, areas=tuple(area for area in face.areas if area.sides))
            full = options.counted == "tiles"
            sides.append(Tile(label, face, record.provenance, symbols, copies=0, pays=drawn.pays, full=full))
        if len(sides) == 2:
            if sides[0].face.edges != sides[1].face.edges:
                problems.append(
                    document.problem((at, "back", "face"), "the sides are not those of the front")
                )
            tiles.append(attrs.evolve(sides[0], back=sides[1]))
    ids = [record.id for record in records]
    problems += twice(document, ids)
    if len(records) != box.outskirts.count:
        problems.append(document.problem((), f"{len(records)} outskirts; box.yaml has {box.outskirts.count}"))
    stop(problems)
    return Set(tuple(tiles), {record.id: record.names for record in records})


def provenance(data: Set) -> Iterator[Message]:
    """Returns messages about what the rulebook does not say of the outskirts."""
    return beyond_rulebook("provenance.outskirts", [tile.provenance for tile in data.tiles])


# -- state -----------------------------------------------------------------------------------------------------------


@attrs.define
class Outskirts(Copyable):
    """The module's part of a state."""

    sets: list[list[int]] = zone("tile", "all", "row", mixed=True, factory=list)
    """By seat, the outskirts that it has not built."""
    built: int = public(means=whole(least=0), default=0)
    """Number of outskirts that the seat that is building has built in this phase."""
    others: int = public(means=whole(least=0), default=0)
    """Number of other tiles that it has built."""


def part(state: IsleOfSkyeState) -> Outskirts:
    """Returns the module's part of this state."""
    mine: Outskirts = state.slices[NAME]
    return mine


def own_options(rules: Rules) -> Options:
    """Returns the module's options."""
    options: Options = rules.module_options[NAME]
    return options


@hook
def set_up(state: IsleOfSkyeState, log: Log | None) -> None:
    """Gives each player a set (IS-OUT-1)."""
    mine = [tile_named(state, tile.id) for tile in state.rules.module_data[NAME].tiles]
    part(state).sets = [mine.copy() for _ in state.seats]


# -- building --------------------------------------------------------------------------------------------------------


@attrs.frozen(cache_hash=True)
class BuildOutskirt(Placing):
    """Lay one of your outskirts, front up. `outskirt O3 1,0 r2`."""

    parts = notation("outskirt {tile} [at] {cell} {rotation}")


class BuildOutskirts(Extra[IsleOfSkyeState]):
    """At most one outskirt in a building phase, at any moment of it (IS-OUT-2, IS-OUT-9)."""

    step = "build"
    actions = (BuildOutskirt,)

    def bind(self, rules: Rules) -> None:
        self.options = own_options(rules)

    def legal(self, state: IsleOfSkyeState, seat: int) -> Legal:
        if self._slips(state, seat):
            return NONE
        board, cells = state.territories[seat], None
        if any(CURVE in board.face(cell).edges for cell in board):
            cells = [cell for cell in board.frontier if not self._at_curves(board, cell)]
        return placings(state, seat, part(state).sets[seat], BuildOutskirt, cells)

    def _slips(self, state: IsleOfSkyeState, seat: int) -> list[Reason]:
        """Returns why the seat may not build any outskirt just now."""
        mine = part(state)
        if mine.built >= self.options.per_phase:
            return [Reason("outskirt_built", "IS-OUT-2", {"count": self.options.per_phase})]
        if self.options.alone == "forbidden" and not (mine.others or state.waiting[seat]):
            return [Reason("outskirt_alone", "IS-AMB-20")]
        return []

    def _at_curves(self, board: Board, cell: int) -> list[Reason]:
        """Returns why curved edges of neighbours forbid every outskirt there, even one whose edges fit."""
        wanted = board.wanted(cell)
        if set(wanted) <= {CURVE, "."}:
            return [Reason("no_straight_contact", "IS-OUT-9", {"cell": SQUARE4.text(cell)})]
        if self.options.curves == "forbidden" and CURVE in wanted:
            return [Reason("curve_at_curve", "IS-AMB-15", {"cell": SQUARE4.text(cell)})]
        return []

    def play(self, state: IsleOfSkyeState, action: BuildOutskirt, log: Log | None) -> bool:
        seat = action.seat
        tile = tile_named(state, action.tile)
        mine = part(state)
        mine.sets[seat].remove(tile)
        mine.built += 1
        mine.others -= 1  # `tile_built` counts this one too in a moment
        build(state, seat, action.key, catalogue(state).tiles[tile].face, action.rotation, log)
        return True

    def explain(self, state: IsleOfSkyeState, action: BuildOutskirt) -> list[Reason]:
        seat = action.seat
        tile, cell = tile_named(state, action.tile), action.key
        if tile not in part(state).sets[seat]:
            return [Reason("no_such_outskirt", "IS-OUT-1", {"tile": action.tile, "seat": seat})]
        board = state.territories[seat]
        reasons = self._slips(state, seat)
        reasons += misfits(state, seat, cell, catalogue(state).tiles[tile].face, action.rotation)
        if cell in board.frontier:
            reasons += self._at_curves(board, cell)
        return reasons


class BeginBuilding(Automatic[IsleOfSkyeState]):
    """The seat has built nothing in this phase yet."""

    name = "begin_building"

    def run(self, state: IsleOfSkyeState, seat: int, log: Log | None) -> None:
        mine = part(state)
        mine.built = mine.others = 0


class TurnOver(Automatic[IsleOfSkyeState]):
    """Outskirts joined at both straight edges are turned at the end of the phase (IS-AMB-21)."""

    name = "turn_outskirts"

    def run(self, state: IsleOfSkyeState, seat: int, log: Log | None) -> None:
        found = catalogue(state)
        turned = [
            pair for cell in state.territories[seat] for pair in joined(found, state.territories[seat], cell)
        ]
        if turned:
            board = state.territories[seat].clone()
            for cell, face in turned:
                board.replace(cell, face, board.face(cell).rotation)
                if log is not None:
                    log.add("tile_turned", seat=seat, tile=face.name, cell=SQUARE4.text(cell))
            found.join(board)
            state.territories[seat] = board


@hook
def insert_steps(rules: Rules) -> Sequence[Insert]:
    steps = [Insert(BeginBuilding(), anchor="build", side="before")]
    if own_options(rules).turning == "end_of_phase":
        steps.append(Insert(TurnOver(), anchor="build"))
    return steps


@hook
def add_actions(rules: Rules) -> Sequence[Extra[IsleOfSkyeState]]:
    return [BuildOutskirts()]


@hook
def tile_built(state: IsleOfSkyeState, seat: int, cell: int, log: Log | None) -> None:
    part(state).others += 1


# -- tiles and boards ------------------------------------------------------------------------------------------------


@hook
def landscape_tiles(rules: Rules) -> Sequence[Tile]:
    data: Set = rules.module_data[NAME]
    return data.tiles


@hook
def side_rules(rules: Rules) -> Mapping[str, str]:
    """The curve touches no straight edge (IS-OUT-3)."""
    return {CURVE: "IS-OUT-3"}


@hook
def turned_tiles(catalogue: Catalogue, board: Board, cell: int) -> Sequence[tuple[int, Face]]:
    """Turns outskirts once both straight edges are joined, also by a later neighbour (IS-OUT-4, IS-OUT-10)."""
    if own_options(catalogue.rules).turning == "end_of_phase":
        return ()
    near = [key for key in SQUARE4.neighbours(cell) if key in board]
    return [pair for key in (cell, *near) for pair in joined(catalogue, board, key)]


def joined(catalogue: Catalogue, board: Board, cell: int) -> Iterator[tuple[int, Face]]:
    """Yields the cell and the back's face, if an outskirt lies there front up with tiles at both straight edges."""
    face = board.face(cell)
    tile = catalogue.by_face[face.name]
    if tile.back is not None and CURVE in face.edges:
        straight = [side for side, letter in enumerate(face.edges) if letter != CURVE]
        if all(cell + SQUARE4.offsets[side] in board for side in straight):
            yield cell, tile.back.face


# -- bots and drawing ------------------------------------------------------------------------------------------------


@hook
def appraise_actions(view: View, actions: Sequence[Action]) -> Sequence[Choice]:
    """Rates what each outskirt adds to the territory where it is laid; nothing is saved for later rounds."""
    mine = [action for action in actions if isinstance(action, BuildOutskirt)]
    if not mine or view.seat is None:
        return ()
    worth, seat = Worth(view), view.seat
    labels, found = worth.labels, []
    for action in mine:
        added = worth.added(seat, tile_named(view, action.tile), action.place)
        found.append(choice(action, list(zip(labels, added, strict=True))))
    return found


def _no_outskirt(rules: Rules, argument: str) -> Keep:
    return lambda view, actions: [action for action in actions if not isinstance(action, BuildOutskirt)]


@hook
def add_restrictions(rules: Rules) -> Sequence[Restriction]:
    """`no-outskirt`."""
    return [Restriction("no-outskirt", "builds no outskirt", _no_outskirt)]


BUILT = Metric(
    name="outskirts_built",
    title="outskirts built",
    group="content",
    unit="tiles",
    by="seat",
    doc="Outskirts that the seat has in its territory at the end (IS-OUT-2).",
)
TURNED = Metric(
    name="outskirts_turned",
    title="outskirts turned over",
    group="content",
    kind="rate",
    by="seat",
    doc="Of the seat's `outskirts_built`, the share that lies back up at the end (IS-OUT-4).",
)


@hook
def add_meters(rules: Rules) -> Sequence[Meter]:
    """Counts the outskirts built, and those of them joined on both sides."""

    def values(state: IsleOfSkyeState) -> dict[str, Value]:
        backs = {tile.face.name: tile.back.face.name for tile in rules.module_data[NAME].tiles}
        names = [[board.face(cell).name for cell in board] for board in state.territories]
        fronts = [sum(name in backs for name in mine) for mine in names]
        turned = [sum(name in backs.values() for name in mine) for mine in names]
        whole = [front + back for front, back in zip(fronts, turned, strict=True)]
        return {
            "outskirts_built": whole,
            "outskirts_turned": [
                back / all_ if all_ else None for back, all_ in zip(turned, whole, strict=True)
            ],
        }

    return [at_end([BUILT, TURNED], values)]


@hook
def extend_show(show: Show, view: View, lang: str) -> Show:
    """Adds which outskirts the players have left, those of the viewer drawn, and what curves look like."""
    words, tiles = view.rules.words, catalogue(view).tiles
    wording = Wording(view.rules, lang, view.seats)
    sets = view.slice(NAME)["sets"]
    rows = [
        (
            Ink(name, f"seat {seat}"),
            Ink(", ".join(f"{tiles[n].id} {words.name(tiles[n].id, lang)}" for n in sets[seat]) or "-"),
        )
        for seat, name in enumerate(view.seats)
    ]
    panel = Panel(title=words.say("show.outskirts.left", {}, (), lang), rows=rows)
    boards = list(show.boards)
    own = sets[view.seat] if view.seat is not None and not view.over else ()
    if own:
        spots = [
            Spot(
                at=(at, 0),
                areas=wording.areas(tiles[n], tiles[n].face),
                ways=wording.roads(tiles[n].face),
                name=tiles[n].id,
                said=f"{tiles[n].id}: {wording.shows(tiles[n], tiles[n].face)}",
            )
            for at, n in enumerate(own)
        ]
        title = wording.say("outskirts.own", seat=view.seat)
        boards.append(Diagram(title=title, grid="row", spots=spots, small=True))
    return attrs.evolve(
        show,
        boards=boards,
        panels=(*show.panels, panel),
        looks={**show.looks, **LOOKS},
        legend=(*show.legend, *_notes(wording)),
    )


def _notes(captions: Captions) -> list[tuple[Ink, str]]:
    """What else tiles show, for the legend."""
    return [(Ink(CURVE, on=CURVE), captions.name(CURVE))]


@hook
def tilewright_module() -> Module:
    """The module, for the plugin manager."""
    return Module(
        name=NAME,
        game="isleofskye",
        title="Outskirts",
        options=Options,
        slice=lambda state: Outskirts(),
        slice_type=Outskirts,
        folder=folder,
        load=load,
        pieces=lambda data: {"tile": tuple(tile.id for tile in data.tiles)},
        names=lambda data: {name: dict(names) for name, names in data.names.items()},
        provenance=provenance,
        drawings={Side: TileDrawing(bare=CURVE, looks=LOOKS, notes=_notes)},
    )
