"""`bench`: how fast the games play on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from ...base.errors import TilewrightError
from ..shared import common
from ..shared.ruleset_words import USUAL, RulesetWords
from ..shared.terminal import progress

if TYPE_CHECKING:
    from ...simulation.speed import Bench


def bench(
    game: list[str] | None = None,
    players: int | None = None,
    games: int | None = None,
    seed: int = 0,
    ruleset: RulesetWords = USUAL,
    json: bool = False,
) -> None:
    """Measure how fast games run."""
    from ...rules.plugins import found
    from ...simulation.speed import bench as measure

    rows = []
    for name in game or sorted(found("game")):
        try:
            rules = ruleset.rules(name)
        except TilewrightError as error:
            if game:
                raise
            common.note(f"{name} is skipped: {error}")
            continue
        count = players if players is not None else rules.game.fewest(3)
        rules.blank(count)
        with progress(name, games) as advance:
            row = measure(rules, count, seed, games, progress=lambda done, advance=advance: advance(1))  # type: ignore[misc]
        rows.append(row)
        if not json:
            for each in figures(row):
                common.say(each)
    if json:
        common.emit({"schema": 1, "seed": seed, "games": [attrs.asdict(row) for row in rows]})


def figures(row: Bench) -> list[str]:
    """Return a ruleset's figures as lines of text."""
    return [
        f"{row.game}, {row.players} players, random moves, {row.games} games, {row.decisions} decisions",
        f"  {row.games_per_second:>9.1f} games per second, {row.game_ms:.1f} ms per game",
        f"  {row.decision_us:>9.2f} us per decision, everything included",
        f"  {row.listing_us:>9.2f} us to list the legal actions ({row.actions} on average)",
        f"  {row.counting_us:>9.2f} us to count them without building them",
        f"  {row.apply_us:>9.2f} us per apply",
        f"  {row.clone_us:>9.2f} us per clone, {row.copies_per_second:.0f} copies per second",
    ]
