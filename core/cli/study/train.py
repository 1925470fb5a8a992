"""`train`: a bot learns a ruleset by playing it, and becomes a file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...base import limits
from ..shared import common

if TYPE_CHECKING:
    from ...bots.learned_file import Trained
    from ...bots.learned_moves import Lesson
    from ...rules.ruleset import Rules
    from .train_run import TrainingPlan

MINUTES = 5.0
LONGEST = 7 * 24 * 60.0


def train(
    game: str,
    players: str | None = None,
    minutes: float | None = None,
    budget: str | None = None,
    begin: Path | None = None,
    out: Path | None = None,
    curve: Path | None = None,
    workers: int = 1,
    engine: str = "local",
    modules: str | None = None,
    edition: str | None = None,
    settings: list[str] | None = None,
    data: Path | None = None,
    seed: int | None = None,
    json: bool = False,
) -> None:
    """Train a bot for a ruleset: any game, with any modules and options."""
    from ...lab.games.engine import checked
    from ...lab.games.libraries import installed

    rules = common.assemble(game, modules, edition, settings, data)
    installed("train", "lab", "cmaes")
    from .train_run import TrainingRun, journal_of

    plan = _asked(rules, players, minutes, budget, begin)
    checked(engine)
    file = out if out is not None else Path(f"{_stem(rules)}.yaml")
    if os.path.isdir(file):
        raise common.usage(f"{file} is a folder; name a file")
    picture = curve if curve is not None else file.with_suffix(".svg")
    _picture_fits(file, picture)
    before = _before(file, rules)
    if curve is None and before is None and os.path.lexists(picture) and not journal_of(file).exists():
        raise common.usage(f"{picture} is there already; --curve names another file for the learning curve")
    plan.continued(seed, journal_of(file))
    if before is not None:
        _tell_before(file, before, plan.players)
    known = dict(before.players) if before is not None else {}
    run = TrainingRun(plan, file, picture, engine, workers, known)
    run.run(json)
    if json:
        common.emit(run.report())
    else:
        run.summary(() if out is None else ("--out", file))


def _asked(
    rules: Rules, players: str | None, minutes: float | None, budget: str | None, begin: Path | None
) -> TrainingPlan:
    from ...training.budget import Budget
    from ...training.train import games_of
    from .train_run import TrainingPlan

    low, high = rules.game.seats
    if high < 2:
        raise common.usage(f"{rules.game.title} is for one player; a bot learns by playing against others")
    counts: list[int] = []
    for word in common.names(players) if players is not None else map(str, range(max(2, low), high + 1)):
        count = limits.number(word)
        if count is None or count < 2:
            raise common.usage(f"--players {players}: write numbers of players from 2 on, such as 2,3")
        rules.blank(count)
        counts.append(count)
    if not counts:
        raise common.usage("--players: name a number of players")
    if budget is not None and minutes is not None:
        raise common.usage("--minutes becomes a budget, so give either --minutes or --budget")
    if minutes is not None and not 0 < minutes <= LONGEST:
        raise common.usage(f"--minutes {minutes:g}: write a number above 0, up to {LONGEST:g} (a week)")
    found = Budget.read(budget) if budget is not None else None
    if found is not None:
        limits.within(f"--budget {budget}, in games", games_of(rules, found), limits.GAMES)
    counts = sorted(set(counts))
    known = {count: _begin(rules, begin, count) for count in counts} if begin is not None else {}
    spent = (minutes or MINUTES) if found is None else None
    budgets = dict.fromkeys(counts, found) if found is not None else {}
    return TrainingPlan(rules, counts, spent, budgets, known, str(begin or ""))


def _begin(rules: Rules, file: Path, count: int) -> Lesson:
    """Return what the file has learned with so many players, or with fewer, or else with more."""
    from ...bots import learned_file
    from ...text.document import read_document

    document = read_document(file)
    found = learned_file.checked(document)
    if found.ruleset.game != rules.game.name or not found.players:
        raise common.usage(f"--begin {file}: it has learned {found.ruleset}, not {rules.game.name}")
    players = learned_file.fitting(document, found, rules).players
    known = sorted(map(int, players))
    near = max((one for one in known if one <= count), default=known[0])
    return players[str(near)].lesson


def _stem(rules: Rules) -> str:
    """`GAME`, `GAME-MODULE`; with other options, the beginning of their hash follows."""
    name = "-".join([rules.game.name, *(module.name for module in rules.modules)])
    changed = rules.changed or rules.overridden or rules.data_folder
    return f"{name}-{rules.option_hash[:6]}" if changed else name


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
