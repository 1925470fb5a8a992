"""Isle of Skye's drawings: choices, the market, and pictures, and no secret of anybody."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import cast

import pytest
from rich.cells import cell_len

from tilewright.core.draw.model import Plate, Spot
from tilewright.core.draw.show_sentences import sentences
from tilewright.core.draw.text import draw_text
from tilewright.core.land.grid import SQUARE4, unpack
from tilewright.core.rules.events import Log
from tilewright.core.rules.placing import Rotation
from tilewright.core.table.changes import changes
from tilewright.core.table.lookup import look
from tilewright.games.isleofskye.actions import Build, Drop, Price
from tilewright.games.isleofskye.income import income
from tilewright.games.isleofskye.show import show
from tilewright.games.isleofskye.show.tiles import SIGNS
from tilewright.games.isleofskye.state import IsleOfSkyeState
from tilewright.games.isleofskye.territory import territory

from .facts import FACTS
from .showing import LANGUAGES, NAMES, game, lay, new, panel, rebuilt, seen, step, table

# -- text ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "seed"), [(3, 2), (5, 4)])
def test_plain_text_fits_into_80_columns(count: int, seed: int) -> None:
    for number, state in enumerate(game(count, seed)):
        if number % 9 == 0 or state.over:
            viewer = (None, *range(count))[number % (count + 1)]
            text = draw_text(show(state.view(viewer), LANGUAGES[number % 2]), width=80)
            assert "\x1b" not in text and "\xa0" not in text
            assert max(map(cell_len, text.splitlines())) <= 80, text


def test_the_own_territory_comes_first_and_large() -> None:
    state = next(game(4, 5))
    for seat in range(4):
        boards = [board for board in show(state.view(seat)).boards if board.title.startswith("Territory")]
        assert boards[0].title == f"Territory of {NAMES[seat]}" and not boards[0].small
        assert len(boards) == 4 and all(board.small for board in boards[1:])


def test_every_built_tile_is_on_its_board() -> None:
    for number, state in enumerate(game(3, 12)):
        if number % 12:
            continue
        what = show(state.view(1))
        for seat, name in enumerate(NAMES[:3]):
            board = next(board for board in what.boards if board.title == f"Territory of {name}")
            tiles = {spot.at for spot in board.spots if spot.areas}
            assert tiles == {unpack(cell) for cell in state.territories[seat]}


# -- choices -------------------------------------------------------------------------------------------------------


def test_the_list_says_what_a_placement_closes_and_connects() -> None:
    """Against territories that are built anew: closed regions, tiles on the castle's road, income."""
    signs: Counter[str] = Counter()
    for state in game(2, 41):
        if step(state) != "build":
            continue
        seat = state.to_act[0]
        listed = panel(seen(state), "Where tiles fit")
        assert listed is not None
        rows = {row[0].text: row[1].text.replace("\xa0", " ") for row in listed.rows if len(row) == 2}
        before = territory(state, seat)
        cells: dict[str, set[object]] = {}
        unlisted: Counter[str] = Counter()
        for action in state.legal(seat):
            assert isinstance(action, Build)
            after_state = state.clone()
            after_state.territories[seat] = rebuilt(state, seat, action)
            after = territory(after_state, seat)
            closed = len(after.closed()) - len(before.closed())
            road = len(after.connected()) > len(before.connected())
            gold = income(after_state, seat)["barrel_income"] > income(state, seat)["barrel_income"]
            wanted = "*" * closed + "=" * road + "o" * gold
            said = re.search(rf"; {action.cell} {action.rotation}([*=o]*)(;|$)", rows[action.tile])
            cells.setdefault(action.tile, set()).add(action.cell)
            if said is not None:
                assert said[1] == wanted, (str(action), rows)
                signs.update(wanted)
            elif wanted:
                unlisted[action.tile] = max(unlisted[action.tile], len(wanted))
        for tile, said_of in rows.items():
            count = len(cells.get(tile, ()))
            assert said_of.startswith(f"{count} place" if count else "nowhere")
            best = [len(found) for found in re.findall(r"r\d([*=o]+)", said_of)]
            assert not unlisted[tile] or (len(best) > 3 and min(best) >= unlisted[tile])
            assert not unlisted[tile] or said_of.endswith("...")
    assert all(signs[sign] > 10 for sign in "*=o"), signs


