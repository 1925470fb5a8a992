"""The screen on which a new match is set up: game, modules, edition, options, and who sits where."""

from __future__ import annotations

from typing import Any

import attrs

from ..base.errors import TilewrightError
from ..base.sanitize import printable
from ..bots import levels
from ..draw.cells import ljust
from ..rules import plugins
from ..rules.game import at_least
from ..table.face_texts import Texts
from ..table.match_setup import NAME, NAMES, MatchSetup, Remembered, SeatSetup
from ..table.setup_choices import GameChoice, choices, offered
from ..text.options import Option, typed
from . import fitted_lines
from .chooser import Framed, FrameRow

WHO = ("", *levels.LEVELS)
"""Who can sit on a seat: a person, or a bot of a level."""


class SetupScreen(Framed):
    """The answer is a `MatchSetup` that can be played, or None."""

    KEYS = (("up", "row"), ("right", "change"), ("enter", "choose"), ("escape", "back"))

    def __init__(self, said: Texts, memory: Remembered) -> None:
        super().__init__(said, said("menu.new"))
        self.memory = memory
        self.games = [*plugins.found("game")]
        self.game: GameChoice | None = None
        self.names, self.levels = list(NAMES), ["", *["normal"] * (len(NAMES) - 1)]
        self.count = 2
        self.modules: set[str] = set()
        self.edition: str | None = None
        self.options: dict[str, str] = {}
        self.fresh = True
        """The next letter replaces the name instead of being added."""
        self.replaced = ""
        """The name that the letters typed since then have replaced."""
        self.take(memory.game if memory.game in self.games else next(iter(self.games), ""))
        self.at = len(self.fields()) - 1

    def take(self, name: str) -> None:
        """Set this game up as it was played last."""
        try:
            self.game = offered(name)
        except TilewrightError as error:
            self.game, self.message = None, str(error)
            self.at_game = name
            return
        self.at_game = name
        plan = self.memory.plans.get(name)
        self.modules, self.edition, self.options = set(), None, {}
        wanted = 2
        if plan is not None:
            self.modules = {*plan.modules} & {one for one, _ in self.game.modules}
            self.edition = plan.edition if plan.edition in self.game.editions else None
            self.options = dict(plan.options)
            wanted = len(plan.players)
            for n, player in enumerate(plan.players[: len(self.names)]):
                self.names[n], self.levels[n] = printable(player.name)[:NAME], player.level
        self.count = at_least(wanted, self.game.seat_counts)

    # -- rows ----------------------------------------------------------------------------------------------------

    def fields(self) -> list[tuple[str, Any]]:
        """Return what each line is about."""
        if self.game is None:
            return [("game", None)]
        found: list[tuple[str, Any]] = [("game", None)]
        found += [("module", one) for one in self.game.modules]
        found += [("edition", None)] if self.game.editions else []
        found += [("count", None)] if len(self.game.seat_counts) > 1 else []
        found += [("seat", n) for n in range(min(self.count, len(self.names)))]
        return [*found, ("options", None), ("start", None)]

    def rows(self) -> list[FrameRow]:
        """A line for each field."""
        found = []
        for n, (kind, what) in enumerate(self.fields()):
            about, (label, value) = self.about(kind, what), self.field(kind, what, here=n == self.at)
            if kind == "start":
                found.append(FrameRow(f"  {label}  ", about=about, look=fitted_lines.TRIAL))
            else:
                found.append(FrameRow(f"{ljust(label, 14)} {value}", about=about))
        return found

    def field(self, kind: str, what: Any, here: bool) -> tuple[str, str]:
        """The name and the value of a line, with the cursor on it if it is `here`."""
        said = self.said
        if kind == "game":
            title = self.game.title if self.game is not None else self.at_game
            return said("menu.game"), between(title, here, len(self.games) > 1)
        if kind == "module":
            name, title = what
            sign = "x" if name in self.modules else " "
            first = said("menu.modules") if self.game and what == self.game.modules[0] else ""
            return first, f"[{sign}] {name}: {title}"
        if kind == "edition":
            return said("menu.edition"), between(self.edition or said("menu.standard"), here)
        if kind == "count":
            return said("menu.players"), between(str(self.count), here)
        if kind == "seat":
            name = self.names[what] + ("_" if here and not self.fresh else "")
            who = said(f"menu.who.{self.levels[what] or 'person'}")
            return said("menu.seat", n=what + 1), f"  {ljust(name, NAME + 2)} {between(who, here)}"
        if kind == "options":
            changed = ", ".join(f"{name}={value}" for name, value in self.options.items())
            return said("menu.options"), f"  {changed or said('menu.as_printed')}"
        return said("menu.start"), ""

    def about(self, kind: str, what: Any) -> str:
        """Return what a line means."""
        if kind == "seat":
            level = self.levels[what]
            known = not level or (self.game is not None and self.game.measured)
            title = self.game.title if self.game is not None else self.at_game
            about = f"menu.about.{level or 'person'}" if known else "menu.levels.unmeasured"
            return self.said("menu.about.seat") + " " + self.said(about, title=title)
        if kind == "game" and self.game is not None:
            return self.game.introduced(self.said.lang) or self.said("menu.about.game")
        if kind == "start":
            return self.said("menu.about.start", command=" ".join(self.plan().words()))
        return self.said(f"menu.about.{kind}")

    # -- keys ----------------------------------------------------------------------------------------------------

    def action_press(self, key: str) -> None:
        """Press the key. If the cursor moves to another field, text typed there replaces the old one."""
        before = self.at
        super().action_press(key)
        if self.at != before:
            self.fresh = True
            if self.is_current:
                self.draw()

    def press(self, key: str) -> None:
        """Change the line with the cursor, or start."""
        kind, what = self.fields()[self.at]
        if key == "escape" and kind == "seat" and not self.fresh:
            self.names[what], self.fresh = self.replaced, True
        elif key == "escape":
            self.dismiss(None)
        elif key == "enter":
            self.enter(kind, what)
        elif key in ("left", "right"):
            self.change(kind, what, 1 if key == "right" else -1)
        elif kind == "seat":
            self.type(what, key)
        elif key == " ":
            self.change(kind, what, 1)
        elif key == "q":
            self.dismiss(None)
        else:
            self.nothing(key)

    def enter(self, kind: str, what: Any) -> None:
        """Start on the last line only: elsewhere take the next value, or go on to the line below a name."""
        if kind == "start":
            self.start()
        elif kind == "seat":
            self.at += 1
        else:
            self.change(kind, what, 1)

    def clicked(self, again: bool) -> None:
        kind, what = self.fields()[self.at]
        if kind == "start" or (kind == "options" and again):
            self.press("enter")
        elif again or kind == "module":
            self.change(kind, what, 1)

    def type(self, seat: int, key: str) -> None:
        """Change a seat's name by a key."""
        name = self.names[seat]
        self.replaced = name if self.fresh else self.replaced
        if key == "backspace":
            self.names[seat] = "" if self.fresh else name[:-1]
            self.fresh = False
        elif len(key) == 1 and printable(key) == key:
            self.names[seat] = key if self.fresh else (name + key)[:NAME]
            self.fresh = False
        else:
            self.nothing(key)

    def change(self, kind: str, what: Any, by: int) -> None:
        """Change the value of a line."""
        if kind == "game":
            self.take(self.games[(self.games.index(self.at_game) + by) % len(self.games)])
        elif self.game is None:
            return
        elif kind == "module":
            self.modules ^= {what[0]}
        elif kind == "edition":
            every = [None, *self.game.editions]
            self.edition = every[(every.index(self.edition) + by) % len(every)]
        elif kind == "count":
            counts = self.game.seat_counts
            self.count = counts[max(0, min(counts.index(self.count) + by, len(counts) - 1))]
        elif kind == "seat":
            self.levels[what] = WHO[(WHO.index(self.levels[what]) + by) % len(WHO)]
        elif kind == "options":
            self.ask_options()

    def plan(self) -> MatchSetup:
        """Return what has been set up."""
        assert self.game is not None
        return MatchSetup(
            game=self.game.name,
            modules=tuple(name for name, _ in self.game.modules if name in self.modules),
            edition=self.edition,
            options=self.options,
            players=tuple(
                SeatSetup(name=self.names[n].strip(), level=self.levels[n]) for n in range(self.count)
            ),
        )

    def start(self) -> None:
        """Give the plan, if it can be played."""
        if self.game is None:
            return
        plan = self.plan()
        try:
            plan.rules()
        except TilewrightError as error:
            self.message = str(error)
            return
        self.dismiss(plan)

    def ask_options(self) -> None:
        """Open the list of options."""
        try:
            rules = attrs.evolve(self.plan(), players=(), options={}).loaded()
        except TilewrightError as error:
            self.message = str(error)
            return

        def taken(options: dict[str, str] | None) -> None:
            if options is not None:
                self.options = options
            self.draw()

        screen = OptionScreen(self.said, list(rules.declared), dict(rules.option_values), self.options)
        self.app.push_screen(screen, taken)


