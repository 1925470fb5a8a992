"""The author's questions after a playtest: the file, what is asked, what is an answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.errors import InvalidFile, UsageError
from tilewright.core.play.match import Match
from tilewright.core.rules.author_questions import asked, stated, waiting
from tilewright.core.table.face_texts import Texts

from ..cases import cases
from ..toys import nim
from ..toys.asking import FILE, asking


def test_questions_are_asked_in_the_language_of_the_seat() -> None:
    rules = asking()
    fun, length, why = asked(rules, "de")
    assert (fun.text, fun.ends, [*fun.answers]) == ("Wie war's?", ("fad", "toll"), ["1", "2", "3", "4", "5"])
    assert fun.how == [("1", "fad"), ("5", "toll")]
    assert length.text == "Long with 7?" and length.how == [("a", "kurz"), ("b", "long")]
    assert why.kind == "text" and not why.how and not why.answers
    assert asked(tw.load(nim.PLUGIN), "en") == []


def test_the_questions_are_no_part_of_the_ruleset() -> None:
    """A better wording leaves records readable."""
    assert asking().data_digest == asking(FILE.replace("How was it?", "Did you like it?")).data_digest
    assert asking().option_hash == asking("{}").option_hash


@pytest.mark.parametrize(("name", "typed", "meant"), cases(__file__, "typed"))
def test_what_is_typed_is_an_answer(name: str, typed: str, meant: str | None) -> None:
    question = next(one for one in asked(asking(), "en") if one.name == name)
    if meant is not None:
        assert question.read(typed, Texts()) == meant
        return
    with pytest.raises(UsageError, match=r"answer (1 to 5|a to b), or press Enter"):
        question.read(typed, Texts())


@pytest.mark.parametrize(("text", "said"), cases(__file__, "mistakes"))
def test_a_mistake_in_the_file_is_named(text: str, said: str) -> None:
    with pytest.raises(InvalidFile) as error:
        stated(asking(text))
    assert "questions.yaml:" in str(error.value) and said in str(error.value), error.value


def test_everybody_is_asked_once_and_only_in_a_playtest(tmp_path: Path) -> None:
    rules: Any = asking()
    match = Match(rules, ["anna", "bruno"], playtest=True)
    assert len(waiting(match, 0, "en")) == 3
    match.answer(0, "fun", "4")
    assert not waiting(match, 0, "en") and len(waiting(match, 1, "en")) == 3
    assert not waiting(Match(rules, ["anna", "bruno"]), 0, "en")
