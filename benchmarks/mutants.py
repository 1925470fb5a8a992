"""Random mutants of rules and engine, and the test that catches each.

    python benchmarks/mutants.py --count 40 --seed 1 --json round.json              # this checkout
    python benchmarks/mutants.py --in regions,schedule --count 10                   # of these files alone
    python benchmarks/mutants.py CHECKOUT --planted round.json --json again.json    # the same ones elsewhere

A mutant is a small change of the code of one function: a comparison or an operator exchanged, a number one more or
less, a condition negated, a statement dropped, another value returned (`mutation.py`). Each is put into a copy of the
checkout, and tests run until one fails, at most a minute of CPU in each of these stages: for the engine the tests of
the file and a few that name its function; the scenes of the game (for the engine of all games); its oracles and other
tests; tests of the engine that mention the function; and the games' tests of rules (`test_rules*.py`), last, so that
what only these catch is named. The test that fails is run once more without the mutant, where it must pass.

A mutant that was named in one checkout is found again in another wherever its file has moved, and is reported as lost
if its statement is there no more. With `--planted`, one that was caught before and survives now is marked.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import attrs
from mutation import Mutant, Source

HERE = Path(__file__).parent
GAMES = ("glenmore", "isleofskye", "rebirth")
# fmt: off
ROOMS = {
    "adapters", "bots", "box", "cli", "draw", "editor", "house", "lab", "learn", "meters", "notebook", "outside",
    "screen", "skeleton", "soak", "table", "testing", "training", "web",
}
"""Folders of code and of tests that lie above the engine."""
BESIDE_RULES = {
    "appraise", "authoring", "checks", "conditions", "contents", "count_forms", "counted_territory", "descriptions",
    "drawing", "drawings", "features", "files", "levels", "meters", "module_tiles", "move_rating", "placement_steps",
    "position_worth", "printed", "prize_odds", "renamed", "renaming", "restrictions", "scenes",
    "seat_moves", "show", "tile_rates", "weights",
}
"""Files of a game that read its data, draw, write or advise bots."""
# fmt: on
FOUR = ("regions", "schedule", "majority", "zones")
ENGINE = ("board", "grid", "meanings", "placed", "placing", "polyomino", "state", "views")
# fmt: off
PYTEST = (
    "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", "-p", "failures", "--hypothesis-seed=0", "--tb=no",
)
# fmt: on
FILES_AT_ONCE = 12
MENTIONING = 6
"""Files of tests that run beside the engine file's own, because they name both the file and the function."""
STAGE = 60
"""CPU seconds of a stage of tests, after which the next begins."""
LONGEST = 3600
"""Seconds on the clock after which a run of tests is stopped, whatever it waits for."""
CAUGHT, TIMEOUT, SURVIVED, LOST = "caught", "timeout", "survived", "lost"


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


# -- the mutants ---------------------------------------------------------------------------------------------------


def sources(root: Path) -> list[Source]:
    """All code of core and the games."""
    files = [
        file.relative_to(root) for top in ("core", "games") for file in sorted(root.glob(f"{top}/**/*.py"))
    ]
    return [Source(root, file.as_posix()) for file in files]


def is_engine(source: Source) -> bool:
    """Whether the file lies in the engine, in no room above it."""
    parts = source.file.split("/")
    return parts[0] == "core" and not ROOMS & set(parts)


def is_rules(source: Source) -> bool:
    """Whether the file carries out rules of a game."""
    parts = source.file.removesuffix(".py").split("/")
    return parts[0] == "games" and len(parts) > 2 and not BESIDE_RULES & set(parts)


def chosen(root: Path, count: int, seed: int, stems: Sequence[str]) -> list[Mutant]:
    """As many mutants by chance: of these files; without any, of ten four from `FOUR`, four from
    rules of games, two from the rest of the engine."""
    every = sources(root)

    def engine(names: Sequence[str]) -> list[Source]:
        return [source for source in every if is_engine(source) and Path(source.file).stem in names]

    rules = [source for source in every if is_rules(source)]
    if stems:
        pools = [engine([stem]) + [s for s in rules if Path(s.file).stem == stem] for stem in stems]
    else:
        pools = [engine(ENGINE), *(pool for stem in FOUR for pool in (engine([stem]), rules)), engine(ENGINE)]
    random = Random(seed)
    left: list[list[Mutant]] = []
    for pool in pools:
        found = [mutant for source in pool for mutant in source.mutants()]
        left.append(_mixed(found, random))
    # One of each statement is enough.
    picked: dict[tuple[str, str, str], Mutant] = {}
    while len(picked) < count and any(left):
        for mutants in left:
            while mutants and len(picked) < count:
                mutant = mutants.pop()
                where = mutant.file, mutant.function, mutant.statement
                if where not in picked:
                    picked[where] = mutant
                    break
    return list(picked.values())


def _mixed(mutants: Sequence[Mutant], random: Random) -> list[Mutant]:
    """In random order, in which the kinds of change take turns; most conditions that are negated break all games."""
    turns: Counter[str] = Counter()
    ranked = []
    for mutant in random.sample(mutants, len(mutants)):
        ranked.append((turns[mutant.operator], random.random(), mutant))
        turns[mutant.operator] += 1
    return [mutant for _, _, mutant in sorted(ranked, key=lambda one: one[:2], reverse=True)]


