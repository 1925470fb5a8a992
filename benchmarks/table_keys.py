"""What a whole game of each kind costs at the table: keys, screens, and what one sees on them.

    python benchmarks/table_keys.py                                 this checkout
    PYTHONPATH=../older/src python benchmarks/table_keys.py         another one, with the same rules of the games
    python benchmarks/table_keys.py --only glenmore --sizes 80x24

One person plays what a greedy bot would play from the same view, with the fewest real keys, against bots of the level
easy. It is played full screen in three sizes of window, and at the prompt.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
from collections import Counter, deque
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # the pilot of the tests, which waits for the program

from tests.screen.steady import driven
from textual.geometry import Region

import tilewright as tw
from tilewright.core.bots import make
from tilewright.core.cli.shared.common import Stopped
from tilewright.core.cli.shared.terminal import Terminal
from tilewright.core.cli.table.prompt import Prompt
from tilewright.core.cli.table.session import Session
from tilewright.core.screen.app import TableApp
from tilewright.core.screen.lines_widget import LinesWidget
from tilewright.core.screen.play_screen import PlayScreen
from tilewright.core.table.choice_cursor import form
from tilewright.core.table.choosing import amounts_of, spot
from tilewright.core.table.table import Table

NAMES = ("anna", "bruno", "carla", "dora", "emil")
SKYE = ("bonus", "druids", "outskirts", "tunnel")
KINDS = (
    ("Glen More, 3", "glenmore", (), 3),
    ("Isle of Skye, 3, all modules", "isleofskye", SKYE, 3),
    ("Rebirth, 2", "rebirth", (), 2),
    ("Rebirth with ireland, 3", "rebirth", ("ireland",), 3),
)
SIZES = ("80x24", "120x40", "200x60")
SEED = 11
KEPT = {"score": "s", "log": "l", "rules": "t", "all keys": "?"}
ARROWS = {"right": (1, 0), "left": (-1, 0), "down": (0, 1), "up": (0, -1)}


def table(game: str, modules: tuple[str, ...], seats: int) -> Table:
    """A new match, for one person."""
    rules = tw.load(game, modules)
    bots = {name: make("easy", rules) for name in NAMES[1:seats]}
    return Table(tw.Match(rules, NAMES[:seats], seed=SEED, bots=bots))


class Person:
    """Wants what a greedy bot would play from the same view."""

    def __init__(self, made: Table) -> None:
        self.table, self.bot = made, make("greedy", made.match.rules)
        self.known: tuple[int, Any] = (-1, None)

    def wants(self) -> Any:
        if self.known[0] != self.table.revision:
            match = self.table.match
            self.known = self.table.revision, match.choose(0, self.bot)
        return self.known[1]


# -- full screen ---------------------------------------------------------------------------------------------------


def visible(screen: PlayScreen, board: int) -> bool:
    """Every spot of this board can be seen without scrolling."""
    boards = screen.boards
    window = Region(*boards.scroll_offset, *boards.size)
    boxes = boards.canvas.boxes if boards.canvas is not None else {}
    spots = [(board, spot.at) for spot in screen.show.boards[board].spots if not spot.blank]
    return any(where in boxes for where in spots) and all(
        window.overlaps(boxes[where]) for where in spots if where in boxes
    )


def about(screen: PlayScreen) -> bool:
    """The window shows every spot that can be chosen."""
    boards, choice = screen.boards, screen.choice
    assert choice is not None
    window = Region(*boards.scroll_offset, *boards.size)
    boxes = boards.canvas.boxes if boards.canvas is not None else {}
    return all(where in boxes and window.overlaps(boxes[where]) for where in choice.choosing.lit)


def way(screen: PlayScreen, to: Any) -> list[str]:
    """The fewest keys from the cursor to this spot; none if they do not lead there."""
    boards, choice = screen.boards, screen.choice
    assert choice is not None and boards.canvas is not None
    lit = choice.choosing.lit
    start = boards.cursor
    queue: deque[tuple[Any, list[str]]] = deque([(start, [])])
    seen = {start}
    while queue:
        at, keys = queue.popleft()
        if at == to:
            return keys
        for key, (dx, dy) in ARROWS.items():
            if at is None:
                found = next((where for where in lit if where in boards.canvas.boxes), None)
            else:
                found = boards.canvas.towards(at, dx, dy, lit)
            if found is not None and found not in seen:
                seen.add(found)
                queue.append((found, [*keys, key]))
        groups = choice.groups
        here = at[0] if at is not None else -1
        for key, step in (("tab", 1), ("shift+tab", -1)):
            group = groups[(groups.index(here) + step) % len(groups)] if here in groups else groups[0]
            first = next((where for where in lit if where[0] == group), None)
            if first is not None and first not in seen:
                seen.add(first)
                queue.append((first, [*keys, key]))
    return []


class Measured:
    """What was counted in one game."""

    def __init__(self) -> None:
        self.count: Counter[str] = Counter()
        self.places: dict[str, Counter[int]] = {name: Counter() for name in KEPT}

    def footer(self, text: str) -> None:
        for name, key in KEPT.items():
            found = re.search(rf"(^| ) {re.escape(key)}  ", text)
            if found:
                self.places[name][found.start()] += 1

    def rows(self) -> dict[str, str]:
        count = self.count
        turns, screens = max(1, count["turns"]), max(1, count["screens"])
        found = {
            "keys a turn": f"{count['keys'] / turns:.2f}",
            "screens a turn": f"{screens / turns:.2f}",
            "screens": str(screens),
            "Enter does nothing": f"{count['idle']} ({count['idle'] / screens:.0%})",
            "choices in sight": f"{count['about']} ({count['about'] / screens:.0%})",
        }
        if count["taking"]:
            found["own display in sight while taking"] = f"{count['taking own']} of {count['taking']}"
        for name, places in self.places.items():
            same = max(places.values(), default=0)
            found[f"footer has `{KEPT[name]}`"] = f"{places.total()}, {same} in one place"
        return found


async def one_key(pilot: Any, measured: Measured, *keys: str) -> None:
    for key in keys:
        measured.count["keys"] += 1
        await pilot.press(key)
        screen = pilot.app.screen
        if isinstance(screen, PlayScreen) and screen.resting:
            screen.rest()


async def asked(pilot: Any) -> PlayScreen | None:
    """The screen once the person is asked; None once the match is over."""
    while True:
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, PlayScreen), screen
        if screen.table.over:
            return None
        if screen.choice is not None and not screen.thinker.busy:
            if not screen.resting:
                return screen
            screen.rest()
        else:
            await asyncio.sleep(0.001)


async def decided(pilot: Any, screen: PlayScreen, wanted: Any, measured: Measured) -> None:
    """Play this move, or with the same key all that costs nothing if it is among that."""
    table, revision = screen.table, screen.table.revision
    for _ in range(60):
        choice = screen.choice
        if choice is None or table.revision != revision:
            return
        free = [offer.action for offer in choice.choosing.left if getattr(offer, "routine", False)]
        out = None if free else getattr(choice, "way_out", None)
        if choice.pending in (wanted, *free) or (choice.nowhere and wanted in (*free, out)):
            await one_key(pilot, measured, "enter")
        elif choice.pending is not None:
            await one_key(pilot, measured, "escape")
        elif choice.action == wanted and not choice.picks:
            await one_key(pilot, measured, "enter")
        else:
            offer = next((one for one in choice.choosing.left if one.action == wanted), None)
            if offer is None:
                await one_key(pilot, measured, "escape")
                continue
            lines = [n for n, one in enumerate(choice.listed) if offer in one.offers]
            where = spot(offer)
            piece = offer.piece if offer.piece in choice.choosing.pieces else None
            picked = {one.where for one in choice.choosing.picked}
            if piece is not None and piece not in picked and len({o.piece for o in choice.choosing.left}) > 1:
                where = piece if way(screen, piece) or choice.where == piece else where
            at = choice.where
            if lines and (choice.line not in lines):
                await one_key(pilot, measured, *choice.labels[lines[0]])
            elif lines and choice.offer is None:
                await one_key(pilot, measured, "enter")
            elif where is not None and choice.line is not None:
                await one_key(pilot, measured, "tab")
            elif at != where and where is not None:
                keys = way(screen, where)
                if not keys:
                    raise RuntimeError(f"no way to {where} for {wanted}")
                await one_key(pilot, measured, *keys)
            elif choice.picks:
                await one_key(pilot, measured, "enter")
            elif choice.action is not None and form(choice.action) == form(wanted):
                await one_key(pilot, measured, *str(amounts_of(wanted)[-1]))
            else:
                await one_key(pilot, measured, "r")
    raise RuntimeError(f"{wanted} is not found with keys")


async def at_screen(made: Table, size: tuple[int, int]) -> Measured:
    """One whole game full screen."""
    measured, person = Measured(), Person(made)
    app = TableApp(made, pace=0)
    async with driven(app, size) as pilot:
        turn: Any = None
        while (screen := await asked(pilot)) is not None:
            decided_before = [one.seat for one in made.match.played if one.seat != 0]
            if turn != len(decided_before):
                turn = len(decided_before)
                measured.count["turns"] += 1
            choice, wanted = screen.choice, person.wants()
            assert choice is not None
            measured.count["screens"] += 1
            measured.count["about"] += about(screen)
            measured.footer(screen.query_one("#foot", LinesWidget).text)
            if made.match.rules.game.name == "glenmore" and str(wanted).startswith(("take", "discard")):
                measured.count["taking"] += 1
                measured.count["taking own"] += visible(screen, 1)
            measured.count["idle"] += not enter_acts(screen)
            await decided(pilot, screen, wanted, measured)
    return measured


def enter_acts(screen: PlayScreen) -> bool:
    """Enter would play, pick, ask or move the cursor: anything but say that it does nothing."""
    choice = screen.choice
    assert choice is not None
    return not choice.nowhere or hasattr(choice, "way_out")


# -- prompt --------------------------------------------------------------------------------------------------------


class Typist(Terminal):
    """A terminal at which this person types."""

    __slots__ = ("answer", "gone", "printed")

    def say(self, text: str = "", style: str = "") -> None:
        self.printed.append(str(text))

    def note(self, text: str = "", style: str = "") -> None:
        self.printed.append(str(text))

    def wrapped(self, text: str, first: str = "", rest: str | None = None) -> None:
        self.say(self.fill(text, first, " " * len(first) if rest is None else rest))

    def measure(self) -> None:
        """The window stays as large as it is."""

    def retract(self) -> None:
        """Take the typed line away: it counts no longer."""
        self.gone += 1

    def ask(self, prompt: str) -> str:
        return self.answer(prompt)


def at_prompt(made: Table) -> dict[str, str]:
    """One whole game at the prompt in a window of 80x24."""
    terminal = Typist(False, False, True, 80, 24)
    terminal.printed = []
    terminal.gone = 0
    person, count, lines = Person(made), Counter[str](), []
    session = Session(made, terminal)
    now: list[Prompt] = []
    help_lines = {"?": 0, "look": 0}

    def typed(text: str) -> str:
        count["keys"] += len(text) + 1
        return text

    def answer(question: str) -> str:
        printed = sum(1 + text.count("\n") for text in terminal.printed)
        printed, terminal.gone = printed - terminal.gone, 0
        terminal.printed.clear()
        prompt, wanted = now[-1], person.wants()
        if question != prompt.asks:
            asked = 1 + sum(len(line) // 80 for line in question.split("\n")) + question.count("\n")
            lines[-1] += printed + asked
            return typed("")
        lines.append(printed + 1)
        count["screens"] += 1
        free = [offer.action for offer in prompt.choosing.left if getattr(offer, "routine", False)]
        count["idle"] += prompt.choosing.action is None and not free
        if wanted in free or (prompt.choosing.action == wanted):
            return typed("")
        for label, target in sorted(prompt.labels.items(), key=lambda one: len(one[0])):
            if any(offer.action == wanted for offer in target.offers):
                return typed(label)
        return typed(str(wanted))

    terminal.answer = answer
    turn: Any = None
    while not made.over:
        session.bots_play()
        if made.over:
            break
        others = sum(one.seat != 0 for one in made.match.played)
        count["turns"] += turn != others
        turn = others
        prompt = Prompt(session, made.chair(0))
        now.append(prompt)
        if made.match.decisions % 7 == 0:
            prompt.draw()
            terminal.printed.clear()
            for word in help_lines:
                prompt.line(word)
                printed = sum(1 + text.count("\n") for text in terminal.printed)
                help_lines[word] = max(help_lines[word], printed)
                terminal.printed.clear()
        try:
            prompt.turn()
        except Stopped:
            break
    turns = max(1, count["turns"])
    return {
        "keys a turn": f"{count['keys'] / turns:.2f}",
        "screens a turn": f"{count['screens'] / turns:.2f}",
        "screens": str(count["screens"]),
        "Enter does nothing": f"{count['idle']} ({count['idle'] / max(1, count['screens']):.0%})",
        "decisions with their question of more than 24 lines": f"{sum(n > 24 for n in lines)} (most {max(lines)})",
        "`?`, `look`: most lines": f"{help_lines['?']}, {help_lines['look']}",
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    parser.add_argument("--sizes", default=",".join(SIZES) + ",prompt")
    given = parser.parse_args()
    for title, game, modules, seats in KINDS:
        if given.only and given.only not in title.lower().replace(" ", ""):
            continue
        columns: dict[str, dict[str, str]] = {}
        for size in given.sizes.split(","):
            made = table(game, modules, seats)
            if size == "prompt":
                columns[size] = at_prompt(made)
            else:
                width, height = map(int, size.split("x"))
                columns[size] = asyncio.run(at_screen(made, (width, height))).rows()
        names = list(dict.fromkeys(name for column in columns.values() for name in column))
        print(f"\n| {title} | {' | '.join(columns)} |")
        print("|---|" + "---|" * len(columns))
        for name in names:
            print(
                f"| {name} | {' | '.join(column.get(name, '') for column in columns.values())} |", flush=True
            )


if __name__ == "__main__":
    main()
