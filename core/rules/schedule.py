"""The order of play as data: phases, each with a policy of who acts and a list of named steps.

In a state it is a short stack of frames, tuples of ints `(node, seat, ...)`: at the bottom the phase's frame
`(node, seat, next step)`, above it the step in progress, above that whatever a step has pushed. The top of the stack
says whose move it is, and in which step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar, cast

import attrs

from ..base.errors import PluginError
from .actions import NONE, Action, Legal, Reason

if TYPE_CHECKING:
    from .events import Log
    from .ruleset import Rules
    from .state import State

S = TypeVar("S", bound="State")
"""The class of state that a step works on: `class PlaceStep(Decision[RebirthState])`."""
Frame = tuple[int, ...]
"""An entry on a state's stack: the number of a node, then the node's own data."""
LONGEST_WALK = 100_000
"""Largest number of steps from one decision to the next; a schedule that takes more has a mistake."""


class Node(Generic[S]):
    """Anything that can stand on the stack; stateless, one instance for each assembled ruleset."""

    name: str = ""
    index: int
    """The node's number in frames, given when the ruleset is assembled."""

    def bind(self, rules: Rules) -> None:
        """Called once when the ruleset is assembled: fetch options, tables and moments here."""

    def advance(self, state: S, frame: Frame, log: Log | None) -> bool:
        """Return True if a seat must decide now; otherwise change the stack, and the walk goes on."""
        raise TypeError(f"{type(self).__name__} does not advance")


class Automatic(Node[S]):
    """A step without a decision."""

    def run(self, state: S, seat: int, log: Log | None) -> None:
        """Carry the step out. Its own frame is off the stack already; frames pushed here come next."""
        raise TypeError(f"{type(self).__name__} does not run")

    def advance(self, state: S, frame: Frame, log: Log | None) -> bool:
        state.stack.pop()
        self.run(state, frame[1], log)
        return False


class Run(Automatic[S]):
    """An automatic step that is one function: `Run("score", score)`, with `score(state, seat, log)`."""

    def __init__(self, name: str, function: Callable[[S, int, Log | None], object]) -> None:
        self.name = name
        self._function = function

    def run(self, state: S, seat: int, log: Log | None) -> None:
        self._function(state, seat, log)


class Decision(Node[S]):
    """A step in which a seat decides, once or several times."""

    actions: ClassVar[tuple[type[Action], ...]] = ()
    """The kinds of action that the step takes, for reading notation."""
    rules: ClassVar[tuple[str, ...]] = ()
    """The ids of the rules of this decision; a chapter such as `RB-PLACE` stands for all of its rules."""
    extras: tuple[Extra[S], ...] = ()
    """Actions that modules contribute, filled in when the ruleset is assembled."""

    @property
    def all_actions(self) -> tuple[type[Action], ...]:
        """The kinds of action that it takes, its own first."""
        return self.actions + tuple(kind for extra in self.extras for kind in extra.actions)

    def needed(self, state: S, seat: int) -> bool:
        """True if there is anything to decide; called each time the step is on top."""
        return True

    def advance(self, state: S, frame: Frame, log: Log | None) -> bool:
        if self.needed(state, frame[1]):
            return True
        state.stack.pop()
        return False

    def to_act(self, state: S, frame: Frame) -> tuple[int, ...]:
        """The seats that must decide now."""
        return (frame[1],)

    def awaits(self, state: S, frame: Frame, seat: int) -> bool:
        """True if this seat must decide now. Steps that can tell without looking at all seats override it."""
        return seat in self.to_act(state, frame)

    def legal(self, state: S, seat: int) -> Legal:
        """The actions that the seat may take; the one source of legality."""
        return NONE

    def play(self, state: S, action: Any, log: Log | None) -> bool:
        """Carry out an action of `legal`. Return True if the step stays on the stack, False if it is done."""
        raise TypeError(f"{type(self).__name__} takes no action")

    def explain(self, state: S, action: Any) -> list[Reason]:
        """Every rule that the action would break; empty exactly when it is legal. May be slow."""
        return []

    def all_legal(self, state: S, seat: int) -> Legal:
        found = self.legal(state, seat)
        for extra in self.extras:
            found = found + extra.legal(state, seat)
        return found

    def all_play(self, state: S, action: Action, log: Log | None) -> bool:
        for extra in self.extras:
            if isinstance(action, extra.actions):
                return extra.play(state, action, log)
        return self.play(state, action, log)

    def all_explain(self, state: S, action: Action) -> list[Reason]:
        for extra in self.extras:
            if isinstance(action, extra.actions):
                return extra.explain(state, action)
        return self.explain(state, action)


