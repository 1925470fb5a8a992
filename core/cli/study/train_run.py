"""A training on the command line: its plan, its course with notes and a forecast, the file, the table at the end."""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

import attrs

from ...base import files
from ...base.version import __version__
from ...bots import levels
from ...bots.learned_file import LearnedPlay, Ruleset, Trained, plain, words
from ...bots.learned_moves import DEFAULTS, RANDOM, Lesson
from ...lab.games import code_digests
from ...lab.games.engine import Lost
from ...lab.games.store import Unkept
from ...lab.games.variants import Variant
from ...lab.study.forecast import duration
from ...record.writer import InUse
from ...rules.ruleset import Rules
from ...table.match_setup import NAMES
from ...training import cma_es
from ...training.arena import Plays, crew
from ...training.budget import Budget
from ...training.course import TrainingCourse, TrainingPart, usual_of
from ...training.curve import curve_svg
from ...training.explanation import Moved, found_out, looks_ahead, moved, outcome
from ...training.journal import Journal, planned, same
from ...training.pace import Clock, budget
from ...training.train import games_of, train
from ..shared import common
from ..shared.interruption import interruptible
from ..shared.terminal import progress
from ..shared.text_tables import table


@attrs.define
class TrainingPlan:
    """The first entry of the journal: everything that determines the result of the training."""

    rules: Rules
    players: list[int]
    minutes: float | None
    budgets: dict[int, Budget]
    """By number of players; empty until minutes have become budgets."""
    begin: dict[int, Lesson]
    """By number of players, what is known already."""
    begun: str
    """The file with it, "" if nothing is known."""
    against: str = ""
    """The only opponent of an adversary."""
    seed: int = 0

    def continued(self, seed: int | None, journal: Path) -> None:
        """Take seed and budgets of the journal, if there is one and it fits; else a seed that is drawn unless given."""
        known = planned(journal)
        if known is None:
            self.seed = common.seeded(seed)
            return
        same(journal, {name: known[name] for name in self.head if name in known}, self.head)
        written, drawn = known.get("budgets"), known.get("seed")
        if not self.budgets and isinstance(written, dict) and {*written} == {*map(str, self.players)}:
            self.budgets = {count: Budget.read(str(written[str(count)])) for count in self.players}
        self.seed = drawn if seed is None and isinstance(drawn, int) else seed or 0
        same(journal, known, self.stated())

    @property
    def head(self) -> dict[str, Any]:
        """What is known before minutes have become budgets."""
        return {
            "tilewright": __version__,
            "rules": self.rules.option_hash,
            "players": self.players,
            "minutes": self.minutes,
            "code": code_digests.ours(),
            "begin": {
                str(count): plain(lesson) for count, lesson in self.begin.items() if lesson != Lesson()
            },
            "against": self.against,
            "opponent": list(code_digests.of_bots([self.against]).get(code_digests.CODE, {}).values()),
        }

    @property
    def usual(self) -> str:
        return self.against or usual_of(self.rules)

    def games(self, count: int) -> int:
        """Return about how many games are played with so many players."""
        return games_of(self.rules, self.budgets[count], self.begin[count], self.against)

    def stated(self) -> dict[str, Any]:
        budgets = {str(count): str(one) for count, one in self.budgets.items()}
        return {**self.head, "budgets": budgets, "seed": self.seed}


SAVED = 10.0
"""Seconds after which the best so far is written again; a stop writes it at once."""


def journal_of(file: Path) -> Path:
    return file.with_name(f"{file.name}.journal")


