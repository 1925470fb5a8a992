"""Positions whose pages are measured: each kind of decision of seeded games once, and the end, at one server."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
from pages import NAMES, installed

from tilewright.core.bots import make
from tilewright.core.play.match import Match
from tilewright.core.rules.assembly import load
from tilewright.core.table.choosing import verb

if TYPE_CHECKING:
    from tilewright.core.rules.actions import Action
    from tilewright.core.web.hosted_match import HostedMatch
    from tilewright.core.web.live_match import LiveMatch
    from tilewright.core.web.matches import MatchRegistry

ROOT = Path(__file__).parents[1]
EXAMPLES = ("carcassonne", "dominoes", "paths")
WRITTEN = {"orchard": "square", "thicket": "hex"}
"""Games that `tilewright new` writes, by grid."""
MIDDLE = 0.6
"""The part of a game after which decisions are looked at: boards have grown, and something is scored."""
END = "end"


@attrs.frozen
class Ruleset:
    """A game as it is played for the measurement."""

    title: str
    game: str
    modules: tuple[str, ...] = ()
    seats: int = 3


RULESETS = (
    Ruleset("Glen More", "glenmore"),
    Ruleset("Isle of Skye", "isleofskye"),
    Ruleset("Isle of Skye, all modules", "isleofskye", ("bonus", "druids", "outskirts", "tunnel"), 4),
    Ruleset("Rebirth, Scotland", "rebirth"),
    Ruleset("Rebirth, Ireland", "rebirth", ("ireland",)),
    *(Ruleset(name.title(), name, seats=2) for name in EXAMPLES),
    *(Ruleset(f"tilewright new, {grid}", name, seats=2) for name, grid in WRITTEN.items()),
)


@attrs.frozen
class Position:
    """A decision of one seat after so many others; END stands for the end of the game."""

    kind: str
    number: int
    seat: int


@contextmanager
def found_games(room: Path) -> Iterator[None]:
    """The examples and what `tilewright new` writes are found as if they were installed."""
    with ExitStack() as stack:
        for name in EXAMPLES:
            stack.enter_context(installed(ROOT / "examples" / name))
        for name, grid in WRITTEN.items():
            words = [sys.executable, "-m", "tilewright", "new", name, str(room / name), "--grid", grid]
            subprocess.run(words, check=True, capture_output=True)
            stack.enter_context(installed(room / name))
        yield


def positions(rules: Ruleset, most: int | None = None) -> tuple[list[Action], list[Position]]:
    """The moves of a game of `greedy`, and its positions in their order: at most so many kinds, and the end.

    Rare kinds come first: the decisions where they are possible often have the others as well.
    """
    loaded = load(rules.game, rules.modules)
    match, bot = Match(loaded, NAMES[: rules.seats], seed=3), make("greedy", loaded)
    played: list[Action] = []
    kinds: dict[str, list[tuple[int, int]]] = {}
    while not match.over:
        seat = match.state.to_act[0]
        for kind in {verb(action) for action in match.state.legal(seat)}:
            kinds.setdefault(kind, []).append((len(played), seat))
        played.append(match.choose(seat, bot))
        match.play(played[-1])
    found: dict[int, Position] = {}
    here: dict[int, set[str]] = {}
    for kind, where in kinds.items():
        for number, _ in where:
            here.setdefault(number, set()).add(kind)
    for kind, where in sorted(kinds.items(), key=lambda one: (len(one[1]), one[0])):
        if any(kind in here[number] for number in found) or (most is not None and len(found) >= most):
            continue
        number, seat = min(where, key=lambda one: abs(one[0] - MIDDLE * len(played)))
        found[number] = Position(kind, number, seat)
    return played, [*(found[number] for number in sorted(found)), Position(END, len(played), 0)]


def begun(registry: MatchRegistry, rules: Ruleset) -> HostedMatch:
    """A match at the server in which nothing has been played; people have all seats."""
    registry.lessons.progress.offered(rules.game)  # no page but that of a first game offers its lesson
    record = registry.folder / f"{rules.game}-{len(registry.entries())}.jsonl"
    Match(load(rules.game, rules.modules), NAMES[: rules.seats], seed=3, record=record).close()
    return registry.add(record, "en", {})


def play_to(served: LiveMatch, played: Sequence[Action], number: int) -> None:
    """Play on at the table up to this decision."""
    for action in played[len(served.table.match.played) : number]:
        served.table.play(action)
