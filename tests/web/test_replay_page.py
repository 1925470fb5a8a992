"""A match as a page to step through: what it shows is what the walk says, it needs nothing, and it tells no secret."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tilewright.core.bots import make
from tilewright.core.draw.css import palette_css
from tilewright.core.draw.show_sentences import spot_said
from tilewright.core.play.match import Match
from tilewright.core.play.redaction import shared
from tilewright.core.record import format as records
from tilewright.core.rules.assembly import load
from tilewright.core.table import notable_moves
from tilewright.core.table.replay_walk import REFEREE, Eyes, Walk
from tilewright.core.web.matches import MatchRegistry
from tilewright.core.web.replay_notable import NotableJob
from tilewright.core.web.replay_page import SCRIPT, STYLES, ServerLinks, document, embedded
from tilewright.core.web.replay_positions import shortened
from tilewright.core.web.replay_routes import _walk

from ..cli.shell import run
from ..screen.test_games import carcassonne
from ..toys import auction

NAMES = ("anna", "bruno", "carla")
SKYE = ("bonus", "druids", "outskirts", "tunnel")
SEED = 20_240_817_301
DATA = Path(__file__).parents[2] / "data" / "web"


def played(path: Path, game: Any, seats: int = 2, most: int = 10_000, modules: tuple[str, ...] = ()) -> Path:
    """A record of so many decisions of greedy bots, in a folder whose name must not be told."""
    rules = load(game, modules)
    names = NAMES[:seats]
    match = Match(rules, names, seed=SEED, bot_names=dict.fromkeys(names[1:], "greedy"), record=path)
    greedy = make("greedy", rules)
    while not match.over and match.decisions < most:
        match.play(match.choose(match.state.to_act[0], greedy))
    match.close()
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("unmentioned")


@pytest.fixture(scope="module")
def finished(folder: Path) -> Path:
    """A whole match with hidden tiles."""
    return played(folder / "finished.jsonl", "rebirth")


@pytest.fixture(scope="module")
def skye(folder: Path) -> Path:
    """A match that goes on, with secret prices."""
    return played(folder / "skye.jsonl", "isleofskye", 3, 60, SKYE)


def walked(path: Path, eyes: Eyes = None, lang: str = "en") -> Walk:
    walk = Walk.open(path, lang)
    walk.eyes, walk.at = eyes, walk.last
    return walk


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


def on_boards(walk: Walk) -> list[tuple[str, list[str]]]:
    """Every board of the position with all its spots in words, as the walk shows them, in any order."""
    boards = [board for board in walk.show.boards if board.spots]
    return sorted(
        (board.title, sorted(spot_said(spot) if spot.said else spot.called for spot in board.spots))
        for board in boards
    )


# -- what the page says ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "seats", "most", "modules"),
    [
        ("rebirth", 2, 25, ()),
        ("glenmore", 3, 60, ()),
        ("isleofskye", 3, 60, SKYE),
        (carcassonne, 2, 30, ()),
        (auction.PLUGIN, 2, 99, ()),
    ],
    ids=["rebirth", "glenmore", "isleofskye", "carcassonne", "auction"],
)
def test_every_position_of_every_game_is_there(
    game: Any, seats: int, most: int, modules: tuple[str, ...], tmp_path: Path
) -> None:
    path = played(
        tmp_path / "game.jsonl", carcassonne() if game is carcassonne else game, seats, most, modules
    )
    rules = load(carcassonne() if game is carcassonne else game, modules)
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
        assert data["texts"][data["said"][n]] == walk.event()
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
    registry: MatchRegistry[Any] = MatchRegistry(tmp_path / "web.json", tmp_path, lambda table, entry: None)
    for name in ("none", "again"):
        entry = registry.add(tmp_path / f"{name}.jsonl")
        assert [_walk(registry.place(one), "").last for one in entry.people.values()] == [0, 0]


def test_neither_seed_nor_folder_nor_a_strangers_path_is_told(finished: Path, tmp_path: Path) -> None:
    lines = finished.read_text("utf-8").split("\n")
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
    job.run()
    found = job.found
    assert found is not None and found.looked > 2
    assert found.puzzles and {puzzle.seat for puzzle in found.puzzles} <= {0, 1}
    answer = job.answer()
    assert answer["numbers"] == sorted(puzzle.number for puzzle in found.puzzles)
    assert all(f'href="#{number}"' in answer["html"] for number in answer["numbers"])
    page = document(job.walk, found=found)
    assert data_of(page)["notable"] == answer["numbers"] and answer["html"] in page
    # Players hold tiles that nobody else sees, so the spectator is told none of these.
    spectator = walked(finished)
    assert all(notable_moves.private(spectator, puzzle) for puzzle in found.puzzles)
    assert not any(notable_moves.private(job.walk, puzzle) for puzzle in found.puzzles)


# -- the command -------------------------------------------------------------------------------------------------------


def test_show_writes_the_page_with_the_eyes_and_at_the_decision_named(finished: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    ran = run("show", f"{finished}@12", "--html", out, "--as", "anna", "--review", "0", "--lang", "de")
    assert ran.code == 0 and f"written: {out}" in ran.err
    walk = walked(finished, 0, "de")
    walk.to(12)
    assert out.read_text("utf-8") == document(walk)
    assert run("show", "rebirth", finished, "--html", "-", "--review", "0").out.startswith("<!doctype html>")


def test_show_needs_no_game_before_a_record_and_says_what_is_wrong(finished: Path, tmp_path: Path) -> None:
    assert run("show", f"{finished}@9").out == run("show", "rebirth", f"{finished}@9").out
    anna, bruno = (run("show", finished, "--as", name, "--svg", "-").out for name in ("anna", "bruno"))
    assert anna.startswith("<svg") and anna != bruno
    for words, said in (
        ([finished, "--html", tmp_path / "a", "--as", "carla"], "anna, bruno, spectator or referee"),
        ([f"{finished}@999", "--html", tmp_path / "a"], "there is no decision 999"),
        (["glenmore", finished, "--html", tmp_path / "a"], "not of glenmore"),
        (["rebirth", "map", "--html", tmp_path / "a"], "--html is for records"),
        (["rebirth"], "map, missions, tiles or a record"),
        ([finished, "--html", tmp_path / "none" / "a", "--review", "0"], "cannot be written"),
    ):
        ran = run("show", *words)
        assert ran.code == 2 and said in ran.err, ran
    assert not (tmp_path / "a").exists()


def test_the_file_needs_nothing_of_the_extra(finished: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    words = ["show", str(finished), "--html", str(out), "--review", "0"]
    code = "import sys; sys.modules.update(dict.fromkeys(['starlette', 'uvicorn', 'anyio', 'h11']))\n"
    code += f"sys.argv = ['tilewright', *{words!r}]\nfrom tilewright.core.cli import app\napp()"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    assert out.stat().st_size > 100_000


# -- in a browser ------------------------------------------------------------------------------------------------------

CHROMIUM = shutil.which("chromium")
HOST = "http://replay.test"
SERVED = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
OUTSIDE = """() => [...document.querySelectorAll("body *")].filter((one) => {
  if (one.closest(".panel, .scroll, .aloud, svg") && !one.matches(".panel, .scroll, svg")) return false;
  const box = one.getBoundingClientRect();
  return box.width && (box.right > document.documentElement.clientWidth + 0.5 || box.left < -0.5);
}).map((one) => one.outerHTML.slice(0, 80))"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("no chromium here: apt-get install chromium")
    api = pytest.importorskip("playwright.sync_api", reason="no playwright here: pip install playwright")
    with api.sync_playwright() as play:
        opened = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield opened
        opened.close()


