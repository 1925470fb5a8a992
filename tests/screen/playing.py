"""Tables for tests, and a person who plays them with keys alone: what the screen offers, one thing after the other."""

from __future__ import annotations

import asyncio
import inspect
import random
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

from textual.pilot import Pilot
from textual.screen import Screen

from tilewright.core.bots import make
from tilewright.core.play.match import Match
from tilewright.core.record.format import Help
from tilewright.core.screen.app import TableApp, TableExit
from tilewright.core.screen.lines_widget import LinesWidget
from tilewright.core.screen.overlays import Curtain
from tilewright.core.screen.play_screen import PlayScreen
from tilewright.core.screen.shell import Shell
from tilewright.core.table.choosing import verb
from tilewright.core.table.table import Table

from ..table.games import ruleset
from .steady import LONGEST, driven

A = TypeVar("A")

NAMES = ("anna", "bruno", "carla", "dora", "emil")
FIELD = {" ": "space", ",": "comma", "-": "minus", "/": "slash", ".": "full_stop", "_": "underscore"}
"""The names of keys."""


def table(
    game: object,
    seats: int = 2,
    *,
    modules: Sequence[str] = (),
    bots: str = "random",
    people: int = 1,
    seed: int = 1,
    steps: int = 0,
    can: str = "",
    lang: str = "en",
    record: Path | None = None,
    help_level: Help = "full",
) -> Table:
    """A table at which the first seats are people and the others bots; so many decisions have been played.

    With `can`, play has gone on until a person can make such a move.
    """
    rules = ruleset(game, modules)
    names = NAMES[:seats]
    playing = {name: make(bots, rules) for name in names[people:]}
    match = Match(rules, names, seed=seed, bots=playing, record=record, help_level=help_level)
    anybody = make("random", rules)
    made = Table(match, lang)
    while not match.over and (match.decisions < steps or (can and not possible(made, can))):
        match.play(match.choose(match.state.to_act[0], anybody))
    return made


def possible(made: Table, kind: str) -> bool:
    """True if the person who is to decide can make a move of this kind."""
    seat = made.next_person()
    return seat is not None and kind in map(verb, made.match.state.legal(seat))


def app(table: Table, *, pace: float = 0, **more: Any) -> TableApp:
    """The program for this table, usually without waiting for anything."""
    return TableApp(table, pace=pace, **more)


def left(app: TableApp) -> TableExit | None:
    """How the program was left; the error with which it failed is raised."""
    found = app.return_value
    if found is not None and found.error is not None:
        raise found.error
    return found


def answered(asking: Screen[A], play: Any, size: tuple[int, int] = (80, 24)) -> A | None:
    """What a person answers on a screen of its own, such as the menu: with these keys, or as the test plays."""

    async def run() -> A | None:
        shell: Shell[A] = Shell(asking)
        async with driven(shell, size) as pilot:
            await (pilot.press(*play) if isinstance(play, tuple) else play(pilot))
            await pilot.pause()
        if shell.error is not None:
            raise shell.error
        return shell.return_value

    return asyncio.run(run())


def screen(pilot: Pilot[TableExit]) -> PlayScreen:
    """The table on the screen."""
    found = pilot.app.screen
    assert isinstance(found, PlayScreen), found
    return found


async def settled(pilot: Pilot[TableExit]) -> None:
    """Wait until a person is asked and sees all of it, the game is over, or something lies on top of the table."""
    ends = monotonic() + LONGEST
    while True:
        await pilot.pause()
        now = pilot.app.screen
        if pilot.app.return_value is not None or not isinstance(now, PlayScreen):
            return
        if now.table.over or (now.choice is not None and not now.thinker.busy):
            if not now.resting:
                return
            now.rest()  # as if no key had been pressed for a while
        else:
            assert monotonic() < ends, "nobody is asked"
            await asyncio.sleep(0.001)  # a bot thinks in a thread of its own


def everything(pilot: Pilot[Any]) -> str:
    """All text on the screen, line by line."""
    return "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())


def said(pilot: Pilot[TableExit], part: str) -> str:
    """What a part of the screen says."""
    return pilot.app.screen.query_one(f"#{part}", LinesWidget).text


# -- people who play -----------------------------------------------------------------------------------------------


