"""What numbers stand for: scenes, exports, sentences, notation and score lines that follow from declarations."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright.core.base.errors import PluginError
from tilewright.core.rules import position
from tilewright.core.rules.containers import KEPT, at_cells, bits, by, by_seat, sequence
from tilewright.core.rules.game import ScoreReason
from tilewright.core.rules.meanings import CELL, OWNER, SEAT, SEATS, Meaning, meaning, reader, whole, words
from tilewright.core.rules.nouns import Given
from tilewright.core.rules.state import State
from tilewright.core.rules.zones import public
from tilewright.core.scenes import scene
from tilewright.core.scenes.sentences import holds
from tilewright.core.text.things import Thing, Things

from ..cases import cases
from ..toys import nim

CASTLES = [Thing("KE", "Edinburgh Castle"), Thing("Ke", "Elgin"), Thing("KS", "Stirling")]
ROWS = words("wood", "stone")


@attrs.define(eq=False)
class Full(nim.Nim):
    """Nim with a field of each meaning."""

    castles: list[int] = public(means=by("castle", OWNER), factory=lambda: [-1, -1, -1])
    built: list[int] = public(means=by("castle", SEATS), factory=lambda: [0, 0, 0])
    coins: list[int] = public(means=by_seat(whole(least=0, most=9)), factory=lambda: [0, 0])
    stock: list[int] = public(means=by(ROWS, whole(0), rest=0), factory=lambda: [5, 5])
    cards: list[int] = public(means=by_seat(bits("castle")), factory=lambda: [0, 0])
    members: list[dict[int, int]] = public(
        means=by_seat(at_cells(whole(0), without=0)), factory=lambda: [{}, {}]
    )
    tiles: list[dict[int, int]] = public(means=by_seat(at_cells("castle")), factory=lambda: [{}, {}])
    first_seat: int = public(means=SEAT, default=0)
    out: int = public(means=SEATS, default=0)
    round: int = public(means=whole(1, lambda state: 5, first=1), default=0)
    spots: list[int] = public(means=sequence(CELL), factory=list)
    weather: int = public(means=words("calm", "storm"), default=0)


def full(**more: Any) -> Any:
    return nim.bent(state=Full, things=lambda data: {"castle": CASTLES}, **more)


def given(**what: Any) -> Full:
    state = tw.load(full()).new(["anna", "bruno"])
    position.place(state, {name.replace("_", " "): value for name, value in what.items()})
    assert isinstance(state, Full)
    return state


@pytest.mark.parametrize(("name", "said", "stored", "sentences"), cases(__file__, "said"))
def test_a_field_is_set_written_and_told_by_its_meaning(
    name: str, said: Any, stored: Any, sentences: list[str]
) -> None:
    state = given(**{name: said})
    if stored is not None:
        assert getattr(state, name) == stored
    for sentence in sentences:
        assert holds(sentence, state) is None, sentence
    again = given()
    position.place(again, position.written(state))
    assert again == state


@pytest.mark.parametrize(("name", "said", "path", "words"), cases(__file__, "wrong_values"))
def test_a_wrong_value_is_placed(name: str, said: Any, path: list[Any], words: str) -> None:
    with pytest.raises(Given) as error:
        given(**{name: said})
    assert words in error.value.message and [*error.value.path] == path


def test_a_meaning_that_lacks_a_part_says_which() -> None:
    state, bare = tw.load(full()).new(2), Meaning()
    for call, said in (
        (lambda: bare.read(state, 1), "is not read in scenes"),
        (lambda: bare.write(state, 1), "is not written in scenes"),
        (lambda: bare.values(state), "does not list its values"),
    ):
        with pytest.raises(TypeError, match=f"^Meaning {said}"):
            call()
    assert [*whole().values(state)] == [*range(-20, 21)] and [*whole(1, first=1).values(state)] == [
        *range(41)
    ]
    assert not list(bare.pieces(state, 1)) and not bare.belongs(1, 0) and bare.amount(3) == 3


def test_an_example_of_each_meaning_is_one_of_its_first_values() -> None:
    state = tw.load(full()).new(["anna", "bruno", "clara"])
    for means, said in (
        (meaning("castle"), "KE"),
        (ROWS, "wood"),
        (SEAT, "anna"),
        (SEATS, "anna bruno"),
        (CELL, "1,0"),
        (whole(), "1"),
        (whole(-3, 9), "1"),
        (whole(2, 9, first=1), "2"),
    ):
        assert means.example(state) == said
        assert means.read(state, said) in ([3] if means is SEATS else means.values(state))
    assert [*CELL.values(state)] == [*state.rules.game.grid.around(0, 3)]
    assert [*SEAT.values(state)] == [0, 1, 2] and [*OWNER.values(state)] == [-1, 0, 1, 2]
    assert OWNER.write(state, -1) == "nobody" and SEATS.say(state, 0) == "nobody"
    assert [SEATS.belongs(5, seat) for seat in range(3)] == [True, False, True]


def test_what_stands_for_nothing_is_the_word_empty_only_where_the_rest_is_not_kept() -> None:
    """The schema for editors takes the word where `read` does."""
    for rest, said in ((-1, True), (KEPT, False)):
        schema = by("castle", OWNER, rest=rest).schema({"castle": CASTLES})
        assert ({"const": "empty"} in schema["anyOf"]) is said


def test_an_own_noun_wins_part_by_part() -> None:
    """What it leaves out comes from the field."""
    own = scene.Noun(name="coins", count=lambda state, seat: 77)
    state = tw.load(full(nouns=(own,))).new(["anna", "bruno"])
    position.place(state, {"coins": {"anna": 3}})
    assert isinstance(state, Full) and state.coins == [3, 0]
    assert holds("anna has 77 coins", state) is None and holds("anna's coins are 3", state) is None


def test_a_noun_that_means_no_meaning_is_refused_where_it_stands() -> None:
    wrong: Any = "castle"
    with pytest.raises(
        PluginError,
        match=r"noun 'coins': means: expected a meaning, such as CELL, got 'castle' \(test_meanings",
    ):
        scene.Noun(name="coins", means=wrong)
    number: Any = 7
    with pytest.raises(PluginError, match=r"Noun\(name\): expected text, got 7 \(test_meanings"):
        scene.Noun(name=number)


def test_a_noun_is_called_in_the_singular_as_well() -> None:
    for name, one in (("castles", "castle"), ("cities", "city"), ("news", "new"), ("gold", "gold")):
        assert [scene.Noun(name=name).called(word) for word in (name, one, f"{one}x", "")] == [
            True,
            True,
            False,
            False,
        ]
    assert scene.Noun(name="storm.cities").called("city"), "its module's name may be left out"


def test_a_score_line_names_its_source() -> None:
    reasons = (
        ScoreReason("last", "NM-END-1"),
        ScoreReason("castle", "NM-END-1", "castle"),
        ScoreReason("place", "NM-END-1", CELL),
        ScoreReason("letter", "NM-END-1", words("A", "B")),
    )
    state = tw.load(full(reasons=reasons)).new(["anna", "bruno"])
    for key, source in (("castle", 0), ("castle", 2), ("place", 1), ("letter", 1)):
        state.gain(0, 1, state.rules.reason[key], source)
    state.gain(0, 1, state.rules.reason["last"])
    said = [line.source for line in state.score_lines()]
    assert said == ["Edinburgh Castle", "Stirling", state.rules.game.grid.text(1), "B", ""]


def test_a_function_as_a_source_says_what_to_write() -> None:
    with pytest.raises(
        PluginError, match=r"name of a family or a meaning, such as CELL, got .*test_meanings\.py:"
    ):
        ScoreReason("castle", "NM-END-1", lambda rules, source: "")  # type: ignore[arg-type]


class TestThings:
    things = Things("castle", CASTLES)

    @pytest.mark.parametrize(
        ("text", "number"),
        cases(__file__, "meanings"),
    )
    def test_a_thing_is_found_by_its_very_code_first(self, text: str, number: int) -> None:
        assert self.things.find(text) == number

    @pytest.mark.parametrize(("text", "said"), [("ke", "KE, Ke"), ("KSS", "did you mean 'KS'")])
    def test_what_is_unknown_or_not_clear_is_said(self, text: str, said: str) -> None:
        with pytest.raises(ValueError, match=said):
            self.things.find(text)

    def test_every_thing_has_its_own_code(self) -> None:
        with pytest.raises(PluginError, match="two things of the family 'castle' have the code KE"):
            Things("castle", [*CASTLES, Thing("KE")])

    def test_things_of_a_family_of_pieces_have_its_codes(self) -> None:
        other = full(pieces=lambda data: {"castle": ("KE", "KS")})
        with pytest.raises(PluginError, match="the things of the family 'castle' do not have the codes"):
            tw.load(other)


def test_a_reader_gives_what_actions_hold_and_lists_it() -> None:
    state: State = tw.load(full()).new(["anna", "bruno"])
    castle = reader("castle")
    assert castle(state, 0, "Ke") == "Ke" and castle(state, 0, "stirling") == "KS"
    assert castle.values is not None and list(castle.values(state)) == ["KE", "Ke", "KS"]
    cell = reader(CELL)
    assert str(cell(state, 0, "2,-1")) == "2,-1"
    optional = reader(ROWS, optional=True)
    assert optional(state, 0, "") == "" and optional(state, 0, "WOOD") == "wood"
    assert optional.values is not None and list(optional.values(state)) == ["", "wood", "stone"]
    with pytest.raises(ValueError, match="the castle is missing"):
        castle(state, 0, "")
    with pytest.raises(ValueError, match="there is no castle 'x'"):
        castle(state, 0, "x")


def test_a_number_from_one_is_listed_as_it_is_stored() -> None:
    """Rounds 1 to 5 are stored as 0 to 4, and each is read back from what is written for it."""
    state = tw.load(full()).new(["anna", "bruno"])
    rounds = whole(1, lambda state: 5, first=1)
    assert list(rounds.values(state)) == [0, 1, 2, 3, 4]
    assert [rounds.write(state, value) for value in rounds.values(state)] == [1, 2, 3, 4, 5]


def test_a_value_without_parts_has_no_part_to_tell() -> None:
    state = tw.load(full()).new(["anna", "bruno"])
    assert whole().tell(state, 4, "") == "4"
    with pytest.raises(ValueError, match="there is no 'KE' here"):
        whole().tell(state, 4, "KE")
    few = whole(1, 5)
    assert [few.typed(state, text) for text in ("1", "5")] == [1, 5]
    for means, text in ((few, "0"), (few, "6"), (few, "x"), (at_cells("castle"), "KE")):
        with pytest.raises(ValueError, match=r"expected a (whole number|mapping)"):
            means.typed(state, text)


def test_a_scale_that_is_no_option_is_refused() -> None:
    with pytest.raises(
        PluginError, match="score reason last: there is no option 'heep'; did you mean 'heap'"
    ):
        tw.load(nim.bent(reasons=(ScoreReason("last", "NM-END-1", scale="heep"),)))
