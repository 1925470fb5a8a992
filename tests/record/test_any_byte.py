"""A record that ends at any byte, whatever stands behind it, and one that an editor has saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tilewright.core.base.errors import InvalidFile
from tilewright.core.bots.random import Random
from tilewright.core.play.match import Match
from tilewright.core.play.replay import replay, resume
from tilewright.core.record import format
from tilewright.core.table.saved_games import look

from .recorded import RULES

BOM = b"\xef\xbb\xbf"


def acknowledged(name: str, path: Path, most: int) -> list[int]:
    """Play so many decisions; return the size of the record after the set-up and after each of them."""
    match = Match(RULES[name], ["anna", "bruno"], seed=3, record=path)
    sizes = [path.stat().st_size]
    while not match.over and match.decisions < most:
        seat = match.state.to_act[0]
        match.play(match.state.legal(seat)[-1])
        sizes.append(path.stat().st_size)
    match.close()
    return sizes


def cut_everywhere(name: str, folder: Path, most: int, tail: bytes = b"", step: int = 1) -> None:
    """Cut the record at each byte: no decision that was acknowledged is lost, and it goes on as a whole record."""
    rules, whole, path = RULES[name], folder / "whole.jsonl", folder / "cut.jsonl"
    sizes = acknowledged(name, whole, most)
    raw = whole.read_bytes()
    head = raw.index(b"\n")
    for cut in range(0, len(raw) + 1, step):
        path.write_bytes(raw[:cut] + tail)
        if cut < head:
            with pytest.raises(InvalidFile, match=r"cut\.jsonl:1:1: "):
                format.read(path)
            continue
        if tail and cut == head:
            continue  # a header with something behind it is no header
        match, _ = resume(path, lambda text, rules: Random(rules), rules)
        kept = sum(size <= cut for size in sizes[1:])
        assert kept <= match.decisions <= kept + 1, cut
        if not match.over:
            match.play(match.state.legal(match.state.to_act[0])[0])
        match.close()
        assert replay(format.read(path), verify=True, rules=rules).state == match.state


def test_a_record_that_ends_at_any_byte_goes_on(tmp_path: Path) -> None:
    cut_everywhere("nim", tmp_path, 3)


def test_zeros_behind_the_end_are_no_line(tmp_path: Path) -> None:
    """Some file systems leave them after a loss of power."""
    cut_everywhere("nim", tmp_path, 4, b"\0" * 9, step=5)


@pytest.mark.soak
@pytest.mark.parametrize("name", ["rebirth", "auction", "meadow"])
def test_a_record_of_any_game_that_ends_at_any_byte_goes_on(name: str, tmp_path: Path) -> None:
    cut_everywhere(name, tmp_path, 9)


EDITORS: dict[str, Callable[[bytes], bytes]] = {
    "a mark": lambda raw: BOM + raw,
    "lines of Windows": lambda raw: raw.replace(b"\n", b"\r\n"),
    "lines of old Macs": lambda raw: raw.replace(b"\n", b"\r"),
    "lines that were turned twice": lambda raw: raw.replace(b"\n", b"\r\r\n"),
    "no last newline": lambda raw: raw[:-1],
    "blank lines": lambda raw: b"\n \n" + raw.replace(b"\n", b"\n\n  \n"),
    "spaces": lambda raw: raw.replace(b"\n", b"  \t\n"),
    "Ctrl-Z": lambda raw: raw + b"\x1a",
    "all of that": lambda raw: BOM + b"\r\n" + raw.replace(b"\n", b"\r\n")[:-2] + b"\r\n \r\n\x1a",
}


@pytest.mark.parametrize("how", EDITORS)
def test_what_editors_add_and_leave_out_is_read_and_goes_on(how: str, tmp_path: Path) -> None:
    path, rules = tmp_path / "match.jsonl", RULES["meadow"]
    acknowledged("meadow", path, 6)
    path.write_bytes(EDITORS[how](path.read_bytes()))
    found = format.read(path)
    assert not found.unfinished and replay(found, verify=True, rules=rules).decisions == 6
    assert look(path).decisions == 6
    for n in (7, 8):
        match, _ = resume(path, lambda text, rules: Random(rules), rules)
        match.play(match.state.legal(match.state.to_act[0])[0])
        match.close()
        assert replay(format.read(path), verify=True, rules=rules).decisions == n
