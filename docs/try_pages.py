"""Writes a page of each game, and of each game of examples/, to be tried from the site: docs/try_pages.py SITE/try."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).with_name("try.md")


def main(folder: Path) -> None:
    """Write them all; the page of the site that links to them names them."""
    for game in re.findall(r'href="try/(\w+)/index.html"', PAGE.read_text("utf-8")):
        command = [
            sys.executable,
            "-m",
            "tilewright",
            "page",
            game,
            "--allow",
            "all",
            "--out",
            str(folder / game),
        ]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        print(f"try/{game}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
