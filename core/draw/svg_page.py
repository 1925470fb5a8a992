"""The page of a picture: texts, tinted and patterned shapes, panels and legend, written as SVG by hand."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from ..base.html import Html, short
from ..base.sanitize import markup
from .cells import cell_len
from .colours import readable, tint_of
from .model import Ink, Panel, Show
from .shapes import PATTERNS, pattern, pattern_id
from .styled_lines import wrap
from .symbols import SYMBOLS, called, use
from .text_panels import numeric

MARGIN, LINE, LETTER = 24.0, 18.0, 7.4
"""Margin around the picture; from one line of text to the next; the width of a letter of ordinary text."""
COLUMN = 46
"""Letters in the last column of a panel, which is wrapped beyond that."""
DARK, PALE = "#1a1a1a", "#6b6b6b"
FONT = "'DejaVu Sans', Verdana, 'Segoe UI', sans-serif"


def moved(drawn: str, x: float, y: float, scale: float = 1.0, cls: str = "") -> str:
    """Return here what is drawn around 0,0; "" if that is nothing."""
    grown, named = f" scale({scale:.3g})" if scale != 1 else "", f' class="{cls}"' if cls else ""
    return f'<g{named} transform="translate({short(x)} {short(y)}){grown}">{drawn}</g>' if drawn else ""


@attrs.define
class SvgPage:
    """A picture under construction."""

    show: Show
    out: list[str] = attrs.field(factory=list)
    defined: dict[str, str] = attrs.field(factory=dict)
    """Name of each pattern and symbol in use to its definition."""
    right: float = 640.0 - MARGIN
    """The right end of everything drawn so far."""

    def svg(self, height: float) -> str:
        """Return the whole picture."""
        wide, high = short(self.right + MARGIN), short(height)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" '
            f'role="img" lang="{markup(self.show.lang)}" font-family="{FONT}">'
        )
        title = f"<title>{markup(self.show.title)}</title>"
        paper = f'<rect width="{wide}" height="{high}" fill="#ffffff"/>'
        return "\n".join(
            [head, title, "<defs>", *self.defined.values(), "</defs>", paper, *self.out, "</svg>\n"]
        )

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = 12,
        anchor: str = "start",
        bold: bool = False,
        fill: str = DARK,
    ) -> None:
        """Draw a line of text with its baseline here."""
        if not text:
            return
        if anchor == "start":
            self.right = max(self.right, x + cell_len(text) * LETTER * size / 12)
        more = ' font-weight="bold"' if bold else ""
        more += f' text-anchor="{anchor}"' if anchor != "start" else ""
        self.out.append(
            f'<text x="{short(x)}" y="{short(y)}" font-size="{short(size)}" fill="{fill}"{more}>{markup(text)}</text>'
        )

    def tint(self, role: str) -> str:
        """Return the colour of a role, "" for none."""
        return tint_of(role, self.show.looks)

    def filled(self, role: str, outline: str, more: str = "") -> str:
        """Return a path filled with the tint of a role, and over it with the pattern of its look."""
        drawn = f'<path d="{outline}" fill="{self.tint(role) or "#ffffff"}"{more}/>'
        pattern = self.pattern(role)
        return drawn + (f'<path d="{outline}" fill="{pattern}"/>' if pattern else "")

    def pattern(self, role: str) -> str:
        """Return the fill for a role's pattern, "" if it has none."""
        tint, look = self.tint(role), self.show.looks.get(role)
        if not tint or look is None or look.pattern not in PATTERNS:
            return ""
        dark = readable(tint) == "#000000"
        name = pattern_id(look.pattern, dark)
        self.defined[name] = pattern(look.pattern, dark)
        return f"url(#{name})"

    def put(self, drawn: str, x: float, y: float, scale: float = 1.0) -> None:
        """Put here what is drawn around 0,0."""
        self.out.append(moved(drawn, x, y, scale))

    def taken(self) -> Html:
        """Return what has been drawn since it was taken last."""
        found = Html("".join(self.out))
        self.out.clear()
        return found

    def symbol_of(self, role: str) -> str:
        """Return the name of the symbol of a role, "" if it has none."""
        look = self.show.looks.get(role)
        return called(look.icon) if look is not None else ""

    def icon(self, role: str, size: float, colour: str = "") -> str:
        """Return the symbol of a role around 0,0; "" if it has none."""
        return self.use(self.symbol_of(role), size, colour)

    def use(self, name: str, size: float, colour: str = "") -> str:
        """Return the symbol around 0,0, which the picture then holds; "" if there is none."""
        if name in SYMBOLS:
            self.defined[name] = SYMBOLS[name]
        return use(name, size, colour)

    def ink(self, x: float, y: float, ink: Ink, width: int = 0) -> None:
        """Draw a text, on a chip if its role has a colour; aligned right if it is shorter than `width` letters."""
        x += max(0, width - cell_len(ink.text)) * LETTER
        role = ink.role if self.tint(ink.role) else ink.on
        tint = self.tint(role)
        if drawn := self.icon(ink.role, 18.0):
            self.put(drawn, x + 4, y - 4)
            if ink.text.strip("+-").isdigit():  # an amount stands beside its symbol
                self.text(x + 15, y, ink.text)
            return
        if tint:
            wide = short(cell_len(ink.text) * LETTER + 10)
            chip = f"M{short(x - 4)} {short(y - 12)}h{wide}v16h-{wide}z"
            self.out.append(self.filled(role, chip, ' stroke="#8a8a8a" stroke-width="0.7"'))
        fill = readable(tint) if tint else PALE if ink.role == "dim" else DARK
        self.text(x + bool(tint), y, ink.text, bold=bool(tint) or ink.role == "strong", fill=fill)

    def panel(self, panel: Panel, x: float, y: float) -> float:
        """Draw the panel with its upper left corner here; return its lower end."""
        y += LINE
        self.text(x, y, panel.title, size=13.5, bold=True)
        rows = [panel.head, *panel.rows] if panel.head else panel.rows
        tables = [row for row in rows if len(row) > 1]
        columns = [
            [row[n].text for row in tables if len(row) > n] for n in range(max(map(len, tables), default=0))
        ]
        widths = [max(map(cell_len, column)) for column in columns]
        right = [numeric(column[bool(panel.head) :]) for column in columns]
        for row in rows:
            y += LINE + 1
            at = x + 4
            for n, ink in enumerate(row):
                last = n == len(row) - 1
                parts = wrap(ink.text, COLUMN) if last else [ink.text]
                for m, part in enumerate(parts):
                    y += LINE * bool(m)
                    self.ink(
                        at, y, attrs.evolve(ink, text=part), widths[n] if len(row) > 1 and right[n] else 0
                    )
                at += 0 if last else widths[n] * LETTER + 14
        return y

    def panels(self, panels: Sequence[Panel], x: float, top: float, low: float) -> float:
        """Draw panels one below the other, in further columns below `low`; return their lowest end."""
        y, lowest = top, top
        for panel in panels:
            kept, right = self.out, self.right
            self.out = []
            end = self.panel(panel, x, y)
            if end > low and y > top:
                self.out, self.right = [], right
                x, y = right + 2 * MARGIN, top
                end = self.panel(panel, x, y)
            self.out = kept + self.out
            y = end + 12
            lowest = max(lowest, y)
        return lowest

    def notes(self, y: float) -> float:
        """Draw legend and caption from here down; return their lower end."""
        x = MARGIN
        y += LINE if self.show.legend else 0
        for ink, meaning in self.show.legend:
            chip = cell_len(ink.text) * LETTER + 16
            needed = chip + cell_len(meaning) * LETTER + 18
            if x > MARGIN and x + needed > self.right:
                x, y = MARGIN, y + LINE + 4
            self.ink(x + 4, y, ink)
            self.text(x + chip, y, meaning)
            x += needed
        y += 10
        for sentence in self.show.caption:
            for part in wrap(sentence, int((self.right - MARGIN) / (LETTER * 11 / 12))):
                y += 15
                self.text(MARGIN, y, part, size=11, fill=PALE)
        return y
