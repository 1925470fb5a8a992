"""`soak`: play random games for hours, in all settings, and look for anything that does not hold."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ..shared import common
from ..shared.ruleset_words import USUAL, RulesetWords

if TYPE_CHECKING:
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
    ruleset: RulesetWords = USUAL,
    json: bool = False,
) -> None:
    """Play random games for hours and check everything that must hold."""
    from ...testing import soak as runs
    from ...testing import soak_tally
    from ..shared import soak_targets
    from ..shared.interruption import interruptible

    grounds = soak_targets.grounds(game or [], ruleset, players)
    if only is not None:
        if len(grounds) != 1:
            raise common.usage("--only: name the one game whose number it is")
        if book is not None or hours is not None or games is not None:
            raise common.usage("--only plays just these games; leave out --book, --hours and --games")
    kept = soak_tally.SoakBook.open(book, seed, [ground.about for ground in grounds])
    began, stopped = time.monotonic(), False

    def command(failure: SoakFailure) -> str:
        found = ["soak", failure.game, "--seed", str(seed), "--only", failure.only]
        found += ruleset.words(ruleset.names)
        return common.command(*found, *(["--players", str(players)] if players is not None else []))

    def told(failure: SoakFailure) -> None:
        if not json:
            terminal = common.terminal()
            what = f"{failure.game}, game {failure.number}: {failure.check} is broken: {failure.said}"
            terminal.wrapped(what, "", "  ")
            terminal.say(f"  to repeat it: {command(failure)}")

    try:
        with interruptible():
            if only is not None:
                kept.add(runs.only(grounds[0], seed, only))
                for failure in kept.failures:
                    told(failure)
            else:
                limit = hours if hours is not None or games is not None else 1.0
                runs.soak(grounds, kept, _until(kept, limit, games), workers=workers, told=told)
    except KeyboardInterrupt:
        stopped = True
    finally:
        if json:
            state = {"schema": 1, **({"interrupted": True} if stopped else {}), **kept.packed()}
            common.emit({**state, "commands": [command(f) for f in kept.failures]})
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


def _until(kept: SoakBook, hours: float | None, games: int | None) -> Callable[[SoakBook], bool]:
    """Return what tells whether the soak goes on, and prints now and then how far it is."""
    began = latest = time.monotonic()
    already, failed = kept.total().games, len(kept.failures)

    def more(book: SoakBook) -> bool:
        nonlocal latest
        now, done = time.monotonic(), book.total().games - already
        if now - latest > OFTEN:
            latest = now
            failures = common.counted(len(book.failures), "failure")
            common.note(f"{book.total().games} games, {done / (now - began):.0f} a second, {failures}")
        if len(book.failures) - failed >= ENOUGH:
            common.note(f"stopped after {ENOUGH} failures")
            return False
        ended = hours is not None and now - began >= hours * 3600
        return not ended and (games is None or done < games)

    return more


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
