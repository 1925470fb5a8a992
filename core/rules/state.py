"""The state of a match: slotted, cheap to clone, and equal to its saved and restored self. It knows no bots.

A game subclasses `State` with its own fields, each declared public, kept, referee's, or a zone.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Self

import attrs

from ..base.cloning import Copyable
from ..base.errors import PluginError, UsageError
from ..text.messages import Message
from ..text.seat_names import find
from ..text.unreadable import Unclear
from .actions import NONE, Action, Illegal, Legal, Reason, Refusal
from .events import Log
from .packing import packed_state
from .schedule import Decision, Frame, Sealed, advance
from .teams import sides_of
from .views import View, window
from .zones import public, referee

if TYPE_CHECKING:
    from .ruleset import Rules

_WRITER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), check_circular=False)
NOTHING = -(1 << 30)
"""The source of a score line that comes from no single thing. (Cells may have negative keys, so -1 would not do.)"""


@attrs.frozen
class ScoreLine:
    """One gain or loss of points, decoded from the ledger."""

    seat: int
    amount: int
    reason: str
    """The message key of the reason."""
    source: str
    """The source of the points, in the game's notation; "" if there is no single one."""
    rule: str
    turn: int
    because: Message | None = attrs.field(default=None, hash=False)
    """For a line of `Rules.ended`, what is counted, if the reason says it (`ScoreReason.because`)."""


