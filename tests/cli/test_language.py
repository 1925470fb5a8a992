"""The prompt speaks the chosen language as a whole: its words, help, questions, errors and what it says of a game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tilewright.core import cli
from tilewright.core.table import commands
from tilewright.core.table.texts import Texts, every
from tilewright.core.words import LANGUAGES

from .shell import GAME, first_moves, food_seed, run

ROOM = Path(cli.__file__).parent
TABLE = Path(commands.__file__).parent
FACE = [ROOM / f"{name}.py" for name in ("doing", "printing", "prompt", "screens", "session", "trial")]
FACE += [TABLE / "commands.py"]
SPOKEN = {"say", "note", "advise", "wrapped", "ask", "UsageError", "Unreadable"}
ENGLISH = re.compile(r"\b(the|you|your|is|are|and|of|with|nothing|what|moves|game)\b", re.IGNORECASE)
SENTENCE = re.compile(r"[A-Za-z]{2,} [a-z]{2,}")


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """Every piece of text that is written where something is said to a person."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in SPOKEN:
            for inner in (part for one in node.args for part in ast.walk(one)):
                if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                    yield inner.lineno, inner.value


@pytest.mark.parametrize("file", FACE, ids=lambda path: path.stem)
def test_no_sentence_is_written_in_the_code(file: Path) -> None:
    assert [found for found in literals(file) if SENTENCE.search(found[1])] == []


def test_every_text_is_there_in_every_language_with_the_same_arguments() -> None:
    assert [key for key in every() if key.startswith("line.")]
    for key, texts in every().items():
        if not key.startswith(("line.", "table.")):
            continue
        assert {*texts} == {*LANGUAGES}, key
        arguments = {lang: {*re.findall(r"\{(\w+)[|}]", text)} for lang, text in texts.items()}
        assert len({frozenset(names) for names in arguments.values()}) == 1, key


def test_every_text_of_the_prompt_is_used() -> None:
    said = "".join(path.read_text("utf-8") for path in (*ROOM.glob("*.py"), *TABLE.glob("*.py")))
    unused = [key for key in Texts("en").known("line.") if f'"{key}"' not in said and f"'{key}'" not in said]
    patterns = ("line.word.", "line.help.", "line.of.")
    assert [key for key in unused if not key.startswith(patterns)] == []
    for key in unused:
        assert key.rsplit(".", 1)[1] in commands.NAMES, key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_of_a_language_mean_one_command_each(lang: str) -> None:
    """And English is understood everywhere."""
    said: dict[str, str] = {}
    for name in commands.NAMES:
        for word in Texts(lang)(f"line.word.{name}").split():
            assert said.setdefault(word, name) == name
            assert commands.words(lang)[word] == name
    for name in commands.NAMES:
        for word in Texts("en")(f"line.word.{name}").split():
            assert commands.words(lang)[word] == name


ASKED = (
    "help",
    "moves",
    "look 7,0",
    "hint",
    "score",
    "log",
    "legend",
    "changes",
    "provenance",
    "save",
    "back",
    "undo",
)
WRONG = (
    "zz",
    "7",
    "log many",
    "score zoe",
    "hnit",
    "board xyzzy",
    "look xyzzy",
    "redo",
    "rules xyzzy",
    "why",
)


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "are reconstructed."), ("de", "sind rekonstruiert."), ("pl", "są zrekonstruowane.")],
)
def test_where_the_data_comes_from_is_said_in_the_language(home: Path, lang: str, said: str) -> None:
    """Before the first game, whenever asked for, in all about a game, and below its drawings."""
    word = Texts(lang)("line.word.provenance").split()[0]
    move = first_moves(food_seed(), "player", bot="normal", moves=1)
    played = run("play", GAME, "--lang", lang, "--seed", food_seed(), typed=f"{move}{word}\n")
    first, _, asked = played.out.partition("1. player")
    listed = run("games", GAME, "--lang", lang).out
    plan, tiles = (run("show", GAME, what, "--lang", lang).out for what in ("map", "tiles"))
    for text in (first, asked, listed, plan, tiles):
        assert said in " ".join(text.split()), text
        assert lang == "en" or "We named" not in text


@pytest.mark.parametrize("lang", ["de", "pl"])
def test_a_session_in_another_language_has_no_english_in_it(home: Path, lang: str) -> None:
    """Except notation, rule texts and what the shell itself says before the game begins."""
    for typed in (*ASKED, *WRONG):
        word, _, rest = typed.partition(" ")
        own = Texts(lang)(f"line.word.{word}").split()[0] if word in commands.NAMES else word
        first = first_moves(food_seed(), "player", bot="normal", moves=1)
        ran = run("play", GAME, "--lang", lang, "--seed", food_seed(), typed=f"{first}{own} {rest}\n")
        said = ran.out[ran.out.index("1. player") :] + ran.err[ran.err.rindex("player> ") :]
        said = re.sub(r"\b(place|lay-aside|castle|take)\b.*|/\S+|tilewright .*", "", said)
        assert not ENGLISH.findall(said), (typed, ENGLISH.findall(said), said)
