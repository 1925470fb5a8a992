"""The prompt speaks the chosen language as a whole: its words, help, questions, errors and what it says of a game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core import cli
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import Unreadable
from tilewright.core.table import commands
from tilewright.core.table.chair import Chair
from tilewright.core.table.face_texts import Texts, every
from tilewright.core.text.languages import shipped

from ..cases import cases
from ..strange import LANG, leaks, proper, speaking
from ..table.games import KINDS, table
from .shell import GAME, first_moves, food_seed, run
from .typist import sit

ROOM = Path(cli.__file__).parent / "table"
TABLE = Path(commands.__file__).parent
FACE = [ROOM / f"{name}.py" for name in ("prompt_words", "match_text", "prompt", "prompt_screen", "session")]
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
        assert {*texts} == {*shipped()}, key
        arguments = {lang: {*re.findall(r"\{(\w+)[|}]", text)} for lang, text in texts.items()}
        assert len({frozenset(names) for names in arguments.values()}) == 1, key


def test_every_text_of_the_prompt_is_used() -> None:
    said = "".join(path.read_text("utf-8") for path in (*ROOM.glob("*.py"), *TABLE.glob("*.py")))
    unused = [key for key in Texts("en").known("line.") if f'"{key}"' not in said and f"'{key}'" not in said]
    patterns = ("line.word.", "line.help.", "line.of.")
    assert [key for key in unused if not key.startswith(patterns)] == []
    for key in unused:
        assert key.rsplit(".", 1)[1] in commands.NAMES, key


@pytest.mark.parametrize("lang", shipped())
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


ASKED = cases(__file__, "asked")
WRONG = cases(__file__, "wrong")


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


LOOKS = ("help", "moves", "hint", "score anna", "log", "look 0,0", "look", "changes", "legend", "board")
SLIPS = ("zz 9", "999", "log zz", "score zz", "board zz", "why zz", "redo")


@pytest.mark.parametrize(
    "kind",
    [kind if f"{kind}+" not in KINDS else pytest.param(kind, marks=pytest.mark.soak) for kind in KINDS],
)
def test_nothing_at_the_prompt_goes_past_the_messages(kind: str) -> None:
    """A game at a terminal in a language of our own: moves are read and typed in it, too.

    The first decisions of a long game are like later ones, and are played beforehand.
    """
    at = table(kind, lang=LANG)
    rules, stream = at.match.rules, Stream(3, "typed")
    for _ in range({"isleofskye+": 130, "glenmore": 90, "rebirth+": 50}.get(kind, 0)):
        at.play(stream.pick(at.match.state.legal(at.to_act[0])))
    pending: list[str] = []

    def answer(chair: Chair) -> str:
        if not pending:
            if chair.table.trial:
                return "back"
            move = rules.say_move(stream.pick(chair.view.legal()), chair.seat, LANG)
            pending.append(move)
            if stream.pick(range(20)) == 0:
                begun = move.split()[0]
                pending.extend([stream.pick(LOOKS), stream.pick(SLIPS), f"{begun} zz", f"why {move}"])
        return pending.pop()

    with speaking(rules):
        typist = sit(at, 200, 60, answer)
    assert at.over
    known = proper(rules, *at.seats)
    found = [leak for text in (*typist.printed, *typist.asked) for leak in leaks(text, rules, known)]
    assert not found, "\n".join(dict.fromkeys(found))


@pytest.mark.parametrize("lang", shipped())
@pytest.mark.parametrize("kind", KINDS)
def test_no_word_of_a_move_is_a_word_of_the_prompt(kind: str, lang: str) -> None:
    """Else `ende` would play where a person wants to leave."""
    game, modules, _ = KINDS[kind]
    typed = {*tw.load(game, list(modules)).spoken(lang).verbs}
    said = Texts(lang)
    assert not typed & ({*commands.words(lang)} | {*said("line.yes").split(), *said("line.no").split()})


def test_english_words_are_understood_in_every_language_and_no_others() -> None:
    rules = tw.load("glenmore")
    state = rules.new(2, 7)
    seat = state.to_act[0]
    assert (
        str(rules.read("nimm 3", state, seat, "de"))
        == "take 3"
        == str(rules.read("take 3", state, seat, "de"))
    )
    assert str(rules.read("PŁACĘ Drewno 1,0", state, seat, "pl")) == "pay wood 1,0"
    line = rules.read_line("verkaufe Rind 1,0; weiter", state, seat, "de")
    assert [str(one) for one in line] == ["sell cattle 1,0", "end"]
    with pytest.raises(Unreadable):
        rules.read("nimm 3", state, seat)


@pytest.mark.parametrize("lang", shipped())
def test_the_seed_that_was_drawn_is_told_in_the_language_and_fits_a_line(home: Path, lang: str) -> None:
    ran = run("play", GAME, "-p", "anna", "-p", "bruno", "--lang", lang, "--save", home / "mine.jsonl")
    told, typed = ran.err.splitlines()[:2]
    assert told == Texts(lang)("line.seed") and re.fullmatch("  --seed [0-9]{20,39}", typed)
