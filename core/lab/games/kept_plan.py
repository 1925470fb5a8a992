"""The plan that a run's folder keeps, and how another one differs from it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ...base import files, strict_json
from ...base.errors import InvalidFile, Problem, UsageError
from .code_digests import CODE
from .lines import digest, some

PLAN = "plan.json"
VERSION = "tilewright"
"""The key of a plan that says which version began the run."""


def planned_there(folder: Path) -> Mapping[str, Any]:
    """Return the plan of the run in the folder; an empty one if there is none."""
    try:
        found = strict_json.read(files.content(folder / PLAN))["plan"]
    except (UsageError, ValueError, KeyError, TypeError):
        return {}
    return found if isinstance(found, dict) else {}


def same(
    path: Path, plan: Mapping[str, Any], options: Mapping[str, Mapping[str, Any]]
) -> tuple[Mapping[str, Any], bool]:
    """Return the plan that this file holds, and whether it is of an older version, without the options.

    UsageError says how the other plan differs from it, InvalidFile if it was edited after the run began.
    A setting that an older version did not have makes no difference as long as it is not used, and the version itself
    makes none: the same seed gives the same game under the same ruleset and data.
    """
    try:
        before = strict_json.read(files.content(path))
        kept, text = dict(before["plan"]), before["hash"]
        known = dict(before.get("options", {}))
    except (ValueError, KeyError, TypeError) as error:
        raise InvalidFile(
            [Problem(str(path), 1, 1, "", f"this is not the plan of a run: {error!r}")]
        ) from error
    now = json.loads(json.dumps(plan))
    differing = [*differences(kept, now)]
    if len(differing) == 1 and kept.get(VERSION) != now.get(VERSION):
        differing = []
    new = [
        f"the option {name} of {ruleset} is new"
        for ruleset, values in options.items()
        for name in values
        if ruleset in known and name not in known[ruleset]
    ]
    differing = (new and differing and new) or differing
    edited = digest(kept) != text or (not differing and known and known != json.loads(json.dumps(options)))
    if edited:
        seen = f": {'; '.join(differing)}" if differing else ""
        said = f"the plan was changed after the run began{seen}"
        raise InvalidFile(
            [Problem(str(path), 1, 1, "", f"{said}; put the file back as it was, or choose another folder")]
        )
    if differing:
        raise UsageError(
            f"--out {path.parent} holds another run: {'; '.join(differing)}; choose another folder, or repeat its plan"
        )
    # A version that wrote no digests kept folders of studies alone.
    return kept, "options" not in before and "command" not in kept


def differences(kept: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    """Yield in words how a plan differs from the one that is kept."""
    for key in {**kept, **now}:
        mine, theirs = kept.get(key), now.get(key)
        if mine == theirs or (key not in kept and not theirs):
            continue
        if key == CODE and not isinstance(theirs, str):  # that of a training is one digest of ours
            # An older version kept no digests of files.
            changed = [
                bot for bot, now in (theirs or {}).items() if mine is not None and mine.get(bot) != now
            ]
            if changed:
                yield f"the files of {some(changed)} have changed since"
        elif key == VERSION:
            yield f"it was begun with tilewright {mine}, and this is {theirs}"
        elif key == "metrics" and isinstance(mine, list) and isinstance(theirs, list):
            new = [one for one in theirs if one not in mine]
            gone = [one for one in mine if one not in theirs]
            yield f"not measured there: {some(new)}" if new else "metrics in another order"
            if gone:
                yield f"not measured now: {some([*map(str, gone)])}"
        elif key not in kept:
            yield f"{key} is new, {_short(theirs, theirs)[0]}"
        else:
            yield "{} was {}, now {}".format(key, *_short(mine, theirs))


def _short(*values: object) -> list[str]:
    """Write different values in at most 60 letters each, from a little before the place where they begin to differ."""
    texts = [json.dumps(value, ensure_ascii=False) for value in values]
    apart = next((n for n, letters in enumerate(zip(*texts, strict=False)) if len(set(letters)) > 1), 0)
    first = max(0, apart - 20) if max(map(len, texts)) > 60 else 0
    shown = [("..." if first else "") + text[first:] for text in texts]
    return [text if len(text) <= 60 else text[:57] + "..." for text in shown]
