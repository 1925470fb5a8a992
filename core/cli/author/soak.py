"""`soak`: play random games for hours, in all settings, and look for anything that does not hold."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from ..shared import common

if TYPE_CHECKING:
    from ...testing.soak_settings import SoakedGame
    from ...testing.soak_tally import GameCount, SoakBook, SoakFailure

OFTEN = 60.0
"""Seconds between two lines that say how far it is."""
ENOUGH = 50
"""After so many failures it stops: the first of them is to be mended, and more of the kind say nothing new."""


def soak(
    game: list[str] | None = None,
    hours: float | None = None,
    games: int | None = None,
    seed: int = 0,
    only: str | None = None,
    book: Path | None = None,
    workers: int = 1,
    players: int | None = None,
    modules: str | None = None,
    edition: str | None = None,
    settings: list[str] | None = None,
    data: Path | None = None,
    json: bool = False,
) -> None:
    """Play random games for hours and check everything that must hold."""
    from ...testing import soak as runs
    from ...testing import soak_tally
    from ..shared.interruption import interruptible

    only_these = {
        "exactly": tuple(common.names(modules)) if modules is not None else None,
        "edition": edition,
        "given": common.settings(settings),
        "data": common.folder(data),
        "seats": players,
    }
    grounds = _grounds(game or [], only_these)
    if only is not None:
        if len(grounds) != 1:
            raise common.usage("--only: name the one game whose number it is")
        if book is not None or hours is not None or games is not None:
            raise common.usage("--only plays just these games; leave out --book, --hours and --games")
    kept = soak_tally.SoakBook.open(book, seed, [ground.about for ground in grounds])
    began = time.monotonic()
    clock = _Clock(began, kept.total().games, len(kept.failures))
    told = _Told(grounds, seed, _words(only_these), not json)
    stopped = False
    try:
        with interruptible():
            if only is not None:
                kept.add(runs.only(grounds[0], seed, only))
                for failure in kept.failures:
                    told(failure)
            else:
                limit = hours if hours is not None or games is not None else 1.0
                runs.soak(grounds, kept, clock.until(limit, games), workers=workers, told=told)
    except KeyboardInterrupt:
        stopped = True
    finally:
        if json:
            state = {"schema": 1, **({"interrupted": True} if stopped else {}), **kept.packed()}
            common.emit({**state, "commands": [told.command(f) for f in kept.failures]})
        else:
            _report(kept, time.monotonic() - began)
    if stopped:
        again = (
            f"to continue: {common.again()}" if book is not None else "with --book FILE it can go on later"
        )
        common.note(f"interrupted after {common.counted(kept.total().games, 'game')}; {again}")
        raise common.Stopped(130)
    if kept.failures:
        raise common.Stopped(1)


def _grounds(named: Sequence[str], only_these: dict[str, Any]) -> list[SoakedGame]:
    """Return the games to be played: those named, or all installed ones. Each is tried before the first game."""
    from ...base.errors import TilewrightError
    from ...box.owner_data import explained
    from ...rules.plugins import found
    from ...testing.soak_settings import BlockSettings

    grounds = []
    for name in dict.fromkeys(named or sorted(found("game"))):
        try:
            ground = _ground(name, only_these)
            with explained(name.partition(".")[0], ground.data):
                rules = ground.rules(BlockSettings(ground.exactly or (), ground.edition, {}))
            if ground.seats is not None:
                rules.blank(ground.seats)
        except TilewrightError as error:
            if named:
                raise
            common.note(f"{name} is skipped: {error}")
            continue
        grounds.append(ground)
    if not grounds:
        raise common.usage("there is no game to play")
    return grounds


def _ground(name: str, only_these: dict[str, Any]) -> SoakedGame:
    """An installed game, or a game in a package; with a module, installed or in a package, only sets that have it."""
    from ...base.errors import PluginError
    from ...box.owner_data import effective
    from ...rules.plugins import found
    from ...testing.soak_settings import ImportedPackage, SoakedGame
    from ..shared.check_targets import package

    games, modules, data = found("game"), found("module"), only_these["data"]
    if name in games:
        return SoakedGame.installed(name, **{**only_these, "data": effective(name, data)})
    # Authors of a package work on the shipped data, not on what an owner has put in place.
    only_these = {**only_these, "data": effective(name, data) if data is not None else None}
    if name in modules:
        game, _, module = name.partition(".")
        theirs: Any = module
        only_these["data"] = effective(game, data)
    else:
        plugin = package(name, [*games, *modules])
        if hasattr(plugin, "tilewright_game"):
            return SoakedGame(name=name, game=ImportedPackage(name), **only_these)
        if not hasattr(plugin, "tilewright_module"):
            raise PluginError(
                f"package {name} is not a plugin: it has neither tilewright_game nor tilewright_module"
            )
        declared = plugin.tilewright_module()
        game, module, theirs = declared.game, declared.name, ImportedPackage(name)
    exactly = tuple(dict.fromkeys([*(only_these["exactly"] or ()), module]))
    return SoakedGame(name=name, game=game, modules={module: theirs}, **{**only_these, "exactly": exactly})


def _words(only_these: Mapping[str, Any]) -> list[str]:
    """Return the words that restrict a soak in the same way."""
    from ..shared.check_targets import CheckRequest

    modules, seats = only_these["exactly"], only_these["seats"]
    rest = CheckRequest(edition=only_these["edition"], settings=only_these["given"], data=only_these["data"])
    found = ["--with", ",".join(modules)] if modules is not None else []
    return [*found, *rest.words(()), *(["--players", str(seats)] if seats is not None else [])]


@attrs.frozen
class _Clock:
    """The end of a soak, and its progress now and then."""

    began: float
    already: int
    """Games that the book held before."""
    failed: int
    """Failures that it held before."""
    latest: list[float] = attrs.field(factory=lambda: [time.monotonic()])

    def until(self, hours: float | None, games: int | None) -> Callable[[SoakBook], bool]:
        def more(book: SoakBook) -> bool:
            now, done = time.monotonic(), book.total().games - self.already
            if now - self.latest[0] > OFTEN:
                self.latest[0] = now
                pace = done / (now - self.began)
                failures = common.counted(len(book.failures), "failure")
                common.note(f"{book.total().games} games, {pace:.0f} a second, {failures}")
            if len(book.failures) - self.failed >= ENOUGH:
                common.note(f"stopped after {ENOUGH} failures")
                return False
            ended = hours is not None and now - self.began >= hours * 3600
            return not ended and (games is None or done < games)

        return more


@attrs.frozen
class _Told:
    """Prints each failure with the command that repeats it."""

    grounds: Sequence[SoakedGame]
    seed: int
    words: Sequence[str]
    aloud: bool

    def command(self, failure: SoakFailure) -> str:
        found = ["soak", failure.game, "--seed", str(self.seed), "--only", failure.only]
        return common.command(*found, *self.words)

    def __call__(self, failure: SoakFailure) -> None:
        if self.aloud:
            terminal = common.terminal()
            what = f"{failure.game}, game {failure.number}: {failure.check} is broken: {failure.said}"
            terminal.wrapped(what, "", "  ")
            terminal.say(f"  to repeat it: {self.command(failure)}")


def _report(book: SoakBook, seconds: float) -> None:
    """Print what was played, in all and by game, set of modules, edition and number of players."""
    common.say(f"{_said(book.total())}; seed {book.seed}, {seconds:.0f} s")
    for label, count in book.rows():
        common.say(f"  {label}: {_said(count)}")


def _said(count: GameCount) -> str:
    parts = [
        f"{common.counted(count.games, 'game')} ({count.drawn} with options drawn)",
        common.counted(count.decisions, "decision"),
        common.counted(count.checks, "check"),
        common.counted(count.failures, "failure"),
    ]
    return ", ".join([*parts, *([f"{count.refused} refused by the rules"] if count.refused else [])])
