"""The oracles' rules (tests/oracle/) as programs that speak the protocol: there is nothing of the engine in them.

tilewright compare-rules rebirth "exec:python tests/outside/strangers/oracle.py rebirth"
"""

from __future__ import annotations

import json
import sys
from collections import Counter, deque
from collections.abc import Iterable
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from tests.oracle import glenmore_table, isleofskye_scoring, isleofskye_table, rebirth_table
from tests.oracle.glenmore import BOX
from tests.oracle.glenmore_circuit import Circuit
from tests.oracle.glenmore_scoring import ranking


class Chance:
    """What chance gives, by the rule of docs/protocol.md."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.asked: Counter[str] = Counter()
        self.given: list[tuple[str, str]] = []

    def take(self, source: str, pool: Iterable[str]) -> str:
        ordered = sorted(pool)
        digits = sha256(f"{self.seed}:{source}:{self.asked[source]}".encode()).hexdigest()[:8]
        self.asked[source] += 1
        self.given.append((source, ordered[int(digits, 16) % len(ordered)]))
        return self.given[-1][1]


class Game:
    """A game at an oracle's table, asked in the same way for every game."""

    def __init__(self, message: dict[str, Any]) -> None:
        self.names: list[str] = message["seats"]
        self.chance = Chance(message["seed"])
        self.begin(message["options"])
        for seat, action in message["moves"]:
            self.play(seat, action)

    def begin(self, options: dict[str, Any]) -> None:
        raise NotImplementedError

    def play(self, seat: int, action: str) -> None:
        raise NotImplementedError

    def legal(self) -> dict[int, list[str]]:
        raise NotImplementedError

    def scores(self) -> list[int]:
        raise NotImplementedError

    def ranking(self) -> list[set[int]]:
        raise NotImplementedError

    def position(self) -> dict[str, Any]:
        legal = self.legal()
        return {
            "type": "position",
            "to_act": list(legal),
            "legal": legal,
            "scores": self.scores(),
            "over": not legal,
            "ranking": [] if legal else [sorted(place) for place in self.ranking()],
            "draws": self.chance.given,
        }

    def after(self, seat: int, action: str) -> Game:
        twin = deepcopy(self)
        twin.play(seat, action)
        return twin

    def counts(self, depth: int) -> list[tuple[int, str, int]]:
        """For each action, the number of ways to make so many decisions that begin with it."""
        return [
            (
                seat,
                action,
                1 if depth == 1 else sum(n for *_, n in self.after(seat, action).counts(depth - 1)),
            )
            for seat, actions in self.legal().items()
            for action in actions
        ]


class Rebirth(Game):
    def begin(self, options: dict[str, Any]) -> None:
        self.table = rebirth_table.Table(len(self.names), options)
        hands = []
        for seat, name in enumerate(self.names):
            left = self.table.supply[seat].copy()
            aside = []
            for _ in range(self.table.options["set_aside"]):
                aside.append(self.chance.take(f"supply.{name}", left.elements()))
                left[aside[-1]] -= 1
            self.table.set_aside(seat, aside)
            hands.append(self.chance.take(f"supply.{name}", left.elements()))
        self.table.begin(self.names.index(self.chance.take("start", self.names)), hands)

    def __deepcopy__(self, memo: dict[int, Any]) -> Rebirth:
        twin = object.__new__(Rebirth)
        shared = self.table.position.map
        twin.__dict__ = deepcopy(self.__dict__, {id(shared): shared})
        return twin

    def play(self, seat: int, action: str) -> None:
        table, self.chance.given = self.table, []
        assert seat == table.to_act
        lines, visited = table.play(action)
        table.lines += lines
        for _ in visited:
            table.receive(seat, self.chance.take("deck", table.deck.elements()))
        if not table.choosing:
            if table.draws():
                supply = table.supply[seat].elements()
                table.draw(seat, self.chance.take(f"supply.{self.names[seat]}", supply))
            table.end_turn()
        if table.over:
            table.lines += table.finish()

    def legal(self) -> dict[int, list[str]]:
        return {} if self.table.to_act is None else {self.table.to_act: sorted(self.table.legal())}

    def scores(self) -> list[int]:
        return [
            sum(line.points for line in self.table.lines if line.seat == n) for n in range(len(self.names))
        ]

    def ranking(self) -> list[set[int]]:
        return self.table.ranking(self.scores())


