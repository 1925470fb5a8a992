"""`compare-rules`: where two implementations of a game differ. `engine`: our rules as a program for others to ask."""

from __future__ import annotations

import contextlib
import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ..shared import common, output

if TYPE_CHECKING:
    from ...lab.games.variants import Variant
    from ...outside.difference_search import DeviationResult
    from ...outside.implementations import Referee
    from ...outside.report import ExplainedDeviation
    from ...outside.rules_program import RulesRequest
    from ...rules.ruleset import Rules

PROGRAM = "exec:"
WORDS = "GAME with changes such as NAME=VALUE with=M1,M2 edition=E data=DIR, in quotes, or exec:PROGRAM"


def compare_rules(
    a: str,
    b: str,
    game: str | None = None,
    players: int | None = None,
    games: int = 100,
    seed: int = 0,
    depth: int = 0,
    out: Path | None = None,
    modules: str | None = None,
    edition: str | None = None,
    settings: list[str] | None = None,
    data: Path | None = None,
    json: bool = False,
) -> None:
    """Find the first decision where two implementations of a game differ."""
    from ...box import owner_data
    from ...lab.games.variants import Variant
    from ...outside.difference_search import LIMIT, DeviationPlan, compare
    from ...outside.report import as_json, explained
    from ..shared.terminal import progress

    texts = {"A": a, "B": b}
    named = game or _named(texts)
    shared = Variant(
        name="--game",
        game=named,
        modules=tuple(common.names(modules)),
        options=common.settings(settings),
        edition=edition,
        data=owner_data.effective(named, data),
        given=common.folder(data),
    )
    rules = {name: _rules(name, text, shared) for name, text in texts.items() if not text.startswith(PROGRAM)}
    known = next(iter(rules.values()), None) or _installed(shared)
    if out is not None:
        _can_record(out, rules)
    plan = DeviationPlan(seats=_seats(players, known), games=games, seed=seed, depth=depth)
    with contextlib.ExitStack() as stack:
        try:
            one, two = (_side(n, text, rules.get(n), shared, known, stack) for n, text in texts.items())
            with progress("games", games) as advance:
                limit = known.game.turn_limit if known is not None else LIMIT
                result = compare(one, two, plan, lambda: advance(1), limit)
            found = explained(one, two, result.finding) if result.finding is not None else None
        except Exception as error:
            _broken(error, json)
            raise
    if found is not None and out is not None:
        _record((one, two), found, out)
    if json:
        common.emit(as_json(one, two, plan, result, found))
    else:
        _print((one, two), result, found, depth)
        if found is not None and out is not None:
            common.say(
                f"the decisions are in {out}; look at the position: {common.command('show', shared.game, out)}"
            )
    if found is not None:
        raise common.Stopped(1)


def _split(name: str, text: str) -> list[str]:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise common.usage(f"{name}: {text}: {error}") from None
    if not words:
        raise common.usage(f"{name}: expected {WORDS}")
    return words


def _named(texts: dict[str, str]) -> str:
    """Return the game that A names, or else B."""
    for name, text in texts.items():
        if not text.startswith(PROGRAM) and _is_game(word := _split(name, text)[0]):
            return word
    raise common.usage("neither A nor B names the game; add --game GAME")


def _is_game(word: str) -> bool:
    return "=" not in word and not word.startswith("--")


def _rules(name: str, text: str, shared: Variant) -> Rules:
    """Return the rules that the words of one side ask for."""
    import attrs

    from ...box import owner_data
    from ...lab.games.variants import variant

    words = _split(name, text)
    if _is_game(words[0]):
        game = words.pop(0)
        shared = attrs.evolve(shared, game=game, data=owner_data.effective(game, shared.given))
    return variant(name, shlex.join(words), shared).rules()


def _installed(shared: Variant) -> Rules | None:
    """Return our rules of a game that two programs play; None if we do not have it."""
    from ...rules import plugins

    return shared.rules() if shared.game in plugins.found("game") else None


def _seats(players: int | None, known: Rules | None) -> tuple[str, ...]:
    if known is None:
        return tuple(f"player{n + 1}" for n in range(players or 2))
    return known.blank(players if players is not None else max(2, known.game.seats[0])).seats


def _side(
    name: str,
    text: str,
    rules: Rules | None,
    shared: Variant,
    known: Rules | None,
    stack: contextlib.ExitStack,
) -> Referee:
    from ...outside.difference_search import Breach
    from ...outside.faults import Fault
    from ...outside.implementations import EngineReferee
    from ...outside.program_name import OURS, ProgramName
    from ...outside.rules_program import SECONDS, ProgramReferee

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
    from ...outside.rules_program import RulesRequest

    if known is not None:
        return RulesRequest.of(known)
    return RulesRequest(game=shared.game, modules=dict.fromkeys(shared.modules, ""), options=shared.options)


def _can_record(out: Path, rules: dict[str, Rules]) -> None:
    if not rules:
        raise common.usage("--out writes a record of our rules, so A or B must be rules of ours")
    if os.path.exists(out):
        raise common.usage(f"--out: {out} already exists; choose another name")


def _record(sides: tuple[Referee, Referee], found: ExplainedDeviation, out: Path) -> None:
    from ...outside.implementations import EngineReferee
    from ...outside.report import write_record

    write_record(next(one for one in sides if isinstance(one, EngineReferee)), found.finding, out)


def _broken(error: Exception, json: bool) -> None:
    """With --json, print what a program did wrong as an object, too."""
    from ...outside.difference_search import Breach

    if json and isinstance(error, Breach):
        common.emit({"schema": 1, "same": None, "fault": error.as_json()})


def _print(
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


def engine(
    game: str,
    modules: str | None = None,
    edition: str | None = None,
    settings: list[str] | None = None,
    data: Path | None = None,
) -> None:
    """Answer questions about the rules, one line of JSON each, on stdin and stdout."""
    from ...outside.implementations import EngineReferee
    from ...outside.messages import MOST_COUNTED
    from ...outside.rules_server import serve

    rules = common.assemble(game, modules, edition, settings, data)
    serve(
        EngineReferee(rules, most=MOST_COUNTED), sys.stdin.buffer, output.out().buffer, f"tilewright {game}"
    )
