"""A match with its people and bots. Every face stands on it.

A face holds a `Table` and, for the person in front of it, a `Chair`. It never sees a state: everything that a chair
gives comes from the views of its seat and from the game's `Show`, so it works for every ruleset.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

from ..base.chance import Stream, key_of
from ..base.errors import TilewrightError, UsageError
from ..bots.greedy import Greedy
from ..bots.levels import spoken
from ..bots.random import Random
from ..play.match import Match
from ..play.recorded_game import Played
from ..play.redaction import pathless
from ..play.rewind import before
from ..rules.events import Log
from ..rules.schedule import Sealed
from . import table_request
from .chair import Chair
from .face_texts import Texts
from .table_request import TableRequest

if TYPE_CHECKING:
    from ..record.format import Help
    from ..rules.actions import Action
    from ..rules.state import State
    from ..rules.views import View

SURE = 60.0
"""Seconds in which one who was asked may resign."""
LATEST = 40
"""Positions that are kept although they are past: faces show what has happened in them."""


@attrs.define(eq=False, repr=False)
class Table:
    """One match, and what its faces have in common."""

    match: Match
    lang: str = "en"
    """The language of the match. A seat may choose another one (`Chair.speak`)."""
    undo: bool = True
    """Moves can be taken back."""
    one_keyboard: bool = True
    """True if all people share one keyboard, so that each may take back the move of the person before (`take_back`).

    A face in which people sit apart sets it to False: then a seat takes back only its own moves.
    """
    confirm: bool = True
    """Moves that cannot be taken back are previewed and confirmed. Like `pace`, people change it while they play."""
    pace: float = 0.6
    """Seconds for which faces show each move of a bot."""
    coach: bool = False
    """The coach speaks to people from the beginning; each can change that (`Chair.coach`)."""
    trial: bool = False
    """True for a copy in which a person tries moves out (`Chair.what_if`); it is not the match."""
    wish: TableRequest | None = None
    """The open request for what a seat may not do alone; None without one."""
    answered: TableRequest | None = None
    """The request that has ended last, until a move or another request follows."""
    revision: int = 0
    """It grows with everything that happens, so that faces know what to draw again."""
    people: tuple[int, ...] = attrs.field(init=False)
    bots: tuple[int, ...] = attrs.field(init=False)
    """The seats for which a person decides now, and those for which a bot does."""
    said: Texts = attrs.field(init=False)
    _past: dict[int, State] = attrs.field(init=False, factory=dict)
    """Positions by the number of decisions before them: the latest ones, or all if they were played again."""
    _chairs: dict[int | None, Chair] = attrs.field(init=False, factory=dict)
    _sure: tuple[int, int, float] = attrs.field(init=False, default=(-1, -1, 0.0))
    """The seat that was asked last whether it resigns, the revision, and until when it may answer."""

    def __attrs_post_init__(self) -> None:
        self._seated()
        self.said = Texts(self.lang)
        if self.match.playtest is not None:
            self.match.playtest.together = self.one_keyboard

    def _seated(self) -> None:
        seats = range(len(self.seats))
        self.people = tuple(seat for seat in seats if self.seats[seat] not in self.match.bots)
        self.bots = tuple(seat for seat in seats if seat not in self.people)

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
        """The help level: `full`, `previews` or `none` is shown of moves before they are played.

        It is written in the record and holds for all seats. Hints and copies to try moves in are given at `full`,
        what a move would bring also at `previews`. Rules and reasons are always shown.
        """
        return self.match.help_level

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
        """Return the chair of this seat, or of the spectator for None. A seat keeps its chair for the whole match."""
        if seat not in self._chairs:
            self._chairs[seat] = Chair(self, seat)
        return self._chairs[seat]

    def bot(self, seat: int) -> str:
        """The bot on this seat as people call it: `normal`. "" for a person, and for a bot that has no name."""
        return pathless(spoken(self.match.bot_names.get(self.seats[seat], ""))) if seat in self.bots else ""

    @property
    def levels(self) -> dict[str, str]:
        """What stands after the names of all players: `(normal)`, "" after that of a person."""
        return {name: f"({bot})" if (bot := self.bot(seat)) else "" for seat, name in enumerate(self.seats)}

    def called(self, seat: int) -> str:
        """The player's name, and which bot it is: `bruno (normal)`."""
        name, bot = self.seats[seat], self.bot(seat)
        return f"{name} ({bot})" if bot else name

    def past(self, number: int) -> State:
        """The position after so many of the decisions that stand. Faces see it through a `Chair`."""
        if number >= len(self.match.played):
            return self.match.state
        if number not in self._past:
            self._past = {n: state for n, (state, _) in enumerate(self.match.past())}
        return self._past[number]

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
        stood, number = self.match.state, len(self.match.played)
        played, self._past[number] = self.match.play(action), stood
        self._past.pop(number - LATEST, None)
        self._went_on()
        return played

    # -- taking back ---------------------------------------------------------------------------------------------

    def take_back(self, seat: int) -> str:
        """Take back the seat's last decision; return a sentence that names it. UsageError if that cannot be.

        A seat takes back its own decisions alone, within its turn, up to the last new information. At one keyboard it
        may also be that of the person before, as long as no one has learnt anything since; beyond that everyone must
        agree (`ask_back`). Where people sit apart, the end of the match is final, since everyone may see everything
        from then on. In a trial everything can be taken back.
        """
        chair = self.chair(seat)
        if not self.undo:
            raise UsageError(chair.texts("table.undo_off"))
        if self._ended:
            raise UsageError(chair.texts("table.back.over"))
        if not self.can_take_back(seat):
            raise UsageError(chair.texts("table.no_undo"))
        match, standing = self.match, list(self.match.played)
        if self.trial:
            last = max(self._tried())
            match.return_to(last, last, self.past(last), Log())
        else:
            match.undo(seat if match.can_undo(seat) else None)
        self._past.clear()
        self._went_on()
        still = {id(one) for one in match.played}
        action = next(one.action for one in standing if id(one) not in still)
        whose = f"{self.seats[action.seat]}: " * (action.seat != seat)
        return chair.texts("table.taken_back", move=whose + match.rules.say_move(action, seat, chair.lang))

    def _tried(self) -> list[int]:
        """The numbers of decisions before each of those that people have taken."""
        return [n for n, one in enumerate(self.match.played) if one.seat in self.people]

    def can_take_back(self, seat: int) -> bool:
        """True if `take_back` would take something back."""
        if seat in self.match.left.bots:
            return False
        if self.trial:
            return self.undo and bool(self._tried())
        return self.undo and not self._ended and (self.match.can_undo(seat) or self._before_me())

    @property
    def _ended(self) -> bool:
        """True once the match is over for people who sit apart: by now they may have looked at everything."""
        return self.over and not self.one_keyboard

    def _before_me(self) -> bool:
        """True if the last decision is a person's, and can be taken back at the one keyboard."""
        return self.one_keyboard and self.match.can_undo() and self.match.played[-1].seat in self.people

    def redo(self, seat: int) -> Played:
        """Play the move again that was taken back last; UsageError if there is none.

        Where people sit apart, it must be a move of this seat.
        """
        undone = self.match.undone
        if undone is None or (undone.seat != seat and not self.one_keyboard):
            raise UsageError(self.chair(seat).texts("table.no_redo"))
        played = self.match.redo()
        self._went_on()
        return played

    def _went_on(self) -> None:
        """Note that the position has changed: a request to go back from the old one may be made again."""
        self.answered = self.wish.closed("overtaken") if self.wish is not None else None
        self.wish = None
        self.revision += 1

    # -- taking back what one may not alone ------------------------------------------------------------------------

    def can_ask_back(self, seat: int) -> bool:
        """True if `ask_back` would ask."""
        return not table_request.unasked(self, seat)

    def ask_back(self, seat: int) -> TableRequest:
        """Ask all other people to take back the seat's last decision, with everything that came after it.

        That is for what the seat cannot take back alone: behind new information, other seats' decisions and turns. A
        secret decision goes back with its whole round. UsageError with a sentence if there is nothing to ask.
        """
        refused = table_request.unasked(self, seat)
        if refused:
            raise UsageError(refused)
        number = before(self.match, seat)
        assert number is not None
        return self._ask(seat, number)

    def _ask(self, seat: int, number: int, absent: int | None = None) -> TableRequest:
        others = tuple(other for other in self.people if other not in (seat, absent))
        self.revision += 1
        self.wish = TableRequest(seat, number, (), others, made=self.revision, absent=absent)
        self.answered = None
        return self.wish

    def agree(self, seat: int) -> bool:
        """The seat agrees to the wish. True if it was the last one, so that the match has gone back, or a bot plays.

        Bots' decisions are taken back as well; they play again. UsageError if the seat is not asked.
        """
        wish = self._asked(seat).agreed_by(seat)
        if wish.waiting:
            self.wish = wish
            self.revision += 1
            return False
        if wish.absent is not None:
            self.let_bot(wish.absent, by=(wish.seat, *wish.agreed))
        else:
            self.match.back(wish.number)
            self._past.clear()
        self._close(wish.closed("agreed"))
        return True

    def decline(self, seat: int) -> None:
        """End the request; nothing is taken back. Its maker withdraws it, others decline it, even after agreeing."""
        wish = self.wish
        if wish is not None and seat == wish.seat:
            self._close(wish.closed("withdrawn"))
        elif wish is not None and seat in wish.agreed:
            self._close(wish.closed("declined", seat))
        else:
            self._close(self._asked(seat).closed("declined", seat))

    def _asked(self, seat: int) -> TableRequest:
        """The wish, for which this seat's answer is awaited. UsageError with a sentence otherwise."""
        if self.wish is None:
            raise UsageError(self.chair(seat).texts("table.back.none"))
        if seat not in self.wish.waiting:
            raise UsageError(self.chair(seat).texts("table.back.not_asked"))
        return self.wish

    def _close(self, wish: TableRequest) -> None:
        self.wish, self.answered = None, wish
        self.revision += 1

    # -- leaving -------------------------------------------------------------------------------------------------

    def let_bot(self, seat: int, *, by: Sequence[int] = (), level: str = table_request.USUAL) -> None:
        """A bot of this level decides for the person of this seat from now on, until the person comes back.

        `by` are the seats that want it: itself, or all others; none if it is the host. UsageError if the person cannot
        leave.
        """
        table_request.let_bot(self, seat, by, level)
        self._left()

    def ask_bot(self, seat: int, absent: int) -> bool:
        """Ask all other people to let a bot play on for one who is absent. True if nobody is to be asked, so it does.

        UsageError if another request is open, or one of the two is no person of a match that goes on.
        """
        table_request.absent(self, seat, absent)
        if {*self.people} - {seat, absent}:
            self._ask(seat, self.match.decisions, absent)
            return False
        self.let_bot(absent, by=(seat,))
        return True

    def come_back(self, seat: int) -> None:
        """The person of this seat decides again, for whom a bot has played on. UsageError if that cannot be."""
        table_request.come_back(self, seat)
        self._left()

    def resign(self, seat: int) -> str:
        """Return what resigning means. Asked once more within a minute, the seat resigns; then "" is returned.

        Meanwhile nothing must happen at the table. UsageError if the person cannot leave.
        """
        if not self.sure(seat):
            said = table_request.resigning(self, seat)
            self._sure = seat, self.revision, time.monotonic() + SURE
            return said
        table_request.resign(self, seat)
        self._left()
        return ""

    def sure(self, seat: int) -> bool:
        """True if this seat was asked whether it resigns, and may still answer."""
        asked, revision, until = self._sure
        return (asked, revision) == (seat, self.revision) and time.monotonic() <= until

    def stay(self) -> None:
        """Whoever was asked whether to resign does not."""
        self._sure = -1, -1, 0.0

    def give_up(self, days: int) -> None:
        """The match ends by itself, since nobody has played for so many days. UsageError if it is over."""
        self.match.give_up(days, at=table_request.now())
        self._left()

    def _left(self) -> None:
        """Note that somebody has left or come back, or that the match has ended so."""
        self._seated()
        self._went_on()

    # -- trying --------------------------------------------------------------------------------------------------

    def copied(self, view: View, deal: int, lang: str) -> Table:
        """A trial: a copy that knows only what the view knows, with bots on all other seats (`Chair.what_if`)."""
        rules = view.rules
        start = view.determinize(Stream.of(key_of(deal, "what if")))
        kind = Greedy if rules.game.choices is not None else Random
        bots = {name: kind(rules) for seat, name in enumerate(self.seats) if seat != view.seat}
        match = Match(rules, start=start, bots=bots, seed=deal)
        return Table(match, lang, pace=self.pace, trial=True)
