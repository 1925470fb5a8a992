"""`train`: a bot learns a ruleset by playing it, and becomes a file."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import attrs
import typer

from .. import limits
from . import common
from .given import Data, Edition, Json, Modules, Settings, Workers, read_seed

if TYPE_CHECKING:
    from ..bots.mind import Lesson
    from ..bots.trained import Learned, Trained
    from ..lab.variants import Variant
    from ..learn.budget import Budget
    from ..rules import Rules

MINUTES = 5.0
LONGEST = 7 * 24 * 60.0


def train(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game; see the games command.")],
    players: Annotated[
        str | None,
        typer.Option(metavar="N1,N2", help="Numbers of players to train for (all that the game allows)."),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(metavar="M", help="About how long to train for each number of players (5)."),
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help="Instead of --minutes: how many games each part plays, as a file states it, to repeat it exactly.",
        ),
    ] = None,
    begin: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A trained file, for fewer players or modules, say: the search begins with its weights.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The file to write (GAME.yaml here). Other numbers of players that it has stay in it.",
        ),
    ] = None,
    curve: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="The learning curve, .svg or .png (by default FILE.svg beside FILE)."
        ),
    ] = None,
    workers: Workers = 1,
    engine: Annotated[
        str, typer.Option(metavar="ENGINE", help="local, dask, or dask:ADDRESS of a scheduler.")
    ] = "local",
    modules: Modules = None,
    edition: Edition = None,
    settings: Settings = None,
    data: Data = None,
    seed: Annotated[
        int | None,
        typer.Option(
            parser=read_seed,
            envvar="TILEWRIGHT_SEED",
            metavar="N",
            help="The same seed and budget give the same bot (random by default).",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Train a bot for a ruleset: any game, with any modules and options.

    It plays thousands of games against the usual bot and itself, and learns which judgements, which positions and how
    much looking ahead win. The file plays as bot:learned:FILE. If you stop it, the same command goes on where it was.
    docs/training.md says what happens.

    Examples: tilewright train GAME --players 2 --minutes 5 --workers 2;
    tilewright play GAME -p anna -p bot:learned:GAME.yaml
    """
    _installed()
    from ..bots.trained import Ruleset
    from ..lab.engine import checked
    from ..lab.variants import Variant

    rules = common.assemble(game, modules, edition, settings, data)
    asked = _asked(rules, players, minutes, budget, begin)
    checked(engine)
    file = out if out is not None else Path(f"{_stem(rules)}.yaml")
    picture = curve if curve is not None else file.with_suffix(".svg")
    _picture_fits(file, picture)
    before = _before(file, rules)
    plan = _Plan.of(rules, asked, seed, _journal(file))
    if before is not None:
        _tell_before(file, before, asked.players)
    variant = Variant(
        name=str(Ruleset.of(rules)),
        game=game,
        modules=tuple(common.names(modules)),
        options=common.settings(settings),
        edition=edition,
        data=os.path.realpath(data) if data is not None else None,
    )
    found = _trained(rules, variant, plan, _Where(file, picture, engine, workers, before))
    if json:
        common.emit(_report(rules, found, asked.players, file, picture))
    else:
        _summary(rules, found, asked.players, file, picture)


@attrs.frozen
class _Asked:
    players: list[int]
    minutes: float | None
    budget: Budget | None
    begin: dict[int, Lesson]
    """By number of players, what is known already."""
    begun: str
    """The file with it, "" if nothing is known."""


@attrs.frozen
class _Where:
    file: Path
    picture: Path
    engine: str
    workers: int
    before: Trained | None
    """What is in the file already."""


@attrs.define
class _Plan:
    """What the journal begins with: all that decides what is learned."""

    asked: _Asked
    seed: int
    budgets: dict[int, Budget]
    """By number of players; empty until minutes have become budgets."""
    head: dict[str, Any]

    @classmethod
    def of(cls, rules: Rules, asked: _Asked, seed: int | None, journal: Path) -> _Plan:
        """The plan of the journal, if there is one and it fits what was asked, else a new one with a seed."""
        from tilewright import __version__

        from ..learn.budget import Budget
        from ..learn.journal import planned, same

        head = {
            "tilewright": __version__,
            "rules": rules.option_hash,
            "players": asked.players,
            "minutes": asked.minutes,
            "begin": {str(count): dict(lesson.weights) for count, lesson in asked.begin.items()},
        }
        known = planned(journal)
        budgets = {} if asked.budget is None else dict.fromkeys(asked.players, asked.budget)
        if known is None:
            return cls(asked, common.seeded(seed), budgets, head)
        same(journal, {name: known.get(name) for name in head}, head)
        written, drawn = known.get("budgets"), known.get("seed")
        if not budgets and isinstance(written, dict) and {*written} == {*map(str, asked.players)}:
            budgets = {count: Budget.read(str(written[str(count)])) for count in asked.players}
        plan = cls(asked, drawn if seed is None and isinstance(drawn, int) else seed or 0, budgets, head)
        same(journal, known, plan.stated())
        return plan

    def stated(self) -> dict[str, Any]:
        budgets = {str(count): str(one) for count, one in self.budgets.items()}
        return {**self.head, "budgets": budgets, "seed": self.seed}


