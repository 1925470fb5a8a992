"""The second implementation of the Ireland side by itself: the rulebook's examples and what they leave open.

It plays on a board made for these tests, where fields touch two castles or three towers.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ....oracle import rebirth_ireland as rules
from ....oracle.rebirth import NEUTRAL, Line
from ....oracle.rebirth_ireland_table import Table
from ....oracle.rebirth_map import Cell, cell
from .boards import CONDITIONS, COPIES, TOWERS, write

PICTURE = """\
O. O. O. O. O. O. O. O. O. O.
  O. Ka O. Kb O+ KB O. TT O. O+
O. O. O. O. O. O. O. O. O. F+
  O. Ta O. Tb O. Tc O. Td O. E+
O. O. O. O. O. O. O. O. O. F.
  W. W. O. Te O. Tf O. Tg O. S.
W. W. O. O. O. O. O. O. O. M.
  O. On Th Ti O. Tj O. Tk O. M.
O. Wn Wn O. Tl O. Tm O. L. L.
  W. W. O. O. O. O. O. O. L. S+
"""
TWO_CASTLES = (1, 2), (1, 4)
"""Rows and columns; the second is offshore as well."""
WEST = (5, 0), (5, 1), (6, 0), (6, 1)
"""A sprawling settlement, far from castles and towers."""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the board, the cards and the bonus tiles."""
    return write(tmp_path_factory.mktemp("ireland"), PICTURE)


class Game:
    """A table where the test puts tiles as it likes, and chance is drawn when the test does not care.

    If bonus tiles are named, the other towers have none, and everybody has touched them already.
    """

    def __init__(
        self, data: Path, seats: int = 3, bonus: dict[str, str] | None = None, **options: Any
    ) -> None:
        self.random = Random(1)
        named = {
            name if name in rules.DEFAULTS else f"ireland.{name}": value for name, value in options.items()
        }
        self.table = table = Table(seats, named, data)
        for seat in range(seats):
            table.set_aside(seat, self.sample(table.supply[seat], table.options["set_aside"]))
        given = dict(bonus or {})
        left = self.sample(Counter(COPIES) - Counter(given.values()), 14 - len(given))
        table.lay_bonuses({code: given[code] if code in given else left.pop() for code in TOWERS})
        if bonus is not None:
            for code in {*TOWERS} - bonus.keys():
                table.bonus[code] = "none"
                table.touched[code] = {*range(seats)}
        table.display([*CONDITIONS][: table.options["ireland.displayed"]])
        table.begin(0, [self.sample(supply, 1)[0] for supply in table.supply])
        self.lines: list[Line] = []

    def sample(self, pile: Counter[str], count: int) -> list[str]:
        return self.random.sample(list(pile.elements()), count)

    def put(self, seat: int, kind: str, *places: Cell) -> None:
        """Tiles lie there, and nothing follows from it."""
        for place in places:
            self.table.position.tiles[cell(*place)] = (seat, kind)

    def hold(self, *kinds: str) -> None:
        """The seat to act holds these tiles."""
        assert self.table.to_act is not None
        self.table.hand[self.table.to_act] = [*kinds]

    def orders(self) -> set[str]:
        return self.table.legal()

    def do(self, order: str) -> list[tuple[int, int, str]]:
        """The order is carried out, and what is drawn is drawn at random; seats, points and reasons come back."""
        table = self.table
        seat = table.to_act
        assert seat is not None
        lines, chances = table.play(order)
        for chance in chances:
            if chance == "card":
                table.receive(seat, self.random.choice(sorted(table.deck)))
            else:
                assert chance == "second tile"
                table.draw_second(seat, self.sample(table.aside[seat], 1)[0])
        self.lines += lines
        return [(line.seat, line.points, line.reason) for line in lines]

    def place(self, kind: str, place: Cell) -> list[tuple[int, int, str]]:
        """The seat to act places such a tile."""
        self.hold(kind)
        q, r = cell(*place)
        return self.do(f"place {kind} {q},{r}")

    def end(self) -> None:
        """Tiles are drawn at random, and the turn ends."""
        table = self.table
        seat = table.to_act
        assert seat is not None and table.done
        for _ in range(table.draws()):
            table.draw(seat, self.sample(table.supply[seat], 1)[0])
        table.end_turn()

    def turn(self, seat: int, kind: str, place: Cell) -> list[tuple[int, int, str]]:
        """This seat places a tile, whoever's turn it is; no choice may be open."""
        self.table._start_turn(seat)
        gained = self.place(kind, place)
        assert self.table.done
        return gained