def test_tiles_to_build_are_shown_turned() -> None:
    state = next(
        state for state in game(2, 42) if step(state) == "build" and len(state.waiting[state.to_act[0]]) == 2
    )
    seat = state.to_act[0]
    board = next(board for board in seen(state).boards if board.title.startswith("To build"))
    ids = [state.rules.pieces["tile"][tile] for tile in dict.fromkeys(state.waiting[seat])]
    turns = range(4 if len(ids) <= 2 else 1)
    assert [spot.name for spot in board.spots] == [f"{name} r{turn}" for name in ids for turn in turns]
    first = FACTS[ids[0]].split(" ")[0]
    for spot in board.spots[:4]:
        turn = int(spot.name[-1])
        sides = {side: area.letter for area in spot.areas for side in area.sides}
        assert "".join(sides[side] for side in "nesw") == first[4 - turn :] + first[: 4 - turn]
    other = next(board for board in show(state.view(1 - seat)).boards if board.title == "Tiles to be built")
    assert [spot.name for spot in other.spots][-len(ids) :] == [f"{'NR'[seat]} {name}" for name in ids]


# -- the market ----------------------------------------------------------------------------------------------------


def plates_of(spot: Spot) -> Sequence[Plate]:
    return spot.picture.plates if spot.picture is not None else ()


def offers_of(state: IsleOfSkyeState, seat: int) -> list[str]:
    return [state.rules.pieces["tile"][tile] for tile in state.offers[seat]]


def test_prices_are_their_owners_alone_until_all_are_done() -> None:
    """IS-PRICE-2, IS-PRICE-6: marker and gold are hidden until the screens are removed together."""
    state = new()
    first, second, third = offers_of(state, 0)
    state.play(Price(0, first, 3))
    state.play(Drop(0, second))

    def asked(viewer: int | None) -> list[str]:
        return [row["price"] for row in table(panel(show(state.view(viewer)), "What is offered"))]

    assert asked(0) == ["3 gold", "dropped", "to decide", "?", "?", "?"]
    assert asked(1) == ["to decide"] * 3 + ["?"] * 3
    assert asked(None) == ["?"] * 6
    shown = show(state.view(0))
    market, others = shown.boards[-2:]
    assert [spot.name for spot in market.spots] == [f"N {first} 3", f"N {second} x", f"N {third}"]
    assert market.spots[0].said.startswith(f"anna's {first}, 3 gold: ")
    assert (market.kind, market.seat, others.kind) == ("market", 0, "")
    plates = [[ink.role for plate in plates_of(spot) for ink in plate.get] for spot in market.spots]
    assert [roles[0] for roles in plates] == ["gold", "axe", "spot"]
    assert all(not plate.pay for spot in others.spots for plate in plates_of(spot))
    assert [spot.name[0] for spot in others.spots] == ["R"] * 3
    own = panel(show(state.view(0)), "Prices of anna")
    assert [row["price"] for row in table(own)] == ["3 gold", "dropped", "to decide"]
    assert own is not None and own.now
    assert own.rows[-1][0].text == "Gold left: 2; at most 2 on the next tile."
    state.play(Price(0, third, 1))
    own = panel(show(state.view(0)), "Prices of anna")
    assert own is not None
    assert own.rows[-1][0].text == "You have decided everything; others have not yet."
    assert asked(1) == ["to decide"] * 3 + ["?"] * 3 and asked(None) == ["?"] * 6
    theirs = offers_of(state, 1)
    state.play(Price(1, theirs[0], 4))
    state.play(Price(1, theirs[1], 1))
    state.play(Drop(1, theirs[2]))
    for viewer in (0, 1, None):
        assert sorted(asked(viewer)) == ["1", "1", "3", "4"]


def test_the_market_says_how_many_places_a_tile_has() -> None:
    """By hand: the first castle shows pasture, water, pasture, mountain from north clockwise."""
    state = new()
    state.offers = [[state.rules.pieces["tile"].index(name) for name in ("L49", "L16")], []]
    rows = {row["#1"]: row for row in table(panel(show(state.view(0)), "What is offered"))}
    # L49 is water on three sides and mountain on the fourth: beside the water and beside the mountain.
    assert rows["L49"]["places anna"] == "2"
    assert rows["L49"]["shows"] == "water n e w with lighthouse; mountain s"
    assert rows["L16"]["places anna"] == "4"


