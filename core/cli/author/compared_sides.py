"""The two sides of `compare-rules`: from words to referees, and what is printed of them."""

from __future__ import annotations

import contextlib
import os
import shlex
from pathlib import Path

import attrs

from ...box import owner_data
from ...lab.games.variants import Variant, variant
from ...outside.difference_search import Breach, DeviationResult
from ...outside.faults import Fault
from ...outside.implementations import EngineReferee, Referee
from ...outside.program_name import OURS, ProgramName
from ...outside.report import ExplainedDeviation, write_record
from ...outside.rules_program import SECONDS, ProgramReferee, RulesRequest
from ...rules import plugins
from ...rules.ruleset import Rules
from ..shared import common

PROGRAM = "exec:"


WORDS = "GAME with changes such as NAME=VALUE with=M1,M2 edition=E data=DIR, in quotes, or exec:PROGRAM"


def _split(name: str, text: str) -> list[str]:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise common.usage(f"{name}: {text}: {error}") from None
    if not words:
        raise common.usage(f"{name}: expected {WORDS}")
    return words


def game_named(texts: dict[str, str]) -> str:
    """Return the game that A names, or else B."""
    for name, text in texts.items():
        if not text.startswith(PROGRAM) and _is_game(word := _split(name, text)[0]):
            return word
    raise common.usage("neither A nor B names the game; add --game GAME")


def _is_game(word: str) -> bool:
    return "=" not in word and not word.startswith("--")


def rules_of(name: str, text: str, shared: Variant) -> Rules:
    """Return the rules that the words of one side ask for."""
    words = _split(name, text)
    if _is_game(words[0]):
        game = words.pop(0)
        shared = attrs.evolve(shared, game=game, data=owner_data.effective(game, shared.given))
    return variant(name, shlex.join(words), shared).rules()


def installed(shared: Variant) -> Rules | None:
    """Return our rules of a game that two programs play; None if we do not have it."""
    return shared.rules() if shared.game in plugins.found("game") else None


def seats(players: int | None, known: Rules | None) -> tuple[str, ...]:
    if known is None:
        return tuple(f"player{n + 1}" for n in range(players or 2))
    return known.blank(players if players is not None else known.game.fewest(2)).seats


def side(
    name: str,
    text: str,
    rules: Rules | None,
    shared: Variant,
    known: Rules | None,
    stack: contextlib.ExitStack,
) -> Referee:
    title = f"{name} ({text})"
    if rules is not None:
        return EngineReferee(rules, title)
    named = ProgramName.read(text)
    named.check()
    if named.own:
        raise common.usage(f"{text}: a program that knows the rules takes only {' and '.join(OURS)}")
    seconds = named.seconds if "seconds" in named.settings else SECONDS
    try:
        program = ProgramReferee(
            named.command, _asked(shared, known), title, seconds=seconds, memory=named.memory
        )
    except Fault as fault:
        raise Breach(title, None, (), fault) from fault
    stack.callback(program.close)
    return program


def _asked(shared: Variant, known: Rules | None) -> RulesRequest:
    if known is not None:
        return RulesRequest.of(known)
    return RulesRequest(game=shared.game, modules=dict.fromkeys(shared.modules, ""), options=shared.options)


def can_record(out: Path, rules: dict[str, Rules]) -> None:
    if not rules:
        raise common.usage("--out writes a record of our rules, so A or B must be rules of ours")
    if os.path.exists(out):
        raise common.usage(f"--out: {out} already exists; choose another name")


def record(sides: tuple[Referee, Referee], found: ExplainedDeviation, out: Path) -> None:
    write_record(next(one for one in sides if isinstance(one, EngineReferee)), found.finding, out)


def broken(error: Exception, json: bool) -> None:
    """With --json, print what a program did wrong as an object, too."""
    if json and isinstance(error, Breach):
        common.emit({"schema": 1, "same": None, "fault": error.as_json()})


def print_result(
    sides: tuple[Referee, Referee], result: DeviationResult, found: ExplainedDeviation | None, depth: int
) -> None:
    games, decisions = common.counted(result.games, "game"), common.counted(result.decisions, "decision")
    more = f", {result.counted} sequences of up to {depth} decisions counted" if result.counted else ""
    common.say(f"{games}, {decisions} compared{more}")
    for one in sides:
        if depth and not one.counting:
            common.say(f"note: {one.title} does not count, so --depth changes nothing")
    if found is None:
        common.say("no difference")
        return
    for line in found.lines():
        common.say(line)
