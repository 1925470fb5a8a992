"""`bot check`: play a program through every message of the protocol. `bot read`: what a bot has learned, in words."""

from __future__ import annotations

import os
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import attrs

from ...draw.cells import cell_len, ljust
from ..shared import common, output
from ..shared.ruleset_words import USUAL, RulesetWords

if TYPE_CHECKING:
    from ...outside.protocol_check import Checker, CheckResult
    from ...rules.ruleset import Rules
    from ...training.explanation import TextTable
    from ..shared.terminal import Terminal


def check(
    program: str,
    game: str | None = None,
    players: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    checks: str | None = None,
    ruleset: RulesetWords = USUAL,
    json: bool = False,
) -> None:
    """Play a program through every message of the protocol, and name each fault."""
    from ...outside.program_name import ProgramName
    from ...outside.protocol_check import ALONE, PLAYING, Checker
    from ...text.options import unknown

    only = common.names(checks)
    for name in only:
        if name not in (*ALONE, *PLAYING):
            raise unknown("check", name, (*ALONE, *PLAYING))
    named = ProgramName.read(program)
    if seconds is not None:
        named = attrs.evolve(named, settings={**named.settings, "seconds": f"{seconds:g}"})
    named.check()
    # Wrong ones are refused before anything runs.
    assert named.seconds and (named.memory is None or named.memory)
    tables = _tables(game, ruleset)
    for rules in tables:
        if players is not None:
            rules.blank(players)
    checker = Checker(named, tables, players, seed, only, asked=game is not None)
    terminal = common.terminal(plain=True)
    findings = []
    for finding in checker.run():
        findings.append(finding)
        if not json:
            place = f"{finding.check} ({finding.game})" if finding.game else finding.check
            terminal.wrapped(f"{finding.result:<8} {place}: {finding.said}", "", " " * 9)
            output.flush()
    broken = sum(finding.result == "broken" for finding in findings)
    if json:
        common.emit(_report(program, checker, findings))
    else:
        _summary(checker, broken)
    if broken:
        raise common.Stopped(1)


def _tables(game: str | None, ruleset: RulesetWords) -> list[Rules]:
    """Return the rulesets to play: the one that was named, or every installed game as it comes."""
    if game is not None:
        return [ruleset.rules(game)]
    if ruleset:
        raise common.usage("name the game that these rules belong to: --game NAME")
    from ...rules.plugins import found

    return [USUAL.rules(name) for name in found("game")]


def _report(program: str, checker: Checker, findings: list[CheckResult]) -> dict[str, Any]:
    return {
        "schema": 1,
        "program": program,
        "name": checker.name,
        "author": checker.author,
        "options": [
            {"name": one.name, "type": one.kind, "default": one.default, "takes": one.takes, "doc": one.doc}
            for one in checker.announced
        ],
        "games": [rules.game.name for rules in checker.tables],
        "decisions": len(checker.times),
        "ms_per_decision": round(1000 * median(checker.times), 3) if checker.times else None,
        "slowest_ms": round(1000 * max(checker.times), 3) if checker.times else None,
        "findings": [attrs.asdict(finding) for finding in findings],
    }


def _summary(checker: Checker, broken: int) -> None:
    if checker.times:
        usual, slowest = 1000 * median(checker.times), 1000 * max(checker.times)
        decisions = common.counted(len(checker.times), "decision")
        common.say()
        common.say(f"{decisions}, usually {usual:.1f} ms, at most {slowest:.0f} ms")
    for one in checker.announced:
        common.say(
            f"option {one.name}: {one.takes}, by default {one.default}{f'; {one.doc}' if one.doc else ''}"
        )
    if checker.named.memory is not None and not os.path.isdir("/proc/self/task"):
        common.say("memory is not limited here: that needs Linux")
    common.say("everything holds" if not broken else f"{common.counted(broken, 'check')} found a fault")


def read(
    file: str,
    modules: str | None = None,
    markdown: bool = False,
) -> None:
    """Read what a bot has learned: its judgements, what positions promise, how it looks ahead."""
    from ...bots import learned_file
    from ...bots.learned_file import Ruleset, flags
    from ...rules import plugins
    from ...text.document import read_document
    from ...text.folder import SHIPPED
    from ...text.strict import near
    from ...training import explanation

    path, games = Path(file), plugins.found("game")
    if file not in games and not os.path.lexists(path) and not path.suffix and len(path.parts) == 1:
        raise common.usage(f"there is no file {file}, and no game of this name{near(file, games)}")
    if os.path.isfile(path) or file not in games:
        if modules:
            raise common.usage("the file names its modules; leave --with out")
        document = read_document(path)
        ruleset = learned_file.checked(document).ruleset
        given = [f"{name}={value}" for name, value in ruleset.options.items()]
        rules = RulesetWords(",".join(ruleset.modules), settings=given).rules(ruleset.game)
    else:
        rules = RulesetWords(modules, data=Path(SHIPPED)).rules(file)  # what its file has learned
        shipped = next(learned_file.shipped(rules), None)
        if shipped is None:
            raise common.usage(
                f"nothing is trained for {Ruleset.of(rules)} yet: tilewright train {flags(rules)}"
            )
        document = shipped
    found = learned_file.fitting(document, learned_file.checked(document), rules)
    if found.ruleset.hash != rules.option_hash:
        common.note(f"{document.file} was made with other data or another version of {rules.game.title}")
    if markdown:
        for line in explanation.markdown(found, rules).splitlines():
            common.say(line)
        return
    terminal = common.terminal(plain=True)
    for part in explanation.parts(found, rules):
        terminal.say(part.title)
        for one in part.said:
            if isinstance(one, str):
                terminal.wrapped(one, "  ")
            elif isinstance(one, explanation.Command):
                terminal.say(f"    {one.text}")
            else:
                _table(one, terminal)
        terminal.say()


def _table(table: TextTable, terminal: Terminal) -> None:
    """Print the columns; the last one is broken at the terminal's width."""
    rows = [table.head, *table.rows]
    wide = [max(cell_len(row[n]) for row in rows) for n in range(len(table.head))]
    for row in rows:
        *first, last = row
        before = "    " + "".join(f"{ljust(cell, wide[n])}  " for n, cell in enumerate(first))
        if cell_len(before) > terminal.width - 30:
            terminal.say(before.rstrip())
            before = " " * 8
        terminal.wrapped(last, before)
