"""Toy: Nim, whose author asks three questions after a playtest."""

from __future__ import annotations

import tilewright as tw
from tilewright.core.rules.ruleset import Rules

from . import nim
from .paper import folder

FILE = """
fun:
  ask: {en: How was it?, de: Wie war's?}
  kind: scale
  low: {en: dull, de: fad}
  high: {en: great, de: toll}
length:
  ask: {en: "Long with {heap}?"}
  kind: choice
  choices:
    short: {en: short, de: kurz}
    long: {en: long}
why:
  ask: {en: Why?}
  kind: text
"""


def asking(text: str = FILE) -> Rules:
    """Nim, whose author asks this."""
    return tw.load(nim.bent(folder=lambda: folder(nim.MESSAGES, nim.RULES, questions=text)))