class Keys:
    """Plays whatever is asked with keys alone, after looking about a little."""

    def __init__(self, pilot: Pilot[TableExit], seed: int = 1) -> None:
        self.pilot, self.draw = pilot, random.Random(seed)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def move(self) -> None:
        """One decision."""
        now = screen(self.pilot)
        assert now.choice is not None
        await self.press(
            *self.draw.choices(("right", "down", "left", "up", "r", "tab"), k=self.draw.randrange(2))
        )
        seen = (now.table.revision, len(now.choice.choosing.left))
        await self.press("enter")
        if now.pending is not None:
            await self.press("enter")
        elif now.choice is not None and seen == (now.table.revision, len(now.choice.choosing.left)):
            await self.press(
                "escape", "tab", "enter"
            )  # a rotation that is refused, or nothing under the cursor
            if now.pending is not None:
                await self.press("enter")


class Mouse(Keys):
    """Plays whatever is asked with clicks alone."""

    async def move(self) -> None:
        now = screen(self.pilot)
        choice = now.choice
        assert choice is not None
        spots = [where for where in choice.choosing.spots if where in now.boards.drawn]
        if spots and (not choice.listed or self.draw.random() < 0.7):
            where = self.draw.choice(spots)
            now.boards.centre(where)
            await self.pilot.pause()
            assert now.boards.canvas is not None
            box = now.boards.canvas.boxes[where]
            at = (box.x - now.boards.scroll_offset.x, box.y - now.boards.scroll_offset.y)
            for _ in range(2):
                if now.choice is choice and now.pending is None:
                    await self.pilot.click("#boards", offset=at)
        elif choice.listed:
            side = now.query_one("#side", LinesWidget)
            side.scroll_to(0, 0, animate=False)
            await self.pilot.click("#side", offset=(1, 0))
        if now.pending is not None:
            await self.pilot.click("#foot", offset=(2, 0))


async def whole(
    pilot: Pilot[TableExit], person: Keys, look: Callable[[PlayScreen], None] = lambda now: None
) -> None:
    """Play until the match is over; `look` sees every decision."""
    for _ in range(3000):
        await settled(pilot)
        now = pilot.app.screen
        if isinstance(now, Curtain):
            await pilot.press("enter")
        elif isinstance(now, PlayScreen):
            if now.table.over:
                return
            look(now)
            await person.move()
        else:
            await pilot.press("escape")
    raise AssertionError("the match does not end")


Test = Callable[[Pilot[TableExit]], Awaitable[None]]


def at(made: Table, test: Test, size: tuple[int, int] = (80, 24), **more: Any) -> TableApp:
    """Open the table and run the test at it, once a person is asked."""
    opened = app(made, **more)

    async def run() -> None:
        async with driven(opened, size) as pilot:
            await settled(pilot)
            await test(pilot)

    asyncio.run(run())
    left(opened)
    return opened


def at_table(
    *given: Any, size: tuple[int, int] = (80, 24), **more: Any
) -> Callable[[Callable[..., Awaitable[None]]], Callable[..., None]]:
    """Run the test at such a table, once a person is asked: it gets the pilot and the table.

    Parameters of the test that `table` knows are the table's, and `size` is that of the window.
    """
    known = inspect.signature(table).parameters

    def wrap(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
        def run(**values: Any) -> None:
            options = more | {name: one for name, one in values.items() if name in known}
            made = table(*given, **options)
            at(made, lambda pilot: test(pilot, made, **values), values.get("size", size))

        return taken_for(test, run, ("pilot", "made"))

    return wrap


def taken_for(
    test: Callable[..., object], run: Callable[..., None], given: Sequence[str], *fixtures: str
) -> Callable[..., None]:
    """Let pytest take `run` for the test, of whose parameters those `given` are not pytest's; these fixtures are."""
    run.__name__, run.__doc__, run.__module__ = test.__name__, test.__doc__, test.__module__
    names = [*fixtures, *(name for name in inspect.signature(test).parameters if name not in given)]
    parts = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in names]
    run.__signature__ = inspect.Signature(parts)  # type: ignore[attr-defined]
    return run


async def rested(pilot: Pilot[TableExit]) -> PlayScreen:
    """The screen once everything has been computed."""
    now = screen(pilot)
    while now.resting or now.thinker.busy:
        if not now.thinker.busy:
            now.rest()
        await pilot.pause(0.001)
    await pilot.pause()
    return now


def pressed(text: str) -> list[str]:
    """The keys that type this text."""
    return [FIELD.get(letter, letter) for letter in text]
