"""`bench`: how fast the games play on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from . import common
from .common import Data, Edition, Json, Modules, Settings

if TYPE_CHECKING:
    from ..bench import Bench


def bench(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="GAME", help="The games; all without it.")
    ] = None,
    players: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="How many players; 3, or what the game takes.")
    ] = None,
    games: Annotated[
        int | None,
        typer.Option("-n", "--games", min=1, metavar="N", help="Games played; two seconds' worth."),
    ] = None,
    seed: Annotated[
        int, typer.Option(envvar="TILEWRIGHT_SEED", metavar="N", help="Seed of the first game.")
    ] = 0,
    modules: Modules = None,
    edition: Edition = None,
    settings: Settings = None,
    data: Data = None,
    json: Json = False,
) -> None:
    """Measure how fast games play.

    Random games on one core, all legal actions listed: games per second, microseconds per step of a game.
    """
    import attrs

    from ..bench import bench as measure
    from ..errors import TilewrightError
    from ..plugins import found
    from .terminal import progress

    rows = []
    for name in game or sorted(found("game")):
        try:
            rules = common.assemble(name, modules, edition, settings, data)
        except TilewrightError as error:
            if game:
                raise
            common.note(f"{name} is left out: {error}")
            continue
        low, high = rules.game.seats
        count = players if players is not None else min(max(low, 3), high)
        rules.blank(count)
        with progress(name, games) as told:
            row = measure(rules, count, seed, games, told=lambda done, told=told: told(1))  # type: ignore[misc]
        rows.append(row)
        if not json:
            print("\n".join(figures(row)))
    if json:
        common.emit({"schema": 1, "seed": seed, "games": [attrs.asdict(row) for row in rows]})


def figures(row: Bench) -> list[str]:
    """A ruleset's figures as lines of text."""
    return [
        f"{row.game}, {row.players} players, random moves, {row.games} games, {row.decisions} decisions",
        f"  {row.games_per_second:>9.1f} games per second, {row.game_ms:.1f} ms a game",
        f"  {row.decision_us:>9.2f} us a decision, everything included",
        f"  {row.listing_us:>9.2f} us a listing ({row.actions} legal actions on the average)",
        f"  {row.counting_us:>9.2f} us to count them without making them",
        f"  {row.apply_us:>9.2f} us an apply",
        f"  {row.clone_us:>9.2f} us a clone, {row.copies_per_second:.0f} copies per second",
    ]