def points(gained: list[tuple[int, int, str]], reason: str) -> list[tuple[int, int]]:
    return [(seat, amount) for seat, amount, why in gained if why == reason]


# Sprawling settlements and offshore farms


def test_the_rulebooks_sprawling_settlement(data: Path) -> None:
    """RI-SPR-6: Blue 12, Pink 8; Orange and Beige are level, and Beige is nearer clockwise after Blue."""
    orange, blue, pink, beige = 1, 2, 0, 3
    game = Game(data, 4)
    game.put(pink, "settlement-3", WEST[0])
    game.put(orange, "settlement-2", WEST[1])
    game.put(beige, "settlement-2", WEST[2])
    assert game.turn(blue, "settlement-4", WEST[3]) == [
        (seat, prize, "sprawling_settlement") for seat, prize in ((blue, 12), (pink, 8), (beige, 5))
    ]


@pytest.mark.parametrize(
    ("owners", "symbols", "expected"),
    [
        ([0, 0, 0, 0], [1, 1, 1, 1], {0: 25}),
        ([0, 0, 1, 0], [2, 1, 3, 1], {0: 17, 1: 8}),
        ([1, 1, 1, 0], [1, 1, 1, 3], {1: 17, 0: 8}),
        ([1, 2, 0, 0], [4, 4, 3, 1], {1: 12, 2: 8, 0: 5}),
        ([2, 1, 1, 0], [2, 1, 1, 4], {0: 12, 1: 8, 2: 5}),
    ],
)
def test_prizes_of_sprawling_settlements(
    data: Path, owners: list[int], symbols: list[int], expected: dict[int, int]
) -> None:
    """One, two and three players present, the finisher (seat 0) losing every tie (RI-SPR-2 to RI-SPR-5)."""
    game = Game(data)
    for owner, value, place in zip(owners[:3], symbols, WEST):
        game.put(owner, f"settlement-{value}", place)
    gained = game.turn(0, f"settlement-{symbols[3]}", WEST[3])
    assert dict(points(gained, "sprawling_settlement")) == expected


@pytest.mark.parametrize(
    ("ruling", "one", "two"),
    [("absent", {0: 12}, {0: 17, 1: 8}), ("present", {0: 17}, {0: 12, 1: 8})],
)
def test_neutral_tiles_in_sprawling_settlements(
    data: Path, ruling: str, one: dict[int, int], two: dict[int, int]
) -> None:
    """RI-AMB-9, with one and with two players beside neutral tiles."""
    for other, expected in ((0, one), (1, two)):
        game = Game(data, 2, neutral_sprawling=ruling)
        game.put(NEUTRAL, "face-down", *WEST[:2])
        game.put(other, "settlement-1", WEST[2])
        assert dict(points(game.turn(0, "settlement-4", WEST[3]), "sprawling_settlement")) == expected


@pytest.mark.parametrize(
    ("ruling", "expected"),
    [
        ("finisher_loses", {1: 12, 0: 8, 2: 5}),
        ("finisher_wins", {0: 12, 1: 8, 2: 5}),
        ("friendly", {0: 12, 1: 12, 2: 5}),
    ],
)
def test_other_rules_for_ties(data: Path, ruling: str, expected: dict[int, int]) -> None:
    """The option of the game for ties holds for sprawling settlements too."""
    game = Game(data, settlement_tie=ruling)
    game.put(1, "settlement-4", WEST[0])
    game.put(2, "settlement-1", WEST[1])
    game.put(0, "settlement-1", WEST[2])
    assert dict(points(game.turn(0, "settlement-3", WEST[3]), "sprawling_settlement")) == expected


