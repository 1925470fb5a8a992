"""What somebody reads who has never played a game: what it is, and how long its lesson takes."""

from __future__ import annotations

from ..rules import lessons
from ..rules.game import enumerated
from ..rules.ruleset import Rules
from .face_texts import Texts

MINUTES = 10
"""What a lesson takes, as people are told."""


def introduced(rules: Rules, lang: str) -> str:
    """Return what the game is: players, minutes, how hard it is, and one sentence; "" if nobody has said it.

    InvalidFile if what its `learn.yaml` says of it is wrong.
    """
    about, said = lessons.about(rules), Texts(lang)
    if about is None:
        return ""
    weight = said(("learn.light", "learn.medium", "learn.heavy")[about.weight - 1])
    text = lessons.said(rules, about.text, lang)
    players = enumerated(rules.game.seat_counts, "-", f" {said('learn.or')} ")
    return said("learn.about", players=players, minutes=about.minutes, weight=weight, text=text)
