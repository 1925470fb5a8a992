"""The menu: what can be done without naming a command. Its answer says what, and the command line does it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal

import attrs

from ..base.errors import TilewrightError
from ..base.limits import PACES
from ..bots import levels
from ..box import owner_data
from ..draw.cells import cell_len
from ..draw.styled_lines import StyledLine, line, wrap
from ..rules import plugins
from ..table import result_text
from ..table.face_texts import Texts
from ..table.introduction import introduced
from ..table.match_setup import MatchSetup, Remembered
from ..table.record_index import RecordIndex
from ..table.saved_games import SavedGame
from ..table.setup_choices import played, titled
from ..text.grammar import grammar
from ..text.languages import languages
from .chooser import Chooser, Item
from .overlays import TextOverlay, reading
from .setup_screen import SetupScreen


@attrs.frozen
class MenuChoice:
    """The choice of a person in the menu."""

    do: Literal["new", "resume", "replay", "learn"]
    plan: MatchSetup | None = None
    path: Path | None = None
    game: str | None = None
    """The game to learn."""


@attrs.define
class MenuContext:
    """The data of the menu: saved games, the last choices, and pages of other commands."""

    home: Path
    memory: Remembered
    history: Callable[[str, int], Sequence[str]]
    """From a language and a width to lines about the saved games."""
    age: Callable[[float, Texts], str]
    """From the time of a file's last change to how long ago that was."""
    message: str = ""
    """Something that went wrong before."""

    @property
    def lang(self) -> str:
        return self.memory.lang or "en"


