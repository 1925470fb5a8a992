"""Restrictions of bots, used to measure the worth of the moves that they forbid (`greedy!no-contest`).

A restriction is a filter over the legal actions of a seat. If it would leave no legal action, it is ignored. Every game
has `one-step`; games declare others (`Game.restrictions`), and modules add to them (`add_restrictions`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import attrs

from ..base import limits
from ..base.chance import Stream
from ..base.errors import PluginError, TilewrightError, UsageError
from ..play.guests import seated
from ..play.lifecycle import Bot
from ..rules.actions import Action, Legal, listed
from ..rules.ruleset import Rules
from ..rules.state import State
from ..rules.teams import sides_of
from ..rules.views import View, window
from ..rules.weights import Weights
from ..text.options import unknown

Keep = Callable[[View, Sequence["Action"]], Sequence["Action"]]
"""(the seat's view, actions it might take) to those that the restriction allows, possibly none."""


def forbidding(forbidden: Callable[[View, Action], bool]) -> Keep:
    """Return the filter that leaves out each action of which this says, with the seat's view, that it is forbidden."""

    def keep(view: View, actions: Sequence[Action]) -> Sequence[Action]:
        return [action for action in actions if not forbidden(view, action)]

    return keep


FORM = re.compile(r"([a-z]+(?:-[a-z]+)*)(?:(<=|>=|=)(.+))?")


@attrs.frozen
class Restriction:
    """A declared restriction of bots."""

    form: str
    """Its notation: `no-contest`; with an argument `no-tile=KIND` and `price<=N`."""
    doc: str
    """A sentence that says what the bot no longer does."""
    read: Callable[[Rules, str], Keep]
    """(rules, argument or "" if the form has none) to the filter. UsageError for an invalid argument."""

    @property
    def name(self) -> str:
        return self._parts[0]

    @property
    def sign(self) -> str:
        """The sign between name and argument; "" if there is no argument."""
        return self._parts[1]

    @property
    def _parts(self) -> tuple[str, str]:
        found = FORM.fullmatch(self.form)
        if found is None:
            raise PluginError(
                f"the form of a restriction cannot be '{self.form}'; write no-tile=KIND, for example"
            )
        return found[1], found[2] or ""


def known(rules: Rules) -> dict[str, list[Restriction]]:
    """Restrictions by name: those of core, then those of the game, then those of the modules."""
    declared = [ONE_STEP] if rules.game.appraise is not None else []
    declared += rules.game.restrictions
    for function in rules.calls("add_restrictions"):
        declared += function(rules)
    found: dict[str, list[Restriction]] = {}
    for one in declared:
        same = found.setdefault(one.name, [])
        if same and same[0].sign != one.sign:
            raise PluginError(f"restriction '{one.form}' is also written '{same[0].form}'")
        same.append(one)
    return found


def read(text: str, rules: Rules) -> list[Keep]:
    """Return the filters of one restriction, as it is typed. UsageError lists the known ones."""
    declared = known(rules)
    match = FORM.fullmatch(text.strip())
    name = match[1] if match is not None else text.strip()
    if name not in declared:
        raise unknown("restriction", name, [same[0].form for same in declared.values()])
    first = declared[name][0]
    sign, argument = (match[2] or "", match[3] or "") if match is not None else ("", "")
    if sign != first.sign:
        raise UsageError(f"restriction '{text.strip()}': write it as {first.form}")
    return [_Filter(rules, text, n, one.read(rules, argument)) for n, one in enumerate(declared[name])]


@attrs.frozen(eq=False)
class _Filter:
    """One filter of a restriction, which can be handed over to another process: it is read again there."""

    rules: Rules
    text: str
    number: int
    keep: Keep

    def __call__(self, view: View, actions: Sequence[Action]) -> Sequence[Action]:
        return self.keep(view, actions)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.rules, self.text, self.number)


def _again(rules: Rules, text: str, number: int) -> Keep:
    return read(text, rules)[number]


def number(form: str, text: str) -> int:
    """Return the argument of a restriction as a whole number. UsageError if it is not one."""
    found = limits.number(text)
    if found is None:
        raise UsageError(f"restriction {form}: '{text}' is not a whole number")
    return found


def kept(view: View, actions: Sequence[Action], keeps: Sequence[Keep]) -> Sequence[Action]:
    """Return the actions that all filters allow; a filter that would leave none is ignored."""
    for keep in keeps:
        left = keep(view, actions)
        if len(left):
            actions = left
    return actions


class Narrowed(View):
    """A seat's view for one decision in which the legal actions are those that its restrictions allow."""

    __slots__ = ("_keeps", "_legal")

    def __init__(
        self, state: State, seat: int | None, keeps: Sequence[Keep], weights: Weights | None = None
    ) -> None:
        super().__init__(state, seat, weights)
        self._keeps = keeps
        self._legal: Legal | None = None

    def _made_of(self) -> tuple[Any, ...]:
        return self._seat, self._keeps, self._weights

    @classmethod
    def of(cls, view: View, keeps: Sequence[Keep]) -> Narrowed:
        """Return the view, narrowed."""
        state = view._state
        found: Narrowed = window(cls, state.__class__)(state, view._seat, keeps, view._weights)
        return found

    def like(self, state: State, seat: int) -> View:
        if seat == self._seat:
            return Narrowed(state, seat, self._keeps, self._weights)
        return View(state, seat, self._weights)

    def legal(self) -> Legal:
        if self._legal is None:
            whole = super().legal()
            left = (
                kept(View(self._state, self._seat, self._weights), whole, self._keeps)
                if len(whole) > 1
                else whole
            )
            self._legal = whole if len(left) == len(whole) else listed(list(left))
        return self._legal


def _one_step(rules: Rules, argument: str) -> Keep:
    def keep(view: View, actions: Sequence[Action]) -> Sequence[Action]:
        seat = view.seat
        assert seat is not None
        # A stream of its own that always begins anew: the filter depends on nothing but the view.
        world = view.determinize(Stream(0, "one-step"))
        worth = []
        for action in actions:
            after = world.clone()
            after.apply(action)
            views = [view.like(after, n) for n in range(len(after.seats))]
            worth.append(sides_of(after).lead(rules.totals(views), seat))
        best = max(worth)
        return [action for action, value in zip(actions, worth, strict=True) if value >= best - 1e-9]

    return keep


ONE_STEP = Restriction(
    "one-step",
    "looks only at the worth of the position right after each action; the bot chooses among equals",
    _one_step,
)


class Restricted:
    """`BOT!RESTRICTION`: the bot gets a view with only the remaining actions legal, also where it looks ahead."""

    def __init__(self, bot: Bot, keeps: Sequence[Keep], text: str) -> None:
        self.bot = seated(bot)
        self.keeps = tuple(keeps)
        self.text = text

    def choose(self, view: View, stream: Stream) -> Action:
        """Return the bot's choice among the remaining actions."""
        narrowed = Narrowed.of(view, self.keeps)
        action = self.bot.choose(narrowed, stream)
        # Bots of other packages may be wrong, so their choice is checked here.
        if action.seat != view.seat or action not in narrowed.legal():
            raise TilewrightError(f"bot {self.text} chooses '{action}', which is not allowed now")
        return action
