"""A check of `learn.yaml`: what it says can be tried and found. Where nobody has written one, pages are derived."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import attrs

from ..base.errors import InvalidFile, TilewrightError
from ..draw.styled_lines import wrap
from ..rules import chapters
from ..rules import lessons as texts
from ..rules.actions import Action, verbs
from ..rules.assembly import load
from ..rules.author_questions import stated
from ..rules.rule_texts import absence
from ..rules.ruleset import Rules
from ..rules.schedule import Decision
from ..rules.state import State
from ..table import cursor_info, lookup
from ..table.face_texts import Texts
from ..table.lesson import Page, PageTable, lesson
from ..text.lesson_file import LEARN, CoachTexts, LessonFile, LessonTask
from ..text.strict import near
from ..text.yaml import Path
from .random_games import Skipped, Subject

if TYPE_CHECKING:
    Flaws = Iterator[tuple[Path, str]]
    """Where in the file something is wrong, and what."""

COLUMNS, ROWS, COACHED = 78, 13, 2
"""Inside a terminal of 80x24: its columns, the rows of a page that leave six to its board, those of the coach."""


def lessons(subject: Subject) -> None:
    """The lesson holds: positions load, tasks can be done, every decision has its sentence, every rule its chapter.

    It is that of the modules, if there are any, and otherwise that of the game; options are the usual ones. Where
    nobody has written one, pages can be derived. The author's questions can be asked.
    """
    rules, plugin = subject.rules, subject.rules.plugins.get_plugin
    game, modules = plugin(rules.game.name), [plugin(module.name) for module in rules.modules]
    found, owners = list[str](), 0
    try:
        stated(rules)
        taught = lesson(game, modules, rules.data_folder)
        for module in modules or [None]:
            under = load(game, [module] if module else [], data=rules.data_folder)
            name = [under.game.name, *(one.name for one in under.modules)][-1]
            if name in texts.files(under):
                owners += 1
                found += _flaws(name, under, load(game, data=rules.data_folder), taught.pages)
    except InvalidFile as error:
        raise subject.broken(str(error)) from error
    derived = [page for page in taught.pages if page.begun is not None]
    found += [f"derived page {page.name}: {said}" for page in derived for _, said in _page(page)]
    if not taught.pages:
        found.append("no page can be derived: a random game is over before the first decision")
    elif not derived and not owners:
        raise Skipped(f"no module has a {LEARN}; that of the game is checked without modules")
    if found:
        raise subject.broken("\n".join(found))


def _flaws(name: str, rules: Rules, alone: Rules, pages: Iterable[Page]) -> Iterator[str]:
    """What is wrong in the file of a game, or of a module under the game with it; `alone` is the game without."""
    file, document = texts.files(rules)[name], rules.folders[-1].document(LEARN)
    yield from (str(one) for one in chapters.flaws(rules) if one.file == document.file)
    own = (_page(page, ("pages", page.name)) for page in pages if page.document is document)
    game = texts.files(alone).get(alone.game.name, LessonFile())
    before = {node.name for node in alone.nodes} if rules is not alone else set()
    for path, said in chain(*own, _coach(file.coach, rules, before), _order(file, game)):
        yield str(document.problem(path, said))


def _order(file: LessonFile, game: LessonFile) -> Flaws:
    """Find pages and chapters that follow none of the file or of its game."""
    parts: list[tuple[str, Any, Any]] = [("pages", file.pages, game.pages)]
    for part, own, others in [*parts, ("chapters", file.chapters, game.chapters)]:
        for name, one in own.items():
            if one.after and one.after not in (known := {**others, **own}):
                yield (part, name, "after"), f"there is no {one.after!r} to follow{near(one.after, known)}"


def _coach(coach: CoachTexts, rules: Rules, before: Collection[str]) -> Flaws:
    """Find decisions without a sentence, sentences of what does not exist, and long ones; `before` are the game's."""
    steps = {node.name: node for node in rules.nodes if isinstance(node, Decision)}
    for name in sorted(steps.keys() - before - coach.steps.keys()):
        yield ("coach", "steps"), f"there is no sentence for the decision {name}"
    reasons = [reason.key for reason in rules.reasons]
    for kind, sentences in attrs.asdict(coach, recurse=False).items():
        for key, text in sentences.items():
            path, (name, _, verb) = ("coach", kind, key), key.partition(" ")
            # Steps that come with other options have messages all the same.
            absent = not any(f"{one}.{name}" in rules.words for one in ("not_now", "name.step"))
            if kind != "steps" and key not in reasons:
                yield path, f"there is no score reason {key!r}{near(key, reasons)}"
            elif kind == "steps" and name not in steps and absent:
                yield path, f"there is no decision {name!r}{near(name, steps)}"
            elif kind == "steps" and verb and name in steps:
                known = verbs(steps[name].all_actions)
                if verb not in known:
                    yield path, f"the decision {name} has no action {verb!r}{near(verb, known)}"
            for lang in text:
                said = Texts(lang)("table.coach", text=texts.said(rules, text, lang))
                if len(wrap(said, COLUMNS)) > COACHED:
                    yield (*path, lang), f"it needs more than {COACHED} lines of {COLUMNS} columns"


