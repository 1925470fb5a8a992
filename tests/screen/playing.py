"""Tables for tests, and a person who plays them with keys alone: what the screen offers, one thing after the other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from textual.pilot import Pilot

from tilewright.core.assembly import load
from tilewright.core.bots import make
from tilewright.core.match import Match
from tilewright.core.screen.app import Left, TableApp
from tilewright.core.screen.play import PlayScreen
from tilewright.core.screen.sheet import Sheet
from tilewright.core.table.table import Table

NAMES = ("anna", "bruno", "carla", "dora", "emil")


def table(
    game: object,
    seats: int = 2,
    *,
    modules: Sequence[str] = (),
    bots: str = "random",
    people: int = 1,
    seed: int = 1,
    steps: int = 0,
    lang: str = "en",
    record: Path | None = None,
) -> Table:
    """A table at which the first seats are people and the others bots; so many decisions have been played."""
    rules = load(game, modules)
    names = NAMES[:seats]
    playing = {name: make(bots, rules) for name in names[people:]}
    match = Match(rules, names, seed=seed, bots=playing, record=record)
    anybody = make("random", rules)
    for _ in range(steps):
        if match.over:
            break
        match.play(match.choose(match.state.to_act[0], anybody))
    return Table(match, lang)


def app(table: Table, **more: object) -> TableApp:
    """The program for this table, without waiting for anything."""
    return TableApp(table, pace=0, **more)  # type: ignore[arg-type]


def left(app: TableApp) -> Left | None:
    """How the program was left; the error with which it failed is raised."""
    found = app.return_value
    if found is not None and found.error is not None:
        raise found.error
    return found


def screen(pilot: Pilot[Left]) -> PlayScreen:
    """The table on the screen."""
    found = pilot.app.screen
    assert isinstance(found, PlayScreen), found
    return found


async def settled(pilot: Pilot[Left]) -> None:
    """Wait until a person is asked, the game is over, or something lies on top of the table."""
    for _ in range(2000):
        await pilot.pause()
        now = pilot.app.screen
        if pilot.app.return_value is not None:
            left(pilot.app)  # type: ignore[arg-type]
            return
        if (
            not isinstance(now, PlayScreen)
            or now.table.over
            or (now.choice is not None and not now.thinker.busy)
        ):
            return
        await pilot.pause(0.005)
    raise AssertionError("nobody is asked")


def everything(pilot: Pilot[Left]) -> str:
    """All text on the screen, line by line."""
    return "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())


def said(pilot: Pilot[Left], part: str) -> str:
    """What a part of the screen says."""
    return pilot.app.screen.query_one(f"#{part}", Sheet).text
