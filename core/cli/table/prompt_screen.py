"""The screen of the prompt for one decision, and the letters that choose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import attrs

from ...draw.decision_text import DecisionScreen, screenful
from ...draw.model import NO_MARKS, Ink, Show, Where
from ...table import lookup, move_text, typed_choice
from ...table.choosing import ChoiceTarget, marked, spots_of
from ..shared.output import Styled
from . import match_text

if TYPE_CHECKING:
    from .prompt import Prompt


LEAST = 6
"""Lines that boards have at least, whatever stands above them."""
QUESTION = 2
"""Lines that are left for the question about a final move, unless boards need them."""


def decision(
    prompt: Prompt, above: int = 0, lit: Mapping[Where, str] = NO_MARKS, chosen: bool = True
) -> dict[str, ChoiceTarget]:
    """Print the decision at hand so that it fits the terminal; return what each letter chooses.

    `above` is the number of lines above it, and `lit` marks spots. There are letters if something can be `chosen`.
    """
    terminal, chair, said = prompt.terminal, prompt.chair, prompt.said
    labels, keys = labelled(prompt) if chosen else {}, titled(prompt)
    placed = spots_of(labels)
    show = chair.show
    word = said("line.word.news").split()[0]
    asked: dict[int, str] = {}
    shown: dict[int, str] = {}
    for key, (kind, n) in keys.items():
        title = (show.panels if kind == "panel" else show.boards)[n].title
        (asked if kind == "panel" else shown)[n] = f"{key} {title}"
    text = screenful(
        DecisionScreen(
            show=show,
            head=head(prompt) if chosen else (),
            # A pipe has printed the news already.
            news=lambda most, width: chair.news.rows(most, width, said, word) if terminal.asks else (),
            marks={**lit, **marked(labels)},
            choices=[
                *[f"[{said('table.key.enter')}] {said('table.do.routine')}"] * bool(prompt.choosing.routine),
                *(listing(prompt, label, t) for label, t in labels.items() if label not in placed),
            ],
            names={where: listing(prompt, label, labels[label]) for label, where in placed.items()},
            keys=asked,
            board_keys=shown,
            always=[said(f"line.word.{word}").split()[0] for word in ("moves", "board", "log", "rules")]
            + ["?"],
            more=said("line.and_more"),
            cut=said("line.cut"),
        ),
        width=terminal.width,
        height=max(LEAST, terminal.height - 1 - above) if terminal.height else 0,
        spare=QUESTION if terminal.asks and prompt.table.confirm else 0,
        colour=terminal.depth,
    )
    terminal.say(Styled(text.rstrip("\n")))
    prompt.rows = 1 + text.rstrip("\n").count("\n")
    return labels


def head(prompt: Prompt) -> list[Ink]:
    """Return who has to do what, what is picked already, and what that depends on."""
    show, choosing, said = prompt.chair.show, prompt.choosing, prompt.said
    what = said("line.asks", who=prompt.chair.name, what=show.asks) if show.asks else show.title
    found = [Ink(prompt.banner)] if prompt.banner else []
    found.append(Ink(what))
    begun = typed_choice.picked(choosing, prompt.chair)
    if begun:
        back = said("line.word.back").split()[0]
        now = typed_choice.asked(choosing, said)
        found.append(Ink(said("line.picked", what=begun, now=now, back=back), "strong"))
    return [*found, *show.status]


def labelled(prompt: Prompt) -> dict[str, ChoiceTarget]:
    """A letter, or two, for everything that can be picked now; never a word, a key or a name that means something.

    A letter means the same until the move is played.
    """
    targets = prompt.choosing.targets()
    taken = {*prompt.words, *titled(prompt), *prompt.said("line.yes").split()}
    for offer, said in zip(prompt.choosing.left, prompt.listed(prompt.choosing), strict=True):
        taken |= {lookup.folded(word) for word in f"{offer.action} {said}".split()}
    for show in prompt.chair.named:
        taken |= {name for board in show.boards for spot in board.spots for name in lookup.names(spot)}
    return prompt.letters.of(targets, taken.__contains__)


def titled(prompt: Prompt) -> dict[str, tuple[str, int]]:
    """A key for each panel and board with a title: a letter of it that no other has, the same at every decision."""
    found: dict[str, tuple[str, int]] = {}
    for kind, n, title in _titles(prompt.chair.show):
        own = [letter for letter in title.lower() if letter.isalpha() and letter.isascii()]
        free = next((letter for letter in own if letter not in found and letter not in prompt.words), "")
        if free:
            found[free] = (kind, n)
    return found


def listing(prompt: Prompt, label: str, target: ChoiceTarget) -> str:
    """A choice as it is listed: `[a] sell cattle`."""
    return f"[{label}] {move_text.target(prompt.chair, target)}"


def listed(prompt: Prompt) -> list[str]:
    """The possible moves, each with its letter if it has one."""
    labels = {t.action: label for label, t in prompt.labels.items() if t.action is not None}
    rows = []
    for offer, said in zip(prompt.choosing.left, prompt.listed(prompt.choosing), strict=True):
        about = move_text.thing(prompt.chair, offer)
        move = f"{said} ({about})" if about else said
        rows.append(f"[{labels[offer.action]}] {move}" if offer.action in labels else move)
    return rows


# -- more than the decision ----------------------------------------------------------------------------------------


def whole(prompt: Prompt, show: Show, notes: bool) -> None:
    """Print a whole drawing, with its letters if it is the decision's own."""
    own = marked(prompt.labels) if show is prompt.chair.show else {}
    prompt.terminal.drawn(attrs.evolve(show, caption=()), own, notes=notes)


def legend(prompt: Prompt) -> None:
    """Print what letters, grounds and coordinates mean, and which places letters stand for."""
    show = prompt.chair.show
    bare = attrs.evolve(show, boards=(), panels=(), offers=(), caption=())
    match_text.drawing(bare, prompt.terminal)
    for text in lookup.places_said(show, prompt.said):
        prompt.terminal.wrapped(text)


def part(prompt: Prompt, word: str) -> bool:
    """Print the panel or board that this key, or beginning of a title, means; False if it means none or several."""
    show = prompt.chair.show
    key = titled(prompt).get(word.lower())
    begun = lookup.folded(word)
    found = (
        [key]
        if key is not None
        else [
            (kind, n)
            for kind, n, title in _titles(show)
            if len(begun) > 1 and lookup.folded(title).startswith(begun)
        ]
    )
    if len(found) != 1:
        return False
    kind, n = found[0]
    kept = attrs.evolve(
        show,
        title="",
        boards=[attrs.evolve(show.boards[n], small=False)] if kind == "board" else [],
        panels=[show.panels[n]] if kind == "panel" else [],
    )
    own = {
        (0, at): text for (board, at), text in marked(prompt.labels).items() if kind == "board" and board == n
    }
    prompt.terminal.drawn(kept, own)
    return True


def _titles(show: Show) -> list[tuple[str, int, str]]:
    """Each panel and board: which of the two it is, its number, its title."""
    titles = [("panel", n, panel.title) for n, panel in enumerate(show.panels)]
    return titles + [("board", n, board.title) for n, board in enumerate(show.boards)]
