"""Elements of pages are written as they are meant, whatever text stands in them."""

from __future__ import annotations

from tilewright.core.base.html import Html, command, percent, row, short, table, tag


def test_attributes_of_each_kind() -> None:
    made = tag("div", "a < b", cls="wide", hidden=True, data_n=1.25, title=None, lang=False, for_="x", rows=0)
    assert made == '<div class="wide" hidden data-n="1.2" for="x" rows="0">a &lt; b</div>'
    assert tag("p", None, [Html("<b>x</b>"), "&"], "y") == "<p><b>x</b>&amp;y</p>"
    assert tag("path", d='"') == '<path d="&quot;"/>' and tag("br") == "<br/>"


def test_lengths() -> None:
    assert [percent(share) for share in (0, 0.25, 0.3333, 1)] == ["0%", "25%", "33.3%", "100%"]
    assert [short(value) for value in (-0.04, 2.0, 2.06)] == ["0", "2", "2.1"]


def test_an_option_of_a_command_is_held_together_unless_it_is_long() -> None:
    option = "--" + 27 * "x"
    assert command(f"play {option}") == f'<pre class="command"><code>play <span>{option}</span></code></pre>'
    assert command(f"play {option}x") == f'<pre class="command"><code>play {option}x</code></pre>'


def test_a_table_says_what_its_rows_and_cells_are() -> None:
    made = table(["a ", tag("b", "c")], ["", "x"], [row("r", "y", "z", labels=["x"], cls="s")], cls="t")
    assert made == (
        '<div class="scroll" role="region" aria-label="a c" tabindex="0"><table class="t"><caption>a <b>c</b></caption>'
        '<thead><tr><th scope="col"></th><th scope="col">x</th></tr></thead><tbody><tr class="s"><th scope="row">r</th>'
        '<td data-label="x">y</td><td>z</td></tr></tbody></table></div>'
    )
    assert row("r") == '<tr><th scope="row">r</th></tr>' and "class" not in table("", [])[20:]
