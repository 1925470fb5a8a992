"""What can be typed for a choice: letters, amounts, names as they are shown, notation, and parts of it."""

from __future__ import annotations

import itertools
import re
from typing import Any, cast
from unicodedata import normalize

import attrs
import pytest

import tilewright as tw
from tilewright.core.base.errors import Unreadable, UsageError
from tilewright.core.draw.model import Show, Spot
from tilewright.core.play.match import Match
from tilewright.core.rules.ruleset import Rules
from tilewright.core.table import commands, lookup, move_text, typed_choice
from tilewright.core.table.chair import Chair
from tilewright.core.table.choosing import Choosing, letters, spot, verb
from tilewright.core.table.table import Table

from ..toys import meadow
from ..toys.broken.plant import brook
from .games import KINDS, decisions, seated, table


def sat(game: Any, seed: int = 1, lang: str = "en") -> Chair:
    """The chair of the first seat to act in a new match between two people."""
    match = Match(game if isinstance(game, Rules) else tw.load(game), ["anna", "bruno"], seed=seed)
    table = Table(match, lang)
    return table.chair(table.to_act[0])


def moves(found: typed_choice.Read) -> list[str]:
    """The moves that are left, or were typed."""
    actions = [offer.action for offer in found.left] if isinstance(found, Choosing) else found
    return [str(action) for action in actions]


def read(chair: Chair, text: str, choosing: Choosing | None = None) -> typed_choice.Read:
    return typed_choice.read(text, chair, choosing or chair.choosing)


