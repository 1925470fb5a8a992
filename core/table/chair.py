"""A chair: everything that the person on one seat can see, choose and ask, from views of that seat alone."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from ..base.errors import UsageError
from ..draw.about import About
from ..draw.derived import leading, shown
from ..draw.level_names import with_levels
from ..draw.model import Offer, Show, Where
from ..play.guests import refusal
from ..rules.actions import Reason, Refusal
from ..text.languages import languages
from . import move_text, narration, table_request
from .changes import Mark, marked, marks
from .choosing import Choosing, spot
from .coach import Coach
from .face_texts import Texts
from .move_text import Effect
from .narration import DecisionText, Narrator
from .news import News, tell
from .preview import After, EndNow, MovePreview, at_end, foresee, ghost, world

if TYPE_CHECKING:
    from ..bots.sealed_plans import Plan
    from ..draw.model import Spot
    from ..play.recorded_game import Played
    from ..rules.actions import Action
    from ..rules.state import ScoreLine
    from ..rules.views import View
    from ..text.folder import Rule
    from .hint import Advice
    from .table import Table

RECENT = 6
"""Decisions that are news to a spectator."""
T = TypeVar("T")
KEPT = 5_000
"""Most answers kept until something happens at the table: a page may ask about any place and any move."""


@attrs.define(eq=False, repr=False)
class Chair:
    """Everything that one seat (None: the spectator) can see, choose and ask, from its view alone."""

    table: Table
    seat: int | None
    _memo: dict[Any, Any] = attrs.field(init=False, factory=dict)
    _revision: int = attrs.field(init=False, default=-1)
    _plans: dict[str, Plan] = attrs.field(init=False, factory=dict)
    _batch: tuple[int, int] = attrs.field(init=False, default=(0, -1))
    """The numbers of decisions before the first and the last of those that this seat has played without a look."""
    _latest: tuple[Played | None, Show | None] = attrs.field(init=False, default=(None, None))
    """The last decision of a position that was shown, and how that looked."""
    _trail: dict[int, tuple[Played, Mapping[Mark, bool]]] = attrs.field(init=False, factory=dict)
    """What decisions have changed, by their ids."""
    lang: str = attrs.field(init=False)
    """The language in which this seat reads and types: that of the match, unless it has chosen another one."""
    texts: Texts = attrs.field(init=False)
    coach: bool = attrs.field(init=False)
    """True if the coach says a sentence when something is new (`coached`)."""
    coaching: Coach = attrs.field(init=False, factory=Coach)
    messages: deque[str] = attrs.field(init=False, factory=lambda: deque(maxlen=12))
    """What a face has said to this person lately, beside the news: refusals, notes."""

    def __attrs_post_init__(self) -> None:
        self.coach = self.table.coach
        self.lang, self.texts = self.table.lang, self.table.said

    def speak(self, lang: str) -> None:
        """Everything that this seat reads is in this language from now on. UsageError if there is no such language."""
        if lang not in languages():
            raise UsageError(f"lang: '{lang}' is unknown; expected one of {', '.join(languages())}")
        self.lang, self.texts = lang, Texts(lang)
        self._latest = None, None
        self.table.revision += 1

    def _remembered(self, key: Any, make: Callable[[], T]) -> T:
        """The answer to a question, computed once as long as nothing happens at the table."""
        if self._revision != self.table.revision or len(self._memo) >= KEPT:
            self._memo.clear()
            self._revision = self.table.revision
        if key not in self._memo:
            self._memo[key] = make()
        found: T = self._memo[key]
        return found

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
        return self._remembered("show", lambda: self._shown(self.view))

    def _shown(self, view: View) -> Show:
        return with_levels(leading(view, self.lang), self.table.levels)

    @property
    def named(self) -> tuple[Show, ...]:
        """The shows of this seat in its language and in English, since names are understood in both."""
        if self.lang == "en":
            return (self.show,)
        english: Show = self._remembered("english", lambda: shown(self.view, "en"))
        return (self.show, english)

    def box(self, lang: str) -> list[Show]:
        """Everything in the printed box, as the game draws it without a match."""
        rules = self.view.rules
        return [rules.sheet(name, lang) for name in rules.game.sheets]

    @property
    def rule_texts(self) -> Mapping[str, Rule]:
        """The rules that hold, by id, in the language of this seat."""
        return self.view.rules.rule_texts(lang=self.lang)

    @property
    def acts(self) -> bool:
        """True if this seat must decide now, and no bot plays on for it."""
        return self.seat in self.table.to_act and self.seat not in self.table.match.left.bots

    @property
    def choosing(self) -> Choosing:
        """The choice at hand with nothing picked; no moves if it is not this seat's turn."""
        return self._remembered("choosing", lambda: Choosing.of(self.show))

    def about(self, where: Where) -> About:
        """Return what the game says of a place beyond what lies there."""
        about = self.show.about
        return self._remembered(("about", where), lambda: about(*where) if about else About())

    # -- before a move -------------------------------------------------------------------------------------------

    def foresee(self, action: Action) -> MovePreview:
        """Return what a legal move would do, as far as this seat can know; without previews only if it is final."""
        found: MovePreview = self._remembered(
            ("foresee", action), lambda: foresee(self.view, action, self.table.bots, self.ended())
        )
        return found if self.table.help_level != "none" else found.bare()

    def foresees(self, found: Mapping[Action, MovePreview]) -> None:
        """Keep what moves would do, which was found elsewhere, for this position."""
        self._remembered("acts", lambda: self.acts)  # forgets an earlier position
        self._memo |= {("foresee", action): seen for action, seen in found.items()}

    def ghost(self, offer: Offer) -> tuple[Spot, ...]:
        """Return how the spot of a choice would look after it, then others that it fills; () if that is not certain.

        Rows of offers get no ghost, since nothing in them stays where it is.
        """
        return ghost(self.after(offer.action), offer) if self.drawn(offer) else ()

    def drawn(self, offer: Offer) -> bool:
        """True if the game draws what a choice does to its spot."""
        board = self.show.boards[offer.board] if spot(offer) is not None else None
        return board is not None and self.view.rules.game.show is not None and not board.in_line

    def after(self, action: Action) -> After:
        """Return how the table would look after the move; only that of the last move asked for is kept."""
        kept: dict[Action, After] = self._remembered("after", dict)
        if action not in kept:
            kept.clear()
            kept[action] = After.of(self.view, action, self.show)
        return kept[action]

    def final(self, action: Action) -> bool:
        """True if the move could not be taken back: faces show what it does and ask before they play it."""
        return not self.table.trial and (not self.table.undo or self.foresee(action).final)

    def said(self, action: Action, *, whole: bool = False) -> str:
        """Return what the move would do, in one sentence: `+3 food group; anna takes Stirling Castle`."""
        return "; ".join([one.text for one in self.told(action, whole=whole)] or [self.nothing(action)])

    def told(self, action: Action, *, whole: bool = False, beside: str = "") -> list[Effect]:
        """Return what the move would do, one thing after the other.

        The first few events of many, or all of them if it is to be `whole`; not what this text `beside` them says.
        In a match without previews only that it is final; nothing if it is not.
        """
        if self.table.help_level == "none":
            return [Effect(self.texts("table.final"))] if self.final(action) else []
        warning = self.coaching.warning(self, self.foresee(action).at_end) if self.coach else ""
        return [*move_text.effects(self, action, whole, beside), *([Effect(warning)] if warning else [])]

    def nothing(self, action: Action) -> str:
        """What is said of a move of which no effect is certain; "" in a match without previews."""
        unsure = self.view.rules.counted() or self.foresee(action).unsure
        key = "table.unsure" if unsure else "table.no_points"
        return self.texts(key) if self.table.help_level != "none" else ""

    def refused(self, action: Action) -> Refusal | None:
        """Why this seat may not take the action, in a position that the seat could be in; None if it may."""
        view = self.view
        return self._remembered(
            ("refused", action), lambda: refusal(view.like(world(view, 0), action.seat), action)
        )

    def reasons(self, refused: Refusal | Sequence[Reason]) -> list[str]:
        """The reasons of a refusal, one sentence each."""
        rules, seats, lang = self.view.rules, self.table.seats, self.lang
        reasons = refused.reasons if isinstance(refused, Refusal) else refused
        return [rules.say(reason.key, reason.args, seats, lang) for reason in reasons]

    # -- playing -------------------------------------------------------------------------------------------------

    def play(self, action: Action, *, more: bool = False) -> Played:
        """Play the move of this seat, or one `more` before it looks again; Illegal if it is refused."""
        if self.coach and self.refused(action) is None:
            self.coaching.played(self, action)
        number, before, played = len(self.table.match.played), self.show, self.table.play(action)
        self._batch, self._latest = (self._batch[0] if more else number, number), (played, self.show)
        self._trail[id(played)] = played, marks(before, self.show, played.seat)
        return played

    @property
    def teller(self) -> Narrator:
        return Narrator(self.table.match, self.seat, self.lang)

    def play_routine(self) -> Iterator[Played]:
        """Play all moves of this seat that are routine, one after the other, but none that is final."""
        more = False
        while moves := [move for move in self.choosing.routine if self.acts and not self.final(move)]:
            yield self.play(moves[0], more=more)
            more = True

    def missed(self) -> list[Played]:
        """Return what this seat has learnt of decisions since it last looked and decided; spectators see the last few.

        What it decided then is among them, and what was secret before and has been revealed since.
        """
        played, teller = self.table.match.played, self.teller
        start = (self.last_own or 0) if self.seat is not None else max(0, len(played) - RECENT)
        start = self._batch[0] if self._batch[1] == self.last_own else start
        before = {id(one) for one in teller.visible(played[:start])}
        return [one for one in teller.visible(played) if id(one) not in before]

    @property
    def last_own(self) -> int | None:
        """The number of decisions before this seat's last one; None if it has taken none."""
        played = self.table.match.played
        return next((n for n in reversed(range(len(played))) if played[n].seat == self.seat), None)

    @property
    def log(self) -> list[tuple[int, DecisionText]]:
        """What this seat may know of the decisions so far, each with the number of decisions up to it (`past`)."""
        played, teller = self.table.match.played, self.teller
        at = {id(one): n for n, one in enumerate(played, 1)}
        return self._remembered("log", lambda: [(at[id(x)], teller.told(x)) for x in teller.visible(played)])

    def past(self, number: int) -> Show:
        """The position after so many decisions as this seat saw it then."""
        (last, shown), played = self._latest, self.table.match.played
        if number == len(played):
            return self.show
        if number and shown is not None and played[number - 1] is last:
            return shown
        return self._remembered(
            ("past", number), lambda: self._shown(self.table.past(number).view(self.seat))
        )

    def moved(self, numbers: tuple[int, ...] | None = None) -> Mapping[Where, tuple[int, bool]]:
        """Return spots that decisions (all since its own) have changed, with whose move it was, and if more lies there.

        What is revealed on a player's own board is that player's.
        """

        def find() -> Mapping[Where, tuple[int, bool]]:
            played, own = self.table.match.played, self.last_own
            found: dict[Mark, tuple[Played, bool]] = {}
            start = max(0, len(played) - RECENT) if self.seat is None else 0 if own is None else own + 1
            for n, one in enumerate(played):
                meant = one.number in numbers if numbers is not None else n >= start
                if (meant or one is played[-1]) and id(one) not in self._trail:
                    self._trail[id(one)] = one, marks(self.past(n), self.past(n + 1), one.seat)
                if meant:
                    for mark, laid in self._trail[id(one)][1].items():
                        found[mark] = one, laid or (mark in found and found[mark][1])
            self._latest = (played[-1] if played else None), self.show
            owners = [board.seat for board in self.show.boards]
            return {
                (n, at): (one.seat if (of := owners[n]) is None or not one.sealed else of, laid)
                for (n, at), (one, laid) in marked(self.show, found).items()
            }

        return self._remembered(("moved", numbers), find)

    @property
    def news(self) -> News:
        """What this seat has missed, in words, and whether the last round is played."""
        first = (self.show.last,) if self.show.last and not self.table.over else ()
        return self._remembered("news", lambda: tell(self.teller, self.missed(), first))

    @property
    def coached(self) -> str:
        """What the coach says now, as two lines have room for it; "" for nothing, and while he is switched off."""
        return self._remembered("coached", lambda: self.coaching.say(self)) if self.coach else ""

    def committed(self) -> list[Action]:
        """This seat's moves in the open sealed decision, in order."""
        found: list[Action] = []
        for one in reversed(self.table.match.played if self.table.sealed else []):
            if not one.sealed or one.log.barrier:
                break
            found += [one.action] if one.seat == self.seat else []
        return found[::-1]

    def wished(self) -> tuple[str, ...]:
        """Return sentences about a request to take back more than one may alone, or its end; () for neither."""
        return table_request.told(self)

    # -- asking --------------------------------------------------------------------------------------------------

    def advice(self, found: Advice | None = None) -> Advice:
        """The move that looks best, and why; `found` is what the `adviser` of this position has returned.

        UsageError if the match is played without hints.
        """
        find = self.adviser()
        return self._remembered("advice", lambda: found or find())

    @property
    def advised(self) -> bool:
        """True if the advice for this position is known, so that `advice` takes no time."""
        return self._revision == self.table.revision and "advice" in self._memo

    def adviser(self) -> Callable[..., Advice]:
        """Return what finds the advice in a copy, in any thread. UsageError if the match is played without hints."""
        if self.unhelped:
            raise UsageError(self.unhelped)
        from .hint import advise  # with the bots that search for it

        view = self.table.match.state.clone().view(self.seat)
        return partial(advise, view, plans=self._plans)

    def standing(self) -> narration.ScoreSheet:
        """The points so far by reason and player, as far as this seat sees them."""
        rules, table = self.view.rules, self.table
        lines, hidden, ahead = self.lines(), self.show.secrecy, self.view.standing()
        more = [*table.levels.values()]
        return narration.ScoreSheet(
            rules, lines, table.seats, self.scores, self.lang, more, hidden, ahead, self.ended()
        )

    def sources(self) -> list[tuple[str, str, list[tuple[str, str]]]]:
        """Return for each player the name, the points, and by reason where they came from, or would at the end.

        Where points do not say who is ahead, players without any are left out.
        """
        rules, table, lines, found = self.view.rules, self.table, self.lines(), []
        for seat, name in enumerate(table.seats):
            parts = narration.sources(rules, lines, seat, self.lang)
            later = narration.sources(rules, self.ended().lines, seat, self.lang)
            parts += [(self.texts("table.end_of", reason=reason), part) for reason, part in later]
            if parts or not rules.counted():
                found.append((name, narration.figure(self.scores[seat]), parts))
        return found

    @property
    def scores(self) -> tuple[int | None, ...]:
        """The points of each seat; None where the game hides them from this one."""
        hidden = self.show.hidden
        return tuple(None if seat in hidden else points for seat, points in enumerate(self.view.scores))

    def lines(self) -> list[ScoreLine]:
        """Return the points that this seat sees, by their sources."""
        return [line for line in self.view.score_lines() if line.seat not in self.show.hidden]

    def ended(self) -> EndNow:
        """Return what the end of the game would add if it came now, as far as this seat can know."""
        return self._remembered("ended", lambda: at_end(self.view, self.show.hidden))

    def what_if(self, deal: int = 0) -> Table:
        """A copy to try moves in, which knows only what this seat knows; the match stays as it is.

        What is hidden is dealt anew, differently for each `deal`. Bots play all other seats, and everything can be
        taken back. UsageError if the match is played without it.
        """
        if self.unhelped:
            raise UsageError(self.unhelped)
        return self.table.copied(self.view, deal, self.lang)

    @property
    def unhelped(self) -> str:
        """Why this match has neither hints nor copies to try moves in; "" if it has both."""
        level = self.table.help_level
        return "" if level == "full" else self.texts("table.unhelped", level=level)
