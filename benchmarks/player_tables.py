"""The tables of docs/bots.md: what was measured of levels is kept in players.json, and written from there.

    python benchmarks/player_tables.py                              # writes the page again; a test compares
    python benchmarks/player_tables.py rebirth glenmore --seed 9001 # measures these games first, in all tables
    python benchmarks/player_tables.py rebirth --only losses --counts 2 --seed 9001

What is measured takes the place of what was: `levels.py steps`, `strategies.py`, `exploits.py` and `losses.py` with
`--keep`; `-n` is for all but `exploits.py`, which has `--budget`. Choose a seed with which nothing was trained, and no
temperature found. A line of the file is a cell of a table, with the bots as they were then.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tilewright.core.bots import levels
from tilewright.core.rules.ruleset import Rules
from tilewright.core.simulation.wilson import wilson

HERE = Path(__file__).parent
RESULTS, PAGE = HERE / "players.json", HERE.parent / "docs" / "bots.md"
SCRIPTS = {
    "levels": ["levels.py", "steps"],
    "strategies": ["strategies.py"],
    "exploits": ["exploits.py"],
    "losses": ["losses.py"],
}
"""By table, what measures it."""
STEPS = (
    ("easy", "novice"),
    ("normal", "easy"),
    ("hard", "normal"),
    ("expert", "hard"),
    ("master", "expert"),
    ("hard", "greedy"),
)
SHOWN = 3
"""Strategies that are shown: those that win most."""
Row = Mapping[str, Any]


def named(rules: Rules) -> str:
    """The game as the tables call it."""
    return " + ".join([rules.game.title, *(module.name for module in rules.modules)])


def kept() -> list[Row]:
    found: list[Row] = json.loads(RESULTS.read_text("utf-8"))
    return found


def keep(*rows: Row) -> None:
    """Put what was measured in the place of what was, and write the page."""
    new = {_cell(row): row for row in rows}
    found = {_cell(row): row for row in kept()} | new
    lines = [json.dumps(found[cell], ensure_ascii=False) for cell in sorted(found)]
    RESULTS.write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")


def _cell(row: Row) -> tuple[str, str, int, str, str]:
    """What tells a cell from all others; levels are the same whichever bot plays them."""
    against = levels.spoken(row.get("against", ""))
    return row["table"], row["game"], row["players"], against, levels.spoken(row["bot"])


def page(text: str) -> str:
    """Return the page with the tables of today between `<!-- table NAME -->` and `<!-- end -->`."""
    tables = {"levels": _levels, "strategies": _strategies, "exploits": _exploits, "losses": _losses}
    for name, write in tables.items():
        before, mark, rest = text.partition(f"<!-- table {name} -->\n")
        _, end, after = rest.partition("<!-- end -->\n")
        rows = [row for row in kept() if row["table"] == name]
        text = before + mark + write(rows) + end + after
    return text


def _levels(rows: Sequence[Row]) -> str:
    heads = [f"{above} against {'the ' * (below == 'novice')}{below}" for above, below in STEPS]
    found: dict[tuple[str, int], dict[tuple[str, str], Row]] = {}
    for row in rows:
        pair = levels.spoken(row["bot"]), levels.spoken(row["against"])
        found.setdefault((row["game"], row["players"]), {})[pair] = row
    lines = []
    for (game, players), cells in found.items():
        shares = [f"{cells[pair]['share']:.2f}" if pair in cells else "" for pair in STEPS]
        measured = [_all(row[key] for row in cells.values()) for key in ("games", "seed")]
        lines.append([game, str(players), *shares, *measured])
    return _table(["game", "players", *heads, "games of each", "seed"], lines)


def _strategies(rows: Sequence[Row]) -> str:
    found: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        found.setdefault((row["game"], levels.spoken(row["against"])), []).append(row)
    lines = []
    for (game, against), own in found.items():
        best = sorted((row for row in own if row["bot"] != "greedy"), key=lambda row: -row["share"])
        said = "; ".join(f"{row['bot']} {_between(row)}" for row in best[:SHOWN])
        usual = "; ".join(_between(row) for row in own if row["bot"] == "greedy")
        lines.append([game, against, str(len(best)), said, usual, _all(row["games"] for row in own)])
    heads = ["game", "against", "strategies", "those that win most", "greedy", "games of each"]
    return _table(heads, lines)


def _exploits(rows: Sequence[Row]) -> str:
    found: dict[str, dict[str, Row]] = {}
    for row in rows:
        found.setdefault(row["game"], {})[levels.spoken(row["against"])] = row
    bots = [*levels.LEVELS, "greedy"]
    lines = []
    for game, own in found.items():
        shares = [_between(own[bot]) if bot in own else "" for bot in bots]
        lines.append(
            [game, *shares, *(_all(row[key] for row in own.values()) for key in ("trained", "games"))]
        )
    return _table(["game", *bots, "games of each training", "games of each measurement"], lines)


def _losses(rows: Sequence[Row]) -> str:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["game"], []).append(row)
    lines = []
    for game, own in found.items():
        for row in sorted(own, key=lambda row: row["loss"]):
            loss = f"{row['loss']:.2f} ± {2 * row['error']:.2f}"
            blunders = f"{100 * row['blunders']:.1f} %"
            rest = [blunders, str(row["moves"]), str(row["rounds"])]
            lines.append([game, levels.spoken(row["bot"]), loss, *rest])
    return _table(["game", "bot", "mean loss, points", "blunders", "moves", "rounds"], lines)


def _all(numbers: Iterable[int]) -> str:
    return " or ".join(map(str, sorted(set(numbers))))


def _between(row: Row) -> str:
    low, high = wilson(row["share"] * row["games"], row["games"])
    return f"{row['share']:.2f} ({low:.2f} to {high:.2f})"


def _table(heads: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    return "".join(f"| {' | '.join(line)} |\n" for line in (heads, ["---"] * len(heads), *lines))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--only", default=",".join(SCRIPTS), help="tables, separated by commas")
    given, passed_on = parser.parse_known_args()
    for game in given.games:
        for table in given.only.split(","):
            script, *mode = SCRIPTS[table]
            command = [sys.executable, str(HERE / script), *mode, game, "--keep", *passed_on]
            subprocess.run(command, check=True)
    keep()


if __name__ == "__main__":
    main()
