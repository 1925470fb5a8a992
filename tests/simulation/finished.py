"""Finished games by their ranking, as the ends of their records tell them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tilewright.core.record.format import Header
from tilewright.core.record.result import MatchResult
from tilewright.core.table.saved_games import SavedGame


def over(*places: str | Sequence[str], game: str = "rebirth", start: bool = False) -> SavedGame:
    """Return a game that ended so; `:hard` is a bot, and every other name is a person."""
    ranking = [[place] if isinstance(place, str) else [*place] for place in places]
    who = [name for place in ranking for name in place]
    seats = tuple(f"bot{n}" if ":" in name else name for n, name in enumerate(who))
    at = iter(range(len(who)))
    ranked = tuple(tuple(next(at) for _ in place) for place in ranking)
    result = MatchResult(scores=(0,) * len(who), ranking=ranked, winners=(0,), turns=9)
    header = Header(
        tilewright=1,
        game=game,
        modules={},
        options={},
        overrides={},
        seats=seats,
        bots={seat: name[1:] for seat, name in zip(seats, who, strict=True) if ":" in name},
        seed=1,
        start={game: 1} if start else None,
    )
    return SavedGame(path=Path("x.jsonl"), changed=0.0, head=header, result=result)


def even(who: str, level: str, games: int) -> list[SavedGame]:
    """Return so many games of two, half of which the person won."""
    return [over(who, f":{level}"), over(f":{level}", who)] * (games // 2)
