"""What Rebirth says for a table: what is asked, what one needs, and what places belong to."""

from __future__ import annotations

from typing import cast

import tilewright as tw
from tilewright.core.draw.about import About, Region
from tilewright.core.draw.model import Show
from tilewright.games.rebirth.actions import PlaceTile
from tilewright.games.rebirth.files import ENERGY, KINDS
from tilewright.games.rebirth.state import FREE, RebirthState, kind_of, owner

from .. import playing

RULES = tw.load("rebirth")


def game(count: int, seed: int) -> list[RebirthState]:
    """Every position of a random game."""
    return [state.clone() for state in playing.game(RULES, count, seed)]


def shown(state: RebirthState, seat: int | None, lang: str = "en") -> Show:
    return RULES.show(state.view(seat), lang)


def about(what: Show, cell: int) -> About:
    at = RULES.data.hexes[cell]
    assert what.about is not None
    return what.about(0, (at.q, at.r))


def named(found: About, name: str) -> Region:
    return next(region for region in found.regions if name in region.name)


def test_only_who_is_to_act_is_asked() -> None:
    for state in game(3, 1)[::7]:
        for seat in (*range(3), None):
            what = shown(state, seat)
            if seat in state.to_act:
                kind = KINDS[state.hand[seat][0]]
                assert what.asks == f"place {kind}"
            else:
                assert what.asks == ""
            hands = [board for board in what.boards if board.kind == "hand"]
            assert [board.seat for board in hands] == ([] if seat is None else [seat])
            if seat is not None:
                tiles = [("in hand", KINDS[kind]) for kind in state.hand[seat]]
                tiles += [("set aside", KINDS[kind]) for kind in state.aside[seat]]
                assert [(spot.name, spot.said) for spot in hands[0].spots] == tiles
            assert (len(what.status) > 2) == (seat is not None)


def test_a_settlement_says_who_leads_and_what_it_can_bring() -> None:
    """RB-SET-3, RB-SET-7, RB-END-2: unfinished ones bring their symbols, finished ones have brought all."""
    options, seen = RULES.options, set()
    for state in game(3, 4)[::5]:
        printed, what = state.printed, shown(state, 0)
        for number, cells in enumerate(printed.settlements):
            region = named(about(what, cells[0]), printed.settlement_name(number))
            assert region.spots == {(printed.hexes[cell].q, printed.hexes[cell].r) for cell in cells}
            symbols = [0, 0, 0]
            for cell in cells:
                if 0 <= owner(state.tiles[cell]) < 3:
                    symbols[owner(state.tiles[cell])] += printed.symbols[kind_of(state.tiles[cell])]
            leaders = [seat for seat in range(3) if symbols[seat] == max(symbols) > 0]
            if len(leaders) == 1:
                assert region.holder is not None and region.holder.role == f"seat {leaders[0]}"
            else:
                assert region.holder is None
            if state.gaps[number]:
                assert region.points == max(symbols) * options.unfinished_symbol
                assert region.possible is not None and region.possible >= (region.points or 0)
            else:
                assert region.points is None and region.note == "finished"
            seen.add((len(cells), bool(state.gaps[number])))
    assert len(seen) == 6


def test_an_open_settlement_can_bring_its_first_prize() -> None:
    """Nobody is there: one player alone gets both prizes (RB-SET-5)."""
    state = cast(RebirthState, RULES.new(3, seed=1))
    options, what = RULES.options, shown(state, 0)
    for number, cells in enumerate(state.printed.settlements):
        region = named(about(what, cells[0]), state.printed.settlement_name(number))
        most = max(state.printed.symbols)
        wanted = {
            1: most * options.small_symbol,
            2: options.medium_first + options.medium_second,
            3: options.large_first + options.large_second,
        }
        assert (region.points, region.possible) == (0, wanted[len(cells)])


def test_a_farm_says_its_group_and_a_free_field_what_a_farm_would_score() -> None:
    """RB-FARM-2, RB-FARM-3: against the moves themselves."""
    compared = 0
    for state in game(2, 6)[:-1:4]:
        seat = state.to_act[0]
        what = shown(state, seat)
        for action in list(state.legal(seat))[::12]:
            kind = state.hand[seat][0]
            if not isinstance(action, PlaceTile) or kind > ENERGY:
                continue
            cell = state.printed.cell_at[action.cell]
            if state.printed.kind[cell] not in (kind, 2):  # an exception: its own fields are full
                continue
            region = named(about(what, cell), f"{KINDS[kind]} farms")
            after = state.clone()
            after.apply(action)
            gained = [
                line.amount for line in after.score_lines(seat) if line.reason == f"{KINDS[kind]}_group"
            ]
            assert region.possible == gained[-1]
            mine = named(about(shown(after, None), cell), f"{KINDS[kind]} farms")
            assert mine.spots == region.spots
            assert mine.holder is not None and mine.holder.role == f"seat {seat}"
            compared += 1
    assert compared > 20


def test_castles_say_who_holds_them_and_who_is_there() -> None:
    for state in game(3, 8)[::11]:
        what = shown(state, 1)
        assert what.about is not None
        for number, site in enumerate(state.printed.castles):
            (region,) = what.about(0, (site.hex.q, site.hex.r)).regions
            holder = state.castles[number]
            assert (region.holder.role if region.holder else "") == (f"seat {holder}" if holder >= 0 else "")
            assert region.points == RULES.options.castle
            for seat in range(3):
                count = sum(owner(state.tiles[cell]) == seat for cell in state.printed.castle_cells[number])
                assert (f"player{seat + 1} {count}" in region.note) == (count > 0)


def test_a_free_field_says_how_many_of_the_own_tiles_may_go_there() -> None:
    """RB-PLACE-4 to -8, from the tiles that the viewer has not seen; a spectator has none."""
    state = game(2, 3)[20]
    what, public = shown(state, 0), shown(state, None)
    for cell, tile in enumerate(state.tiles):
        if tile != FREE:
            assert about(what, cell).fits is None
            continue
        assert about(public, cell).fits is None
        unseen = [kind for kind in state.supply[0]]
        terrain = state.printed.kind[cell]
        fitting = [kind for kind in unseen if (kind > ENERGY) == (terrain == 3) and terrain in (kind, 2, 3)]
        assert about(what, cell).fits == (len(fitting), len(unseen))
