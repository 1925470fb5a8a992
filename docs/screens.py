"""Writes pictures of the full screen: `python docs/screens.py [FOLDER]`, by default docs/screens/.

Each picture is one decision of one game at one size of the terminal. A test makes them anew and compares what they say.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import attrs

from tilewright.core.bots import make
from tilewright.core.play.match import Match
from tilewright.core.rules.assembly import load
from tilewright.core.screen.app import TableApp
from tilewright.core.screen.play_screen import PlayScreen
from tilewright.core.table.choosing import verb
from tilewright.core.table.table import Table

HERE = Path(__file__).parent / "screens"
SIZES = ((80, 24), (120, 40))
NAMES = ("anna", "bruno", "clara")
STILL = 3
"""A picture is taken once it has stayed the same this many times in a row."""


@attrs.frozen
class Picture:
    """A decision, and the keys that are pressed before the picture is taken."""

    name: str
    game: str
    seats: int
    verb: str
    """The picture is taken when the first player can do this for the last time within so many decisions."""
    steps: int
    keys: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    lang: str = "en"


PICTURES = (
    Picture("rebirth", "rebirth", 2, "place", 30),
    Picture("ireland", "rebirth", 3, "place", 75, modules=("ireland",)),
    Picture("glenmore-take", "glenmore", 3, "take", 60),
    Picture("glenmore-place", "glenmore", 3, "place", 60),
    Picture("glenmore-activate", "glenmore", 3, "activate", 60),
    Picture("isleofskye-price", "isleofskye", 3, "price", 60, ("2",)),
    Picture("isleofskye-buy", "isleofskye", 3, "buy", 60),
    Picture("isleofskye-build", "isleofskye", 2, "build", 60, ("r",)),
    Picture("palette", "glenmore", 3, "take", 40, ("?", "t", "a")),
    Picture("log", "rebirth", 2, "place", 30, ("enter", "enter", "enter", "enter", "l", "up")),
    Picture("what-if", "rebirth", 2, "place", 30, ("i",), lang="de"),
    Picture("score", "isleofskye", 3, "price", 60, ("s",), lang="pl"),
)


def table(picture: Picture) -> Table:
    """The table of a picture: the first player can do what the picture is about."""
    rules = load(picture.game, picture.modules)
    names = NAMES[: picture.seats]
    match = Match(rules, names, seed=1)
    anybody, found = make("random", rules), match.state
    for _ in range(picture.steps):
        if match.over:
            break
        seat = match.state.to_act[0]
        if seat == 0 and picture.verb in {verb(action) for action in match.state.legal(0)}:
            found = match.state
        match.play(match.choose(seat, anybody))
    bots = {name: make("random", rules) for name in names[1:]}
    return Table(Match(rules, start=found, bots=bots, seed=1), picture.lang)


async def taken(picture: Picture, size: tuple[int, int]) -> str:
    """The picture as SVG."""
    app = TableApp(table(picture), pace=0)
    async with app.run_test(size=size) as pilot:
        await ready(app)
        for key in picture.keys:
            await pilot.press(key)
            await ready(app)
        svg, same = "", 0
        # Widgets are laid out one after the other, and on a busy machine with pauses between.
        while same < STILL:
            await pilot.pause(0.05)
            await ready(app)
            before, svg = svg, app.export_screenshot(title=f"tilewright, {size[0]}x{size[1]}")
            same = same + 1 if text(before) == text(svg) else 0
        return svg


async def ready(app: TableApp) -> None:
    """Wait until everything has been computed."""
    while True:
        await asyncio.sleep(0.02)
        now = app.screen
        if not isinstance(now, PlayScreen) or (not now.resting and not now.thinker.busy):
            await asyncio.sleep(0.02)
            return


def text(svg: str) -> list[str]:
    """Return the text of a picture, line by line."""
    lines: dict[str, list[tuple[float, str]]] = {}
    for x, y, said in re.findall(r'<text[^>]*? x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)</text>', svg):
        lines.setdefault(y, []).append((float(x), unescape(said).replace("\xa0", " ")))
    return [
        " ".join("".join(said for _, said in sorted(parts)).split()) for _, parts in sorted(lines.items())
    ]


def pictures() -> Iterator[tuple[str, Picture, tuple[int, int]]]:
    """Every file name with its picture and size."""
    for one in PICTURES:
        for size in SIZES:
            yield f"{one.name}-{size[0]}x{size[1]}.svg", one, size


def write(folder: Path) -> None:
    """Write all pictures into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture, size in pictures():
        svg = asyncio.run(taken(picture, size))
        # The name of the picture's own styles is drawn by chance; a page that shows it asks no other host for fonts.
        svg = re.sub(r"terminal-\d+", "terminal", svg)
        (folder / name).write_text(re.sub(r"\s*@font-face \{.*?\n    \}", "", svg, flags=re.DOTALL), "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
