"""A table in a browser as a machine with states: pages act, ask, vote and come back, bots play, the server restarts.

The oracle is a memory: the position after a sequence of decisions is what it was whenever that sequence stood before,
however often it was taken back, played again, or read from the record in between.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest

from tilewright.core.base.errors import TilewrightError
from tilewright.core.table.match_setup import MatchSetup, SeatSetup
from tilewright.core.web import thoughts
from tilewright.core.web.hosted_match import HostedMatch
from tilewright.core.web.live_match import LiveMatch
from tilewright.core.web.matches import MatchRegistry
from tilewright.core.web.page_event import PageEvent
from tilewright.core.web.page_session import PageSession

PLAYERS = (SeatSetup(name="anna"), SeatSetup(name="bruno"), SeatSetup(name="bot", level="normal"))
KEYS = ("right", "tab", "r", "+", "enter", "enter", "escape", "u", "u", "U", "h", "i", "w")
GAMES = (("rebirth", ()), ("glenmore", ()), ("isleofskye", ()))
ALL = (("rebirth", ("ireland",)), ("isleofskye", ("druids", "tunnel", "bonus", "outskirts")))


@attrs.define
class WebTable:
    """Two people with two pages each, and a bot; every event is what a page would send, or out of date."""

    folder: Path
    random: Random
    entry: HostedMatch = attrs.field(init=False)
    served: LiveMatch = attrs.field(init=False)
    seen: dict[object, str] = attrs.field(factory=dict)
    last: PageEvent | None = None
    asked: tuple[str, ...] = ()
    """What was played when the request that is open was made."""
    done: list[object] = attrs.field(factory=list)

    def begin(self, game: str, modules: tuple[str, ...]) -> None:
        setup = MatchSetup(game=game, modules=modules, players=PLAYERS)
        self._open(self._registry().begin(setup, seed=self.random.randrange(99)))

    def _registry(self) -> MatchRegistry:
        return MatchRegistry(
            self.folder / "web.json", self.folder / "games", lambda table: LiveMatch(table, pace=0)
        )

    def _open(self, entry: HostedMatch) -> None:
        self.entry, self.served = entry, entry.take()

    # -- what happens --------------------------------------------------------------------------------------------

    def some_page(self, seat: int | None = None) -> tuple[PageSession, str]:
        name = self.random.choice(("laptop", "phone"))
        session = self.served.session(self.random.randrange(2) if seat is None else seat, name)
        session.message_since(0)
        return session, name

    def send(self, session: PageSession, page: str, do: str, **more: Any) -> None:
        """Do what the page shows as possible, and think about what is to be thought about."""
        self.sent(
            session,
            PageEvent(
                page=page, do=do, number=session.number, asked=session.asks, hints=session.hints, **more
            ),
        )

    def sent(self, session: PageSession, event: PageEvent) -> None:
        self.done.append((session.seat, event))
        session.do(event)
        while (thought := thoughts.begin(session)) is not None:
            thoughts.end(session, thought, thought.find(20))
        self.last = event

    def press(self) -> None:
        session, page = self.some_page()
        key, before = self.random.choice(KEYS), self.played()
        self.send(session, page, "key", key=key)
        if key == "U" and self.played() != before:
            assert self.served.table.match.played[-1].seat == session.seat, (
                "only the own move is played again"
            )

    def click(self) -> None:
        session, page = self.some_page()
        if session.choice is not None and session.choice.choosing.spots:
            board, at = self.random.choice([*session.choice.choosing.spots])
            self.send(session, page, "click", at=(board, *at), key=self.random.choice(("mouse", "touch")))

    def play(self) -> None:
        """Type a whole move, and confirm it."""
        session, page = self.some_page(self.random.choice(self.served.table.to_act or (0,)) % 2)
        if session.trial is not None and self.random.random() < 0.7:
            self.send(session, page, "key", key="i")
        if session.choice is None:
            return
        number, offers = session.number, session.choice.choosing.offers
        self.send(session, page, "typed", text=str(self.random.choice(offers).action))
        if session.number == number and session.asks:
            self.send(session, page, "key", key="enter")
        assert session.number != number, "a legal move that was typed is played"

    def bot(self) -> None:
        table = self.served.table
        while (seat := table.next_bot()) is not None and table.wish is None:
            table.play(self.random.choice(table.match.state.legal(seat)))

    def ask_back(self) -> None:
        session, page = self.some_page()
        assert session.seat is not None
        can = self.served.table.can_ask_back(session.seat) and session.trial is None
        before = self.served.table.wish
        self.asked = self.played() if can else self.asked
        self.send(session, page, "wish", key="ask")
        wish = self.served.table.wish
        assert wish is not None and wish.seat == session.seat if can else wish == before

    def answer(self) -> None:
        """Answer a request, or one that was made before it; its maker can only withdraw it."""
        table = self.served.table
        wish, before = table.wish, len(table.match.played)
        if wish is None:
            return
        maker, agrees, late = (self.random.random() < share for share in (0.2, 0.7, 0.2))
        session, page = self.some_page(wish.seat if maker else 1 - wish.seat)
        self.send(session, page, "wish", key="agree" if agrees else "decline", n=wish.made - late)
        if session.trial is not None or late or (maker and agrees):
            assert table.wish == wish
        else:
            assert table.wish is None
            assert len(table.match.played) == (wish.number if agrees else before)

    def repeat(self) -> None:
        """Send the last event once more, from any page: what was meant for another decision is not played."""
        session, _ = self.some_page()
        if self.last is not None and self.last.do not in ("wish", "ask"):
            stale, before = self.last.number != session.number, self.played()
            self.sent(session, self.last)
            assert not stale or self.played() == before

    def restart(self) -> None:
        """The server ends and begins again, from its files alone."""
        played = self.played()
        self.entry.registry.rest()
        with pytest.raises(TilewrightError):
            self.served.session(0, "late").do(PageEvent(page="late", do="key", key="h"))
        [entry] = self._registry().entries()
        self._open(entry)
        assert self.played() == played, "a move that was acknowledged is in the record"

    def step(self) -> None:
        does: list[Callable[[], None]] = [self.press] * 5 + [self.play] * 8 + [self.bot] * 3
        does += [self.click, self.click, self.ask_back, self.answer, self.answer, self.repeat, self.restart]
        self.random.choice(does)()
        self.check()

    # -- what holds ----------------------------------------------------------------------------------------------

    def played(self) -> tuple[str, ...]:
        return tuple(str(one.action) for one in self.served.table.match.played)

    def check(self) -> None:
        table = self.served.table
        state = table.match.state
        key = self.played(), tuple(map(tuple, state.sealed))
        assert self.seen.setdefault(key, state.digest()) == state.digest(), "a position has changed"
        assert self.entry.look().decisions == table.match.decisions, "the record lacks what stands"
        for seat in (0, 1):
            session = self.served.session(seat, "laptop")
            shown = json.loads(session.message_since(0)[0].removeprefix(b"data: "))
            assert shown["state"]["acts"] == (seat in session.table.to_act)
        wish = table.wish
        if wish is not None:
            assert {*wish.waiting, *wish.agreed} == {0, 1} - {wish.seat}
            assert self.played() == self.asked, "a request ends with the next move"


def run(folder: Path, game: str, modules: tuple[str, ...], seed: int, steps: int) -> None:
    at = WebTable(folder, Random(seed))
    at.begin(game, modules)
    try:
        for _ in range(steps):
            at.step()
    except AssertionError as error:
        error.add_note("\n".join(map(str, at.done[-20:])))
        raise
    finally:
        at.entry.registry.rest()
    assert len(at.seen) > steps // 8, "hardly anything was played"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game[0])
def test_a_table_keeps_its_word_whatever_pages_do(tmp_path: Path, game: Any) -> None:
    run(tmp_path, game[0], game[1], 1, 60)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 22))
@pytest.mark.parametrize("game", [*GAMES, *ALL], ids=lambda game: "-".join((game[0], *game[1])))
def test_a_table_keeps_its_word_for_longer(tmp_path: Path, game: Any, seed: int) -> None:
    run(tmp_path, game[0], game[1], seed, 400)
