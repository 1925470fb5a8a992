"""A match with its people and bots, and what a person on one seat can see, do and ask. Every face stands on it.

A face holds a `Table` and, for the person in front of it, a `Chair`. It never sees a state: everything that a chair
gives comes from the views of its seat and from the game's `Show`, so it works for every ruleset.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from ..bots.greedy import Greedy
from ..bots.random import Random
from ..chance import Stream, key_of
from ..draw.model import Ink, Offer, Panel, Show, Where
from ..errors import TilewrightError, UsageError
from ..guests import refusal
from ..match import Match, Played
from ..schedule import Sealed
from . import telling
from .choosing import Choosing, slots, spot
from .foresight import Foreseen, at_end, foresee, ghost, world
from .telling import Teller
from .texts import Texts

if TYPE_CHECKING:
    from ..actions import Action, Refusal
    from ..draw.model import About, Spot
    from ..game import Choice
    from ..state import ScoreLine, State
    from ..views import View


@attrs.define(eq=False)
class Table:
    """One match, and what its faces have in common."""

    match: Match
    lang: str = "en"
    undo: bool = True
    """Moves can be taken back."""
    trial: bool = False
    """True for a copy in which a person tries moves out (`Chair.what_if`); it is not the match."""
    heard: dict[int, int] = attrs.field(factory=dict)
    """Seat to the number of decisions that its person has seen."""
    left: dict[int, Show] = attrs.field(factory=dict)
    """Seat to what it saw after its last move."""
    revision: int = 0
    """It grows with everything that happens, so that faces know what to draw again."""
    people: tuple[int, ...] = attrs.field(init=False)
    bots: tuple[int, ...] = attrs.field(init=False)
    said: Texts = attrs.field(init=False)
    _chairs: dict[int | None, Chair] = attrs.field(init=False, factory=dict)
    _before: list[State] = attrs.field(init=False, factory=list)

    def __attrs_post_init__(self) -> None:
        seats = range(len(self.seats))
        self.people = tuple(seat for seat in seats if self.seats[seat] not in self.match.bots)
        self.bots = tuple(seat for seat in seats if seat not in self.people)
        self.said = Texts(self.lang)
        for seat in self.people:
            self.heard.setdefault(seat, len(self.match.played))

    # -- who is here ---------------------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        """The players' names."""
        return tuple(self.match.state.seats)

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def alone(self) -> int | None:
        """The seat of the only person; None if there are several, or none."""
        return self.people[0] if len(self.people) == 1 else None

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that must decide now."""
        return () if self.over else self.match.state.to_act

    def next_bot(self) -> int | None:
        """The seat of the bot that plays now; None if a person decides or the match is over. Bots go first."""
        return next((seat for seat in self.to_act if seat in self.bots), None)

    def next_person(self) -> int | None:
        """The seat of the person who decides now; None while a bot plays and at the end."""
        if self.next_bot() is not None:
            return None
        return next((seat for seat in self.to_act if seat in self.people), None)

    @property
    def secrets(self) -> bool:
        """True if the match has anything that only one seat may see."""
        rules, state = self.match.rules, self.match.state
        hidden = any(place.zone.sees == "owner" for place in rules.places_of(state))
        return hidden or any(isinstance(node, Sealed) for node in rules.nodes)

    @property
    def sealed(self) -> bool:
        """True while seats decide in secret."""
        return isinstance(self.match.state.step, Sealed)

    def chair(self, seat: int | None) -> Chair:
        """What this seat can see and do; None for a spectator. One chair for each seat, as long as the table stands."""
        if seat not in self._chairs:
            self._chairs[seat] = Chair(self, seat)
        return self._chairs[seat]

    # -- playing -------------------------------------------------------------------------------------------------

    def think(self) -> Action:
        """The move of the bot that plays now. It changes nothing, so it may run in a worker while faces are drawn."""
        seat = self.next_bot()
        if seat is None:
            raise ValueError("no bot plays now")
        limit = self.match.rules.game.turn_limit
        if self.match.decisions >= limit:
            raise TilewrightError(f"the match has reached its limit of {limit} decisions")
        return self.match.choose(seat)

    def play(self, action: Action) -> Played:
        """Play a move of a bot or a person. Illegal if it is refused; nothing has changed then."""
        if self.trial and action.seat in self.people:
            self._before.append(self.match.state)
        try:
            played = self.match.play(action)
        except BaseException:
            if self.trial and action.seat in self.people:
                self._before.pop()
            raise
        self.revision += 1
        return played

    def take_back(self, seat: int) -> Played | None:
        """Take back the seat's last decision. UsageError with a sentence if that cannot be.

        None is returned for a sealed step. Among people, the one before may take a move back as long as nobody has
        learnt anything since. In a trial everything can be taken back.
        """
        if not self.undo:
            raise UsageError(self.said("table.undo_off"))
        if self.trial:
            self._rewind()
            return None
        match = self.match
        mine = match.can_undo(seat)
        if not mine and not self._before_me():
            raise UsageError(self.said("table.no_undo"))
        taken = match.undo(seat if mine else None)
        self.revision += 1
        return taken

    def can_take_back(self, seat: int) -> bool:
        """True if `take_back` would take something back."""
        if self.trial:
            return self.undo and bool(self._before)
        return self.undo and (self.match.can_undo(seat) or self._before_me())

    def _before_me(self) -> bool:
        return self.match.can_undo() and self.match.played[-1].seat in self.people

    def _rewind(self) -> None:
        if not self._before:
            raise UsageError(self.said("table.no_undo"))
        self.match = Match(
            self.match.rules, start=self._before.pop(), bots=self.match.bots, seed=self.match.seed
        )
        self.revision += 1

    def redo(self) -> Played:
        """Play the move again that was taken back last; UsageError if there is none."""
        if not self.match.can_redo:
            raise UsageError(self.said("table.no_redo"))
        played = self.match.redo()
        self.revision += 1
        return played


@attrs.define(eq=False)
class Chair:
    """What the person on one seat can see, choose and ask; None is the spectator. Everything comes from its view."""

    table: Table
    seat: int | None
    _memo: dict[Any, Any] = attrs.field(init=False, factory=dict)
    _revision: int = attrs.field(init=False, default=-1)

    def _remembered(self, key: Any, make: Any) -> Any:
        """The answer to a question, computed once as long as nothing happens at the table."""
        if self._revision != self.table.revision:
            self._memo.clear()
            self._revision = self.table.revision
        if key not in self._memo:
            self._memo[key] = make()
        return self._memo[key]

    # -- what it sees --------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The player's name; "" for the spectator."""
        return "" if self.seat is None else self.table.seats[self.seat]

    @property
    def view(self) -> View:
        return self.table.match.state.view(self.seat)

    @property
    def show(self) -> Show:
        """The position as this seat sees it, to be drawn; a list of moves and scores if the game does not draw."""
        found: Show = self._remembered("show", lambda: shown(self.view, self.table.lang))
        return found

    @property
    def named(self) -> tuple[Show, ...]:
        """What this seat sees in the table's language and in English, since names are understood in both."""
        if self.table.lang == "en":
            return (self.show,)
        english: Show = self._remembered("english", lambda: shown(self.view, "en"))
        return (self.show, english)

    @property
    def acts(self) -> bool:
        """True if this seat must decide now."""
        return self.seat in self.table.to_act

    @property
    def choosing(self) -> Choosing:
        """The choice at hand with nothing picked; no moves if it is not this seat's turn."""
        found: Choosing = self._remembered("choosing", lambda: Choosing.of(self.show))
        return found

    def about(self, where: Where) -> About | None:
        """What the game says of a place beyond what lies there; None if it says nothing."""
        if self.show.about is None:
            return None
        about = self.show.about
        found: About = self._remembered(("about", where), lambda: about(*where))
        return found

    # -- before a move -------------------------------------------------------------------------------------------

    def foresee(self, action: Action) -> Foreseen:
        """What a legal move would do, as far as this seat can know."""
        found: Foreseen = self._remembered(
            ("foresee", action), lambda: foresee(self.view, action, self.table.bots)
        )
        return found

    def ghost(self, offer: Offer) -> Spot | None:
        """How the spot of a choice would look after it; None if that is not certain, or it has no spot.

        In a row of offers nothing stays where it is, so there is no ghost either.
        """
        if spot(offer) is None or self.view.rules.game.show is None or self.show.boards[offer.board].in_line:
            return None
        found: Spot | None = self._remembered(("ghost", offer), lambda: ghost(self.view, offer, self.show))
        return found

    def final(self, action: Action) -> bool:
        """True if the move could not be taken back: faces show what it does and ask before they play it."""
        return not self.table.trial and (not self.table.undo or self.foresee(action).final)

    def said(self, action: Action) -> str:
        """What the move would do, in one sentence: `+3 food group; anna takes Stirling Castle`."""
        seen, rules, lang = self.foresee(action), self.view.rules, self.table.lang
        seats = self.table.seats
        found = [telling.by_seat(rules, seen.lines, seats, action.seat, lang)] if seen.lines else []
        events = [event for event in seen.events if not telling.repeats(event, action)]
        found += [rules.say_event(event, seats, self.seat, lang) for event in events[: telling.MANY]]
        found += ["..."] if len(events) > telling.MANY else []
        found += [self.table.said("table.ends")] if seen.ends_game else []
        return "; ".join(found) or self.table.said("table.no_points")

    def refused(self, action: Action) -> Refusal | None:
        """Why this seat may not take the action; None if it may. It is asked in a world that the seat could be in."""
        view = self.view
        found: Refusal | None = self._remembered(
            ("refused", action), lambda: refusal(view.like(world(view, 0), action.seat), action)
        )
        return found

    def reasons(self, refused: Refusal) -> list[str]:
        """The reasons of a refusal, one sentence each."""
        rules, seats, lang = self.view.rules, self.table.seats, self.table.lang
        return [rules.say(reason.key, reason.args, seats, lang) for reason in refused.reasons]

    def why_not(self, where: Where, choosing: Choosing | None = None) -> Refusal | None:
        """Why nothing can be done at this place, judged by the move that comes closest; None if something can.

        A move is tried that agrees with what has been picked, with this place in its last slot for a cell. None is
        also the answer if no move that is possible now has such a slot.
        """
        choosing = choosing or self.choosing
        if where in choosing.spots:
            return None
        tried = [self.moved(offer.action, where) for offer in choosing.left[:FEW]]
        found = [refused for one in tried if one is not None and (refused := self.refused(one)) is not None]
        return min(found, key=lambda refused: len(refused.reasons), default=None)

    def moved(self, action: Action, where: Where) -> Action | None:
        """The same action at another place, legal or not; None if it has no slot for a cell of that board."""
        board, at = where
        grid = self.view.rules.game.grid
        if board >= len(self.show.boards) or self.show.boards[board].grid != grid.name:
            return None
        kind = type(grid.at(0))
        own = [slot for slot in slots(action) if isinstance(getattr(action, slot), kind)]
        return attrs.evolve(action, **{own[-1]: kind(*at)}) if own else None

    def values(self, action: Action, slot: str) -> list[tuple[Any, Refusal | None]]:
        """Every value that the slot could have in this action, each with why it is refused; legal ones first.

        Such as the four rotations of a tile. At most FEW_VALUES, since some slots have hundreds.
        """
        reader = self.view.rules.readers.get(slot)
        listed = (
            list(reader.values(world(self.view, 0)))
            if reader is not None and reader.values is not None
            else []
        )
        if not listed or len(listed) > FEW_VALUES:
            listed = [getattr(action, slot)]
        judged = [(value, self.refused(attrs.evolve(action, **{slot: value}))) for value in listed]
        return sorted(judged, key=lambda one: one[1] is not None)

    # -- playing -------------------------------------------------------------------------------------------------

    def play(self, action: Action) -> Played:
        """Play the move of this seat; Illegal if it is refused."""
        played = self.table.play(action)
        if self.seat is not None:
            self.table.left[self.seat] = self.show
        return played

    def missed(self) -> list[Played]:
        """What this seat may know of the decisions since it last looked (`looked`)."""
        teller = Teller(self.table.match, self.seat, self.table.lang)
        played = self.table.match.played
        before = played[: self.table.heard.get(self.seat, 0)] if self.seat is not None else []
        return [one for one in teller.visible(played) if not any(one is old for old in before)]

    def committed(self) -> list[Action]:
        """This seat's moves in the open sealed decision, in order."""
        found: list[Action] = []
        for one in reversed(self.table.match.played if self.table.sealed else []):
            if not one.sealed or one.log.barrier:
                break
            found += [one.action] if one.seat == self.seat else []
        return found[::-1]

    def looked(self) -> None:
        """The person has seen everything up to now."""
        if self.seat is not None:
            self.table.heard[self.seat] = len(self.table.match.played)

    # -- asking --------------------------------------------------------------------------------------------------

    def hints(self) -> list[Choice]:
        """The possible moves as the game rates them, best first; UsageError if it does not rate moves."""
        choices = self.view.rules.choices(self.view)
        return sorted(choices, key=lambda choice: -choice.worth)

    def standing(self) -> telling.Sheet:
        """The points so far by reason and player."""
        view = self.view
        return telling.sheet(view.rules, view.score_lines(), self.table.seats, view.scores, self.table.lang)

    def ended(self) -> list[ScoreLine]:
        """The points that the end of the game would add if it came now, as far as this seat can know.

        These are the lines that are the same in several positions that the seat could be in. UsageError if the game
        does not say what its end would bring.
        """
        return list(self._remembered("ended", lambda: at_end(self.view)))

    def what_if(self, deal: int = 0) -> Table:
        """A copy to try moves in, which knows only what this seat knows; the match stays as it is.

        What is hidden is dealt anew, differently for each `deal`. Bots play all other seats, and everything can be
        taken back.
        """
        rules, seats = self.view.rules, self.table.seats
        start = self.view.determinize(Stream.of(key_of(deal, "what if")))
        kind = Greedy if rules.game.choices is not None else Random
        bots = {name: kind(rules) for seat, name in enumerate(seats) if seat != self.seat}
        match = Match(rules, start=start, bots=bots, seed=deal)
        return Table(match, self.table.lang, trial=True)


FEW = 12
"""Of so many moves, one that is close to a place is looked for."""
FEW_VALUES = 12


def shown(view: View, lang: str) -> Show:
    """The view as its game draws it; if the game does not draw, its moves and scores."""
    rules = view.rules
    if rules.game.show is not None:
        return rules.show(view, lang)
    rows = [(Ink(name, f"seat {n}"), Ink(str(view.scores[n]))) for n, name in enumerate(view.seats)]
    offers = [Offer(action=action) for action in view.legal()]
    return Show(
        title=rules.game.title, panels=[Panel(title="", rows=rows, now=True)], offers=offers, lang=lang
    )