def _installed() -> None:
    from importlib.util import find_spec

    for library in ("numpy", "scipy", "statsmodels", "cmaes"):
        if find_spec(library) is None:
            raise common.usage(f'train needs {library}: pip install "tilewright[lab]"')


def _asked(
    rules: Rules, players: str | None, minutes: float | None, budget: str | None, begin: Path | None
) -> _Asked:
    from ..learn.budget import Budget

    low, high = rules.game.seats
    if high < 2:
        raise common.usage(f"{rules.game.title} is for one player; a bot learns by playing against others")
    counts: list[int] = []
    for word in common.names(players) if players is not None else map(str, range(max(2, low), high + 1)):
        count = limits.number(word)
        if count is None or count < 2:
            raise common.usage(f"--players {players}: write numbers of players from 2 on, such as 2,3")
        rules.blank(count)
        counts.append(count)
    if not counts:
        raise common.usage("--players: name a number of players")
    if budget is not None and minutes is not None:
        raise common.usage("--minutes becomes a budget, so give either --minutes or --budget")
    if minutes is not None and not 0 < minutes <= LONGEST:
        raise common.usage(f"--minutes {minutes:g}: write a number above 0, up to {LONGEST:g} (a week)")
    found = Budget.read(budget) if budget is not None else None
    counts = sorted(set(counts))
    known = {count: _begin(rules, begin, count) for count in counts} if begin is not None else {}
    return _Asked(counts, (minutes or MINUTES) if found is None else None, found, known, str(begin or ""))


def _begin(rules: Rules, file: Path, count: int) -> Lesson:
    """What the file has learned with so many players, or with fewer, or else with more."""
    from ..bots import trained
    from ..data import read_document

    document = read_document(file)
    found = trained.checked(document)
    if found.ruleset.game != rules.game.name or not found.players:
        raise common.usage(f"--begin {file}: it has learned {found.ruleset}, not {rules.game.name}")
    players = trained.fitting(document, found, rules).players
    known = sorted(map(int, players))
    near = max((one for one in known if one <= count), default=known[0])
    return players[str(near)].lesson


def _stem(rules: Rules) -> str:
    """`glenmore`, `isleofskye-druids`; with other options, the beginning of their hash follows."""
    name = "-".join([rules.game.name, *(module.name for module in rules.modules)])
    changed = rules.changed or rules.overridden or rules.data_folder
    return f"{name}-{rules.option_hash[:6]}" if changed else name


def _journal(file: Path) -> Path:
    return file.with_name(f"{file.name}.journal")


def _picture_fits(file: Path, picture: Path) -> None:
    """Raise UsageError before anything is played if a file could not be written after everything is."""
    if picture.suffix not in (".svg", ".png"):
        raise common.usage(f"--curve {picture}: name a file that ends with .svg or .png")
    if picture.suffix == ".png":
        from ..draw.png import to_png

        to_png('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')
    for path in (file, picture):
        if path.is_dir():
            raise common.usage(f"{path} is a folder; name a file")
        if not os.access(path.parent, os.W_OK):
            raise common.usage(f"{path} cannot be written: {path.parent} is not a folder that can be written")


def _before(file: Path, rules: Rules) -> Trained | None:
    """What the file holds already; UsageError if it is something else than a bot for these rules."""
    from ..bots import trained
    from ..errors import InvalidFile

    if not os.path.lexists(file):
        return None
    try:
        found = trained.read(file)
    except InvalidFile as error:
        said = (
            f"{file} is there already, and is not a trained bot ({error.problems[0]}); choose another --out"
        )
        raise common.usage(said) from error
    if found.ruleset.hash != rules.option_hash:
        here = trained.Ruleset.of(rules)
        raise common.usage(
            f"{file} was trained under other rules ({found.ruleset}, hash {found.ruleset.hash}, not {here}, hash "
            f"{rules.option_hash}); choose another --out"
        )
    return found


def _tell_before(file: Path, before: Trained, counts: Sequence[int]) -> None:
    anew = [str(count) for count in counts if str(count) in before.players]
    kept = [count for count in before.players if int(count) not in counts]
    parts = [f"what it has for {common.both(kept)} players stays"] if kept else []
    parts += [f"what it has for {common.both(anew)} players will be replaced"] if anew else []
    common.note(f"{file} is there already: {'; '.join(parts)}")


