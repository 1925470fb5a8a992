"""The page of an owner's data: tiles by their parts, a photo beside them, a finger on a phone, two pages at once."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest

from ..house import until
from ..person import PHONE
from .owner import DONE, MAP, MISSIONS, Opens
from .owner import browser as browser
from .owner import home as home
from .owner import opens as opens

TUNNELS = "modules/tunnel/tunnels.yaml"


def picture(width: int, height: int) -> bytes:
    """A photo, as far as a browser can tell."""
    rows = b"".join(b"\0" + bytes((y % 256, 90, 160)) * width for y in range(height))

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = (b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(name, data) for name, data in parts)


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
            where = (box["x"] + box["width"] * (column + 0.5) / 3, box["y"] + box["height"] * (row + 0.5) / 3)
            page.mouse.move(*where)
            aim = page.evaluate("document.querySelector('#drawing .aim').getBoundingClientRect().toJSON()")
            assert (aim["x"] + aim["width"] / 2, aim["y"] + aim["height"] / 2) == pytest.approx(where, abs=4)
            page.mouse.click(*where)
        owner.done()
        assert draft.at(TUNNELS, (0, "face")).split() == ["PMW", "PMW", "PMW"]
        assert page.evaluate("scrollY") == top and "water" in page.inner_text("#current")


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
        page.wait_for_function("drawing.style.opacity == '0.55'")  # the photo is read, and lies there
        first = lies()
        assert first["a"] > 0 and first["b"] == 0
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
        until(lambda: lies()["a"] > before, "the wheel has made nothing larger")
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
        until(lambda: lies() == pytest.approx(last, abs=0.01), "the photo is no longer where it was")
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
