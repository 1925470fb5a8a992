"""Writes docs/faults.md from the tests: every fault that is planted on purpose, and the check that catches it.

python docs/faults.py            # writes the page again; a test compares the two
"""

from __future__ import annotations

import sys
from pathlib import Path

from tilewright.core.testing import CHECKS

PAGE = Path(__file__).with_name("faults.md")
HEAD = """# What the conformance kit catches

`tilewright check` and `tilewright.testing` play random games and check everything that a ruleset must do. The checks
themselves are tested: rulesets with these faults are in `tests/toys/broken/`, and `tests/testing/test_faults.py`
asserts that each one is caught by the check under which it is listed. What is listed as forgotten breaks nothing: the
check warns of it. This page is written by `python docs/faults.py`.
"""

BEFORE = """## Before play

These are refused when a ruleset is loaded or a scene is read, at the place that the author can change. They are planted
in `tests/text/test_named.py`.

| fault | message |
| --- | --- |
"""


def page() -> str:
    """Return the whole page."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
    try:
        from tests.testing import test_faults as planted
        from tests.text.test_named import BEFORE_PLAY
    finally:
        del sys.path[0]
    rows: dict[str, list[tuple[str, str]]] = {name: [] for name in CHECKS}
    # Whichever room was imported first, the faults come in the order of the rooms.
    rooms = [room.__name__ for room in planted.ROOMS]
    faults = sorted(planted.FAULTS.items(), key=lambda item: rooms.index(item[1][2].__module__))
    for name, (check, words, *_) in faults:
        rows[check].append((name.replace("_", " "), f"... {words} ..."))
    for check, what in planted.AT_THE_TABLE:
        rows[check].append((what, ""))
    forgotten: dict[str, list[tuple[str, str]]] = {name: [] for name in CHECKS}
    for name, (check, words, _) in planted.FORGOTTEN.items():
        forgotten[check].append((name.replace("_", " "), f"... {words} ..."))
    parts = [HEAD]
    for name, check in CHECKS.items():
        tables = [_table(head, some[name]) for head, some in (("fault", rows), ("forgotten", forgotten))]
        parts.append("\n\n".join([f"## {name}", check.doc, *filter(None, tables)]) + "\n")
    rows_before = [
        f"| {name.replace('_', ' ')} | ... {words} ... |" for name, (words, _) in BEFORE_PLAY.items()
    ]
    parts.append(BEFORE + "\n".join(rows_before) + "\n")
    return "\n".join(parts)


def _table(head: str, rows: list[tuple[str, str]]) -> str:
    """Return the rows as a table; "" if there are none."""
    if not rows:
        return ""
    said = "warning" if head == "forgotten" else "message"
    lines = [f"| {what} | {words.replace('|', chr(92) + '|')} |" for what, words in rows]
    return "\n".join([f"| {head} | {said} |", "| --- | --- |", *lines])


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
