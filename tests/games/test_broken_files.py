"""Data of our games and their modules that does not work out is refused, and every place is named.

The files in broken/ hold a case a name: the file, texts of it and what stands there instead, and all that is said. Of a
line `FILE | TEXT | MESSAGE`, the place is where ^ stands in that text of the file; lines without such a
text say theirs in figures, or begin with three dots and leave it out. With `more`, other
lines may follow.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import yaml

import tilewright as tw
from tilewright.core.base.errors import InvalidFile

BROKEN: dict[str, dict[str, Any]] = {
    path.stem: yaml.safe_load(path.read_text("utf-8"))
    for path in sorted((Path(__file__).parent / "broken").glob("*.yaml"))
}


def pointed(line: str, texts: dict[str, str]) -> str:
    """The line with its place in figures."""
    file, snippet, message = line.split(" | ")
    before, after = snippet.split("^")
    text = texts[file]
    assert text.count(before + after) == 1, snippet
    at = text.index(before + after) + len(before)
    return f"{file}:{text.count(chr(10), 0, at) + 1}:{at - text.rfind(chr(10), 0, at)}: {message}"


@pytest.mark.parametrize(
    ("ruleset", "name"), [(ruleset, name) for ruleset in BROKEN for name in BROKEN[ruleset]]
)
def test_broken_data_is_refused_at_its_place(tmp_path: Path, ruleset: str, name: str) -> None:
    """Cites GM-COMP-2, GM-COMP-3, GM-COMP-8, GM-SETUP-10, GM-AMB-13, IS-COMP-1, IS-END-3, IS-ROAD-2, RB-COMP-1.

    RB-COMP-2, RB-SETUP-2, RB-SETUP-3, RB-SETUP-5 and RB-END-6 as well: they ask for what is counted here.
    """
    game, _, module = ruleset.partition("_")
    case = BROKEN[ruleset][name]
    home = f"modules/{module}" if module else ""
    data = Path(str(files("tilewright.data"))) / game / home
    texts = {path.relative_to(data).as_posix(): path.read_text("utf-8") for path in data.rglob("*.yaml")}
    file = case["file"]
    for change in case["changes"]:
        assert texts[file].count(change["old"]) == 1, change["old"]
        texts[file] = texts[file].replace(change["old"], change["new"])
    (tmp_path / home / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / home / file).write_text(texts[file], "utf-8")
    with pytest.raises(InvalidFile) as caught:
        tw.load(game, modules=[module] if module else [], data=tmp_path, options=case.get("options", {}))
    theirs, ours = (tmp_path / home).as_posix(), Path("data", game, home).as_posix()
    found = {
        line.removeprefix(f"{theirs}/" if f"{theirs}/{file}:" in line else f"{ours}/")
        for line in str(caught.value).splitlines()
    }
    for line in case["said"]:
        expected = pointed(line, texts) if " | " in line else line
        [one] = [
            one for one in found if one == expected or (line[:3] == "..." and one.endswith(line[3:]))
        ] or [""]
        assert one, (expected, found)
        found.remove(one)
    assert not found or case.get("more")
