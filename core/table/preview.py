"""Looks at a move before it is played: what it would do as far as its seat can know, and how it would look.

The move is tried on several positions that the seat could be in (`view.determinize`). What is shown happens in all of
them before the first outcome of chance, so it cannot reveal anything hidden, whatever the game. In a sealed decision
it is what the reveal brings, whoever is still undecided: the others decide at random in each of these positions.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

import attrs

from ..base.chance import Stream
from ..base.cpu_time import cpu_seconds
from ..draw.model import Spot
from ..play.recorded_game import learnt
from ..rules.events import Event, Log
from ..rules.schedule import Sealed
from ..rules.views import seal_at_random
from ..rules.zones import Kept, declared

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from ..draw.about import Region
    from ..draw.model import Offer, Show
    from ..rules.actions import Action
    from ..rules.state import ScoreLine, State
    from ..rules.views import View

TRIES = 16
"""Positions tried; what is shown holds in all of them."""
SECONDS = 1.5
"""CPU seconds in which all moves of a decision are looked at, or none."""
K = TypeVar("K")


class Gain(NamedTuple):
    """What a move surely brings its seat: points at once, and by how much it changes those at the end."""

    now: int
    later: int = 0


@attrs.frozen
class MovePreview:
    """Everything that is certain of a move before it is played."""

    lines: tuple[ScoreLine, ...]
    events: tuple[Event, ...]
    final: bool
    """The move cannot be taken back once played: a seat learns something, or a bot plays next."""
    ends: Literal["", "may_end", "ends", "ends_hidden"]
    """`ends`: it surely ends the game; `ends_hidden`: there are points then that the seat cannot know."""
    seals: bool
    """It is the last step of the seat's sealed decision."""
    standing: tuple[int, ...] = ()
    """By seat, by how much it changes what says who is ahead; 0 where chance has a part in the move."""
    at_end: tuple[ScoreLine, ...] = ()
    """By how much it changes what the end of the game would bring: a line for each seat, reason and source."""
    unsure: bool = False
    """It brings or costs points now that the seat cannot know."""

    def gain(self, view: View, end: EndNow) -> Gain:
        """Return what it brings the view's seat; `end` is what the end brings without it."""
        seat = view.seat
        assert seat is not None
        if view.rules.counted():
            return Gain(self.standing[seat])
        now, later, ended = (
            sum(line.amount for line in lines if line.seat == seat)
            for lines in (self.lines, self.at_end, end.lines)
        )
        return Gain(now - ended) if self.ends.startswith("ends") else Gain(now, later)

    def bare(self) -> MovePreview:
        """The same without anything that the move brings."""
        return attrs.evolve(self, lines=(), events=(), ends="", standing=(), at_end=(), unsure=False)


class _Trial(Log):
    """A move in one of the positions; notes how much had happened before the first outcome of chance."""

    __slots__ = ("after", "before", "certain", "compared", "end", "lines", "scored", "sure")
    end: State | None

    def __init__(self, before: State, action: Action, compared: bool) -> None:
        super().__init__()
        self.before, self.after, self.compared = before, before.clone(), compared
        self.certain = True
        self.after.apply(action, self)
        if self.certain:
            self.reached()

    def outcome(self, source: str, value: str, to: int = -1) -> None:
        if self.certain:
            self.reached()
            self.certain = False
        super().outcome(source, value, to)

    def reached(self) -> None:
        """Note how much has happened: chance follows, or nothing."""
        after, first = self.after, len(self.before.ledger)
        self.sure, self.scored = self.events[:], len(after.ledger)
        self.lines = [after.rules.score_line(line, after) for line in after.ledger[first:]]
        self.end = after.concluded() if self.compared else None

    def standing(self) -> list[int]:
        """Return by how much it changes what says who is ahead; 0 if chance has a part in it."""
        both = zip(self.before.standing(), self.after.standing(), strict=True)
        return [now - then if self.certain else 0 for then, now in both]


