"""Bonus scoring tiles: random games against a second implementation."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.land.grid import SQUARE4
from tilewright.games.isleofskye.modules.bonus import NAME, used
from tilewright.games.isleofskye.show.tiles import Wording

from ....oracle.isleofskye import DEFAULTS, Territory
from ....oracle.isleofskye_board import land_of
from ....oracle.isleofskye_scoring import scrolls
from ..boxes import text
from ..given import position

READINGS: list[dict[str, Any]] = [
    {},
    {"bonus.own_scroll": "fixed", "long_lines": "lines"},
    {"bonus.own_scroll": "once", "scroll_rounding": "double_first", "closed_scroll": 3},
]
BONUS = ("rows", "own_scroll")


# -- a second implementation ----------------------------------------------------------------------------------------


def rows(land: Territory, options: dict[str, Any]) -> int:
    """Für jede horizontale Reihe aus mindestens 3 verbundenen Landschaftsplättchen 3 SP (IS-ST-B1, IS-AMB-5)."""
    found = []
    for x, y in land.laid:
        if (x - 1, y) not in land.laid:  # the western end of a run
            length = 1
            while (x + length, y) in land.laid:
                length += 1
            if length >= 3:
                found.append(y)
    return 3 * len(found if options["long_lines"] == "runs" else set(found))


def own_scroll(
    land: Territory, options: dict[str, Any], reading: str, before: list[tuple[str, str]]
) -> tuple[int, tuple[str, str] | None]:
    """What one own scroll brings, and which one that is (IS-ST-B2, IS-AMB-16); `before`: those scored before."""
    worth = {(line.source, line.reason): line.points for line in scrolls(land, 0, options)}
    if reading == "fixed" and before:
        worth = {before[0]: worth[before[0]]}
    if reading == "once":
        worth = {scroll: points for scroll, points in worth.items() if scroll not in before}
    best = max(worth, key=lambda scroll: worth[scroll], default=None)
    return (worth[best], best) if best is not None and worth[best] else (0, None)


def scored_rounds(state: Any, place: int) -> list[int]:
    return [n for n, line in enumerate(state.printed.tracks[len(state.seats)]) if place in line.scored]


def whole_game(seed: int, options: dict[str, Any], seen: Counter[str]) -> None:
    """A random game in which both tiles lie; each of their scorings is compared."""
    rules, random = tw.load("isleofskye", modules=[NAME], options=options), Random(seed)
    used = DEFAULTS | options
    reading = options.get("bonus.own_scroll", "best")
    state: Any = rules.new(2 + seed % 4, seed=seed)
    for place, id in zip((2, 3), BONUS):  # C and D: three times each in the later rounds
        tile = rules.pieces["scoring"].index(id)
        if tile in state.box:
            state.box[state.box.index(tile)] = state.scoring[place]
            state.scoring[place] = tile
    before: list[list[tuple[str, str]]] = [[] for _ in state.seats]
    while not state.over:
        now, lines = state.round, len(state.ledger)
        actions = state.legal(random.choice(state.to_act))
        builds = [a for a in actions if str(a).startswith("build ")]
        state.apply(random.choice(builds or list(actions)))
        if state.round == now and not state.over:
            continue
        # Nothing is built between the scoring and the next round's prices, or the end.
        gained = [line for line in state.score_lines()[lines:] if line.reason in BONUS]
        wanted: Counter[tuple[int, str, str]] = Counter()
        for place, number in enumerate(state.scoring):
            id = rules.pieces["scoring"][number]
            if id not in BONUS or now not in scored_rounds(state, place):
                continue
            for seat, board in enumerate(state.territories):
                land = land_of(board, options)
                points, scroll = rows(land, used), None
                if id == "own_scroll":
                    points, scroll = own_scroll(land, used, reading, before[seat])
                if points:
                    wanted[seat, id, "ABCD"[place]] = points
                if scroll is not None:
                    seen["same scroll"] += scroll in before[seat]
                    seen["another scroll"] += bool(before[seat]) and scroll not in before[seat]
                    before[seat].append(scroll)
                seen[id] += bool(points)
        assert {(line.seat, line.reason, line.source): line.amount for line in gained} == wanted


@pytest.mark.parametrize("options", READINGS, ids=lambda options: ",".join(options) or "default")
def test_random_games(options: dict[str, Any]) -> None:
    """Rows and the own scroll in whole games, in each reading."""
    seen: Counter[str] = Counter()
    for seed in range(12):
        whole_game(seed, options, seen)
    assert seen["rows"] > 20 and seen["own_scroll"] > 20, seen
    reading = options.get("bonus.own_scroll", "best")
    assert bool(seen["same scroll"]) == (reading != "once"), seen
    assert bool(seen["another scroll"]) == (reading != "fixed"), seen


@pytest.mark.parametrize("reading", ["fixed", "once"])
def test_of_equal_scrolls_the_first_built_is_taken(reading: str) -> None:
    """IS-AMB-16: two scrolls worth 1 each, built in either order."""
    rules = tw.load("isleofskye", modules=[NAME], options={"bonus.own_scroll": reading})
    laid = {"0,-1": "L17 r2", "1,0": "L24"}
    for first, second in (("0,-1", "1,0"), ("1,0", "0,-1")):
        given = (
            "step: score, scoring: [own_scroll, all_sheep, columns, most_ships], territories: "
            f'{{anna: {{"{first}": {laid[first]}, "{second}": {laid[second]}, "0,1": L29 r2}}}}'
        )
        state = position(given, rules=rules, modules=NAME)
        assert [(line.seat, line.amount) for line in state.score_lines()] == [(0, 1)]
        assert [scroll.points for scroll in scrolls(land_of(state.territories[0], {}), 0, DEFAULTS)] == [1, 1]
        assert [SQUARE4.text(cell) for cell, _ in used(state, 0)] == [first]


# -- data -----------------------------------------------------------------------------------------------------------


def test_nothing_else_changes() -> None:
    """IS-ST-B3: two scoring tiles more, and the same tiles, start player and steps."""
    plain, more = tw.load("isleofskye"), tw.load("isleofskye", modules=[NAME])
    assert set(more.pieces["scoring"]) - set(plain.pieces["scoring"]) == {*BONUS}
    assert [node.name for node in more.nodes] == [node.name for node in plain.nodes]
    one, other = plain.new(4, seed=5), more.new(4, seed=5)
    assert (one.bag, one.offers, one.start, one.gold) == (other.bag, other.offers, other.start, other.gold)  # type: ignore[attr-defined]
    drawn = Counter(
        more.pieces["scoring"][tile]
        for seed in range(300)
        for tile in more.new(2, seed=seed).scoring  # type: ignore[attr-defined]
    )
    assert len(drawn) == 18 and min(drawn.values()) > 300 * 4 / 18 / 2


def test_numbers_on_the_tiles_are_data(tmp_path: Path) -> None:
    theirs = tmp_path / "modules" / NAME
    theirs.mkdir(parents=True)
    (theirs / "scoring.yaml").write_text(
        text(NAME, "scoring.yaml").replace("points: 3", "points: 4"), "utf-8"
    )
    rules = tw.load("isleofskye", modules=[NAME], data=tmp_path)
    assert rules.assembled.scorings[rules.pieces["scoring"].index("rows")].points == (4,)
    assert rules.data_digest != tw.load("isleofskye", modules=[NAME]).data_digest


def test_drawings_say_what_the_tiles_score() -> None:
    """Whoever looks is told by the tile's own text, as for the tiles of the box."""
    rules = tw.load("isleofskye", modules=[NAME])

    def said(name: str, lang: str) -> str:
        scoring = next(one for one in rules.assembled.scorings if one.id == name)
        return Wording(rules, lang).scoring_text(scoring)

    assert said("rows", "en") == "3 VP for each horizontal line of at least 3 tiles without a gap."
    assert said("own_scroll", "de").startswith("Die Punkte einer eigenen Schriftrolle")
    assert said("columns", "en") == "3 VP for each vertical line of at least 3 tiles without a gap."