@pytest.mark.parametrize("kind", KINDS)
def test_every_move_is_read_back(kind: str) -> None:
    """Its notation, in capitals too, and every letter: never another move."""
    for chair in itertools.islice(decisions(table(kind)), 0, 12, 3):
        offers = chair.choosing.offers
        for offer in offers[:: max(1, len(offers) // 8)]:
            assert read(chair, str(offer.action)) == [offer.action]
            assert read(chair, str(offer.action).upper()) == [offer.action]
            listed = f"{move_text.move(chair, offer.action)} ({move_text.thing(chair, offer)})"
            assert listed.endswith("()") or read(chair, listed) == [offer.action]
        targets = chair.choosing.targets()
        labels = dict(zip(letters(len(targets)), targets, strict=False))
        for label, target in labels.items():
            assert moves(typed_choice.read(label, chair, chair.choosing, labels)) == [
                str(offer.action) for offer in target.offers
            ]


@pytest.mark.quick
def test_a_name_stands_for_the_moves_about_it() -> None:
    """Glen More: the tiles of the circuit by name, with the verb and without, in any language of the table."""
    chair = sat("glenmore")
    show = chair.show
    for offer in chair.choosing.offers:
        where = spot(offer)
        assert where is not None
        name = next(one.said for one in show.boards[where[0]].spots if one.at == where[1]).split(",")[0]
        name = name.split(":")[0].split(";")[0]
        for typed in (f"take {name}", name, name.lower()):
            found = read(chair, typed)
            assert str(offer.action) in moves(found)
            assert all(name in _name(chair, move) for move in moves(found)), typed
    german = sat("glenmore", lang="de")
    wood = [moves(read(chair, "forest")), moves(read(german, "Wald")), moves(read(german, "forest"))]
    assert wood[0] == wood[1] == wood[2] and wood[0]
    with pytest.raises(Unreadable):
        read(sat("glenmore", lang="pl"), "Wald")


def test_words_are_read_in_any_normal_form() -> None:
    """Letters with marks are typed as one character or as two: `Kamieniołom`, `Pole zbożowe`."""
    chair = sat("glenmore", lang="pl")
    for typed in ("Pole zbożowe", "pole zbożowe", "rozważ"):
        assert normalize("NFD", typed) != typed
        assert lookup.folded(normalize("NFD", typed)) == lookup.folded(typed)
    assert moves(read(chair, normalize("NFD", "Pole zbożowe"))) == moves(read(chair, "Pole zbożowe")) != []


def _name(chair: Chair, move: str) -> str:
    offer = next(one for one in chair.choosing.offers if str(one.action) == move)
    where = spot(offer)
    assert where is not None
    return next(one.said for one in chair.show.boards[where[0]].spots if one.at == where[1])


def test_a_number_is_an_amount_and_never_a_position() -> None:
    """Isle of Skye: after the tile, 3 is a price of 3. In Rebirth no amount is asked."""
    chair = sat("isleofskye", seed=7)
    tile = str(chair.choosing.offers[0].action).split()[1]
    part = read(chair, tile)
    assert isinstance(part, Choosing) and {verb(offer.action) for offer in part.left} == {"price", "drop"}
    assert moves(read(chair, "3", part)) == [f"price {tile} 3"]
    with pytest.raises(Unreadable, match="99 is not possible"):
        read(chair, "99", part)
    rebirth = sat("rebirth")
    for number in ("0", "1", "2", "17"):
        with pytest.raises(Unreadable, match="is an amount"):
            read(rebirth, number)
    glen = sat("glenmore")
    assert moves(read(glen, "7")) == ["take 7"]


@pytest.mark.quick
def test_prices_as_the_market_shows_them() -> None:
    """`L68 3`, `L68=3`, several at once with the verb once or not at all, and the tile that is marked among them."""
    chair = sat("isleofskye", seed=7)
    one, two, three = dict.fromkeys(str(offer.action).split()[1] for offer in chair.choosing.offers)
    wanted = [f"price {one} 2", f"price {two} 1", f"drop {three}"]
    for typed in (
        f"price {one} 2; price {two} 1; drop {three}",
        f"price {one}=2 {two}=1 drop {three}",
        f"{one}=2 {two}=1 drop {three}",
        f"{one.lower()} 2, {two.lower()} 1, drop {three.lower()}",
    ):
        assert moves(read(chair, typed)) == wanted, typed
    assert moves(read(chair, f"{one} 2")) == wanted[:1]


@pytest.mark.quick
def test_half_a_move_is_a_choice_that_is_left() -> None:
    chair = sat("rebirth", seed=4)
    first = str(chair.choosing.offers[0].action)
    assert first in moves(read(chair, f"place {first.split()[-1]}"))
    skye = sat("isleofskye", seed=7)
    tile = str(skye.choosing.offers[0].action).split()[1]
    assert moves(read(skye, tile)) == [move for move in moves(skye.choosing) if f"{move} ".count(f" {tile} ")]
    with pytest.raises(Unreadable, match="'zz' is not a move; moves now begin with place"):
        read(chair, "zz")


@pytest.mark.parametrize("lang", ["en", "de", "pl"])
def test_what_narrows_nothing_is_said_and_not_read_as_a_choice(lang: str) -> None:
    """Rebirth: every move places the tile in hand, so its name, half of it and the verb say nothing new."""
    chair = sat("rebirth", seed=9, lang=lang)
    tile = str(chair.choosing.offers[0].action).split()[1]
    assert all(f" {tile} " in move for move in moves(chair.choosing))
    for typed in ("pl", "place", tile, tile[:3]):
        with pytest.raises(Unreadable) as error:
            read(chair, typed)
        assert f"'{typed}'" in str(error.value)
        assert str(error.value).endswith(typed_choice.asked(chair.choosing, chair.table.said))


@pytest.mark.quick
def test_a_coordinate_is_never_completed_to_another_one() -> None:
    """Rebirth: 4,1 is a field of the map on which food is not possible; 4,10 to 4,14 are others, where it may be."""
    chair = sat("rebirth", seed=9)
    ends = {move.split()[-1] for move in moves(chair.choosing)}
    fields = {f"{one.at[0]},{one.at[1]}" for one in chair.show.boards[0].spots}
    begun = [one for one in fields - ends if any(end.startswith(one) for end in ends)]
    assert "4,1" in begun
    for field in begun:
        tile = moves(chair.choosing)[0].split()[1]
        for typed in (field, f"place {field}", f"{tile} {field}", f"place {tile} {field}"):
            found = read(chair, typed)
            assert not isinstance(found, Choosing), typed
            assert chair.refused(found[0]) is not None and moves(found)[0].split()[-1] == field, typed
    assert moves(read(chair, f"place {begun[0]},"[:-2])), "half of a coordinate is still completed"


def test_a_whole_other_move_is_read_whatever_has_been_picked() -> None:
    """Glen More: another tile by its verb and name after one has been picked, or is all that is left."""
    chair = sat("glenmore")
    names = {
        str(offer.action): _name(chair, str(offer.action)).split(",")[0].split(":")[0]
        for offer in chair.choosing.offers
    }
    first, second = next(
        (a, b)
        for a in names
        for b in names
        if names[a] != names[b] and list(names.values()).count(names[b]) == 1
    )
    left = [offer.action for offer in chair.choosing.offers if names[str(offer.action)] == names[first]]
    for part in (chair.choosing.only(left), chair.choosing.only(left[:1])):
        for typed in (f"take {names[second]}", names[second], second):
            assert moves(read(chair, typed, part)) == [second], typed


def test_what_is_possible_now_is_named_and_not_what_the_box_holds() -> None:
    """Isle of Skye knows 70 tiles; three of them lie before the shield."""
    chair = sat("isleofskye", seed=7)
    tiles = [*dict.fromkeys(str(offer.action).split()[1] for offer in chair.choosing.offers)]
    for typed in ("9", "L99", "L99 3"):
        with pytest.raises(Unreadable) as error:
            read(chair, f"price {typed}")
        assert {*re.findall(r"L[0-9]+", str(error.value))} - {"L99"} == {*tiles}, typed


def test_what_is_refused_says_what_is_possible_and_what_may_have_been_meant() -> None:
    glen, skye = sat("glenmore"), sat("isleofskye", seed=7)
    spaces = ", ".join(str(offer.action).split()[1] for offer in glen.choosing.offers)
    price = str(skye.choosing.offers[0].action).split()[1]
    rebirth, lay = sat("rebirth"), sat(meadow.PLUGIN)
    tile = str(rebirth.choosing.offers[0].action).split()[1]
    for chair, typed, said in (
        (rebirth, f"place {tile[0]}{tile[2:]} 7,1", f"did you mean '{tile}'?"),
        (lay, "lai 0,0", "did you mean 'lay 0,0'?"),
        (glen, "take 7.5", f"7.5 is not possible; possible: {spaces}"),
        (glen, "taek 7", "did you mean 'take 7'?"),
        (glen, "sell", "'sell' is not possible now; possible: take"),
        (glen, "buy", "'buy' is not possible now; possible: take"),
        (glen, "xyzzy", "moves now begin with take"),
        (glen, "Forst", "did you mean 'Forest'?"),
        (skye, f"prise {price} 3", f"did you mean 'price {price} 3'?"),
    ):
        with pytest.raises(Unreadable) as error:
            read(chair, typed)
        assert said in str(error.value), typed


def test_a_letter_and_a_number_are_a_choice_and_its_amount() -> None:
    """Isle of Skye: `b 3`, where b stands for a tile, prices it at 3. Half of a pair of letters lists the pairs."""
    chair = sat("isleofskye", seed=7)
    tile = str(chair.choosing.offers[0].action).split()[1]
    one = next(t for t in chair.choosing.targets() if t.offers[0] == chair.choosing.offers[0])
    assert moves(typed_choice.read("b 3", chair, chair.choosing, {"b": one})) == [f"price {tile} 3"]
    with pytest.raises(Unreadable, match="99 is not possible"):
        typed_choice.read("b 99", chair, chair.choosing, {"b": one})
    with pytest.raises(Unreadable, match="type all letters of one: ab"):
        typed_choice.read("a", chair, chair.choosing, {"ab": one})


@pytest.mark.parametrize("kind", KINDS)
def test_every_name_on_the_screen_can_be_looked_up(kind: str) -> None:
    """Things on spots and their signs, rows and columns of panels, the legend, and all that is in the box."""
    for chair in itertools.islice(decisions(table(kind)), 5, 20, 12):
        show, box = chair.show, chair.box("en")
        drawn = {
            "".join(ink.text for ink in row).strip("*#+= ") for _, spot in spots(show) for row in spot.face
        }
        pieces = {piece.text for _, spot in spots(show) for piece in spot.pieces}
        names = {*lookup.known(show), *(name for one in box for name in lookup.known(one))}
        moves = move_text.moves(chair, (offer.action for offer in chair.choosing.offers))
        words = {
            ink.text
            for panel in show.panels
            for row in panel.rows
            for ink in row
            if ink.said and len(ink.text) > 1
        }
        words |= {ink.word for ink in show.status if len(ink.word) > 1} | {moves[0].split()[-1], moves[-1]}
        for name in sorted((names | drawn | pieces | words) - {""})[::9] + sorted(words)[::2]:
            assert lookup.look(show, name, box=box, moves=moves), name
            if len(name) > 5 and name in names:
                with pytest.raises(UsageError, match="did you mean"):
                    lookup.look(show, name[:-1] + "qx", box=box)


@pytest.mark.quick
def test_what_is_called_so_comes_before_what_mentions_it() -> None:
    """Isle of Skye: each tile of the box alone, not all of its sheet; a scoring tile by its letter, before a label."""
    chair, boxed = sat("isleofskye", seed=7), "in the box: "
    for tile in chair.view.rules.pieces["tile"][:73:6]:
        found = lookup.look(chair.show, tile, box=chair.box("en"))
        assert found and all(tile in line for line in found if line.startswith(boxed)), tile
    board = next(n for n, one in enumerate(chair.show.boards) if one.in_line)
    marks = {(board, chair.show.boards[board].spots[0].at): "a"}
    first, *_, last = lookup.look(chair.show, "A", marks)
    assert ": A " in first and ": A " not in last and lookup.look(chair.show, "A")[0] == first


def test_an_empty_cell_is_said_to_be_empty() -> None:
    show = seated("dominoes", (), 2, 2, 3).chair(0).show
    first, *beside = lookup.look(show, "-1,0")
    assert "-1,0: empty" in first and any(" 0,0: " in line for line in beside)
    with pytest.raises(UsageError, match="no 9,9 here"):
        lookup.look(show, "9,9")


def test_a_castle_that_is_misspelt_is_suggested() -> None:
    """Its name stands behind that of its field."""
    with pytest.raises(UsageError, match="did you mean 'Urquhart'"):
        lookup.look(sat("rebirth").show, "Urqhart")


def spots(show: Show) -> list[tuple[int, Spot]]:
    return [(n, spot) for n, board in enumerate(show.boards) for spot in board.spots]


@pytest.mark.parametrize("kind", KINDS)
def test_every_name_on_the_table_is_understood_at_every_decision(kind: str) -> None:
    """It stands for the moves about its spot, or it is said that nothing can be done there; it is never unknown."""
    for chair in itertools.islice(decisions(table(kind)), 0, 40, 20):
        about: dict[str, set[str]] = {}
        for n, board in enumerate(chair.show.boards):
            for one in board.spots:
                for name in lookup.names(one):
                    offers = [str(o.action) for o in chair.choosing.offers if spot(o) == (n, one.at)]
                    about.setdefault(name, set()).update(offers)
        for name, ours in [*about.items()][::3]:
            if typed_choice.AMOUNT.fullmatch(name):
                continue
            try:
                found = read(chair, name)
            except Unreadable as error:
                every = {str(offer.action) for offer in chair.choosing.offers}
                assert ours in (set(), every)
                told = f"'{name}' fits every move" if ours else f"nothing can be done with '{name}' now"
                # `castle field ka` begins like a move that another step has.
                assert told in str(error) or f"'{name.split()[0]}' is not possible now" in str(error)
                continue
            assert not ours or {*moves(found)} & ours, name


def test_what_fits_every_move_that_is_left_lists_them_unless_a_place_is_asked_for() -> None:
    chair = next(
        one for one in decisions(table("glenmore")) if str(one.choosing.left[0].action).startswith("get")
    )
    with pytest.raises(
        Unreadable, match="'get' fits every move that is left; now choose one of these"
    ) as told:
        read(chair, "get")
    assert told.value.expected == tuple(move_text.move(chair, offer.action) for offer in chair.choosing.left)
    assert len(told.value.expected) > 1


class Lines(list[str]):
    """What was answered, line by line."""

    def say(self, text: str = "", first: str = "", rest: str | None = None) -> None:
        self.append(text)

    wrapped = say

    def drawn(self, show: object, marks: object) -> None:
        self.append("a picture")


@pytest.mark.parametrize("kind", KINDS)
def test_why_answers_for_names_and_for_unfinished_moves(kind: str) -> None:
    """A spot says what brings or bars it, a move of any step without its last word why it is refused."""
    had: dict[str, str] = {}
    for chair in itertools.islice(decisions(table(kind)), 0, 60, 20):
        had |= {verb(offer.action): str(offer.action) for offer in chair.choosing.offers}
        spots = [one for board in chair.show.boards for one in board.spots]
        typed = [name for one in spots[::7] for name in (lookup.thing(one), one.said.split()[-1])]
        typed += [line.rpartition(" ")[0] for line in had.values() if line.count(" ") > 1]
        for line in dict.fromkeys(one for one in typed if len(one) > 2):
            commands.ANSWERS["why"](commands.Pointing(chair, None, told := Lines()), line)
            assert re.search("The rules allow|^[A-Z]{2}-[A-Z]+-[0-9]+: ", "\n".join(told), re.M), line


def test_a_castle_by_its_name_says_why_no_tile_goes_there() -> None:
    """No notation is typed, but what is there or its coordinate."""
    chair = sat("rebirth")
    castle = next(one for one in chair.show.boards[0].spots if "castle" in one.said)
    for name in (castle.called, lookup.thing(castle)):
        found = read(chair, name)
        refused = None if isinstance(found, Choosing) else chair.refused(found[0])
        assert refused is not None and refused.rules == ("RB-PLACE-3",), (name, found)


@pytest.mark.parametrize("lang", ["de", "pl"])
def test_what_cannot_be_read_is_said_in_the_language_of_the_table(lang: str) -> None:
    chair = sat("rebirth", lang=lang)
    for typed in ("zz", "place nothing", "7", "place 3,x"):
        with pytest.raises(Unreadable) as error:
            read(chair, typed)
        english = sat("rebirth")
        with pytest.raises(Unreadable) as other:
            read(english, typed)
        assert str(error.value) != str(other.value), typed


@attrs.define
class Asking:
    """Who types at a chair, as far as words that are no moves need it."""

    chair: Chair

    @property
    def said(self) -> Any:
        return self.chair.texts


def test_a_thing_that_sounds_like_a_command_is_no_slip_of_the_keyboard() -> None:
    """A tile `red` is refused as others are, not taken for `redo`."""
    plain, red = Asking(sat(brook('("MMMMWW", "WWWWWW")'))), Asking(sat(brook('("MMMMWW", "WWWWWW")', "red")))
    with pytest.raises(UsageError, match="did you mean 'redo'"):
        commands.mistyped("red 5,5", cast(commands.Asker, plain))
    commands.mistyped("red 5,5", cast(commands.Asker, red))
    commands.mistyped("RED 5,5", cast(commands.Asker, red))
