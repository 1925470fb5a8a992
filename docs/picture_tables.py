"""The tables of docs/pictures.md, from what docs/pictures.py has measured."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

One = dict[str, Any]
PAGE = Path(__file__).with_name("pictures.md")
BEGIN, CLOSE = "<!-- measured -->\n", "<!-- end -->\n"
MEASURES: tuple[tuple[str, Callable[[Sequence[One]], str]], ...] = (
    ("Smallest text, CSS px", lambda ones: f"{min(one['text']['px'] for one in ones):.1f}"),
    (
        "Share of the window that the deciding boards have, %, at the least and at the most favourable decision",
        lambda ones: spread([100 * one["share"] for one in ones if one["kind"] != "end"]),
    ),
    (
        "Part of the window's width, or of the height below the header, that the largest fills, %, at the least",
        lambda ones: least([100 * one["fills"] for one in ones if one["kind"] != "end" and "fills" in one]),
    ),
    (
        "Marks over symbols, texts and spots that can be chosen, all decisions",
        lambda ones: str(sum(len(one["covered"]) for one in ones)),
    ),
    ("Clipped panels, all decisions", lambda ones: str(sum(len(one["clipped"]) for one in ones))),
    ("Panels that scroll, at most", lambda ones: str(max(len(one["scrolled"]) for one in ones))),
    ("Spots that can be chosen, but lie outside of the window, % of all", lambda ones: outside(ones)),
    (
        "Side column at its highest, width x height",
        lambda ones: largest([one["side"] for one in ones]),
    ),
)


def spread(values: Sequence[float]) -> str:
    """The least and the largest value."""
    return f"{min(values):.0f}-{max(values):.0f}" if values else ""


def least(values: Sequence[float]) -> str:
    """The least value; "" where it was not measured."""
    return f"{min(values):.0f}" if values else ""


def largest(sides: Iterable[list[int]]) -> str:
    """The highest of these columns."""
    wide, high = max(sides, key=lambda side: side[1])
    return f"{wide}x{high}"


def outside(ones: Sequence[One]) -> str:
    """The share of spots that can be chosen and are not in the window, of all decisions."""
    lit = sum(one["lit"] for one in ones)
    return f"{100 * sum(one['below'] for one in ones) / lit:.0f}" if lit else "0"


def names(found: Iterable[One], key: str) -> list[str]:
    """The different values, as they come first."""
    return list(dict.fromkeys(str(one[key]) for one in found))


def tables(found: Sequence[One], times: Sequence[One], before: Path | None) -> str:
    """All tables as Markdown; with `before`, each cell has what was measured then as well."""
    old = json.loads(before.read_text("utf-8")) if before else {"found": [], "times": []}
    played = [one for one in found if one["rules"] != "Other pages" and not one["dark"]]
    windows = names(played, "window")
    lines: list[str] = []
    for title, told in MEASURES:
        lines += [f"## {title}", "", row(["", *windows]), row(["---", *["---:"] * len(windows)])]
        for rules in names(played, "rules"):
            cells = [
                both(told, chosen(old["found"], rules, window), chosen(found, rules, window))
                for window in windows
            ]
            lines.append(row([rules, *cells]))
        lines.append("")
    return "\n".join([*lines, *judged(found, old["found"]), *soon(times, old["times"])])


def chosen(found: Iterable[One], rules: str, window: str, dark: bool = False) -> list[One]:
    """What was measured of these rules in this window."""
    return [one for one in found if one["rules"] == rules and one["window"] == window and one["dark"] == dark]


def both(told: Callable[[Sequence[One]], str], old: Sequence[One], new: Sequence[One]) -> str:
    """Before and after, or only after; nothing where there is no after."""
    return " → ".join(filter(None, [told(ones) for ones in (old, new) if ones])) if new else ""


def judged(found: Sequence[One], old: Sequence[One]) -> list[str]:
    """The table of axe-core and contrasts."""
    looks = [("1280x720", False), ("1280x720", True), ("390x844", False)]
    heads = [f"{window}{', dark' * dark}" for window, dark in looks]
    lines = ["## axe-core: rules that are violated; lowest contrast of texts, of texts in pictures", ""]
    lines += [row(["", *heads]), row(["---", *["---:"] * len(heads)])]
    for rules in names(found, "rules"):
        cells = []
        for window, dark in looks:
            groups = [chosen(those, rules, window, dark) for those in (old, found)]
            cells.append(" → ".join(broken(ones) for ones in groups if any("axe" in one for one in ones)))
        lines.append(row([rules, *cells]))
    return [*lines, ""]


def broken(ones: Sequence[One]) -> str:
    """The violated rules by number, and the lowest contrasts."""
    rules = {what.split(" ", 1)[0] for one in ones for what in one.get("axe", ())}
    text = min(one["contrast"] for one in ones if "contrast" in one)
    drawn = min(one["lowest"][0] for one in ones if "lowest" in one)
    return f"{len(rules)}; {text:.1f}, {drawn:.1f}" if drawn < 99 else f"{len(rules)}; {text:.1f}"


def soon(times: Sequence[One], old: Sequence[One]) -> list[str]:
    """The table of times."""
    if not times:
        return []
    lines = ["## First board and preview, nothing cached; on this machine, and with 200 ms of delay", ""]
    lines += [
        row(["", "first board, s", "with delay, s", "kB until then", "preview with delay, s"]),
        row(["---", *["---:"] * 4]),
    ]
    for one in times:
        two = [*(other for other in old if other["rules"] == one["rules"]), one]
        lines.append(
            row(
                [
                    one["rules"],
                    f"{one['near'] / 1000:.2f}",
                    " → ".join(f"{time['first'] / 1000:.2f}" for time in two),
                    " → ".join(f"{time['bytes'] / 1000:.0f}" for time in two),
                    " → ".join(f"{time['preview'] / 1000:.2f}" for time in two if "preview" in time),
                ]
            )
        )
    return [*lines, ""]


def row(cells: Iterable[str]) -> str:
    """A line of a table."""
    return f"| {' | '.join(cells)} |"


def faulty(found: Iterable[One], faults: Callable[[One], list[str]]) -> list[str]:
    """Each fault once, with how often it was found and where first."""
    seen: dict[str, tuple[int, str]] = {}
    for one in found:
        dark = ", dark" if one["dark"] else ""
        where = f"{one['rules']}, {one['kind']}, {one['state']}, {one['window']}{dark}"
        for fault in faults(one):
            often, first = seen.get(fault, (0, where))
            seen[fault] = often + 1, first
    return [f"{fault} ({first}; {often} times)" for fault, (often, first) in seen.items()]


def write(found: Sequence[One], times: Sequence[One], before: Path | None) -> None:
    """Write the tables into docs/pictures.md."""
    head, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, _, tail = rest.partition(CLOSE)
    PAGE.write_text(f"{head}{BEGIN}\n{tables(found, times, before)}\n{CLOSE}{tail}", "utf-8")
