"""A copy of a checkout in which mutants are planted, and the tests that run for each: for `mutants.py`."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import Any

import attrs
from mutation import Mutant

HERE = Path(__file__).parent
GAMES = ("glenmore", "isleofskye", "rebirth")
# fmt: off
ROOMS = {
    "adapters", "bots", "box", "cli", "draw", "editor", "house", "lab", "learn", "meters", "notebook", "outside",
    "screen", "skeleton", "soak", "table", "testing", "training", "web",
}
"""Folders of code and of tests that lie above the engine."""
# fmt: on
TRACED = (
    "base",
    "text",
    "land",
    "rules",
    "record",
    "play",
    "scenes",
    "draw",
    "simulation",
    "table",
    "corpus",
    "games",
)
"""Folders of tests that are asked which functions they call."""
# fmt: off
PYTEST = (
    "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "--hypothesis-seed=0", "--tb=no",
)
# fmt: on
FILES_AT_ONCE = 12
MENTIONING = 6
"""Files of tests that run beside the engine file's own, because they name both the file and the function."""
STAGE = 60
"""CPU seconds of a stage of tests, after which the next begins."""
REACHING = 40
"""CPU seconds, as measured before, of all tests that run for one mutant of `--engine`."""
EACH_FILE = 6
"""Tests of one file that run for it, the quickest ones; of its own folder of tests, all run."""
LONGEST = 3600
"""Seconds on the clock after which a run of tests is stopped, whatever it waits for."""
CAUGHT, TIMEOUT, SURVIVED, LOST, EQUAL = "caught", "timeout", "survived", "lost", "equal"


@attrs.frozen
class Result:
    """What became of a mutant."""

    status: str
    kind: str = ""
    """The kind of the test that catches it."""
    test: str = ""
    cpu: float = 0.0

    def __str__(self) -> str:
        if not self.test:
            return self.status.upper()
        return f"{self.kind:12}{self.test}{' does not end' if self.status == TIMEOUT else ''}"


def kind_of(test: str) -> str:
    """What kind of test this is, by its file."""
    file = Path(test.partition("::")[0])
    if file.stem == "test_scenes" or file.parts[1] == "scenes":
        return "scene"
    if "oracle" in file.stem:
        return "oracle"
    if file.stem == "test_conformance":
        return "kit"
    if "games" in file.parts:
        return "rules test" if file.stem.startswith("test_rules") else "game test"
    return "corpus" if "corpus" in file.parts else "engine test"