@attrs.define(eq=False)
class State(Copyable):
    """A position and everything that decides how it goes on, the hidden order of piles included."""

    rules: Rules
    seats: tuple[str, ...] = public()
    streams: dict[str, tuple[int, int]] = referee(factory=dict)
    """By stream, its key and the number of values that it has given."""
    stack: list[Frame] = public(factory=list)
    ledger: list[tuple[int, int, int, int, int]] = public(factory=list)
    """(seat, amount, reason number, source, turn) for every point ever gained or lost."""
    scores: list[int] = public(factory=list)
    sealed: list[tuple[int, ...]] = referee(factory=list)
    """By seat, the numbers committed in the open sealed decision."""
    seen: list[tuple[str, int, int]] = referee(factory=list)
    """(place, piece, seats as bits): these seats remember that the piece went into the hidden place."""
    slices: dict[str, Any] = referee(factory=dict)
    """By module, its own part of the state."""
    turns: int = public(default=0)
    over: bool = public(default=False)

    # -- deciding ----------------------------------------------------------------------------------------------

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that must decide now: one, or several while a sealed decision is open; none if the game is over."""
        if self.over:
            return ()
        frame = self.stack[-1]
        node: Any = self.rules.nodes[frame[0]]  # a decision, as everywhere between two moves
        return node.to_act(self, frame)  # type: ignore[no-any-return]

    @property
    def step(self) -> Decision[Any] | None:
        """The step that waits for a decision."""
        if self.over:
            return None
        node = self.rules.nodes[self.stack[-1][0]]
        assert isinstance(node, Decision)
        return node

    def legal(self, seat: int) -> Legal:
        """The actions that the seat may take now; empty if it is not its turn."""
        if self.over:
            return NONE
        frame = self.stack[-1]
        node: Any = self.rules.nodes[frame[0]]
        if not node.awaits(self, frame, seat):
            return NONE
        return node.all_legal(self, seat) if node.extras else node.legal(self, seat)  # type: ignore[no-any-return]

    def check(self, action: Action) -> Refusal | None:
        """None if the action is legal; otherwise every rule that it would break."""
        if action in self.legal(action.seat):
            return None
        step = self.step
        if step is None:
            reasons = [Reason("game_is_over", self.rules.game.turn_rule)]
        elif not isinstance(action, step.all_actions):
            game = self.rules.game
            reasons = [Reason("not_now", game.order_rule or game.turn_rule, {"step": step.name})]
        elif action.seat not in self.to_act:
            reasons = [Reason("not_your_turn", self.rules.game.turn_rule)]
        else:
            reasons = step.all_explain(self, action)
            if not reasons:
                raise AssertionError(f"step {step.name} refuses {action} without a reason")
        return Refusal(action, tuple(reasons))

    def apply(self, action: Action, log: Log | None = None) -> None:
        """Carry out the action and everything that follows until the next decision.

        The action must be from `legal` of exactly this state, which is not checked. Events and outcomes go to `log`
        if one is given.
        """
        stack = self.stack
        node: Any = self.rules.nodes[stack[-1][0]]
        at = len(stack) - 1
        below = stack[at - 1]
        stays = node.all_play(self, action, log) if node.extras else node.play(self, action, log)
        if log is not None:
            log.step = len(log.events)
        # If the step has ended the turn, its own frame is off the stack already.
        if not stays and at < len(stack) and stack[at - 1] is below:
            del stack[at]
        advance(self, log)

    def play(self, action: Action, log: Log | None = None) -> None:
        """As `apply`, but check first: an action that is refused raises `Illegal` and leaves the state untouched."""
        refusal = self.check(action)
        if refusal is not None:
            raise Illegal(refusal, self.rules.say_refusal(refusal, self.seats))
        self.apply(action, log)

    def retract(self, seat: int) -> None:
        """Take back the seat's last sealed step, while the sealed decision is open."""
        if not isinstance(self.step, Sealed) or not self.sealed[seat]:
            raise UsageError(f"{self.seats[seat]} has no sealed decision to take back")
        self.sealed[seat] = self.sealed[seat][:-1]

    @property
    def turns_played(self) -> int:
        """The turns so far, with the one within which the game has ended if its seat has come to a decision."""
        phase, _, at = self.stack[0][:3]
        node: Any = self.rules.nodes[phase]
        cut = self.over and node.turns and any(isinstance(step, Decision) for step in node.steps[:at])
        return self.turns + int(cut)

    # -- points ------------------------------------------------------------------------------------------------

    def gain(self, seat: int, amount: int, reason: int, source: int = NOTHING) -> None:
        """Change the seat's score by one line.

        `reason` is a number from `rules.reason`; `source` is a number of the kind that the reason declares, such as a
        cell; NOTHING if the line comes from no single thing.
        """
        self.ledger.append((seat, amount, reason, source, self.turns))
        self.scores[seat] += amount

    def score_lines(self, seat: int | None = None) -> list[ScoreLine]:
        """All lines of one seat, or of all, in the order in which they were gained; their sum is the score."""
        return [self.rules.score_line(line, self) for line in self.ledger if seat is None or line[0] == seat]

    def concluded(self) -> Self:
        """Return a copy for which the end of the game has come now, if the game says what it brings."""
        copy = self.clone()
        if self.rules.game.ended is not None and not self.over:
            self.rules.game.ended(copy)
        return copy

    def standing(self) -> Sequence[int]:
        """Return a number for each seat, higher for a seat that is ahead: the points of its side, unless the game has
        another."""
        game = self.rules.game
        if game.standing is not None:
            return game.standing(self)
        return self.scores if game.teams is None else sides_of(self).totals(self.scores)

    def ranking(self) -> list[tuple[int, ...]]:
        """Seats by place, best first, by the rules' tie-breaks; seats that share a place are together.

        The first place is empty if nobody has won.
        """
        game, sides = self.rules.game, sides_of(self)
        if sides.rivals:
            return game.ranking(self)
        won = game.won(self) if self.over and game.won is not None else True
        if won is None:
            raise PluginError(f"game {game.name}: Game(won=...) returned None; expected True or False")
        return [*sides.groups] if won else [(), *sides.groups]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share first place; empty before the end, and if nobody has won."""
        return self.ranking()[0] if self.over else ()

    # -- copying, comparing and saving --------------------------------------------------------------------------

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return packed_state(self)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        assert isinstance(other, State)
        return self.rules.option_hash == other.rules.option_hash and all(
            getattr(self, f.name) == getattr(other, f.name)
            for f in attrs.fields(type(self))
            if f.name != "rules"
        )

    __hash__ = None  # type: ignore[assignment]

    def to_dict(self) -> dict[str, Any]:
        """Everything except the rules as plain lists, dicts, text and numbers; `rules.restore` reads it back."""
        return self.rules.pack(self)

    def digest(self) -> str:
        """16 hex digits that change with anything in the state."""
        return sha256(_WRITER.encode(self.to_dict()).encode()).hexdigest()[:16]

    # -- looking -------------------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        """The view of this seat (None: the spectator). Nothing is copied until it is read."""
        view: View = window(View, self.__class__)(self, seat)
        return view

    def seat(self, name: str) -> int:
        """The number of the seat with this name, in any spelling. Unclear if there is none."""
        found = find(name, self.seats)
        if found is None:
            raise Unclear("read.player", text=name, players=", ".join(self.seats))
        return found


def by_score(scores: Sequence[int]) -> list[tuple[int, ...]]:
    """Seats by points only, equal ones together; games add their tie-breaks."""
    return [
        tuple(s for s in range(len(scores)) if scores[s] == points)
        for points in sorted(set(scores), reverse=True)
    ]


def check_field_names(kind: type[State]) -> None:
    """Raise PluginError for a field of a game's state whose name means something else in every view of it."""
    own = {field.name for field in attrs.fields(kind)} - {field.name for field in attrs.fields(State)}
    for name in sorted(own):
        if hasattr(View, name):
            raise PluginError(
                f"{kind.__name__}.{name}: views have a member of this name, so that they cannot show the field; "
                "call it otherwise"
            )