class Extra(Generic[S]):
    """Actions that a module adds to an existing step: their kinds, when they are legal, and what they do."""

    step: ClassVar[str] = ""
    actions: ClassVar[tuple[type[Action], ...]] = ()
    rules: ClassVar[tuple[str, ...]] = ()

    def bind(self, rules: Rules) -> None:
        """Called once when the ruleset is assembled."""

    def legal(self, state: S, seat: int) -> Legal:
        return NONE

    def play(self, state: S, action: Any, log: Log | None) -> bool:
        """As `Decision.play`: True when the step stays."""
        raise TypeError(f"{type(self).__name__} takes no action")

    def explain(self, state: S, action: Any) -> list[Reason]:
        return []


class Sealed(Decision[S]):
    """A decision that all seats take at once in secret: each commits small ints, then all are revealed together.

    `state.sealed[seat]` holds the ints of a seat, which only that seat sees; which seats are done is public. Until the
    last seat is done, a seat may take its steps back (`state.retract`).
    """

    ordered: ClassVar[bool] = True
    """False if a seat that takes the same steps in another order seals the same."""

    def complete(self, state: S, seat: int) -> bool:
        """True if this seat has made all its decisions; seats that need not decide are complete from the start."""
        return bool(state.sealed[seat])

    def code(self, state: S, action: Any) -> int:
        """The int that stands for the action in `state.sealed`."""
        raise TypeError(f"{type(self).__name__} seals nothing")

    def reveal(self, state: S, log: Log | None) -> None:
        """Carry out the sealed decisions, once all seats are done. They are cleared afterwards."""
        raise TypeError(f"{type(self).__name__} reveals nothing")

    def advance(self, state: S, frame: Frame, log: Log | None) -> bool:
        for seat in range(len(state.seats)):
            if not self.complete(state, seat):
                return True
        state.stack.pop()
        if log is not None:
            log.done()
            log.reveal()
        self.reveal(state, log)
        state.sealed[:] = [()] * len(state.seats)
        return False

    def to_act(self, state: S, frame: Frame) -> tuple[int, ...]:
        return tuple([seat for seat in range(len(state.seats)) if not self.complete(state, seat)])

    def awaits(self, state: S, frame: Frame, seat: int) -> bool:
        return not self.complete(state, seat)

    def play(self, state: S, action: Any, log: Log | None) -> bool:
        state.sealed[action.seat] = (*state.sealed[action.seat], self.code(state, action))
        return True


Who = Callable[[Any, int], int]
"""Returns the seat after the given one (-1: the first seat); -1 ends the phase."""


def clockwise(
    first: Callable[[Any], int] = lambda state: 0,
    *,
    rounds: bool = False,
    until: Callable[[Any], bool] = lambda state: False,
) -> Who:
    """Every seat once, from `first`, in seating order; with `rounds` again and again until the game is over.

    The phase ends before a seat's passage if `until` is true of the state then.
    """

    def after(state: State, seat: int) -> int:
        if until(state):
            return -1
        if seat < 0:
            return first(state)
        following = (seat + 1) % len(state.seats)
        return following if rounds or following != first(state) else -1

    return after


def once(state: State, seat: int) -> int:
    """One passage for no particular seat (frames carry seat 0): for automatic and sealed phases."""
    return 0 if seat < 0 else -1


class Phase(Node[Any]):
    """Steps that seats go through one by one, each a turn if `turns`. After the last phase the first begins again."""

    def __init__(self, name: str, who: Who, steps: Sequence[Node[Any]], *, turns: bool = False) -> None:
        self.label = name
        self.who = who
        self.steps = tuple(steps)
        self.turns = turns
        self.following: Phase = self

    def advance(self, state: State, frame: Frame, log: Log | None) -> bool:
        _, seat, at = frame
        if at < len(self.steps):
            step = self.steps[at]
            begun = (step.index, seat)
            state.stack[-1] = (self.index, seat, at + 1)
            state.stack.append(begun)
            return step.advance(state, begun, log)
        state.turns += self.turns
        if log is not None:
            log.done()
        self.pass_on(state, seat)
        return False

    def pass_on(self, state: State, seat: int) -> None:
        """Begin the passage of the seat after this one (-1: the first), in this phase or one that follows."""
        after = self.who(state, seat)
        phase = self
        while after < 0:
            phase = phase.following
            after = phase.who(state, -1)
            if after < 0 and phase is self:
                said = "no phase names a seat to act, and the game is not over; a step ends it (state.over = True)"
                raise RuntimeError(f"{said}: `until` ends only its phase")
        state.stack[-1] = (phase.index, after, 0)


@attrs.frozen
class Insert:
    """A module's step, to be inserted directly before or after the step `anchor`; a Phase next to a phase."""

    step: Node[Any]
    anchor: str
    side: Literal["before", "after"] = "after"
    priority: int = 0


Inserts = Sequence[tuple[str, Insert]]
"""(module, what it inserts)."""


