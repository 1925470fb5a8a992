"""`scene run` and `scene export`: rule tests in a form that people can read."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...base import files as disk
from ...base import limits
from ...base.brief import some
from ...base.errors import InvalidFile
from ...draw.cells import cell_len, ljust
from ..shared import common, output

if TYPE_CHECKING:
    from ...scenes.scene import Run


def run(
    files: list[Path],
    edition: list[str] | None = None,
    json: bool = False,
) -> None:
    """Run rule scenes."""
    from ...scenes import scene as scenes

    failed = invalid = impossible = 0
    names = tuple(edition or ())
    found: list[Run] = []
    parted: list[dict[str, Any]] = []
    broken: list[dict[str, Any]] = []
    for file in _files(files):
        try:
            outcomes = scenes.run_file(file, names)
        except InvalidFile as error:
            invalid += 1
            broken.append({"file": str(file), "error": str(error)})
            common.told(str(error))
            continue
        found += outcomes
        for outcome in outcomes:
            failed += bool(outcome.problems)
            impossible += not outcome.possible
            if not json:
                _print(file, outcome)
        if len(names) > 1:
            parted += _sides(file, names, printed=not json)
    if json:
        common.emit(
            {
                "schema": 1,
                "scenes": [_as_json(outcome) for outcome in found],
                "invalid": broken,
                "contrasts": parted,
            }
        )
    else:
        more = f", {common.counted(invalid, 'file')} invalid" if invalid else ""
        common.say(f"{len(found) - failed} passed, {failed} failed{more}")
    if invalid or impossible:
        raise common.Stopped(3)
    if failed:
        raise common.Stopped(1)


def _files(given: list[Path]) -> list[Path]:
    found: list[Path] = []
    for path in given:
        if os.path.isdir(path):
            every = disk.walk(path, limits.SCENES)
            inside = sorted(Path(one.path) for one in every if one.name.endswith(".yaml"))
            if not inside:
                raise common.usage(f"{path} contains no scenes (*.yaml)")
            found += inside
        elif os.path.exists(path):
            found.append(path)
        else:
            raise common.usage(f"there is no file {path}")
    return found


def _print(file: Path, outcome: Run) -> None:
    under = f" [{outcome.under}]" if outcome.under else ""
    common.say(f"{'FAIL' if outcome.problems else 'ok  '}  {file}: {outcome.scene.title}{under}")
    for line in some(outcome.problems):
        common.say(f"      {line}")


def _sides(file: Path, names: tuple[str, ...], *, printed: bool) -> list[dict[str, Any]]:
    """Return where the file's scenes differ between editions, and which options cause it; print it, too, if asked."""
    from ...scenes import scene as scenes
    from ...scenes.editions import contrast

    found: list[dict[str, Any]] = []
    for scene in scenes.read(file):
        try:
            sides = contrast(scene, names)
        except InvalidFile:
            continue  # reported with the outcome
        if not sides.differing:
            continue
        causes = [f"{c.option} is {' | '.join(c.values)} ({c.rule})" for c in sides.causes]
        found.append({
            "scene": scene.title,
            "editions": list(names),
            "differing": [list(row) for row in sides.differing],
            "causes": [{"option": c.option, "rule": c.rule, "values": list(c.values)} for c in sides.causes],
        })  # fmt: skip
        if printed:
            common.say(f"differs: {scene.title}")
            width = max(map(cell_len, names))
            for row in sides.differing:
                for name, line in zip(names, row, strict=True):
                    common.say(f"      {ljust(name, width)}  {line or '-'}")
            common.say(f"      because {'; '.join(causes) or 'several options differ together'}")
    return found


def _as_json(outcome: Run) -> dict[str, Any]:
    return {
        "file": outcome.scene.document.file,
        "scene": outcome.scene.title,
        "rules": list(outcome.scene.cites),
        "under": outcome.under,
        "passed": not outcome.problems,
        "sentences": [
            {"sentence": told.sentence, "holds": told.problem is None} for told in outcome.verdicts
        ],
        "problems": [
            common.fields(one, "file", "line", "column", "where", "message") for one in outcome.problems
        ],
    }


def export(
    record: Path,
    at: int | None = None,
) -> None:
    """Print a position of a record as a scene."""
    from ...play.start import at as position
    from ...scenes import scene as scenes

    match, _ = position(str(record), at)
    title = f"{match.rules.game.title} after {match.decisions} decisions of {record.name}"
    text = scenes.export(match.state, title=title)
    try:
        text.encode(output.out().encoding or "utf-8")
    except UnicodeEncodeError:
        text = scenes.export(match.state, title=title, ascii_only=True)
    for line in text.rstrip("\n").split("\n"):
        common.say(line)
