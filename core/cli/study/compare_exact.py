"""`compare --exact`: the same moves under two rulesets, compared step by step and without statistics."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs

from ...box import owner_data
from ...draw.cells import cell_len, ljust
from ...lab.games.variants import Variant
from ...lab.study.exact import Parting, partings
from ...lab.study.requests import ComparisonRequest
from ..shared import common


def exactly(asked: ComparisonRequest, files: Sequence[Path], json: bool) -> None:
    """Replay every file under every variant and print the results; raises Stopped(6) if `--fail-if differs` is met."""
    if asked.game is None or not files:
        raise common.usage(
            "--exact: name the game and the records or scenes: compare GAME FILE... --exact --b ..."
        )
    if asked.fail_if not in (None, "differs"):
        raise common.usage(f"--fail-if {asked.fail_if}: with --exact, only 'differs' is possible")
    texts = {"A": asked.a or ""}
    if asked.b is not None:
        texts["B"] = asked.b
    for name, text in (asked.variants or {}).items():
        if name in texts:
            raise common.usage(f"--variant {name}: that name is taken; choose another one")
        texts[name] = text
    if len(texts) < 2:
        raise common.usage('say what to compare: --b "NAME=VALUE ..."')
    found: list[Parting] = []
    for file in files:
        found += partings(file, asked.game, lambda own: _shared(asked, own), texts)
    if json:
        common.emit({"schema": 1, "exact": [attrs.asdict(one) for one in found]})
    else:
        for one in found:
            for each in lines(one):
                common.say(each)
        parted = sum(one.at is not None for one in found)
        common.say(f"{len(found) - parted} the same, {parted} different")
    if asked.fail_if is not None and any(one.at is not None for one in found):
        common.note("--fail-if is met: differs")
        raise common.Stopped(6)


def _shared(asked: ComparisonRequest, own: Variant) -> Variant:
    """Return the file's own ruleset, changed as the command line says for all variants."""
    return attrs.evolve(
        own,
        modules=tuple(dict.fromkeys((*own.modules, *(asked.with_ or ())))),
        options={**own.options, **(asked.set_ or {})},
        edition=asked.edition,
        data=own.data if asked.data is None else owner_data.effective(own.game, asked.data),
        given=asked.data,
    )


def lines(one: Parting) -> list[str]:
    """Return a comparison of one file as lines of text."""
    name = f"{one.file}: {one.title}" if one.title else one.file
    if one.at is None:
        return [f"same    {name} [{one.variant}]: all {one.steps} steps"]
    found = [f"differs {name} [{one.variant}]: from step {one.at} of {one.steps}"]
    if one.label:
        found.append(f"        {one.label}")
    wide = cell_len(one.variant)
    found += [f"        {ljust('A', wide)}  {line}" for line in one.base]
    found += [f"        {ljust(one.variant, wide)}  {line}" for line in one.other]
    for cause in one.causes:
        rule = f" ({cause.rule})" if cause.rule else ""
        found.append(f"        because {cause.name} is {cause.base} | {cause.other}{rule}")
    return found