def test_unfinished_sprawling_settlements(data: Path) -> None:
    """RI-SPR-7: symbols count at the end."""
    game = Game(data)
    game.put(1, "settlement-3", *WEST[:3])
    [*lines] = game.table.finish()
    assert {(line.seat, line.reason) for line in lines} == {(1, "unfinished_settlement")}
    assert sum(line.points for line in lines) == 9


def test_offshore_farms(data: Path) -> None:
    """RI-OFF-1: any tile, besides what it scores otherwise."""
    game = Game(data, offshore=2)
    assert game.turn(0, "food", (2, 9)) == [(0, 1, "food_group"), (0, 2, "offshore")]
    assert game.turn(1, "energy", (3, 9)) == [(1, 1, "energy_group"), (1, 2, "offshore")]
    assert game.turn(2, "settlement-3", (9, 9)) == [(2, 3, "small_settlement"), (2, 2, "offshore")]


# Cards


def test_the_rulebooks_missions(data: Path) -> None:
    """RI-MIS-7: one tile of Orange fulfils a card that Blue has, and one that nobody has."""
    orange, blue = 0, 1
    game = Game(data, 2, bonus={}, displayed=12)
    game.put(blue, "food", (9, 5), (9, 6))
    assert points(game.turn(blue, "energy", (8, 7)), "public_mission") == [(blue, 8)]
    assert game.table.fulfilled["tower_ring_3"] == [blue]

    game.put(orange, "food", (0, 7), (0, 8), (0, 9), (1, 9))
    assert points(game.turn(orange, "food", (1, 8)), "public_mission") == [(orange, 5), (orange, 8)]
    assert {name for name, seats in game.table.fulfilled.items() if orange in seats} == {
        "tower_ring_3",
        "food_5",
    }


def test_a_card_counts_once_and_is_kept(data: Path) -> None:
    """RI-MIS-3, RI-MIS-6; a card not displayed is noted without points (RI-TOW-6)."""
    game = Game(data, displayed=8)
    game.table.position.castles.update(Ka=0, Kb=0, KB=0)
    game.put(0, "food", (9, 2), (9, 3), (9, 4))
    assert points(game.turn(0, "food", (9, 5)), "public_mission") == [(0, 8)]
    assert "food_5" not in game.table.displayed
    game.table.position.castles["Ka"] = 1
    assert not points(game.turn(0, "food", (9, 6)), "public_mission")
    assert game.table.fulfilled["food_5"] == [0]
    game.table.position.castles["Ka"] = 0
    assert not points(game.turn(0, "food", (9, 7)), "public_mission")


@pytest.mark.parametrize(
    ("card", "tiles", "enough"),
    [
        ("link_3_towers", {(4, 2): "food", (4, 3): "energy"}, 2),
        ("link_2_castles", {(1, 2): "food"}, 1),
        ("link_castle_2_towers", {(2, 2): "food", (3, 2): "energy"}, 2),
        ("tower_ring_3", {(2, 7): "food", (1, 6): "food", (0, 8): "food"}, 3),
        ("influence_6", {(8, 8): "settlement-4", (8, 9): "settlement-2"}, 2),
        ("six_settlements", dict.fromkeys(
            [(5, 0), (8, 1), (8, 2), (5, 9), (6, 9), (8, 8), (9, 9)], "settlement-1"), 7),
        ("energy_5", dict.fromkeys([(0, c) for c in range(5)], "energy"), 5),
        ("touch_8_towers", dict.fromkeys([(6, 3), (6, 6), (4, 4), (3, 2), (0, 7)], "food"), 5),
        ("castle_ring_4", dict.fromkeys([(0, 1), (0, 2), (1, 0), (1, 2)], "food"), 4),
    ],
)  # fmt: skip
def test_conditions(data: Path, card: str, tiles: dict[Cell, str], enough: int) -> None:
    """Each condition is met with so many of the tiles and not before; tiles of others do not help."""
    condition = CONDITIONS[card]
    for number in range(enough + 1):
        game = Game(data)
        for owner in (1, NEUTRAL):
            for place in tiles:
                game.put(owner, "food" if place[0] < 4 else "settlement-4", place)
            assert not rules.met(game.table.position, 0, condition)
        game.table.position.tiles.clear()
        for place, kind in [*tiles.items()][:number]:
            game.put(0, kind, place)
        assert rules.met(game.table.position, 0, condition) == (number == enough), number