def foresee(view: View, action: Action, bots: Collection[int] = (), end: EndNow | None = None) -> MovePreview:
    """Return what `action`, which must be legal for the view's seat, would do.

    `bots` are the seats that bots play; `end` is what the end brings now (`at_end`), if it is to be compared.
    """
    end, seat = end or EndNow(_worlds(view), view.seat), action.seat
    compared = min(COMPARED, len(end.points))
    tried = [_Trial(one, action, n < compared) for n, one in enumerate(end.decided)]
    played = tried if end.decided is end.states else [_Trial(one, action, False) for one in end.states]
    to_act = [{*one.after.to_act} for one in played]
    lines = reduce(_common, [one.lines for one in tried])
    events = reduce(lambda kept, more: [one for one in kept if one in more], [one.sure for one in tried])
    changes = zip(*(one.standing() for one in tried), strict=True)
    ends: Literal["", "may_end", "ends", "ends_hidden"] = ""
    later: list[ScoreLine] = []
    if any(one.after.over for one in tried):
        lines = end.known(lines)
        hidden = any(len(one.lines) > len(lines) for one in tried)
        sure = all(one.after.over and one.certain for one in tried)
        ends = "may_end" if not sure else "ends_hidden" if hidden else "ends"
    else:
        pairs = zip(tried, end.points, strict=False)
        later = _alike([(one.end, _points(one.end, one.scored, now)) for one, now in pairs if one.end])
    return MovePreview(
        tuple(lines),
        tuple(events),
        any(one.barrier or one.after.over or learnt(one.before, one.after) for one in played)
        or any(seat not in there and not there.isdisjoint(bots) for there in to_act),
        ends,
        isinstance(played[0].before.step, Sealed)
        and any(
            seat not in there or not any(one.after.sealed) for one, there in zip(played, to_act, strict=True)
        ),
        tuple(change[0] if len({*change}) == 1 else 0 for change in changes),
        tuple(end.known(later)),
        any(len(one.lines) > len(lines) for one in tried),
    )


def foresee_all(
    view: View, actions: Iterable[Action], bots: Collection[int], hidden: Collection[int]
) -> dict[Action, tuple[MovePreview, Gain]]:
    """Return what each of these legal moves would do, and brings its seat; nothing if that takes too long."""
    began, end = cpu_seconds(), at_end(view, hidden)
    found = {}
    for action in actions:
        seen = foresee(view, action, bots, end)
        found[action] = seen, seen.gain(view, end)
        if cpu_seconds() - began > SECONDS:
            return {}
    return found


def plates(gains: Mapping[K, Gain]) -> dict[K, str]:
    """Return those gains that are above what is commonest: `+5`; in brackets by how much the end changes: `(+8)`."""
    now, later = (_commonest([one[n] for one in gains.values()]) for n in (0, 1))
    found = {
        key: " ".join(
            [_signed(one.now)] * (one.now > now) + [f"({_signed(one.later)})"] * (one.later > later)
        )
        for key, one in gains.items()
    }
    return {key: text for key, text in found.items() if text}


def _signed(amount: int) -> str:
    return f"{amount:+}" if amount else "0"


def _commonest(amounts: Collection[int]) -> int:
    counts = Counter(amounts)
    return min((one for one in counts if counts[one] == max(counts.values())), default=0)


def world(view: View, number: int) -> State:
    """One of the positions that the view's seat could be in; the same for the same number."""
    return view.determinize(Stream(number, "preview"))


def _worlds(view: View) -> tuple[State, ...]:
    unknown = view.unknown()
    return tuple(view.determinize(Stream(number, "preview"), unknown) for number in range(TRIES))


COMPARED = 4
"""Positions in which it is tried what a move changes at the end."""


Source = tuple[int, int, int]
"""A seat, and the numbers of a reason and of a source of points."""


