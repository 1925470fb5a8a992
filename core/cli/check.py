"""`check`: the conformance kit on a game, on a module, or on a package that somebody is writing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import attrs
import typer

from . import common
from .bench import figures
from .common import Data, Edition, Json, Modules, Settings

if TYPE_CHECKING:
    from ..bench import Bench
    from ..rules import Rules
    from ..testing import Finding
    from .targets import Target
    from .terminal import Terminal

STYLES = {"holds": "good", "broken": "bad", "skipped": "dim"}


@attrs.frozen
class Amount:
    """Which checks are made, over which games."""

    checks: Sequence[str]
    seed: int
    games: int
    players: int | None

    def given(self) -> dict[str, Any]:
        """For the kit."""
        return {"seed": self.seed, "games": self.games, "seats": (self.players,) if self.players else ()}

    def words(self, check: str) -> list[str]:
        """One of the checks, as it is typed."""
        found = ["--checks", check, "--seed", str(self.seed), "--games", str(self.games)]
        return found + (["--players", str(self.players)] if self.players else [])


def check(
    what: Annotated[
        str,
        typer.Argument(
            metavar="PACKAGE-OR-GAME", help="A game, GAME.MODULE, a distribution, or a package that is here."
        ),
    ],
    games: Annotated[
        int, typer.Option("-n", "--games", min=1, metavar="N", help="Games for each number of players.")
    ] = 3,
    players: Annotated[
        int | None, typer.Option(min=1, metavar="K", help="How many players; all numbers without it.")
    ] = None,
    seed: Annotated[
        int, typer.Option(envvar="TILEWRIGHT_SEED", metavar="N", help="Seed of the first game.")
    ] = 0,
    checks: Annotated[
        str | None, typer.Option(metavar="A,B", help="Only these checks, and no figures of speed.")
    ] = None,
    modules: Modules = None,
    edition: Edition = None,
    settings: Settings = None,
    data: Data = None,
    json: Json = False,
) -> None:
    """Check that a ruleset does what every ruleset must.

    Random games are played, and everything is looked at: legal moves and refusals, clones, saving, scenes, secrets,
    undo, records, chance, options. Each failure comes with the command that repeats it. A module is checked with its
    game, and the game alone. Exit code 1 if something is broken, 3 if a plugin cannot be loaded.

    Example: tilewright check GAME --checks views,telling --games 20
    """
    from ..errors import InvalidFile, PluginError
    from ..options import unknown
    from ..testing import CHECKS
    from .targets import Asked, targets
    from .terminal import progress

    chosen = common.names(checks) or list(CHECKS)
    for name in chosen:
        if name not in CHECKS:
            raise unknown("check", name, CHECKS)
    amount = Amount(chosen, seed, games, players)
    asked = Asked(
        modules=common.names(modules),
        edition=edition,
        settings=common.settings(settings),
        data=data.resolve() if data is not None else None,
    )
    wanted = targets(what, asked)
    checked: list[dict[str, Any]] = []
    failed: list[str] = []
    terminal = common.terminal()
    for target in wanted:
        try:
            rules = target.make()
        except (InvalidFile, PluginError) as error:
            failed.append(str(error))
            continue
        if players is not None:
            rules.blank(players)
        with progress(target.title, len(chosen)) as told:
            found = _checked(rules, target, amount, told)
        speed = _speed(rules, players, seed) if checks is None else None
        checked.append(_packed(rules, target, found, speed))
        if not json:
            _table(terminal, rules, target, found)
            if checks is None:
                unknown_speed = "its speed cannot be measured: random games do not come to an end"
                terminal.say("\n".join(figures(speed)) if speed is not None else unknown_speed)
            terminal.say()
    if json:
        common.emit({"schema": 1, "checked": what, "seed": seed, "rulesets": checked, "errors": failed})
    for said in failed:
        common.note(said)
    if failed:
        raise common.Stopped(3)
    if any(one["outcome"] == "broken" for each in checked for one in each["findings"]):
        raise common.Stopped(1)


Found = list[tuple["Finding", str]]
"""Findings, each with the command that repeats it if it is a failure."""


def _checked(rules: Rules, target: Target, amount: Amount, told: Callable[[int], None]) -> Found:
    from .. import testing

    found = []
    for name in amount.checks:
        [finding] = testing.run(rules, [name], **amount.given())
        command = ""
        if finding.outcome == "broken":
            command = common.command("check", *target.words, *_narrowed(rules, finding, amount).words(name))
        found.append((finding, command))
        told(1)
    return found


def _narrowed(rules: Rules, finding: Finding, amount: Amount) -> Amount:
    """The one game in which it broke, if it breaks in that one alone; otherwise all of them."""
    from .. import testing

    if finding.moment is None:
        return amount
    one = Amount([finding.check], finding.moment.seed, 1, len(finding.moment.state.seats))
    [again] = testing.run(rules, one.checks, **one.given())
    return one if again.outcome == "broken" else amount


def _speed(rules: Rules, players: int | None, seed: int) -> Bench | None:
    """The figures of `bench`, or None where random games do not come to an end."""
    from ..bench import bench as measure

    low, high = rules.game.seats
    try:
        return measure(rules, players if players is not None else min(max(low, 3), high), seed, seconds=1.0)
    except Exception:
        return None  # the checks have said what is wrong


def _table(terminal: Terminal, rules: Rules, target: Target, found: Found) -> None:
    """Every check with what came of it, then what is broken."""
    from ..testing import CHECKS

    terminal.say(
        f"{target.title}: {rules.game.title} {rules.game.version}, options {rules.option_hash}", "bold"
    )
    for finding, _ in found:
        said = finding.said if finding.outcome == "skipped" else CHECKS[finding.check].doc
        outcome = terminal.styled(f"{finding.outcome:<8}", STYLES[finding.outcome])
        told = terminal.fill(said, " " * 31, " " * 31).lstrip()
        terminal.say(f"  {finding.check:<10} {outcome} {finding.seconds:6.2f} s {told}")
    broken = [(finding, command) for finding, command in found if finding.outcome == "broken"]
    held = sum(finding.outcome == "holds" for finding, _ in found)
    terminal.say(
        f"{held} of {len(found)} checks hold, {len(broken)} broken, {len(found) - held - len(broken)} skipped"
    )
    for finding, command in broken:
        terminal.say()
        terminal.wrapped(f"{finding.check} is broken: {finding.said}", "", "  ")
        terminal.say(f"  this repeats it: {command}")


def _packed(rules: Rules, target: Target, found: Found, speed: Bench | None) -> dict[str, Any]:
    """One ruleset as JSON describes it."""
    findings = []
    for finding, command in found:
        one: dict[str, Any] = attrs.asdict(
            finding, filter=attrs.filters.include("check", "outcome", "said", "seconds")
        )
        if finding.moment is not None:
            moment = finding.moment
            one |= {"seed": moment.seed, "players": len(moment.state.seats), "decision": moment.decision}
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
