"""The page of an owner's data as a person uses it: with a mouse, with keys, with a finger, beside a photo."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs
import pytest

from tilewright.core.box import owner_data
from tilewright.core.box.draft import Draft
from tilewright.core.rules.assembly import load
from tilewright.core.web.box.app import application
from tilewright.core.web.middleware import Hosts

from .front import serving
from .garden import PLUGIN as PLUGIN
from .house import browser as browser
from .house import installed
from .person import DESK, PHONE

MAP, MISSIONS, TUNNELS = "maps/default.yaml", "missions.yaml", "modules/tunnel/tunnels.yaml"
TOKEN = "q7VfX2mTzLr0aWc9yKdE4g"
DONE = "async () => { await line; }"


def picture(width: int, height: int) -> bytes:
    """A photo, as far as a browser can tell."""
    rows = b"".join(b"\0" + bytes((y % 256, 90, 160)) * width for y in range(height))

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = (b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(name, data) for name, data in parts)


@attrs.define
class Owner:
    """Somebody at the page of a draft."""

    page: Any
    draft: Draft
    sent: list[str]
    """What the browser has sent: paths and bodies."""

    def done(self) -> None:
        """Wait until the server has done what was asked."""
        self.page.evaluate(DONE)

    def open(self, name: str, *path: str | int) -> None:
        self.page.evaluate("(where) => { open(where); }", [name, *path])
        self.done()

    def tool(self, name: str) -> None:
        self.page.click(f'#tools [data-tool="{name}"]')

    def click(self, at: str, part: tuple[float, float] | None = None) -> None:
        """Click on a spot, or on a part of it: shares of its height and width."""
        ring = self.page.locator(f'#drawing .spot[data-at="{at}"] .ring')
        ring.scroll_into_view_if_needed()
        box = ring.bounding_box()
        high, wide = part or (0.5, 0.5)
        self.page.mouse.click(box["x"] + box["width"] * wide, box["y"] + box["height"] * high)
        self.done()

    def drag(self, first: str, last: str) -> None:
        """Draw a line from one spot to another with the mouse held down."""
        mouse = self.page.mouse
        boxes = [self.page.locator(f'#drawing .spot[data-at="{at}"]').bounding_box() for at in (first, last)]
        (x, y), to = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
        mouse.move(x, y)
        mouse.down()
        mouse.move(*to, steps=12)
        mouse.up()
        self.done()

    def says(self, at: str) -> str:
        """What is read out of a spot, without its coordinates."""
        label: str = self.page.get_attribute(f'#drawing .spot[data-at="{at}"]', "aria-label")
        return label.partition(": ")[2]

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
        self.done()

    def button(self, words: str) -> None:
        self.page.get_by_role("button", name=words, exact=True).click()
        self.done()

    def fill(self, key: str, value: str) -> None:
        """Type into, or choose in, the field of the open record."""
        place = json.dumps([*self.page.evaluate("state.path"), key], separators=(",", ":"))
        field = self.page.locator(f"[data-do=set][data-to='{place}']")
        self.unfold()
        if field.evaluate("(one) => one.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
            field.press("Tab")
        self.done()

    def unfold(self) -> None:
        """Open what is folded in the form."""
        self.page.evaluate("document.querySelectorAll('#form details').forEach((one) => (one.open = true))")

    @property
    def problems(self) -> list[str]:
        return [text.strip() for text in self.page.locator("#problems li a").all_text_contents()]

    @property
    def wrong(self) -> list[str]:
        """The spots that are marked."""
        spots = self.page.locator("#drawing .spot.wrong")
        return [one.get_attribute("data-at") for one in spots.all()]

    @property
    def said(self) -> str:
        found: str = self.page.inner_text("#message")
        return found


Opens = Callable[..., Any]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one test puts in place is none of another's."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))


@pytest.fixture(scope="module")
def opens(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opens]:
    """Opens a draft of a game in a window of its own."""
    folder = tmp_path_factory.mktemp("drafts")

    @contextmanager
    def opened(game: str, where: Path, size: Any = DESK, **more: Any) -> Iterator[Owner]:
        draft = Draft.open(game, where)
        guard = application(draft, TOKEN, hosts=Hosts(), **more)
        touch = size == PHONE
        with serving(guard) as front:
            context = browser.new_context(viewport=size, has_touch=touch, accept_downloads=True)
            page, sent, errors = context.new_page(), list[str](), list[str]()
            page.on("request", lambda one: sent.append(f"{one.url} {one.post_data or ''}"))
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.on("console", lambda one: errors.append(one.text) if one.type == "error" else None)
            page.goto(f"{front.origin}/t/{TOKEN}")
            owner = Owner(page, draft, sent)
            owner.done()
            yield owner
            context.close()
            assert errors == []
        draft.close()

    with installed(folder, garden="tests.web.garden:PLUGIN"):
        yield opened


# -- maps --------------------------------------------------------------------------------------------------------


def test_a_map_is_painted_mended_undone_and_kept(opens: Opens, tmp_path: Path) -> None:
    with opens("rebirth", tmp_path / "draft") as owner:
        page, draft = owner.page, owner.draft
        assert page.evaluate("state.name") == MAP and page.evaluate("state.wrong") == []
        before = draft.at(MAP, ("picture",))
        owner.tool("sea")
        owner.drag("6,0", "8,0")
        assert draft.steps.done == 3 and [owner.says(at) for at in ("6,0", "7,0", "8,0")] == ["sea"] * 3
        assert owner.problems and page.get_by_role("button", name="Put in place (").is_disabled()
        page.keyboard.press("Control+z")
        owner.press("Control+z")
        assert draft.steps.done == 1 and owner.said.startswith("Undone: ")
        page.reload()
        owner.done()
        assert draft.steps.done == 1 and draft.at(MAP, ("picture",)) != before
        owner.press("Control+z")
        assert draft.at(MAP, ("picture",)) == before and owner.problems == []
        owner.press("Control+y", "Control+z")
        assert draft.files == draft.shipped


def test_what_is_wrong_is_told_at_its_hex_and_mended(opens: Opens, tmp_path: Path) -> None:
    with opens("rebirth", tmp_path / "draft") as owner:
        page, draft = owner.page, owner.draft
        owner.tool("p")
        owner.click("3,2")  # a port in a small settlement on the coast
        assert owner.says("3,2") == "small settlement, port" and any("port" in one for one in owner.problems)
        owner.click("3,2")
        assert owner.says("3,2") == "small settlement" and owner.problems == []
        owner.tool("L")
        owner.click("3,2")  # a large settlement of one hex
        assert "3,2" in owner.wrong and page.inner_text("#here").strip()
        page.click("#problems summary")
        page.locator("#problems a", has_text="large settlement").first.click()
        owner.done()
        assert page.evaluate("document.activeElement.dataset.at") == page.locator(
            ".spot.meant"
        ).get_attribute("data-at")
        owner.press("Control+z")
        owner.tool("new castle")
        owner.click("5,2")
        assert owner.says("5,2").startswith("castle field") and owner.problems
        count = draft.at(MAP, ("expected_counts", "castles"))
        page.locator("#problems summary button").click()  # all counts as drawn
        owner.done()
        assert "as drawn now" in owner.said and draft.at(MAP, ("expected_counts", "castles")) == str(
            int(count) + 1
        )
        assert not any(one.startswith("expected_counts") for one in owner.problems)
        while draft.undoable:
            owner.press("Control+z")
        assert draft.files == draft.shipped and owner.problems == []


def test_an_empty_grid_is_begun(opens: Opens, tmp_path: Path) -> None:
    with opens("rebirth", tmp_path / "draft") as owner:
        page = owner.page
        page.click("[data-dialog=blank]")
        assert (
            page.input_value("#blank [name=rows]") == "18"
            and page.input_value("#blank [name=columns]") == "13"
        )
        assert "half a hex farther east" in page.inner_text("#blank")
        page.fill("#blank [name=rows]", "4")
        page.fill("#blank [name=columns]", "6")
        owner.button("Begin with it")
        assert page.locator("#drawing .spot").count() == 24 and owner.problems
        page.locator("#drawing .spot").first.focus()
        page.keyboard.press("2")
        owner.press("ArrowRight", "ArrowDown", "Enter")
        at = page.evaluate("cursor.at")
        assert at != "0,0" and owner.says(at) == "energy field"
        assert page.evaluate("document.activeElement.dataset.at") == at
        page.reload()
        owner.done()
        assert page.locator("#drawing .spot").count() == 24 and owner.says(at) == "energy field"


# -- forms -------------------------------------------------------------------------------------------------------


def test_a_mission_is_chosen_with_its_points_and_copies_and_put_in_place(
    opens: Opens, tmp_path: Path
) -> None:
    with opens("rebirth", tmp_path / "draft") as owner:
        page, draft = owner.page, owner.draft
        owner.open(MISSIONS, "cards", 5)
        assert page.locator("#work").is_hidden() and "food_group" in page.inner_text(".called h2")
        metric = draft.at(MISSIONS, ("cards", 6, "metric"))
        assert draft.at(MISSIONS, ("cards", 5, "metric")) != metric
        owner.open(MISSIONS)
        row = page.locator(".records tr", has=page.get_by_role("rowheader", name="food_group"))
        assert page.locator(".records th[scope=col]").all_text_contents()[:2] == ["kind", "copies"]
        row.get_by_label("food_group, points").fill("7")
        row.get_by_label("food_group, points").press("Tab")
        owner.done()
        assert draft.at(MISSIONS, ("cards", 5, "points")) == "7"
        row.get_by_role("link").click()
        owner.done()
        assert page.evaluate("state.path") == ["cards", 5]
        owner.fill("metric", metric)
        owner.fill("points", "6")
        owner.fill("copies", "2")
        assert owner.problems == ["cards: 33 cards with all copies; the deck has 32"]
        assert page.locator("#files a[aria-current] .chip").all_text_contents() == ["yours", "changed"]
        owner.fill("copies", "many")
        assert any("expected a whole number, got 'many'" in one for one in owner.problems)
        assert page.locator(".field.wrong input").input_value() == "many"
        owner.fill("copies", "1")
        assert owner.problems == []
        owner.button("Put in place")
        assert "Every command uses it from now on" in owner.said
        card = load("rebirth", data=owner_data.in_place("rebirth")).data.missions[5]
        assert (card.metric, card.points, card.provenance) == (metric, 6, "owner")
        with page.expect_download() as found:
            page.click("[data-export]")
        text = Path(found.value.path()).read_text("utf-8")
        assert found.value.suggested_filename == "rebirth.box.json" and [*json.loads(text)["files"]] == [
            MISSIONS
        ]
    owner_data.take_away("rebirth")


def test_an_author_gets_the_page_for_any_data(opens: Opens, tmp_path: Path) -> None:
    with opens("garden", tmp_path / "draft") as owner:
        page, draft = owner.page, owner.draft
        owner.tool("w")
        owner.click("1,0", (0.2, 0.2))
        owner.click("2,0", (0.2, 0.8))
        assert owner.wrong == ["0,0"] and "roses drown beside water" in page.inner_text("#here")
        owner.click("2,0", (0.8, 0.8))
        assert owner.said == "A mole lives there."
        page.locator(".field.wrong .mend", has_text="Make it 1").click()
        owner.done()
        owner.tool("b")
        owner.click("1,0", (0.2, 0.2))
        assert owner.problems == [] and draft.at("garden.yaml", (0, "roses")) == "1"
        owner.fill("scent", "sweet")
        owner.unfold()
        page.select_option("[data-preset]", label="a bee")
        page.locator("[data-do=insert][data-to='[0,\"guests\"]']").click()
        owner.done()
        owner.button("Next")
        assert page.evaluate("state.path") == [1] and page.inner_text(".called h2") == "pond"
        owner.button("It is printed like this")
        assert draft.at("garden.yaml", (1, "provenance")) == "owner"
        page.go_back()
        owner.done()
        assert page.evaluate("state.path") == [0]
        assert draft.at("garden.yaml", (0, "guests")) == [{"name": "bee", "count": "3"}]
        page.keyboard.press("Tab")
        owner.fill("id", "herbs")
        assert (
            page.evaluate("document.activeElement.tagName") != "BODY"
        )  # a form that is drawn anew keeps the focus


# -- tiles -------------------------------------------------------------------------------------------------------


def test_a_tunnel_tile_is_drawn_anew(opens: Opens, tmp_path: Path) -> None:
    with opens("isleofskye", tmp_path / "draft") as owner:
        page, draft = owner.page, owner.draft
        owner.open(TUNNELS, 1)
        assert page.inner_text(".turn") == "‹\n2 of 12\n›"
        tile = dict(draft.at(TUNNELS, (1,)))
        north, east, west, middle = (0.1, 0.5), (0.5, 0.9), (0.5, 0.1), (0.5, 0.5)
        owner.tool("W")
        owner.click("0,0", north)
        assert draft.at(TUNNELS, (1, "face")).split()[0] == ".W."
        owner.press("Control+z")
        owner.tool("road 1")
        owner.click("0,0", east)
        owner.click("0,0", east)
        owner.tool("sheep")
        owner.click("0,0", middle)
        assert draft.at(TUNNELS, (1,)) != tile
        owner.tool("entrance 1")
        owner.click("0,0", north)
        assert "Mountain" in owner.said or "mountain" in owner.said  # an entrance leads into one
        owner.click("0,0", west)
        assert draft.at(TUNNELS, (1, "entrances")) != tile["entrances"]
        while draft.undoable:
            owner.press("Control+z")
        assert draft.at(TUNNELS, (1,)) == tile
        page.locator("#drawing .spot").focus()
        page.keyboard.press("3")
        owner.press("ArrowUp", "ArrowRight", "Enter")
        assert draft.at(TUNNELS, (1, "face")).split()[0] == ".W."


def test_a_mouse_hits_all_nine_parts_of_a_tile_with_the_tool_just_taken(opens: Opens, tmp_path: Path) -> None:
    with opens("isleofskye", tmp_path / "draft") as owner:
        page, draft = owner.page, owner.draft
        owner.open(TUNNELS, 0)
        ring = page.locator("#drawing .spot .ring")
        ring.scroll_into_view_if_needed()
        box = ring.bounding_box()
        top, letters = page.evaluate("scrollY"), "PMWPMWPMW"
        for number, letter in enumerate(letters):  # no answer is awaited
            row, column = divmod(number, 3)
            page.keyboard.press(str("PMW".index(letter) + 1))
            where = (
                box["x"] + box["width"] * (column + 0.5) / 3,
                box["y"] + box["height"] * (row + 0.5) / 3,
            )
            page.mouse.move(*where)
            aim = page.evaluate("document.querySelector('#drawing .aim').getBoundingClientRect().toJSON()")
            assert (aim["x"] + aim["width"] / 2, aim["y"] + aim["height"] / 2) == pytest.approx(where, abs=4)
            page.mouse.click(*where)
        owner.done()
        assert draft.at(TUNNELS, (0, "face")).split() == ["PMW", "PMW", "PMW"]
        assert page.evaluate("scrollY") == top and "water" in page.inner_text("#current")
        while draft.undoable:
            owner.press("Control+z")


# -- the photo ---------------------------------------------------------------------------------------------------


def test_a_photo_is_laid_under_the_drawing_and_never_sent(opens: Opens, tmp_path: Path) -> None:
    photo = tmp_path / "tiles.png"
    photo.write_bytes(picture(300, 200))
    with opens("garden", tmp_path / "draft") as owner:
        page = owner.page

        def lies() -> dict[str, float]:
            """How the photo is shifted, stretched and turned, in pixels of the screen."""
            style = "getComputedStyle(document.getElementById('photo')).transform"
            a, b, *_, e, f = page.evaluate(
                f"[...new DOMMatrix({style}).toFloat64Array()].filter((_, n) => [0, 1, 4, 5, 12, 13].includes(n))"
            )
            return {"a": a, "b": b, "e": e, "f": f}

        page.set_input_files("#file", photo)
        page.locator("#photos.has").wait_for()
        first = lies()
        assert first["a"] > 0 and first["b"] == 0 and page.evaluate("drawing.style.opacity") == "0.55"
        page.click("#move")
        box = page.locator("#stage").bounding_box()
        page.mouse.move(box["x"] + 60, box["y"] + 60)
        page.mouse.down()
        page.mouse.move(box["x"] + 90, box["y"] + 70, steps=3)
        page.mouse.up()
        assert (lies()["e"], lies()["f"]) == pytest.approx((first["e"] + 30, first["f"] + 10), abs=0.5)
        page.keyboard.press("ArrowLeft")
        assert lies()["e"] < first["e"] + 30
        before = lies()["a"]
        page.mouse.wheel(0, -300)
        page.wait_for_timeout(50)
        assert lies()["a"] > before
        page.fill("#degrees", "90")
        assert lies()["a"] == pytest.approx(0, abs=0.01) and lies()["b"] > 0
        page.locator("#opacity").fill("20")
        assert page.evaluate("drawing.style.opacity") == "0.2"
        page.fill("#percent", "200")
        page.click("#match")
        drawn = page.locator("#drawing svg").bounding_box()
        marks = [
            (0.3, 0.3),
            (0.6, 0.3),
            (0.25, 0.8),
            (0.25, 0.2),
        ]  # a line across becomes one upwards, twice as long
        for across, down in marks:
            page.mouse.click(drawn["x"] + drawn["width"] * across, drawn["y"] + drawn["height"] * down)
        long = drawn["height"] * 0.6 / (drawn["width"] * 0.3)
        assert "lies there now" in owner.said
        assert page.evaluate("Number(document.getElementById('percent').value)") == pytest.approx(
            200 * long, rel=0.01
        )
        assert lies()["b"] == pytest.approx(0, abs=0.01) and lies()["a"] > 0
        assert owner.draft.steps.done == 0  # whatever was done to the photo has painted nothing
        last = lies()
        page.reload()
        owner.done()
        page.locator("#photos.has").wait_for()
        page.wait_for_timeout(50)
        assert lies() == pytest.approx(last, abs=0.01)  # it is still there, and where it was
        owner.button("Next")
        page.click("[data-view=beside]")
        beside, drawn = (page.locator(one).bounding_box() for one in ("#under", "#drawing"))
        assert beside["x"] >= drawn["x"] + drawn["width"]
        page.click("#drop")
        assert page.locator("#photos.has").count() == 0
        page.evaluate(
            """async (bytes) => {
              const data = new DataTransfer();
              data.items.add(new File([new Uint8Array(bytes)], "dropped.png", {type: "image/png"}));
              document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
            }""",
            [*photo.read_bytes()],
        )
        page.locator("#photos.has").wait_for()
        owner.tool("b")
        owner.click("0,0", (0.2, 0.2))
        hosts = {one.split("/")[2] for one in owner.sent if one.startswith("http")}
        bodies = [one for one in owner.sent if not one.startswith("blob:")]
        assert len(hosts) == 1 and max(map(len, bodies)) < 600
        assert not any(word in one for one in bodies for word in ("PNG", "png", "blob", "base64"))


# -- windows -----------------------------------------------------------------------------------------------------


def test_it_fits_a_phone_and_works_with_a_finger(opens: Opens, tmp_path: Path) -> None:
    with opens("rebirth", tmp_path / "draft", PHONE, lang="de") as owner:
        page, draft = owner.page, owner.draft
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        assert page.locator("#files").is_hidden()
        for _ in range(2):
            page.tap('[data-zoom="1"]')
        assert (
            page.locator('.spot[data-at="4,1"] .ring').evaluate("(one) => one.getBoundingClientRect().width")
            > 40
        )
        page.tap('#tools [data-tool="E"]')
        page.tap('#drawing .spot[data-at="4,1"]')
        owner.done()
        assert draft.steps.done == 1 and "stimmen noch nicht" in page.inner_text("#problems")
        page.tap("#problems summary")
        assert page.locator("#problems li").first.is_visible()
        for name, *path in [(MAP,), (MISSIONS,), (MISSIONS, "cards", 3), ("box.yaml",)]:
            owner.open(name, *path)
            assert page.evaluate("document.documentElement.scrollWidth") == 390, name


def test_two_pages_do_not_overwrite_each_other(opens: Opens, tmp_path: Path) -> None:
    with opens("garden", tmp_path / "draft") as owner:
        other = owner.page.context.new_page()
        other.goto(owner.page.url)
        other.evaluate(DONE)
        owner.tool("b")
        owner.click("0,0", (0.2, 0.2))
        other.evaluate("() => { tool = 'w'; paint('1,0', [0, 0]); paint('2,0', [0, 0]); }")
        other.evaluate(DONE)
        assert "changed in another place meanwhile" in other.inner_text("#message")
        assert owner.draft.steps.done == 1
        assert other.get_attribute('#drawing .spot[data-at="0,0"]', "aria-label").endswith("box trees")
