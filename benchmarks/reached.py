"""A plugin of pytest for `mutants.py`: which functions each test goes through, and how long it takes.

Appends a line of JSON to the file MUTANTS_REACHED for each test that passes: its name, its CPU seconds, and
`FILE:FUNCTION` for every function of core or a game that it has called.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType

import pytest

ROOT = f"{Path.cwd().resolve()}{os.sep}"
TOPS = ("core", "games")
_names: dict[CodeType, str] = {}


def _name(code: CodeType) -> str:
    """The function by its file and qualified name, as mutants name it; empty for code of others."""
    found = _names.get(code)
    if found is None:
        file = os.path.realpath(code.co_filename).removeprefix(ROOT)
        inside = file.split(os.sep)[0] in TOPS
        # What a comprehension or a lambda does belongs to the function around it.
        plain = [word for word in code.co_qualname.split(".") if not word.startswith("<")]
        found = _names[code] = f"{Path(file).as_posix()}:{'.'.join(plain)}" if inside and plain else ""
    return found


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    called: set[CodeType] = set()

    def trace(frame: FrameType, event: str, value: object) -> None:
        called.add(frame.f_code)

    failed = item.session.testsfailed
    began = time.process_time()
    sys.settrace(trace)
    try:
        return (yield)
    finally:
        sys.settrace(None)
        if item.session.testsfailed == failed:
            names = sorted({name for name in map(_name, called) if name})
            row = {"test": item.nodeid, "cpu": round(time.process_time() - began, 2), "called": names}
            with open(os.environ["MUTANTS_REACHED"], "a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