def _trained(rules: Rules, variant: Variant, plan: _Plan, where: _Where) -> Trained:
    """Train for each number of players and write the file after each. Ends with exit code 130 if a person stops it."""
    from ..lab.engine import Lost
    from ..lab.store import Unkept
    from ..learn.journal import planned

    kept = _journal(where.file)
    try:
        return _learned(rules, variant, plan, where)
    except KeyboardInterrupt:
        begun = planned(kept) is not None
        more = f"; what was learned so far is kept in {kept}; to go on: {common.again()}" if begun else ""
        common.note(f"interrupted{more}")
        raise common.Stopped(130) from None
    except (Lost, Unkept) as error:
        raise type(error)(f"{error}; to go on: {common.again()}") from error


def _learned(rules: Rules, variant: Variant, plan: _Plan, where: _Where) -> Trained:
    from ..bots.mind import Lesson
    from ..learn.journal import Journal
    from ..learn.pace import budget
    from ..learn.plays import Plays, crew
    from ..learn.training import Course, games_of, train, usual_of
    from .terminal import progress

    counts, usual = plan.asked.players, usual_of(rules)
    kept = _journal(where.file)
    players: dict[str, Learned] = dict(where.before.players) if where.before is not None else {}
    with crew(where.engine, variant, where.workers) as running:
        if plan.asked.minutes is not None and not plan.budgets:
            whole = f"about {plan.asked.minutes * len(counts):g} minutes in all"
            common.note(f"{common.counted(len(counts), 'number')} of players to train for, {whole}")
            for count in counts:
                plan.budgets[count] = budget(Plays(running, variant, count), usual, plan.asked.minutes)
        total = sum(games_of(rules, plan.budgets[count]) for count in counts)
        with progress("games", total) as advance:
            journal = Journal(kept, plan.stated(), advance.note, advance)
            try:
                if journal.left:
                    advance.note(f"going on after {common.counted(journal.left, 'step')} in {kept}")
                for count in counts:
                    advance.note(f"{count} players: budget {plan.budgets[count]}")
                    course = Course(
                        rules=rules,
                        players=count,
                        budget=plan.budgets[count],
                        seed=plan.seed,
                        begin=plan.asked.begin.get(count, Lesson()),
                        begun=plan.asked.begun,
                        plays=Plays(running, variant, count, advance),
                        journal=journal,
                        note=lambda said: advance.note(f"  {said}"),
                    )
                    players[str(count)] = train(course)
                    made = _write(rules, where, players)
            finally:
                journal.close()
    kept.unlink(missing_ok=True)
    return made


def _write(rules: Rules, where: _Where, players: Mapping[str, Learned]) -> Trained:
    """Write what was learned so far, and its curve."""
    from ..bots.trained import Ruleset, Trained
    from ..learn.curve import curve_svg

    ordered = dict(sorted(players.items(), key=lambda one: int(one[0])))
    made = Trained(ruleset=Ruleset.of(rules), players=ordered)
    drawn = curve_svg(made, rules.game.title)
    content = drawn.encode()
    if where.picture.suffix == ".png":
        from ..draw.png import to_png

        content = to_png(drawn)
    try:
        made.write(where.file)
        where.picture.write_bytes(content)
    except OSError as error:
        raise common.usage(f"{where.file} cannot be written: {error.strerror or error}") from error
    return made


def _report(rules: Rules, found: Trained, counts: Sequence[int], file: Path, picture: Path) -> dict[str, Any]:
    from ..bots.trained import plain

    return {
        "schema": 1,
        "game": rules.game.name,
        "options": rules.option_values,
        "option_hash": rules.option_hash,
        "file": str(file),
        "curve": str(picture),
        "players": {str(count): plain(found.players[str(count)]) for count in counts},
    }


def _summary(rules: Rules, found: Trained, counts: Sequence[int], file: Path, picture: Path) -> None:
    from ..bots.trained import words
    from ..learn.reading import looks_ahead

    common.say(f"{'players':<9}{'against':<10}{'wins':<7}{'95 % interval':<17}{'games':>7}{'trained on':>12}")
    for count in counts:
        one = found.players[str(count)]
        for share in one.results:
            common.say(
                f"{count:<9}{share.against:<10}{share.share:<7.3f}{f'{share.low:.3f} to {share.high:.3f}':<17}"
                f"{share.games:>7,}{one.games:>12,}"
            )
    common.say()
    terminal = common.terminal()
    for count in counts:
        one = found.players[str(count)]
        terminal.wrapped(
            f"{looks_ahead(one.look)} An equal bot would win {1 / count:.3f}.", f"{count} players: ", "  "
        )
    common.say()
    common.say(f"written: {file}, and its learning curve: {picture}")
    common.say(
        f"to play against it: {common.command('play', *words(rules), '-p', 'you', '-p', f'bot:learned:{file}')}"
    )
    common.say(f"to read what it has learned: {common.command('bot', 'read', file)}")
    for count in counts:
        common.say(f"to learn the same again: {found.players[str(count)].command}")
