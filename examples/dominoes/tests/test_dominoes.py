"""The conformance kit, the rules as scenes, a slow oracle, and what only code can say."""

from itertools import product
from pathlib import Path

import pytest

import tilewright as tw
from tilewright import testing
from tilewright.authoring import InvalidFile, PlaceTile

RULES = tw.load("dominoes")
TEXTS = RULES.folder.document("dominoes.yaml").content
BESIDE = (1, 0), (0, -1), (-1, 0), (0, 1)  # from a domino's first half to its second, by rotation


def test_the_kit_and_the_scenes() -> None:
    testing.conforms(RULES, games=1)
    testing.pinned(RULES, Path(__file__).with_name("scenes"))


def places(realm: dict[tuple[int, int], str], halves: list[str]) -> set[str]:
    """Every placement, by trying all (SR-PLACE-1 to SR-PLACE-3)."""
    found = set()
    for x, y, (turn, (dx, dy)) in product(range(-5, 6), range(-5, 6), enumerate(BESIDE)):
        new = dict(zip([(x, y), (x + dx, y + dy)], halves))
        near = [(land, realm.get((x + i, y + j), "-")) for (x, y), land in new.items() for i, j in BESIDE]
        small = all(max(line) - min(line) < 5 for line in zip(*realm, *new))
        if small and not realm.keys() & new and any(other[0] in ("C", land[0]) for land, other in near):
            found.add(f"place {x},{y} r{turn}")
    return found


def points(realm: dict[tuple[int, int], str]) -> int:
    """What territories score, each by flood fill, and a castle in the middle (SR-END-2, SR-END-3)."""
    left, found = {cell: land for cell, land in realm.items() if land != "C"}, 0
    while left:
        patch = [next(iter(left))]
        for x, y in patch:
            near = [(x + i, y + j) for i, j in BESIDE]
            patch += [at for at in near if left.get(at, "-")[0] == left[patch[0]][0] and at not in patch]
        found += len(patch) * sum(int(left.pop(cell)[1:] or 0) for cell in patch)
    return found + 5 * all(min(line) == -max(line) for line in zip(*realm))


def test_places_and_points_are_those_of_an_oracle() -> None:
    """SR-PLACE-1 to SR-PLACE-4, SR-END-2 to SR-END-4."""
    for moment in testing.moments(testing.Subject(rules=RULES, games=4)):
        state, action = moment.state, moment.action
        if not moment.decision:
            realms = [{(0, 0): "C"} for _ in state.seats]
        worth = state.scores if state.over else state.standing()
        assert worth == [points(realm) + 5 * (not gone) for realm, gone in zip(realms, state.discards)]
        if isinstance(action, PlaceTile):
            (x, y), (dx, dy) = action.cell, BESIDE[action.rotation]
            halves = TEXTS[state.waiting[-1] - 1].split()
            assert {*map(str, state.legal(action.seat))} == places(realms[action.seat], halves)
            realms[action.seat] |= {(x, y): halves[0], (x + dx, y + dy): halves[1]}


def test_greedy_beats_random() -> None:
    wins = 0
    for seed in range(10):
        state = RULES.new(["greedy", "random"], seed)
        testing.play_out(RULES, state, state.seats, seed)
        wins += state.winners == (0,)
    assert wins >= 8


def test_wrong_dominoes_are_named(tmp_path: Path) -> None:
    (tmp_path / "dominoes.yaml").write_text("- F W\n- F4 W\n", "utf-8")
    with pytest.raises(InvalidFile, match=r"needs four dominoes(.|\n)*yaml:2:3: 1: 'F4 W' is not two"):
        tw.load("dominoes", data=tmp_path)


def test_a_drawing_shows_crowns_and_who_has_taken_what() -> None:
    state = RULES.new(["anna", "bruno"], seed=2)
    [seat] = state.to_act
    state.apply(state.legal(seat)[-1])
    best = RULES.game.show(state.view(None)).boards[1].spots[-1]
    assert ["".join(ink.text for ink in half) for half in best.face] == ["Q***", "V"]
    assert [piece.role for piece in best.pieces] == [f"seat {seat}"]


def test_pictures_show_whole_dominoes_on_offer() -> None:
    """In the row a domino is two cells with its crowns, which text writes as stars."""
    state = RULES.new(["anna", "bruno"], seed=2)
    for spot in RULES.game.show(state.view(0)).boards[1].spots:
        crowns = [["*"] * (len(row) - 1) for row in spot.face]
        assert [[mark.text for mark in cell.areas[0].marks] for cell in spot.tile] == crowns
