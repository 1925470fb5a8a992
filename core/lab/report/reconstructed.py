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
            said[note] = f" under {names(findings, [arm.name for arm in others if note in arm.notes])}"
    return _told(said.items())


def _told(notes: Iterable[tuple[str, str]]) -> str:
    found = [(seen, under) for note, under in notes if (seen := SAID.match(note))]
    if not found:
        return ""
    # `Map 'north': the fields are`, but the map is.
    one = len(found) == 1 and (found[0][0][2] or found[0][0][3] in ("is", "was"))
    what = [f"{seen[1][:1].lower()}{seen[1][1:]}{under}" for seen, under in found]
    return text("reconstructed", what=capital(listed(what, len(what))), n=1 if one else 2)
