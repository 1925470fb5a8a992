"""Plays a program through every message of the protocol, and names each fault with what the protocol asks for.

Each check is a method with a sentence for its docstring; it returns what it saw, or raises a Fault, CheckBroken or
CheckSkipped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from typing import Any

import attrs

from ..base.chance import Stream, mix
from ..base.errors import TilewrightError
from ..play.match import bot_key, names_of
from ..play.recorded_game import result
from ..rules.ruleset import Rules
from ..rules.schedule import Sealed
from ..rules.state import State
from .announced_options import AnnouncedOption, values
from .bot_program import BotProcess
from .faults import ErrorReply, Fault, Garbled
from .json_lines import shown
from .program_name import ProgramName

CHOICES = 20
"""Most choices of an option that are tried."""
END = 2.0
"""Seconds to end after `quit`, or at the end of stdin."""
PAUSE = 0.15
"""Seconds to wait for output that was not asked for."""


ALONE = ("options", "wrong values", "unknown", "quit", "end of input")
PLAYING = (
    "whole games",
    "every seat",
    "one action",
    "many actions",
    "sealed",
    "nothing unasked",
    "repeatable",
)
"""The checks without and with a game, besides `hello` and `new games`."""


def method(check: str) -> str:
    """Return the name of the method behind a check's name."""
    return check.replace(" ", "_")


class CheckBroken(TilewrightError):
    """The program does something else than the protocol asks for."""


class CheckSkipped(TilewrightError):
    """Raised if nothing can be checked."""


@attrs.frozen
class CheckResult:
    """The result of one check."""

    check: str
    game: str
    """The game it was checked with, "" if it needs none."""
    result: str
    """`holds`, `broken` or `skipped`."""
    said: str


@attrs.frozen
class DecisionPoint:
    """A position of a random game in which this seat decides."""

    state: State
    seat: int


DecisionPoints = list[tuple[int, DecisionPoint]]
"""Decisions, each with the number of its legal actions."""


