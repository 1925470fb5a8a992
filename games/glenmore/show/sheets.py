"""Sheets drawn without a match: every kind of tile by stack, and every card."""

from __future__ import annotations

from tilewright.authoring import Ink, Panel, Rules, Show

from ..printed import START
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
        legend=list(legend(words)),
        caption=rules.provenance(lang),
        lang=lang,
    )


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
                Ink(words.name(kind.id), kind.frame),
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
