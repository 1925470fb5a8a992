"""The page: whole and harmless whatever the findings hold, with every section that has a content."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from xml.etree import ElementTree

import attrs
import pytest

from tilewright.core.lab.report import page
from tilewright.core.lab.report.answer import answer
from tilewright.core.lab.report.verdicts import primaries

from .corners import LONG, cases, decoded, with_factors, with_failures, with_path
from .made import made
from .reading import Reading

CASES = cases()
NEVER = re.compile(r"\b(nan|inf|None|NaN)\b")


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return {name: page(found) for name, found in CASES.items()}


@pytest.fixture(scope="module")
def readings(pages: dict[str, str]) -> dict[str, Reading]:
    return {name: Reading(drawn) for name, drawn in pages.items()}


@pytest.mark.parametrize("name", CASES)
def test_a_page_is_sound(name: str, pages: dict[str, str], readings: dict[str, Reading]) -> None:
    """Tags are balanced, ids stand once, what is pointed at is there, no number is not a number, and pictures have
    titles."""
    reading = readings[name]
    assert len(reading.ids) == len(set(reading.ids))
    for address in reading.addresses:
        assert address.startswith("data:image/svg+xml;base64,") or address[1:] in reading.ids, address
    assert "script" not in reading.tags and "link" not in reading.tags and "iframe" not in reading.tags
    assert not [key for key, _ in reading.attributes if key.startswith("on")]
    assert "url(" not in reading.style.replace("url(#hatch)", "") and "@import" not in reading.style
    assert not NEVER.search(reading.text), NEVER.search(reading.text)
    assert not [
        value for key, value in reading.attributes if key not in ("src", "alt") and NEVER.search(value)
    ]
    assert reading.headings[0] == 1 and reading.headings.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(reading.headings, reading.headings[1:]))
    assert reading.tags.count("table") == reading.tags.count("caption")
    for picture in re.findall(r"<svg\b[^>]*>.{0,12}", pages[name]):
        assert 'aria-hidden="true"' in picture or "<title>" in picture, picture


def test_sections_come_in_their_order(readings: dict[str, Reading]) -> None:
    found = with_failures(with_path(with_factors(made())))
    order = [
        "factors", "play", "watch", "run", "verdict", "metrics", "parts", "distributions", "time", "sources",
        "restricted", "luck", "validity", "limits",
    ]  # fmt: skip
    wanted = set(order)
    assert [one for one in Reading(page(found)).ids if one in wanted] == order
    assert [one for one in readings["same"].ids if one in wanted] == [
        "play", "run", "verdict", "metrics", "parts", "time", "sources", "validity", "limits",
    ]  # fmt: skip


def test_the_first_screen_answers(readings: dict[str, Reading]) -> None:
    """Question, answer, picture and advice come before the first section; hashes and the command come after it."""
    text = readings["two"].text
    said = ["what does B change?", " ".join(answer(CASES["two"]).split()), "Mark: the difference from A"]
    said += ["What to do", "Explored, not asked", "0123456789abcdef", "--seed 7 --out study"]
    order = [text.index(one) for one in said]
    assert order == sorted(order)


def test_variants_and_targets_are_one_picture(pages: dict[str, str]) -> None:
    """A row for each variant, a cell with interval, number and verdict for each primary metric."""
    found = CASES["many"]
    opened = pages["many"].partition("<main>")[0]
    cells = re.findall(
        r'<td data-label="([^"]*)"><svg.*?</svg><b>[^<]+</b> <strong class="verdict ([^"]*)"', opened
    )
    told = [one for arm in found.arms[1:] for one in primaries(found, arm.name)]
    assert Counter(word.replace("-", " ") for _, word in cells) == Counter(one.verdict for one in told)
    assert len({label for label, _ in cells}) == 3 and len(cells) == 3 * (len(found.arms) - 1)
    single = pages["two"].partition("<main>")[0]
    assert 'class="matrix"' not in single and single.count('class="answers"') == 3


def test_the_head_tells_what_was_asked(readings: dict[str, Reading]) -> None:
    text = readings["two"].text
    assert "meadow with 2 players: what does B change?" in text
    assert "120 blocks, 480 games under 2 rulesets, 21 min" in text
    margins = "length of the game (margin ±2 turns); advantage of the first seat (margin ±5 pp)"
    assert f"margin of the winner; {margins}" in text
    assert "castle_points 5 7" in text and "modules none river" in text
    assert "hand 3" not in text, "options that are equal are not told"
    assert "0123456789abcdef" in text and "--seed 7 --out study" in text


def test_verdicts_are_told_in_words_and_numbers() -> None:
    """Rounded to the precision of the interval, with a true minus sign; rates in per cent."""
    found = made()
    results = [
        attrs.evolve(one, base_mean=10.0, variant_mean=8.7654, difference=-1.2346, low=-1.9,
                     high=-0.551, adjusted=0.0004)
        if one.metric == "margin" and not one.part
        else attrs.evolve(one, base_mean=0.5, variant_mean=0.53, difference=0.03, low=-0.02, high=0.08, adjusted=0.31,
                          verdict="not resolved", blocks=120, needed=1234)
        if one.metric == "first"
        else one
        for one in found.analysis.results
    ]  # fmt: skip
    text = Reading(page(attrs.evolve(found, analysis=attrs.evolve(found.analysis, results=results)))).text
    assert "\u22121.23 points \u2260 differs 0.55 to 1.90 points less" in text
    assert (
        "+3.0 pp ? not resolved no more than 8.0 pp up and 2.0 down about 1 300 blocks would decide (3 h 52 min)"
        in text
    )
    assert "margin of the winner (points) 10.00 8.77 \u22121.23 [\u22121.90, \u22120.55]" in text
    said = "B: games with the same decisions and points as under the base: 10.4 %; half of the others had diverged by "
    said += "turn 3."
    assert said in text


def test_several_variants_have_a_block_in_each_section(pages: dict[str, str]) -> None:
    for key in ("metrics", "parts", "distributions", "time", "sources"):
        part = pages["three"].partition(f'id="{key}"')[2].partition("<section>")[0]
        assert part.index("<h3>B</h3>") < part.index("<h3>with the river</h3>"), key


def test_seats_and_seeds_are_told(readings: dict[str, Reading]) -> None:
    text = readings["two"].text
    assert "A 55.0 %, 45.0 % 10.0 [1.2, 18.8] (3.6), p = 0.031 0.42 [0.35, 0.49] (0.81) 61.5 (40.2)" in text
    assert "seed 4 is unusual under B: seat 1 leads by \u221235.5 points (modified z \u22128.1)" in text
    assert "tilewright play meadow --seed 4" in text and "--seed 5" not in text
    assert "2 more under B in report.json." in text


def test_completion_is_told() -> None:
    """20 of 80 games of B failed, and 5 of these met the limit."""
    found = with_failures(made(blocks=40))
    failures = [attrs.evolve(one, endless=n % 4 == 0) for n, one in enumerate(found.audit.failures)]
    text = Reading(page(attrs.evolve(found, audit=attrs.evolve(found.audit, failures=failures)))).text
    assert "Completed Reached the turn limit A 80 100 % 0 % B 80 75.0 % 6.2 %" in text


def test_hostile_words_stay_words(pages: dict[str, str], readings: dict[str, Reading]) -> None:
    reading = readings["hostile"]
    assert "<script>alert('x')</script>" in reading.text
    assert "\u202e" not in reading.text and "\x1b" not in reading.text and LONG in reading.text
    drawn = pages["hostile"]
    assert drawn.encode("utf-8") and "\\x1b[31m" in drawn and "\\u202eturned" in drawn
    hidden = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert not [letter for letter in drawn if letter != "\n" and unicodedata.category(letter) in hidden]


def test_pictures_are_apart_and_the_page_small(pages: dict[str, str]) -> None:
    """Boards as big as those of real games: five fit, and a larger one is named as left out."""
    found, drawn = CASES["two"], pages["two"]
    pictures = re.findall(r'src="(data:[^"]*)"', drawn)
    assert len(pictures) == 5 + 2 + 1 + 2 and len(drawn.encode()) < 1_700_000
    assert ElementTree.fromstring(decoded(pictures[0])).tag.endswith("svg")
    large = [
        attrs.evolve(one, picture=one.picture.replace("</svg>", "<!--" + "x" * 400_000 + "--></svg>"))
        for one in found.watch
    ]
    drawn = page(attrs.evolve(found, watch=large))
    assert len(drawn.encode()) < 2_700_000
    assert drawn.count("The picture was left out") == 10 - len(re.findall('src="data:', drawn)) > 0


def test_two_positions_stand_side_by_side_at_the_moment_where_games_part(pages: dict[str, str]) -> None:
    """Equal ones are shown once; each command stands in a line of its own."""
    drawn = pages["two"].partition('id="watch"')[2].partition("</section>")[0]
    pairs = re.findall(r'<div class="pair"><div>(.*?)</div><div>(.*?)</div></div>', drawn)
    assert [["<img" in side for side in pair] for pair in pairs] == [[True] * 2, [False] * 2, [True] * 2]
    assert all("A: anna plays mill 0" in pair[0] and "anna plays mill 1" in pair[1] for pair in pairs)
    commands = re.findall(r'<pre class="command">(.*?)</pre>', drawn)
    told = [re.sub("<[^>]*>", "", one) for one in commands]
    replayed = "tilewright replay study/watch/1.jsonl --at 7"
    assert told[1:4] == [replayed, replayed, "tilewright review study/watch/1.jsonl"]
    assert drawn.count("nobody ever decides otherwise") == 1 and drawn.count("now the games part") == 2


def test_what_is_left_out_is_said(readings: dict[str, Reading]) -> None:
    same, failed = readings["same"].text, readings["failures"].text
    assert "this run compares rules with themselves" in same and "No game failed" in same
    assert "exactly the same in each of 120 blocks, so at most 2.5 % of such blocks differ" in same
    assert "No restricted bots played" in same and "The plan was kept." in same and "[0" not in same
    assert "20 games failed or reached the turn limit (A: 0; B: 20)" in failed
    assert "stopped at block 120 of 400" in failed
    assert "there is no answer" in readings["empty"].text


def test_many_metrics_stay_within_bounds(pages: dict[str, str]) -> None:
    """Twelve variants share the rows; primary metrics are always among them."""
    assert len(pages["many"]) < 900_000
    assert pages["many"].count('<tr class="primary">') == 3 * 12


def test_what_is_relearned_stands_with_its_control(readings: dict[str, Reading]) -> None:
    text = " ".join(readings["adapted"].text.split())
    assert "relearning" in readings["adapted"].ids and "relearning" not in readings["two"].ids
    assert "0.64 [0.58, 0.71] of the games against players trained as printed when B is played" in text
    assert "0.52 [0.46, 0.59] when A is played, where they are even. They have adapted" in text
    assert "when A is played (control)" in text and "once learned" in text
    assert "too few blocks" in " ".join(readings["unlearned"].text.split())