@attrs.frozen(eq=False, repr=False)
class EndNow:
    """What the end of the game would bring if it came now, as far as a seat can know."""

    states: tuple[State, ...]
    """Positions that the seat could be in; they must not be changed."""
    seat: int | None = None
    points: tuple[Counter[Source], ...] = ()
    """What the end brings in each of them; none if the game does not say it, or is over."""
    lines: tuple[ScoreLine, ...] = ()
    """What is the same in all of them."""
    unsure: frozenset[tuple[int, str]] = frozenset()
    """The seats and reasons whose points depend on what the seat does not know."""

    @cached_property
    def decided(self) -> tuple[State, ...]:
        """The positions in which all other seats have sealed a decision; the same if nobody else has one to seal."""
        if all({*one.to_act} <= {self.seat} or not isinstance(one.step, Sealed) for one in self.states):
            return self.states
        found = tuple(one.clone() for one in self.states)
        for number, one in enumerate(found):
            for seat in one.to_act:
                if seat != self.seat:
                    seal_at_random(one, seat, Stream(number, "undecided"))
        return found

    def known(self, lines: Iterable[ScoreLine]) -> list[ScoreLine]:
        """Return those of the lines that do not depend on what the seat does not know."""
        return [line for line in lines if (line.seat, line.reason) not in self.unsure]


def at_end(view: View, hidden: Collection[int] = ()) -> EndNow:
    """Return what the end would bring now, as far as the view's seat can know.

    `hidden` are the seats whose points it does not see.
    """
    rules, states = view.rules, _worlds(view)
    if rules.game.ended is None or view.over:
        return EndNow(states, view.seat)
    before = len(states[0].ledger)
    points = shown = [(end, _points(end, before)) for end in (one.concluded() for one in states)]
    if hidden or any(isinstance(kind, Kept) for kind in declared(type(states[0])).values()):
        masked = [_masked(one, view.seat, hidden, number) for number, one in enumerate(states)]
        shown = [(end, _points(end, before)) for end in (one.concluded() for one in masked)]
    unsure = {
        (key[0], rules.reasons[key[1]].key)
        for _, one in shown
        for key, amount in one.items()
        if any(other[key] != amount for _, other in shown)
    }
    found = EndNow(states, view.seat, tuple(one for _, one in points), (), frozenset(unsure))
    return attrs.evolve(found, lines=tuple(found.known(_alike(shown))))


def _masked(state: State, seat: int | None, hidden: Collection[int], number: int) -> State:
    """A copy with made-up values for what the seat could know only by counting along."""
    copy = state.clone()
    for one in hidden:
        copy.scores[one] = 1000 * number - 1500
    for name, kind in declared(type(state)).items():
        if isinstance(kind, Kept):
            held = getattr(state, name)
            pairs = zip(held, kind.shown(held, seat, state), strict=True)
            setattr(copy, name, [_other(own, number) if seen is None else seen for own, seen in pairs])
    return copy


def _other(value: Any, number: int) -> Any:
    return 1000 * number if isinstance(value, int) else value if number % 2 else type(value)()


def _points(end: State, scored: int, now: Mapping[Source, int] | None = None) -> Counter[Source]:
    """Return the points of all lines but so many first ones by their sources, less those that the end brings now."""
    found: Counter[Source] = Counter()
    for seat, amount, reason, source, _ in end.ledger[scored:]:
        found[seat, reason, source] += amount
    found.subtract(now or {})
    return found


def _alike(ends: Sequence[tuple[State, Counter[Source]]]) -> list[ScoreLine]:
    """Return the points that are the same at all of these ends, as lines."""
    found = []
    for key, amount in ends[0][1].items() if ends else ():
        if amount and all(points[key] == amount for _, points in ends):
            lines = [
                end.rules.score_line((key[0], amount, *key[1:], end.turns), end, ended=True)
                for end, _ in ends
            ]
            sure = all(line == lines[0] for line in lines)
            found.append(lines[0] if sure else attrs.evolve(lines[0], because=None))
    return found