def program(
    phases: Sequence[Phase], inserts: Inserts, extra: Sequence[Node[Any]]
) -> tuple[list[Phase], list[Node[Any]]]:
    """The phases and all nodes of the schedule, inserted ones included, with their indexes set.

    Inserts at one anchor are ordered by priority, then module. `extra` are steps that are in no phase's list because
    other steps push them. PluginError for an unknown anchor and for a name that is taken.
    """
    ordered = sorted(inserts, key=lambda i: (i[1].priority, i[0]))
    whole = _spliced(phases, [(m, i) for m, i in ordered if isinstance(i.step, Phase)])
    known = {name_of(step) for phase in whole for step in phase.steps} | {name_of(phase) for phase in whole}
    for module, insert in ordered:
        if insert.anchor not in known and f"phase {insert.anchor}" not in known:
            names = ", ".join(sorted(known))
            raise PluginError(f"module {module}: there is no step '{insert.anchor}'; known: {names}")
    for phase in whole:
        phase.steps = tuple(
            _spliced(phase.steps, [(m, i) for m, i in ordered if not isinstance(i.step, Phase)])
        )
    for n, phase in enumerate(whole):
        phase.following = whole[(n + 1) % len(whole)]
    nodes: list[Node[Any]] = [*whole, *(s for p in whole for s in p.steps), *extra]
    names_of_all = [name_of(node) for node in nodes]
    twice = {n for n in names_of_all if names_of_all.count(n) > 1}
    if twice:
        owners = [module for module, insert in ordered if name_of(insert.step) in twice]
        whose = f"; one is inserted by {' and by '.join(dict.fromkeys(owners))}" if owners else ""
        raise PluginError(f"two steps or phases are called {', '.join(sorted(twice))}{whose}")
    for n, node in enumerate(nodes):
        node.index = n
    return whole, nodes


N = TypeVar("N", bound="Node[Any]")


def _spliced(nodes: Sequence[N], inserts: Inserts) -> list[N]:
    """The nodes, with everything inserted next to its anchor."""
    found: list[N] = []
    for node in nodes:
        names = (name_of(node), name_of(node).removeprefix("phase "))
        here = [insert for _, insert in inserts if insert.anchor in names]
        found += [cast(N, insert.step) for insert in here if insert.side == "before"]
        found.append(node)
        found += [cast(N, insert.step) for insert in here if insert.side == "after"]
    return found


def conclude(state: State, label: str) -> None:
    """Play to the end of the game as if the phase with this label came next, with the steps that modules insert in it.

    Where a step needs a decision, the seat takes the action that brings it most at once. For `Game.ended`, on a copy.
    """
    phase = state.rules.by_name[f"phase {label}"]
    state.stack[:] = [(phase.index, 0, 0)]
    advance(state, None)
    while not state.over:
        seat, *_ = state.to_act
        tried = []
        for action in state.legal(seat):
            tried.append(state.clone())
            tried[-1].apply(action)
        best = max(range(len(tried)), key=lambda n: tried[n].standing()[seat])
        state.apply(state.legal(seat)[best])


def passage(state: State) -> tuple[int, int, int]:
    """Return a key that all decisions of one seat's turn share: the phase, the seat passing through it, turns so far.

    A phase without a seat (a sealed decision) has one key as a whole.
    """
    bottom = state.stack[0]
    return bottom[0], bottom[1], state.turns


def played(world: State, action: Action, seat: int) -> State:
    """Return a copy of the world after the action and what the seat is forced to do in the same turn."""
    state = world.clone()
    turn = passage(state)
    state.apply(action)
    while not state.over and state.to_act == (seat,) and passage(state) == turn:
        legal = state.legal(seat)
        if len(legal) > 1:
            break
        state.apply(legal[0])
    return state


def opening(state: State) -> bool:
    """Return whether the waiting step is the first of its phase with a decision: the beginning of a turn."""
    bottom = state.stack[0]
    phase = state.rules.nodes[bottom[0]]
    assert isinstance(phase, Phase)
    first = next((n for n, step in enumerate(phase.steps, 1) if isinstance(step, Decision)), 0)
    return len(state.stack) == 2 and bottom[2] == first


def name_of(node: Node[Any]) -> str:
    """A node's name in saved stacks: the step's, or `phase NAME`."""
    return f"phase {node.label}" if isinstance(node, Phase) else node.name


def push(state: State, node: Node[Any], seat: int, *data: int) -> None:
    """Put the node on the stack, so that it comes next."""
    state.stack.append((node.index, seat, *data))


def advance(state: State, log: Log | None) -> None:
    """Walk on until a seat must decide or the game is over."""
    nodes = state.rules.nodes
    stack = state.stack
    for _ in range(LONGEST_WALK):
        if state.over:
            return
        frame = stack[-1]
        if nodes[frame[0]].advance(state, frame, log):
            return
    walked = " > ".join(name_of(nodes[frame[0]]) for frame in stack)
    raise RuntimeError(f"{LONGEST_WALK} steps without a decision or an end; the schedule loops at {walked}")
