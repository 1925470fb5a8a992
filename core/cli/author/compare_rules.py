"""`compare-rules`: where two implementations of a game differ. `engine`: our rules as a program for others to ask."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

from ..shared import common, output
from ..shared.ruleset_words import USUAL, RulesetWords
from ..shared.terminal import progress


def compare_rules(
    a: str,
    b: str,
    game: str | None = None,
    players: int | None = None,
    games: int = 100,
    seed: int = 0,
    depth: int = 0,
    out: Path | None = None,
    ruleset: RulesetWords = USUAL,
    json: bool = False,
) -> None:
    """Find the first decision where two implementations of a game differ."""
    from ...box import owner_data
    from ...lab.games.variants import Variant
    from ...outside.difference_search import LIMIT, DeviationPlan, compare
    from ...outside.report import as_json, explained
    from . import compared_sides as sides

    texts = {"A": a, "B": b}
    named = game or sides.game_named(texts)
    shared = Variant(
        name="--game",
        game=named,
        modules=tuple(ruleset.names),
        options=ruleset.options,
        edition=ruleset.edition,
        data=owner_data.effective(named, ruleset.data),
        given=ruleset.folder,
    )
    rules = {
        name: sides.rules_of(name, text, shared)
        for name, text in texts.items()
        if not text.startswith(sides.PROGRAM)
    }
    known = next(iter(rules.values()), None) or sides.installed(shared)
    if out is not None:
        sides.can_record(out, rules)
    plan = DeviationPlan(seats=sides.seats(players, known), games=games, seed=seed, depth=depth)
    with contextlib.ExitStack() as stack:
        try:
            one, two = (sides.side(n, text, rules.get(n), shared, known, stack) for n, text in texts.items())
            with progress("games", games) as advance:
                limit = known.game.turn_limit if known is not None else LIMIT
                result = compare(one, two, plan, lambda: advance(1), limit)
            found = explained(one, two, result.finding) if result.finding is not None else None
        except Exception as error:
            sides.broken(error, json)
            raise
    if found is not None and out is not None:
        sides.record((one, two), found, out)
    if json:
        common.emit(as_json(one, two, plan, result, found))
    else:
        sides.print_result((one, two), result, found, depth)
        if found is not None and out is not None:
            common.say(
                f"the decisions are in {out}; look at the position: {common.command('show', shared.game, out)}"
            )
    if found is not None:
        raise common.Stopped(1)


def engine(
    game: str,
    ruleset: RulesetWords = USUAL,
) -> None:
    """Answer questions about the rules, one line of JSON each, on stdin and stdout."""
    from ...outside.implementations import EngineReferee
    from ...outside.messages import MOST_COUNTED
    from ...outside.rules_server import serve

    rules = ruleset.rules(game)
    serve(
        EngineReferee(rules, most=MOST_COUNTED), sys.stdin.buffer, output.out().buffer, f"tilewright {game}"
    )
