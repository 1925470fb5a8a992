"""A search's findings in sentences: the answer, the part of luck in it, the steps beside it, random search."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from ..report.number_text import NOTHING, count, decimals, number, stated
from ..texts import text
from .confirmation import Confirmed, TargetCheck
from .deviations import NeighbourStep
from .estimates import QuantityEstimate
from .findings import SearchFindings, setting
from .plan import SearchPlan
from .targets import Quantity, SearchTarget

FAR = 10
"""Times the fresh blocks of the plan: more is not advised, since what lies so close to a bound is best called that."""


def amount(of: Quantity, value: float, width: float = math.nan, *, signed: bool = False) -> str:
    """Write a value with its unit, in as many decimals as an interval of this width justifies."""
    places = decimals(of.factor * width) if math.isfinite(width) and width > 0 else 1 if of.share else 2
    if of.factor * value == round(of.factor * value):
        places = 0 if not width > 0 else places
    unit = "\u202f%" if of.share and not signed else " pp" if of.share else f" {of.unit}" if of.unit else ""
    said = number(of.factor * value, min(places, 3), signed=signed)
    return said if said == NOTHING else f"{said}{unit}"


def between(of: Quantity, seen: QuantityEstimate, *, signed: bool = False) -> str:
    """Write an interval: `1.2 to 4.8 %`; "" if there is none or nothing varies."""
    if not (math.isfinite(seen.low) and math.isfinite(seen.high)) or seen.low == seen.high:
        return ""
    half = (seen.high - seen.low) / 2
    low = amount(of, seen.low, half, signed=signed)
    for unit in ("\u202f%", " pp", f" {of.unit}" if of.unit else ""):
        low = low.removesuffix(unit) if unit else low
    return f"{low} to {amount(of, seen.high, half, signed=signed)}"


def estimated(of: Quantity, seen: QuantityEstimate, *, signed: bool = False) -> str:
    """Write a value with its interval: `3.1 % (1.2 to 4.8 %)`."""
    said = amount(of, seen.value, (seen.high - seen.low) / 2, signed=signed)
    ends = between(of, seen, signed=signed)
    return f"{said} ({ends})" if ends else said


def setting_text(plan: SearchPlan, values: Sequence[str]) -> str:
    """Write a setting: `castle=6, port=2`."""
    return ", ".join(f"{name}={value}" for name, value in setting(plan, values).items())


def named(found: SearchFindings, one: Confirmed) -> str:
    """Write a setting with who it is."""
    return f"{setting_text(found.plan, one.candidate.values)}{' (the rules as they are)' if one is found.base else ''}"


def wanted(plan: SearchPlan, check: TargetCheck) -> str:
    """Write the target of a check with its quantity's title."""
    return _target(plan, check).titled


def certainty(plan: SearchPlan) -> str:
    """Write the confidence in all intervals together: `95 %`."""
    return f"{stated(100 * (1 - plan.alpha))}\u202f%"


def answer(found: SearchFindings) -> list[str]:
    """Return the answer in one to four sentences, the first of which is the answer itself."""
    plan, one = found.plan, found.chosen
    if not plan.targets:
        seen = "; ".join(_goal(plan, name, value) for name, value in one.goals.items())
        said = [f"Of the settings that were searched, {named(found, one)} is the best: {seen}."]
    elif one.holds:
        what = {1: "the target", 2: "both targets"}.get(len(plan.targets), f"all {len(plan.targets)} targets")
        said = [f"{named(found, one)} meets {what}."]
    else:
        said = [f"No setting is confirmed. Nearest is {named(found, one)}."]
        said += [f"{_is_open(plan, check)}." for check in one.checks if check.verdict != "met"]
    base = found.base
    if base is not one and plan.targets:
        wrong = [check for check in base.checks if check.verdict == "not met"]
        if base.holds:
            said.append("The rules as they are meet them all, too.")
        elif wrong:
            missed = "; ".join(f"{plan.quantities[one.quantity].title} {_seen(plan, one)}" for one in wrong)
            said.append(f"The rules as they are do not: {missed}.")
        else:
            said.append("Whether the rules as they are meet them is not resolved.")
    return said


