"""`simulate`: play many games between bots in several processes, with the same results for any number of workers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from ...base.errors import UsageError
from ...draw.cells import cell_len, ljust
from ..shared import common, csv_table, text_tables
from ..shared.forfeits import forfeited
from ..shared.ruleset_words import USUAL, RulesetWords
from .rows_run import INNER, RowsRun, bots_of, marked, verifiable

if TYPE_CHECKING:
    from ...rules.ruleset import Rules
    from ...rules.teams import Sides
    from ...simulation.games import SimulationPlan
    from ...simulation.workers import Job


@verifiable(INNER)
def simulate(
    game: str,
    games: int | None = None,
    players: int | None = None,
    bots: str = "random",
    workers: int = 1,
    seed: int | None = None,
    out: Path | None = None,
    verify: str | None = None,
    ruleset: RulesetWords = USUAL,
    start: str | None = None,
    csv: Path | None = None,
    json: bool = False,
) -> None:
    """Play many games between bots."""
    csv_table.ready(csv, json)
    said = {**locals()}
    from ... import bots as made
    from ...lab.games.lines import digest
    from ...record.writer import flush_folder
    from ...simulation import games as runs

    if games is None:
        raise common.usage("say how many games: -n N, or --games N")
    position = None
    if start is None:
        rules = ruleset.rules(game)
        seats = None
    else:
        from ...play.start import begin

        found = begin(start, game, ruleset.names, ruleset.edition, ruleset.options, ruleset.data)
        if found.script:
            raise common.usage(
                "--from: a scene with scripted draws can begin only one game; remove its draws to simulate"
            )
        rules, position, seats = found.rules, found.state.to_dict(), len(found.state.seats)
    if seats is not None and players not in (None, seats):
        raise common.usage(f"--players {players}: the position has {seats} players")
    chosen = tuple(bots_of(bots, rules, seats or players, rules.game.fewest(2)))
    if position is None:
        rules.blank(len(chosen))
    for text in dict.fromkeys(chosen):
        made.tried(text, rules, len(chosen))
    run = RowsRun("simulate", said, rules, INNER)
    plan = attrs.evolve(
        runs.SimulationPlan.of(rules),
        bots=chosen,
        seed=run.seed,
        games=games,
        start=position,
        out=str(out) if out is not None else None,
        failed=str(common.home() / "failed"),
    )
    decisive = {"bots": list(chosen), "games": games, "position": digest(position) if position else None}

    def job(failed: str) -> Job:
        return partial(runs.rows, plan if verify is None else attrs.evolve(plan, out=failed, failed=failed))

    run.play(
        decisive,
        games,
        "games",
        job,
        place=lambda number: {"seed": plan.seed + number},
        whole=runs.WHOLE,
        beside=partial(_records, plan),
    )
    rows = [{key: value for key, value in row.items() if key != "recorded"} for row in run.rows]
    seconds = run.seconds
    if out is not None:
        for left in out.glob(f".{rules.game.name}-*.new"):  # by a run that was killed while it wrote
            left.unlink(missing_ok=True)
        flush_folder(out)
    report = {
        **run.head(),
        **({"standing": rules.counted()} if rules.counted() else {}),
        "games": len(rows),
        "seconds": round(seconds, 3),
        "games_per_second": round(len(rows) / seconds, 2) if seconds else 0.0,
        **run.marks("games", len(rows), games),
        "seats": [{"name": name, "bot": bot} for name, bot in zip(_names(rules, position, chosen), chosen)],
        "results": rows,
    }
    shown = csv_table.put(csv, _rows(report))
    if json:
        common.emit(report)
    elif not shown:
        _summary(report, workers, rules.game.sides(len(chosen)))
    forfeited(rows, chosen)
    run.end(report, failures(rows, _names(rules, position, chosen), chosen))


def _rows(report: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a row for each game and seat."""
    from ...simulation.games import shares

    for row in report["results"]:
        kept = {key: row.get(key) for key in ("seed", "turns", "decisions")}
        for n, seat in enumerate(report["seats"]):
            result: dict[str, Any] = {"error": row.get("error")}
            if "error" not in row:
                result["score"] = row["scores"][n]
                result |= {"standing": row["standing"][n]} if "standing" in row else {}
                result["win"] = shares(row)[n]
            yield {**kept, "seat": n + 1, **seat, **result}


