#!/usr/bin/env python3
"""A bot for tilewright in a process of its own, as a start for yours; it needs nothing but Python.

    tilewright simulate rebirth -n 20 --seed 1 --bots "exec:python3 quick.py:taste=longest,greedy"
    tilewright bot check "python3 quick.py"

tilewright writes one message on each line of our stdin, and we answer on stdout, with the id of the question.
docs/protocol.md describes every message.
"""

import json
import random
import sys

OPTIONS = [
    {
        "name": "taste",
        "type": "choice",
        "choices": ["any", "longest", "shortest"],
        "default": "any",
        "doc": "which actions it likes: any, or those with the longest or shortest text",
    },
    {
        "name": "luck",
        "type": "int",
        "min": 0,
        "max": 100,
        "default": 50,
        "doc": "percent of choices by chance",
    },
]


class Bot:
    """One bot in one seat."""

    def __init__(self):
        self.values = {option["name"]: option["default"] for option in OPTIONS}
        self.seat = None

    def choose(self, view, legal, luck):
        """Return one of the legal actions. `view` is what our seat may know; `luck` gives random numbers.

        Replace this by something clever.
        """
        if self.values["taste"] == "any" or luck.random() * 100 < self.values["luck"]:
            return legal[int(luck.random() * len(legal))]
        best = max if self.values["taste"] == "longest" else min
        return best(legal, key=len)

    # One method for each message that tilewright sends. What we do not know, we do not answer.

    def on_hello(self, message):
        return {"type": "hello", "protocol": 1, "name": "quick", "author": "you", "options": OPTIONS}

    def on_options(self, message):
        self.values.update(message["values"])
        return {"type": "ready"}

    def on_game(self, message):
        self.seat = message["seat"]  # a new game, even if the one before was not over
        return {"type": "ready"}

    def on_choose(self, message):
        luck = random.Random(int(message["random"]))  # so that a game can be repeated
        return {"type": "action", "action": self.choose(message["view"], message["legal"], luck)}


def main():
    bot = Bot()
    for line in sys.stdin:  # ends when tilewright has gone
        message = json.loads(line)
        if message["type"] == "quit":
            break
        answer = getattr(bot, "on_" + message["type"], None)
        if answer is not None and "id" in message:
            print(json.dumps({"id": message["id"], **answer(message)}), flush=True)


if __name__ == "__main__":
    main()
