"""`review`: the costliest decisions of a finished game, as questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from ...base import files, limits
from ..shared import common
from ..shared.options import ENGLISH, Lang
from ..shared.terminal import Terminal

if TYPE_CHECKING:
    from ...play.match import Match
    from ...record.format import Record
    from ...table.puzzle import Puzzle
    from ...table.review import Review


Row: TypeAlias = "Mapping[str, Any]"


def review(
    file: Path,
    player: str | None = None,
    seconds: float = 20.0,
    work: int = 500_000,
    out: Path | None = None,
    json: bool = False,
    plain: bool = False,
    lang: Lang = ENGLISH,
) -> None:
    """Look back at a game: charts of the points, and a player's three costliest decisions as questions.

    A stronger bot judges every decision from what the player could know then. Type a move to try it; a better move is
    shown after that, or on demand. From a pipe, the answers follow at the end of the input. To continue an interrupted
    review with --out, repeat the command.

    Example: tilewright review FILE --player anna
    """
    from ...play.replay import replay
    from ...record.format import read
    from ...table.review import Review
    from .after_game import Questions, charts, look

    record = read(file)
    match = replay(record)
    if not match.over:
        raise common.usage(f"{file}: the game is not finished; continue it: {common.command('resume', file)}")
    terminal = common.terminal(plain)
    if match.remark:
        common.note(f"{file}: {match.remark}")
    seat = _seat(record, player, terminal, lang.value)
    if not json:
        charts(match, terminal, lang.value)
        terminal.say()
    with _kept(out, file, match, seat) as (known, judged):
        found = Review(match, seat, work=work, known=known, judged=judged)
        stopped = look(found, terminal, lang.value, seconds)
    if stopped:
        done = f"interrupted: {found.looked} of {found.decisions} decisions are judged"
        further = "to continue" if out is not None else "to judge all"
        common.note(f"{done}; {further}: {common.again(*(() if out is not None else ('--out', 'DIR')))}")
    if json:
        common.emit(_as_json(found, file) | ({"interrupted": True} if stopped else {}))
    else:
        Questions(found, terminal, lang.value, file).ask()
    if stopped and not terminal.asks:
        raise common.Stopped(130)


@contextmanager
def _kept(
    out: Path | None, file: Path, match: Match, seat: int
) -> Iterator[tuple[Sequence[Row], Callable[[Row], None]]]:
    """Give the decisions that are judged in the folder, and what adds one; without a folder nothing is kept."""
    if out is None:
        yield [], lambda row: None
        return
    from ...lab.games.row_plan import RowPlan
    from ...lab.games.store import RunFolder, Unkept
    from ...simulation.workers import late_interrupts

    of = sha256(files.content(file, most=limits.RECORD)).hexdigest()[:16]
    settings = {"record": of, "player": match.state.seats[seat]}
    plan = RowPlan(
        command="review",
        rules=match.rules,
        seed=match.seed,
        settings=settings,
        place=lambda number: {},
        whole=("decision", "moves"),
        timed={},
    )
    store = RunFolder(out, plan, common.note)
    known = [*store.rows]
    if known:
        common.note(f"continuing after the {len(known)} decisions in {out}")

    def judged(row: Row) -> None:
        with late_interrupts():
            store.add(row)

    try:
        try:
            yield known, judged
        finally:
            store.close()
    except Unkept as error:
        raise Unkept(f"{error}; to continue: {common.again()}") from error


def _seat(record: Record, player: str | None, terminal: Terminal, lang: str) -> int:
    """Return the seat with this name; without a name, that of the only person, or the one that is typed."""
    from ...table.face_texts import Texts
    from ...text.seat_names import find

    seats = record.head.seats
    people = [name for name in seats if name not in record.head.bots] or seats
    if player is None and len(people) > 1 and terminal.asks:
        said = Texts(lang)
        while True:
            try:
                typed = terminal.ask(said("after.whose", names=", ".join(people))).strip()
            except EOFError:
                raise common.Stopped(130) from None
            if find(typed, seats) is not None:
                break
            terminal.note(said("after.nobody", name=typed or "-"))
        player = typed
    name = player if player is not None else people[0] if len(people) == 1 else None
    if name is None:
        raise common.usage(f"--player: name whose decisions to look at: {common.either(people)}")
    found = find(name, seats)
    if found is None:
        raise common.usage(f"--player {name}: there is no such player; name {common.either(seats)}")
    return found


def _as_json(review: Review, file: Path) -> dict[str, object]:
    return {
        "schema": 1,
        "file": str(file),
        "player": review.match.state.seats[review.seat],
        "decisions": review.decisions,
        "looked": review.looked,
        "done": review.done,
        "margin": review.margin,
        "costliest": [_costly(puzzle, file) for puzzle in review.puzzles],
    }


def _costly(puzzle: Puzzle, file: Path) -> dict[str, object]:
    from ...table.further_reading import further_reading

    _, verdict = puzzle.reveal()
    more = further_reading(puzzle, "en")
    return {
        "n": puzzle.number,
        "move": ", ".join(map(str, puzzle.plan)),
        "better": ", ".join(map(str, puzzle.better)),
        "loss": round(verdict.short, 2),
        "error": round(verdict.error, 2),
        "sources": {key: round(points, 2) for key, (points, _) in verdict.gap.sources.items()},
        "from": f"{file}@{puzzle.number - 1}",
        "rule": more.rule if more is not None else "",
        "page": more.number or None if more is not None else None,
    }