def test_a_chain_of_one(data: Path) -> None:
    """RI-AMB-13."""
    for least, expected in ((1, True), (2, False)):
        game = Game(data, link_least=least)
        game.put(0, "food", TWO_CASTLES[0])
        assert rules.met(game.table.position, 0, CONDITIONS["link_2_castles"]) == expected
        game.put(0, "energy", (2, 2))
        assert rules.met(game.table.position, 0, CONDITIONS["link_2_castles"])


# Towers


def test_second_tile(data: Path) -> None:
    """RI-TOW-2, RI-TOW-3: one in a turn; the second one is placed and scored like the first."""
    game = Game(data, bonus={"Th": "second_tile", "Ti": "second_tile", "Te": "second_tile"})
    table = game.table
    before = table.aside[0].total()
    game.place("food", (6, 3))
    assert not table.done and table.hand[0] == [] and table.second is not None
    assert table.tile == table.second
    assert table.aside[0].total() == before - 1 == 3
    assert all(0 in table.touched[code] for code in ("Te", "Th", "Ti"))
    table.second = "food"
    q, r = cell(6, 2)
    assert points(game.do(f"place food {q},{r}"), "food_group") == [(0, 2)]
    assert table.done and table.draws() == 1


@pytest.mark.parametrize("ruling", ["lost", "kept"])
def test_ignored_second_tile(data: Path, ruling: str) -> None:
    """RI-AMB-3: the second tile touches another such tower."""
    game = Game(data, bonus={"TT": "second_tile", "Tk": "second_tile", "Td": "three"}, ignored_bonus=ruling)
    table = game.table
    game.place("food", (0, 7))
    table.second = "food"
    q, r = cell(6, 8)
    game.do(f"place food {q},{r}")
    assert table.done
    assert (0 in table.touched["Tk"]) == (ruling == "lost")
    table._start_turn(0)
    game.place("energy", (8, 7))
    assert table.done == (ruling == "lost")


def test_no_tile_set_aside_is_left(data: Path) -> None:
    """A second tile with nothing left counts as used."""
    game = Game(data, bonus={"TT": "second_tile"}, ignored_bonus="kept", set_aside=0)
    game.place("food", (0, 7))
    assert game.table.done and 0 in game.table.touched["TT"]


@pytest.mark.parametrize("no_place", ["lay_aside", "out"])
@pytest.mark.parametrize("ruling", ["lay_aside", "back"])
def test_second_tile_without_a_hex(data: Path, ruling: str, no_place: str) -> None:
    """RI-AMB-11."""
    game = Game(data, 2, bonus={"TT": "second_tile"}, second_no_place=ruling, no_place=no_place)
    table = game.table
    for at, letter in table.position.map.letter.items():
        if letter in "SMLW":
            table.position.tiles[at] = (1, "settlement-1")
    table.aside[0] = Counter({"settlement-2": 1})
    game.place("food", (0, 7))
    if ruling == "lay_aside":
        assert game.orders() == {"lay-aside settlement-2"}
        assert game.do("lay-aside settlement-2") == []
    assert table.done
    assert table.aside[0].total() == (ruling == "back")
    assert table.laid_aside == ([] if ruling == "back" else [(0, "settlement-2")])
    assert (0 in table.out) == (ruling == "lay_aside" and no_place == "out")
    assert table.draws() == (0 if table.out else 1)


@pytest.mark.parametrize(("ruling", "both"), [("three", 3), ("five", 5)])
def test_draw_three(data: Path, ruling: str, both: int) -> None:
    """RI-TOW-4, RI-AMB-4: more tiles once, one of which is kept."""
    for bonus, expected in (
        ({"Ta": "draw_three", "Tb": "three"}, 3),
        ({"Ta": "draw_three", "Tb": "draw_three"}, both),
    ):
        game = Game(data, 2, bonus=bonus, two_draws=ruling)
        table = game.table
        game.place("food", (3, 2))
        assert table.draws() == expected
        held = ["food", "settlement-1", "food", "energy", "energy"][:expected]
        for kind in held:
            table.draw(0, kind)
        table.end_turn()
        game.place("energy", (9, 5))
        game.end()
        supply = table.supply[0].total()
        assert table.choosing == "tile"
        assert game.orders() == {f"choose {kind}" for kind in held}
        game.do("choose food")
        assert table.hand[0] == ["food"] and table.supply[0].total() == supply + expected - 1
        assert {order.split()[1] for order in game.orders()} == {"food"}
        game.place("food", (9, 3))
        assert table.draws() == 1


