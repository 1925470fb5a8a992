"""What of the rulesets of a study is reconstructed, in one sentence for the head of its report."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..study.findings import Findings
from ..texts import text
from .answer import names
from .number_text import listed
from .small_chart import capital

SAID = re.compile(r"([^:]+?)(:.*)? (is|are|was|were) reconstructed\b")
"""How a note on data says it: `Map 'north': the fields on it are reconstructed.`"""


def sentence(notes: Iterable[str]) -> str:
    """Return what these notes on data call reconstructed, without details; "" if nothing is."""
    return _told((note, "") for note in notes)


def compared(findings: Findings) -> str:
    """Return the same of all rulesets of a comparison; what the base has not is said with its variants."""
    base, *others = findings.arms
    said = dict.fromkeys(base.notes, "")
    for note in (note for arm in others for note in arm.notes):
        if note not in said:
            under = [arm.name for arm in others if note in arm.notes]
            every = len(under) == len(others) > 1
            said[note] = f" under {'all variants' if every else names(findings, under)}"
    return _told(said.items())


def _told(notes: Iterable[tuple[str, str]]) -> str:
    found = [(seen, under) for note, under in notes if (seen := SAID.match(note))]
    if not found:
        return ""
    # `Map 'north': the fields are`, but the map is.
    one = len(found) == 1 and (found[0][0][2] or found[0][0][3] in ("is", "was"))
    # What is so everywhere is named one by one, what only some variants have together.
    groups: dict[tuple[str, int], list[str]] = {}
    for n, (seen, under) in enumerate(found):
        groups.setdefault((under, 0 if under else n), []).append(f"{seen[1][:1].lower()}{seen[1][1:]}")
    what = [f"{listed(items, len(items))}{under}" for (under, _), items in groups.items()]
    return text("reconstructed", what=capital(listed(what, len(what))), n=1 if one else 2)
