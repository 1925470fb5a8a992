"""What has been changed on the boards by whose move, as players and spectators may know it."""

from __future__ import annotations

from typing import Any, cast

from tilewright.core.bots import make
from tilewright.core.draw.model import Diagram, Ink, Show, Spot
from tilewright.core.table.chair import Chair
from tilewright.core.table.changes import marks
from tilewright.core.table.choosing import verb
from tilewright.core.table.table import Table

from .games import seated, table

ANNA, BRUNO = 0, 1


def played(kind: str, most: int, seed: int = 5) -> Table:
    """Two people who sit apart, played by a bot."""
    at = table(kind, seed, 2)
    at.one_keyboard = False
    for _ in range(most):
        step(at)
    return at


def step(at: Table) -> None:
    bot = make("greedy", at.match.rules)
    at.play(at.match.choose(at.to_act[0], bot))


def owners(chair: Chair) -> dict[str, set[int]]:
    """The seats that have changed something, by the owner of the board; "" for boards of nobody."""
    found: dict[str, set[int]] = {}
    for (board, _), (seat, _) in chair.moved().items():
        whose = chair.show.boards[board].seat
        found.setdefault("" if whose is None else chair.table.seats[whose], set()).add(seat)
    return found


def test_spots_are_marked_from_the_first_turn_on_until_the_own_next_decision() -> None:
    at = played("glenmore", 0)
    first = at.to_act[0]
    second = (first + 1) % 3
    watcher, other = at.chair(None), at.chair(second)
    assert not other.moved()
    while at.to_act[0] == first:
        step(at)
        assert not at.chair(first).moved()
    assert owners(other) == owners(watcher) and {first} in owners(other).values()
    laid = [where for where, (_, new) in other.moved().items() if new]
    assert laid and all(other.show.boards[board].seat == first for board, _ in laid)
    while at.to_act[0] != second:
        step(at)
    assert {first} in owners(other).values()
    step(at)
    assert not other.moved() and watcher.moved(), "those who only watch still see it"


def test_a_tile_that_is_drawn_is_nobodys_move() -> None:
    def show(drawn: str, laid: str = "") -> Show:
        boards = []
        for title, tiles, kind in (("drawn", drawn, "hand"), ("land", laid, "")):
            spots = [Spot(at=(n, 0), face=((Ink(one),),)) for n, one in enumerate(tiles)]
            boards.append(Diagram(title=title, grid="hex", spots=spots, kind=kind))  # type: ignore[arg-type]
        return Show(title="", boards=boards)

    assert marks(show("a"), show("b", "a"), ANNA) == {("land", "hex", (0, 0)): True}


def test_the_figure_of_a_player_who_takes_from_a_circuit_is_marked_where_it_stands_now() -> None:
    at = played("glenmore", 0)
    first = at.to_act[0]
    other = at.chair((first + 1) % 3)
    step(at)
    boards = other.show.boards
    on = {(n, spot.at): spot for n, board in enumerate(boards) if board.cycle for spot in board.spots}
    there = [(on[where], seat) for where, (seat, _) in other.moved().items() if where in on]
    assert [({piece.role for piece in spot.pieces}, seat) for spot, seat in there] == [
        ({f"seat {first}"}, first)
    ]


def test_nothing_is_marked_of_secret_decisions_before_their_reveal() -> None:
    """IS-PRICE-2: prices change nothing that others see; then what changes on a player's land is that player's."""
    at = played("isleofskye", 0)
    while not at.sealed:
        step(at)
    start = len(at.match.played)
    chairs = [at.chair(seat) for seat in (ANNA, BRUNO, None)]
    while at.sealed:
        before = [dict(chair.moved()) for chair in chairs]
        seat = at.to_act[0]
        step(at)
        if at.sealed:
            for chair, was in zip(chairs, before, strict=True):
                assert chair.seat == seat or dict(chair.moved()) == was
    revealed = at.match.played[-1]
    assert revealed.sealed and revealed.log.barrier and len(at.match.played) > start + 3
    for chair in chairs:
        for (board, _), (seat, _) in chair.moved().items():
            assert chair.show.boards[board].seat in (None, seat)


def test_a_line_of_news_knows_its_decisions_and_points() -> None:
    at = played("rebirth", 40)
    mover = at.match.played[-1].seat
    chair = at.chair(1 - mover)
    one = next(told for told in chair.news.players if told.seat == mover)
    own = [x for x in at.match.played if x.number in one.numbers]
    assert own and {x.seat for x in own} == {mover}
    assert {where for where, _ in chair.moved(one.numbers).items()} <= {*chair.moved()}
    assert one.gained == sum(line.amount for x in own for line in x.lines if line.seat == mover)


def test_the_last_round_is_announced() -> None:
    at = played("isleofskye", 0)
    chair, said = at.chair(ANNA), "this is the last round"
    told = []
    while not at.over:
        step(at)
        rounds = next(panel.rounds for panel in chair.show.panels if panel.rounds)
        assert (said in chair.news.first) == (rounds[-1].now and not at.over)
        assert (said in [one.text for one in chair.show.status]) == (said in chair.news.first)
        told.append(said in chair.news.first)
    assert told.index(True) > len(told) / 2 and not told[-1]


def test_the_last_turns_of_glen_more_are_announced() -> None:
    """From when on a turn can be the last one: the whole way round is longer than the last stack (GM-TURN-15)."""
    at = played("glenmore", 60)
    chair, left = at.chair(ANNA), list[str]()
    assert not chair.show.last
    while not at.over:
        step(at)
        view, said, state = chair.view, chair.show.last, cast(Any, at.match.state)
        near = view.scorings == 2 and len(state.stack3) < len(view.chain)
        assert bool(said) == (near and not at.over)
        assert (said in chair.news.first) == (said in [one.text for one in chair.show.status]) == bool(said)
        assert not said or f" {len(state.stack3)} tile" in said
        left += [said] if said else []
    assert len({*left}) > 3


def test_the_last_tiles_of_rebirth_are_announced() -> None:
    at = played("rebirth", 0)
    chair, told = at.chair(ANNA), []
    while not at.over:
        step(at)
        state: Any = at.match.state
        most = max(len(state.hand[n]) + len(state.supply[n]) for n in range(len(at.seats)))
        said = "these are the last tiles" in chair.news.first
        assert said == (most <= 1 and not at.over)
        told.append(said)
    assert sum(told) == len(at.seats)


def test_what_was_laid_is_told_in_the_order_of_the_moves() -> None:
    """News show the tile first that their words name first, not one to which a figure has gone after that."""
    at = seated("otter", (), 2, people=2, seed=3)
    at.one_keyboard = False
    met = 0
    while not at.over and met < 3:
        seat = at.to_act[0]
        chair, other = at.chair(seat), at.chair(1 - seat)
        place: Any = chair.view.legal()[0]
        chair.play(place)
        here = chair.view.otters[seat]
        swim: Any = chair.view.legal()[0]
        chair.play(swim)
        laid = [where for (_, where), (_, new) in other.moved().items() if new]
        if verb(swim) == "swim" and here != chair.view.otters[seat] and swim.cell != place.cell:
            met += 1
            assert laid[:2] == [tuple(place.cell), tuple(swim.cell)]
    assert met == 3
