"""Data files as text: read back, they are the same; what was shipped fits on the lines of our own files."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.core.box.serialize import written
from tilewright.core.text import yaml

from ..cases import cases

SIGNS = st.characters(
    codec="utf-8", exclude_categories=("Cc", "Cs", "Co", "Cn"), exclude_characters="\u2028\u2029\ufeff"
)
WORDS = st.one_of(
    st.text(SIGNS, max_size=30),
    st.text("abPM.~ :#-{}[]'\"|>&*!%@,?\n", max_size=40),
    st.sampled_from(cases(__file__, "words")),
)
KEYS = st.text("abcXYZ_0 :#-", min_size=1, max_size=12)
PLAIN: st.SearchStrategy[Any] = st.recursive(
    st.one_of(WORDS, st.none()),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=20,
)


@settings(max_examples=15)
@given(st.dictionaries(KEYS, PLAIN, min_size=1, max_size=5), st.sampled_from(["", "said above"]))
def test_what_is_written_is_read_back(content: dict[str, Any], head: str) -> None:
    text = written(content, head)
    assert yaml.parse(text, "file").content == content
    assert not head or text.startswith("# said above\n")


def test_it_is_laid_out_as_people_write_it() -> None:
    tiles = [
        {"id": "T01", "face": "PP.\nPPM\n.MM\n", "road": ["n"], "has": ["sheep P", "farm P"]},
        {"id": "T02", "face": "PP.\nPPM\n.MM\n", "road": []},
    ]
    assert written(tiles) == (
        "- id: T01\n  face: |\n    PP.\n    PPM\n    .MM\n  road: [n]\n  has: [sheep P, farm P]\n"
        "- id: T02\n  face: |\n    PP.\n    PPM\n    .MM\n  road: []\n"
    )
    castles = [{"code": "KE", "at": ["3", "10"]}, {"code": "Ka", "name": "x" * 90}]
    assert written({"castles": castles[:1]}) == "castles:\n  - {code: KE, at: [3, 10]}\n"
    assert written({"castles": castles}).count("\n") == 5  # one is too long, so none is on one line
