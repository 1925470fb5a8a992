"""The session of one open page, of a seat or a spectator: its cursor, its copy to try moves in, what it shows.

The browser sends what keys and pointer mean; the cursor itself is here, so that all faces share the rules of choosing.
What the page shows is a handful of regions, and only those that have changed are sent.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from ..base.errors import Unreadable, UsageError
from ..draw.svg_board import PER_LINE
from ..record.writer import NotWritten
from ..rules.actions import Illegal
from ..table import choice_keys, lookup
from ..table.choice_cursor import ChoiceCursor
from . import questions, regions, thoughts
from .http_errors import HttpError
from .page_acts import ACTS, FREE, IDLE, KEYS
from .region_messages import RegionMessages

if TYPE_CHECKING:
    from ..draw.model import Offer, Where
    from ..play.recorded_game import Played
    from ..rules.actions import Action
    from ..table.chair import Chair
    from ..table.choice_keys import Pressed
    from ..table.face_texts import Texts
    from ..table.preview import Gain
    from ..table.table import Table
    from .live_match import LiveMatch
    from .page_event import PageEvent

KEPT = "rRuUwhHlosktix"
"""Letters that are keys, and choose nothing in a list."""
TRIES = 0.5
"""Seconds between one copy to try moves in and the next."""
T = TypeVar("T")


class PageSession:
    """One page. Its methods are called under the lock of its match."""

    acts: ClassVar[Mapping[str, Callable[[Any, PageEvent], object]]] = ACTS
    """What can be done here."""
    kept_letters = KEPT

    def __init__(self, served: LiveMatch, seat: int | None, across: int = PER_LINE) -> None:
        """`across`: how many spots of a chain have room beside each other."""
        self.served, self.seat, self.across = served, seat, across
        self.trial: Table | None = None
        """The copy in which the person tries moves."""
        self.choice: ChoiceCursor | None = None
        self.held: Where | None = None
        """The spot where the cursor stays although the mouse goes elsewhere, such as to amounts beside the board."""
        self.staged = ""
        """The title of the board that was decided on last."""
        self.message, self.alarm = "", False
        self.number = secrets.token_hex(8)
        """Names the decision at hand; a new one for every decision, and after a restart."""
        self.answer: questions.AnswerPage | None = None
        """What was asked for last, until it is sent."""
        self.turn = served.turn if seat is not None else asyncio.Lock()
        """The lock under which a thread works on this page."""
        self.question = 0
        """The question whether a final move is meant that was asked last, by number."""
        self.hints = 0
        """How many hints were shown for the decision at hand."""
        self.done = 0
        """How much has been done here."""
        self._drawn: tuple[object, ...] = ()
        """What the regions were made from."""
        self._revision = -1
        self._asked: tuple[object, ...] | None = None
        """The decision that `choice` is for; None before the first look."""
        self._last: Played | None = None
        self._kept: Played | None = None
        self._before = ""
        """The number of the own decision that was made last: a second press of a key may still be meant for it."""
        self.thought: thoughts.Thought | None = None
        """What is being thought about for this page; None once it is found, or no longer wanted."""
        self.gains: Mapping[Action, Gain] | None = None
        """What each move of the decision brings, as far as it is known; None until somebody has looked."""
        self.looked = ""
        """The number of the decision at which somebody has begun to look."""
        self._tried, self._deals = 0.0, 0
        self._sent = RegionMessages()
        self._made: dict[str, tuple[object, Any]] = {}

    @property
    def table(self) -> Table:
        """The match, or the copy in which moves are tried."""
        return self.trial or self.served.table

    @property
    def chair(self) -> Chair:
        return self.table.chair(self.seat)

    @property
    def said(self) -> Texts:
        return self.chair.texts

    # -- what is sent --------------------------------------------------------------------------------------------

    def message_since(self, serial: int, packs: bool = False) -> tuple[bytes, int]:
        """A message with what has changed on the page since that serial number (0: everything), and the number now.

        `packs`: as a piece of a gzip stream.
        """
        with self.served.lock:
            self.follow()
            if self._drawn != (now := self._sources()):
                self._sent.update(self.regions())
                self._drawn = now
            return self._sent.since(serial, packs), self.serial

    def regions(self) -> dict[str, Any]:
        """Every region by name."""
        return regions.regions(self)

    def made(self, serial: int, packs: bool) -> tuple[bytes, int] | None:
        """Return what `message_since` returns, if it has been made and nothing has happened since. It never waits."""
        number = self.serial
        if self._drawn != self._sources():
            return None
        if serial == number:
            return b"", number
        found = self._sent.known(serial, packs)
        return (found, number) if found is not None else None

    @property
    def serial(self) -> int:
        """The number of the latest change of the page."""
        return self._sent.serial

    def _sources(self) -> tuple[object, ...]:
        """Return what the page is made from: if it is equal, so is the page."""
        revision, served = self.table.revision, self.served
        now = served.trouble, served.rematch, served.present, self.done
        return self._which, revision, served.table.revision, self.across, *now

    @property
    def _which(self) -> int:
        """The number of the copy, 0 for the match."""
        return self._deals if self.trial is not None else 0

    def kept(self, name: str, key: Hashable, make: Callable[[], T]) -> T:
        """Return what is made for the position and this key, again only if one of them has changed."""
        now = (self._which, self.table.revision, key)
        if name not in self._made or self._made[name][0] != now:
            self._made[name] = (now, make())
        found: T = self._made[name][1]
        return found

    def follow(self) -> None:
        """Catch up with the match. A decision that is still the same keeps its cursor and its number."""
        if self._revision == self.table.revision:
            return
        self._revision = self.table.revision
        if self._decision() != self._asked:
            self.renew()

    def _decision(self) -> tuple[object, ...]:
        """Return the decision that awaits this seat, () for none; equal as long as it is the same decision.

        While seats decide in secret, only its own decisions matter to it; otherwise it is the only one to decide.
        """
        if not self.chair.acts:
            return ()
        played, sealed = self.table.match.played, self.table.sealed
        self._last = next((one for one in reversed(played) if not sealed or one.seat == self.seat), None)
        return self._which, id(self._last), frozenset(self.chair.choosing.offers)

    def renew(self) -> None:
        """Begin the decision at hand with nothing picked."""
        self._revision, self._asked = self.table.revision, self._decision()
        self._kept = self._last  # as long as it is kept, its id means no other one
        self.choice = ChoiceCursor(self.chair, self.kept_letters, rests=False) if self._asked else None
        self.message, self.held, self.number, self.thought = "", None, secrets.token_hex(8), None
        self.gains, self.hints = None, 0

    # -- what is done --------------------------------------------------------------------------------------------

    def do(self, event: PageEvent) -> questions.AnswerPage | None:
        """Do what the person has done; what is to be read in a window of its own is returned."""
        with self.served.lock:
            if self.served.stopped:  # what is played now would not be in the record
                raise HttpError("web.error.busy", status=503, retry=3)
            self.done += 1
            self.follow()
            self.answer = None
            act = self.acts.get(event.do)
            if act is None:
                raise UsageError(f"do: '{event.do}' is unknown; expected one of {', '.join(self.acts)}")
            if self._unseen(event):
                return None
            if event.do in FREE or event.number == self.number:
                if self.awaited and event.do not in (*FREE, *IDLE, "key"):
                    self.thought = None  # the person chooses without the hint
                self.message, self.alarm = self.awaited, False
                before = self._pending
                self.trying(lambda: act(self, event))
                self.question += self._pending not in (None, before)
            elif event.do not in IDLE and event.number != self._before:
                self.say(self.said("web.moved_on"))
            return self.answer

    @property
    def asks(self) -> int:
        """The number of the open question whether a final move is meant; 0 without one."""
        return self.question if self._pending is not None else 0

    @property
    def awaited(self) -> str:
        """A sentence while a hint is being thought out, or ""."""
        return self.said("web.hint_awaited") if self.thought is not None and self.thought.hint else ""

    @property
    def _pending(self) -> Action | None:
        return self.choice.pending if self.choice is not None else None

    def _unseen(self, event: PageEvent) -> bool:
        """True for a press that came before the page had shown this question or hint, such as a double click."""
        late, enter = event.hints < self.hints, event.key in ("enter", "do")
        return (late and enter) or (self.asks not in (0, event.asked) and (enter or event.do == "click"))

    def trying(self, act: Callable[[], object]) -> None:
        """Do this. A mistake is said on the page."""
        try:
            act()
        except Illegal as error:
            self.say("; ".join(self.chair.reasons(error.refusal)), alarm=True)
        except Unreadable as error:
            more = ", ".join(error.expected[:6])
            self.say(f"{error}" + (f" ({more})" if more else ""))
        except NotWritten as error:  # it names a file of the person who serves
            self.served.why = str(error)
            self.say(self.said("web.not_saved"), alarm=True)
        except UsageError as error:
            self.say(str(error))

    def say(self, text: str, *, alarm: bool = False) -> None:
        """Show a sentence until the next thing is done. It takes back the answer about a final move."""
        self.message, self.alarm = text, alarm
        self.chair.messages.append(text)
        if self.choice is not None:
            self.choice.pending = None

    def play(self, action: Action | None) -> None:
        """Play a move of this seat, or, with None, all that are routine; in a copy the bots answer."""
        before = self.number
        for _ in self.chair.play_routine() if action is None else (self.chair.play(action),):
            pass
        self.renew()
        self._before = before
        thoughts.bots_answer(self)

    @property
    def person(self) -> int:
        """The seat. UsageError for spectators."""
        if self.seat is None:
            raise UsageError(self.said("web.only_watching"))
        return self.seat

    def choosing(self) -> ChoiceCursor:
        """The choice at hand. UsageError unless this seat must decide."""
        if self.choice is None:
            raise UsageError(self.said("web.only_watching" if self.seat is None else "table.no_turn"))
        return self.choice

    def pressed(self, done: Pressed) -> None:
        """Do what follows from a key or a click."""
        if done.said:
            self.say(done.said)
        if done.why:
            self.answer = questions.why(self)
        if done.idle and self.trial is not None:
            self.what_if()
        if done.play is not None or done.routine:
            self.play(done.play)
        if done.routine and self.choice is not None and self.choice.choosing.routine:
            self.pressed(choice_keys.enter(self.choice))  # a final move is left, to be asked about

    def key(self, key: str) -> None:
        """Do what a key does; a key that means nothing is forgiven.

        While a hint is awaited, Enter may be meant for the move that it will name; Escape wants it no longer.
        """
        if key in ("enter", "do") and self.awaited:
            return
        if key == "escape":
            self.held = None
            if self.awaited:
                self.thought, self.message = None, ""
                return
        if key in KEYS:
            KEYS[key](self)
        elif key == "escape" and self.choice is None and self.trial is not None:
            self.what_if()
        elif self.choice is not None:
            self.pressed(choice_keys.press(self.choice, key) or choice_keys.MOVED)

    def point(self, where: Where, with_: str = "") -> None:
        """Put the cursor on a spot; off turn nothing is pointed at. A mouse that hovers lets go of no spot."""
        if not self._there(where):
            return
        if self.choice is not None and self.choice.pending is None and not (self.held and with_ == "hover"):
            self.held = None
            self.choice.point(where)

    def click(self, where: Where, with_: str) -> None:
        """Point at a spot, or take what is there; play a final move that awaits confirmation there.

        A mouse has hovered before it clicks, so it takes at once; but where there are several moves, the first click
        holds the cursor, since they stand beside the board. A finger points first.
        """
        choice = self.choosing()
        if not self._there(where):
            return None
        held, self.held = self.held, None
        if choice.pending is not None and choice.where == where and choice.line is None:
            return self.pressed(choice_keys.enter(choice))
        if with_ == "touch" and where in choice.choosing.spots and choice.where != where:
            return self.point(where)
        if with_ == "mouse" and where in choice.choosing.spots:
            if choice.where != where or choice.line is not None:
                choice.pending = None
                choice.point(where)
            if held != where and choice.several:
                choice.pending, self.held = None, where
                return None
        return self.pressed(choice_keys.clicked(choice, where))

    def _there(self, where: Where) -> bool:
        """True if a board has such a place."""
        return lookup.spot_at(self.chair.show, where) is not None or where in self.chair.show.lit()

    def line(self, number: int) -> None:
        """Put the cursor on a line of the list. A final move there that awaits confirmation goes on waiting."""
        choice = self.choosing()
        _within(self, choice.listed, number)
        if choice.pending is None or choice.line != number:
            choice.pending = None
            choice.choose(number)

    def seek(self, offers: Sequence[Offer], number: int) -> None:
        """Put the cursor on one of these moves."""
        choice = self.choosing()
        choice.pending = None
        choice.seek(_within(self, offers, number).action)

    # -- taking back, hints, copies ------------------------------------------------------------------------------

    def undo(self) -> None:
        """Take the own last move back."""
        taken = self.table.take_back(self.person)
        self.renew()
        self.say(taken)

    def redo(self) -> None:
        """Play again what this seat took back."""
        self.table.redo(self.person)
        self.renew()

    def what_if(self) -> None:
        """Open a copy to try moves in, with the cursor on the same move; or close it."""
        if self.trial is not None:
            self.trial = None
            return self.renew()
        if time.monotonic() - self._tried < TRIES:  # bots play in it, and others wait meanwhile
            raise UsageError(self.said("web.slowly"))
        before = self.choice
        self._deals += 1
        self.trial, self._tried = self.table.chair(self.person).what_if(self._deals), time.monotonic()
        self.renew()
        thoughts.bots_answer(self)
        if self.choice is not None and before is not None and before.offer in self.choice.choosing.offers:
            self.choice.seek(before.offer.action, named=not before.picks)
        return None

    def wish(self, do: str, made: int) -> None:
        """Ask the others to take back more than the own turn, agree to the wish that was made then, or decline it."""
        table = self.served.table
        acts = {"ask": table.ask_back, "agree": table.agree, "decline": table.decline}
        if self.seat is None or self.trial is not None or do not in acts:
            raise UsageError(self.said("web.only_watching"))
        if do != "ask" and table.wish is not None and table.wish.made != made:
            raise UsageError(self.said("web.moved_on"))
        acts[do](self.seat)


def _within(session: PageSession, found: Sequence[T], number: int) -> T:
    """Return what has this number; UsageError if it is gone."""
    if not 0 <= number < len(found):
        raise UsageError(session.said("web.moved_on"))
    return found[number]
