"""The commands that can be typed at the prompt instead of a move: to look, to understand, to take back, to leave."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import UsageError
from ..limits import number
from . import moves, narration
from .common import Stopped
from .narration import Narrator
from .preview import foresee

if TYPE_CHECKING:
    from ..actions import Refusal
    from .prompt import Prompt

HELP = {
    "help": "this list (or ?)",
    "hint": "the move that the game rates highest, and what it is worth",
    "why MOVE": "why the move is refused, with the text of the rules; or what it would do. Also: why RULE-ID",
    "undo": "take back your last move, as long as nobody has learnt anything new; redo plays it again",
    "score [NAME]": "the score sheet; with a name, where each point came from",
    "log [N]": "what has happened so far (the last N moves)",
    "moves [TEXT]": "the legal moves with their numbers (only those that contain TEXT)",
    "look [CELL]": "what lies on a cell and around it, in words; without CELL, everything",
    "changes": "what has changed since your last move, in words",
    "board [TEXT]": "draw the board again with its legend; with TEXT, only parts with it in their title, in full size",
    "save [FILE]": "where the game is saved; with FILE, save a copy there (every move is saved anyway)",
    "quit": "leave; the game stays saved",
}


def _help(prompt: Prompt, rest: str) -> None:
    say, step = prompt.terminal.say, prompt.state.step
    assert step is not None
    say("Moves (type a number from the board, a coordinate, or the whole move; separate several with ;):")
    for kind in (*step.actions, *(kind for extra in step.extras for kind in extra.actions)):
        does = (kind.__doc__ or "").strip().split("\n")[0]
        prompt.terminal.wrapped(does, f"  {moves.pattern(kind):<34} ", " " * 37)
    say("Commands:")
    for name, does in HELP.items():
        prompt.terminal.wrapped(does, f"  {name:<14} ", " " * 17)


def _board(prompt: Prompt, rest: str) -> None:
    prompt.session.board(prompt.seat, notes=not rest, only=rest)


def _moves(prompt: Prompt, rest: str) -> None:
    legal = prompt.state.legal(prompt.seat)
    wide = len(str(len(legal)))
    rows = [f"{n:>{wide}}  {action}" for n, action in enumerate(legal, 1) if rest.lower() in str(action)]
    prompt.terminal.say(prompt.terminal.columns(rows) or "  none")


def _hint(prompt: Prompt, rest: str) -> None:
    choices = prompt.rules.choices(prompt.state.view(prompt.seat))
    best = max(choices, key=lambda choice: choice.worth)
    number = list(prompt.state.legal(prompt.seat)).index(best.action) + 1
    said = f"worth about {best.worth:.1f} points to you{':' if best.lines else ''}"
    if not best.lines and not round(best.worth, 1):
        said = "no move looks better than this one"
    prompt.terminal.say(f"{best.action}  (number {number}), {said}")
    for key, worth in best.lines:
        label = narration.label(prompt.rules, key, prompt.session.lang)
        prompt.terminal.say(f"  {narration.signed(round(worth, 1)):>6}  {label}")


def _why(prompt: Prompt, rest: str) -> None:
    texts = prompt.rules.rule_texts()
    if not rest:
        if prompt.refused is None:
            raise UsageError("why what? Name a move or the id of a rule")
        return _reasons(prompt, prompt.refused)
    if rest.upper() in texts:
        return _rule(prompt, rest.upper())
    for action in moves.read(rest, prompt.state, prompt.seat, prompt.session.show(prompt.seat)):
        refusal = prompt.state.check(action)
        if refusal is not None:
            _reasons(prompt, refusal)
            return None
        prompt.terminal.say(f"{action} is legal. Its effect now:")
        prompt.terminal.wrapped(prompt.preview(action, foresee(prompt.state, action)), "  ", "    ")
        return None


def _reasons(prompt: Prompt, refusal: Refusal) -> None:
    prompt.terminal.say(f"{refusal.action} is refused:")
    for reason in refusal.reasons:
        said = prompt.rules.say(reason.key, reason.args, prompt.state.seats, prompt.session.lang)
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
    if not prompt.session.undo:
        raise UsageError("undo is switched off (--undo off)")
    match = prompt.match
    mine = match.can_undo(prompt.seat)
    # Among people at one terminal, the player before may take the move back: no seat has learnt anything since.
    before = not mine and match.can_undo() and match.played[-1].seat in prompt.session.people
    taken = match.undo(None if before else prompt.seat)
    prompt.terminal.say(
        f"taken back: {taken.action.told_to(prompt.seat)}" if taken is not None else "taken back"
    )


def _redo(prompt: Prompt, rest: str) -> None:
    with prompt.session.guard("redo"):
        prompt.session.narrate(prompt.match.redo())


def _score(prompt: Prompt, rest: str) -> None:
    from .session import scores

    try:
        names: Sequence[str] = [prompt.state.seats[prompt.state.seat(name)] for name in rest.split()]
    except ValueError as error:
        raise UsageError(str(error)) from None
    scores(prompt.match, prompt.terminal, prompt.session.lang, names)


def _log(prompt: Prompt, rest: str) -> None:
    if rest and number(rest) is None:
        raise UsageError(f"log {rest}: give the number of moves, such as log 5")
    narrator = Narrator(prompt.match, prompt.seat, prompt.session.lang)
    visible = narrator.visible(prompt.match.played)
    for played in visible[max(0, len(visible) - int(rest)) :] if rest else visible:
        narrator.show(played, prompt.terminal)
    if not visible:
        prompt.terminal.say("nothing has happened yet")


def _look(prompt: Prompt, rest: str) -> None:
    from ..draw.sentences import look, sentences

    show = prompt.session.show(prompt.seat)
    if show is None:
        raise UsageError("this game does not draw a board")
    for line in look(show, rest) if rest else sentences(show):
        prompt.terminal.wrapped(line, "  ", "    ")


def _changes(prompt: Prompt, rest: str) -> None:
    from ..draw.sentences import changes

    before, now = prompt.session.left.get(prompt.seat), prompt.session.show(prompt.seat)
    if before is None or now is None:
        raise UsageError("you have not moved yet, so there is nothing to compare with")
    for line in changes(before, now) or ["nothing has changed"]:
        prompt.terminal.wrapped(line, "  ", "    ")


def _save(prompt: Prompt, rest: str) -> None:
    path = prompt.match.path
    if path is None:
        raise UsageError("this match has no record")
    if not rest:
        prompt.match.keep()
        prompt.terminal.say(f"saved after every move to {path}")
        return
    target = Path(rest).expanduser()
    if prompt.match.save(target):
        prompt.terminal.say(
            f"the whole game is in {target}; later moves are saved there, no longer to {path}"
        )
    else:
        prompt.terminal.say(f"a copy of the game so far is in {target}; later moves are saved to {path}")


def _quit(prompt: Prompt, rest: str) -> None:
    prompt.session.leave("")
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
"""Each word with the function that carries it out, given the prompt and the rest of the line."""
