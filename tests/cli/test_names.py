"""People play under names of any script, are found by any spelling of them, and stand in tables that are straight."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from unicodedata import category, east_asian_width, normalize
from xml.etree import ElementTree

import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.scenes import scene as scenes

from ..cases import cases
from .shell import GAME, lines_of, run, start

WIDE, MARKED = "日本語", "שָׁלוֹם"


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole game of three, two of whose names are not as wide as they have letters."""
    path = tmp_path_factory.mktemp("wide") / "game.jsonl"
    seats = [word for name in (WIDE, MARKED, "Élise") for word in ("-p", f"{normalize('NFD', name)}:random")]
    ran = run("play", GAME, *seats, "--seed", "3", "--save", path)
    assert ran.code == 0, ran
    return path


def ends(text: str) -> Iterator[int]:
    """The cells in which the words of a line end, by the tables of Unicode."""
    at = 0
    for n, letter in enumerate(text):
        at += 0 if category(letter) == "Mn" else 1 + (east_asian_width(letter) in "WF")
        if letter != " " and text[n + 1 : n + 2] in ("", " "):
            yield at


def test_heads_end_where_their_numbers_end(wide: Path) -> None:
    lines = run("replay", wide, "--all").out.splitlines()
    top = next(n for n, text in enumerate(lines) if text.split() == [WIDE, MARKED, "Élise"])
    heads = list(ends(lines[top]))
    below = lines[top + 1 : lines.index("", top)]
    rows = [text for text in below if not text.startswith("-")]
    assert len(rows) > 5
    for text in rows:
        assert list(ends(text))[-3:] == heads, text
    assert all(len(text) == heads[-1] for text in below if text.startswith("-"))


def test_a_player_is_found_in_any_spelling(wide: Path) -> None:
    assert lines_of(wide)[0]["seats"] == [WIDE, MARKED, "Élise"]
    for name in ("élise", "E\u0301LISE", "Ｅ\u0301ｌｉｓｅ", " Élise "):
        (head, *_) = run("record", "show", wide, "--as", name).out.splitlines()
        assert json.loads(head)["shared"] == {"as": "Élise"}
    assert run("replay", wide, "--as", "E\u0301LISE", "--to", "5").code == 0
    assert (
        json.loads(run("review", wide, "-p", "E\u0301LISE", "--work", "1", "--json").out)["player"] == "Élise"
    )
    refused = run("record", "show", wide, "--as", "elise")
    assert refused.code == 2 and refused.err.count("Élise") == 1


def test_nobody_is_called_like_one_who_looks_on(home: Path) -> None:
    for name in ("spectator", "SPECTATOR", "Referee", "ｒｅｆｅｒｅｅ", "𝓼pectator", "Zuschauer", "widz"):
        for word in (name, f"{name}:random"):
            ran = run("play", GAME, "-p", word, "-p", "bea:random", "--seed", "3")
            assert ran.code == 2 and f"'--as {name}' shows a game as the " in ran.err, ran


def test_the_public_copy_of_an_old_record_is_for_all_even_if_a_player_has_that_name(home: Path) -> None:
    """Records from before such names were refused are read; the word means the spectator."""
    old = home / "old.jsonl"
    rules, texts = tw.load(GAME), {"spectator": "random", "bea": "random"}
    seated = {name: bots.make(text, rules) for name, text in texts.items()}
    match = tw.Match(rules, list(texts), seed=3, bots=seated, bot_names=texts, record=old)
    match.play_bots()
    match.close()
    (head, *lines) = run("record", "show", old, "--as", "spectator").out.splitlines()
    assert json.loads(head)["shared"] == {"as": None}
    drawn = [json.loads(text) for text in lines if '"draw": "supply' in text]
    assert drawn and not any("value" in one for one in drawn)
    assert run("replay", old, "--verify").code == 0


@pytest.mark.parametrize(("names", "said"), cases(__file__, "names_that_would_mean_two_things_are_refused"))
def test_names_that_would_mean_two_things_are_refused(home: Path, names: list[str], said: str) -> None:
    ran = run("play", GAME, *(word for name in names for word in ("-p", name)))
    assert (ran.code, ran.out) == (2, "") and said in ran.err and "Traceback" not in ran.err, ran


def test_bots_of_one_name_are_numbered(home: Path) -> None:
    save = home / "game.jsonl"
    words = ["-p", "bot:random", "-p", "bot1:random", "-p", "BOT:greedy", "-p", "bea:random"]
    assert run("play", GAME, *words, "--seed", "1", "--save", save).code == 0
    head = lines_of(save)[0]
    assert head["seats"] == ["bot2", "bot1", "BOT3", "bea"]
    assert head["bots"] == {"bot2": "random", "bot1": "random", "BOT3": "greedy", "bea": "random"}


def test_a_seat_of_a_record_is_named_once(home: Path, wide: Path) -> None:
    ran = run("resume", wide, "-p", "élise:random", "-p", "ÉLISE:greedy")
    assert ran.code == 2 and "-p ÉLISE: this player is named twice; name each player once" in ran.err, ran


def test_what_is_read_again_can_be_printed_in_any_encoding(home: Path, wide: Path) -> None:
    """A picture, a scene and a copy hold the names even where stdout has no letters for them."""
    texts = {}
    for words in (["show", f"{wide}@9", "--svg", "-"], ["scene", "export", wide, "--at", "9"]):
        running = start(home, *words, fresh=True, PYTHONIOENCODING="ascii")
        texts[words[0]], said = running.communicate(timeout=60)
        assert (running.returncode, said) == (0, ""), said
        assert texts[words[0]].isascii()
    shown = "".join(ElementTree.fromstring(texts["show"]).itertext())
    assert WIDE in shown and "\\u" not in texts["show"]
    (scene,) = scenes.read(texts["scene"], "scene.yaml")
    assert scene.content["players"] == [WIDE, MARKED, "Élise"]


def test_a_saved_game_is_found_in_another_normal_form(home: Path, wide: Path) -> None:
    folder = home / "tilewright" / "games"
    folder.mkdir(parents=True)
    for name in (normalize("NFD", "Élise"), "ada", "Ada"):
        (folder / f"{name}.jsonl").write_bytes(wide.read_bytes())
    for name in ("Élise", "élise.jsonl", "Ada"):
        assert run("resume", name).code == 0
    missing = run("resume", "ADA")  # one of two
    assert missing.code == 2 and "ADA cannot be read: No such file" in missing.err
