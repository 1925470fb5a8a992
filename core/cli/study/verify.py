"""`--verify`: blocks of a run are played again from their seeds, and compared with its folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import attrs
import typer

from ...base.brief import NAMED
from ..shared import common

if TYPE_CHECKING:
    from ...lab.games.block import Span
    from ...lab.games.store import RunFolder
    from ...lab.study.settings import StudyRequest
    from ...text.document import Document

R = TypeVar("R", bound="StudyRequest")
Verify = Annotated[
    str | None,
    typer.Option(
        metavar="N|all",
        help="Play N blocks of a run again: name its folder in place of all else. Exit code 4 if they differ.",
    ),
]


def request_of(said: R, folder: str | None, plan: Path | None) -> tuple[R, Document | None]:
    """Return the request of the run in this folder, else what was said and stands in the plan file."""
    from ...lab.games.store import REQUEST
    from ...lab.study.request import merged

    where = Path(folder or said.out or "")
    if not (where / REQUEST).is_file() or (folder is None and plan is not None):
        if said.out is None:
            raise common.usage(
                f"--verify: {where} is not the folder of a run with its {REQUEST}; name one, or repeat the whole "
                "command of the run, with its --out, and add --verify"
            )
        return merged(said, plan)
    found: Any = said
    if folder is not None:
        found = attrs.evolve(found, game=None, seed=None)
    asked, document = merged(found, where / REQUEST)
    changed: Any = asked
    return attrs.evolve(changed, out=str(where)), document


def check(
    asked: StudyRequest,
    opened: Callable[[Path, Any, Callable[[str], None]], RunFolder],
    plan: Any,
    spans: Callable[[Any, Sequence[Any], str], Sequence[Span]],
    text: str,
    json: bool,
) -> None:
    """Play some blocks of the folder again, and print what differs. Raises Stopped(4) if anything does.

    `spans` says how the blocks of these rows are played, with a folder for games that fail.
    """
    import secrets

    from ...lab.games.store import PLAN, reported
    from ...lab.study import verification
    from ..shared.interruption import interruptible
    from ..shared.terminal import progress

    folder = Path(str(asked.out))
    if not (folder / PLAN).is_file():
        raise common.usage(f"--verify: there is no run in {folder}")
    store = opened(folder, plan, common.note)
    try:
        places, seed = verification.drawn(text, len(store.rows), lambda: secrets.randbits(32))
        rows, found, done = [store.rows[n] for n in places], list[Any](), 0
        again = f", drawn with --verify {len(rows)}:{seed}" if seed is not None else ""
        common.note(f"playing {len(rows)} of {len(store.rows)} blocks again{again}")
        wrong, stopped = reported(store), False
        with TemporaryDirectory() as failed, progress("blocks", len(rows)) as advance:

            def played(blocks: int) -> None:
                nonlocal done
                done += blocks
                advance(blocks)

            ways = spans(store, rows, failed)
            playing = verification.verified(rows, ways, asked.engine or "local", asked.workers or 1, played)
            try:
                with interruptible(), closing(playing):
                    found.extend(playing)
            except KeyboardInterrupt:
                stopped = True
    finally:
        store.close()
    differing = len({(one.setting, one.block) for one in found})
    if json:
        told = {"schema": 1, **({"interrupted": True} if stopped else {}), "plan_hash": plan.hash}
        told |= {"blocks": len(store.rows), "played": done, "seed": seed, "differing": differing}
        common.emit({**told, "differences": [attrs.asdict(one) for one in found], "report": wrong or None})
    else:
        for one in found[:NAMED]:
            common.say(str(one))
        if found[NAMED:]:
            common.say(f"... and {len(found) - NAMED} more differences")
        if wrong:
            common.say(f"{wrong}; to write it anew, repeat the command of the run")
        common.say(f"{differing} of {common.counted(done, 'block')} played again differ")
    if found or wrong:
        raise common.Stopped(4)
    if stopped:
        common.note(f"interrupted after {done} of {len(rows)} blocks")
        raise common.Stopped(130)
