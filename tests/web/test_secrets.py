"""What a seat receives while prices are secret does not depend on another seat's prices, to the last byte."""

from __future__ import annotations

import http.client
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import attrs

from tilewright.core.web.hosted_match import HostedMatch

from .house import House, plan, until
from .house import at as at
from .house import browser as browser
from .person import DESK, Person

NUMBER = re.compile(r'"number": "[0-9a-f]{16}"')
"""What names a decision is drawn for each page; nothing else may differ."""


@attrs.define
class Ear:
    """All bytes of a stream, as they come."""

    heard: bytearray = attrs.field(factory=bytearray)

    @property
    def text(self) -> str:
        return NUMBER.sub('"number": ""', self.heard.decode())


@contextmanager
def listening(at: House, path: str) -> Iterator[Ear]:
    """A further page at this address, without a browser."""
    ear = Ear()
    connection = http.client.HTTPConnection("127.0.0.1", at.front.port, timeout=60)
    connection.request("GET", path + "/live?page=ear&across=5")
    answer = connection.getresponse()
    sock = connection.sock

    def read() -> None:
        try:
            while part := answer.read1(65536):
                ear.heard += part
        except (OSError, http.client.HTTPException):
            pass  # it was closed

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    try:
        until(lambda: ear.heard, "nothing comes")
        yield ear
    finally:
        sock.shutdown(2)
        thread.join(10)
        connection.close()


DRAWN = re.compile(r' d="[^"]*"')
"""Outlines, whose coordinates may look like the name of a tile and a price."""


HERE = re.compile(r'"here": "(?:[^"\\]|\\.)*"(?:, )?')
"""Who has a page open: it depends on when the pages of a run were opened, and on no price."""


def without_presence(stream: str) -> str:
    """The events of a stream without it, and without those that say nothing else."""
    return "\n\n".join(event for event in HERE.sub("", stream).split("\n\n") if "data: {}" not in event)


class Wire:
    """Every byte that a browser's page receives: its stream and all answers."""

    def __init__(self, person: Person) -> None:
        self.streamed: list[str] = []
        self.answers: list[str] = []
        self.person = person
        session = person.page.context.new_cdp_session(person.page)
        session.on("Network.eventSourceMessageReceived", lambda event: self.streamed.append(event["data"]))
        session.send("Network.enable")
        person.page.on("response", self._answered)
        self._open: list[Any] = []

    def _answered(self, response: Any) -> None:
        if not response.url.split("?")[0].endswith("/live"):
            self._open.append(response)

    def all(self) -> tuple[list[str], list[str]]:
        """What came by the stream, and what came as answers."""
        self.person.settled()
        self.answers += [response.text() for response in self._open]
        self._open.clear()
        said = [HERE.sub("", one) for one in self.streamed]
        return [NUMBER.sub('"number": ""', one) for one in said if one != "{}"], [*self.answers]


@attrs.frozen
class Heard:
    """What one run brought to everybody before and after the reveal."""

    anna: tuple[list[str], list[str]]
    anna_raw: str
    spectators: str
    page: str
    after: tuple[str, str]
    prices: list[str]


def priced(at: House, entry: HostedMatch, browser: Any, prices: list[int]) -> Heard:
    """Bruno prices his tiles in secret while anna looks about and prices hers; then all is revealed."""
    with (
        browser.new_context(viewport=DESK) as hers,
        browser.new_context(viewport=DESK) as his,
        listening(at, "/t/" + entry.people["anna"]) as ear,
        listening(at, "/t/" + entry.kept.watching) as spectators,
    ):
        anna = Person(at, entry, "anna", hers)
        wire = Wire(anna)
        anna.reload()
        bruno = Person(at, entry, "bruno", his)
        table = anna.served.table
        tiles = sorted({str(action).split()[1] for action in table.chair(1).view.legal()})
        own = sorted({str(action).split()[1] for action in table.chair(0).view.legal()})
        said = [f"price {tiles[0]} {prices[0]}", f"price {tiles[1]} {prices[1]}", f"drop {tiles[2]}"]

        def types(person: Person, text: str) -> None:
            person.page.fill("#typed input", text)
            person.press("Enter")
            if person.session.choice is not None and person.choice.pending is not None:
                person.click("#move button.main")

        types(bruno, said[0])
        anna.settled()
        types(anna, f"price {own[0]} 1")
        for button in ("log", "score", "words"):
            if button == "words":
                anna.page.click("#tools .more > summary")
            anna.page.click(f"#tools [data-ask={button}]")
            anna.page.click("#page form button")
        types(bruno, said[1])
        anna.settled()
        types(anna, f"price {own[1]} 1")
        types(bruno, said[2])
        assert {"anna"} == {table.seats[seat] for seat in table.to_act} and table.sealed
        assert f"price a tile {prices[0]}" in bruno.text(
            "#news"
        )  # his own page tells him what he has decided
        before = wire.all(), ear.text, spectators.text, anna.page.content()
        types(anna, f"drop {own[2]}")
        anna.asked() if 0 in table.to_act else anna.settled()
        bruno.settled()
        until(lambda: len(ear.text) > len(before[1]) and len(spectators.text) > len(before[2]), "no reveal")
        assert not anna.errors and not bruno.errors
        return Heard(
            before[0],
            without_presence(before[1]),
            without_presence(before[2]),
            before[3],
            after=(anna.page.inner_text("body"), bruno.page.inner_text("body")),
            prices=said,
        )


def test_no_byte_depends_on_prices_that_are_secret(browser: Any, at: House) -> None:
    """Two matches that differ in nothing but bruno's prices."""
    at.registry.lessons.progress.offered("isleofskye")  # only a first game offers its lesson
    runs = [
        priced(at, at.begin(plan("isleofskye", "anna", "bruno"), seed=3), browser, prices)
        for prices in ([1, 4], [3, 2])
    ]
    first, other = runs
    assert len(first.anna[0]) >= 4 and sum(map(len, first.anna[1])) > 500
    assert first.anna == other.anna
    assert first.anna_raw == other.anna_raw
    assert first.spectators == other.spectators
    for run in runs:
        shown = [said.removeprefix("price ") for said in run.prices[:2]]
        told = [f"a tile for {text.split()[1]}" for text in shown]
        assert all(text in page for text in told for page in run.after)
        typed = [text.replace(" ", " for ") for text in shown]
        assert not any(text in DRAWN.sub("", run.page) for text in (*shown, *typed))