class Opened:
    """A page in a window of this size; it has neither asked for anything nor complained when it is closed."""

    def __init__(self, browser: Any, wide: int = 1280, high: int = 900, **more: Any) -> None:
        self.context = browser.new_context(viewport={"width": wide, "height": high}, **more)
        self.page = self.context.new_page()
        self.asked: list[str] = []
        self.wrong: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("console", lambda message: self.wrong.append(message.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))

    def __enter__(self) -> Opened:
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()
        assert not self.wrong

    def boards(self) -> list[tuple[str, list[str]]]:
        """The boards that are seen, with their spots in words."""
        found = self.page.evaluate(
            """() => [...document.querySelectorAll("#boards .board")].map((board) => [
              board.querySelector("h3")?.textContent ?? "",
              [...board.querySelectorAll(".spot > title")].map((title) => title.textContent)])"""
        )
        return sorted((title, sorted(spots)) for title, spots in found)

    def is_at(self, walk: Walk) -> None:
        """The page shows the walk's position."""
        assert self.page.evaluate("document.body.dataset.at") == str(walk.at)
        assert self.boards() == on_boards(walk)
        assert self.page.inner_text("#said") == (walk.event() or "the beginning")
        assert self.page.inner_text("#follows") == walk.next_up()
        scores = self.page.eval_on_selector_all("#scores b", "all => all.map(one => Number(one.textContent))")
        assert tuple(scores) == walk.scores()
        assert self.page.locator("#boards .spot.changed").count() == len(walk.changed())
        # The log tells at once what the eyes have learnt later.
        at, walk.at = walk.at, walk.last
        told = [entry.told.number for entry in walk.log() if entry.index == at]
        walk.at = at
        links = self.page.eval_on_selector_all(
            "#log [aria-current=step] a", "all => all.map(one => Number(one.hash.slice(1)))"
        )
        assert links == told


