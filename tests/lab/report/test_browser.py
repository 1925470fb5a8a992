"""The page in a real browser: nothing overflows on a phone, a tablet, a desk; paper gets all of it."""

from __future__ import annotations

import html
import os
import re
import shutil
import signal
import struct
import subprocess
from pathlib import Path

import attrs
import pytest

from tilewright.core.lab.report import page
from tilewright.core.lab.report.page_frame import POLICY

from .corners import cases

CHROMIUM = shutil.which("chromium")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt-get install chromium")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--hide-scrollbars",
)  # fmt: skip
WIDTHS = (360, 800, 1280)
CASES = {
    name: attrs.evolve(
        cases()[name], watch=cases()[name].watch[:2]
    )  # further games are folded as the second is
    for name in ("failures", "hostile", "factors")
}
FRAMES = Path(__file__).with_name("frames.html").read_text("utf-8")
"""A page that says which parts of the pages in it stick out."""


def browse(tmp_path: Path, *more: str) -> str:
    """Return what chromium writes; it and all that it started have ended afterwards."""
    assert CHROMIUM is not None
    command = [CHROMIUM, *FLAGS, f"--user-data-dir={tmp_path / 'profile'}", *more]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True
    ) as run:
        try:
            return run.communicate(timeout=120)[0]
        finally:
            if run.poll() is None:
                os.killpg(run.pid, signal.SIGKILL)


def test_nothing_overflows(tmp_path: Path) -> None:
    """Every page at every width, in frames of one browser; outside containers that scroll by themselves."""
    frames = ""
    for name, found in CASES.items():
        drawn = page(found)
        assert POLICY in html.unescape(drawn)
        for wide in WIDTHS:
            size = f'style="border:0;display:block;width:{wide}px;height:900px"'
            frames += f'<iframe title="{name}" {size} srcdoc="{html.escape(drawn)}"></iframe>'
    file = tmp_path / "frames.html"
    file.write_text(FRAMES % frames, "utf-8")
    dumped = browse(tmp_path, "--window-size=1400,900", "--dump-dom", file.as_uri())
    title = re.search(r"<title>(\[.*?\])</title>", dumped, re.DOTALL)
    assert title is not None, dumped[:300]
    told = html.unescape(title[1])
    assert told.count(": seen ") == len(CASES) * len(WIDTHS), told
    assert not [one for one in re.findall(r'"((?:[^"\\]|\\.)*)"', told) if ": seen " not in one]


def test_a_picture_of_it_is_drawn_and_it_prints(tmp_path: Path) -> None:
    """The file itself, with its policy: not blank (an empty picture of this size has less than 10 kB)."""
    file, shot, paper = (tmp_path / f"report.{kind}" for kind in ("html", "png", "pdf"))
    file.write_text(page(CASES["failures"]), "utf-8")
    wanted = ("--window-size=800,1200", f"--screenshot={shot}", f"--print-to-pdf={paper}")
    browse(tmp_path, *wanted, "--no-pdf-header-footer", file.as_uri())
    data = shot.read_bytes()
    assert struct.unpack(">II", data[16:24]) == (800, 1200) and len(data) > 40_000
    data = paper.read_bytes()
    assert data.startswith(b"%PDF") and 4 <= len(re.findall(rb"/Type\s*/Page\b", data)) <= 20
    boxes = {tuple(map(float, box.split())) for box in re.findall(rb"/MediaBox\s*\[([^\]]*)\]", data)}
    assert all(abs(box[2] - 595) < 2 and abs(box[3] - 842) < 2 for box in boxes), "A4"