def advice(found: SearchFindings) -> str:
    """Return advice on what to do with the answer."""
    plan, one = found.plan, found.chosen
    if one.holds:
        return text("design.try")
    said = []
    lost = [check for check in one.checks if check.verdict == "not met"]
    if lost:
        said.append(text("design.wider"))
        # A bound that the rules as they are come as near to is no reason to change them.
        before = {check.quantity: check.estimate.value for check in found.base.checks}
        targets = [(check, _target(plan, check)) for check in lost]
        if all(of.beyond(check.estimate.value) < of.beyond(before[check.quantity]) for check, of in targets):
            looser = " and ".join(f"'{_looser(plan, check)}'" for check in lost)
            said.append(text("design.looser", looser=looser))
    wanting = [check.needed for check in one.checks if check.verdict == "not resolved"]
    if wanting and not lost:
        known = [blocks for blocks in wanting if blocks is not None]
        if len(known) == len(wanting) and max(known) <= FAR * plan.confirm:
            # A fifth more, since the estimate that it is counted from is not certain.
            blocks, seed = _rounded(1.2 * max(known)), plan.seed + plan.fresh.stop
            said.append(text("design.more", blocks=blocks, seed=seed))
        else:
            said.append(text("design.close"))
    return " ".join([*said, text("design.until")])


def _is_open(plan: SearchPlan, check: TargetCheck) -> str:
    what, seen = wanted(plan, check), _seen(plan, check)
    if check.verdict == "not met":
        return f"It misses the target '{what}': {seen}"
    return f"Whether it keeps {what} is not resolved: {seen}{needed(check)}"


def _target(plan: SearchPlan, check: TargetCheck) -> SearchTarget:
    return next(one for one in plan.targets if one.text == check.target)


def _looser(plan: SearchPlan, check: TargetCheck) -> str:
    """Write the target as a plan does, with the bound that the setting keeps for certain."""
    of, target, seen = plan.quantities[check.quantity], _target(plan, check), check.estimate
    factor, unit = of.factor, " %" if of.share else ""
    step = 10.0 ** -decimals(factor * (seen.high - seen.low) / 2)
    if seen.value > target.high:
        low, high = factor * target.low, math.ceil(factor * seen.high / step) * step
    else:
        low, high = math.floor(factor * seen.low / step) * step, factor * target.high
    if low == -math.inf:
        return f"{of.name} under {high:.10g}{unit}"
    if high == math.inf:
        return f"{of.name} over {low:.10g}{unit}"
    return f"{of.name} between {low:.10g} and {high:.10g}{unit}"


def _rounded(blocks: float) -> int:
    """Return a number of blocks with two digits, rounded up."""
    step = 10.0 ** max(math.floor(math.log10(blocks)) - 1, 0)
    return int(math.ceil(blocks / step) * step)


def luck(found: SearchFindings) -> list[str]:
    """Return sentences on how the search's own figures of the setting differ from the confirmed ones."""
    plan, one = found.plan, found.chosen
    said = []
    for name, of in plan.quantities.items():
        seen = one.estimates[name]
        before = one.searched.get(name, math.nan)
        if math.isfinite(before) and math.isfinite(seen.value) and seen.low < seen.high:
            width = (seen.high - seen.low) / 2
            then, now = amount(of, before, width), amount(of, seen.value, width)
            said.append(f"{of.title}: {then} in the search, {now} on fresh blocks")
    return said