def _records(plan: SimulationPlan, rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return what is wrong with the records of these games."""
    from ...simulation.games import digest_of, name_of

    found = []
    for row in rows:
        path = Path(str(plan.out), name_of(plan.game, row["seed"]))
        try:
            if digest_of(path) != row.get("recorded"):
                found.append(f"{path} was changed after it was written")
        except UsageError as error:
            found.append(str(error))
    return found


def _names(rules: Rules, position: Any, chosen: Sequence[str]) -> Sequence[str]:
    from ...play.match import names_of

    return rules.restore(position).seats if position is not None else names_of(len(chosen))


def _summary(report: dict[str, Any], workers: int, sides: Sides) -> None:
    from ...simulation.games import shares, standing
    from ...simulation.wilson import wilson

    rows = report["results"]
    whole = [row for row in rows if "error" not in row]
    seats = report["seats"]
    games = common.counted(len(rows), "game")
    common.paragraph(f"{report['game']}: {games}, seed {report['seed']}, options {report['option_hash']}")
    common.say(
        f"{report['games_per_second']:.1f} games per second ({report['seconds']:.2f} s, workers: {workers})"
    )
    if said := marked(report, "games"):
        common.say(said)
    if not whole:
        return
    turns = sum(row["turns"] for row in whole) / len(whole)
    decisions = sum(row["decisions"] for row in whole) / len(whole)
    common.say(f"mean length: {turns:.1f} turns, {decisions:.1f} decisions")
    wide = max(len("seat"), *(cell_len(seat["name"]) for seat in seats))
    won = ("wins", "95 % interval") if sides.rivals else ()
    shown: list[tuple[str, Sequence[str]]] = [
        (f"{'seat'.ljust(wide)}  bot", (*won, f"mean {report.get('standing', 'score')}"))
    ]
    bots, levels = common.bots_shown([seat["bot"] for seat in seats])
    for n, seat in enumerate(seats):
        share = sum(shares(row)[n] for row in whole)
        low, high = wilson(share, len(whole))
        mean = sum(standing(row)[n] for row in whole) / len(whole)
        figures = [f"{share / len(whole):.3f}", f"{low:.3f} to {high:.3f}", f"{mean:.1f}"]
        shown.append((f"{ljust(seat['name'], wide)}  {bots[n]}", figures if sides.rivals else figures[-1:]))
    common.say()
    text_tables.figures(shown, common.terminal(plain=True))
    if levels:
        common.paragraph(levels)
    if not sides.rivals and not sides.scored:
        count = sum(bool(row["winners"]) for row in whole)
        low, high = wilson(count, len(whole))
        common.say(f"won: {count} of {common.counted(len(whole), 'game')} ({low:.3f} to {high:.3f} of all)")
    shared = sum(1 for row in whole if 0 < max(shares(row)) < 1)
    if shared:
        were = "game was a shared victory" if shared == 1 else "games were shared victories"
        common.say(f"{shared} {were}, split equally between the winners")


def failures(rows: Sequence[dict[str, Any]], names: Sequence[str], bots: Sequence[str] = ()) -> bool:
    """Print every failed game with the command that repeats it; return whether there is one.

    `bots` are those of all games by seat, unless the rows name their own.
    """
    from ..shared.seats import resume

    failed = [row for row in rows if "error" in row]
    for row in failed[:10]:
        after = common.counted(row["decisions"], "decision")
        common.note(f"game with seed {row['seed']} failed after {after}: {row['error']}")
        if "record" in row:
            texts = dict(zip(names, row.get("bots", bots), strict=True))
            common.note(f"  to repeat it: {resume(row['record'], texts, texts, '--debug')}")
    if len(failed) > 10:
        common.note(f"... and {len(failed) - 10} more")
    return bool(failed)
