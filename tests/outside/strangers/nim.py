"""Nim by somebody who has read docs/protocol.md and knows nothing of tilewright: the standard library only.

Words on the command line make it wrong in one way each, for tests: `lastly=2` gives two points to the last.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

WRONG = dict(word.partition("=")[::2] for word in sys.argv[1:])


class Nim:
    def __init__(self, heap: int, seats: int) -> None:
        self.heap, self.seats, self.mover, self.scores, self.moves = heap, seats, 0, [0] * seats, 0

    def legal(self) -> list[str]:
        most = min(3, self.heap)
        if WRONG.get("fewer") == str(self.heap):
            most -= 1
        if WRONG.get("more") == str(self.heap):
            most += 1
        word = WRONG.get("word", "take ")
        return [f"{word}{n}" for n in range(1, most + 1)] if self.heap > 0 else []

    def play(self, action: str) -> None:
        self.heap -= int(action[-1])
        self.moves += 1
        if self.heap == 0:
            self.scores[self.mover] += int(WRONG.get("lastly", "1"))
        self.mover = (self.mover + 1) % self.seats

    def copy(self) -> Nim:
        twin = Nim(self.heap, self.seats)
        twin.mover, twin.scores, twin.moves = self.mover, self.scores[:], self.moves
        return twin

    def position(self) -> dict[str, Any]:
        over = self.heap <= 0
        best = sorted(set(self.scores), reverse=True)
        return {
            "type": "position",
            "to_act": [] if over else [self.mover],
            "legal": {} if over else {self.mover: self.legal()},
            "scores": self.scores,
            "over": over,
            "ranking": [[s for s in range(self.seats) if self.scores[s] == n] for n in best] if over else [],
            "hash": self.hash(),
        }

    def hash(self) -> str:
        if WRONG.get("hash") == "clock":
            return str(time.perf_counter_ns())
        if WRONG.get("hash") == "constant":
            return "0"
        return f"{self.heap} {self.mover} {self.scores}"

    def count(self, depth: int) -> int:
        if depth == 0:
            return 1
        found = 0
        for action in self.legal():
            after = self.copy()
            after.play(action)
            found += after.count(depth - 1)
        return found


def answer(message: dict[str, Any], game: Nim | None) -> tuple[dict[str, Any], Nim | None]:
    kind = message["type"]
    if kind == "hello":
        hello = {
            "type": "hello",
            "protocol": 1,
            "name": "a stranger's nim",
            "roles": ["rules"],
            "games": ["nim"],
        }
        return {**hello, "hash": "nim", "count": True}, game
    if kind == "new":
        game = Nim(int(message["options"]["heap"]), len(message["seats"]))
        for _, action in message["moves"]:
            game.play(action)
        return game.position(), game
    assert game is not None
    if kind == "play":
        if WRONG.get("crash") == str(game.moves):
            os.abort()
        if WRONG.get("silent") == str(game.moves):
            time.sleep(60)
        game.play(message["action"])
        return game.position(), game
    moves = []
    for action in game.legal():
        after = game.copy()
        after.play(action)
        moves.append([game.mover, action, after.count(message["depth"] - 1) + int(WRONG.get("count", "0"))])
    return {"type": "counted", "count": sum(n for _, _, n in moves), "moves": moves}, game


def main() -> None:
    game: Nim | None = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "quit":
            return
        found, game = answer(message, game)
        print(json.dumps({**found, "id": message["id"]}), flush=True)


main()
