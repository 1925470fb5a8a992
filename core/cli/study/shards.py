"""A large comparison over several machines: each plays a shard into a folder, and `compare merge` makes the report."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from ..shared import common
from .study_run import StudyRun, continued

if TYPE_CHECKING:
    from ...lab.games.part_folder import PartFolder
    from ...lab.study.plan import ComparisonPlan
    from ...lab.study.requests import ComparisonRequest
    from .compare_report import Shown


def shard(asked: ComparisonRequest, plan: ComparisonPlan, json: bool) -> None:
    """Play one shard into its folder below that of `--out`, and say what is next."""
    from ...lab.games.part_folder import in_parts, opener
    from ...lab.games.parts import MANY, PART
    from ...lab.study.play import play_parts

    which, of = shard_of(str(asked.shard))
    if asked.out is None or asked.seed is None:
        raise common.usage("--shard needs --out DIR and --seed S, the same for all shards")
    if not in_parts(plan):
        raise common.usage(
            f"--shard is for runs of more than {MANY} blocks, without --adapt, --covariates and --sequential"
        )
    most = -(-plan.blocks // PART)
    if of > most:
        raise common.usage(
            f"--shard {asked.shard}: {plan.blocks} blocks are {most} parts of {PART}; there are at most {most} shards"
        )
    folder = Path(asked.out)
    said: Any = asked
    own = attrs.evolve(said, out=str(folder / f"shard-{which}-of-{of}"))
    opened = opener(plan, asked.parts or ())
    with StudyRun(own, plan, plan.variants[0].data, f"shard {which} of {of}", opened, json) as run:
        store: Any = run.store
        left = sum(end - first for first, end in store.missing((which, of)))
        with run.playing(left) as crew:
            if reused := play_parts(plan, crew, store, (which, of)):
                common.note(reused)
        common.note(f"shard {which} of {of} is in {own.out}")
        common.note(f"when all are there: {common.command('compare', 'merge', folder)}")
        if json:
            common.emit(
                {"schema": 1, "shard": which, "of": of, "plan_hash": plan.hash, "blocks": store.blocks}
            )


def shard_of(text: str) -> tuple[int, int]:
    """Return which shard it is, and of how many."""
    found = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text)
    which, of = map(int, found.groups()) if found else (0, 0)
    if not 1 <= which <= of:
        raise common.usage(f"--shard {text}: write I/N, the first of ten shards as 1/10")
    return which, of


def merge(said: ComparisonRequest, folders: Sequence[Path], shown: Shown) -> None:
    """Make the report of a run from the folders of its shards; nothing is played."""
    from ...lab.games.part_folder import SHARDS, in_parts, opener
    from ...lab.games.store import REQUEST
    from ...lab.study.planning import planned
    from ...lab.study.play import play
    from ...lab.study.request import command, merged, pinned
    from .compare_report import report, size

    if not folders:
        raise common.usage("compare merge: name the folder with the shards, or several")
    if said.out is None and len(folders) > 1:
        raise common.usage("compare merge: of several folders, say with --out DIR where the report shall be")
    for folder in folders:
        if not folder.is_dir():
            raise common.usage(f"compare merge: there is no folder {folder}")
    inner = [below for folder in folders for below in (folder, *sorted(folder.glob(SHARDS)))]
    begun = [folder for folder in inner if (folder / REQUEST).is_file()]
    if not begun:
        raise common.usage(f"compare merge: in {folders[0]} there is no run with its {REQUEST}")
    out = said.out or str(folders[0])
    given: Any = said
    asked, _ = merged(attrs.evolve(given, game=None, out=out), begun[0] / REQUEST)
    found: Any = asked
    own = [str(folder.resolve()) for folder in folders if folder.resolve() != Path(out).resolve()]
    asked = attrs.evolve(found, parts=[*dict.fromkeys((*(asked.parts or ()), *own))] or None)
    _, plan = planned(asked, lambda: common.seeded(None))
    if not in_parts(plan):
        raise common.usage(f"compare merge: the run in {begun[0]} is not one of shards")
    data, opened = plan.variants[0].data, opener(plan, asked.parts or ())
    again = command(pinned(asked, data), plan.seed, "compare")
    with StudyRun(asked, plan, data, size(plan), opened, shown.json, again) as run:
        store: Any = run.store
        _all_there(store, out, asked.parts or ())
        with continued(run.command, True, json=shown.json), run.playing(plan.blocks) as crew:
            played = play(plan, crew)
        report(asked, plan, played, run, shown)


def _all_there(store: PartFolder, out: str, folders: Sequence[str]) -> None:
    """Raise UsageError that says which blocks are missing, and how to play them."""
    from ...lab.games.store import REQUEST

    spans = [*store.missing()]
    if not spans:
        return
    left = sum(end - first for first, end in spans)
    named = ", ".join(f"{first} to {end - 1}" for first, end in spans[:3])
    more = f" and {len(spans) - 3} more spans" if len(spans) > 3 else ""
    other = f"; {store.other} parts there are of other games or another version" if store.other else ""
    words = [word for folder in folders for word in ("--parts", folder)]
    again = common.command("compare", "--plan", Path(out, REQUEST), "--out", out, *words)
    raise common.usage(
        f"compare merge: {left} of {store.total} blocks are missing ({named}{more}){other}; play the shards that are "
        f"not whole, or play these blocks here: {again}"
    )
