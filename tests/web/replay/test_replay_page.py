"""A match as a page to step through: what it shows is what the walk says, it needs nothing, and it tells no secret."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tilewright.core.cli.table.html_page import opened
from tilewright.core.play.match import Match
from tilewright.core.play.redaction import shared
from tilewright.core.record import format as records
from tilewright.core.rules.assembly import load
from tilewright.core.table import notable_moves
from tilewright.core.table.notable_moves import Notable
from tilewright.core.table.replay_walk import Eyes, Walk
from tilewright.core.text.seat_names import REFEREE
from tilewright.core.web.live_match import LiveMatch
from tilewright.core.web.matches import MatchRegistry
from tilewright.core.web.replay_notable import NotableJob, section
from tilewright.core.web.replay_page import document, embedded
from tilewright.core.web.replay_positions import shortened
from tilewright.core.web.replay_routes import _walk

from ...cli.shell import run
from ...table.games import example
from ...toys import auction
from .replays import NAMES, SEED, SKYE, event_of, on_boards, played, walked
from .replays import finished as finished
from .replays import folder as folder
from .replays import short as short
from .replays import skye as skye


def data_of(page: str) -> dict[str, Any]:
    """What the script of this page is given."""
    found = re.search(r'<script type="application/json" id="positions">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def views_of(data: dict[str, Any]) -> list[str]:
    """The markup of each view, put together as the script does it."""
    whole: list[list[int]] = []
    for view in data["views"]:
        if view and view[0] < 0:
            base = [*whole[-1 - view[0]]]
            for place, text in zip(view[1::2], view[2::2], strict=True):
                base[place] = text
            view = base
        whole.append(view)
    return ["".join(data["texts"][n] for n in view) for view in whole]


# -- what the page says ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "seats", "most", "modules"),
    [
        ("rebirth", 2, 25, ()),
        ("glenmore", 3, 60, ()),
        ("isleofskye", 3, 60, SKYE),
        ("carcassonne", 2, 30, ()),
        (auction.PLUGIN, 2, 99, ()),
    ],
    ids=["rebirth", "glenmore", "isleofskye", "carcassonne", "auction"],
)
def test_every_position_of_every_game_is_there(
    game: Any, seats: int, most: int, modules: tuple[str, ...], tmp_path: Path
) -> None:
    path = played(tmp_path / "game.jsonl", example(game), seats, most, modules)
    rules = load(example(game), modules)
    walk = Walk(records.read(path), rules)
    walk.eyes, walk.at = REFEREE, walk.last
    page = document(walk)
    assert walk.at == walk.last
    data = data_of(page)
    views = views_of(data)
    assert len(data["boards"]) == walk.last + 1 > 10
    for n in range(0, walk.last + 1, 3):
        walk.at = n
        found = []
        for view in data["boards"][n]:
            title = re.search(r"<h3>(.*?)</h3>", views[view])
            said = re.findall(r"<title>(.*?)</title>", views[view])
            found.append((unescape(title[1]) if title else "", sorted(map(unescape, said))))
        assert sorted(found) == on_boards(walk)
        assert data["texts"][data["said"][n]] == event_of(walk)
        assert data["texts"][data["head"][n]] == walk.headline()
        assert tuple(data["scores"][n]) == walk.scores()
        assert len(data["changed"][n]) == len(walk.changed())
        panels = "".join(views[view] for view in data["panels"][n])
        assert all(panel.title in unescape(panels) for panel in walk.show.panels)
    assert len(page.encode()) < 2_000_000


def test_a_view_says_how_it_differs_from_one_before() -> None:
    views = [(1, 2, 3, 4), (1, 2, 9, 4), (5,), (1, 2, 9, 7), (8, 8, 8, 8), ()]
    short = shortened(views)
    assert short[1] == (-1, 2, 9) and short[3] == (-2, 3, 7) and short[4] == (8, 8, 8, 8)


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_the_log_leads_to_every_decision_that_the_eyes_know(lang: str, skye: Path) -> None:
    walk = walked(skye, 0, lang)
    page = document(walk)
    assert f'<html lang="{lang}">' in page
    entries = re.findall(r'<li data-at="(\d+)" data-known="(\d+)"[^>]*><a href="#(\d+)">', page)
    assert [(int(at), int(known)) for at, known, _ in entries] == [(e.index, e.known) for e in walk.log()]
    assert [int(number) for *_, number in entries] == [e.told.number for e in walk.log()]


def test_a_damaged_record_ends_with_a_sentence_that_names_nothing(finished: Path, tmp_path: Path) -> None:
    lines = finished.read_text("utf-8").split("\n")
    path = tmp_path / "damaged.jsonl"
    path.write_text("\n".join([*lines[:40], "{", *lines[41:]]), "utf-8")
    walk = walked(path)
    assert walk.trouble and 0 < walk.last < 40
    page = document(walk)
    assert "the record cannot be followed further" in page and "damaged.jsonl" not in page
    assert notable_moves.reviewed(walk) == () and 'id="notable"' not in page


def test_a_copy_for_one_player_lists_the_moves_that_follow(skye: Path, tmp_path: Path) -> None:
    path = tmp_path / "copy.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in shared(records.read(skye), 0)), "utf-8")
    walk = Walk.open(path)
    walk.at = walk.last
    page = document(walk)
    assert len(re.findall('<li class="rest">', page)) == len(walk.rest)
    assert data_of(page)["texts"][data_of(page)["follows"][-1]] == walk.next_up()


# -- secrets -----------------------------------------------------------------------------------------------------------


def test_no_byte_depends_on_what_the_eyes_may_not_know(tmp_path: Path) -> None:
    """Two matches that differ in one secret price: their pages are equal but for bruno and the referee."""
    rules = load("isleofskye")
    pages: dict[Eyes, set[str]] = {0: set(), 1: set(), None: set(), REFEREE: set()}
    for n in (0, -1):
        path = tmp_path / f"secret{n}.jsonl"
        match = Match(rules, NAMES[:2], seed=SEED, record=path)
        prices = [one for one in match.state.legal(1) if "price" in str(one)]
        match.play(prices[n])
        match.close()
        for eyes, found in pages.items():
            found.add(document(walked(path, eyes)))
    assert {eyes: len(found) for eyes, found in pages.items()} == {0: 1, None: 1, 1: 2, REFEREE: 2}


def test_how_many_secret_steps_wait_for_their_reveal_is_not_told(tmp_path: Path) -> None:
    """Bruno has set no price, one, two, or one again: anna's page and the spectators' are the same."""
    rules = load("isleofskye")
    pages: dict[str | None, set[str]] = {"anna": set(), None: set(), "referee": set()}
    for name, steps in (("none", ""), ("one", "+"), ("two", "++"), ("again", "++-")):
        path = tmp_path / f"{name}.jsonl"
        match = Match(rules, NAMES[:2], seed=SEED, record=path)
        for step in steps:
            if step == "+":
                match.play(match.state.legal(1)[0])
            else:
                match.undo(1)
        match.close()
        for eyes, found in pages.items():
            who = ["--as", eyes] if eyes else []
            found.add(run("show", path, "--html", "-", "--review", "0", *who).out)
    assert {eyes: len(found) for eyes, found in pages.items()} == {"anna": 1, None: 1, "referee": 3}
    registry = MatchRegistry(tmp_path / "web.json", tmp_path, LiveMatch)
    for name in ("none", "again"):
        entry = registry.add(tmp_path / f"{name}.jsonl")
        assert [_walk(registry.place(one), "").last for one in entry.people.values()] == [0, 0]


def test_neither_seed_nor_folder_nor_a_strangers_path_is_told(short: Path, tmp_path: Path) -> None:
    lines = short.read_text("utf-8").split("\n")
    head = json.loads(lines[0])
    head["bots"] = {"bruno": "exec:/home/somebody/bots/clever --token 17"}
    path = tmp_path / "stranger.jsonl"
    path.write_text("\n".join([json.dumps(head), *lines[1:]]), "utf-8")
    page = document(walked(path, REFEREE))
    assert "clever" in page
    for hidden in ("somebody", "--token", str(SEED), "unmentioned", str(tmp_path)):
        assert hidden not in page


@pytest.mark.parametrize(
    "text", ["</script><script>alert(1)</script>", "<!-- <SCRIPT>", "\u2028\u2029", "\ud800", "&amp;\\"]
)
def test_no_text_leaves_its_script_element(text: str) -> None:
    found = embedded({"text": text})
    assert json.loads(found) == {"text": text}
    assert not re.search(r"</|<!|<script|[^\x20-\x7e]", found, re.IGNORECASE)


# -- notable moves -----------------------------------------------------------------------------------------------------


def test_notable_moves_are_those_that_the_eyes_may_judge(finished: Path, skye: Path) -> None:
    assert notable_moves.reviewed(walked(skye, 0)) == ()
    assert notable_moves.reviewed(walked(finished, 1)) == (1,)
    job = NotableJob(walked(finished, REFEREE), seconds=1.0)
    assert job.answer() == {"share": 0.0}
    for _ in job.steps():
        assert 0 <= job.share <= 1
    found = job.found
    assert found is not None and found.looked > 2
    assert found.puzzles and {puzzle.seat for puzzle in found.puzzles} <= {0, 1}
    answer = job.answer()
    assert answer["numbers"] == sorted(puzzle.number for puzzle in found.puzzles)
    assert all(f'href="#{number}"' in answer["html"] for number in answer["numbers"])
    page = document(job.walk, found=found)
    assert data_of(page)["notable"] == answer["numbers"] and section(found, job.walk) in page
    # Players hold tiles that nobody else sees, so the spectator is told none of these.
    spectator = walked(finished)
    assert all(notable_moves.private(spectator, puzzle) for puzzle in found.puzzles)
    some = Notable((), 3, 9, private=True)
    said = section(some, spectator)
    assert said.index("3 of 9 decisions") < said.index("are left out") and "spectator" in said
    assert "No move clearly cost points" not in said, "some did, and are only left out"
    assert "referee" in section(found, job.walk)
    assert not any(notable_moves.private(job.walk, puzzle) for puzzle in found.puzzles)


# -- the command -------------------------------------------------------------------------------------------------------


def test_show_writes_the_page_with_the_eyes_and_at_the_decision_named(short: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    ran = run("show", f"{short}@12", "--html", out, "--as", "anna", "--review", "0", "--lang", "de")
    assert ran.code == 0 and f"written: {out}" in ran.err
    walk = walked(short, 0, "de")
    walk.to(12)
    assert out.read_text("utf-8") == document(walk)
    assert run("show", "rebirth", short, "--html", "-", "--review", "0").out.startswith("<!doctype html>")


def test_a_finished_match_is_shown_with_everybodys_eyes(finished: Path, short: Path, tmp_path: Path) -> None:
    assert opened(str(finished), None, None, "en").eyes == REFEREE
    assert opened(str(finished), None, "spectator", "en").eyes is None
    assert opened(str(short), None, None, "en").eyes is None
    registry = MatchRegistry(tmp_path / "web.json", tmp_path, LiveMatch)
    for path, eyes in ((finished, REFEREE), (short, 0)):
        copy = tmp_path / path.name
        copy.write_bytes(path.read_bytes())
        place = registry.place(next(iter(registry.add(copy).people.values())))
        assert _walk(place, "").eyes == eyes


def test_show_needs_no_game_before_a_record_and_says_what_is_wrong(short: Path, tmp_path: Path) -> None:
    assert run("show", f"{short}@9").out == run("show", "rebirth", f"{short}@9").out
    anna, bruno = (run("show", short, "--as", name, "--svg", "-").out for name in ("anna", "bruno"))
    assert anna.startswith("<svg") and anna != bruno
    for words, said in (
        ([short, "--html", tmp_path / "a", "--as", "carla"], "anna, bruno, spectator or referee"),
        ([f"{short}@999", "--html", tmp_path / "a"], "there is no decision 999"),
        (["glenmore", short, "--html", tmp_path / "a"], "not of glenmore"),
        (["rebirth", "map", "--html", tmp_path / "a"], "--html is for records"),
        (["rebirth"], "map, missions, tiles or a record"),
        ([short, "--html", tmp_path / "none" / "a", "--review", "0"], "cannot be written"),
    ):
        ran = run("show", *words)
        assert ran.code == 2 and said in ran.err, ran
    assert not (tmp_path / "a").exists()


def test_the_file_needs_nothing_of_the_extra(short: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    words = ["show", str(short), "--html", str(out), "--review", "0"]
    code = "import sys; sys.modules.update(dict.fromkeys(['starlette', 'uvicorn', 'anyio', 'h11']))\n"
    code += f"sys.argv = ['tilewright', *{words!r}]\nfrom tilewright.core.cli.app import app\napp()"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    assert out.stat().st_size > 100_000
