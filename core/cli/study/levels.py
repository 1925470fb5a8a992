"""`levels`: which bots play the levels of a game, and where they stand among the people in records."""

from __future__ import annotations

from pathlib import Path

from ..shared import common
from ..shared.ruleset_words import USUAL, RulesetWords


def levels(
    game: str,
    ruleset: RulesetWords = USUAL,
    records: Path | None = None,
    shares: str | None = None,
    json: bool = False,
) -> None:
    """Print which bots play the levels of a game, and with --from how strong they are beside people."""
    if records is not None and not records.is_dir():
        raise common.usage(f"--from {records}: there is no such folder")
    if records is None and shares is not None:
        records = common.home()
    from ...bots.levels import of
    from ...simulation.level_anchors import anchored, counts, usual
    from ...table.face_texts import Texts
    from ...table.saved_games import saves
    from ..table.saved_games import complain
    from . import levels_text as shown

    wanted = shown.shares(shares) if shares is not None else usual()
    rules = ruleset.rules(game)
    playing, players = of(rules), counts(rules)
    found = saves(records) if records is not None else []
    made = anchored(rules, found, wanted) if records is not None else None
    if json:
        broken = [{"file": str(one.path), "error": one.problem} for one in found if one.problem]
        common.emit(shown.report(rules, playing, players, made) | {"broken": broken})
        return
    terminal = common.terminal()
    shown.print_levels(rules, playing, players, terminal)
    if made is not None:
        shown.print_people(rules.game.name, made, terminal)
        if made.people:
            shown.print_wanted(made, playing, players, terminal)
        complain(found, terminal, Texts())