@attrs.define
class TrainingRun:
    """A training, and what its file holds meanwhile. What was finished before is not replaced by what is not."""

    plan: TrainingPlan
    file: Path | None
    """None if nothing is kept."""
    picture: Path
    engine: str
    workers: int
    players: dict[str, LearnedPlay]
    """By number of players, what is finished or held; at first what the file has already."""
    held: str = ""
    """The number of players that is being trained, if anything is known that the file may hold."""
    written: float = attrs.field(factory=time.monotonic)

    @property
    def mine(self) -> dict[int, LearnedPlay]:
        """What is known for the numbers of players that were asked for."""
        return {n: self.players[str(n)] for n in self.plan.players if str(n) in self.players}

    def run(self, json: bool) -> None:
        """Train for each number of players and write the file after each; if a person stops it, with the best so far.

        Ends with exit code 130 then.
        """
        try:
            with interruptible():
                self._learn()
        except KeyboardInterrupt:
            self._stopped(json)
            raise common.Stopped(130) from None
        except (Lost, Unkept) as error:
            self._write_held()
            raise type(error)(f"{error}; to go on: {common.again()}") from error

    def _learn(self) -> None:
        asked, budgets, rules = self.plan, self.plan.budgets, self.plan.rules
        variant = Variant.of(rules, str(Ruleset.of(rules)))
        kept = journal_of(self.file) if self.file is not None else None
        spent: dict[int, float] = {}
        with crew(self.engine, variant, self.workers, asked.against) as running:
            if asked.minutes is not None and not budgets:
                whole = duration(asked.minutes * len(asked.players))
                common.note(
                    f"training for {common.both([*map(str, asked.players)])} players: about {whole} in all"
                )
                for count in asked.players:
                    plays, began = Plays(running, variant, count), time.monotonic()
                    hero = cma_es.first(rules, asked.begin[count]) if asked.against else None
                    budgets[count] = budget(plays, asked.usual, asked.minutes, hero)
                    spent[count] = time.monotonic() - began
            begin = asked.begin
            total = None  # with minutes, a clock decides
            if asked.minutes is None:
                total = sum(asked.games(count) for count in asked.players)
            with progress("games", total) as advance:
                try:
                    journal = Journal(kept, self.plan.stated(), advance.note, advance)
                except InUse as error:
                    raise common.usage(
                        f"another tilewright process is training {self.file} ({kept} is in use); wait until it is "
                        "done, end it, or choose another --out"
                    ) from error
                with closing(journal):
                    if journal.left:
                        advance.note(f"going on after {common.counted(journal.left, 'step')} in {kept}")
                    for count in asked.players:
                        for said in _begun(asked, count):
                            advance.note(said)
                        course = TrainingCourse(
                            rules=rules,
                            players=count,
                            budget=budgets[count],
                            seed=self.plan.seed,
                            begin=begin[count],
                            begun=asked.begun,
                            against=asked.against,
                            plays=Plays(running, variant, count, advance),
                            journal=journal,
                            clock=Clock(60 * (asked.minutes or inf) - spent.get(count, 0.0)),
                            note=lambda done: advance.note(_done(done)),
                            keep=partial(self._hold, count),
                        )
                        self.players[str(count)], self.held = train(course), ""
                        self._write()
        if kept is not None:
            kept.unlink(missing_ok=True)

    def _hold(self, count: int, one: LearnedPlay) -> None:
        """Take the best of a training that goes on; now and then it is written."""
        known = self.players.get(str(count))
        if known is None or known.unfinished:
            self.players[str(count)], self.held = one, str(count)
            if time.monotonic() - self.written >= SAVED:
                self._write_held()

    def _write_held(self) -> None:
        if self.held:
            self._write()
        self.written = time.monotonic()

    def _write(self) -> None:
        """Write what was learned so far, and its curve, if there is a file for it."""
        if self.file is None:
            return
        ordered = dict(sorted(self.players.items(), key=lambda one: int(one[0])))
        made = Trained(ruleset=Ruleset.of(self.plan.rules), players=ordered)
        drawn = curve_svg(made, self.plan.rules.game.title)
        content = drawn.encode()
        if self.picture.suffix == ".png":
            from ...draw.png import to_png

            content = to_png(drawn)
        made.write(self.file)
        files.put(self.picture, content)

    def _stopped(self, json: bool) -> None:
        """Write the best so far, and say what is finished and how to go on."""
        self._write_held()
        file, parts, more = self.file, [], "; nothing is kept without --out"
        if file is not None:
            done = [str(count) for count, one in self.mine.items() if not one.unfinished]
            parts += [f"{file} has what is finished for {common.both(done)} players"] if done else []
            kept = f"; what was learned so far is kept in {journal_of(file)}; to go on: {common.again()}"
            more = kept if planned(journal_of(file)) is not None else ""
        if file is not None and self.held:
            games = self.players[self.held].games
            parts.append(
                f"{file} has the best so far for {self.held} players, after {games:,} games of learning"
            )
        common.note(f"interrupted{''.join(f'; {part}' for part in parts)}{more}")
        if json:
            told = {"schema": 1, "interrupted": True, "game": self.plan.rules.game.name}
            told |= {"file": str(file)} if file is not None else {}
            players = {str(count): plain(one) for count, one in self.mine.items()}
            common.emit({**told, "players": players, "command": common.again()})

    def report(self) -> dict[str, Any]:
        rules = self.plan.rules
        told = {"against": self.plan.against} if self.plan.against else {}
        files = {"file": str(self.file), "curve": str(self.picture)} if self.file is not None else {}
        return {
            "schema": 1,
            "game": rules.game.name,
            "options": rules.option_values,
            "option_hash": rules.option_hash,
            **told,
            **files,
            "players": {
                str(count): {"said": self.said(count), **plain(one)} for count, one in self.mine.items()
            },
        }

    def said(self, count: int) -> str:
        """Return in a sentence what training with so many players has come to."""
        shown = bot_shown(self.plan.against)
        return outcome(self.mine[count], self.plan.rules, count, shown)

    def moved(self, count: int) -> list[Moved]:
        """Return the weights by which it plays otherwise than what was known before any game."""
        return moved(self.mine[count], self.plan.rules, self.plan.begin[count])

    def conclusions(self) -> None:
        """Print for each number of players what training has come to, and what was learned."""
        terminal = common.terminal()
        for count, one in self.mine.items():
            said = [self.said(count) + "."]
            if self.plan.against or one.lesson not in (DEFAULTS, RANDOM):
                begun = self.plan.begin[count] if self.plan.against else DEFAULTS
                said += [found_out(one, self.plan.rules, begun), looks_ahead(one.look)]
            terminal.wrapped(" ".join(said), f"{count} players: ", "  ")

    def summary(self, more: Sequence[object]) -> None:
        """Print the results, and the commands that go on; `more` says where the file was to be written."""
        assert self.file is not None
        rows = [("players", "against", "wins", "95 % interval", "an equal bot", "test games", "learned from")]
        for count, one in self.mine.items():
            for share in one.results:
                interval = f"{share.low:.3f} to {share.high:.3f}"
                games = f"{share.games:,}", f"{one.games:,}"
                against = bot_shown(share.against)
                rows.append(
                    (str(count), against, f"{share.share:.3f}", interval, f"{share.even(count):.3f}", *games)
                )
        for line in table(rows, 0, right=range(2, 7)):
            common.say(line)
        common.say()
        self.conclusions()
        common.say()
        common.say(f"written: {self.file}, and its learning curve: {self.picture}")
        least, rules = min(self.mine), self.plan.rules
        seats = ["bot"] if least == 2 else [f"bot{n}" for n in range(1, least)]
        people = [
            word
            for name in (NAMES[0], *(f"{seat}:learned:{self.file}" for seat in seats))
            for word in ("-p", name)
        ]
        if least > 1:
            beside = "against" if rules.game.sides(least).rivals else "with"
            common.say(f"to play {beside} it: {common.command('play', *words(rules), *people)}")
        else:
            alone = ("--players", str(least), "--bots", f"learned:{self.file}", "-n", "100")
            common.say(f"to see how it does: {common.command('simulate', *words(rules), *alone)}")
        common.say(f"to read what it has learned: {common.command('bot', 'read', self.file)}")
        for one in self.mine.values():
            again = [one.command, *map(shlex.quote, map(str, more))]
            common.say(f"to learn the same again: {' '.join(again)}")