class Finder:
    """Finds mutants again by their names."""

    def __init__(self, root: Path) -> None:
        self.sources = sources(root)
        self._read: dict[str, list[Mutant]] = {}

    def find(self, key: str) -> Mutant | None:
        """The mutant of this name: in a file of the same name, then in any other; None if its place is gone."""
        home, stem, function, statement, operator, ordinal = key.split(":")
        place = function, statement, operator, int(ordinal)
        near = sorted(self.sources, key=lambda source: (Path(source.file).stem != stem, source.file))
        for source in near:
            if function.rpartition(".")[2].encode() not in source.bytes:
                continue
            if source.file not in self._read:
                self._read[source.file] = list(source.mutants())
            for mutant in self._read[source.file]:
                if mutant.place == place and mutant.home == home:
                    return mutant
        return None


# -- the tests -----------------------------------------------------------------------------------------------------


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

    def stages(self, mutant: Mutant) -> list[list[str]]:
        """The files of tests in the order in which they run."""
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
        return [own, scenes, rest, other, rules]

    def run(self, tests: Sequence[str], limit: float) -> tuple[str, str]:
        """Run these tests up to the first that fails: caught or timeout, and which; survived, if none does."""
        self.said.unlink(missing_ok=True)
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(self.root / "src"), str(self.plugins)]),
            "MUTANTS_SAID": str(self.said),
            "MUTANTS_LIMIT": str(limit),
        }
        unsound = [f"--deselect={test}" for test, sound in self.sound.items() if not sound]
        process = subprocess.Popen(
            [sys.executable, *PYTEST, *unsound, *tests],
            env=environment,
            cwd=self.root,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30)),
        )
        try:
            code = process.wait(LONGEST)
        except subprocess.TimeoutExpired:
            return TIMEOUT, tests[0]
        finally:
            # Also what a test has started and not ended.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        if self.said.exists():
            what, _, test = self.said.read_text("utf-8").partition(" ")
            return (CAUGHT if what == "failed" else TIMEOUT), test
        # Nothing is left of those that are deselected, or the time is used up.
        return (SURVIVED, "") if code in (0, 2, 5) else (CAUGHT, tests[0])

    def caught_by(self, mutant: Mutant) -> Result:
        """The first test that fails with the mutant and passes without."""
        began = _cpu()
        for stage in self.stages(mutant):
            until = _cpu() + STAGE
            for at in range(0, len(stage), FILES_AT_ONCE):
                files = stage[at : at + FILES_AT_ONCE]
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


def _mentions(text: str, stem: str, words: set[str]) -> int:
    """How much a file of tests has to do with a function: how many of its names it says, and its file's."""
    return sum(bool(re.search(rf"\b{re.escape(word)}\b", text)) for word in (stem, *words))


def _cpu() -> float:
    return sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


# -- the round -----------------------------------------------------------------------------------------------------


def written(mutant: Mutant | None, key: str, result: Result | None, before: Any) -> dict[str, Any]:
    """A mutant as it is kept in the file."""
    row: dict[str, Any] = {"key": key}
    if mutant:
        row |= {name: getattr(mutant, name) for name in ("file", "line", "before", "after")}
    return row | {"result": attrs.asdict(result) if result else None, "was": before}


def keep(file: Path | None, rows: Sequence[dict[str, Any]]) -> None:
    """Write the round to its file."""
    if file:
        file.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")


def line(mutant: Mutant | None, key: str, result: Result, was: Any) -> str:
    """A mutant and its result, for people."""
    place = f"{mutant.file}:{mutant.line} {mutant.function}" if mutant else key
    what = f"{_short(mutant.before)} -> {_short(mutant.after)}" if mutant else ""
    worse = was and was["test"] and result.status in (SURVIVED, LOST)
    more = f"   BEFORE: {was['kind']} {was['test']}" if worse else ""
    return f"{place}\n    {what}\n    {result}{more}   [{result.cpu:.0f} s]"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 70 else f"{text[:67]}..."


def summary(rows: Sequence[dict[str, Any]]) -> str:
    """How many are caught by each kind of test."""
    results = [row["result"] for row in rows if row["result"]]
    kinds = Counter(found["kind"] or found["status"].upper() for found in results)
    cpu = sum(found["cpu"] for found in results)
    counts = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
    return f"{len(results)} mutants in {cpu:.0f} CPU seconds: {counts}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("checkout", nargs="?", type=Path, default=HERE.parent)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--in", dest="stems", default="", help="names of files, separated by commas")
    parser.add_argument(
        "--planted", type=Path, metavar="FILE", help="plant the mutants of a round made before"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the round here, mutant by mutant")
    parser.add_argument("--resume", action="store_true", help="go on with the round in the file of --json")
    asked = parser.parse_args()
    # A round that is ended from outside ends its tests as well.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    root = asked.checkout.resolve()
    finder = Finder(root)
    done: dict[str, dict[str, Any]] = {}
    if asked.json and asked.json.exists():
        if not asked.resume:
            parser.error(f"{asked.json} exists: --resume goes on with it")
        kept = json.loads(asked.json.read_text("utf-8"))
        planned: list[tuple[str, Any]] = [(row["key"], row["was"]) for row in kept]
        done = {row["key"]: row for row in kept if row["result"]}
    elif asked.planted:
        planned = [(row["key"], row["result"]) for row in json.loads(asked.planted.read_text("utf-8"))]
    else:
        stems = [stem for stem in asked.stems.split(",") if stem]
        planned = [(mutant.key, None) for mutant in chosen(root, asked.count, asked.seed, stems)]
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        checkout = Checkout(root, Path(folder))
        rows = [done.get(key) or written(finder.find(key), key, None, was) for key, was in planned]
        keep(asked.json, rows)
        for at, (key, was) in enumerate(planned):
            if key not in done:
                mutant = finder.find(key)
                result = checkout.caught_by(mutant) if mutant else Result(LOST)
                rows[at] = written(mutant, key, result, was)
                print(line(mutant, key, result, was), flush=True)
                keep(asked.json, rows)
    print(summary(rows))


if __name__ == "__main__":
    main()