def test_keys_walk_as_at_the_terminal(browser: Any, finished: Path, folder: Path) -> None:
    walk = walked(finished, REFEREE)
    file = folder / "keys.html"
    file.write_text(document(walk), "utf-8")
    with Opened(browser) as opened:
        press = opened.page.keyboard.press
        opened.page.goto(file.as_uri())
        opened.is_at(walk)
        walk.at = 0
        for key, unit, by in (
            ("Home", None, 0), ("ArrowRight", "decision", 1), ("ArrowRight", "decision", 1), ("ArrowDown", "turn", 1),
            ("PageDown", "round", 1), ("PageDown", "round", 1), ("ArrowRight", "decision", 1),
            ("Shift+ArrowRight", "turn", 1), ("ArrowLeft", "decision", -1), ("ArrowUp", "turn", -1),
            ("PageUp", "round", -1), ("Shift+ArrowLeft", "turn", -1),
        ):  # fmt: skip
            press(key)
            if unit is not None:
                walk.go(unit, by)  # type: ignore[arg-type]
            opened.is_at(walk)
        for key in "31":
            press(key)
        assert "31" in opened.page.inner_text("#typed")
        press("Enter")
        walk.to(31)
        opened.is_at(walk)
        assert opened.page.url.endswith("#31")
        press("End")
        walk.at = walk.last
        opened.is_at(walk)
        press("ArrowRight")
        opened.is_at(walk)
        opened.page.go_back()
        walk.to(31)
        opened.is_at(walk)
        opened.page.select_option("#pace", "400")
        opened.page.evaluate("document.activeElement.blur()")
        press(" ")
        opened.page.wait_for_selector('body:not([data-at="31"])')
        press(" ")
        walk.at = int(opened.page.evaluate("document.body.dataset.at"))
        opened.is_at(walk)
        assert opened.asked == [file.as_uri()]


def test_clicks_on_buttons_log_and_chart_and_an_address_lead_there(
    browser: Any, skye: Path, folder: Path
) -> None:
    walk = walked(skye, 0)
    file = folder / "clicks.html"
    file.write_text(document(walk), "utf-8")
    with Opened(browser, 360, 740, has_touch=True) as opened:
        page = opened.page
        page.goto(f"{file.as_uri()}#20")
        walk.to(20)
        opened.is_at(walk)
        for name, unit, by in (
            ("back", "decision", -1), ("turn_back", "turn", -1), ("next", "decision", 1), ("turn", "turn", 1),
            ("round_back", "round", -1), ("round", "round", 1),
        ):  # fmt: skip
            page.tap(f"[data-do={name}]")
            walk.go(unit, by)  # type: ignore[arg-type]
            opened.is_at(walk)
        entry = walk.log()[5]
        page.click(f'#log li[data-at="{entry.index}"] a')
        walk.at = entry.index
        opened.is_at(walk)
        box = page.locator("#rounds svg").bounding_box()
        page.mouse.click(box["x"] + box["width"] * 0.12, box["y"] + box["height"] / 2)
        first = walk.rounds(walk.last)[0][0]
        walk.at = max(n for n in range(1, walk.last + 1) if walk.round(n) == first)
        opened.is_at(walk)


