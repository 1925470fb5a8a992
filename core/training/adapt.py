"""The players of a comparison with `--adapt`: trained for each of its rulesets alike, and kept to be used again.

A file's name is a digest of everything that decides the training, so that a ruleset is trained once for the same
budget, seed and code. What is found under such a name is checked before it is played by. How long to train is what the
comparison requests: minutes, or a budget.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from hashlib import sha256
from pathlib import Path

import attrs

from ..base import files as disk
from ..base import limits
from ..base.errors import InvalidFile, UsageError
from ..base.version import __version__
from ..bots import learned_file
from ..bots.learned_file import Ruleset, Trained
from ..lab.games import code_digests
from ..lab.games.kept_plan import planned_there
from ..lab.games.variants import Variant
from ..lab.study.adaptation import adapted, many, seeds, there
from ..lab.study.plan import ComparisonPlan
from ..lab.study.requests import ComparisonRequest
from ..record.writer import InUse
from ..rules.ruleset import Rules
from ..text.document import read_document
from .arena import Plays, crew
from .budget import Budget
from .course import TrainingCourse, usual_of
from .journal import Journal
from .pace import budget as measured
from .train import games_of, train


@attrs.frozen(kw_only=True)
class School:
    """The place and the means for training players."""

    engine: str
    workers: int
    kept: Path
    """The folder of all that was trained on this machine, with the journals of what is being trained."""
    note: Callable[[str], None]
    progress: Callable[[str, int], AbstractContextManager[Callable[[int], None]]]
    """Takes what is done and the number of games; what it opens is called with the number of games just played."""


@attrs.frozen(kw_only=True)
class Lot:
    """One training whose players are needed."""

    ruleset: str
    """As the comparison names it."""
    training: int
    """Its number, from 1."""
    of: int
    """The trainings of each ruleset."""
    seed: int
    variant: Variant
    rules: Rules
    file: Path

    @property
    def name(self) -> str:
        return f"{self.ruleset} ({self.training} of {self.of})" if self.of > 1 else self.ruleset


def digest(rules: Rules, players: int, *more: object) -> str:
    """Return 16 hex digits of everything that decides what is learned; `more` are the budget and the seed."""
    code = [code_digests.ours(), code_digests.others(rules)]
    text = json.dumps([rules.option_hash, rules.data_digest, code, players, *more])
    return sha256(text.encode()).hexdigest()[:16]


def files(
    plan: ComparisonPlan, budget: Budget, folder: Path, seeds: Sequence[int]
) -> dict[str, tuple[str, ...]]:
    """Return by ruleset of the plan, before it is adapted, the files in the folder that its players will have: one for
    each seed of a training."""
    return {
        name: tuple(str(folder / f"{digest(rules, plan.players, str(budget), seed)}.yaml") for seed in seeds)
        for name, rules in zip(plan.names, plan.rules, strict=True)
    }


def budget(plan: ComparisonPlan, minutes: float, school: School) -> Budget:
    """Return the budget that so many minutes of training come to on this machine, by the pace of the base.

    The same minutes come to the same budget when they are asked for again, so that what was trained is found.
    """
    base = plan.rules[0]
    key = digest(base, plan.players, minutes, school.engine, school.workers)
    remembered = school.kept / f"{key}.budget"
    found = None
    if not os.path.isfile(remembered):
        with crew(school.engine, plan.variants[0], school.workers) as engine:
            plays = Plays(engine, plan.variants[0], plan.players)
            found = measured(plays, usual_of(base), minutes)
    if found is None or os.path.isfile(remembered):  # another run may have measured meanwhile
        return Budget.read(disk.content(remembered).decode("ascii", "replace"), str(remembered))
    with _writing(remembered):
        disk.replace(remembered, str(found))
    return found


def missing(plan: ComparisonPlan, school: School) -> list[Lot]:
    """Return the trainings that are still to be done; players that are kept elsewhere are fetched."""
    return [lot for lot in _lots(plan) if not _there(plan, lot, school)]


def _lots(plan: ComparisonPlan) -> Iterator[Lot]:
    """Yield the trainings of an adapted plan; those of equal rulesets have the same file and come once."""
    assert plan.adaptation is not None
    seen, seeds = set(), plan.adaptation.seeds
    for name, files in plan.adaptation.files.items():
        arm = next((one.adapted for one in plan.adaptation.changes if one.variant == name), name)
        number = plan.names.index(arm)
        for training, (file, seed) in enumerate(zip(files, seeds, strict=True), 1):
            if file in seen:
                continue
            seen.add(file)
            yield Lot(
                ruleset=name,
                training=training,
                of=len(seeds),
                seed=seed,
                variant=plan.variants[number],
                rules=plan.rules[number],
                file=Path(file),
            )


def _there(plan: ComparisonPlan, lot: Lot, school: School) -> bool:
    for path in dict.fromkeys((lot.file, school.kept / lot.file.name)):
        if not os.path.exists(path):
            continue
        try:
            found = checked(plan, lot, path)
        except (InvalidFile, UsageError) as error:
            school.note(f"{path} is not used: {error}")
            continue
        if path != lot.file:
            with _writing(lot.file):
                found.write(lot.file)
        return True
    return False


def checked(plan: ComparisonPlan, lot: Lot, path: Path) -> Trained:
    """Return the file at the path; UsageError or InvalidFile unless it is what this training would make."""
    assert plan.adaptation is not None
    found = learned_file.loaded(read_document(path), lot.rules, str(path), anyway=False)
    one = found.players.get(str(plan.players))
    if one is None or one.budget != plan.adaptation.budget or one.seed != lot.seed:
        raise UsageError("it comes from another training than its name says")
    if not one.results:
        raise UsageError("it does not say how strong its players are")
    return found


def teach(plan: ComparisonPlan, lots: list[Lot], school: School) -> None:
    """Do these trainings and write the files of their players; what was begun before is continued.

    UsageError if the folder cannot be written, `Lost` if the processes die.
    """
    assert plan.adaptation is not None
    asked = Budget.read(plan.adaptation.budget)
    for lot in lots:
        kept = school.kept / lot.file.name
        path = kept.with_suffix(".jsonl")
        what = {"file": kept.stem, "tilewright": __version__}
        with (
            _writing(path),
            closing(_journal(path, what, school, lot)) as journal,
            crew(school.engine, lot.variant, school.workers) as engine,
            school.progress(f"training {lot.name}", games_of(lot.rules, asked)) as advance,
        ):
            plays = Plays(engine, lot.variant, plan.players, advance)
            course = TrainingCourse(
                rules=lot.rules,
                players=plan.players,
                budget=asked,
                seed=lot.seed,
                plays=plays,
                journal=journal,
            )
            learned = train(course)
        found = Trained(ruleset=Ruleset.of(lot.rules), players={str(plan.players): learned})
        for target in dict.fromkeys((kept, lot.file)):
            with _writing(target):
                found.write(target)
        path.unlink(missing_ok=True)
        share = learned.results[0]
        school.note(
            f"trained {lot.name} on {learned.games:,} games; wins against {share.against}: "
            f"{share.share:.2f} [{share.low:.2f}, {share.high:.2f}]"
        )


def _journal(path: Path, what: dict[str, str], school: School, lot: Lot) -> Journal:
    """Open the journal of a training. UsageError if another process is at the same training now."""
    try:
        return Journal(path, what, school.note)
    except InUse as error:
        raise UsageError(
            f"another tilewright process is training the same players for {lot.name} ({path} is in use); wait until "
            "it is done and repeat this command, which then plays with them, or end it first"
        ) from error


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Make the folder of the path if need be; UsageError if it or the file cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror or error}") from error


TRAINED = "trained"
"""The folder of a run (`--out`) with the players that were trained for it."""


def planned(asked: ComparisonRequest, plan: ComparisonPlan, school: School) -> ComparisonPlan:
    """Return the plan with players that will be trained; their files need not be there yet.

    The budget is the one given, else that of the run in the folder, else what the minutes come to on this machine: all
    trainings of a ruleset share them. A run that an older version began goes on with its one training.
    """
    out = Path(asked.out) if asked.out is not None else None
    kept = planned_there(out) if out is not None else {}
    said = asked.adapt_budget or kept.get("adapt")
    if said is None and asked.adapt is not None and not 0 < asked.adapt <= 10_000:
        raise UsageError(f"--adapt {asked.adapt:g}: write the minutes of training for each ruleset")
    trainings = many(asked.trainings, there(kept), plan.blocks, plan.casts)
    if said is not None:
        length = Budget.read(str(said), "--adapt-budget")
    else:
        assert asked.adapt is not None
        length = budget(plan, asked.adapt / trainings, school)
    limits.within(f"--adapt-budget {length}, in games", games_of(plan.rules[0], length), limits.GAMES)
    # Beside the run the path is left as it was given: commands in the report name these files, and are typed there.
    folder = school.kept if out is None else out / TRAINED
    if "!" in str(folder):
        raise UsageError(f"{folder}: no bot can be named whose path has a '!'; choose another --out")
    numbers = seeds(plan.seed, trainings)
    stated = adapted(plan, str(length), numbers, files(plan, length, folder, numbers))
    return _as_kept(stated, kept, folder)


def _as_kept(plan: ComparisonPlan, kept: Mapping[str, object], folder: Path) -> ComparisonPlan:
    """Return the plan with the players of the run in the folder, if all of them are there.

    Their names also stand for the code that trained them. A run whose players are trained goes on with them, whatever
    has changed in that code since.
    """
    made, names = plan.adaptation, kept.get("trained")
    if (
        made is None
        or not isinstance(names, dict)
        or {*names} != {*made.files}
        or kept.get("seed") != plan.seed
    ):
        return plan
    found = {name: [own] if isinstance(own, str) else list(own) for name, own in names.items()}
    paths = {name: tuple(str(folder / f"{one}.yaml") for one in own) for name, own in found.items()}
    same = kept.get("adapt") == made.budget and all(len(own) == len(made.seeds) for own in paths.values())
    if not same or not all(os.path.isfile(path) for own in paths.values() for path in own):
        return plan
    return attrs.evolve(plan, adaptation=attrs.evolve(made, files=paths))