def test_gold_of_others_is_hidden_unless_it_is_open() -> None:
    """IS-PRICE-5, IS-AMB-23."""
    for secrecy, other in (("hidden", "?"), ("open", "9")):
        state = new(gold_secrecy=secrecy)
        state.gold = [4, 9]
        assert [row["gold"] for row in table(panel(show(state.view(0)), "Players"))][:2] == ["4", other]
        assert [row["gold"] for row in table(panel(show(state.view(None)), "Players"))][1] == other
        why = [text for ink, text in show(state.view(0)).legend if ink.text == "?"]
        assert why == (["gold of others, hidden (option gold_secrecy)"] if other == "?" else [])
    *_, state = game(2, 5)
    golds = [row["gold"] for row in table(panel(show(state.view(None)), "Players"))]
    assert golds[:2] == [str(gold) for gold in state.gold]


# -- pictures, sentences, languages --------------------------------------------------------------------------------


def test_sentences_say_what_is_drawn() -> None:
    """L16 is water, pasture with three sheep, water and mountain from north; r1 turns it a quarter clockwise."""
    state = new()
    lay(state, 0, "L16 1,0 r1")
    said = sentences(show(state.view(0)))
    assert "0,0: castle: pasture n s with castle; water e; mountain w; road n s w" in said
    assert "1,0: L16: water e; pasture s with 3 sheep; water w; mountain n; disputed" in said
    assert any(line.startswith("  w 0,0: castle") for line in look(show(state.view(0)), "L16"))
    assert not any("\xa0" in line for line in said)


def test_changes_after_a_move() -> None:
    state = next(state for state in game(2, 4) if step(state) == "build")
    seat = state.to_act[0]
    before = show(state.view(seat))
    action = cast(Build, state.legal(seat)[0])
    state.apply(action)
    told = changes(before, show(state.view(seat)))
    assert any(f"{action.cell}: {action.tile}: " in line for line in told)


def test_refusals_name_terrains() -> None:
    """The castle shows water in the east; L07 shows pasture in its west (IS-BUILD-3)."""
    state = next(state for state in game(2, 6) if step(state) == "build")
    seat = state.to_act[0]
    state.waiting[seat] = [state.rules.pieces["tile"].index("L07")]
    state.territories[seat] = new().territories[0]
    refusal = state.check(Build(seat, "L07", SQUARE4.at(SQUARE4.read("1,0")), Rotation(0)))
    assert refusal is not None
    english = state.rules.say_refusal(refusal, state.seats)
    assert (
        "to the east" not in english
        and "the side to the west has to be water, but the tile shows pasture" in english
    )
    assert "im Westen liegt Gewässer, und das Plättchen zeigt Weideland" in state.rules.say_refusal(
        refusal, state.seats, "de"
    )


def test_building_tells_what_it_closes_and_connects() -> None:
    """South of the castle L07 shows it its pasture and its road; mountain and whisky lie within the tile.

    Castle and L07 share a pasture whose other end, in the north of the castle, is open.
    """
    state = next(state for state in game(2, 6) if step(state) == "build")
    seat = state.to_act[0]
    state.waiting[seat] = [state.rules.pieces["tile"].index("L07")]
    state.territories[seat] = new().territories[0]
    log = Log()
    state.play(Build(seat, "L07", SQUARE4.at(SQUARE4.read("0,-1")), Rotation(1)), log)
    name = NAMES[seat]
    assert [state.rules.say_event(event, state.seats, None) for event in log.events][:4] == [
        f"{name} builds L07 on 0,-1 r1",
        f"{name} closes a region: mountain, 1 tile",
        f"{name} connects 1 more tile to the castle by road",
        f"{name} connects 1 more tile with whisky to the castle",
    ]


def test_german() -> None:
    state = new()
    german = draw_text(seen(state, "de"))
    words = ("Clangebiet von anna", "Markt", "Was angeboten wird", "Runden", "Weideland", "Spieler", "Burg")
    assert [word for word in words if word not in german] == []


def test_signs_tell_marks_apart() -> None:
    assert len(set(SIGNS.values())) == len(SIGNS)
    assert "@" not in SIGNS.values() and not {*"PMW|=+"} & {*SIGNS.values()}
