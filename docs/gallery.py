"""Writes docs/studies/gallery.md from the reports of the studies: a picture and a sentence of each.

python docs/gallery.py                 # the page; a test compares it with the reports
python docs/gallery.py --pictures      # its pictures as well, which needs chromium: look at those that have changed
python docs/gallery.py --slim FILE     # makes the pictures in a report small, before it is kept here; needs chromium
"""

from __future__ import annotations

import html
import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "studies"
PAGE, PICTURES = FOLDER / "gallery.md", FOLDER / "pictures"
HEAD = """# Gallery of studies

Each study in one picture and in the sentence with which its report answers. [README](README.md) tells what was asked,
who played and what a designer can do with it. This page is written by `python docs/gallery.py`.
"""
SHOWN = ("section:has(#where) figure img", ".picture", "main .plots", "main svg.plot", "main .scroll")
"""What stands for a report, the first that it has: the map of its board, the picture of its answer, a chart."""
WIDE, HIGH = 1000, 640
"""Size of the window, and of a picture at most: maps are made smaller, tables are cut off below."""
LONG = 330
"""Letters of a sentence; from there on it is cut at a clause."""
QUALITY, SMALL = 0.6, 640
"""Of a picture in a slim report: quality of the image, and its width at most."""


def reports() -> list[Path]:
    """Return the reports in the order in which the studies are told; those that are not told come last."""
    told = (FOLDER / "README.md").read_text("utf-8")
    found = sorted(FOLDER.glob("*.html"))
    return sorted(found, key=lambda path: at if (at := told.find(f"({path.name})")) >= 0 else len(told))


def page() -> str:
    """Return the page."""
    return HEAD + "".join(entry(path) for path in reports())


def entry(path: Path) -> str:
    """Return a study's question, picture and answer."""
    text = path.read_text("utf-8")
    asked, answer = (
        _plain(text, f"<{tag}>(.*?)</{end}>") for tag, end in (("h1", "h1"), ('p class="answer"', "p"))
    )
    picture = PICTURES / f"{path.stem}.png"
    shown = f"[![{asked}](pictures/{picture.name})]({path.name})\n\n" if picture.exists() else ""
    return f"\n## {asked}\n\n{shown}{brief(answer)} [The report]({path.name}).\n"


def brief(sentence: str) -> str:
    """Return the sentence, cut at the end of a clause if it is long."""
    if len(sentence) <= LONG:
        return sentence
    cut = max(sentence.rfind(sign, 0, LONG) for sign in ("; ", ". ", ", "))
    return f"{sentence[:cut]} ..."


def _plain(text: str, pattern: str) -> str:
    found = re.search(pattern, text, re.DOTALL)
    return " ".join(html.unescape(re.sub("<[^>]+>", "", found[1])).split()) if found else ""


def _browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield browser.new_page(viewport={"width": WIDE, "height": 900}, color_scheme="light")
        browser.close()


def pictures() -> None:
    """Draw the picture of each report."""
    from PIL import Image

    PICTURES.mkdir(exist_ok=True)
    for shown in _browser():
        for path in reports():
            shown.goto(path.resolve().as_uri())
            some = next((one for one in map(shown.locator, SHOWN) if one.count()), None)
            if some is None:
                continue
            drawn = Image.open(BytesIO(some.first.screenshot()))
            drawn.thumbnail(
                (drawn.width, HIGH) if some.first.evaluate("one => one.tagName") == "IMG" else drawn.size
            )
            drawn = drawn.crop((0, 0, drawn.width, min(drawn.height, HIGH)))
            drawn.quantize(256, method=Image.Quantize.FASTOCTREE).save(
                PICTURES / f"{path.stem}.png", optimize=True
            )


def slim(path: Path) -> None:
    """Turn the drawings in a report into small images."""
    text = path.read_text("utf-8")
    for shown in _browser():
        for one in dict.fromkeys(re.findall(r'src="(data:image/svg\+xml;base64,[^"]+)"', text)):
            small = shown.evaluate(
                """async ([source, wide, quality]) => {
                  const image = new Image(); image.src = source; await image.decode();
                  const scale = Math.min(1, wide / image.width), canvas = document.createElement('canvas');
                  canvas.width = image.width * scale; canvas.height = image.height * scale;
                  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
                  return canvas.toDataURL('image/webp', quality);
                }""",
                [one, SMALL, QUALITY],
            )
            text = text.replace(one, small)
    path.write_text(text, "utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--slim"]:
        for name in sys.argv[2:]:
            slim(Path(name))
    else:
        if sys.argv[1:] == ["--pictures"]:
            pictures()
        PAGE.write_text(page(), "utf-8")
