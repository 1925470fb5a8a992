"""The terminal's report: within its width, plain where it has to be, and with what one must know."""

from __future__ import annotations

import re
import unicodedata

import attrs
import pytest
from rich.cells import cell_len

from tilewright.core.base.sanitize import printable
from tilewright.core.lab.report import terminal
from tilewright.core.lab.report.advice import commands
from tilewright.core.lab.report.overview import ROWS
from tilewright.core.lab.study.findings import Divergence, Findings

from ...cases import soaked
from .corners import cases

CASES = cases()


@pytest.mark.parametrize("width", [60, 100, *soaked(80, 140)])
@pytest.mark.parametrize("name", CASES)
def test_lines_keep_to_the_width(name: str, width: int) -> None:
    text, found = terminal(CASES[name], width), CASES[name]
    # Commands are whole, so that they can be copied.
    whole = {f"    {printable(one)}" for one in (*commands(found), *(one.command for one in found.watch))}
    assert max(cell_len(line) for line in text.split("\n") if line not in whole) <= width
    assert "\x1b" not in text and text.endswith("\n") and not re.search(r"\b(nan|inf|None)\b", text)


def test_hostile_words_drive_no_terminal() -> None:
    for colour in (False, True):
        text = re.sub(r"\x1b\[[\d;]*m" if colour else "^$", "", terminal(CASES["hostile"], 100, colour))
        assert "\\x1b[31m" in text.replace("\n", "") and "\\u202eturned" in text.replace("\n", "")
        hidden = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
        assert not [letter for letter in text if letter != "\n" and unicodedata.category(letter) in hidden]


def test_it_tells_the_verdicts() -> None:
    text = " ".join(terminal(CASES["three"], 140).split())
    assert "meadow with 2 players" in text and "castle_points 5 -> 7; modules none -> river" in text
    for variant in ("B", "with the river"):
        assert f"margin of the winner (points), {variant}" in text
    assert "B: games with the same decisions and points as under the base: 10.4 %" in text
    assert "≠ differs" in text and "≈ equivalent" in text
    assert "Exploratory:" in text and "after Benjamini-Hochberg" in text


def test_failures_and_stops_are_told() -> None:
    text = terminal(CASES["failures"])
    assert "20 games failed; their blocks are left out:" in text and "TurnLimit" in text
    assert "deviation from the plan: stopped at block 120" in text
    text = terminal(CASES["sequential"])
    assert "differs after 200 blocks of at most 2\u202f000; estimate valid after stopping +1.3 [0.2," in text
    assert "river × mill" in terminal(CASES["factors"])
    assert "there is no answer" in terminal(CASES["empty"])


def test_points_of_percentage_are_explained_once_where_they_are_first_written() -> None:
    text = terminal(CASES["two"])
    paragraph = next(one for one in text.split("\n\n") if re.search(r"\bpp\b", one))
    assert paragraph.endswith("\n  pp: points of percentage; from 50 % to 53 % are 3 pp")
    assert text.count("points of percentage") == 1


def test_seats_and_seeds_are_told() -> None:
    text = " ".join(terminal(CASES["two"], 140).split())
    wins = "A: wins by seat 55.0 %, 45.0 %; largest gap (pp) 10.0 [1.2, 18.8] (3.6), p = 0.031; entropy of the winner"
    span = "span of seeds (points) 61.5 (40.2), trimmed 20.0 (18.5)"
    assert wins in text and span in text and "seed 0 is unusual under B" in text


def test_colour_changes_nothing_but_colour() -> None:
    plain, coloured = terminal(CASES["two"]), terminal(CASES["two"], colour=True)
    assert "\x1b[31m" in coloured
    stripped = re.sub(r"\x1b\[[\d;]*m", "", coloured)
    assert [line.rstrip() for line in stripped.split("\n")] == plain.split("\n")


def several() -> Findings:
    """Twenty variants whose effects grow with their number."""
    found = CASES["two"]
    [only] = found.arms[1:]
    mine = [one for one in found.analysis.results if one.variant == only.name]
    arms, results = [found.arms[0]], []
    for n in range(20):
        arms.append(attrs.evolve(only, name=f"v{n}"))
        results += [
            attrs.evolve(one, variant=f"v{n}", difference=n / 10 * (-1) ** n, effect=n / 20 * (-1) ** n)
            for one in mine
        ]
    analysis = attrs.evolve(
        found.analysis, variants=tuple(arm.name for arm in arms), results=results, shifts=(), interactions=()
    )
    divergences = [Divergence(variant=f"v{n}", never=0.104 * n, median_round=3.0) for n in (1, 2)]
    return attrs.evolve(found, arms=arms, analysis=analysis, divergences=divergences)


@pytest.mark.parametrize("width", [*range(56, 120, 12), *soaked(*range(60, 120, 4))])
def test_no_number_of_an_overview_is_cut(width: int) -> None:
    """A metric that has no room is named below; the others are kept up to their sign."""
    found = CASES["many"]
    metrics = {**found.table.metrics}
    metrics["first"] = attrs.evolve(metrics["first"], title="win share of the half-time leader")
    text = terminal(attrs.evolve(found, table=attrs.evolve(found.table, metrics=metrics)), width)
    told = [line for line in text.splitlines() if re.match(r"V\d+ .*\]", line)]
    assert len(told) == 12 and all(re.search(r"(differs|\d [\u2260\u2248?])$", line) for line in told), text
    signs = {len(re.findall(r"\d [\u2260\u2248?](?:$| )", line)) for line in told}
    left = " ".join(text.split()).partition("also measured: ")[2].partition("What to do")[0]
    assert signs == {2 - left.count("(")}, text


@pytest.mark.parametrize("width", [60, 80, 110])
def test_many_variants_fit_one_screen(width: int) -> None:
    """The largest effect first, a line each; everything on demand."""
    found = several()
    lines = terminal(found, width).splitlines()
    rows = [line.split()[0] for line in lines if re.match(r"v\d+ ", line)]
    assert rows == [f"v{n}" for n in range(19, 19 - ROWS, -1)]
    assert len(lines) <= (40 if width > 60 else 47) and max(map(cell_len, lines)) <= width
    text = " ".join(" ".join(lines).split())
    assert "games with the same decisions and points as under the base: 10.4 % to 20.8 %" in text
    assert (
        f"20 variants by effect on margin of the winner in SD ({ROWS} listed)" in text and "--verbose" in text
    )
    assert "Exploratory" not in text
    whole = terminal(found, width, verbose=True)
    assert "Exploratory" in whole and len(whole.splitlines()) > 2 * len(lines)