def bot_shown(text: str) -> str:
    """Return a bot as people call it: a level by its name, a file as they would type it."""
    return levels.spoken(common.bot_shown(text))


def _begun(plan: TrainingPlan, count: int) -> Iterator[str]:
    """Yield what a training will do, and the titles of the lines on its course."""
    rules, budget, usual = plan.rules, plan.budgets[count], bot_shown(plan.usual)
    equal = rules.game.sides(count).equal
    learned = ["weights (how it rates moves)"] if rules.weights.declared() and budget.generations else []
    learned += ["values (what positions promise)"] if budget.rounds else []
    enough = f", about {common.counted(budget.enough, 'minute')} would do" if budget.enough else ""
    learns = f"It learns nothing with this budget{enough}; test games show how often what is known"
    if learned:
        learns = f"It learns {common.both(learned)}. In between, test games show how often it"
    wins = f"wins against {usual}; one as strong as {usual} wins {equal:.3f}"
    if not rules.game.sides(count).rivals:
        wins = f"does better than {usual} on the same deals; one as good as {usual} does so in {equal:.3f}, ties halved"
    yield f"{count} players: about {plan.games(count):,} games (budget {budget})"
    yield common.terminal().fill(f"{learns} {wins}.", "  ", "  ")
    yield f"  {'games':>7}  {'learned so far':<36}{'wins':<7}{'95 % interval':<14}  {'test games':>10}"


def _done(done: TrainingPart) -> str:
    """Return a part of a training as a line."""
    share = done.share
    if share is None:
        return f"  {done.games:>7,}  {done.said}"
    interval = f"{share.low:.3f} to {share.high:.3f}"
    return f"  {done.games:>7,}  {done.said:<36}{share.share:<7.3f}{interval:<14}  {share.games:>10,}"
