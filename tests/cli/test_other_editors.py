"""Files that other editors have saved, in the commands that read them."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from .shell import run


@pytest.mark.parametrize("code", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_another_encoding_is_named_with_what_to_do(code: str, home: Path, played: Path) -> None:
    record = home / "match.jsonl"
    record.write_bytes(played.read_bytes())
    files = {record: "replay", home / "scene.yaml": "scene run", home / "plan.yaml": "design"}
    for file, words in files.items():
        text = record.read_text() if file == record else "game: rebirth\nplayers: [anna, bruno]\n"
        file.write_bytes(text.encode(code))
        ran = run(*words.split(), file)
        assert (
            ran.code == 3 and "it was saved as UTF-16; save it as UTF-8" in ran.err and str(file) in ran.err
        ), ran


def test_moves_of_another_encoding_are_named_and_a_ctrl_z_ends_them(home: Path) -> None:
    words = ["play", "rebirth", "-p", "anna", "-p", "bruno:random", "--seed", "3", "--plain"]
    ran = run(*words, typed="\0p\0l\n")
    assert ran.code == 2 and "line 1 of the input was saved as UTF-16; save it as UTF-8" in ran.err
    assert run(*words, typed="\x1a").code == 130


def test_a_record_with_a_mark_is_one_wherever_one_is_taken_and_a_packed_one_is_named(
    home: Path, played: Path
) -> None:
    record = home / "match.jsonl"
    record.write_bytes(gzip.compress(played.read_bytes()))
    assert "it is packed with gzip; unpack it first" in run("replay", record).err
    record.write_bytes(b"\xef\xbb\xbf" + played.read_bytes())
    again = home / "again.jsonl"
    bots = ("-p", "anna:random", "-p", "bruno:random")
    assert run("play", "rebirth", "--from", f"{record}@2", *bots, "--seed", "1", "--save", again).code == 0
    assert run("show", record).code == 0
    ran = run("scene", "run", record)
    assert ran.code == 3 and "tilewright" in ran.err