def test_draw_three_at_the_end_of_the_supply(data: Path) -> None:
    """As far as available; a tile that fits nowhere is not chosen before one that does."""
    game = Game(data, 2, bonus={"Ta": "draw_three"})
    table = game.table
    table.supply[0] = Counter({"food": 1, "settlement-1": 1})
    for at, letter in table.position.map.letter.items():
        if letter in "SMLW":
            table.position.tiles[at] = (1, "settlement-1")
    game.place("food", (3, 2))
    assert table.draws() == 2
    game.end()
    game.place("food", (9, 5))
    game.end()
    assert game.orders() == {"choose food"}
    for at in table.position.map.letter:
        table.position.tiles.setdefault(at, (1, "food"))
    assert game.orders() == {"choose food", "choose settlement-1"}
    game.do("choose settlement-1")
    assert game.orders() == {"lay-aside settlement-1"}


def test_points_of_towers(data: Path) -> None:
    """RI-TOW-8, RI-TOW-9, RI-AMB-6."""
    bonus = {"Ta": "thirteen", "Tb": "thirteen", "Te": "thirteen", "Tf": "three", "Tj": "three"}
    for ruling, expected in (("each", [(0, 3), (0, 3)]), ("once", [(0, 3)])):
        game = Game(data, bonus=bonus, three_points=ruling)
        assert points(game.turn(0, "food", (6, 6)), "three_points") == expected
        assert game.lines[1] == Line(0, 3, "three_points", "Tf")
    assert not points(game.turn(1, "food", (3, 2)), "thirteen_points")
    # (4, 4) touches Te and Tb, which has been touched before.
    assert points(game.turn(1, "food", (4, 4)), "thirteen_points") == [(1, 13)]
    assert game.lines[-1].source == "Te"


@pytest.mark.parametrize(("ruling", "expected"), [("counts", [(0, 8)]), ("end_only", [])])
def test_private_mission(data: Path, ruling: str, expected: list[tuple[int, int]]) -> None:
    """RI-TOW-5, RI-TOW-6, RI-AMB-8: fulfilled, then lost again."""
    game = Game(data, bonus={"TT": "mission_card"}, displayed=6, private_lost=ruling)
    table = game.table
    table.position.castles.update(Ka=0, Kb=0, KB=0)
    game.hold("food")
    q, r = cell(0, 7)
    _, told = table.play(f"place food {q},{r}")
    assert told == ["card"]
    table.receive(0, "control_3_castles")
    assert "control_3_castles" not in table.deck
    table.position.castles["Ka"] = 1
    lines = [(line.seat, line.points) for line in table.finish() if line.reason == "private_mission"]
    assert lines == expected


DOUBLING = {"Ta": "doubling", "Tb": "doubling"}


def test_doubling(data: Path) -> None:
    """RI-TOW-7: a card fulfilled later brings twice what it would; others score it as usual."""
    game = Game(data, 2, bonus={**DOUBLING, "Tc": "draw_three", "Td": "draw_three"}, displayed=3)
    table = game.table
    game.place("food", (3, 2))
    assert table.choosing == "card"
    assert game.orders() == {
        f"double {name}" for name in ("link_3_towers", "link_4_towers", "link_2_castles")
    }
    game.do("double link_2_castles")
    assert table.done and table.doubled == ["link_2_castles", None]
    assert points(game.turn(1, "food", TWO_CASTLES[1]), "public_mission") == [(1, 8)]
    game.end()
    assert points(game.turn(0, "food", TWO_CASTLES[0]), "public_mission") == [(0, 10)]


