"""A training on the command line: its plan, its course with notes and a forecast, the file, the table at the end."""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from ...base.version import __version__
from ..shared import common

if TYPE_CHECKING:
    from ...bots.learned_file import LearnedPlay, Trained
    from ...bots.learned_moves import Lesson
    from ...lab.games.variants import Variant
    from ...rules.ruleset import Rules
    from ...training.budget import Budget
    from ...training.train import TrainingPart


@attrs.frozen
class TrainingRequest:
    players: list[int]
    minutes: float | None
    budget: Budget | None
    begin: dict[int, Lesson]
    """By number of players, what is known already."""
    begun: str
    """The file with it, "" if nothing is known."""


@attrs.define
class TrainingPlan:
    """The first entry of the journal: everything that determines the result of the training."""

    asked: TrainingRequest
    seed: int
    budgets: dict[int, Budget]
    """By number of players; empty until minutes have become budgets."""
    head: dict[str, Any]

    @classmethod
    def of(cls, rules: Rules, asked: TrainingRequest, seed: int | None, journal: Path) -> TrainingPlan:
        """Return the plan of the journal, if there is one and it fits the request, else a new one with a seed."""
        from ...lab.games import code_digests
        from ...training.budget import Budget
        from ...training.journal import planned, same

        head = {
            "tilewright": __version__,
            "rules": rules.option_hash,
            "players": asked.players,
            "minutes": asked.minutes,
            "code": code_digests.ours(),
            "begin": {str(count): dict(lesson.weights) for count, lesson in asked.begin.items()},
        }
        known = planned(journal)
        budgets = {} if asked.budget is None else dict.fromkeys(asked.players, asked.budget)
        if known is None:
            return cls(asked, common.seeded(seed), budgets, head)
        same(journal, {name: known.get(name) for name in head}, head)
        written, drawn = known.get("budgets"), known.get("seed")
        if not budgets and isinstance(written, dict) and {*written} == {*map(str, asked.players)}:
            budgets = {count: Budget.read(str(written[str(count)])) for count in asked.players}
        plan = cls(asked, drawn if seed is None and isinstance(drawn, int) else seed or 0, budgets, head)
        same(journal, known, plan.stated())
        return plan

    def stated(self) -> dict[str, Any]:
        budgets = {str(count): str(one) for count, one in self.budgets.items()}
        return {**self.head, "budgets": budgets, "seed": self.seed}


@attrs.frozen
class TrainingFiles:
    file: Path
    picture: Path
    engine: str
    workers: int
    before: Trained | None
    """What is in the file already."""
    json: bool


SAVED = 10.0
"""Seconds after which the best so far is written again; a stop writes it at once."""


def journal_of(file: Path) -> Path:
    return file.with_name(f"{file.name}.journal")


def run(rules: Rules, variant: Variant, plan: TrainingPlan, where: TrainingFiles) -> Trained:
    """Train for each number of players and write the file after each; if a person stops it, with the best so far.

    Ends with exit code 130 then.
    """
    from ...lab.games.engine import Lost
    from ...lab.games.store import Unkept
    from ..shared.interruption import interruptible

    best = _BestSoFar(rules, where)
    try:
        with interruptible():
            return _learned(rules, variant, plan, where, best)
    except KeyboardInterrupt:
        _stopped(plan, best)
        raise common.Stopped(130) from None
    except (Lost, Unkept) as error:
        best.write()
        raise type(error)(f"{error}; to go on: {common.again()}") from error


