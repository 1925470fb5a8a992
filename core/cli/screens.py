"""What the prompt prints for one decision, and the letters that choose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..draw.text import draw_text
from ..table.choosing import Target, letters
from .streams import Styled

if TYPE_CHECKING:
    from ..draw.model import Show, Where
    from .prompt import Prompt


def decision(prompt: Prompt) -> dict[str, Target]:
    """Print the decision at hand; return what each label chooses."""
    labels = labelled(prompt)
    show, terminal = prompt.chair.show, prompt.terminal
    teller = prompt.session.teller(prompt.chair)
    for line in teller.turns(prompt.chair.missed()):
        terminal.wrapped(line, "", "  ")
    marks = {t.where: label for label, t in labels.items() if t.where is not None}
    text = draw_text(show, width=terminal.width, colour=terminal.depth, marks=marks, notes=False)
    terminal.say(Styled(text.rstrip("\n")))
    rows = [f"[{label}] {name(t)}" for label, t in labels.items() if t.where is None]
    if rows:
        terminal.say(terminal.columns(rows))
    return labels


def labelled(prompt: Prompt) -> dict[str, Target]:
    targets = prompt.choosing.targets()
    return dict(zip(letters(len(targets), lambda word: word in prompt.words), targets, strict=False))


def name(target: Target) -> str:
    return str(target.action) if target.action is not None else str(target.value)


def listed(prompt: Prompt) -> list[str]:
    """The possible moves, each with its label if it has one."""
    labels = {t.action: label for label, t in prompt.labels.items() if t.action is not None}
    return [
        f"[{labels[offer.action]}] {offer.action}" if offer.action in labels else str(offer.action)
        for offer in prompt.choosing.left
    ]


def whole(prompt: Prompt, show: Show, notes: bool) -> None:
    """Print the whole drawing."""
    marks: dict[Where, str] = {}
    text = draw_text(
        show, width=prompt.terminal.width, colour=prompt.terminal.depth, marks=marks, notes=notes
    )
    prompt.terminal.say(Styled(text.rstrip("\n")))


def notes(prompt: Prompt) -> None:
    pass
