"""QR codes of addresses, for the camera of a phone: as SVG for pages, as half blocks for a terminal."""

from __future__ import annotations

import io

BORDER = 4
"""Light modules around a code, as its standard asks for."""
HALVES = {(0, 0): "\u2588", (0, 1): "\u2580", (1, 0): "\u2584", (1, 1): " "}
"""An upper and a lower module, 1 for a dark one, as a sign that is light on dark."""


def svg(address: str) -> bytes:
    """The code as an SVG document, dark on light whatever the page is like."""
    import segno

    found = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        found, kind="svg", border=BORDER, dark="#000", light="#fff", scale=4, xmldecl=False, nl=False
    )
    return found.getvalue()


def blocks(address: str) -> list[str]:
    """The code in lines of text, light on dark: two modules above each other are a letter."""
    import segno

    code = segno.make(address, error="l", micro=False)
    rows = [[int(one) for one in row] for row in code.matrix_iter(border=BORDER // 2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    return [
        "".join(HALVES[pair] for pair in zip(*two, strict=True))
        for two in zip(rows[::2], rows[1::2], strict=True)
    ]
