"""A match with its people and bots. Every face stands on it.

A face holds a `Table` and, for the person in front of it, a `Chair`. It never sees a state: everything that a chair
gives comes from the views of its seat and from the game's `Show`, so it works for every ruleset.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from ..bots.greedy import Greedy
from ..bots.random import Random
from ..chance import Stream, key_of
from ..errors import TilewrightError, UsageError
from ..match import Match, Played
from ..schedule import Sealed
from .chair import Chair
from .texts import Texts

if TYPE_CHECKING:
    from ..actions import Action
    from ..draw.model import Show
    from ..record import Help
    from ..state import State
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
    def help_level(self) -> Help:
        """How much this table tells about moves before they are played: `full`, `previews` or `none`.

        It is written in the record and holds for all seats. Hints and copies to try moves in are given at `full`,
        what a move would bring also at `previews`. Rules and reasons are always told.
        """
        return self.match.help_level

    @property
    def unhelped(self) -> str:
        """Why this match has neither hints nor copies to try moves in; "" if it has both."""
        return "" if self.help_level == "full" else self.said("table.unhelped", level=self.help_level)

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

    # -- trying --------------------------------------------------------------------------------------------------

    def copied(self, view: View, deal: int) -> Table:
        """A trial: a copy that knows only what the view knows, with bots on all other seats (`Chair.what_if`)."""
        rules = view.rules
        start = view.determinize(Stream.of(key_of(deal, "what if")))
        kind = Greedy if rules.game.choices is not None else Random
        bots = {name: kind(rules) for seat, name in enumerate(self.seats) if seat != view.seat}
        match = Match(rules, start=start, bots=bots, seed=deal)
        return Table(match, self.lang, trial=True)
