"""What Rebirth offers to modules, shown by a toy on a small map of its own that is unlike the module shipped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from shutil import copytree
from types import SimpleNamespace
from typing import Any, cast

import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import InvalidFile, UsageError
from tilewright.core.rules.game import Module, ScoreReason
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.views import View
from tilewright.games.rebirth.ending import ranking
from tilewright.games.rebirth.settlements import Prizes
from tilewright.games.rebirth.state import RebirthState

from ....cases import cases
from ....toys.paper import plugin
from ...scenery import back

ISLE = Path(__file__).parents[3] / "toys" / "isle"
HUGE = Prizes((9, 4, 2), "huge_settlement")


def isle(folder: Path, **hooks: Any) -> SimpleNamespace:
    """The toy as a plugin, with these hook functions."""
    copytree(ISLE, folder, dirs_exist_ok=True)
    module = Module(
        name="isle",
        game="rebirth",
        title="Isle",
        folder=lambda: folder,
        changes=lambda options: {"map": "isle"},
        reasons=(ScoreReason("huge_settlement", "XX-1", "settlement"),),
    )
    return cast(SimpleNamespace, plugin(module, **hooks))


def prizes(rules: Rules) -> Mapping[int, Prizes]:
    return {4: HUGE}


def played(folder: Path, options: dict[str, Any] | None = None, **hooks: Any) -> Rules:
    hooks.setdefault("settlement_prizes", prizes)
    return tw.load("rebirth", modules=[isle(folder, **hooks)], options=options or {})


def begun(rules: Rules, given: str, players: str = "anna, bruno, clara") -> RebirthState:
    return cast(RebirthState, back(f"{{game: rebirth, players: [{players}], given: {{{given}}}}}", rules))


def scored(state: RebirthState, move: str) -> list[tuple[int, int, str]]:
    state.apply(state.rules.read(move, state, state.to_act[0]))
    return [(line.seat, line.amount, line.reason) for line in state.score_lines()]


# -- the map ---------------------------------------------------------------------------------------------------------


def test_a_module_brings_a_map_of_its_own(tmp_path: Path) -> None:
    """Marks and places beyond the game are read, and the castles that break ties are those of the map."""
    printed = played(tmp_path).data
    assert printed.map_name == "isle" and len(printed.hexes) == 32 and printed.tiles == (2, 2, 3, 1, 0, 0)
    [well] = [cell for cell, here in enumerate(printed.marked["wells"]) if here]
    assert str(printed.hexes[well]) == "3,1"
    [spring] = printed.site_cells["springs"]
    assert {str(printed.hexes[cell]) for cell in spring} == {"6,0", "6,1"}
    assert printed.map.tie_breakers == ("KA",)
    assert sorted(map(len, printed.settlements)) == [1, 1, 1, 2, 3, 4]


@pytest.mark.parametrize("points", [HUGE.points, (9,)], ids=["three prizes", "one prize"])
def test_whole_games_are_played(tmp_path: Path, points: tuple[int, ...]) -> None:
    rules = played(tmp_path, settlement_prizes=_paying(points))
    for players in (2, 3, 4):
        state = cast(RebirthState, rules.new(players, seed=players))
        while not state.over:
            view = state.view(state.to_act[0])
            state.apply(bots.make("greedy", rules).choose(view, Stream(1)))
        assert sum(tile >= 0 for tile in state.tiles) + len(state.laid_aside) == (0, 0, 12, 18, 20)[players]


def test_a_size_that_nobody_pays_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        tw.load("rebirth", modules=[isle(tmp_path)])
    assert (
        str(caught.value) == "map 'isle' has settlements of 4 hexes, and no module in play says what they pay"
    )


# -- settlement_prizes -----------------------------------------------------------------------------------------------

FULL = 'hand: {anna: settlement-2}, tiles: {"0,0": %s, "1,0": %s, "0,1": %s}'


@pytest.mark.parametrize(("laid", "options", "wanted"), cases(__file__, "prizes_go_by_the_rules_of_the_game"))
def test_prizes_go_by_the_rules_of_the_game(
    tmp_path: Path, laid: list[str], options: dict[str, Any], wanted: list[list[int]]
) -> None:
    """RB-SET-9 for any number of prizes, with the module's reason."""
    state = begun(played(tmp_path, options), FULL % tuple(laid))
    found = scored(state, "place settlement 1,1")
    assert found == [(seat, points, "huge_settlement") for seat, points in wanted]


@pytest.mark.parametrize(
    ("neutral", "options", "total"),
    [(False, {}, 15), (True, {}, 9), (True, {"neutral_settlement": "both"}, 15)],
)
def test_a_sole_owner_has_all_prizes(
    tmp_path: Path, neutral: bool, options: dict[str, Any], total: int
) -> None:
    """RB-SET-7, RB-AMB-5: unless neutral tiles lie there."""
    third = 'neutral: ["1,1"], tiles: {' if neutral else 'tiles: {"1,1": anna settlement-2, '
    given = f'hand: {{anna: settlement-1}}, {third}"0,0": anna settlement-1, "1,0": anna settlement-1}}'
    state = begun(played(tmp_path, options), given, "anna, bruno")
    found = scored(state, "place settlement 0,1")
    assert sum(points for _, points, _ in found) == total and {seat for seat, _, _ in found} == {0}


