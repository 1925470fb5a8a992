"""The text of a mission card that has none of its own: a sentence made of its condition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tilewright.authoring import Words

    from .files import Mission

DECK = "missions.yaml"


def sentences(words: Words, asked: Mapping[str, Any], castles: Mapping[str, str]) -> dict[Any, str]:
    """Returns what a card with this condition (the fields of a card that state it) says, by language.

    `castles` are what the castles of the map are called, by code.
    """
    found: dict[Any, str] = {}
    for lang in words.texts("show.no_condition"):

        def say(key: str, lang: str = lang, **args: object) -> str:
            return words.say(f"show.{key}", args, (), lang, literal=True)

        if asked["kind"] == "unconditional":
            found[lang] = say("no_condition") + "."
        elif "castles" in asked:
            named = ", ".join(castles.get(one, one) for one in asked["castles"])
            found[lang] = say("controls_any", castles=named)
        else:
            what = words.name(asked["metric"], lang)
            if "area" in asked:
                what = say("only_in", what=what, area=words.name(asked["area"], lang))
            found[lang] = say("is_ahead", what=what)
    return found


def condition(card: Mission) -> dict[str, Any]:
    """The condition of a card as the fields that state it."""
    stated = {"kind": card.kind, "metric": card.metric, "area": card.area, "castles": [*card.castles]}
    return {key: value for key, value in stated.items() if value}
