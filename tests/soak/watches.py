"""What each game promises beyond what every ruleset must do: looked at after each decision of a soak's games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from tilewright.core.rules.events import Log
from tilewright.core.testing.whole_game import Watch
from tilewright.games.glenmore.state import DIE, total
from tilewright.games.isleofskye.modules._druids.printed import TABLET
from tilewright.games.isleofskye.modules._druids.state import part as druid_part
from tilewright.games.isleofskye.modules._druids.state import spaces
from tilewright.games.isleofskye.state import bank
from tilewright.games.rebirth.modules._ireland.files import SECOND
from tilewright.games.rebirth.modules._ireland.state import options, part, printed

Look = Callable[[Any, Log], None]


def glenmore(state: Any, log: Log) -> Look:
    """GM-TURN-12 between turns; cubes, coins and members are where they may be, and none comes from nowhere."""
    turns = state.turns

    def look(state: Any, log: Log) -> None:
        nonlocal turns
        holds(state)
        if state.turns != turns and not state.over:
            turns = state.turns
            between_turns(state)

    return look


def between_turns(state: Any) -> None:
    """GM-TURN-12: 13 of the 14 spaces are occupied, and a figure is last; nothing is left of the turn before."""
    assert len(state.chain) == 13, f"{len(state.chain)} spaces of the circuit are occupied"
    # GM-AMB-14: otherwise tiles may stay behind the die.
    if state.rules.options.die_removal == "all":
        assert state.chain[0] < 0, f"a tile lies behind the last figure: {state.chain}"
    assert Counter(item for item in state.chain if item < 0) == Counter(
        [-1 - seat for seat in range(len(state.seats))] + [DIE] * (len(state.seats) <= 3)
    ), f"figures on the circuit: {state.chain}"
    left = (state.tile, state.owed, state.placed, state.points)
    assert left == (-1, [], [], 0), f"left over from the turn before: {left}"


def holds(state: Any) -> None:
    """Coins are with players, in the warehouse or in cards; members on tiles, or chieftains."""
    printed, options, count = state.printed, state.rules.options, len(state.seats)
    coins = sum(state.coins) + sum(sum(printed.prices[:taken]) for taken in state.warehouse)
    given = count * options.start_coins + (5 * printed.prices[0] if count <= 3 else 0)
    members = sum(sum(standing.values()) for standing in state.members) + sum(state.chieftains)
    gained = count
    for seat, display in enumerate(state.displays):
        assert state.coins[seat] >= 0 and state.barrels[seat] >= 0 and state.chieftains[seat] >= 0
        assert set(state.cubes[seat]) <= set(display) and set(state.members[seat]) <= set(display)
        for at, number in display.items():
            kind = printed.kinds[number]
            if kind.each.does == "produce":
                assert total(state.cubes[seat].get(at, 0)) <= options.tile_capacity
            if at:
                gained += kind.once.member - kind.cost.member
            if kind.card is not None:
                given += kind.card.once.coins
                gained += kind.card.once.member
    if state.tile >= 0:  # Loch Ness taken, and paid for or not
        cost = printed.kinds[state.tile].cost.member
        gained -= cost - (state.owed[7] if state.owed else 0)
    assert coins == given, f"{coins} coins of {given}"
    assert members == gained <= 25, f"{members} members of {gained}"
    assert all(0 <= taken <= len(printed.prices) for taken in state.warehouse)


BOX = 303
"""The gold in the box of Isle of Skye."""
FLOWS = {
    "income": 1,
    "tile_priced": 0,
    "tile_bought": 0,
    **dict.fromkeys(["tile_kept", "own_bought", "druid_taken", "bag_bought"], -1),
}
"""By event that tells of gold: whether the players have more of it or less afterwards, what lies at tiles included."""


def flow(log: Log) -> int:
    """How much more gold the players have by what happened, said by the events alone."""
    told = [event for event in log.events if "gold" in event.args]
    return sum(FLOWS[event.key] * int(str(event.args["gold"])) for event in told)


def isleofskye(state: Any, log: Log) -> Look:
    """What the players have is what events say, in every set of modules; each letter scores three times for all."""
    held, lines, letters = flow(log), 0, Counter[str]()
    rate = state.rules.options.gold_for_vp

    def look(state: Any, log: Log) -> None:
        nonlocal held, lines
        for line in state.score_lines()[lines:]:
            held -= rate * line.amount if line.reason == "gold" else 0
        lines = len(state.ledger)
        held += flow(log)
        assert BOX - bank(state) == held, f"the players have {BOX - bank(state)} gold, events say {held}"
        assert min(state.gold) >= 0 and all(stake >= -1 for stakes in state.stakes for stake in stakes)
        letters.update(str(e.args["scoring"]) for e in log.events if e.key == "letter_scored")
        assert not state.over or {*letters.values()} == {3}, f"letters have scored {letters}"
        assert not state.over or not any((*state.offers, *state.waiting, *state.stakes)), "a tile is left"
        if "druids" in state.slices:
            druids(state)

    return look


def druids(state: Any) -> None:
    """IS-DR-2, IS-DR-11, IS-DR-14, IS-DR-17: five tiles lie priced; IS-TAB-1, IS-TAB-10: tablets are those built."""
    here, names, rules = druid_part(state), state.rules.pieces["tile"], state.rules
    assert [space.surcharge for space in spaces(state)] == [4, 3, 2, 1, 0] and len(here.dolmen) == 5
    assert all(names[tile].startswith("D") for tile in (*here.dolmen, *here.pile, *here.gone))
    if rules.module_options["druids"].unbuildable != "bag":
        assert not any(names[tile].startswith("D") for tile in (*state.bag, *here.drawn)), "one is in the bag"
    for board, held in zip(state.territories, here.tablets, strict=True):
        built = [board.face(key).name for key in board]
        shown = [name for name in built for s in rules.assembled.by_face[name].symbols if s.mark == TABLET]
        assert [names[tile] for tile, _ in held] == shown, f"tablets {held}, but built are {shown}"
        assert all(0 <= number <= state.round for _, number in held), f"tablets of later rounds: {held}"


def rebirth(state: Any, log: Log) -> Look:
    """A castle goes to nobody but the seat that moved; with Ireland what `ireland` says."""
    castles, movers = state.castles.copy(), state.to_act
    module = ireland(state, log) if "ireland" in state.slices else None

    def look(state: Any, log: Log) -> None:
        nonlocal castles, movers
        for castle, owner in enumerate(state.castles):
            said = f"castle {castle} goes to seat {owner}, but {movers} moved"
            assert owner == castles[castle] or owner in movers, said
        castles, movers = state.castles.copy(), state.to_act
        if module is not None:
            module(state, log)

    return look


def ireland(state: Any, log: Log) -> Look:
    """What is noted is never lost, second tiles come one a turn, a hand of one is placed; at the end `settled`."""

    def noted() -> list[int]:
        here = part(state)
        return [*here.touched, *here.fulfilled, *here.doubled]

    def apart() -> list[int]:
        return [len(tiles) for tiles in part(state).apart]

    at_first, before, at_start, turns = apart(), noted(), apart(), state.turns

    def look(state: Any, log: Log) -> None:
        nonlocal before, at_start, turns
        now, left = noted(), apart()
        assert not any(then & ~seats for then, seats in zip(before, now, strict=True)), (
            "something noted is lost"
        )
        before = now
        gone = sum(then - there for then, there in zip(at_start, left, strict=True))
        assert 0 <= gone <= 1, f"{gone} second tiles in one turn"
        most = printed(state.rules).bonuses[SECOND].copies
        for seat, (then, there) in enumerate(zip(at_first, left, strict=True)):
            assert then - there <= most, f"seat {seat} has had {then - there} second tiles"
        if state.turns != turns:
            turns, at_start = state.turns, left
        if state.over:
            settled(state, at_first)
        elif state.stack[-1][0] == state.rules.by_name["place"].index:
            [seat] = state.to_act
            assert len(state.hand[seat]) == 1, (
                f"seat {seat} places with {len(state.hand[seat])} tiles in hand"
            )

    return look


def settled(state: Any, at_first: list[int]) -> None:
    """RI-SETUP-8, RI-MIS-2, RI-MIS-3: as many tiles lie as were played, each card has paid each seat once at most."""
    here, data, seats = part(state), printed(state.rules), range(len(state.seats))
    each = sum(state.printed.tiles)
    if len(seats) == state.rules.options.removal_with:
        each -= sum(state.printed.removal)
    laid = [*state.tiles, *state.laid_aside]
    for seat in seats:
        came_back = at_first[seat] - len(here.apart[seat])
        played = sum(tile >> 3 == seat for tile in laid)
        expected = each - at_first[seat] + came_back
        assert played == expected or (state.out >> seat & 1 and played < expected), (
            f"seat {seat}: {played} tiles"
        )
    paid: dict[tuple[int, int], list[int]] = {}
    for seat, points, reason, card, _ in state.ledger:
        if reason == state.rules.reason["public_mission"]:
            paid.setdefault((card, seat), []).append(points)
    for card in here.display:
        assert {seat for number, seat in paid if number == card} == {
            seat for seat in seats if here.fulfilled[card] >> seat & 1
        }
    first = set()
    for (number, seat), lines in paid.items():
        card, marked = data.cards[number], here.doubled[number] >> seat & 1
        points = card.later if number in first else card.first
        first.add(number)
        if not marked:
            assert lines == [points], f"{card.id} pays seat {seat} {lines}"
        elif options(state.rules).own_mission == "double":
            assert lines in ([2 * points], [points, points]), f"{card.id} pays seat {seat} {lines}"
        else:
            assert lines in ([2 * points], [points]), f"{card.id} pays seat {seat} {lines}"


WATCHES: dict[str, Watch] = {"glenmore": glenmore, "isleofskye": isleofskye, "rebirth": rebirth}
