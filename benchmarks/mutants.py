"""Random mutants of rules and engine, and the test that catches each.

    python benchmarks/mutants.py --count 40 --seed 1 --json round.json              # this checkout
    python benchmarks/mutants.py --engine --count 200 --json engine.json            # what carries out every match
    python benchmarks/mutants.py --in regions,schedule --count 10                   # of these files alone
    python benchmarks/mutants.py CHECKOUT --planted round.json --json again.json    # the same ones elsewhere

A mutant is a small change of the code of one function: a comparison or an operator exchanged, a number one more or
less, a condition negated, a statement dropped, another value returned (`mutation.py`). Each is put into a copy of the
checkout, and tests run until one fails, at most a minute of CPU in each of these stages: for the engine the tests of
the file and a few that name its function; the scenes of the game (for the engine of all games); its oracles and other
tests; tests of the engine that mention the function; and the games' tests of rules (`test_rules*.py`), last, so that
what only these catch is named. The test that fails is run once more without the mutant, where it must pass.

`--engine` draws every change of the folders in `ENGINE_FLOORS` with the same probability, as many from each folder as
its share of all changes. The tests are those that call the function: all of its own folder, then the quickest of every
file, up to `REACHING` CPU seconds. Which those are is found out once, in half an hour, and kept in the file of
`--reached`; a file of tests that has changed since is asked anew.

A mutant that was named in one checkout is found again in another wherever its file has moved, and is reported as lost
if its statement is there no more. With `--planted`, one that was caught before and survives now is marked. Those in
`equal_mutants.txt` change nothing that could be seen; they are counted apart.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import attrs
from mutant_tests import EQUAL, LOST, ROOMS, SURVIVED, Checkout, Result
from mutation import Mutant, Source

HERE = Path(__file__).parent
KNOWN = HERE / "equal_mutants.txt"
"""Changes that change nothing, by their names, each with the reason."""
# fmt: off
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
ENGINE_FLOORS = ("base", "land", "rules", "record", "play")
"""Folders of core that carry out every match, and nothing else."""

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


def of_engine(root: Path, count: int, seed: int) -> list[Mutant]:
    """As many mutants of the engine by chance, from each of its folders by its share of all changes."""
    random = Random(seed)
    pools = {
        floor: [m for s in sources(root) if s.file.startswith(f"core/{floor}/") for m in s.mutants()]
        for floor in ENGINE_FLOORS
    }
    whole = sum(map(len, pools.values()))
    found = [m for pool in pools.values() for m in random.sample(pool, round(count * len(pool) / whole))]
    return random.sample(found, len(found))  # a round that is ended early is a sample as well


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
    real = [found for found in results if found["status"] not in (EQUAL, LOST)]
    caught = sum(found["status"] != SURVIVED for found in real)
    share = (
        f"{caught} of {len(real)} that change something are caught: {100 * caught / max(1, len(real)):.1f} %"
    )
    left = [row["key"] for row in rows if row["result"] and row["result"]["status"] == SURVIVED]
    return "\n".join([f"{len(results)} mutants in {cpu:.0f} CPU seconds: {counts}", share, *left])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("checkout", nargs="?", type=Path, default=HERE.parent)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", action="store_true", help=f"of {', '.join(ENGINE_FLOORS)} alone")
    parser.add_argument(
        "--reached", type=Path, metavar="FILE", default=Path("reached.jsonl"), help="which tests call what"
    )
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
        count, seed = asked.count, asked.seed
        picked = of_engine(root, count, seed) if asked.engine else chosen(root, count, seed, stems)
        planned = [(mutant.key, None) for mutant in picked]
    equal = {line.split()[0] for line in KNOWN.read_text("utf-8").splitlines() if line.strip()}
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        checkout = Checkout(root, Path(folder))
        if asked.engine:
            checkout.reach(asked.reached)
        rows = [done.get(key) or written(finder.find(key), key, None, was) for key, was in planned]
        keep(asked.json, rows)
        for at, (key, was) in enumerate(planned):
            if key not in done:
                mutant = finder.find(key)
                result = Result(LOST) if mutant is None else Result(EQUAL) if key in equal else None
                if result is None:
                    assert mutant is not None
                    result = checkout.caught_by(mutant)
                rows[at] = written(mutant, key, result, was)
                print(line(mutant, key, result, was), flush=True)
                keep(asked.json, rows)
    print(summary(rows))


if __name__ == "__main__":
    main()
