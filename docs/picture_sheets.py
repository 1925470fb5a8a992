"""Sheets of docs/pictures.md: `python docs/picture_sheets.py BEFORE AFTER`, two folders of `docs/pictures.py --shots`.

Each sheet is one game; a row is a kind of decision: how it looked before, and how it looks now, light, dark and on a
phone.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from pages import smaller
from PIL import Image, ImageDraw

FOLDER = Path(__file__).with_name("pictures")
SHEETS = {
    "glenmore": ("glen-more", ("take", "place", "activate", "promote", "pay", "get", "end")),
    "isleofskye": ("isle-of-skye", ("drop", "buy", "build", "end")),
    "isleofskye-modules": ("isle-of-skye-all-modules", ("drop", "bag", "keep", "build", "done")),
    "rebirth": ("rebirth-scotland", ("place", "end")),
    "ireland": ("rebirth-ireland", ("place", "double", "choose")),
    "others": ("carcassonne", ("place", "meeple")),
}
"""Name of the sheet: beginning of the names of its pictures, and its kinds of decisions in the order of a turn."""
MORE = {"others": (("dominoes", "place"), ("paths", "place"), ("tilewright-new-square", "lay"))}
LOOKS = ((0, "1280x720"), (1, "1280x720"), (1, "1280x720-dark"), (1, "390x844"))
"""Before or now, and the window."""
WIDE, HIGH, GAP = 448, 252, 8


def sheet(folders: tuple[Path, Path], rows: list[tuple[str, str]]) -> bytes:
    """The sheet with a row for each of these decisions, as PNG."""
    phone = HIGH * 390 // 844
    made = Image.new("RGB", (3 * (WIDE + GAP) + phone, len(rows) * (HIGH + 18 + GAP)), "#ffffff")
    pen = ImageDraw.Draw(made)
    for row, (game, kind) in enumerate(rows):
        top = row * (HIGH + 18 + GAP)
        pen.text((0, top), f"{game.replace('-', ' ')}: {kind}. Before; now; dark; on a phone", fill="#000000")
        for column, (now, window) in enumerate(LOOKS):
            path = folders[now] / f"{game}-{kind}-{window}.png"
            if path.exists():
                seen = Image.open(path).convert("RGB").resize((phone if column == 3 else WIDE, HIGH))
                made.paste(seen, (column * (WIDE + GAP), top + 18))
    found = BytesIO()
    made.save(found, "png")
    return smaller(found.getvalue())


def main() -> None:
    folders = Path(sys.argv[1]), Path(sys.argv[2])
    FOLDER.mkdir(exist_ok=True)
    for name, (game, kinds) in SHEETS.items():
        rows = [(game, kind) for kind in kinds] + list(MORE.get(name, ()))
        (FOLDER / f"{name}.png").write_bytes(sheet(folders, rows))


if __name__ == "__main__":
    main()
