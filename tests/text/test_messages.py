"""Texts with arguments and forms of words: which form goes with a number, and what is wrong with a user's text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.errors import InvalidFile, PluginError, Unreadable
from tilewright.core.rules.assembly import forget
from tilewright.core.rules.typed_moves import say_unreadable
from tilewright.core.text.grammar import grammar
from tilewright.core.text.messages import Message, Words, filled, flaws
from tilewright.core.text.unreadable import Unclear

from ..cases import cases

pytestmark = pytest.mark.quick

CLDR: dict[str, Any] = cases(__file__, "cldr")
"""Whole numbers by category: the samples of "Language Plural Rules" of Unicode CLDR, and the numbers next to them."""
COINS = {"en": "{n} {n|coin|coins}", "de": "{n} {n|Münze|Münzen}", "pl": "{n} {n|moneta|monety|monet}"}


@pytest.mark.parametrize("lang", CLDR)
def test_the_form_of_a_word_goes_with_the_number_as_in_cldr(lang: str) -> None:
    known = grammar(lang)
    for form, numbers in CLDR[lang].items():
        assert {[*known.forms][known.form(n)] for n in numbers} == {form}
        assert {[*known.forms][known.form(-n)] for n in numbers} == {form}


@pytest.mark.parametrize(("lang", "said"), cases(__file__, "a_text_has_the_form_that_goes_with_its_number"))
def test_a_text_has_the_form_that_goes_with_its_number(lang: str, said: str) -> None:
    assert ", ".join(filled(COINS, lang, {"n": n}) for n in (1, 2, 5, 12, 22)) == said


def test_the_last_number_of_an_argument_decides() -> None:
    assert filled(COINS, "pl", {"n": "1/3/5"}) == "1/3/5 monet"
    assert filled(COINS, "pl", {"n": "+2"}) == "+2 monety"
    assert filled(COINS, "pl", {"n": "?"}) == "? monet"


def test_messages_are_said_within_a_message_and_texts_stand_as_they_are() -> None:
    """Also a text that is the name of a thing, which other sentences translate; forms go with what is said."""
    some = {"en": "{n} of the {of}", "de": "{n} der {of}", "pl": "{n} z {of}"}
    there = {
        "en": "{some} {some|tile|tiles} of {who}",
        "de": "{some} Plättchen von {who}",
        "pl": "kafelki gracza {who}: {some}",
    }
    words = Words({"some": some, "there": there, "name.anna": {"en": "Anne", "de": "Anne", "pl": "Anna"}})
    message = Message("there", {"some": Message("some", {"n": 2, "of": 1}), "who": "anna"})
    assert words.told(message) == "2 of the 1 tile of anna"
    assert words.told(message, "de") == "2 der 1 Plättchen von anna"
    assert words.told(message, "pl") == "kafelki gracza anna: 2 z 1"
    assert words.told("as {it} is", "pl") == "as {it} is"
    with pytest.raises(PluginError, match="there is no message 'none'"):
        words.told(Message("there", {"some": Message("none"), "who": "anna"}))


def test_what_an_argument_holds_is_never_read_as_a_text() -> None:
    assert filled({"en": "{who} has {n}"}, "en", {"who": "{n|a|b}", "n": 1}) == "{n|a|b} has 1"


@pytest.mark.parametrize(
    ("lang", "text", "said"), cases(__file__, "a_text_that_could_not_be_filled_in_is_told")
)
def test_a_text_that_could_not_be_filled_in_is_told(lang: str, text: str, said: str) -> None:
    (found,) = {one for _, one in flaws({lang: text}, COINS["en"])}
    assert said in found


def test_a_message_that_is_not_given_its_arguments_names_itself() -> None:
    with pytest.raises(PluginError, match=r"the message 'sold' names \{n\}"):
        Words({"sold": COINS}).say("sold", {})


# -- files of users and of other authors -------------------------------------------------------------------------------


def played(folder: Path, text: str) -> tw.Rules:
    folder.joinpath("messages.yaml").write_text(text, encoding="utf8")
    forget()
    return tw.load("glenmore", data=folder)


@pytest.mark.parametrize(
    ("text", "said"), cases(__file__, "a_users_messages_are_checked_before_the_game_begins")
)
def test_a_users_messages_are_checked_before_the_game_begins(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(InvalidFile) as error:
        played(tmp_path, text)
    (problem,) = error.value.problems
    assert f"{tmp_path.as_posix()}/messages.yaml" in str(problem)
    assert said in str(problem)


def test_a_user_may_say_it_otherwise(tmp_path: Path) -> None:
    rules = played(tmp_path, 'sold: {de: "{seat} macht aus {kind} {coins} {coins|Taler|Taler}"}')
    args = {"seat": 0, "kind": "wood", "coins": 1}
    assert rules.say("sold", args, ("anna",), "de") == "anna macht aus Holz 1 Taler"
    assert rules.say("sold", args, ("anna",)) == "anna sells wood for 1 coin"


def test_a_translation_of_a_users_own_text_is_left_out(tmp_path: Path) -> None:
    """Ours would name numbers that the user's text has not."""
    ours = tw.load("isleofskye").folder.text("scoring.yaml")
    theirs = ours.replace("of at least {least} tiles without", "of some tiles without")
    theirs = theirs.replace("aus mindestens {least} Plättchen ohne", "aus einigen Plättchen ohne")
    assert theirs != ours
    (tmp_path / "scoring.yaml").write_text(theirs, encoding="utf8")
    forget()
    words = tw.load("isleofskye", data=tmp_path).words
    assert "pl" not in words.texts("name.columns.text")
    assert "pl" in words.texts("name.squares.text")


# -- typed moves -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "typed", "en", "de", "pl"), cases(__file__, "moves_that_cannot_be_read"))
def test_a_move_that_cannot_be_read_is_answered_in_every_language(
    game: str, typed: str, en: str, de: str, pl: str
) -> None:
    rules = tw.load(game)
    state = rules.new(2, 1)
    with pytest.raises(Unreadable) as error:
        rules.read(typed, state, state.to_act[0])
    assert str(error.value) == en
    assert [say_unreadable(rules, error.value, lang) for lang in ("en", "de", "pl")] == [en, de, pl]


def test_a_reader_without_messages_is_told_in_english() -> None:
    rules = tw.load("rebirth")
    assert say_unreadable(rules, Unreadable("that is odd"), "de") == "that is odd"
    assert str(Unclear("read.nothing")) == "nothing was typed"
    assert str(Unclear("their_own", text="x")) == "their_own"