class MenuScreen(Chooser):
    """The first screen."""

    KEYS = (("enter", "choose"), ("q", "quit"))

    def __init__(self, around: MenuContext) -> None:
        self.around = around
        said = Texts(around.lang)
        super().__init__(said, "tilewright", [])
        self.message = around.message
        self.fill()

    def fill(self) -> None:
        """Make the list, in the language that is chosen."""
        said = self.said = Texts(self.around.lang)
        self.saved = RecordIndex(self.around.home).saves()
        going = [save for save in self.saved if not save.over and not save.problem]
        whole = [save for save in self.saved if not save.problem]
        memory = self.around.memory
        last = memory.game
        title = titled(last) if last is not None else ""
        asks = said(f"menu.confirm.{memory.confirm}")
        self.items = [
            Item(said("menu.new"), "new", "n", said("menu.about.new"), title),
            Item(said("menu.learn"), "learn", "g", said("menu.about.learn")),
            Item(said("menu.continue"), "resume", "c", said("menu.about.continue"), str(len(going) or "")),
            Item(said("menu.replay"), "replay", "r", said("menu.about.replay"), str(len(whole) or "")),
            Item(said("menu.history"), "history", "h", said("menu.about.history")),
            Item(said("menu.levels"), "levels", "v", said("menu.about.levels")),
            Item(
                said("menu.language"), "language", "l", said("menu.about.language"), grammar(said.lang).name
            ),
            Item(said("menu.confirm"), "confirm", "f", said("menu.about.confirm"), asks),
            Item(said("menu.pace"), "pace", "p", said("menu.about.pace"), f"{memory.pace:g} s"),
            Item(said("menu.quit"), "quit", "q", said("menu.about.quit")),
        ]
        if going and not last:
            self.at = 2

    def press(self, key: str) -> None:
        if key in ("escape", "q"):
            self.dismiss(None)
        elif key in ("left", "right"):
            if self.items[self.at].value in SWITCHES:
                self.switch(self.items[self.at].value, 1 if key == "right" else -1)
            else:
                self.nothing(key)
        else:
            super().press(key)

    def chosen(self, value: Any) -> None:
        if value == "quit":
            self.dismiss(None)
        elif value == "new":
            self.app.push_screen(SetupScreen(self.said, self.around.memory), self.planned)
        elif value in SWITCHES:
            self.switch(value, 1)
        elif value == "history":
            self.page("menu.history", self.around.history(self.around.lang, reading(self.app.size)))
        elif value == "learn":
            self.learn()
        elif value == "levels":
            self.page("menu.levels", self.levels())
        else:
            self.pick(value)

    def planned(self, plan: MatchSetup | None) -> None:
        """A new match has been set up, or not."""
        if plan is not None:
            self.dismiss(MenuChoice("new", plan=plan))

    def learn(self) -> None:
        """Choose the game to learn."""
        said, lang = self.said, self.around.lang
        items = []
        for name, key in zip(plugins.found("game"), "abcdefghijkmnoprstuvwxyz", strict=False):
            try:
                about = introduced(owner_data.loaded(name), lang)
            except TilewrightError as error:
                about = str(error)
            items.append(Item(titled(name) or name, name, key, about))

        def taken(game: str | None) -> None:
            if game is not None:
                self.dismiss(MenuChoice("learn", game=game))

        self.app.push_screen(GameList(said, said("menu.learn"), items), taken)

    def pick(self, do: Literal["resume", "replay"]) -> None:
        """Choose one of the saved games."""
        said = self.said
        found = [save for save in self.saved if not save.problem and (do == "replay" or not save.over)]
        items = [
            Item(played(save), save.path, letter, self.detail(save), self.around.age(save.changed, said))
            for save, letter in zip(found, [*"abcdefghijkmnoprstuvwxyz", *[""] * len(found)], strict=False)
        ]
        broken = [save for save in self.saved if save.problem]
        for save in broken[:BROKEN]:
            more = said("saves.broken", file=save.path.name, why=save.problem)
            items.append(Item(save.path.name, None, more=more, right=said("menu.broken")))
        title = said("menu.continue" if do == "resume" else "menu.replay")

        def taken(path: Path | None) -> None:
            if path is not None:
                self.dismiss(MenuChoice(do, path=path))

        self.app.push_screen(GameList(said, title, items, said("menu.none", folder=self.around.home)), taken)

    def detail(self, save: SavedGame) -> str:
        """Return how far it went, and its file."""
        assert save.head is not None
        if not save.over:
            far = self.said("saves.move", n=save.decisions) if save.decisions else self.said("saves.begun")
        else:
            far = result_text.over(save.result, save.head.seats, self.said.lang)
        return f"{far}; {save.path.name}"

    def switch(self, what: str, by: int) -> None:
        """Speak the next language, take the next pace, or ask before final moves or not."""
        memory, known = self.around.memory, languages()
        if what == "language":
            memory.lang = known[(known.index(memory.lang or "en") + by) % len(known)]
        elif what == "pace":
            at = PACES.index(memory.pace) if memory.pace in PACES else 0
            memory.pace = PACES[(at + by) % len(PACES)]
        else:
            memory.confirm = not memory.confirm
        self.fill()

    def levels(self) -> list[str]:
        """Return how strong the levels are, and in which games that is not measured."""
        said = self.said
        found = [said("menu.levels.what"), ""]
        found += [said(f"menu.about.{one}") for one in levels.LEVELS]
        for name in plugins.found("game"):
            try:
                if not levels.measured(owner_data.loaded(name)):
                    found += ["", said("menu.levels.unmeasured", title=titled(name))]
            except TilewrightError as error:
                found += ["", f"{name}: {error}"]
        return [*found, "", said("menu.levels.played")]

    def page(self, title: str, texts: Sequence[str]) -> None:
        """Show lines to read."""
        width = reading(self.app.size)
        lines: list[StyledLine] = []
        for text in texts:
            indent = len(text) - len(text.lstrip())
            parts = wrap(text, width - indent) if cell_len(text) > width else [text.strip()]
            lines += [line(" " * indent + part) for part in parts]
        self.app.push_screen(TextOverlay(self.said(title), lines, self.said))


SWITCHES = ("language", "confirm", "pace")
"""Lines that change with the arrow keys."""


class GameList(Chooser):
    """A list of games, or of saved games; one that cannot be read says why."""

    def chosen(self, value: Any) -> None:
        if value is None:
            self.message = self.items[self.at].more
        else:
            self.dismiss(value)


BROKEN = 5
"""Broken files that are listed."""