class After(NamedTuple):
    """What a seat sees now, and after a move in two positions that it could be in: what both say is certain.

    It works for every game that draws itself.
    """

    now: Show
    first: Show
    second: Show

    @classmethod
    def of(cls, view: View, action: Action, show: Show) -> After:
        """Carry the move out and draw; `show` is what the seat sees now."""
        found = []
        for number in (0, 1):
            copy = world(view, number)
            copy.apply(action)
            found.append(view.rules.show(copy.view(view.seat), show.lang))
        return cls(show, *found)


def ghost(after: After, offer: Offer) -> tuple[Spot, ...]:
    """Return how the offer's spot would look after its move, and every other spot of its board that is filled by it.

    It is empty if that depends on what the seat does not know.
    """
    first, second = (_there(one, offer, after.now)[0] for one in after[1:])
    return first if first == second else ()


def vacated(after: After, offer: Offer) -> tuple[Spot, ...]:
    """Return how the other spots of the offer's board that its move surely empties would look after it."""
    first, second = (_there(one, offer, after.now)[1] for one in after[1:])
    return tuple(spot for spot in first if spot in second)


def joined(after: After, offer: Offer) -> list[Region]:
    """Return the regions of several spots to which the offer's spot surely belongs after its move, and not now so."""
    if offer.at is None:
        return []
    now, first, second = (one.about(offer.board, offer.at).regions if one.about else () for one in after)
    return [one for one in first if len(one.spots) > 1 and one in second and one not in now]


def goals_after(after: After) -> dict[str, dict[int, int]]:
    """Return what the goals of panels, "panel|goal", would say of each seat after the move, where that changes."""
    now, first, second = map(_goals, after)
    return {key: then for key, then in first.items() if now.get(key, then) != then == second.get(key)}


def _goals(show: Show) -> dict[str, dict[int, int]]:
    goals = ((f"{panel.title}|{goal.title}", goal) for panel in show.panels for goal in panel.goals)
    return {key: dict(goal.amounts or goal.points) for key, goal in goals}


def _there(after: Show, offer: Offer, show: Show) -> tuple[tuple[Spot, ...], tuple[Spot, ...]]:
    """How the offer's spot looks after the move, with the others of its board that are filled; and those emptied."""
    board = show.boards[offer.board]
    same = [one for one in after.boards if (one.title, one.grid) == (board.title, board.grid)]
    now, then = ({spot.at: spot for one in boards for spot in one.spots} for boards in ([board], same[:1]))
    if offer.at is None or offer.at not in then:
        return (), ()
    own, here = then.pop(offer.at), now.pop(offer.at, None)
    # Nearly all spots look as before, and asking whether one is empty takes longer than comparing it.
    changed = {at for at in now.keys() | then.keys() if now.get(at) != then.get(at)}
    taken = {at for at in changed & now.keys() if not _empty(now[at], here)}
    filled = [spot for at, spot in then.items() if at in changed - taken and not _empty(spot, here)]
    left = [then.get(at, Spot(at=at)) for at in sorted(taken)]
    return (own, *filled), tuple(spot for spot in left if _empty(spot, here))


def _empty(spot: Spot, like: Spot | None) -> bool:
    """True if nothing lies there, or only what is drawn at this other place, to which the move leads."""
    return _free(spot) or (like is not None and _lies(spot) == _lies(like))


def _lies(spot: Spot) -> tuple[object, ...]:
    return spot.face, spot.areas, spot.tile, spot.pieces, spot.picture, spot.short


def _free(spot: Spot) -> bool:
    """True if nothing lies there: it is blank, or says so with dots or dim signs alone, as a drawn empty cell does."""
    signs = [ink for row in (*spot.face, spot.short) for ink in row if ink.text.strip(" .·")]
    return all(ink.role == "dim" for ink in signs) and attrs.evolve(spot, face=(), short=()).blank


def _common(first: list[ScoreLine], second: list[ScoreLine]) -> list[ScoreLine]:
    left = list(second)
    found = []
    for line in first:
        if line in left:
            left.remove(line)
            found.append(line)
    return found
