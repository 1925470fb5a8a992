"""What Glen More says for a table: what is asked, what one needs, and what cells belong to."""

from __future__ import annotations

import tilewright as tw
from tilewright.core.draw.model import Show
from tilewright.core.land.grid import pack, unpack
from tilewright.core.rules.schedule import name_of
from tilewright.games.glenmore import placing_rules
from tilewright.games.glenmore.actions import Activate, PlaceTile
from tilewright.games.glenmore.files import RESOURCES
from tilewright.games.glenmore.state import GlenMoreState, held
from tilewright.games.glenmore.warehouse import price, worth

from ..playing import decisions

RULES = tw.load("glenmore")


def game(count: int, seed: int) -> list[GlenMoreState]:
    """Every position of a random game, without the end."""
    return [state.clone() for state in decisions(RULES, count, seed)]


def shown(state: GlenMoreState, seat: int | None, lang: str = "en") -> Show:
    return RULES.show(state.view(seat), lang)


def step(state: GlenMoreState) -> str:
    return name_of(RULES.nodes[state.stack[-1][0]])


def test_every_step_asks_for_something_of_its_seat_alone() -> None:
    asked: dict[str, str] = {}
    for number, state in enumerate(game(3, 1) + game(2, 2)):
        if number % 9 and step(state) in asked:
            continue
        for seat in (*range(len(state.seats)), None):
            what = shown(state, seat, "pl")
            assert bool(what.asks) == (seat in state.to_act)
            if what.asks:
                asked.setdefault(step(state), what.asks)
    assert {"take", "pay", "place", "activate", "deal", "move"} <= asked.keys()
    assert len(set(asked.values())) == len(asked)


def test_the_status_says_what_one_has() -> None:
    for state in game(3, 3)[::9]:
        for seat in range(3):
            said = [ink.text for ink in shown(state, seat).status]
            members = sum(state.members[seat].values())
            wanted = [
                f"coins {state.coins[seat]}",
                f"members {members}",
                f"barrels {state.barrels[seat]}",
                f"points {state.scores[seat]}",
            ]
            assert said[-4:] == wanted and len(said) <= 5 + (state.points > 0)
        assert not shown(state, None).status


def test_prices_are_at_hand_where_cubes_are_traded() -> None:
    for state in game(4, 7)[::6]:
        what = shown(state, state.to_act[0])
        shown_now = [panel for panel in what.panels if panel.now and panel.title == "Warehouse"]
        assert bool(shown_now) >= (step(state) in ("take", "pay", "deal"))
        for panel in shown_now:
            said = {head.text: ink.text for head, ink in zip(panel.head, panel.rows[0], strict=True)}
            for number, name in enumerate(RESOURCES):
                assert said[name] == f"{price(state, number) or '-'}/{worth(state, number) or '-'}"


def test_a_tile_says_what_its_activation_brings() -> None:
    made = 0
    for seed in (8, 9):
        for state in game(2, seed):
            if step(state) != "activate":
                continue
            seat = state.to_act[0]
            what = shown(state, seat)
            assert what.about is not None
            for action in state.legal(seat):
                if not isinstance(action, Activate) or action.cube:
                    continue
                at = (action.cell.x, action.cell.y)
                kind = state.printed.kinds[state.displays[seat][pack(*at)]]
                if kind.each.does != "produce":
                    continue
                found = what.about(1, at)
                (own,) = [one for one in found.regions if one.spots == {at}]
                after = state.clone()
                after.apply(action)
                gained = sum(held(after, seat)) - sum(held(state, seat))
                assert own.note == (f"1 {RESOURCES[kind.each.cube]}" if gained else "nothing, it is full")
                made += gained
    assert made > 5


def test_a_free_spot_says_what_is_activated_with_it_and_what_fits() -> None:
    """GM-ACT-2; river and road as GM-PLACE has them, counted over the stacks in any order."""
    found = 0
    for state in game(3, 10):
        if step(state) != "place":
            continue
        seat = state.to_act[0]
        what = shown(state, seat)
        assert what.about is not None
        for action in state.legal(seat):
            if not isinstance(action, PlaceTile):
                continue
            at = (action.cell.x, action.cell.y)
            said = what.about(1, at)
            after = state.clone()
            after.apply(action)
            single = [one.spots for one in said.regions if len(one.spots) == 1]
            near = {at}.union(*single)
            assert all(one.spots <= near for one in said.regions[:1])  # it lights up as a whole
            display = state.displays[seat]
            beside = {c for c in map(unpack, display) if max(abs(c[0] - at[0]), abs(c[1] - at[1])) == 1}
            assert near == beside | {at}
            tiles = [kind for stack in state.stacks() for kind in stack]
            fit = sum(placing_rules.fits(state, seat, state.printed.kinds[kind], pack(*at)) for kind in tiles)
            assert said.fits == (fit, len(tiles))
            found += fit
    assert found


def test_other_players_displays_are_their_own() -> None:
    """Board n is the display of another seat: a tile there is not mistaken for one of the viewer's."""
    state = game(3, 12)[60]
    what = shown(state, 2)
    assert what.about is not None
    for board, seat in enumerate((2, 0, 1), 1):
        assert what.boards[board].title == f"Display of player{seat + 1}"
        for cell in state.displays[seat]:
            names = [
                one.name for one in what.about(board, unpack(cell)).regions if one.spots == {unpack(cell)}
            ]
            label = {
                "".join(ink.text for ink in s.face[0])
                for s in what.boards[board].spots
                if s.at == unpack(cell)
            }
            assert len(names) == 1 and names[0].split(" ")[0] in label
    assert what.about(0, (1, 0)).regions == ()
