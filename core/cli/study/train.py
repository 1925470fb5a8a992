"""`train`: a bot learns a ruleset by playing it, and becomes a file."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...base import limits
from ..shared import common
from ..shared.ruleset_words import USUAL, RulesetWords

if TYPE_CHECKING:
    from ...bots.learned_file import Trained
    from ...bots.learned_moves import Lesson
    from ...rules.ruleset import Rules
    from ...text.document import Document
    from .train_run import TrainingPlan, TrainingRun

MINUTES = 5.0
LONGEST = 7 * 24 * 60.0


def train(
    game: str,
    players: str | None = None,
    minutes: float | None = None,
    budget: str | None = None,
    begin: Path | None = None,
    against: str | None = None,
    out: Path | None = None,
    curve: Path | None = None,
    workers: int = 1,
    engine: str = "local",
    ruleset: RulesetWords = USUAL,
    seed: int | None = None,
    json: bool = False,
) -> None:
    """Train a bot for a ruleset: any game, with any modules and options."""
    rules = ruleset.rules(game)
    asked = planned(rules, players, minutes, budget, begin, against)
    file = out if out is not None else Path(f"{_stem(asked)}.yaml")
    run = trained(asked, file, curve, seed, engine, workers, json)
    if json:
        common.emit(run.report())
    else:
        run.summary(() if out is None else ("--out", file))


def trained(
    plan: TrainingPlan,
    file: Path | None,
    curve: Path | None,
    seed: int | None,
    engine: str,
    workers: int,
    json: bool,
) -> TrainingRun:
    """Train by this plan, after everything has been checked that can be; without a file nothing is kept."""
    from ...lab.games.engine import checked
    from .train_run import TrainingRun, journal_of

    checked(engine)
    picture, before = Path(), None
    if file is None:
        plan.seed = common.seeded(seed)
    else:
        if os.path.isdir(file):
            raise common.usage(f"{file} is a folder; name a file")
        picture = curve if curve is not None else file.with_suffix(".svg")
        _picture_fits(file, picture)
        before = _before(file, plan.rules)
        if curve is None and before is None and os.path.lexists(picture) and not journal_of(file).exists():
            raise common.usage(
                f"{picture} is there already; --curve names another file for the learning curve"
            )
        plan.continued(seed, journal_of(file))
        if before is not None:
            _tell_before(file, before, plan.players)
    known = dict(before.players) if before is not None else {}
    run = TrainingRun(plan, file, picture, engine, workers, known)
    run.run(json)
    return run


def planned(
    rules: Rules,
    players: str | None,
    minutes: float | None,
    budget: str | None,
    begin: Path | None,
    against: str | None,
) -> TrainingPlan:
    """Return the plan of a training; UsageError for what cannot be trained."""
    from ...lab.games.libraries import installed

    installed("train", "lab", "cmaes")
    from ...training.budget import Budget
    from ...training.train import games_of
    from ..shared import seats
    from .train_run import TrainingPlan

    usual = [count for count in rules.game.seat_counts if count >= fewest(rules)]
    counts = seats.counts(players, 1) if players is not None else usual
    for count in counts:
        rules.blank(count)
    if budget is not None and minutes is not None:
        raise common.usage("--minutes becomes a budget, so give either --minutes or --budget")
    if minutes is not None and not 0 < minutes <= LONGEST:
        raise common.usage(f"--minutes {minutes:g}: write a number above 0, up to {LONGEST:g} (a week)")
    found = Budget.read(budget) if budget is not None else None
    if found is not None:
        limits.within(f"--budget {budget}, in games", games_of(rules, found), limits.GAMES)
    opponent = _opponent(rules, against, counts) if against is not None else ""
    known = {count: _begin(rules, begin, opponent, count) for count in counts}
    spent = (minutes or MINUTES) if found is None else None
    budgets = dict.fromkeys(counts, found) if found is not None else {}
    return TrainingPlan(rules, counts, spent, budgets, known, str(begin or ""), opponent)


def fewest(rules: Rules) -> int:
    """Return the fewest players that are trained unless a number is given: one alone where nobody is an opponent."""
    low, high = rules.game.seats
    return low if not rules.game.sides(high).rivals else rules.game.fewest(2)


def _opponent(rules: Rules, against: str, counts: Sequence[int]) -> str:
    """Return the bot as records name it. UsageError if there is none, or if it cannot play among so many."""
    from ... import bots
    from ...bots import levels

    text = common.bot_text(levels.chosen(bots.named(against.strip()), rules), rules)
    for count in counts:
        bots.tried(text, rules, count)
    return text


def _begin(rules: Rules, begin: Path | None, opponent: str, count: int) -> Lesson:
    """Return what is known before any game.

    An adversary begins with all that a file has learned: the one given, that by which its opponent plays, or that which
    comes with the game. Others begin with weights of a file, and learn values anew.
    """
    from ... import bots
    from ...bots import learned_file
    from ...bots.learned_moves import Lesson
    from ...text.document import read_document

    file = begin or (opponent and bots.learned_from(opponent))
    if file:
        lesson = _lesson(rules, read_document(Path(file)), count)
        return lesson if opponent else Lesson(weights=lesson.weights)
    for document in learned_file.shipped(rules) if opponent else ():
        found = learned_file.checked(document)
        if found.ruleset.hash == rules.option_hash and str(count) in found.players:
            return _lesson(rules, document, count)
    return Lesson()


def _lesson(rules: Rules, document: Document, count: int) -> Lesson:
    """Return what the file has learned with so many players, or with fewer, or else with more."""
    from ...bots import learned_file

    found = learned_file.checked(document)
    if found.ruleset.game != rules.game.name or not found.players:
        raise common.usage(f"--begin {document.file}: it has learned {found.ruleset}, not {rules.game.name}")
    players = learned_file.fitting(document, found, rules).players
    known = sorted(map(int, players))
    near = max((one for one in known if one <= count), default=known[0])
    return players[str(near)].lesson


def _stem(plan: TrainingPlan) -> str:
    """`GAME`, `GAME-MODULE`; with other options, the beginning of their hash follows; `GAME-against-BOT`."""
    from ...bots import levels
    from ...rules.tile_sets import short

    rules = plan.rules
    name = "-".join([rules.game.name, *(short(module.name) for module in rules.modules)])
    changed = rules.changed or rules.overridden or rules.data_folder
    name = f"{name}-{rules.option_hash[:6]}" if changed else name
    if not plan.against:
        return name
    return (
        f"{name}-against-{re.sub('[^a-z0-9.]+', '-', levels.spoken(common.bot_shown(plan.against)).lower())}"
    )


def _picture_fits(file: Path, picture: Path) -> None:
    """Raise UsageError before anything is played if a file could not be written after everything is."""
    if picture == file:
        raise common.usage(f"{file} would be both the bot and its learning curve; choose another --out")
    if picture.suffix not in (".svg", ".png"):
        raise common.usage(f"--curve {picture}: name a file that ends with .svg or .png")
    if picture.suffix == ".png":
        from ...draw.png import to_png

        to_png('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')
    if os.path.isdir(picture):
        raise common.usage(f"{picture} is a folder; name a file")
    for path in (file, picture):
        if not os.access(path.parent, os.W_OK):
            raise common.usage(f"{path} cannot be written: {path.parent} is not a folder that can be written")


def _before(file: Path, rules: Rules) -> Trained | None:
    """Return what the file holds already; UsageError if that is not a bot for these rules."""
    from ...base.errors import InvalidFile
    from ...bots import learned_file
    from ...bots.learned_file import Ruleset

    if not os.path.lexists(file):
        return None
    try:
        found = learned_file.read(file)
    except InvalidFile as error:
        said = (
            f"{file} is there already, and is not a trained bot ({error.problems[0]}); choose another --out"
        )
        raise common.usage(said) from error
    if found.ruleset.hash != rules.option_hash:
        here = Ruleset.of(rules)
        raise common.usage(
            f"{file} was trained under other rules ({found.ruleset}, hash {found.ruleset.hash}, not {here}, hash "
            f"{rules.option_hash}); choose another --out"
        )
    return found


def _tell_before(file: Path, before: Trained, counts: Sequence[int]) -> None:
    anew = [count for count, one in before.players.items() if int(count) in counts and not one.unfinished]
    kept = [count for count in before.players if int(count) not in counts]
    parts = [f"what it has for {common.both(kept)} players stays"] if kept else []
    parts += [f"what it has for {common.both(anew)} players will be replaced"] if anew else []
    common.note(f"{file} is there already: {'; '.join(parts)}")