class Drawn(deque[tuple[str, str]]):
    """What chance told the circuit; when nothing is left, the die is rolled."""

    chance: Chance

    def popleft(self) -> tuple[str, str]:
        if self:
            return super().popleft()
        return "die", self.chance.take("die", map(str, BOX["die"]["values"]))


class Drawing(Circuit):
    """The circuit, with the tiles that chance gives."""

    chance: Chance

    def lay(self) -> int | None:
        for number, stack in enumerate(self.stacks):
            if stack.total():
                self.told.append((f"stack{number}", self.chance.take(f"stack{number}", stack.elements())))
                break
        return super().lay()


class GlenMore(Game):
    def begin(self, options: dict[str, Any]) -> None:
        self.table = glenmore_table.Table(self.names, options)
        self.table.circuit = circuit = Drawing(len(self.names), self.table.options)
        circuit.chance, circuit.told = self.chance, Drawn()
        circuit.told.chance = self.chance
        self.table.begin([("start", self.chance.take("start", self.names))])

    def play(self, seat: int, action: str) -> None:
        self.chance.given = []
        assert seat == self.table.seat
        self.table.play(action, [])

    def legal(self) -> dict[int, list[str]]:
        return {} if self.table.over else {self.table.seat: sorted(self.table.legal())}

    def scores(self) -> list[int]:
        return self.table.scores()

    def ranking(self) -> list[set[int]]:
        return ranking(self.table.players, self.scores())


class Rounds(isleofskye_table.Table):
    """The table, with what chance gives at the set-up and at the start of each round."""

    chance: Chance

    def _told(self, outcomes: list[tuple[str, str]]) -> None:
        pass

    def _round(self) -> None:
        bag = self.bag.copy()
        drawn = []
        for _ in range(min(self.options["tiles_drawn"] * len(self.names), bag.total())):
            drawn.append(self.chance.take("bag", bag.elements()))
            bag[drawn[-1]] -= 1
        self.outcomes = {"bag": drawn}
        super()._round()


class IsleOfSkye(Game):
    def begin(self, options: dict[str, Any]) -> None:
        self.table = table = Rounds(self.names, options)
        table.chance = self.chance
        box = list(isleofskye_scoring.SCORING)
        for _ in "ABCD":
            box.remove(self.chance.take("box", box))
        scoring = [value for _, value in self.chance.given]
        table.outcomes = {"box": scoring, "start": [self.chance.take("start", self.names)]}
        table.begin([])

    def play(self, seat: int, action: str) -> None:
        self.chance.given = []
        assert seat in self.table.to_act
        self.table.play(seat, action, [])

    def legal(self) -> dict[int, list[str]]:
        return {seat: sorted(self.table.legal(seat)) for seat in self.table.to_act}

    def scores(self) -> list[int]:
        return self.table.scores

    def ranking(self) -> list[set[int]]:
        return isleofskye_scoring.ranking(self.scores(), self.table.gold, self.table.options)


GAMES: dict[str, type[Game]] = {"rebirth": Rebirth, "glenmore": GlenMore, "isleofskye": IsleOfSkye}


def main(name: str) -> None:
    game: Any = None
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "quit":
            return
        if kind == "hello":
            found = {"type": "hello", "protocol": 1, "name": f"the oracle of {name}", "roles": ["rules"]}
            found |= {"games": [name], "count": True}
        elif kind == "count":
            counts = game.counts(message["depth"])
            found = {"type": "counted", "count": sum(n for *_, n in counts), "moves": counts}
        else:
            if kind == "new":
                game = GAMES[name](message)
            else:
                game.play(message["seat"], message["action"])
            found = game.position()
        print(json.dumps({**found, "id": message["id"]}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