# -- a page --------------------------------------------------------------------------------------------------------


def _page(page: Page, path: Path = ()) -> Flaws:
    """Find what is wrong with a page."""
    try:
        at = PageTable(page, "en")
    except InvalidFile as error:
        yield from ((one.path, one.message) for one in error.problems)
        return
    task, lit = page.task, at.chair.show.lit()
    for n, rule in enumerate(page.content.rules):
        gone = absence(page.rules, rule)
        if gone is not None:
            yield (*path, "rules", n), f"{rule} does not hold: {page.rules.words.told(gone)}"
    for n, name in enumerate(page.content.lit):
        places = cursor_info.named(at.chair, name)
        if not any(one in lit or lookup.spot_at(at.chair.show, one) for one in places):
            yield (*path, "lit", n), f"there is no place {name!r} on the boards"
    for lang in page.content.text:
        rows = sum(len(wrap(text, COLUMNS)) for text in (page.text(lang), page.asks(lang)) if text)
        if rows + len(at.answers) > ROWS:
            said = f"text, task and answers are {rows + len(at.answers)} lines of {COLUMNS} columns"
            yield (*path, "text", lang), f"{said}; {ROWS} leave room for the board in a window of 80x24"
    if task is not None:
        yield from (((*path, "task", *inner), said) for inner, said in _task(at, task))


def _task(at: PageTable, task: LessonTask) -> Flaws:
    """Find why a task cannot be done as it is shown, need not be, or is done by a wrong try."""
    right = sum(one.right for one in task.answers)
    absent = [name for name in ("shown", "done", "right", "miss") if not getattr(task, name)]
    if task.answers and (right != 1 or len(task.answers) < 2):
        yield ("answers",), f"{right} of {len(task.answers)} answers are right; it must be one of several"
    elif absent and not task.answers:
        yield (), f"it has no answers, and no {', '.join(absent)}"
    if task.answers or absent:
        return
    tried, moments, kind = PageTable(at.page, at.lang), list["State"](), ""
    try:
        at.show()
        for text in task.shown:
            for action in at.page.rules.read_line(text, tried.table.match.state, at.seat):
                moments.append(tried.table.match.state.clone())
                kind = tried.play(action).kind
    except TilewrightError as error:
        yield ("shown",), str(error)
        return
    if kind != "done":
        yield ("shown",), "; ".join(at.missing()) or "a try that goes this way is not done with its last move"
    wrong = [[(one, _read(at, each.move, one)) for one in moments] for each in task.wrong]
    refused = any(found and state.check(found[0]) for tries in wrong for state, found in tries)
    tries = (PageTable(at.page, at.lang).play(action) for action in moments[0].legal(at.seat))
    if not refused and all(one.kind == "done" for one in tries):
        yield ("done",), "every legal move does it, and no wrong try is one that the rules refuse"
    for n, some in enumerate(wrong):
        if not any(found for _, found in some):
            yield ("wrong", n, "move"), "it cannot be read at any moment of the task"
        elif any(found and not at.missing(_after_all(found, state)) for state, found in some):
            yield ("wrong", n, "move"), "it does the task"


def _read(at: PageTable, move: str, state: State) -> list[Action]:
    """Return the actions that the text means in this position; none if it means nothing there."""
    try:
        return at.page.rules.read_line(move, state, at.seat)
    except TilewrightError:
        return []


def _after_all(actions: Sequence[Action], state: State) -> State:
    """Return the position after those of the actions that are legal."""
    found = state.clone()
    for action in actions:
        if found.check(action) is None:
            found.apply(action)
    return found
