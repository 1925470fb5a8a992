"""Finds rules by words that people type, in any of their forms: those about a word before those that mention it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from ..base.errors import TilewrightError
from ..base.limits import TYPED
from ..rules import plugins, rule_texts
from ..rules.assembly import declaration
from ..text.folder import RULES, Folder, Rule
from ..text.messages import Message
from .lookup import folded
from .preview import world

if TYPE_CHECKING:
    from ..rules.ruleset import Rules
    from .chair import Chair

ENDINGS = frozenset({"", "d", "e", "ed", "er", "ers", "es", "ied", "ies", "ing", "ings", "n", "en", "s", "y"})
"""What forms of one word may have after what they share: price, prices, pricing; city, cities."""
STEM = 3
"""Letters that forms of one word share, at least."""
ABOUT, SAYS, FORM, BEGINS, CITES = range(5)
"""How well a rule answers a word: its id is about it; its text has it, a form of it, a longer word; its source."""


def of_decision(chair: Chair) -> list[str]:
    """The ids of the rules of the decision that is awaited, in order; none once the game is over."""
    step = world(chair.view, 0).step
    return chair.view.rules.decision_rules(step) if step is not None else []


def shown(chair: Chair, typed: str) -> tuple[dict[str, list[str]], str]:
    """The ids of rules by heading: of the decision and the others, or with a text those that it asks for.

    If there are none, a sentence says why.
    """
    rules, said, wanted = chair.view.rules, chair.table.said, typed.strip().upper()
    texts = chair.rule_texts
    if not wanted:
        here = of_decision(chair)
        others = [one for one in texts if one not in here]
        return {said("table.rules.here"): here, said("table.rules.all"): others}, ""
    absent = absence(rules, wanted)
    found = [wanted] if wanted in texts else [] if absent else searched(texts, typed)
    none = rules.words.told(absent, chair.table.lang) if absent else said("line.no_rule", text=typed)
    return {"": found}, "" if found else none


def absence(rules: Rules, name: str) -> Message | None:
    """Return when a rule of the game or an installed module holds; None if it does in this match, or does not exist."""
    said = rule_texts.absence(rules, name)
    if said is not None or name in rules.rule_texts():
        return said
    for full in plugins.found("module"):
        game, _, module = full.partition(".")
        if game == rules.game.name and module not in {one.name for one in rules.modules}:
            with suppress(TilewrightError):  # a module that is broken states nothing
                root = declaration(module, plugins.module(game, module), "module").folder
                files = Folder(root(), module) if root is not None else None
                if files and rule_texts.FILE in files.names() and name in files.load(rule_texts.FILE, RULES):
                    return Message("rule.only", {"rule": name, "when": f"--with {module}"})
    return None


def searched(texts: Mapping[str, Rule], wanted: str) -> list[str]:
    """The ids of the rules that speak of every word, the most fitting first; all rules of a group for `IS-PRICE`.

    None speaks of more than anybody types.
    """
    if len(wanted) > TYPED:
        return []
    group = [rule for rule in texts if rule.casefold().startswith(f"{folded(wanted)}-")]
    if group:
        return group
    asked = words(wanted)
    ranked = []
    for rule, one in texts.items():
        places = words(rule), words(one.text), words(one.source)
        ranks = [_rank(word, *places) for word in asked]
        if asked and None not in ranks:
            ranked.append((sum(rank for rank in ranks if rank is not None), rule))
    return [rule for _, rule in sorted(ranked, key=lambda found: found[0])]


def words(text: str) -> list[str]:
    """The words of a text as they are compared, without punctuation."""
    return re.findall(r"[^\W_]+", folded(text))


def _rank(word: str, about: list[str], says: list[str], cites: list[str]) -> int | None:
    """Return how well a rule answers the word, the smaller the better; None if it does not speak of it."""
    if any(same(word, one) or (len(one) >= STEM and word.startswith(one)) for one in about):
        return ABOUT
    if word in says:
        return SAYS
    if any(same(word, one) for one in says):
        return FORM
    if _begun(word, says):
        return BEGINS
    return CITES if _begun(word, cites) or any(same(word, one) for one in cites) else None


def _begun(word: str, there: Iterable[str]) -> bool:
    return len(word) >= STEM and any(one.startswith(word) for one in there)


def same(first: str, second: str) -> bool:
    """True if both look like forms of one word, such as `price` and `prices`."""
    if first == second:
        return True
    shared = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        shared += 1
    # An ending may begin with letters that both forms share: the `e` of price and prices.
    return any(
        first[length:] in ENDINGS and second[length:] in ENDINGS
        for length in range(max(STEM, shared - 1), shared + 1)
    )
