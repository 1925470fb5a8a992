"""Finds rules by words that people type, in any of their forms: those about a word before those that mention it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from ..base.errors import TilewrightError, UsageError
from ..base.limits import TYPED
from ..rules import plugins, rule_texts
from ..rules.assembly import declaration
from ..rules.chapters import RuleChapter, chapters, index
from ..text.folder import RULES, Folder, Rule
from ..text.messages import Message
from .face_texts import Texts
from .lookup import folded
from .preview import world

if TYPE_CHECKING:
    from ..rules.ruleset import Rules
    from .chair import Chair

Phrases: TypeAlias = tuple[list[list[str]], tuple[str, ...]]
ENDINGS = frozenset({"", "d", "e", "ed", "er", "ers", "es", "ied", "ies", "ing", "ings", "n", "en", "s", "y"})
"""What forms of one word may have after what they share: price, prices, pricing; city, cities."""
STEM = 3
"""Letters that forms of one word share, at least."""
INDEX, ABOUT, SAYS, FORM, BEGINS = range(5)
"""How well a rule answers a word: the index leads to it; its id is about it; its text has it, a form, a longer word."""


def of_decision(chair: Chair) -> list[str]:
    """The ids of the rules of the decision that is awaited, in order; none once the game is over."""
    step = world(chair.view, 0).step
    return chair.view.rules.decision_rules(step) if step is not None else []


def here(chair: Chair) -> RuleChapter | None:
    """The rules of the decision at hand; None if there is none, or it names none."""
    found = tuple(of_decision(chair))
    return RuleChapter(chair.texts("table.rules.here"), found) if found else None


def pages(chair: Chair) -> list[RuleChapter]:
    """The rules of the decision at hand, if there is one, and then all chapters; empty for a game without rules."""
    first = here(chair)
    return ([first] if first is not None else []) + [*chapters(chair.view.rules, chair.lang)]


def asked(rules: Rules, lang: str, typed: str) -> RuleChapter:
    """The rules that a text asks for: a chapter by number or name, a rule by its id, or those that words lead to.

    Rules that words lead to have no title. UsageError says why there are none.
    """
    wanted, texts, every = folded(typed), rules.rule_texts(lang=lang), chapters(rules, lang)
    names = ((str(n), one.name, one.title) for n, one in enumerate(every, 1))
    for one, known in zip(every, names, strict=True):
        if wanted in map(folded, known):
            return one
    absent = absence(rules, wanted.upper())
    found = [wanted.upper()] if wanted.upper() in texts else []
    if not found and not absent:
        small = {word for one in ("en", lang) for word in Texts(one)("table.rules.small").split()}
        found = searched(texts, typed, phrases(rules, lang), small)
    if not found:
        raise UsageError(
            rules.words.told(absent, lang) if absent else Texts(lang)("line.no_rule", text=typed)
        )
    return RuleChapter("", tuple(found))


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


@lru_cache(maxsize=32)
def phrases(rules: Rules, lang: str) -> Sequence[Phrases]:
    """The index in this language and in English: phrases as lists of words, and where they lead."""
    found = []
    for texts, ids in index(rules):
        said = ",".join(dict.fromkeys((texts.get(lang, ""), texts["en"])))
        found.append(([words(one) for one in said.split(",") if words(one)], ids))
    return found


def searched(
    texts: Mapping[str, Rule], wanted: str, known: Sequence[Phrases] = (), small: Set[str] = frozenset()
) -> list[str]:
    """The ids of the rules that speak of most of the words, the most fitting first; all of a group for `IS-PRICE`.

    `known` are phrases of an index, `small` are words that mean nothing. None speaks of more than anybody types.
    """
    if len(wanted) > TYPED:
        return []
    group = [rule for rule in texts if rule.casefold().startswith(f"{folded(wanted)}-")]
    if group:
        return group
    whole, led = words(wanted), dict[str, set[str]]()
    asked = [word for word in whole if word not in small] or whole
    for some, ids in known:
        hit = {word for phrase in some for word in _meant(phrase, whole)}
        for rule in ids if hit else ():
            led.setdefault(rule, set()).update(hit)
    order, ranked = [*led], []
    for place, (rule, one) in enumerate(texts.items()):
        about, says, to = words(rule), words(one.text), led.get(rule, ())
        ranks = [INDEX if word in to else _rank(word, about, says) for word in asked]
        known_ranks = [rank for rank in ranks if rank is not None]
        first = order.index(rule) if to else len(order) + place
        ranked += [(ranks.count(None), sum(known_ranks), first, rule)] * bool(known_ranks)
    ranked.sort()
    most = 0 if "-" in wanted else ranked[0][0] if ranked else 0  # half an id is nothing
    return [rule for missing, *_, rule in ranked if missing == most]


def _meant(phrase: Sequence[str], asked: Sequence[str]) -> list[str]:
    """The words that were typed for this phrase of an index; none if one of its words is missing."""
    found = [[word for word in asked if same(word, one)] for one in phrase]
    return [word for some in found for word in some] if all(found) else []


def words(text: str) -> list[str]:
    """The words of a text as they are compared, without punctuation."""
    return re.findall(r"[^\W_]+", folded(text))


def _rank(word: str, about: list[str], says: list[str]) -> int | None:
    """Return how well a rule answers the word, the smaller the better; None if it does not speak of it."""
    if any(same(word, one) or (len(one) >= STEM and word.startswith(one)) for one in about):
        return ABOUT
    if word in says:
        return SAYS
    if any(same(word, one) for one in says):
        return FORM
    return BEGINS if len(word) >= STEM and any(one.startswith(word) for one in says) else None


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
