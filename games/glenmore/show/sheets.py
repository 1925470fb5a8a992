"""Sheets drawn without a match: every kind of tile by stack, and every card."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.authoring import Ink, Panel, Rules, Show

from ..printed import START, Kind
from .tiles import LOOKS, Wording, legend, once_signs, text, way_signs


def tiles_show(rules: Rules, lang: str = "en") -> Show:
    """Every kind of tile by stack, and every card."""
    words = Wording(rules, lang)
    panels = [_stack(words, number) for number in (START, 0, 1, 2, 3)]
    cards = [(Ink(words.name(card.id)), Ink(words.card(card))) for card in words.printed.cards]
    return Show(
        title=words.say("tiles_of", title=rules.game.title),
        panels=(*panels, Panel(title=words.say("places"), rows=cards)),
        looks=LOOKS,
        legend=[*legend(words), *_disputes(words)],
        caption=rules.provenance(lang),
        lang=lang,
    )


def _called(words: Wording, kind: Kind) -> str:
    return words.name(kind.id) + "?" * bool(words.dispute(kind))


def _disputes(words: Wording) -> Iterator[tuple[Ink, str]]:
    """Each tile on which sources differ, and on what."""
    disputed = (kind for kind in words.printed.kinds if words.dispute(kind))
    yield from ((Ink(_called(words, kind), kind.frame), words.dispute(kind)) for kind in disputed)


def _stack(words: Wording, stack: int) -> Panel:
    kinds = [kind for kind in words.printed.kinds if kind.stack == stack]
    total = sum(kind.count for kind in kinds)
    key = "start_of" if stack == START else "stack_of"
    rows = []
    for kind in kinds:
        signs = [text(part) for part in (way_signs(kind), words.cost_signs(kind), once_signs(kind))]
        spoken = (", ".join(words.ways(kind)), words.cost(kind), words.once(kind))
        rows.append(
            (
                Ink(str(kind.count)),
                Ink(_called(words, kind), kind.frame),
                Ink(words.say(kind.frame)),
                *(Ink(sign, said=said) for sign, said in zip(signs, spoken, strict=True)),
                Ink(words.each(kind)),
            )
        )
    keys = ("copies", "", "frame", "ways", "cost", "once", "activated")
    return Panel(
        title=words.say(key, number=stack, count=total),
        head=words.head(*keys),
        rows=rows,
    )
