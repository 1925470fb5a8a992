"""The report in a terminal: the question, the answer, how the game is played, and the checks on which this rests."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from io import StringIO
from typing import Literal

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from ...base.sanitize import printable
from ...draw.cells import cell_len, cut
from ..stats.block_table import MetricResult
from ..study.findings import Findings
from ..texts import text
from . import changed_play, flag_text, luck, overview, relearning, screening_pictures, skill, where
from .advice import advice, commands
from .answer import bounds, sentences, takes
from .games import parting
from .number_text import Scale, count, duration, explained, few, number, p_is, probability, share
from .provenance import panel, setting
from .reconstructed import compared
from .small_chart import capital
from .verdicts import SIGNS, all_primaries, metric_of, primaries

STYLES = {"differs": "red", "equivalent": "green", "the same": "green", "not resolved": "yellow"}
LISTED = 10
"""Most exploratory metrics, failures and terms listed; the page has all."""
WATCHED = 2
"""Games whose commands are listed."""
FIRST = 4
"""Columns of an overview that say all about the first primary metric."""
BETWEEN = 3
"""Characters between two columns."""


def terminal(findings: Findings, width: int = 100, colour: bool = False, verbose: bool = False) -> str:
    """Return lines no wider than `width`, with a newline at the end. Many variants are summarised on one screen, and
    `verbose` prints everything."""
    out = StringIO()
    console = Console(
        file=out,
        width=max(40, width),
        force_terminal=colour,
        color_system="standard" if colour else None,
        no_color=not colour,
        markup=False,
        highlight=False,
        emoji=False,
        legacy_windows=False,
        _environ={},
    )
    _Printer(findings, console, verbose).print()
    return explained("\n".join(line.rstrip() for line in out.getvalue().rstrip().split("\n")) + "\n")


def _word(one: MetricResult) -> str:
    return f"{SIGNS[one.verdict]} {one.verdict}"


class _Printer:
    """Prints findings, part by part."""

    def __init__(self, findings: Findings, console: Console, verbose: bool) -> None:
        self.findings = findings
        self.console = console
        self.verbose = verbose
        self.many = overview.wanted(findings) or findings.screening is not None
        self.brief = self.many and not verbose

    def print(self) -> None:
        if self.findings.screening is not None:
            self.screened()
            return
        self.answer()
        if self.many:
            self.overview()
        if not self.brief:
            self.verdicts()
        self.advice()
        self.relearned()
        self.terms()
        self.where()
        if not self.brief:
            self.changed()
            self.games()
        self.run()
        if not self.brief:
            self.exploratory()
            self.parts()
            self.luck()
        self.validity()
        if self.brief:
            self.say(text("verbose"), "dim")

    def screened(self) -> None:
        """Print a screening, and of its fresh blocks what a comparison of a few says."""
        found = self.findings
        assert found.screening is not None
        fresh = found.screening.fresh
        inner = _Printer(fresh, self.console, self.verbose) if fresh is not None else None
        self.answer()
        for line in screening_pictures.lines(found, self.console.width):
            self.console.print(Text(printable(line)), no_wrap=True)
        if not found.screening.factors:
            self.table(*screening_pictures.listing(found), 1, text("screening.ranking"))
        self.advice()
        if inner is not None:
            self.heading(text("screening.heading", blocks=len(inner.findings.table.blocks)))
            inner.verdicts()
            inner.changed()
            inner.games()
        self.run()
        if self.verbose and inner is not None:
            inner.exploratory()
            inner.parts()
            inner.luck()
        self.validity()

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]], left: int, note: str) -> None:
        """Print a table with a note; the column `left` has words."""
        self.say()
        grid = self.grid(heads, [left])
        for row in rows:
            grid.add_row(*map(printable, row))
        self.console.print(grid)
        self.listed([note], "")

    def say(self, said: str = "", style: str = "") -> None:
        self.console.print(Text(printable(said), style=style))

    def heading(self, said: str) -> None:
        self.say()
        self.say(said, "bold")

    def listed(self, lines: Iterable[str], indent: str = "  ") -> None:
        """Print each line wrapped, with continuation lines indented further."""
        for line in lines:
            wide = self.console.width - len(indent) - 2
            for n, part in enumerate(flag_text.lines(printable(line), wide)):
                self.console.print(Text(indent + "  " * (n > 0) + part))

    def command(self, said: str) -> None:
        """Print a command in one line, whose breaks are the terminal's own, so that it can be copied."""
        self.console.print(Text(f"    {printable(said)}"), soft_wrap=True)

    def answer(self) -> None:
        found = self.findings
        asked = cut(" ".join(found.question.split()), 2 * self.console.width, " ...")
        self.say(asked if self.brief else found.question, "bold")
        self.listed(filter(None, (*sentences(found), compared(found))))

    def advice(self) -> None:
        if said := " ".join(advice(self.findings)):
            self.say()
            self.listed([f"What to do: {said}"], "")
            for one in commands(self.findings):
                self.command(one)

    def changed(self) -> None:
        found = self.findings
        said = [
            *changed_play.lines(found),
            *changed_play.reactions(found),
            *changed_play.at_table(found),
            changed_play.explored(found),
        ]
        if any(said):
            self.heading("How the game is played (explored)")
            self.listed(said)

    def where(self) -> None:
        if self.findings.where:
            self.heading("Where and when")
            self.listed(where.lines(self.findings))

    def games(self) -> None:
        shown = self.findings.watch[:WATCHED]
        if shown:
            self.heading("Games to watch")
        for one in shown:
            self.listed([f"{one.why}:"])
            if one.moment is not None:
                self.listed([*parting(one.moment)], "    ")
            self.command(one.command)

    def run(self) -> None:
        found = self.findings
        self.say()
        if not self.brief:
            self.say("Plan and rulesets", "bold")
        for arm in () if self.brief else found.arms:
            changes = [
                f"{name} {setting(base)} -> {setting(own)}" for name, (base, own) in arm.differing.items()
            ]
            same = "the base" if arm is found.arms[0] else "the same rules"
            who = f"; players trained under {arm.trained}" if arm.trained else ""
            self.listed([f"{arm.name}: {arm.game} {arm.version}, {'; '.join(changes) or same}{who}"])
        played = sum(found.audit.games.values())
        self.listed(
            [
                f"{count(found.analysis.blocks, 'block')}, {count(played, 'game')}, "
                f"{count(found.players, 'player')}, {duration(found.seconds)}; bots: {panel(found.panel)}",
                f"seed {found.seed}, plan {found.plan_hash}",
                *filter(None, [found.reused]),
            ]
        )

    def overview(self) -> None:
        found = self.findings
        self.say()
        heads = [printable(name) for name in overview.heads(found)]
        rows = list(overview.rows(found))
        cells = [
            [printable(name), change, between, _word(one), *others]
            for name, change, between, one, others in rows
        ]
        longest = min(max(map(cell_len, (row[0] for row in cells))), self.console.width // 4)
        least = [longest] + [
            max(cell_len(word) for word in (*head.split(), *(row[n] for row in cells)))
            for n, head in enumerate(heads)
            if n
        ]
        # No column is cut: what has no room is left to --verbose. At least the first metric stays.
        room = len(heads)
        while room > FIRST and sum(least[:room]) + BETWEEN * (room - 1) > self.console.width:
            room -= 1
        spare = (self.console.width - sum(least[:room]) - BETWEEN * (room - 1)) // max(1, room - FIRST + 1)
        grid = self.grid((), ())
        for n, head in enumerate(heads[:room]):
            side: Literal["left", "right"] = "left" if n in (0, 3) else "right"
            wide = least[n] if n in (0, 2, 3) else max(least[n], min(cell_len(head), least[n] + spare))
            grid.add_column(head, justify=side, overflow="fold", width=wide)
        for row, (*_, one, _others) in zip(cells, rows, strict=True):
            grid.add_row(*row[:3], Text(row[3], STYLES[one.verdict]), *row[FIRST:room])
        self.console.print(grid)
        left = f"; also measured: {', '.join(heads[room:])}" if heads[room:] else ""
        self.listed([f"{line}{left}" for line in overview.tally(found)], "")

    def verdicts(self) -> None:
        found = self.findings
        results = all_primaries(found)
        if not results:
            return
        self.say()
        several = len(found.arms) > 2
        other = "variant" if several else found.arms[1].name
        heads = ("metric", found.arms[0].name, other, "difference", "p", "verdict")
        grid = self.grid(heads, (0, 5))
        for one in results:
            scale = Scale.fitting(metric_of(found, one.metric), one)
            grid.add_row(
                printable(scale.named() + (f", {one.variant}" if several else "")),
                scale.value(one.base_mean),
                scale.value(one.variant_mean),
                scale.ranged(one.difference, one.low, one.high),
                probability(one.adjusted),
                Text(_word(one), STYLES[one.verdict]),
            )
        self.console.print(grid)
        self.listed(self.rests(results[:LISTED]), "")
        if found.skill:
            self.table(*skill.rows(found), 0, text("skill.terminal"))

    def rests(self, results: Sequence[MetricResult]) -> Iterator[str]:
        """Yield what each result rules out, and how large a run would resolve it, if the table does not say it."""
        for one in results:
            if one.verdict == "differs" and (one.low > 0 or one.high < 0):
                continue
            title = capital(metric_of(self.findings, one.metric).title)
            who = f", {one.variant}" if len(self.findings.arms) > 2 else ""
            said = (bounds(self.findings, one), takes(self.findings, one))
            yield f"{title}{who}: {'; '.join(part for part in said if part)}."

    def relearned(self) -> None:
        if self.findings.relearned:
            self.heading("What players have to relearn (shares of adapted against printed players)")
            self.listed(relearning.lines(self.findings, self.brief))

    def terms(self) -> None:
        effects = self.findings.analysis.effects
        if self.brief:
            first = self.findings.spec.primary[0]
            effects = [one for one in effects if one.metric == first][: overview.ROWS]
        if not effects:
            return
        self.heading("Alone and together (Holm within each metric)")
        grid = self.grid(("metric", "term", "effect", "p"), (0, 1))
        for one in effects[: 4 * LISTED]:
            metric = metric_of(self.findings, one.metric)
            scale = Scale.estimated(metric, one)
            grid.add_row(
                printable(scale.named()),
                printable(" \u00d7 ".join(one.term)),
                scale.ranged(one.estimate, one.low, one.high),
                probability(one.adjusted),
            )
        self.console.print(grid)

    def exploratory(self) -> None:
        found = self.findings
        others = found.analysis.whole(family="exploratory")
        if not others:
            return
        alpha = found.spec.alpha
        low = sorted((one for one in others if one.adjusted < alpha), key=lambda one: (one.adjusted, one.p))
        self.heading(
            f"Exploratory: {len(low)} of {count(len(others), 'metric')} below {alpha:g} after Benjamini-Hochberg"
        )
        self.listed(self.line(one) for one in low[:LISTED])
        if len(low) > LISTED:
            self.say(f"  ... and {len(low) - LISTED} more", "dim")

    def line(self, one: MetricResult) -> str:
        scale = Scale.fitting(metric_of(self.findings, one.metric), one)
        who = f", {one.variant}" if len(self.findings.arms) > 2 else ""
        change = f"{scale.moved(one.difference)} {scale.between(one.low, one.high)}".rstrip()
        return f"{scale.metric.title}{who}: {change}, {p_is(one.adjusted)}"

    def parts(self) -> None:
        primary = self.findings.spec.primary
        tests = [
            one
            for one in self.findings.analysis.interactions
            if one.metric in primary and math.isfinite(one.p)
        ]
        if tests:
            self.heading("Does a difference depend on the seat or the bot?")
            self.listed(
                f"{metric_of(self.findings, one.metric).title}, {one.variant}, by {one.over}: {p_is(one.p)}"
                for one in tests[: 2 * LISTED]
            )

    def luck(self) -> None:
        if self.findings.luck:
            self.heading("What seats and seeds decide (in brackets: expected by chance)")
            self.listed(luck.lines(self.findings))

    def validity(self) -> None:
        found = self.findings
        self.heading("Validity")
        self.listed(overview.validity(found) if self.brief else self.pairing())
        for path in found.analysis.paths:
            scale = Scale.estimated(metric_of(found, path.metric), path)
            end = path.looks[-1][0] if path.looks else 0
            estimate = scale.ranged(path.estimate, path.low, path.high)
            after = f"{count(end, 'block')} of at most {number(path.cap, 0)}"
            said = f"{path.decision} after {after}; estimate valid after stopping {estimate}"
            self.listed([f"sequential: {said}"])
        if found.stopped:
            self.listed([found.stopped])
        if found.aa is not None:
            low = sum(1 for p in found.aa.values() if p < found.spec.alpha)
            self.listed(
                [f"A/A: {low} of {count(len(found.aa), 'metric')} below {found.spec.alpha:g}, uncorrected"]
            )
        if found.audit.p is not None and math.isfinite(found.audit.p):
            self.listed([f"winners by worker: {p_is(found.audit.p)}"])
        failures = found.audit.failures
        if failures:
            self.say(f"  {count(len(failures), 'game')} failed; their blocks are left out:", "red")
            for one in failures[:LISTED]:
                self.listed([f"{one.variant}, block {one.block}, seed {one.seed}: {one.error}"], "    ")
        self.listed(f"deviation from the plan: {one}" for one in found.deviations)

    def pairing(self) -> Iterator[str]:
        found = self.findings
        gains = [
            f"{metric_of(found, one.metric).title} {few(one.gain, 2)}{'' if one.paired else ' (analysed unpaired)'}"
            for arm in found.arms[1:]
            for one in primaries(found, arm.name)
            if one.gain is not None
        ]
        if gains:
            yield f"gain by pairing: {'; '.join(gains[:LISTED])}"
        for one in found.divergences:
            yield f"{one.variant}: games with the same decisions and points as under the base: {share(one.never)}"

    def grid(self, heads: Sequence[str], words: Collection[int]) -> Grid:
        """Return an empty table; `words` are the numbers of the columns in which words stand."""
        made = Grid(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1), header_style="dim")
        for n, head in enumerate(heads):
            made.add_column(printable(head), justify="left" if n in words else "right", overflow="fold")
        return made
