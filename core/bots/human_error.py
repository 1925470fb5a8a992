"""Human-like error as a setting of any bot: `BOT~TEMPERATURE` judges moves as the bot does, but not exactly.

A move is drawn with a probability in proportion to exp((worth - best) / temperature), in points (logit or quantal
response, McKelvey and Palfrey 1995). So an error that costs little is frequent, and one that costs much is rare. People
do not make errors that everybody at the table sees: a move that is worse by several temperatures is never taken, and in
the last turn of a seat none is made.
`casual` draws so among the better half of the moves, like a person who does not count.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import exp, isfinite

from ..base.chance import Stream
from ..base.errors import TilewrightError, UsageError
from ..base.limits import number
from ..play.guests import seated
from ..play.lifecycle import Bot
from ..rules.actions import Action, Legal
from ..rules.ruleset import Rules
from ..rules.views import View
from .greedy import gains

FINE = 1 << 32
"""The weight of the best move. Weights are whole numbers, so that every machine draws the same move."""
SEEN = 3.0
"""A move that is worse by more temperatures than this is seen to be bad, and never taken."""
_NUMBER = r"\d{1,6}(?:\.\d{1,6})?"
_END = re.compile(rf"~({_NUMBER}(?:/{_NUMBER})*)$")
_MEANT = re.compile(r"~([^~:/\\]*(?:(?<=[0-9])/[^~:\\]*)?)$")
HOTTEST = 999_999
"""The highest temperature, as whole points: six digits are read, and six decimals."""


def warmth(text: str) -> tuple[str, tuple[float, ...]]:
    """Split a bot's text without restrictions into the bot and its temperatures; none if it has no error.

    Several temperatures are by number of players, from two on; the last holds for more: `greedy~1.5/2`.
    """
    found = _END.search(text)
    if found is None:
        return text, ()
    return text[: found.start()], tuple(map(float, found[1].split("/")))


def temperature(heats: Sequence[float], players: int) -> float:
    """Return the temperature of a bot among so many players; 0 for one without an error."""
    return heats[min(max(0, players - 2), len(heats) - 1)] if heats else 0.0


def unread(text: str) -> tuple[str, str] | None:
    """Split a bot's text where a temperature is meant that `warmth` does not read; None if nothing looks like one.

    A `~` before anything that looks like the rest of a path belongs to the path.
    """
    found = _MEANT.search(text)
    return (text[: found.start()], found[1]) if found is not None and not warmth(text)[1] else None


class Erring:
    """A bot that judges with an error.

    It uses the worths by which the bot itself chooses, if the bot has a method `worths(view, legal, stream)` that
    returns one for each legal action. Other bots choose first: then the worths are those of `rules.worths`, and the
    bot's own choice counts as the best.
    """

    def __init__(self, bot: Bot, rules: Rules, temperatures: Sequence[float], text: str) -> None:
        self.bot = seated(bot)
        self.rules, self.text = rules, text
        self.temperatures = tuple(temperatures)

    def choose(self, view: View, stream: Stream) -> Action:
        """Return an action drawn by worth; the bot's own choice in its last turn, or if the temperature is 0."""
        legal = view.legal()
        heat = temperature(self.temperatures, len(view.seats))
        if len(legal) == 1:
            return legal[0]
        if not heat or self.rules.game.last_turn(view):
            return self.bot.choose(view, stream)
        return legal[drawn(self.worths(view, legal, stream), heat, stream)]

    def worths(self, view: View, legal: Legal, stream: Stream) -> Sequence[float]:
        """Return the worths by which the bot chooses, for each of these actions; -inf for one that it ignores."""
        own = getattr(self.bot, "worths", None)
        if own is not None:
            said: Sequence[float] = own(view, legal, stream)
            return said
        chosen = self.bot.choose(view, stream)
        if chosen.seat != view.seat or chosen not in legal:
            raise TilewrightError(f"bot {self.text} chooses '{chosen}', which is not allowed now")
        found = list(rated(self.rules, view, legal, stream))
        found[list(legal).index(chosen)] = max(found)
        return found


def rated(rules: Rules, view: View, legal: Legal, stream: Stream) -> Sequence[float]:
    """Return what the game says that these actions are worth, or the points that each brings at once."""
    if rules.game.choices is None:
        return gains(view, legal, stream)
    return rules.worths(view, legal)


def drawn(worths: Sequence[float], temperature: float, stream: Stream) -> int:
    """Return the number of one of these worths, drawn with a softmax at this temperature above 0."""
    top = max(worths)
    if not isfinite(top):
        raise TilewrightError(f"the best of {len(worths)} moves cannot be worth {top}")
    least = top - SEEN * temperature
    weights = [int(FINE * exp((worth - top) / temperature)) if worth >= least else 0 for worth in worths]
    left = stream.below(sum(weights))
    for n, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return n
    raise AssertionError("the weights add up to more than was drawn")


class Casual:
    """`casual:HEAT`: draws from the better half of the moves, good ones more often, as `rules.choices` rates them.

    A move that is worse than the best by HEAT percent of what separates the best from the middle one is drawn 2.7
    times less often (softmax). So 0 is greedy, and a high heat makes no difference between moves of the better half.
    """

    def __init__(self, rules: Rules, heat: str = "30") -> None:
        if rules.game.choices is None:
            raise UsageError(
                f"{rules.game.title} says nothing of what a move is worth, so casual cannot play it"
            )
        found = number(heat)
        if found is None:
            raise UsageError(f"bot casual: '{heat}' is not a number of percent; write casual:HEAT")
        self.rules = rules
        self.heat = found / 100

    def choose(self, view: View, stream: Stream) -> Action:
        """Return an action of the better half."""
        found = sorted(self.rules.choices(view), key=lambda choice: -choice.worth)
        best, middle = found[0].worth, found[(len(found) - 1) // 2].worth
        width = (best - middle) * self.heat
        if width < 1e-9:
            return stream.pick([choice.action for choice in found if choice.worth >= best - 1e-9])
        half = [choice for choice in found if choice.worth >= middle]
        return half[drawn([choice.worth for choice in half], width, stream)].action
