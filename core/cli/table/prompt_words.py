"""The commands of the prompt, by their words. Questions are in `table.commands`: all faces answer them alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from ...base.errors import Unreadable, UsageError
from ...draw.cells import cell_len, ljust
from ...rules.typed_moves import say_kind
from ...table import commands, lookup, move_text, typed_choice
from ...text.seat_names import find
from ..shared.common import Back, Stopped
from . import author_prompt, match_text, prompt_screen

if TYPE_CHECKING:
    from .prompt import Prompt


def _help(prompt: Prompt, rest: str) -> None:
    terminal, said = prompt.terminal, prompt.said
    rules, lang = prompt.chair.view.rules, prompt.table.lang
    heads = commands.listed(lang)
    wide = max(map(cell_len, heads)) + 2
    if rest:
        heads = {head: does for head, does in heads.items() if rest.lower() in head.split()[0]}
    else:
        terminal.say(said("line.moves"))
        possible = {type(offer.action) for offer in prompt.chair.choosing.offers}
        for kind in (one for one in typed_choice.own(prompt.chair) if one in possible):
            text = f"  {move_text.pattern(prompt.chair, kind)}  "
            terminal.wrapped(say_kind(rules, kind, lang), text, "      ")
        terminal.wrapped(said("line.how"), "  ")
        terminal.say(said("line.commands"))
        if 0 < terminal.height < len(heads) + ROOM:
            terminal.say(terminal.columns([*heads]))
            return terminal.wrapped(said("line.help_what"), "  ")
    for head, does in heads.items():
        terminal.wrapped(does, f"  {ljust(head, wide)}")
    return None


ROOM = 12
"""Lines for kinds of move, besides the commands; a smaller window shows only their names."""


def _board(prompt: Prompt, rest: str) -> None:
    show = prompt.chair.show
    if rest:
        show = show.only(rest)
        if not (show.boards or show.panels):
            raise UsageError(prompt.said("line.no_title", text=rest))
    prompt_screen.whole(prompt, show, notes=not rest)


def _legend(prompt: Prompt, rest: str) -> None:
    prompt_screen.legend(prompt)


def _moves(prompt: Prompt, rest: str) -> None:
    rows = [row for row in prompt_screen.listed(prompt) if lookup.folded(rest) in lookup.folded(row)]
    prompt.terminal.say(prompt.terminal.columns(rows) or f"  {prompt.said('line.none')}")


def _undo(prompt: Prompt, rest: str) -> None:
    if len(prompt.choosing.left) < len(prompt.chair.choosing.offers):
        return _back(prompt, rest)
    prompt.terminal.say(prompt.table.take_back(prompt.chair.seat or 0))
    return None


def _redo(prompt: Prompt, rest: str) -> None:
    with prompt.session.guard("redo"):
        prompt.session.happened(prompt.table.redo(prompt.chair.seat or 0))


def _back(prompt: Prompt, rest: str) -> None:
    if len(prompt.choosing.left) == len(prompt.chair.choosing.offers):
        if prompt.table.trial:
            raise Back
        raise UsageError(prompt.said("line.no_back"))
    prompt.choosing = prompt.choosing.back() if prompt.choosing.picked else prompt.chair.choosing
    prompt.draw()


def _score(prompt: Prompt, rest: str) -> None:
    names: list[str] = []
    for word in rest.split():
        seat = find(word, prompt.table.seats)
        if seat is None:
            raise UsageError(prompt.said("line.no_player", name=word, players=", ".join(prompt.table.seats)))
        names.append(prompt.table.seats[seat])
    match_text.sheet(prompt.chair.standing(), prompt.terminal)
    match_text.points(prompt.chair, names, prompt.terminal)


def _log(prompt: Prompt, rest: str) -> None:
    match_text.log([told for _, told in prompt.chair.log], rest, prompt.terminal, prompt.said)


def _whatif(prompt: Prompt, rest: str) -> None:
    session, seat = prompt.session, prompt.chair.seat
    if prompt.table.trial:
        raise UsageError(prompt.said("line.trial_twice"))
    assert seat is not None
    session.visit(session.person(rest) if rest else seat)
    session.seat(seat)
    if not prompt.moved:
        prompt.draw()


def _leave(prompt: Prompt, rest: str, name: str) -> None:
    prompt.terminal.say(commands.leave(prompt, name, rest))


def _quit(prompt: Prompt, rest: str) -> None:
    if prompt.table.trial:
        raise Back
    author_prompt.ask(prompt.table, prompt.terminal)
    prompt.session.leave("")
    raise Stopped(0)


DOES: dict[str, Callable[[Prompt, str], None]] = {
    "help": _help,
    "moves": _moves,
    "board": _board,
    "legend": _legend,
    "score": _score,
    "log": _log,
    "back": _back,
    "undo": _undo,
    "redo": _redo,
    "whatif": _whatif,
    "bot": partial(_leave, name="bot"),
    "resign": partial(_leave, name="resign"),
    "quit": _quit,
}
"""The function for each command, which takes the prompt and the rest of the line."""
ACTS = frozenset({"back", "undo", "redo", "whatif", "bot", "resign", "save", "quit"})
"""The commands that do something; the others ask, and a question without an answer ends no script."""


def carry_out(prompt: Prompt, name: str, rest: str) -> None:
    """Carry out the command, or answer the question, of this name."""
    try:
        answer = DOES.get(name) or commands.ANSWERS[name]
        answer(prompt, rest)
    except (UsageError, Unreadable) as error:
        if name in ACTS:
            raise
        prompt.unanswered(str(error))
