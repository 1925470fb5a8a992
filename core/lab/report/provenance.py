"""The run: what was planned and played, the rulesets, and how to repeat it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...base.html import Child, Html, command, inside, row, table, tag
from ...bots import levels
from ..study.findings import Arm, Findings
from ..texts import text
from .number_text import NOTHING, Scale, count, duration, number, stated
from .page_frame import facts
from .verdicts import metric_of

RULESETS = ("Change", "Game", "Modules", "Edition", "Options", "Data")
TRAINED = "Trained under"
"""Head of the column with the ruleset that the players have learned."""


def section(findings: Findings) -> Html:
    """Return the facts, the rulesets, their differences, and the command."""
    played = sum(findings.audit.games.values())
    blocks = count(findings.analysis.blocks, "block")
    under = count(len(findings.relearned) + 1 if findings.relearned else len(findings.arms), "ruleset")
    known: list[tuple[str, Child]] = [
        ("Played", f"{blocks}, {count(played, 'game')} under {under}, {duration(findings.seconds)}"),
        ("Reused", findings.reused),
        ("Players", number(findings.players, 0)),
        ("Bots", panel(findings.panel)),
        ("Training", training(findings)),
        ("Primary", primary(findings)),
        ("Seed", str(findings.seed)),
        ("Plan", inside(tag("code", findings.plan_hash), " ", deviations(findings))),
        ("tilewright", findings.version),
    ]
    notes = list(dict.fromkeys(note for arm in findings.arms for note in arm.notes))
    return inside(
        facts([(name, said) for name, said in known if said]),
        _differences(findings),
        _rulesets(findings),
        tag("p", "Not as printed. ", " ".join(notes), cls="note") if notes else None,
        tag("p", "To repeat this run:", cls="repeat"),
        command(findings.command),
    )


def panel(casts: Sequence[Sequence[str]]) -> str:
    """Describe the casts: `greedy, random; all greedy`. Levels are called as they were typed."""
    spoken = [[levels.spoken(bot) for bot in cast] for cast in casts]
    return "; ".join(
        ", ".join(cast) if len(set(cast)) > 1 or len(cast) < 2 else f"all {cast[0]}" for cast in spoken
    )


def training(findings: Findings) -> str:
    """Describe the training of a run with `--adapt`; "" for others."""
    if not findings.pupils:
        return ""
    often = count(findings.trainings, "training")
    return f"{often} of {findings.pupils[0].budget} for each ruleset, seed {findings.seed}"


def primary(findings: Findings) -> str:
    """Describe the primary metrics and their margins."""
    said = []
    for name in findings.spec.primary:
        metric, margin = metric_of(findings, name), findings.spec.margins.get(name)
        scale = Scale(metric, 0)
        more = "" if margin is None else f"margin \u00b1{stated(scale.factor * margin)} {scale.step}".rstrip()
        said.append(f"{metric.title} ({more})" if more else metric.title)
    return "; ".join(said)


def deviations(findings: Findings) -> str:
    """Return whether the plan was kept, in words."""
    return (
        f"with {count(len(findings.deviations), 'deviation')} (see Limits)" if findings.deviations else "kept"
    )


def setting(value: object) -> str:
    """Write the value of an option."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value == () or value == [] or value == "":
        return "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {setting(one)}" for key, one in value.items())
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(map(str, sorted(value, key=str) if isinstance(value, set | frozenset) else value))
    return str(value)


def _rulesets(findings: Findings) -> Html:
    # Who plays is told only where it differs.
    labels = RULESETS if not any(arm.trained for arm in findings.arms) else (TRAINED, *RULESETS)
    rows = [_ruleset(findings, arm, labels) for arm in findings.arms]
    return table("Rulesets", ("Ruleset", *labels), rows, cls="rulesets")


def _ruleset(findings: Findings, arm: Arm, labels: Sequence[str]) -> Html:
    base = " (base)" if arm is findings.arms[0] else ""
    return row(
        f"{arm.name}{base}",
        *([arm.trained] if TRAINED in labels else []),
        tag("code", arm.text) if arm.text else "as they are",
        f"{arm.game} {arm.version}",
        ", ".join(arm.modules) or "none",
        arm.edition or NOTHING,
        tag("code", arm.option_hash),
        tag("code", arm.data_digest[:16]),
        labels=labels,
    )


def _differences(findings: Findings) -> Html:
    names = list(dict.fromkeys(name for arm in findings.arms for name in arm.differing))
    if not names:
        return tag("p", text("rulesets.same"))
    rows = []
    for name in names:
        base = next(arm.differing[name][0] for arm in findings.arms if name in arm.differing)
        others = [arm.differing[name][1] if name in arm.differing else base for arm in findings.arms[1:]]
        cells = [tag("b", setting(one)) if setting(one) != setting(base) else setting(one) for one in others]
        rows.append(row(tag("code", name), setting(base), *cells))
    return table(
        "Differences; everything else is equal", ("Option", *(arm.name for arm in findings.arms)), rows
    )