@pytest.mark.parametrize(
    ("order", "own", "choices", "scored"),
    [
        # The tile at (2, 2) makes a chain to two towers and a castle.
        ("cards_first", "single", {"link_3_towers"}, {"link_3_towers": 8}),
        (
            "cards_first",
            "double",
            {"link_3_towers", "link_castle_2_towers"},
            {"link_3_towers": 8, "link_castle_2_towers": 16},
        ),
        (
            "towers_first",
            "single",
            {"link_3_towers", "link_castle_2_towers"},
            {"link_3_towers": 8, "link_castle_2_towers": 8},
        ),
        (
            "towers_first",
            "double",
            {"link_3_towers", "link_castle_2_towers"},
            {"link_3_towers": 8, "link_castle_2_towers": 16},
        ),
    ],
)
def test_the_doubling_tiles_own_mission(
    data: Path, order: str, own: str, choices: set[str], scored: dict[str, int]
) -> None:
    """RI-AMB-2, RI-AMB-7."""
    for name in choices:
        game = Game(data, bonus=DOUBLING, order=order, own_mission=own)
        table = game.table
        table.displayed = ["link_3_towers", "link_castle_2_towers"]
        table.touched["Ta"].add(0)
        game.put(0, "food", (2, 2))
        game.place("food", (2, 3))
        assert game.orders() == {f"double {card}" for card in choices}
        game.do(f"double {name}")
        assert table.done
        total = sum(line.points for line in game.lines if line.reason == "public_mission")
        assert total == (scored[name] if name == "link_castle_2_towers" else 8)
        if name == "link_3_towers":
            # Fulfilled later, with the marker on it.
            game.put(0, "energy", (3, 4))
            assert points(game.turn(0, "food", (2, 4)), "public_mission") == [(0, 16)]


def test_nothing_to_double(data: Path) -> None:
    """RI-AMB-5: no decision if every displayed card is fulfilled."""
    game = Game(data, bonus=DOUBLING, displayed=2)
    for name in game.table.displayed:
        game.table.fulfilled[name].append(0)
    game.place("food", (3, 2))
    assert game.table.done and game.table.doubled[0] is None


def test_optional_bonuses(data: Path) -> None:
    """RI-AMB-12: one tower after the other, or none; only what has an effect is asked."""
    bonus = {"Te": "three", "Th": "doubling", "Ti": "second_tile"}
    game = Game(data, bonus=bonus, bonuses="optional")
    table = game.table
    game.place("food", (6, 3))
    assert table.choosing == "tower"
    assert game.orders() == {"use Te", "use Ti", "forgo"}
    assert 0 in table.touched["Th"]
    assert game.do("use Te") == [(0, 3, "three_points")]
    assert game.orders() == {"use Ti", "forgo"}
    game.do("forgo")
    assert table.done and 0 in table.touched["Ti"]


def test_optional_bonuses_of_several_towers(data: Path) -> None:
    """The last of the towers asks; the choice of the card follows."""
    game = Game(data, bonus=DOUBLING, bonuses="optional")
    game.place("food", (3, 2))
    assert game.orders() == {"use Tb", "forgo"}
    game.do("use Tb")
    assert game.table.choosing == "card"


def test_optional_second_tiles(data: Path) -> None:
    """Once one is due, the other is ignored; what was kept asks later."""
    bonus = {"Te": "second_tile", "Th": "three", "Ti": "second_tile"}
    game = Game(data, bonus=bonus, bonuses="optional", ignored_bonus="kept")
    table = game.table
    game.place("food", (6, 3))
    assert game.orders() == {"use Te", "use Th", "use Ti", "forgo"}
    game.do("use Ti")
    assert game.orders() == {"use Th", "forgo"}
    game.do("forgo")
    assert table.second is not None
    assert 0 not in table.touched["Te"] and 0 in table.touched["Th"]


def test_the_choice_of_a_castle_comes_before_the_rest(data: Path) -> None:
    """RB-AMB-8, RI-AMB-2: the field is offshore too, which comes before, and the castle makes a card."""
    game = Game(data, several_neighbours="one")
    table = game.table
    table.position.castles.update(Ka=0, Kb=0)
    table.displayed = ["control_3_castles"]
    assert game.place("food", TWO_CASTLES[1]) == [(0, 1, "food_group"), (0, 1, "offshore")]
    assert game.orders() == {"castle Kb", "castle KB"}
    assert game.do("castle KB") == [(0, 8, "public_mission")]


