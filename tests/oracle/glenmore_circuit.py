"""Glen More's circuit a second time: the chain, the refill, the die, and when to score.

What the oracle cannot know, the tiles that come and the die, it is told, and it checks that they could come.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from functools import cache
from typing import Any

from .glenmore import BOX, TILES

DIE = "die"


class Circuit:
    """The occupied spaces from the rear to the head: tiles by name, figures as numbers of seats, the die."""

    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.seats = seats
        self.options = options
        self.stacks = [
            Counter({tile["id"]: tile.get("count", 1) for tile in TILES.values() if tile["stack"] == number})
            for number in range(4)
        ]
        self.chain: list[str | int] = []
        self.told: deque[tuple[str, str]] = deque()
        """What chance gave: the stack or the die, and what came."""
        self.passed: set[int] = set()
        """Who has passed since a figure last moved (GM-AMB-3)."""

    def tell(self, outcomes: list[tuple[str, str]]) -> None:
        """Chance gave these, in this order."""
        assert not self.told, f"{list(self.told)} did not happen"
        self.told.extend(outcomes)

    def set_up(self, names: list[str]) -> int:
        """Figures, die and tiles as they come (GM-SETUP-6 to GM-SETUP-14, GM-DIE-2, GM-DIE-3); who begins."""
        source, name = self.told.popleft()
        assert source == "start"
        first = names.index(name)
        self.chain = [(first + n) % self.seats for n in range(self.seats)]
        if self.seats <= 3:
            self.chain.append(DIE)
        while len(self.chain) < BOX["spaces"]["count"] - 1:
            assert self.lay() is None
        return first

    def left(self) -> int:
        """Tiles in the stacks."""
        return sum(stack.total() for stack in self.stacks)

    def mover(self) -> int:
        """Whose turn it is: the figure furthest back, whoever has passed left out (GM-TURN-2)."""
        return next(item for item in self.chain if isinstance(item, int) and item not in self.passed)

    def ahead(self, seat: int) -> dict[int, str]:
        """The tiles ahead of a figure by how many spaces away they are (GM-TURN-5)."""
        here = self.chain.index(seat)
        return {n - here: str(item) for n, item in enumerate(self.chain) if n > here and is_tile(item)}

    def move(self, seat: int, spaces: int) -> str:
        """The figure moves ahead; the tile that lay there is taken."""
        here = self.chain.index(seat)
        tile = self.chain[here + spaces]
        assert is_tile(tile)
        self.chain[here + spaces] = seat
        self.chain.pop(here)
        self.passed = set()
        return str(tile)

    def hindmost(self) -> int:
        """Where the figure stands that is last, the die counted as one."""
        return next(n for n, item in enumerate(self.chain) if not is_tile(item))

    def lay(self) -> int | None:
        """The next tile lies at the head (GM-TURN-9, GM-TURN-10). The stack if it was its last, and is scored."""
        for number, stack in enumerate(self.stacks):
            if stack.total():
                source, tile = self.told.popleft()
                assert source == f"stack{number}" and stack[tile], f"{tile} cannot come from {source}"
                stack[tile] -= 1
                self.chain.append(tile)
                return number if number and not stack.total() else None
        return None

    def refill(self, ended: Any) -> None:
        """Phase 4 (GM-TURN-9 to GM-TURN-12, GM-DIE-4, GM-DIE-5).

        `ended` is called with the number of each stack that ends, at once or when all lies (GM-AMB-2); it says
        whether the game goes on.
        """
        waiting: list[int] = []
        rolled = False
        going = self._laid(ended, waiting)
        while going:
            rear = self.hindmost()
            if rear and not (rolled and self.options["die_removal"] == "landed"):
                self.chain.pop(0)
            elif self.chain[rear] == DIE:
                rolled = True
                source, pips = self.told.popleft()
                assert source == "die" and int(pips) in BOX["die"]["values"]
                beyond = [n for n, item in enumerate(self.chain) if n > rear and is_tile(item)]
                self.chain[beyond[min(int(pips), len(beyond)) - 1]] = DIE
                self.chain.pop(rear)
            else:
                break
            going = self._laid(ended, waiting)
        for number in waiting:
            ended(number)

    def _laid(self, ended: Any, waiting: list[int]) -> bool:
        number = self.lay()
        if number is None:
            return True
        if self.options["scoring_time"] == "at_once":
            return bool(ended(number))
        waiting.append(number)
        return True

    # The player's very last turn

    def very_last(self, seat: int, laid: bool = False) -> bool:
        """Whether this is the turn in which the last member may go (GM-GREY-9, GM-AMB-9).

        `laid`: whether the turn's new tiles lie already (GM-AMB-1).
        """
        reading, left = self.options["last_member"], self.left()
        if reading == "one_tile_left":
            return left == 1
        if reading == "last_turn":
            behind = self.chain[: self.chain.index(seat)]
            part = "".join("t" if is_tile(item) else "d" if item == DIE else "f" for item in behind)
            passes, landed = self.options["no_tile"] == "pass", self.options["die_removal"] == "landed"
            return fewest(part, not laid, passes, landed) >= left
        if reading == "ends_game":
            return not laid and 1 + self.hindmost() >= left
        return bool(reading == "always")


def is_tile(item: str | int) -> bool:
    """Whether a space holds a tile, not a figure or the die."""
    return isinstance(item, str) and item != DIE


@cache
def fewest(part: str, moved: bool, passes: bool, landed: bool) -> int:
    """The fewest tiles laid before the figure ahead of this part may be moved, over all that the others can do.

    The part is written from the rear: t for a tile, f for a figure, d for the die. `moved`: somebody has just moved,
    and the refill comes. `passes`: who is last may pass (GM-AMB-3). `landed`: after the die's move nothing but the
    tile that it landed on leaves (GM-AMB-14).
    """
    if moved:
        return 1 + min(fewest(rest, False, passes, landed) + laid for rest, laid in refilled(part, landed))
    if "f" not in part or passes:
        return 0
    here = part.index("f")
    rest = part[:here] + part[here + 1 :]
    tiles = [n for n in range(here, len(rest)) if rest[n] == "t"]
    # It moves onto one of these tiles, or beyond this part.
    stops = [rest[:n] + "f" + rest[n + 1 :] for n in tiles] + [rest]
    return min(fewest(stop, True, passes, landed) for stop in stops)


def refilled(part: str, landed: bool, rolled: bool = False) -> Iterator[tuple[str, int]]:
    """What the refill can make of this part, with the tiles laid for what it takes away from it."""
    rear = next((n for n, item in enumerate(part) if item != "t"), len(part))
    if rear and not (rolled and landed):
        yield from ((rest, laid + 1) for rest, laid in refilled(part[1:], landed, rolled))
    elif part[rear : rear + 1] == "d":
        rest = part[:rear] + part[rear + 1 :]
        tiles = [n for n in range(rear, len(rest)) if rest[n] == "t"]
        for pips in set(BOX["die"]["values"]):
            stop = rest
            if pips <= len(tiles):
                onto = tiles[pips - 1]
                stop = rest[:onto] + "d" + rest[onto + 1 :]
            yield from ((end, laid + 1) for end, laid in refilled(stop, landed, True))
    else:
        yield part, 0