def steps(found: SearchFindings) -> str:
    """Return a sentence on whether a setting one step away is better."""
    plan, all_steps = found.plan, found.steps
    judged = [
        name
        for name, word in (all_steps.steps[0].words if all_steps.steps else {}).items()
        if word != "no direction"
    ]
    if not all_steps.steps:
        return "There is no setting one step away."
    many = f"all {len(all_steps.steps)} settings" if len(all_steps.steps) > 1 else "the one setting"
    if not judged:
        away = [step for step in all_steps.steps if step.breaks]
        what = ", ".join(stepped(step) for step in away)
        less = (
            f"these steps leave their bounds: {what}" if away else "no step leaves their bounds for certain"
        )
        return text("design.bounds", less=less)
    margins = " or ".join(
        f"{amount(plan.quantities[name], all_steps.margins[name], all_steps.margins[name])} in "
        f"{plan.quantities[name].title}"
        for name in judged
    ).replace("\u202f%", " pp")
    better = [step for step in all_steps.steps if step.improves]
    if better:
        gains = "; ".join(f"with {step.factor}={step.after} {_gains(plan, step)}" for step in better)
        return f"One step away something is better, and no target is missed for certain: {gains}."
    if all_steps.resolved:
        return f"Nothing one step away is better by more than {margins} ({many} were played)."
    left = [
        step
        for step in all_steps.steps
        if not step.breaks and any(word in ("not resolved", "better") for word in step.words.values())
    ]
    some = f"{len(left)} of {len(all_steps.steps)} steps: {', '.join(map(stepped, left))}"
    which = some if len(left) < len(all_steps.steps) else "any step"
    return text("design.open", margins=margins, which=which)


def stepped(step: NeighbourStep) -> str:
    """Write a step: `castle 5 to 6`."""
    return f"{step.factor} {step.before} to {step.after}"


def rival(found: SearchFindings) -> str:
    """Return a sentence on what random search found at the same cost; "" if the plan left it out."""
    plan, random = found.plan, found.random
    if random is None:
        return ""
    settings = count(len(random.tried), "setting")
    tried = f"Random search with as many blocks ({number(random.blocks, 0)}) tried {settings}"
    one = found.rival
    if one is None:
        return f"{tried} and found none that could be judged."
    if one is found.chosen:
        return f"{tried} and found the same setting best."
    what = setting_text(plan, one.candidate.values)
    if not plan.targets:
        seen = "; ".join(_goal(plan, name, value) for name, value in one.goals.items())
        return f"{tried}. Its best, {what}, has on the same fresh blocks: {seen}."
    met = sum(check.verdict == "met" for check in one.checks)
    ours = sum(check.verdict == "met" for check in found.chosen.checks)
    targets = count(len(plan.targets), "target")
    return text("design.rival", tried=tried, setting=what, met=met, targets=targets, ours=ours)


def limits(found: SearchFindings) -> Iterator[str]:
    """Yield sentences on what was not tested."""
    plan = found.plan
    bots = "; ".join(", ".join(dict.fromkeys(cast)) for cast in plan.arms.values())
    yield f"Only bots played ({bots}), with {plan.players} players. People see and try other things."
    yield text("design.sure", sure=certainty(plan))
    yield text("design.tried", tried=len(found.searched.tried), settings=count(plan.space.size, "setting"))
    for one in found.confirmed:
        if one.failed:
            yield f"{count(one.failed, 'block')} of {named(found, one)} were left out because games in them failed."
    for said, why in found.searched.refused:
        yield f"{said} cannot be played: {why}."
    for said in found.steps.refused:
        yield f"The step {said}."


def _seen(plan: SearchPlan, check: TargetCheck) -> str:
    return estimated(plan.quantities[check.quantity], check.estimate)


def needed(check: TargetCheck) -> str:
    """Write how many blocks would resolve an open check; "" if it is not open, or that is not known."""
    return f"; about {number(check.needed, 0)} blocks would tell" if check.needed is not None else ""


def _goal(plan: SearchPlan, name: str, seen: QuantityEstimate) -> str:
    of = plan.quantities[name]
    return f"{of.title} {estimated(of, seen)}"


def _gains(plan: SearchPlan, step: NeighbourStep) -> str:
    return " and ".join(
        f"{plan.quantities[name].title} {estimated(plan.quantities[name], step.changes[name], signed=True)}"
        for name, word in step.words.items()
        if word == "better"
    )
