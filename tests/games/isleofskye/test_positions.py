"""What a position of Isle of Skye leaves unsaid."""

from __future__ import annotations

from tilewright.games.isleofskye.state import MARKED, IsleOfSkyeState

from .given import position


def begun(given: str) -> IsleOfSkyeState:
    return position(given, "anna, bruno, clara")


def named(state: IsleOfSkyeState, tiles: list[int]) -> list[str]:
    return [state.rules.pieces["tile"][tile] for tile in tiles]


def all_tiles(state: IsleOfSkyeState) -> list[str]:
    """Every landscape tile, wherever it lies."""
    found = named(state, state.bag)
    for seat, board in enumerate(state.territories):
        found += named(state, state.offers[seat]) + named(state, state.waiting[seat])
        found += [board.face(cell).name for cell in board if cell]
    return sorted(found)


def test_offers_that_are_not_named_are_drawn() -> None:
    """When prices are set everybody has three; who loses a tile to another place draws the next one."""
    fresh = begun("")
    theirs = named(fresh, fresh.offers[1])
    state = begun(f"offers: {{anna: [L07, {theirs[0]}, L12]}}")
    assert named(state, state.offers[0]) == ["L07", theirs[0], "L12"]
    assert named(state, state.offers[1])[:2] == theirs[1:] and len(state.offers[1]) == 3
    assert len(all_tiles(state)) == len(set(all_tiles(state))) == 73


def test_offers_lie_in_the_bag_in_other_steps() -> None:
    for step in ("income", "draw", "buy", "score"):
        state = begun(f"step: {step}")
        assert len(set(all_tiles(state))) == 73
    state = begun("step: buy, offers: {bruno: [L07]}, stakes: {bruno: {L07: 2}}")
    assert [named(state, tiles) for tiles in state.offers] == [[], ["L07"], []]
    assert len(state.bag) == 72


def test_no_tile_is_there_twice() -> None:
    """Bag, offers, waiting tiles and territories never hold more than the box; others than those named are gone."""
    state = begun(
        "step: buy, bag: [L01, L02], offers: {anna: [L03]}, stakes: {anna: {L03: 1}}, waiting: {anna: [L05]}, "
        "to act: bruno, territories: {anna: {'0,1': L31}, clara: {'0,1': L24 r0, '0,2': L04 r2}}"
    )
    assert all_tiles(state) == ["L01", "L02", "L03", "L04", "L05", "L24", "L31"]


def test_steps_begin_with_the_start_player() -> None:
    """Or with whoever is to act, and then it goes on clockwise."""
    given = "step: buy, start: clara"
    assert begun(given).to_act == (2,)
    state = begun(f"{given}, to act: anna")
    for seat in (0, 1):
        assert state.to_act == (seat,)
        state.play(state.rules.read("pass", state, seat))
    assert state.round == 1 and state.start == 0


def test_castles_lie_there_unsaid() -> None:
    said = begun("territories: {anna: {'0,0': C_blue, '0,1': L31}}")
    assert said == begun("territories: {anna: {'0,1': L31 r0}}")


def test_stakes_stand_at_their_tiles() -> None:
    """However they are ordered; before the marked tile is removed, that one has the marker."""
    state = begun(
        "step: buy, offers: {bruno: [L07, L12]}, stakes: {bruno: {L12: 5, L07: 4}}, gold: {bruno: 1}"
    )
    assert state.stakes == [[], [4, 5], []] and state.gold == [5, 1, 5]
    removed = begun("step: remove, offers: {bruno: [L07, L12]}, stakes: {bruno: {L12: marked, L07: 4}}")
    assert removed.stakes == [[], [4], []] and named(removed, removed.offers[1]) == ["L07"]
    assert MARKED not in removed.stakes[1]
