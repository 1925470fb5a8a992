"""Looks for sentences of others in ours: runs of eight words that stand in both.

    python .ci/common_words.py FOLDER

FOLDER holds texts (`.txt`, `.md`), such as rulebooks, that may not be copied. Each is compared with every tracked text
of this repository: messages, rules and lessons in every language, pages, docstrings. Case, marks and line ends do not
count, and a word that is divided at the end of a line is one. Prints each run with its places; the exit code is 1 if
there is one.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

LENGTH = 8
OURS = (".py", ".md", ".yaml", ".yml", ".toml", ".txt", ".cff", ".html", ".js")
KEPT = {
    Path("data/isleofskye/scoring.yaml"): 3,
    Path("docs/provenance/convert_isleofskye.py"): 3,
}
"""Runs that stay, by file: three short German lines that list what a tile counts. They are part of the data's digest,
so records that people have kept would be refused under other words."""
WORD = re.compile(r"[^\W_]+(?:(?:-\n\s*|\u00ad\s*)[^\W\d_]+)*")
"""A word, also one that is divided at the end of a line or holds soft hyphens."""
DIVISION = re.compile(r"-\n\s*|\u00ad\s*")


class Word(NamedTuple):
    """One word, folded, and the line on which it begins."""

    text: str
    line: int


def words(text: str) -> list[Word]:
    """Return the words of a text with their lines; a divided word stands on the line of its first half."""
    found = []
    line, at = 1, 0
    for match in WORD.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        found.append(Word(DIVISION.sub("", match[0]).casefold(), line))
    return found


def runs(text: str) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield each run of eight words with the line on which it begins; runs that are mostly figures do not count."""
    found = words(text)
    for first, *rest in zip(*(islice(found, start, None) for start in range(LENGTH)), strict=False):
        run = (first.text, *(word.text for word in rest))
        if sum(not word.isnumeric() and len(word) > 1 for word in run) > LENGTH // 2:
            yield run, first.line


def tracked() -> list[Path]:
    """Return the texts of this repository."""
    listed = subprocess.run(["git", "ls-files", "-z"], check=True, capture_output=True, text=True).stdout
    return [path for name in listed.split("\0") if (path := Path(name)).suffix in OURS and path.is_file()]


def main(folder: str) -> int:
    """Print what stands in a text of the folder and in one of ours; return how the command ends."""
    sources = [path for path in sorted(Path(folder).rglob("*")) if path.suffix in {".txt", ".md"}]
    if not sources:
        print(f"{folder}: no text (.txt, .md) lies there", file=sys.stderr)
        return 2
    theirs = {
        run: (path, line) for path in sources for run, line in runs(path.read_text("utf-8", errors="replace"))
    }
    paths = tracked()
    common = 0
    for path in paths:
        last, kept = 0, KEPT.get(path, 0)
        for run, line in runs(path.read_text("utf-8", errors="replace")):
            if run not in theirs or line == last:
                continue
            last = line
            if kept:
                kept -= 1
                continue
            source, there = theirs[run]
            print(f"{path}:{line}: {' '.join(run)} ({source.name}:{there})")
            common += 1
    print(f"{len(sources)} texts of others, {len(paths)} of ours: {common} runs of {LENGTH} words in common")
    return 1 if common else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python .ci/common_words.py FOLDER")
    sys.exit(main(sys.argv[1]))
