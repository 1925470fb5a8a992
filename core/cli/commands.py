"""What a person can type at the prompt beside moves: to look, to understand, to take back, to leave."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import UsageError
from . import moves, telling
from .common import Stopped
from .preview import foresee
from .telling import Teller

if TYPE_CHECKING:
    from ..actions import Refusal
    from .prompt import Prompt

HELP = {
    "help": "this list (or ?)",
    "hint": "the best move that the game's own judgement sees, with its worth in points",
    "why MOVE": "why it is refused, with the rules' own text; or what it would give. Also: why RULE-ID",
    "undo": "take back your last move, as long as nobody has learnt anything new; redo plays it again",
    "score [NAME]": "the score sheet; with a name, where each point came from",
    "log [N]": "what has happened so far (the last N moves)",
    "moves [TEXT]": "the legal moves with their numbers (those with TEXT in them)",
    "look [CELL]": "what lies on a cell and around it, in words; without one, everything",
    "changes": "in words, what is different since your last move",
    "board [TEXT]": "draw the board again, with its legend; or only what has TEXT in its title, in full size",
    "save [FILE]": "where the game is saved; with FILE, a copy there (it is saved after every move anyway)",
    "quit": "leave; the game stays saved",
}


def _help(prompt: Prompt, rest: str) -> None:
    say, step = prompt.terminal.say, prompt.state.step
    assert step is not None
    say("Moves (a number from the board, a coordinate, or in full; several on a line with ; between):")
    for kind in (*step.actions, *(kind for extra in step.extras for kind in extra.actions)):
        does = (kind.__doc__ or "").strip().split("\n")[0]
        prompt.terminal.wrapped(does, f"  {moves.pattern(kind):<34} ", " " * 37)
    say("Commands:")
    for name, does in HELP.items():
        prompt.terminal.wrapped(does, f"  {name:<14} ", " " * 17)


def _board(prompt: Prompt, rest: str) -> None:
    prompt.table.board(prompt.seat, notes=not rest, only=rest)


def _moves(prompt: Prompt, rest: str) -> None:
    legal = prompt.state.legal(prompt.seat)
    wide = len(str(len(legal)))
    rows = [f"{n:>{wide}}  {action}" for n, action in enumerate(legal, 1) if rest.lower() in str(action)]
    prompt.terminal.say(prompt.terminal.columns(rows) or "  none")


def _hint(prompt: Prompt, rest: str) -> None:
    choices = prompt.rules.choices(prompt.state.view(prompt.seat))
    best = max(choices, key=lambda choice: choice.worth)
    number = list(prompt.state.legal(prompt.seat)).index(best.action) + 1
    why = ":" if best.lines else "; nothing speaks for it or against it"
    prompt.terminal.say(f"{best.action}  (number {number}), worth about {best.worth:.1f} points to you{why}")
    for key, worth in best.lines:
        label = telling.label(prompt.rules, key, prompt.table.lang)
        prompt.terminal.say(f"  {telling.signed(round(worth, 1)):>6}  {label}")


def _why(prompt: Prompt, rest: str) -> None:
    texts = prompt.rules.rule_texts()
    if not rest:
        if prompt.refused is None:
            raise UsageError("why what? Name a move, or the id of a rule")
        return _reasons(prompt, prompt.refused)
    if rest.upper() in texts:
        return _rule(prompt, rest.upper())
    for action in moves.read(rest, prompt.state, prompt.seat, prompt.table.show(prompt.seat)):
        refusal = prompt.state.check(action)
        if refusal is not None:
            _reasons(prompt, refusal)
            return None
        prompt.terminal.say(f"{action} is legal. It gives now:")
        prompt.terminal.wrapped(prompt.preview(action, foresee(prompt.state, action)), "  ", "    ")
        return None


def _reasons(prompt: Prompt, refusal: Refusal) -> None:
    prompt.terminal.say(f"{refusal.action} is refused:")
    for reason in refusal.reasons:
        said = prompt.rules.say(reason.key, reason.args, prompt.state.seats, prompt.table.lang)
        prompt.terminal.wrapped(said, "  ")
    for rule in dict.fromkeys(refusal.rules):
        _rule(prompt, rule)


def _rule(prompt: Prompt, rule: str) -> None:
    found = prompt.rules.rule_texts().get(rule)
    if found is not None:
        prompt.terminal.wrapped(f"{rule}: {found.text.strip()} [{found.source}]", "  ", "      ")
    elif rule:
        prompt.terminal.say(f"  {rule}")


def _undo(prompt: Prompt, rest: str) -> None:
    if not prompt.table.undo:
        raise UsageError("this table plays without undo (--undo off)")
    match = prompt.match
    mine = match.can_undo(prompt.seat)
    # At a table of people nobody has learnt anything: the one before may have the move back.
    before = not mine and match.can_undo() and match.played[-1].seat in prompt.table.people
    taken = match.undo(None if before else prompt.seat)
    prompt.terminal.say(
        f"taken back: {taken.action.told_to(prompt.seat)}" if taken is not None else "taken back"
    )


def _redo(prompt: Prompt, rest: str) -> None:
    with prompt.table.guard("redo"):
        prompt.table.told(prompt.match.redo())


def _score(prompt: Prompt, rest: str) -> None:
    from .table import scores

    try:
        names: Sequence[str] = [prompt.state.seats[prompt.state.seat(name)] for name in rest.split()]
    except ValueError as error:
        raise UsageError(str(error)) from None
    scores(prompt.match, prompt.terminal, prompt.table.lang, names)


def _log(prompt: Prompt, rest: str) -> None:
    if rest and not rest.isdecimal():
        raise UsageError(f"log {rest}: say how many moves, as a number")
    teller = Teller(prompt.match, prompt.seat, prompt.table.lang)
    told = teller.told(prompt.match.played)
    for played in told[max(0, len(told) - int(rest)) :] if rest else told:
        teller.show(played, prompt.terminal)
    if not told:
        prompt.terminal.say("nothing has happened yet")


def _look(prompt: Prompt, rest: str) -> None:
    from ..draw.sentences import look, sentences

    show = prompt.table.show(prompt.seat)
    if show is None:
        raise UsageError("this game draws no board")
    for line in look(show, rest) if rest else sentences(show):
        prompt.terminal.wrapped(line, "  ", "    ")


def _changes(prompt: Prompt, rest: str) -> None:
    from ..draw.sentences import changes

    before, now = prompt.table.left.get(prompt.seat), prompt.table.show(prompt.seat)
    if before is None or now is None:
        raise UsageError("you have not moved yet, so there is nothing to compare with")
    for line in changes(before, now) or ["nothing has changed"]:
        prompt.terminal.wrapped(line, "  ", "    ")


def _save(prompt: Prompt, rest: str) -> None:
    path = prompt.match.path
    if path is None:
        raise UsageError("this match has no record")
    if not rest:
        prompt.terminal.say(f"saved after every move in {path}")
        return
    target = Path(rest).expanduser()
    if target.exists():
        raise UsageError(f"{target} exists already; choose another name")
    try:
        shutil.copyfile(path, target)
    except OSError as error:
        raise UsageError(f"{target} cannot be written: {error.strerror}") from error
    prompt.terminal.say(f"a copy of the game so far is in {target}; play goes on in {path}")


def _quit(prompt: Prompt, rest: str) -> None:
    prompt.table.leave("")
    raise Stopped(0)


COMMANDS: dict[str, Callable[[Prompt, str], None]] = {
    "help": _help,
    "?": _help,
    "hint": _hint,
    "why": _why,
    "undo": _undo,
    "redo": _redo,
    "score": _score,
    "log": _log,
    "moves": _moves,
    "look": _look,
    "changes": _changes,
    "board": _board,
    "save": _save,
    "quit": _quit,
    "exit": _quit,
}
"""Word to what it does, given the prompt and the rest of the line."""