def test_a_module_may_say_who_has_the_prizes(tmp_path: Path) -> None:
    """`Prizes.shared` is asked with the number of players there and whether neutral tiles lie there."""
    asked: list[tuple[int, bool]] = []

    def shared(present: int, neutral: bool) -> Sequence[int]:
        asked.append((present, neutral))
        return (7,) if neutral else (6, 5)

    def own(rules: Rules) -> Mapping[int, Prizes]:
        return {4: Prizes((9, 4, 2), "huge_settlement", shared)}

    rules = played(tmp_path, settlement_prizes=own)
    state = begun(rules, FULL % ("bruno settlement-1", "bruno settlement-2", "clara settlement-1"))
    assert scored(state, "place settlement 1,1") == [(1, 6, "huge_settlement"), (0, 5, "huge_settlement")]
    assert asked == [(3, False)]
    given = 'hand: {anna: settlement-2}, neutral: ["0,0", "0,1"], tiles: {"1,0": bruno settlement-1}'
    state = begun(rules, given, "anna, bruno")
    assert scored(state, "place settlement 1,1") == [(0, 7, "huge_settlement")]
    assert asked[-1] == (2, True)


def test_bots_look_at_these_prizes(tmp_path: Path) -> None:
    """Greedy finishes the huge settlement for the first prize, and leaves it alone where it is worth little."""
    given = FULL % ("bruno settlement-1", "clara settlement-1", "anna settlement-1")
    moves = []
    for points in ((20, 4, 2), (0, 0, 0)):
        rules = played(tmp_path, settlement_prizes=_paying(points))
        moves.append(str(bots.make("greedy", rules).choose(begun(rules, given).view(0), Stream(1))))
    assert moves[0] == "place settlement-2 1,1" != moves[1]


def _paying(points: tuple[int, ...]) -> Any:
    def settlement_prizes(rules: Rules) -> Mapping[int, Prizes]:
        return {4: Prizes(points, "huge_settlement")}

    return settlement_prizes


# -- hand_size -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "most"), [(None, 1), (0, 1), (2, 2), (3, 3)])
def test_a_position_may_have_as_many_tiles_in_hand_as_a_module_says(
    tmp_path: Path, size: int | None, most: int
) -> None:
    hooks: dict[str, Any] = {}
    if size is not None:

        def hand_size(rules: Rules) -> int:
            assert size is not None
            return size

        hooks = {"hand_size": hand_size}
    rules = played(tmp_path, **hooks)
    tiles = ["food", "energy", "food", "energy"]
    state = begun(rules, f"hand: {{anna: food, bruno: [{', '.join(tiles[:most])}]}}")
    assert len(state.hand[1]) == most
    with pytest.raises(InvalidFile) as caught:
        begun(rules, f"hand: {{anna: food, bruno: [{', '.join(tiles[: most + 1])}]}}")
    said = (
        "a hand holds one tile (RB-SETUP-8, RB-DRAW-1)" if most == 1 else f"a hand holds at most {most} tiles"
    )
    assert str(caught.value).endswith(f"given.hand.bruno: {said}")


# -- cell_worths -----------------------------------------------------------------------------------------------------


def test_bots_go_where_a_module_says(tmp_path: Path) -> None:
    """The line is said under its label, at its cell, for its kind alone; and greedy hears it."""
    plain = played(tmp_path)
    far = next(n for n, at in enumerate(plain.data.hexes) if str(at) == "2,3")
    asked = set()

    def cell_worths(view: View, kind: int, cells: Sequence[int]) -> Iterable[tuple[str, Sequence[float]]]:
        assert view.seat == 0
        asked.add(kind)
        yield "fine_place", [-30.0 if cell == far else 0.0 for cell in cells]
        yield "fine_place", [1.0 for cell in cells]

    there = "place food 2,3"
    before = begun(plain, "hand: {anna: food}")
    assert str(bots.make("greedy", plain).choose(before.view(0), Stream(1))) == there
    rules = played(tmp_path, cell_worths=cell_worths)
    state = begun(rules, "hand: {anna: food}")
    assert str(bots.make("greedy", rules).choose(state.view(0), Stream(1))) != there
    assert asked == {0}
    without = {str(one.action): one.worth for one in plain.choices(before.view(0))}
    for choice in rules.choices(state.view(0)):
        more = -29.0 if str(choice.action) == there else 1.0
        assert choice.worth == pytest.approx(without[str(choice.action)] + more)
        assert choice.worth == pytest.approx(sum(points for _, points in choice.lines))
        assert sum(points for label, points in choice.lines if label == "fine_place") == more


# -- break_tie -------------------------------------------------------------------------------------------------------

END = "hand: {anna: food, bruno: empty, clara: empty}, supply: empty, points: {anna: 4, bruno: 5, clara: 2}"


@pytest.mark.parametrize(
    ("more", "winners", "wanted"), cases(__file__, "a_module_breaks_ties_after_the_castles")
)
def test_a_module_breaks_ties_after_the_castles(
    tmp_path: Path, more: str, winners: list[int], wanted: list[int]
) -> None:
    """RB-END-6: a tie for the first place that the map's castles do not decide; else the option final_tie."""
    asked: list[tuple[int, ...]] = []

    def break_tie(state: RebirthState, tied: Sequence[int]) -> Sequence[int]:
        asked.append(tuple(tied))
        return winners

    rules = played(tmp_path, break_tie=break_tie)
    given = END.partition(", points")[0] + more if "points" in more else END + more
    state = begun(rules, given)
    state.apply(state.rules.read("place food 3,0", state, 0))
    assert state.over and [*state.winners] == wanted
    decided = "points: {anna: 5" in more or "KA: bruno" in more
    assert set(asked) == (set() if decided else {(0, 1)})


def test_the_rest_of_the_ranking_follows_the_points(tmp_path: Path) -> None:
    """A winner who was not tied leaves the others as they were."""

    def break_tie(state: RebirthState, tied: Sequence[int]) -> Sequence[int]:
        return [2]

    state = begun(played(tmp_path, break_tie=break_tie), END)
    state.apply(state.rules.read("place food 3,0", state, 0))
    assert ranking(state) == [(2,), (0, 1)]