@attrs.define
class Checker:
    """Checks one program; `run` yields what it finds."""

    named: ProgramName
    tables: Sequence[Rules]
    """The rulesets to play."""
    players: int | None = None
    """The number of players; None for every number that a game allows."""
    seed: int = 0
    only: Sequence[str] = ()
    """Names of the checks to run besides hello and new games; all if empty."""
    asked: bool = False
    """True if the games were asked for by name: a program that refuses one is broken."""
    times: list[float] = attrs.field(factory=list)
    """Seconds of each decision."""
    name: str = ""
    author: str = ""
    announced: tuple[AnnouncedOption, ...] = ()
    reproducible: bool = True

    def run(self) -> Iterator[CheckResult]:
        """Yield the findings one by one. If the program does not even say hello, that is the only one."""
        first = self._one("hello", "", self.hello)
        yield first
        if first.result == "broken":
            return
        for name in filter(self._wanted, ALONE):
            yield self._one(name, "", getattr(self, method(name)))
        for rules in self.tables:
            begins = self._one("new games", rules.game.name, partial(self.new_games, rules))
            yield begins
            if begins.result == "holds":
                for name in filter(self._wanted, PLAYING):
                    yield self._one(name, rules.game.name, partial(getattr(self, method(name)), rules))

    def _wanted(self, name: str) -> bool:
        return not self.only or name in self.only

    def _one(self, name: str, game: str, check: Callable[[], str]) -> CheckResult:
        try:
            return CheckResult(name, game, "holds", check())
        except CheckSkipped as skip:
            return CheckResult(name, game, "skipped", str(skip))
        except CheckBroken as broken:
            return CheckResult(name, game, "broken", str(broken))
        except Fault as fault:
            return CheckResult(name, game, "broken", _explained(fault))

    def started(self) -> closing[BotProcess]:
        """Start the program with its options set; it is closed afterwards."""
        return closing(BotProcess.started(self.named))

    # -- without a game ------------------------------------------------------------------------------------------

    def hello(self) -> str:
        """It starts, says hello in the protocol's version, and takes the settings that were typed."""
        with self.started() as stranger:
            self.name, self.author, self.announced = stranger.name, stranger.author, stranger.options
            self.reproducible = stranger.reproducible
        return f"it is {shown(self.name)}" + (f" by {shown(self.author)}" if self.author else "")

    def options(self) -> str:
        """It takes every option at its limits."""
        if not self.announced:
            raise CheckSkipped("it announces no options")
        sent = 0
        for option in self.announced:
            for value in extremes(option):
                with self.started() as stranger:
                    try:
                        stranger.set(values(self.announced, {}) | {option.name: value})
                    except Fault as fault:
                        said = f"{option.name}={value}, which it announces: {fault}"
                        raise CheckBroken(
                            f"{said}; a value that is announced is taken with 'ready'"
                        ) from fault
                sent += 1
        return f"it took {sent} values of {', '.join(option.name for option in self.announced)}"

    def wrong_values(self) -> str:
        """Values that it did not announce do not end it: it answers `error`, or ignores them with `ready`."""
        wrong: dict[str, Any] = {"no-such-option": 1} | {option.name: [None] for option in self.announced}
        answers = []
        with self.started() as stranger:
            for name, value in wrong.items():
                try:
                    stranger.set({name: value})
                    answers.append("ready")
                except ErrorReply:
                    answers.append("error")
                except Fault as fault:
                    said = f"the wrong value {name}={value}: {fault}"
                    raise CheckBroken(f"{said}; it is answered with 'error' or 'ready'") from fault
            stranger.set(values(self.announced, {}))
        return f"it answers them with {' or '.join(sorted(set(answers)))}"

    def unknown(self) -> str:
        """It ignores messages and keys that it does not know: later versions may add some."""
        with self.started() as stranger:
            stranger.channel.tell({"type": "of-the-future", "words": [1, {"a": None}]})
            stranger.future = {"of-the-future": {"a": [1, 2]}}
            try:
                stranger.set(values(self.announced, {}))
                time.sleep(PAUSE)
                stranger.set(values(self.announced, {}))
            except Fault as fault:
                said = f"after a message and a key that are unknown: {fault}"
                raise CheckBroken(f"{said}; both are ignored without an answer") from fault
        return "it ignores unknown messages and keys"

    def quit(self) -> str:
        """It ends at `quit`."""
        with self.started() as stranger:
            if not stranger.channel.leave(END, {"type": "quit"}):
                raise CheckBroken(f"it still runs {END:g} seconds after 'quit'; it must end at once")
        return "it ends"

    def end_of_input(self) -> str:
        """It ends when its stdin does: then we are gone."""
        with self.started() as stranger:
            if not stranger.channel.leave(END):
                said = f"it still runs {END:g} seconds after the end of its stdin"
                raise CheckBroken(f"{said}; it must end then, since tilewright is gone")
        return "it ends"

    # -- with a game ---------------------------------------------------------------------------------------------

    def counts(self, rules: Rules) -> Sequence[int]:
        """Return the numbers of players to play with."""
        return [self.players] if self.players is not None else rules.game.seat_counts

    def new_games(self, rules: Rules) -> str:
        """It begins a game, and another one before the first is over."""
        names = names_of(self.counts(rules)[-1])
        with self.started() as stranger:
            try:
                stranger.game(1, rules, names, len(names) - 1)
            except ErrorReply as fault:
                if self.asked:
                    raise
                raise CheckSkipped(f"it does not play this game: {fault}") from fault
            stranger.game(2, rules, names, 0)
        return "it begins games, also before the last one is over"

    def whole_games(self, rules: Rules) -> str:
        """It plays whole games with every number of players, after one that is broken off."""
        decisions = 0
        with self.started() as stranger:
            state = rules.new(names_of(self.counts(rules)[0]), self.seed)
            stranger.game(0, rules, state.seats, state.to_act[0])
            self._decide(stranger, DecisionPoint(state, state.to_act[0]), 1)
            for number, count in enumerate(self.counts(rules), 1):
                decisions += len(self._play(rules, {number % count: stranger}, count, number))
        return f"it played {len(self.counts(rules))} games with {decisions} decisions"

    def every_seat(self, rules: Rules) -> str:
        """It plays all seats of one game, each in a process of its own."""
        count = self.counts(rules)[-1]
        with ExitStack() as started:
            seated = {seat: started.enter_context(self.started()) for seat in range(count)}
            self._play(rules, seated, count, 1)
        return f"{count} processes played one game"

    def one_action(self, rules: Rules) -> str:
        """It decides where only one action is legal."""
        return self._spot(rules, "one legal action", lambda spots: [s for s in spots if s[0] == 1])

    def many_actions(self, rules: Rules) -> str:
        """It decides where very many actions are legal."""
        return self._spot(rules, "many legal actions", lambda spots: [max(spots, key=lambda s: s[0])])

    def sealed(self, rules: Rules) -> str:
        """It decides in secret, at the same time as others."""
        return self._spot(
            rules,
            "a sealed decision",
            lambda spots: [s for s in spots if isinstance(s[1].state.step, Sealed)],
        )

    def nothing_unasked(self, rules: Rules) -> str:
        """It writes nothing after an answer."""
        names = names_of(self.counts(rules)[-1])
        state = rules.new(names, self.seed)
        seat = state.to_act[0]
        with self.started() as stranger:
            stranger.game(1, rules, names, seat)
            self._decide(stranger, DecisionPoint(state, seat), 1)
            time.sleep(PAUSE)
            stranger.over(dict(result(state)))
            time.sleep(PAUSE)
            stranger.game(2, rules, names, seat)
        return "it writes nothing after its answers"

    def repeatable(self, rules: Rules) -> str:
        """It decides in the same way if it gets the same random numbers."""
        if not self.reproducible:
            raise CheckSkipped("it says in its hello that its games cannot be repeated")
        count = self.counts(rules)[0]
        played = []
        for _ in range(2):
            with self.started() as stranger:
                played.append(self._play(rules, {0: stranger}, count, 1))
        if played[0] != played[1]:
            at = next(n for n, pair in enumerate(zip(*played), 1) if pair[0] != pair[1])
            said = f"in the same game with the same random numbers, its decision {at} was different"
            asks = "only 'random' may decide, and no clock; otherwise hello says \"reproducible\": false"
            raise CheckBroken(f"{said}; {asks}")
        return "the same random numbers give the same game"

    # -- playing -------------------------------------------------------------------------------------------------

    def _play(self, rules: Rules, seated: dict[int, BotProcess], count: int, number: int) -> list[str]:
        """Play a game to its end, with random players in the other seats; return the programs' decisions."""
        names = names_of(count)
        state = rules.new(names, self.seed)
        for seat, stranger in seated.items():
            stranger.game(number, rules, names, seat)
        keys = [bot_key(self.seed, name) for name in names]
        chosen: list[str] = []
        asked = dict.fromkeys(seated, 0)
        for decisions in range(rules.game.turn_limit):
            if state.over:
                break
            seat = state.to_act[0]
            stream = Stream.of(mix(keys[seat], decisions))
            if seat in seated:
                asked[seat] += 1
                try:
                    action = self._decide(seated[seat], DecisionPoint(state, seat), asked[seat], stream)
                except Fault as fault:
                    where = f"{count} players, decision {asked[seat]} of seat {seat}"
                    raise CheckBroken(f"{where}: {_explained(fault)}") from fault
                chosen.append(str(action))
            else:
                action = stream.pick(state.legal(seat))
            state.play(action)
        for stranger in seated.values():
            stranger.over(dict(result(state)))
        return chosen

    def _decide(
        self, stranger: BotProcess, spot: DecisionPoint, decision: int, stream: Stream | None = None
    ) -> Any:
        random = (stream or Stream(self.seed, "check")).bits()
        began = time.perf_counter()
        action = stranger.choose(decision, spot.state.view(spot.seat), self.named.seconds, random)
        self.times.append(time.perf_counter() - began)
        return action

    def _spot(self, rules: Rules, what: str, wanted: Callable[[DecisionPoints], DecisionPoints]) -> str:
        """Ask for a decision in the first position of random games that is wanted."""
        found = [one for count in self.counts(rules) for one in wanted(list(self._spots(rules, count)))]
        if not found:
            raise CheckSkipped(f"no position with {what} came up in random games")
        actions, spot = max(found, key=lambda one: one[0])
        with self.started() as stranger:
            stranger.game(1, rules, spot.state.seats, spot.seat)
            self._decide(stranger, spot, 1)
        return f"it decided among {actions}" if actions > 1 else "it decided"

    def _spots(self, rules: Rules, count: int) -> Iterator[tuple[int, DecisionPoint]]:
        """Yield the positions of one random game, with the number of legal actions."""
        state = rules.new(names_of(count), self.seed)
        stream = Stream(self.seed, "spots")
        for _ in range(rules.game.turn_limit):
            if state.over:
                return
            seat = state.to_act[0]
            legal = state.legal(seat)
            yield len(legal), DecisionPoint(state.clone(), seat)
            state.play(stream.pick(legal))


def extremes(option: AnnouncedOption) -> list[Any]:
    """Return the values of an option that are most likely to be forgotten."""
    if option.kind == "bool":
        return [True, False]
    if option.kind == "choice":
        return list(option.choices[:CHOICES])
    if option.kind == "text":
        return ["", option.default, 'ünïcode ☃ " \\ 0']
    return list(dict.fromkeys(n for n in (option.low, option.high, option.default) if n is not None))


def _explained(fault: Fault) -> str:
    """Return the fault with what the protocol asks for, and the last line of stderr."""
    last = fault.stderr.strip().rpartition("\n")[2]
    asked = isinstance(fault, Garbled) and "must" in str(fault)
    said = str(fault) if asked else f"{fault}; {fault.asks}"
    return f"{said} (the last line of its stderr: {shown(last, 200)})" if last else said
