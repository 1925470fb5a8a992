"""Writes docs/metrics.md from the code: every metric of every shipped game and module.

python docs/metrics.py            # writes the page again; a test compares the two
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import tilewright as tw
from tilewright.core.meters.metrics import Metric
from tilewright.core.meters.registry import GENERIC, metrics_of
from tilewright.core.rules import plugins

PAGE = Path(__file__).with_name("metrics.md")
HEAD = """# Metrics

These are the metrics that `tilewright compare` measures in each game; `tilewright metrics GAME` prints those of one
game, with its modules. `--metrics NAME,NAME` selects some; a name may contain `*` (`source.*`). By default all are
measured except the costly ones, which must be given by their full names.

* **Unit**: empty for a plain number; a *rate* is a number from 0 to 1; a *gap* is one between the shares of seats over
  all games.
* **By**: *seat* means one number for each seat, reported for all seats together, by seat and by bot; *round* means a
  curve, which is drawn but not tested.
* A metric has no value in a game where the thing it measures never happened, such as the price paid by a seat that
  bought nothing. Such games are left out of its mean.
* `NAME` stands for several names: `source.NAME` for each reason for points of the game and its modules
  (`source.castle`), `content.picked.NAME` for each kind of content.

Meters look at positions and never change them: a watched game is the same game. They see the referee's position, not
only what a seat may know. If a game has rounds (Isle of Skye), these are used; otherwise a round is as many turns as
there are seats.

A ruleset package can declare its own metrics: a game in `Game(meters=...)`, a module with the hook `add_meters`, and
any other package with an entry point in the group `tilewright.metrics`. Each is a function that takes the rules and
returns meters; `tilewright.authoring` has what they are made of ([api.md](api.md)). This page is written by `python
docs/metrics.py`.
"""


MANY = """## Over many games

Some metrics need many games. `compare` reports them for each ruleset, in the section *What seats and seeds decide*;
`luck` reports them for one ruleset, with more games per seed ([laboratory.md](laboratory.md)).

* **Largest gap between seats** (`compare`, `luck`): The largest win share of a seat minus the smallest. The interval
  covers all pairs of seats at once. It comes with the gap expected for equal seats, and with how often that gap would
  be as large (seats permuted in each seed). `luck` counts seats from the one that begins, and with `--margin` tells if
  they are equal.
* **Entropy of the winner per seed** (`compare`, `luck`): Entropy of the winning seat over the games of one seed, in
  bits, mean over seeds: 0 if the seed decides who wins.
* **Seed span, trimmed span** (`compare`, `luck`): The lead of seat 1 (its score minus the mean of the others) is
  averaged over a seed's games; the span is its range over the seeds, the trimmed span leaves out a tenth of the seeds
  at either end.
* **Outlier seeds** (`compare`, `luck`): Seeds whose lead of seat 1 has a modified z score (median and MAD) beyond
  3.5, with a command that plays one of their games.
* **Share of variance by stream** (`luck`): The share of the variance of margin, winner's score, lead and victory of
  seat 1 that is due to each stream of chance alone, and including interactions with other streams.
* **Value of start resources** (`luck --start gold+1`): The lead and the victories that a seat gains if it begins with
  this much more in otherwise equal games. For the value of the seat itself see `score`, `place` and `win` by seat,
  `first_win` and `first_lead`.
* **Skill trace** (`ladder --skill-trace`): A bot against itself with half the budget, at each doubling
  ([bots.md](bots.md)).
* **Completion, turn limit** (`compare`): Games that failed or reached their limit, by ruleset, with their records
  (*Pairing and validity*).
* **Spread of duration** (`compare`): Deciles and standard deviation of `turns`, compared with the base
  (*Distributions*).
* **Milliseconds per decision, copies per second** (`bench`, `ladder`): Microseconds per decision, listing, apply and
  clone; milliseconds per decision of each bot.

With only a few games per seed, some entropy and a large span arise by chance alone. So each of these numbers comes
with its value when the same games are shuffled over the seeds (games keep their cast and seating); a number close to
that value means nothing. The names are those of Goodman, Perez-Liebana and Lucas, *Seeding for Success* (2025).
"""
FAMILIES = {"content.met": "mission NAME met"}
"""Titles of families whose titles do not contain their names."""


def merged(metrics: Iterable[Metric]) -> list[Metric]:
    """Return the metrics, with each family (`source.castle`, `source.port`) merged into one."""
    found: dict[str, Metric] = {}
    for metric in metrics:
        family, dot, own = metric.name.rpartition(".")
        if not dot:
            found[metric.name] = metric
            continue
        title, doc = metric.title, metric.doc
        for words in (own, own.replace("_", " ")):
            title, doc = title.replace(words, "NAME"), doc.replace(words, "NAME")
        # Remarks in brackets (the rule, the mission's text) do not apply to the other members.
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
    """Return a Markdown table."""
    rows = ["| name | what | group | unit | by | how |", "| --- | --- | --- | --- | --- | --- |"]
    for metric in merged(metrics):
        unit = metric.unit if metric.kind == "mean" else metric.kind
        costly = " **Costly.**" if metric.costly else ""
        by = "" if metric.by == "game" else metric.by
        cells = (f"`{metric.name}`", metric.title, metric.group, unit, by, metric.doc + costly)
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def page() -> str:
    """Return the whole page."""
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