class Checkout:
    """A copy of a checkout, in which mutants are planted and tests run."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root = folder / "checkout"
        self.said = folder / "said"
        self.plugins = folder / "plugins"
        left = shutil.ignore_patterns(".*", "__pycache__", "build", "dist")
        shutil.copytree(root, self.root, symlinks=True, ignore=left)
        self.plugins.mkdir()
        shutil.copy(HERE / "failures.py", self.plugins)
        self.sound: dict[str, bool] = {}
        self.reaching: dict[str, list[tuple[float, str]]] = {}
        """By `FILE:FUNCTION`, the tests that call it with their CPU seconds, the quickest first."""

    def reach(self, file: Path) -> None:
        """Read from this file which tests call which functions; ask the files of tests that it does not know, or
        knows as they were before, and add them."""
        rows = [json.loads(row) for row in file.read_text("utf-8").splitlines()] if file.exists() else []
        digests = {
            str(test.relative_to(self.root)): hashlib.sha256(test.read_bytes()).hexdigest()[:12]
            for test in sorted(self.root.glob("tests/**/test_*.py"))
            if test.parent.parts[len(self.root.parts) + 1] in TRACED
        }
        rows = [row for row in rows if row["digest"] == digests.get(row["test"].partition("::")[0])]
        known = {row["test"].partition("::")[0] for row in rows}
        made = file.with_name(f"{file.name}.part")
        shutil.copy(HERE / "reached.py", self.plugins)
        for test, digest in digests.items():
            if test not in known:
                made.write_text("", "utf-8")
                self._pytest(["-p", "reached", test], MUTANTS_REACHED=str(made.resolve()))
                found = [json.loads(row) for row in made.read_text("utf-8").splitlines()]
                # A file without tests, or with those of soaks alone, is known as well.
                rows += [row | {"digest": digest} for row in found] or [_nothing(test, digest)]
                made.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
                made.replace(file)
        for row in rows:
            for name in row["called"]:
                self.reaching.setdefault(name, []).append((row["cpu"], row["test"]))
        for tests in self.reaching.values():
            tests.sort()

    @cached_property
    def tests(self) -> dict[str, str]:
        """The text of every file of tests of rules and engine; tests of rooms cost much and pin no rule."""
        files = [file.relative_to(self.root) for file in sorted(self.root.glob("tests/**/test_*.py"))]
        return {
            file.as_posix(): (self.root / file).read_text("utf-8")
            for file in files
            if not ROOMS & set(file.parts)
        }

    @contextmanager
    def planted(self, mutant: Mutant) -> Iterator[None]:
        """The copy with this mutant; afterwards it is as before."""
        file = self.root / mutant.file
        before = file.read_bytes()
        # A file that is compiled is known by its time and length, which may both be the same.
        compiled = Path(importlib.util.cache_from_source(str(file)))
        try:
            compiled.unlink(missing_ok=True)
            file.write_bytes(mutant.planted(before))
            yield
        finally:
            file.write_bytes(before)
            compiled.unlink(missing_ok=True)
            shutil.rmtree(self.root / ".hypothesis", ignore_errors=True)

    def stages(self, mutant: Mutant) -> list[list[list[str]]]:
        """The files of tests in the order in which they run, by stage; those in one list run together."""
        stem, words = Path(mutant.file).stem, set(mutant.function.split("."))
        mention = {file: _mentions(text, stem, words) for file, text in self.tests.items()}
        inside = sorted(self.tests, key=lambda file: (-mention[file], len(self.tests[file])))
        games = [mutant.home] if mutant.home in GAMES else GAMES
        of_games = [f for f in inside if f.startswith("tests/games/") and set(games) & set(f.split("/"))]
        engine = [f for f in inside if kind_of(f) in ("engine test", "corpus")]
        own: list[str] = []
        if mutant.home == "core":
            own = [f for f in engine if stem in Path(f).stem]
            own += [f for f in engine if mention[f] > len(words) and f not in own][:MENTIONING]
        scenes = [f for f in of_games if kind_of(f) == "scene"]
        rules = [f for f in of_games if kind_of(f) == "rules test"]
        rest = [f for f in of_games if f not in {*scenes, *rules}]
        rest.sort(key=lambda file: kind_of(file) == "game test")
        other = [f for f in engine if f not in own and (mention[f] or kind_of(f) == "corpus")]
        return [
            [stage[at : at + FILES_AT_ONCE] for at in range(0, len(stage), FILES_AT_ONCE)]
            for stage in (own, scenes, rest, other, rules)
        ]

    def _pytest(self, arguments: Sequence[str], **environment: str) -> int | None:
        """Run pytest in the copy; return its exit code, None if it was stopped."""
        path = os.pathsep.join([str(self.root / "src"), str(self.plugins)])
        process = subprocess.Popen(
            [sys.executable, *PYTEST, *arguments],
            env={**os.environ, "PYTHONPATH": path, **environment},
            cwd=self.root,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30)),
        )
        try:
            return process.wait(LONGEST)
        except subprocess.TimeoutExpired:
            return None
        finally:
            # Also what a test has started and not ended.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def run(self, tests: Sequence[str], limit: float) -> tuple[str, str]:
        """Run these tests up to the first that fails: caught or timeout, and which; survived, if none does."""
        self.said.unlink(missing_ok=True)
        unsound = [f"--deselect={test}" for test, sound in self.sound.items() if not sound]
        watched = ["-x", "-p", "failures", *unsound, *tests]
        code = self._pytest(watched, MUTANTS_SAID=str(self.said), MUTANTS_LIMIT=str(limit))
        if code is None:
            return TIMEOUT, tests[0]
        if self.said.exists():
            what, _, test = self.said.read_text("utf-8").partition(" ")
            return (CAUGHT if what == "failed" else TIMEOUT), test or tests[
                0
            ]  # "": nothing could be collected
        # Nothing is left of those that are deselected, or the time is used up.
        return (SURVIVED, "") if code in (0, 2, 5) else (CAUGHT, tests[0])

    def _in_parts(self, mutant: Mutant, tests: Sequence[tuple[float, str]]) -> list[list[str]]:
        """The tests in parts that run at once: those of files that import the mutant's file or lie in its own folder,
        then a few of every other file.

        Those that import it go first: hundreds of others may load a game and so call the function.
        """
        own, imported = f"tests/{mutant.file.split('/')[1]}/", mutant.file[:-3].replace("/", ".") + " import "
        near = tuple(f"{file}::" for file, text in self.tests.items() if imported in text)
        parts: list[list[str]] = [[]]
        by_file: dict[str, list[str]] = {}
        spent = 0.0
        for cpu, test in sorted(
            tests, key=lambda one: (not one[1].startswith(near), not one[1].startswith(own))
        ):
            spent += cpu
            if spent > REACHING and parts[0]:
                break
            if test.startswith((*near, own)):
                parts[0].append(test)
            elif len(some := by_file.setdefault(test.partition("::")[0], [])) < EACH_FILE:
                some.append(test)
            else:
                spent -= cpu
        files = list(by_file.values())
        for at in range(0, len(files), FILES_AT_ONCE):
            parts.append([test for some in files[at : at + FILES_AT_ONCE] for test in some])
        return [part for part in parts if part]

    def caught_by(self, mutant: Mutant) -> Result:
        """The first test that fails with the mutant and passes without."""
        began = _cpu()
        called = f"{mutant.file}:{mutant.function}"
        known = self.reaching.get(called)
        stages = self.stages(mutant)
        if self.reaching:
            del stages[1:]  # what is called as a file of tests is loaded has no test that calls it
        if known:
            stages.insert(0, self._in_parts(mutant, known))
        for stage in stages:
            until = _cpu() + (2 * REACHING if known else STAGE)
            for files in stage:
                while (left := until - _cpu()) > 0:
                    with self.planted(mutant):
                        status, test = self.run(files, left)
                    if status == SURVIVED:
                        break
                    if test not in self.sound:
                        self.sound[test] = self.run([test], STAGE)[0] == SURVIVED
                    if self.sound[test]:
                        return Result(status, kind_of(test), test, round(_cpu() - began, 1))
        return Result(SURVIVED, cpu=round(_cpu() - began, 1))


def _nothing(test: str, digest: str) -> dict[str, Any]:
    return {"test": test, "cpu": 0.0, "called": [], "digest": digest}


def _mentions(text: str, stem: str, words: set[str]) -> int:
    """How much a file of tests has to do with a function: how many of its names it says, and its file's."""
    return sum(bool(re.search(rf"\b{re.escape(word)}\b", text)) for word in (stem, *words))


def _cpu() -> float:
    return sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
