"""Meters of territories: room, regions, tiles without a place, majorities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilewright.authoring import (
    DISCARD_RATE,
    FIT_RATE,
    FRONTIER,
    SPOTS,
    SQUARE4,
    Action,
    Board,
    Fitting,
    Frontier,
    Legal,
    Log,
    Meter,
    Metric,
    Value,
    Watcher,
    at_end,
    layout_meter,
    meter,
)

from ..actions import Build, Drop, Price
from ..state import IsleOfSkyeState, catalogue
from ..territory import territory

LAND = (
    Metric(
        name="closed_regions",
        title="closed regions",
        more="players close more regions",
        less="players close fewer regions",
        group="tiles",
        by="seat",
        doc="Closed regions of the seat's territory at the end (IS-AREA-1).",
    ),
    Metric(
        name="open_regions",
        title="regions left open",
        more="more regions are left open",
        less="fewer regions are left open",
        group="tiles",
        by="seat",
        doc="Regions of the seat's territory at the end that are not closed.",
    ),
    Metric(
        name="closed_size",
        title="size of a closed region",
        more="closed regions are larger",
        less="closed regions are smaller",
        group="tiles",
        unit="tiles",
        by="seat",
        doc="Size of the seat's closed regions at the end (IS-AREA-4), their mean.",
    ),
    Metric(
        name="dead_spots",
        title="dead spots",
        more="boards have more dead spots",
        less="boards have fewer dead spots",
        group="tiles",
        unit="cells",
        by="seat",
        doc="Open cells of the seat's territory at the end where no tile of the ruleset fits in any rotation.",
    ),
)
CLOSING = Metric(
    name="closing_round",
    title="round in which regions are closed",
    more="regions are closed later",
    less="regions are closed earlier",
    group="tiles",
    unit="rounds",
    by="seat",
    doc="Number of the round, from 1, mean of the regions that the seat's tiles closed.",
)
MAJORITIES = (
    Metric(
        name="contested_majorities",
        title="majorities that are contested",
        more="more majorities are contested",
        less="fewer majorities are contested",
        group="tiles",
        kind="rate",
        doc="Of the scorings of a majority in which anybody is paid, those in which several seats are (IS-ST-MAJ).",
    ),
    Metric(
        name="tied_majorities",
        title="majorities that are tied",
        more="more majorities end in a tie",
        less="fewer majorities end in a tie",
        group="tiles",
        kind="rate",
        doc="Of the scorings of a majority in which anybody is paid, those in which several seats have the first "
        "prize.",
    ),
)


class Closing(Watcher[IsleOfSkyeState]):
    """Rounds in which regions are closed by a new tile."""

    steps = ("build",)

    def __init__(self, state: IsleOfSkyeState) -> None:
        self.rounds: list[list[int]] = [[] for _ in state.seats]
        self.round = state.round

    def decided(self, state: IsleOfSkyeState, action: Action, log: Log | None) -> None:
        if type(action) is Build:
            board = state.territories[action.seat]
            cell = action.key
            first = board.area(cell, 0)
            regions = board.regions
            # Only what reaches the new tile can have been closed by it.
            roots = {regions.find(first + n) for n in range(len(board.face(cell).areas))}
            self.rounds[action.seat] += [self.round + 1 for root in roots if regions.closed(root)]

    def round_over(self, state: IsleOfSkyeState) -> None:
        self.round = state.round

    def values(self, state: IsleOfSkyeState) -> Mapping[str, Value]:
        return {"closing_round": [sum(mine) / len(mine) if mine else None for mine in self.rounds]}


class Places(Fitting):
    """Cells where waiting tiles fit."""

    steps = ("build",)

    def __init__(self, state: IsleOfSkyeState) -> None:
        super().__init__()
        self.faces = catalogue(state).tiles

    def deciding(self, state: IsleOfSkyeState, seat: int, legal: Legal) -> None:
        wanted = state.territories[seat].frontier.values()
        for tile in {*state.waiting[seat]}:
            fits = self.faces[tile].face.fits
            self.add(sum([1 for edges in wanted if fits[edges]]), len(wanted))

    def values(self, state: IsleOfSkyeState) -> Mapping[str, Value]:
        return self.fitted()


class Returned(Watcher[IsleOfSkyeState]):
    """Tiles that go back because they fit nowhere."""

    def __init__(self, state: IsleOfSkyeState) -> None:
        self.back = 0
        # In a position from the middle of a round, what has been priced is to be placed.
        priced = sum(len(tiles) for tiles, stakes in zip(state.offers, state.stakes, strict=True) if stakes)
        self.got = priced + sum(map(len, state.waiting))
        self.round = state.round
        self.note(state)

    def note(self, state: IsleOfSkyeState) -> None:
        """Remembers what seats have now, built or not, to compare it after the next action."""
        self.had = self.held(state) + sum(map(len, state.offers))

    def held(self, state: IsleOfSkyeState) -> int:
        """Returns the number of tiles in territories and of those that wait to be built."""
        return sum(map(len, state.territories)) + sum(map(len, state.waiting))

    def decided(self, state: IsleOfSkyeState, action: Action, log: Log | None) -> None:
        kind = type(action)
        if kind is Price or kind is Drop:
            if not any(state.sealed):
                self.got += sum(map(len, state.offers))
                self.note(state)
            return
        now = self.held(state) + (sum(map(len, state.offers)) if state.round == self.round else 0)
        if now < self.had:
            self.back += self.had - now
        else:
            self.got += now - self.had  # a module has handed out tiles
        self.had, self.round = now, state.round

    def values(self, state: IsleOfSkyeState) -> Mapping[str, Value]:
        return {"discard_rate": self.back / self.got if self.got else None}


def land(state: IsleOfSkyeState) -> Mapping[str, Value]:
    """Returns what has become of each territory."""
    found: dict[str, list[float | None]] = {metric.name: [] for metric in LAND}
    faces = [tile.face for tile in catalogue(state).tiles]
    for seat, board in enumerate(state.territories):
        home = territory(state, seat)
        closed = home.closed()
        sizes = [home.size(root) for root in closed]
        found["closed_regions"].append(len(closed))
        found["open_regions"].append(len(board.regions.roots()) - len(closed))
        found["closed_size"].append(sum(sizes) / len(sizes) if sizes else None)
        dead = [wanted for wanted in board.frontier.values() if not any(face.fits[wanted] for face in faces)]
        found["dead_spots"].append(len(dead))
    return found


def majorities(state: IsleOfSkyeState) -> Mapping[str, Value]:
    """Reads from the score sheet how majorities were decided."""
    firsts = {
        state.rules.reason[scoring.id]: scoring.points[0]
        for scoring in catalogue(state).scorings
        if scoring.kind == "majority"
    }
    paid: dict[tuple[int, int], list[int]] = {}
    for _, points, reason, _, turn in state.ledger:
        if reason in firsts:
            paid.setdefault((reason, turn), []).append(points)
    tied = sum(prizes.count(firsts[reason]) > 1 for (reason, _), prizes in paid.items())
    contested = sum(len(prizes) > 1 for prizes in paid.values())
    return {
        "contested_majorities": contested / len(paid) if paid else None,
        "tied_majorities": tied / len(paid) if paid else None,
    }


def boards(state: IsleOfSkyeState) -> list[list[int]]:
    """Returns by seat the cells of its territory that hold a tile."""
    return [list(board) for board in state.territories]


def open_cells(state: IsleOfSkyeState) -> float:
    """Returns the number of open cells of a territory, on average."""
    found: list[Board] = state.territories
    return sum(len(board.frontier) for board in found) / len(found)


LAND_METERS: Sequence[Meter] = (
    layout_meter(SQUARE4, boards),
    meter(FRONTIER, lambda state: Frontier(open_cells)),
    meter([SPOTS, FIT_RATE], Places),
    meter([DISCARD_RATE], Returned),
    at_end(LAND, land),
    meter([CLOSING], Closing),
    at_end(MAJORITIES, majorities),
)
