"""Flags in sentences: no line ends inside one, nor between it and its value."""

from __future__ import annotations

import pytest

from tilewright.core.base.html import tag
from tilewright.core.lab.report.flag_text import held, lines


@pytest.mark.parametrize("width", range(14, 60))
def test_a_flag_and_its_value_stay_in_one_line(width: int) -> None:
    said = "Play it with --seed 401, --set a=1 (or --bots search) and a fixed --blocks; see --margin first=X."
    made = lines(said, width)
    assert " ".join(made) == said
    assert {"--seed 401", "--bots search", "--set a=1"} == {
        flag for flag in ("--seed 401", "--bots search", "--set a=1") if any(flag in line for line in made)
    }


def test_on_a_page_they_stand_in_a_box_that_is_not_broken() -> None:
    drawn = str(tag("p", held("Play --seed 401, or <b> with --primary seat_gap.")))
    box = '<span class="flag">{}</span>'
    one, two = box.format("--seed 401"), box.format("--primary seat_gap")
    assert drawn == f"<p>Play {one}, or &lt;b&gt; with {two}.</p>"
