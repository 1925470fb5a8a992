"""The question of a comparison in words: the user's own, or one made from the plan."""

from __future__ import annotations

from ..games.variants import Variant
from .plan import ComparisonPlan
from .screen import asked as screening_question

SPELT = 4
"""Most variants that a question made from them names."""


def question(plan: ComparisonPlan) -> str:
    """Return the question as the user wrote it, or one made from the variants."""
    if plan.question:
        return plan.question
    base, *others = plan.variants
    title = plan.rules[0].game.title
    if plan.adaptation is not None:
        asked = [one.variant for one in plan.adaptation.changes]
        texts = {name: others[2 * n].text for n, name in enumerate(asked)}
        listed = ", ".join(name if name == said else f"{name} ({said})" for name, said in texts.items())
        changed = listed if len(asked) > 1 else next(iter(texts.values()))
        return f"What changes in {title} with {changed}, at first and once players have adapted?"
    if plan.screen is not None and plan.screen.factors:
        return screening_question(plan.screen, title, plan.metrics)
    instead = f" instead of {base.text}" if base.text else ""
    if plan.skill and len(others) == 1:
        return f"Does skill matter more in {title} with {_changed(others[0])}{instead}?"
    if plan.factors is not None:
        factors = sorted({factor for on in plan.factors.values() for factor in on})
        return f"What changes in {title} with {', '.join(factors)}, each alone and together?"
    if len(others) == 1:
        return f"What changes in {title} with {_changed(others[0])}{instead}?"
    if len(others) > SPELT:
        return f"What changes in {title} with each of {len(others)} changes{instead}?"
    listed = ", ".join(one.name if one.name == one.text else f"{one.name} ({one.text})" for one in others)
    return f"What changes in {title} with each of these{instead}: {listed}?"


def _changed(variant: Variant) -> str:
    return variant.text.removeprefix("with=") or "the default rules"
