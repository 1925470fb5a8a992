"""The menu: `tilewright` without a command, and `play` without a game, at a terminal."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import attrs

from ...base.errors import TilewrightError
from ..shared import common
from ..shared.options import Lang
from ..shared.terminal import Terminal

if TYPE_CHECKING:
    from ...screen.menu_screen import MenuChoice

KEPT = "last.json"
"""The file beside the saved games that remembers what was chosen last."""


def possible() -> bool:
    """Return whether a menu can be shown: at a terminal that takes more than lines."""
    terminal = common.terminal()
    return terminal.edits and not terminal.plain


def menu() -> None:
    """Choose what to play, continue or replay, full screen.

    So does tilewright alone, and play without a game, at a terminal.
    """
    from ...screen.menu_screen import MenuContext, MenuScreen
    from ...screen.shell import ask
    from ...table.face_texts import Texts
    from ...table.match_setup import remember, remembered
    from ...table.saved_games import age
    from .face import SWITCHES, Confirm

    if not possible():
        raise common.usage("the menu needs a terminal; tilewright -h lists the commands")
    path = common.home().parent / KEPT
    memory, why = remembered(path)
    if os.environ.get("TILEWRIGHT_LANG") in [*Lang]:
        memory.lang = os.environ["TILEWRIGHT_LANG"]
    message = Texts(memory.lang or "en")("menu.forgot", why=why) if why else ""
    while True:
        before = attrs.asdict(memory)
        around = MenuContext(
            common.home(), memory, told, lambda then, said: age(then, time.time(), said), message=message
        )
        chosen: MenuChoice | None = ask(MenuScreen(around))
        if chosen is not None and chosen.plan is not None:
            memory.keep(chosen.plan)
        message = ""
        if attrs.asdict(memory) != before:
            try:
                remember(path, memory)
            except TilewrightError as error:
                message = str(error)
        if chosen is None:
            return
        try:
            SWITCHES.update(confirm=Confirm.auto if memory.confirm else Confirm.never, pace=memory.pace)
            then = done(chosen, Lang(memory.lang or "en"))
            while then is not None and then.name != "menu":
                then = run(then)
        except common.Stopped as stopped:
            if stopped.code not in (0, 130):
                raise
        except TilewrightError as error:
            message = str(error)
        memory.confirm, memory.pace = SWITCHES["confirm"] is Confirm.auto, SWITCHES["pace"]


def follow(then: common.NextCommand | None) -> None:
    """Run what people ask for at the end of a command, until they ask for nothing more."""
    while then is not None:
        if then.name == "menu":
            return menu()
        then = run(then)
    return None


def run(then: common.NextCommand) -> common.NextCommand | None:
    """Run a command that another one has asked for."""
    from .learn import learn
    from .play import play
    from .rematch import rematch

    commands: dict[str, Callable[..., common.NextCommand | None]]
    commands = {"learn": learn, "play": play, "rematch": rematch}
    return commands[then.name](**then.given)


def done(chosen: MenuChoice, lang: Lang) -> common.NextCommand | None:
    """Do what was chosen, as the command of this name does it."""
    from ..shared.ruleset_words import RulesetWords
    from .face import SWITCHES, Face
    from .learn import learn
    from .play import play, resume
    from .replay import replay

    plan, face = chosen.plan, Face(lang=lang, **SWITCHES)
    if plan is not None:
        players = [f"{one.name}:{one.level}" if one.level else one.name for one in plan.players]
        settings = [f"{name}={value}" for name, value in plan.options.items()]
        ruleset = RulesetWords(",".join(plan.modules) or None, plan.edition, settings)
        return play(plan.game, players, ruleset, face=face)
    if chosen.do == "learn":
        assert chosen.game is not None
        return learn(chosen.game, lang=lang)
    if chosen.do == "resume":
        return resume(chosen.path, face=face)
    assert chosen.path is not None
    return replay(chosen.path, lang=lang)


@attrs.define(eq=False, repr=False)
class Collected(Terminal):
    """A terminal that keeps what is printed on it."""

    lines: list[str] = attrs.field(factory=list)

    def say(self, text: str = "", style: str = "") -> None:
        self.lines += text.split("\n")

    def note(self, text: str = "", style: str = "") -> None:
        self.say(text)

    def wrapped(self, text: str, first: str = "", rest: str | None = None) -> None:
        self.say(self.fill(text, first, " " * len(first) if rest is None else rest))


def told(lang: str, width: int) -> Sequence[str]:
    """Return what `history` prints, for a page of this width."""
    from ...table.face_texts import Texts
    from ...table.record_index import RecordIndex
    from .history_text import print_history

    page = Collected(plain=False, colour=False, asks=False, width=width)
    print_history(RecordIndex(common.home()).saves(), page, Texts(lang))
    return page.lines