def between(text: str, here: bool, several: bool = True) -> str:
    """The text between arrows, if it can be changed now."""
    return f"< {text} >" if here and several else f"  {text}"


class OptionScreen(Framed):
    """Every option with its value and what it means. The answer is what differs from the edition."""

    KEYS = (("up", "row"), ("right", "change"), ("d", "default"), ("enter", "done"))

    def __init__(
        self, said: Texts, declared: list[Option], usual: dict[str, int | bool | str], given: dict[str, str]
    ) -> None:
        super().__init__(said, said("menu.options"))
        self.declared, self.usual = declared, usual
        self.given = {name: value for name, value in given.items() if name in usual}

    def value(self, option: Option) -> str:
        """The value in force."""
        return self.given.get(option.name, typed(self.usual[option.name]))

    def rows(self) -> list[FrameRow]:
        """A line for each option; a star before those that differ from the edition."""
        return [
            FrameRow(
                ("* " if one.name in self.given else "  ") + one.name,
                between(self.value(one), n == self.at, len(choices(one)) != 1),
                f"{one.doc} [{one.rule}] ({one.allowed()})",
            )
            for n, one in enumerate(self.declared)
        ]

    def press(self, key: str) -> None:
        """Change the option with the cursor, or leave."""
        if key in ("enter", "escape", "q"):
            self.dismiss(self.given)
            return
        if not self.declared:
            return
        option = self.declared[self.at]
        if key in ("left", "right", " "):
            self.change(option, -1 if key == "left" else 1)
        elif key in ("d", "backspace", "delete"):
            self.given.pop(option.name, None)
        else:
            self.nothing(key)

    def clicked(self, again: bool) -> None:
        if again:
            self.press("right")

    def change(self, option: Option, by: int) -> None:
        """Take the next value."""
        now = self.value(option)
        if option.ranged:
            low, high = (int(bound) for bound in option.values)
            value = str(max(low, min(int(now) + by, high)))
        else:
            every = choices(option)
            value = every[(every.index(now) + by) % len(every)] if now in every else every[0]
        if value == typed(self.usual[option.name]):
            self.given.pop(option.name, None)
        else:
            self.given[option.name] = value
