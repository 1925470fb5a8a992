"""`rules`: the rules of a game in its own words, in chapters; one rule with its picture, or those about a word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..shared import common
from ..shared.options import ENGLISH, Lang
from ..shared.ruleset_words import USUAL, RulesetWords

if TYPE_CHECKING:
    from ...rules.ruleset import Rules


def rules(
    game: str,
    what: list[str] | None = None,
    sources: bool = False,
    ruleset: RulesetWords = USUAL,
    json: bool = False,
    plain: bool = False,
    lang: Lang = ENGLISH,
) -> None:
    """Read the rules of a game.

    Without a word: the game in short, and the list of chapters. The rules are those that hold with these modules,
    options and data, and so are their numbers. With an id, the rule and a picture of it, if a lesson has one.

    Example: tilewright rules GAME tie
    """
    from ...table import rule_pages

    found, wanted = ruleset.rules(game), " ".join(what or ())
    if json:
        common.emit(_listed(found, lang.value, wanted, sources))
        return
    typed = f"{wanted} {rule_pages.SOURCES if sources else ''}"
    rule_pages.write(common.terminal(plain), found, lang.value, typed, word=f"tilewright rules {game}")


def _listed(rules: Rules, lang: str, wanted: str, sources: bool) -> dict[str, Any]:
    """All chapters, or what is asked for, for programs."""
    from ...rules.chapters import chapters
    from ...table.rule_search import asked

    texts = rules.rule_texts(lang=lang)
    listed = [
        {
            "name": one.name,
            "title": one.title,
            "rules": [
                {"id": rule, "text": texts[rule].text} | ({"source": texts[rule].source} if sources else {})
                for rule in one.rules
            ],
        }
        for one in ([asked(rules, lang, wanted)] if wanted else chapters(rules, lang))
    ]
    return {"schema": 1, "game": rules.game.name, "lang": lang, "chapters": listed}
