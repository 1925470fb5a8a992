"""Files of pages as they are served: several in one answer, without what no browser needs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tilewright.core.web.static_files import COMMENTS, MOST, PALETTE, address, content, joined, version

WEB = Path(__file__).parents[2] / "data" / "web"
FILES = sorted(path.name for path in WEB.iterdir() if path.suffix in (".css", ".js"))


@pytest.mark.parametrize("name", FILES)
def test_only_comments_and_indentation_are_left_out(name: str) -> None:
    text, kind = (WEB / name).read_text("utf-8"), name.rpartition(".")[2]
    served = content(name)
    assert served is not None
    lines = served.decode().splitlines()
    assert not [line for line in lines if line != line.strip() or not line or line.startswith(("//", "/*"))]
    assert all(COMMENTS[kind].sub("", line) == line for line in lines)
    for comment in COMMENTS[kind].finditer(text):
        assert comment[0].strip().startswith(("//", "/*"))
    without = COMMENTS[kind].sub("", text)
    assert re.sub(r"\s+", "", without) == re.sub(r"\s+", "", served.decode())
    # A text over several lines would lose its indentation.
    assert kind == "css" or not [line for line in text.splitlines() if line.count("`") % 2]


def test_several_files_are_one_answer_in_their_order() -> None:
    name = joined("tokens.css", PALETTE, "table.css")
    assert name == "tokens+palette+table.css"
    assert address("tokens.css", PALETTE, "table.css").startswith(f"/static/{name}?v=")
    assert content(name) == b"\n".join(content(one) or b"" for one in ("tokens.css", PALETTE, "table.css"))
    assert len({version(one) for one in (name, "tokens.css", joined("tokens.css", "table.css"))}) == 3


@pytest.mark.parametrize(
    "name",
    [
        "tokens+.css",
        "+table.js",
        "tokens+table.js",
        "a+b.css",
        "x/../table.css",
        "+".join(["table"] * (MOST + 1)) + ".css",
        "",
        "css",
    ],
)
def test_a_file_that_there_is_not_has_no_content(name: str) -> None:
    assert content(name) is None
