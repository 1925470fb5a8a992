"""Writes docs/metrics.md from the code: every metric of every shipped game and module.

python docs/metrics.py            # writes the page again; a test compares the two
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import tilewright as tw
from tilewright.core import plugins
from tilewright.core.meters import GENERIC, metrics_of
from tilewright.core.metrics import Metric

PAGE = Path(__file__).with_name("metrics.md")
HEAD = """# Metrics

What `tilewright compare` measures in each game. `--metrics NAME,NAME` chooses some; a name may hold `*`
(`source.*`). Without it all are measured but the costly ones, which have to be asked for by their full names.

* **Unit**: empty for a plain number; *rate* is a number from 0 to 1.
* **By**: *seat* gives a number for each seat, told together, by seat and by bot; *round* gives a curve, which is drawn
  and not tested.
* A metric has no value in a game in which what it speaks of never happened: the price paid by a seat that bought
  nothing. Such games are left out of its mean.
* `NAME` stands for each of several names: `source.NAME` for each reason for points of the game and its modules
  (`source.castle`), `content.picked.NAME` for each kind of content.

Meters look at positions and never change them: a watched game is the same game. What they look at is the referee's
position, not what a seat may know. Rounds are those of the game where it has any (Isle of Skye); elsewhere as many
turns as there are seats are a round.

A ruleset package declares metrics of its own: a game in `Game(meters=...)`, a module by the hook `add_meters`, anybody
else for any game by an entry point of the group `tilewright.metrics`; each is a function that takes the rules and
returns meters, which `tilewright.core.metrics` explains. This page is written by `python docs/metrics.py`.
"""


MANY = """## Of many games

Some things are not to be seen in one game. `compare` tells them of each ruleset, in the section *What seats and seeds
decide*; `luck` tells them of one ruleset in more games a seed ([laboratory.md](laboratory.md)).

* **Largest gap between seats** (`compare`, `luck`): The largest win share of a seat less the smallest. The interval
  holds for all pairs of seats together; beside it the gap that equal seats would show, and how often it would be as
  large (seats permuted in each seed).
* **Entropy of the winner per seed** (`compare`, `luck`): Entropy of the winning seat over the games of one seed, in
  bits, mean of the seeds: 0 where the seed settles who wins.
* **Seed span, trimmed span** (`compare`, `luck`): The lead of seat 1 (its score less the mean of the others), mean of
  a seed's games: its highest less its lowest over the seeds; trimmed: without a tenth of the seeds at either end.
* **Outlier seeds** (`compare`, `luck`): Seeds whose lead of seat 1 has a modified z score (median and MAD) beyond
  3.5, with the command that plays one of their games.
* **Share of variance by stream** (`luck`): Of margin, winner's score, lead and victory of seat 1: the part that is
  due to each stream of chance alone, and with what streams do together.
* **Value of start resources** (`luck --start gold+1`): The lead and the victories that a seat gains when it begins
  with so much more, the same games otherwise. What the seat itself is worth: `score`, `place` and `win` by seat,
  `first_win`, `first_lead`.
* **Skill trace** (`ladder --skill-trace`): A bot against itself with half the budget, at each doubling
  ([bots.md](bots.md)).
* **Completion, turn limit** (`compare`): Games that failed or met their limit, by ruleset, with their records
  (*Pairing and validity*).
* **Spread of duration** (`compare`): Deciles and standard deviation of `turns` beside the base's (*Distributions*).
* **Milliseconds per decision, copies per second** (`bench`, `ladder`): Microseconds per decision, listing, apply and
  clone; milliseconds a decision of each bot.

Seeds of which a few games are played show some entropy and a large span by chance alone. So each of these numbers
stands beside the same number of the same games when they are dealt to the seeds by lot (games keep their cast and
seating); what is near it is no finding. The names are those of Goodman, Perez-Liebana and Lucas, *Seeding for
Success* (2025).
"""
FAMILIES = {"content.met": "mission NAME met"}
"""Titles of families whose titles do not hold their names."""


def merged(metrics: Iterable[Metric]) -> list[Metric]:
    """The metrics, those of one family (`source.castle`, `source.port`) as one."""
    found: dict[str, Metric] = {}
    for metric in metrics:
        family, dot, own = metric.name.rpartition(".")
        if not dot:
            found[metric.name] = metric
            continue
        title, doc = metric.title, metric.doc
        for words in (own, own.replace("_", " ")):
            title, doc = title.replace(words, "NAME"), doc.replace(words, "NAME")
        # What one of them adds in brackets (the rule, the mission's text) says nothing of the others.
        title = FAMILIES.get(family, title)
        doc = re.sub(r"`NAME` \([A-Z0-9-]+\)", "`NAME`", doc)
        found.setdefault(
            f"{family}.NAME",
            Metric(
                name=f"{family}.NAME",
                title=title,
                group=metric.group,
                unit=metric.unit,
                kind=metric.kind,
                by=metric.by,
                costly=metric.costly,
                doc=doc,
            ),
        )
    return list(found.values())


def table(metrics: Iterable[Metric]) -> str:
    """A Markdown table."""
    rows = ["| name | what | group | unit | by | how |", "| --- | --- | --- | --- | --- | --- |"]
    for metric in merged(metrics):
        unit = "rate" if metric.kind == "rate" else metric.unit
        costly = " **Costly.**" if metric.costly else ""
        by = "" if metric.by == "game" else metric.by
        cells = (f"`{metric.name}`", metric.title, metric.group, unit, by, metric.doc + costly)
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    shared: dict[str, Metric] = {}
    sections: list[tuple[str, Mapping[str, Metric]]] = []
    for game in sorted(name for name, one in plugins.found("game").items() if one.source == "tilewright"):
        rules = tw.load(game)
        generic = {metric.name for make in GENERIC for one in make(rules) for metric in one.metrics}
        known = metrics_of(rules)
        shared |= {name: metric for name, metric in known.items() if name in generic}
        own = {name: metric for name, metric in known.items() if name not in generic}
        sections.append((rules.game.title, own))
        for full, module in plugins.found("module").items():
            if module.source == "tilewright" and full.startswith(f"{game}."):
                more = tw.load(game, [full.partition(".")[2]])
                added = {
                    name: metric
                    for name, metric in metrics_of(more).items()
                    if name not in known and not name.startswith("source.")
                }
                sections.append((f"{rules.game.title}: {more.modules[0].title}", added))
    parts.append(f"## Every game\n\n{table(shared.values())}")
    parts += [f"## {title}\n\n{table(own.values())}" for title, own in sections if own]
    parts.append(MANY)
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
