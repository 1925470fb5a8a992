"""A new match from the words of a command line, for every command that begins one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from ...bots import make
from ...play.lifecycle import Bot
from ...play.match import Match
from ...play.replay import seated
from ...play.start import begin, split
from ...rules.ruleset import Rules
from ...table.face_texts import Texts
from ..shared import common, seats
from ..shared.options import HelpLevel, Lang
from ..shared.ruleset_words import RulesetWords
from . import saved_games


def begun(
    game: str | None,
    player: Sequence[str] | None,
    ruleset: RulesetWords,
    start: str | None,
    seed: int | None,
    save: Path | None,
    lang: Lang,
    help_level: HelpLevel,
    playtest: bool = False,
) -> tuple[Match, Mapping[str, str]]:
    """Return a new match with its record, and its bots (player to bot)."""
    written: Mapping[str, str] = {}
    made: Callable[[str, Rules], Bot] | None = None
    if start is None:
        if game is None:
            raise common.usage("name a game (tilewright games lists them), or a position: --from RECORD@N")
        rules, state, script = ruleset.rules(game), None, None
        names, texts = seats.players(player, rules)
    else:
        found = begin(start, game, ruleset.names, ruleset.edition, ruleset.options, ruleset.data)
        rules, state, script = found.rules, found.state, found.script
        if found.remark:
            common.note(f"{split(start)[0]}: {found.remark}")
        names = list(state.seats)
        if found.bots or (found.bots is not None and player):
            written = found.bots
            start = split(start)[0]
            texts = seats.of_record(player, names, written, start, sys.argv[1:])
            made = seats.maker(player, len(names))
        else:
            texts = seats.of_scene(player, names, state.to_act, rules)
    rules.blank(names)
    if playtest:
        from ...rules.author_questions import stated

        stated(rules)
    bots = seated(texts, rules, made or partial(make, players=len(names)), written, start or "")
    if save is not None:
        saved_games.writable(save)
    if seed is None:
        seed = common.drawn()
        common.note(Texts(lang.value)("line.seed"), f"  --seed {seed}")
    match = Match(
        rules, names, seed=seed, bots=bots, bot_names=texts, record=save, script=script, start=state,
        help_level=help_level.value, playtest=playtest,
    )  # fmt: skip
    if save is None:
        match.record_from_start(saved_games.fresh(rules.game.name))
    return match, texts