def test_nothing_sticks_out_of_the_window_and_paper_gets_the_whole_log(
    browser: Any, skye: Path, folder: Path
) -> None:
    file = folder / "wide.html"
    file.write_text(document(walked(skye)), "utf-8")
    with Opened(browser) as opened:
        opened.page.goto(f"{file.as_uri()}#50")
        for wide in (1280, 360):
            opened.page.set_viewport_size({"width": wide, "height": 800})
            assert opened.page.evaluate("document.documentElement.scrollWidth") == wide
            assert opened.page.evaluate(OUTSIDE) == []
        opened.page.emulate_media(media="print")
        assert not opened.page.is_visible("#steps")
        assert opened.page.evaluate(
            "(l => l.scrollHeight <= l.clientHeight)(document.querySelector('ol.log'))"
        )


def test_without_scripts_the_last_position_the_log_and_the_chart_are_seen(
    browser: Any, finished: Path, folder: Path
) -> None:
    walk = walked(finished)
    file = folder / "still.html"
    file.write_text(document(walk), "utf-8")
    with Opened(browser, java_script_enabled=False) as opened:
        page = opened.page
        page.goto(file.as_uri())
        assert page.inner_text("#said") == walk.event()
        assert page.locator("#boards .spot").count() == sum(len(board.spots) for board in walk.show.boards)
        assert page.locator("#boards .spot.changed").count() == len(walk.changed())
        assert page.is_visible("#rounds svg") and page.locator("#log li").count() == len(walk.log())
        assert not page.is_visible("#steps") and page.is_visible("noscript")


def test_a_server_links_its_files_offers_eyes_and_looks_for_notable_moves(
    browser: Any, finished: Path
) -> None:
    walk = walked(finished, 0)
    server = ServerLinks(
        ["/static/palette.css", *(f"/static/{name}" for name in STYLES)],
        f"/static/{SCRIPT}",
        {0: "?eyes=anna", None: "?eyes=spectator"},
        "/notable?eyes=anna",
    )
    text, asked = document(walk, server), []
    assert "<style" not in text and "Content-Security-Policy" not in text

    def answer(route: Any) -> None:
        path = route.request.url.removeprefix(HOST)
        asked.append(path)
        kind, body = "text/html", text
        if path.startswith("/static/"):
            name = path.removeprefix("/static/")
            kind = "text/javascript" if name.endswith("js") else "text/css"
            body = palette_css() if name == "palette.css" else (DATA / name).read_text("utf-8")
        elif path.startswith("/notable"):
            found = {"html": '<div class="found"><a href="#7">seven</a></div>', "numbers": [7]}
            kind, body = "application/json", json.dumps({"share": 0.5} if asked.count(path) < 2 else found)
        headers = {"content-type": f"{kind}; charset=utf-8", "content-security-policy": SERVED}
        route.fulfill(body=body, headers=headers)

    with Opened(browser) as opened:
        page = opened.page
        page.route(f"{HOST}/**", answer)
        page.goto(f"{HOST}/replay#5")
        walk.to(5)
        opened.is_at(walk)
        assert page.inner_text("#eyes [aria-current]") == "anna"
        page.click("#ask")
        page.wait_for_selector("#notable .found")
        assert page.get_attribute("#log .notable", "data-at") == "7"
        page.click("#notable a")
        walk.to(7)
        opened.is_at(walk)
        page.click("#eyes a >> text=spectator")
        page.wait_for_url("**/replay?eyes=spectator#7")
        assert all(url.startswith(f"{HOST}/") for url in opened.asked)
