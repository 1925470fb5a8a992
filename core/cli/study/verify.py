"""`--verify`: rows of a run are played again from their seeds, and compared with its folder."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import attrs

from ...base.brief import some
from ..shared import common

if TYPE_CHECKING:
    from ...lab.games.block import Span
    from ...lab.games.store import RunFolder
    from ...lab.study.requests import StudyRequest
    from ...text.document import Document

R = TypeVar("R", bound="StudyRequest")
P = TypeVar("P")
Again = Callable[["RunFolder", Sequence[int], str, Callable[[int], None]], Generator[dict[str, Any]]]
"""Plays the rows of a folder with these numbers; what games write goes to the folder named third."""
Beside = Callable[[Sequence[Mapping[str, Any]]], Sequence[str]]
"""Returns what is wrong with the files that rows have in other folders."""


def request_of(said: R, folder: str | None, plan: Path | None) -> tuple[R, Document | None]:
    """Return the request of the run in this folder, else what was said and stands in the plan file."""
    from ...lab.games.store import REQUEST
    from ...lab.study.request import merged

    where = Path(folder or said.out or "")
    belonging(where)
    if not (where / REQUEST).is_file() or (folder is None and plan is not None):
        if said.out is None:
            raise unnamed(where)
        return merged(said, plan)
    found: Any = said
    if folder is not None:
        found = attrs.evolve(found, game=None, seed=None)
    asked, document = merged(found, where / REQUEST)
    changed: Any = asked
    return attrs.evolve(changed, out=str(where)), document


def unnamed(where: Path) -> Exception:
    """Return the error of a `--verify` that does not say which run."""
    from ...lab.games.store import REQUEST

    return common.usage(
        f"--verify: {where} is not the folder of a run with its {REQUEST}; name one, or repeat the whole "
        "command of the run, with its --out, and add --verify"
    )


def belonging(folder: Path, command: str = "") -> None:
    """Raise UsageError if the run in the folder is one of another command that plays row by row."""
    from ...lab.games.kept_plan import planned_there

    begun = str(planned_there(folder).get("command", command))
    if begun != command:
        right = common.command(begun, folder, "--verify", "N")
        raise common.usage(f"--verify: {folder} is the folder of a run of {begun}: {right}")


def check_blocks(
    asked: StudyRequest,
    opened: Callable[..., RunFolder | None],
    plan: P,
    spans: Callable[[P, Any, Sequence[Any], str], Sequence[Span]],
    text: str,
    json: bool,
) -> NoReturn:
    """Play blocks of the study in the folder of the request again, as `check` does.

    `spans` says how those of rows are, given the plan, the folder, and another one for games that fail.
    """
    from functools import partial

    from ...lab.games.block import span_rows
    from ...lab.games.engine import engine

    def again(
        store: RunFolder, places: Sequence[int], folder: str, progress: Callable[[int], None]
    ) -> Generator[dict[str, Any]]:
        ways = tuple(spans(plan, store, [store.row(n) for n in places], folder))
        with engine(asked.engine or "local", ways[0][1], asked.workers or 1) as playing:
            yield from playing.playing(partial(span_rows, ways)).rows(0, len(ways), progress)

    check(Path(str(asked.out)), opened, plan, again, text, json)


def check(
    folder: Path,
    opened: Callable[..., RunFolder | None],
    plan: Any,
    again: Again,
    text: str,
    json: bool,
    unit: str = "block",
    beside: Beside = lambda rows: (),
) -> NoReturn:
    """Play some rows of the folder again, and print what differs. Raises Stopped: 4 if anything does, else 0 or 130.

    `beside` says what is wrong with the files of rows in other folders: those of all rows are compared.
    """
    import secrets

    from ...lab.games.kept_plan import PLAN
    from ...lab.games.store import reported
    from ...lab.study import verification
    from ..shared.interruption import interruptible
    from ..shared.terminal import progress

    if not (folder / PLAN).is_file():
        raise common.usage(f"--verify: there is no run in {folder}")
    store = opened(folder, plan, common.note, writes=False)
    assert store is not None, "it has a folder"
    store.close()
    blocks = store.blocks
    places, seed = verification.drawn(text, blocks, lambda: secrets.randbits(32))
    if not places:
        raise common.usage(f"--verify: no {unit} of the run in {folder} is finished")
    found, done, stopped = list[Any](), 0, False
    drawn = f", drawn with --verify {len(places)}:{seed}" if seed is not None else ""
    common.note(f"playing {len(places)} of {blocks} {unit}s again{drawn}")
    wrong, changed = reported(store), beside(store.rows)
    try:
        with (
            interruptible(),
            TemporaryDirectory() as other,
            progress(f"{unit}s", len(places)) as advance,
            closing(again(store, places, other, advance)) as playing,
        ):
            for number, row in zip(places, playing, strict=True):
                found += verification.differing(number, store.row(number), row, plan.timed, store.old)
                done += 1
    except KeyboardInterrupt:
        stopped = True
    differing = len({(one.setting, one.block, one.game if not one.arm else 0) for one in found})
    if json:
        told = {"schema": 1, **({"interrupted": True} if stopped else {}), "plan_hash": plan.hash}
        told |= {"blocks": blocks, "played": done, "seed": seed, "differing": differing}
        differences = [attrs.asdict(one) for one in found]
        common.emit({**told, "differences": differences, "report": wrong or None, "files": changed})
    else:
        for one in [*some(found), *some(changed)]:
            common.say(one)
        if wrong:
            common.say(f"{wrong}; to write it anew, repeat the command of the run")
        beyond = f", and the files of {common.counted(len(changed), unit)}" if changed else ""
        common.say(f"{differing} of {common.counted(done, unit)} played again differ{beyond}")
    if stopped:
        common.note(f"interrupted after {done} of {len(places)} {unit}s")
    raise common.Stopped(4 if found or wrong or changed else 130 if stopped else 0)