@attrs.define
class _BestSoFar:
    """What the file holds while a training goes on. What was finished before is not replaced by what is not."""

    rules: Rules
    where: TrainingFiles
    players: dict[str, LearnedPlay] = attrs.field(factory=dict)
    """By number of players, what is finished or held."""
    held: str = ""
    """The number of players that is being trained, if anything is known that the file may hold."""
    written: float = attrs.field(factory=time.monotonic)

    def __attrs_post_init__(self) -> None:
        self.players = dict(self.where.before.players) if self.where.before is not None else {}

    def hold(self, count: int, one: LearnedPlay) -> None:
        """Take the best of a training that goes on; now and then it is written."""
        known = self.players.get(str(count))
        if known is None or known.unfinished:
            self.players[str(count)], self.held = one, str(count)
            if time.monotonic() - self.written >= SAVED:
                self.write()

    def finished(self, count: int, one: LearnedPlay) -> Trained:
        self.players[str(count)] = one
        self.held = ""
        return _write(self.rules, self.where, self.players)

    def write(self) -> None:
        if self.held:
            _write(self.rules, self.where, self.players)
        self.written = time.monotonic()


def _stopped(plan: TrainingPlan, best: _BestSoFar) -> None:
    """Write the best so far, and say what is finished and how to go on."""
    from ...bots.learned_file import plain
    from ...training.journal import planned

    best.write()
    file, kept = best.where.file, journal_of(best.where.file)
    mine = {count: one for count, one in best.players.items() if int(count) in plan.asked.players}
    done = [count for count, one in mine.items() if not one.unfinished]
    parts = [f"{file} has what is finished for {common.both(done)} players"] if done else []
    if best.held:
        games = mine[best.held].games
        parts.append(f"{file} has the best so far for {best.held} players, after {games:,} games of learning")
    said = "".join(f"; {part}" for part in parts)
    more = f"; what was learned so far is kept in {kept}; to go on: {common.again()}"
    common.note(f"interrupted{said}{more if planned(kept) is not None else ''}")
    if best.where.json:
        told = {"schema": 1, "interrupted": True, "game": best.rules.game.name, "file": str(file)}
        players = {count: plain(one) for count, one in mine.items()}
        common.emit({**told, "players": players, "command": common.again()})


def _learned(
    rules: Rules, variant: Variant, plan: TrainingPlan, where: TrainingFiles, best: _BestSoFar
) -> Trained:
    from ...bots.learned_moves import Lesson
    from ...lab.study.forecast import duration
    from ...record.writer import InUse
    from ...training.arena import Plays, crew
    from ...training.budget import budget
    from ...training.journal import Journal
    from ...training.train import TrainingCourse, games_of, train, usual_of
    from ..shared.terminal import progress

    counts, usual = plan.asked.players, usual_of(rules)
    kept = journal_of(where.file)
    with crew(where.engine, variant, where.workers) as running:
        if plan.asked.minutes is not None and not plan.budgets:
            whole = duration(plan.asked.minutes * len(counts))
            common.note(f"training for {common.both([*map(str, counts)])} players: about {whole} in all")
            for count in counts:
                plan.budgets[count] = budget(Plays(running, variant, count), usual, plan.asked.minutes)
        begin = {count: plan.asked.begin.get(count, Lesson()) for count in counts}
        total = sum(games_of(rules, plan.budgets[count], begin[count]) for count in counts)
        with progress("games", total) as advance:
            try:
                journal = Journal(kept, plan.stated(), advance.note, advance)
            except InUse as error:
                raise common.usage(
                    f"another tilewright process is training {where.file} ({kept} is in use); wait until it is done, "
                    "end it, or choose another --out"
                ) from error
            try:
                if journal.left:
                    advance.note(f"going on after {common.counted(journal.left, 'step')} in {kept}")
                for count in counts:
                    for said in _begun(rules, count, plan.budgets[count], begin[count]):
                        advance.note(said)
                    course = TrainingCourse(
                        rules=rules,
                        players=count,
                        budget=plan.budgets[count],
                        seed=plan.seed,
                        begin=begin[count],
                        begun=plan.asked.begun,
                        plays=Plays(running, variant, count, advance),
                        journal=journal,
                        note=lambda done: advance.note(_done(done)),
                        keep=partial(best.hold, count),
                    )
                    made = best.finished(count, train(course))
            finally:
                journal.close()
    kept.unlink(missing_ok=True)
    return made


