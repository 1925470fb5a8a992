"""`check`: run the conformance kit on a game, on a module, or on a package under development."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from ...base.errors import InvalidFile, PluginError
from ..shared import common
from ..shared.output import Styled, joined
from ..shared.ruleset_words import USUAL, RulesetWords
from ..shared.terminal import Terminal, progress
from .bench import figures

if TYPE_CHECKING:
    from ...rules.ruleset import Rules
    from ...simulation.speed import Bench
    from ...testing import Finding
    from ..shared.check_targets import CheckTarget

STYLES = {"holds": "good", "warns": "fair", "broken": "bad", "skipped": "dim"}


@attrs.frozen
class Amount:
    """The checks to run, and the games to run them over."""

    checks: Sequence[str]
    seed: int
    games: int
    seats: Sequence[int]

    def given(self) -> dict[str, Any]:
        """Return the fields of `testing.Subject` that this sets."""
        return {"seed": self.seed, "games": self.games, "seats": self.seats}

    def words(self, check: str) -> list[str]:
        """Return the words that run this one check from the command line."""
        found = ["--checks", check, "--seed", str(self.seed), "--games", str(self.games)]
        return found + (["--players", ",".join(map(str, self.seats))] if self.seats else [])


def check(
    what: str,
    games: int = 3,
    players: str | None = None,
    seed: int = 0,
    checks: str | None = None,
    ruleset: RulesetWords = USUAL,
    json: bool = False,
) -> None:
    """Check that a ruleset does what every ruleset must do."""
    from ...testing import CHECKS
    from ...text.options import unknown
    from ..shared import seats
    from ..shared.check_targets import targets

    chosen = common.names(checks) or list(CHECKS)
    for name in chosen:
        if name not in CHECKS:
            raise unknown("check", name, CHECKS)
    amount = Amount(chosen, seed, games, seats.counts(players) if players is not None else ())
    wanted = targets(what, ruleset)
    checked: list[dict[str, Any]] = []
    broken: list[BaseException] = []
    failed: list[BaseException] = []
    terminal = common.terminal()
    for target in wanted:
        try:
            rules = target.make()
        except (InvalidFile, PluginError) as error:
            failed.append(error)
            continue
        for count in amount.seats:
            rules.blank(count)
        with progress(target.title, len(chosen)) as advance:
            found = _checked(rules, target, amount, advance)
        broken += [finding.error for finding, _ in found if finding.error is not None]
        speed = _speed(rules, amount) if checks is None else None
        checked.append(_packed(rules, target, found, speed))
        if not json:
            _report(terminal, rules, target, found)
            if checks is None:
                unknown_speed = ["speed cannot be measured: random games do not end"]
                for line in figures(speed) if speed is not None else unknown_speed:
                    terminal.say(line)
            terminal.say()
    if json:
        common.emit(
            {
                "schema": 1,
                "checked": what,
                "seed": seed,
                "rulesets": checked,
                "errors": [str(one) for one in failed],
            }
        )
    for one in failed:
        common.told(str(one))
    if failed or broken:
        raise common.Stopped(3 if failed else 1, [*failed, *broken])


Found = list[tuple["Finding", str]]
"""Findings, each with the command that repeats it if it is a failure."""


def _checked(rules: Rules, target: CheckTarget, amount: Amount, advance: Callable[[int], None]) -> Found:
    from ... import testing

    found: Found = []

    def told(finding: Finding) -> None:
        command = ""
        if finding.outcome == "broken":
            narrowed = _narrowed(rules, finding, amount)
            command = common.command("check", *target.words, *narrowed.words(finding.check))
        found.append((finding, command))
        advance(1)

    testing.run(rules, amount.checks, told=told, **amount.given())
    return found


def _narrowed(rules: Rules, finding: Finding, amount: Amount) -> Amount:
    """Return only the game in which the check failed, if it fails on that game alone, too; otherwise all games."""
    from ... import testing

    if finding.moment is None:
        return amount
    one = Amount([finding.check], finding.moment.seed, 1, (len(finding.moment.state.seats),))
    [again] = testing.run(rules, one.checks, **one.given())
    return one if again.outcome == "broken" else amount


def _speed(rules: Rules, amount: Amount) -> Bench | None:
    """Return the figures of `bench`, or None if random games do not end."""
    from ...simulation.speed import bench as measure
    from ...testing.random_games import allowed

    try:
        players = amount.seats[0] if amount.seats else min(allowed(rules), key=lambda count: abs(count - 3))
        return measure(rules, players, amount.seed, seconds=1.0)
    except (Exception, SystemExit):
        return None  # the checks report what is wrong


def _report(terminal: Terminal, rules: Rules, target: CheckTarget, found: Found) -> None:
    """Print every check with its outcome, then each failure and each warning in full."""
    from ...testing import CHECKS

    terminal.say(
        f"{target.title}: {rules.game.title} {rules.game.version}, options {rules.option_hash}", "bold"
    )
    for finding, _ in found:
        said = finding.said if finding.outcome == "skipped" else CHECKS[finding.check].doc
        word = "warns" if finding.warnings and finding.outcome == "holds" else finding.outcome
        outcome = terminal.styled(f"{word:<8}", STYLES[word])
        filled = Styled(terminal.fill(said, " " * 31, " " * 31).lstrip())
        terminal.say(joined(f"  {finding.check:<10} ", outcome, f" {finding.seconds:6.2f} s ", filled))
    broken = [(finding, command) for finding, command in found if finding.outcome == "broken"]
    held = sum(finding.outcome == "holds" for finding, _ in found)
    said = (
        f"{held} of {len(found)} checks hold, {len(broken)} broken, {len(found) - held - len(broken)} skipped"
    )
    warned = [(finding, warning) for finding, _ in found for warning in finding.warnings]
    warnings = "1 warning, which breaks" if len(warned) == 1 else f"{len(warned)} warnings, which break"
    terminal.say(f"{said}; {warnings} nothing" if warned else said)
    alike: dict[str, list[tuple[Finding, str]]] = {}
    for finding, command in broken:
        alike.setdefault(_cause(finding), []).append((finding, command))
    for (finding, command), *others in alike.values():
        terminal.say()
        first, *more = finding.said.splitlines()
        terminal.wrapped(f"{finding.check} is broken: {first}", "", "  ")
        for line in more:
            terminal.wrapped(line, "  ")
        terminal.say(f"  to repeat it: {command}")
        if others:
            named = ", ".join(other.check for other, _ in others)
            terminal.wrapped(f"the same in {common.counted(len(others), 'more check')}: {named}", "  ")
    for finding, warning in warned:
        terminal.say()
        terminal.wrapped(f"{finding.check} warns: {warning}", "", "  ")


def _cause(finding: Finding) -> str:
    """Return what broke, without the position in which it did."""
    return finding.said.partition(" [seed ")[0]


def _packed(rules: Rules, target: CheckTarget, found: Found, speed: Bench | None) -> dict[str, Any]:
    """Return one ruleset with its findings, as `--json` prints it."""
    findings = []
    for finding, command in found:
        one: dict[str, Any] = attrs.asdict(
            finding, filter=attrs.filters.include("check", "outcome", "said", "seconds")
        )
        if finding.moment is not None:
            moment = finding.moment
            one |= {"seed": moment.seed, "players": len(moment.state.seats), "decision": moment.decision}
        if finding.warnings:
            one["warnings"] = [{"kind": w.kind, "name": w.name, "said": w.said} for w in finding.warnings]
        findings.append(one | ({"command": command} if command else {}))
    return {
        "game": rules.game.name,
        "modules": [module.name for module in rules.modules],
        "options": rules.option_values,
        "option_hash": rules.option_hash,
        "named": list(target.words),
        "findings": findings,
        "speed": attrs.asdict(speed) if speed is not None else None,
    }
