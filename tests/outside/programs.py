"""Small programs for tests: a loop over the lines of stdin, with what a test wants it to do at each."""

from __future__ import annotations

import os
import sys
import textwrap
import time

LOOP = """
import json, os, sys, time
def say(kind, **more):
    sys.stdout.write(json.dumps({"type": kind, **more}) + "\\n")
    sys.stdout.flush()
def raw(data):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
"""


def looping(body: str, before: str = "") -> list[str]:
    """The command of a program that runs `body` for every message `m`, after `before`."""
    loop = (
        f"for line in sys.stdin:\n    m = json.loads(line)\n{textwrap.indent(textwrap.dedent(body), '    ')}"
    )
    return [sys.executable, "-I", "-S", "-c", f"{LOOP}{textwrap.dedent(before)}\n{loop}"]


def alive(pid: int) -> bool:
    """True if there is such a process, and not only what is left of it until its parent looks."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):  # gone before the look, or in the middle of it
        return False


def gone(pid: int, seconds: float = 30) -> bool:
    """True as soon as the process has ended; False if it still runs after these seconds."""
    until = time.monotonic() + seconds
    while alive(pid):
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


LINUX = os.path.isdir("/proc/self/task")
