"""Text in cells of a terminal, of which some letters take two and marks none."""

from __future__ import annotations


def cell_len(text: str) -> int:
    """The number of cells that the text takes."""
    if text.isascii():
        return len(text)
    from rich import cells

    return cells.cell_len(text)


def ljust(text: str, width: int) -> str:
    """The text at the beginning of so many cells."""
    return text + " " * (width - cell_len(text))


def rjust(text: str, width: int) -> str:
    """The text at the end of so many cells."""
    return " " * (width - cell_len(text)) + text


def begin(text: str, width: int) -> str:
    """As many letters as fit into so many cells, each with its marks."""
    while text and (over := cell_len(text) - width) > 0:
        text = text[: len(text) - (over + 1) // 2]  # a letter takes at most two cells
    return text


def cut(text: str, width: int, dots: str = "...") -> str:
    """The text, with dots in place of what does not fit into so many cells."""
    return text if cell_len(text) <= width else begin(text, width - len(dots)) + dots


def wrapped(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """The text broken at blanks into lines of at most so many cells, if its words are no longer; `first` begins it."""
    lines, here, gap, words = [], first, "", False
    for word in text.split(" "):
        if words and word and cell_len(here) + 1 + cell_len(word) > width:
            lines.append(here.rstrip())
            here, gap = rest, ""
        here, gap, words = here + gap + word, " ", words or bool(word)
    return [*lines, here.rstrip()] if text.strip() else []


def center(text: str, width: int, filled: str) -> str:
    """The text in the middle of so many cells, with this sign on both sides."""
    spare = max(0, width - cell_len(text))
    return filled * (spare // 2) + text + filled * (spare - spare // 2)