def _begun(rules: Rules, count: int, budget: Budget, begin: Lesson) -> Iterator[str]:
    """Yield what a training will do, and the titles of the lines on its course."""
    from ...training.train import games_of, usual_of

    usual = usual_of(rules)
    learned = ["weights (how it rates moves)"] if rules.weights.declared() and budget.generations else []
    learned += ["values (what positions promise)"] if budget.rounds else []
    learns = (
        f"It learns {common.both(learned)}. In between, test games show how often it wins against {usual}"
        if learned
        else f"It learns nothing with this budget; test games show how often what is known wins against {usual}"
    )
    yield f"{count} players: about {games_of(rules, budget, begin):,} games (budget {budget})"
    yield common.terminal().fill(f"{learns}; one as strong as {usual} wins {1 / count:.3f}.", "  ", "  ")
    yield f"  {'games':>7}  {'learned so far':<36}{'wins':<7}{'95 % interval':<14}  {'test games':>10}"


def _done(done: TrainingPart) -> str:
    """Return a part of a training as a line."""
    share = done.share
    if share is None:
        return f"  {done.games:>7,}  {done.said}"
    interval = f"{share.low:.3f} to {share.high:.3f}"
    return f"  {done.games:>7,}  {done.said:<36}{share.share:<7.3f}{interval:<14}  {share.games:>10,}"


def _write(rules: Rules, where: TrainingFiles, players: Mapping[str, LearnedPlay]) -> Trained:
    """Write what was learned so far, and its curve."""
    from ...base import files
    from ...bots.learned_file import Ruleset, Trained
    from ...training.curve import curve_svg

    ordered = dict(sorted(players.items(), key=lambda one: int(one[0])))
    made = Trained(ruleset=Ruleset.of(rules), players=ordered)
    drawn = curve_svg(made, rules.game.title)
    content = drawn.encode()
    if where.picture.suffix == ".png":
        from ...draw.png import to_png

        content = to_png(drawn)
    made.write(where.file)
    files.put(where.picture, content)
    return made


def report(rules: Rules, found: Trained, counts: Sequence[int], file: Path, picture: Path) -> dict[str, Any]:
    from ...bots.learned_file import plain

    return {
        "schema": 1,
        "game": rules.game.name,
        "options": rules.option_values,
        "option_hash": rules.option_hash,
        "file": str(file),
        "curve": str(picture),
        "players": {str(count): plain(found.players[str(count)]) for count in counts},
    }


def summary(
    rules: Rules, found: Trained, counts: Sequence[int], file: Path, picture: Path, more: Sequence[object]
) -> None:
    """Print the results, and the commands that go on; `more` says where the file was to be written."""
    from ...bots.learned_file import words
    from ...table.match_setup import NAMES
    from ...training.explanation import found_out, looks_ahead
    from ..shared.text_tables import table

    rows = [("players", "against", "wins", "95 % interval", "an equal bot", "test games", "learned from")]
    for count in counts:
        one = found.players[str(count)]
        for share in one.results:
            interval = f"{share.low:.3f} to {share.high:.3f}"
            figures = f"{share.share:.3f}", interval, f"{1 / count:.3f}", f"{share.games:,}", f"{one.games:,}"
            rows.append((str(count), share.against, *figures))
    for line in table(rows, 0, right=range(2, 7)):
        common.say(line)
    common.say()
    terminal = common.terminal()
    for count in counts:
        one = found.players[str(count)]
        terminal.wrapped(f"{found_out(one, rules)} {looks_ahead(one.look)}", f"{count} players: ", "  ")
    common.say()
    common.say(f"written: {file}, and its learning curve: {picture}")
    least = min(counts)
    seats = ["bot"] if least == 2 else [f"bot{n}" for n in range(1, least)]
    people = [
        word for name in (NAMES[0], *(f"{seat}:learned:{file}" for seat in seats)) for word in ("-p", name)
    ]
    common.say(f"to play against it: {common.command('play', *words(rules), *people)}")
    common.say(f"to read what it has learned: {common.command('bot', 'read', file)}")
    for count in counts:
        again = [found.players[str(count)].command, *map(shlex.quote, map(str, more))]
        common.say(f"to learn the same again: {' '.join(again)}")