# The end


def test_ties(data: Path) -> None:
    """RI-END-4 to RI-END-6, RI-AMB-10."""
    game = Game(data)
    position = game.table.position
    assert rules.ranking(position, [9, 9, 5]) == [{0, 1}, {2}]
    position.castles["KB"] = 2
    assert rules.ranking(position, [9, 9, 5]) == [{0, 1}, {2}]
    game.put(2, "food", (0, 7), (0, 8))
    game.put(1, "food", (2, 7))
    assert rules.ranking(position, [9, 9, 5]) == [{2}, {0, 1}]
    game.put(1, "food", (2, 8))
    assert rules.ranking(position, [9, 9, 5]) == [{1, 2}, {0}]
    position.castles["KB"] = 0
    assert rules.ranking(position, [9, 9, 5]) == [{0}, {1}, {2}]
    assert rules.ranking(position, [8, 9, 5]) == [{1}, {0}, {2}]


def test_nobody_at_tara(data: Path) -> None:
    """RI-AMB-10 with the option of the game for such ties."""
    position = Game(data, final_tie="castles").table.position
    position.castles.update(Ka=1, Kb=2, KB=2)
    assert rules.ranking(position, [9, 9, 5]) == [{1}, {0}, {2}]


# Whole games

RULINGS: dict[str, list[object]] = {
    "order": ["cards_first", "towers_first"],
    "ignored_bonus": ["lost", "kept"],
    "two_draws": ["three", "five"],
    "three_points": ["each", "once"],
    "own_mission": ["single", "double"],
    "private_lost": ["counts", "end_only"],
    "neutral_sprawling": ["absent", "present"],
    "second_no_place": ["lay_aside", "back"],
    "bonuses": ["automatic", "optional"],
    "link_least": [1, 2],
    "drawn": [1, 2, 3, 4],
    "displayed": [0, 3, 8, 12],
    "several_neighbours": ["each", "one"],
    "no_place": ["lay_aside", "out"],
    "neutral": ["occupy", "third_player"],
    "settlement_tie": ["finisher_loses", "finisher_wins", "friendly"],
    "set_aside": [0, 1, 4, 7],
}


@pytest.mark.parametrize("seed", range(60))
def test_whole_games(data: Path, seed: int) -> None:
    """Games at random come to an end with every tile accounted for and no points too many."""
    random = Random(seed)
    options: dict[str, Any] = (
        {name: random.choice(values) for name, values in RULINGS.items()} if seed >= 6 else {}
    )
    seats = 2 + seed % 3
    game = Game(data, seats, **options)
    game.random = random
    table = game.table
    tiles = table.supply[0].total() + len(table.hand[0]) + table.aside[0].total()
    while not table.over:
        seat = table.to_act
        assert seat is not None
        if table.done:
            game.end()
            continue
        assert (table.tile is None) == bool(table.choosing)
        game.do(random.choice(sorted(game.orders())))
    for seat in range(seats):
        laid = len(table.position.tiles_of(seat)) + sum(owner == seat for owner, _ in table.laid_aside)
        rest = table.supply[seat].total() + len(table.hand[seat])
        assert laid + rest + table.aside[seat].total() == tiles
        assert rest == 0 or seat in table.out
        assert Counter(line.reason for line in game.lines if line.seat == seat)["thirteen_points"] <= 1
        # Without second tiles put back, at most one for each tower (RI-SETUP-8).
        assert laid + rest <= tiles - table.options["set_aside"] + 4
    for name in table.cards:
        paid = Counter(line.seat for line in game.lines if line.source == name)
        if table.options["ireland.own_mission"] == "single" and paid:
            assert max(paid.values()) == 1
        assert paid.keys() == ({*table.fulfilled[name]} if name in table.displayed else set())
    assert sum(map(len, table.private)) + len(table.deck) + len(table.displayed) == 12
    assert table.finish()
    assert sorted(seat for place in table.ranking([0] * seats) for seat in place) == [*range(seats)]
