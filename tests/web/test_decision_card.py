"""The card of a decision: reasons with symbols, nothing twice, what a move makes; a piece is the one that is taken."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice

import attrs
import pytest

from tilewright.core.bots import make
from tilewright.core.draw.model import Offer
from tilewright.core.table import lookup, move_text
from tilewright.core.table.choosing import unturned, verb
from tilewright.core.table.comparison import PointGap
from tilewright.core.table.hint import Advice
from tilewright.core.web import decision_card
from tilewright.core.web.live_match import LiveMatch
from tilewright.core.web.page_session import PageSession
from tilewright.core.web.page_words import words_of

from ..table.games import seated
from .sessions import choice_of, do, mine, served, shown


def until(here: LiveMatch, wanted: Callable[[PageSession], bool]) -> PageSession:
    """The page of whoever decides first, at the first decision of this kind that anybody's game comes to."""
    match = here.table.match
    anybody = make("random", match.rules)
    while not wanted(page := mine(here)):
        here.table.play(match.choose(match.state.to_act[0], anybody))
    return page


def several(page: PageSession) -> bool:
    """True if there are several pieces to choose from."""
    return len({offer.piece for offer in page.chair.choosing.offers} - {None}) > 1


def two_tiles(page: PageSession) -> bool:
    """True if there is a place for one of two tiles."""
    spots = page.chair.choosing.spots.values()
    return several(page) and any(len({unturned(offer.action) for offer in own}) > 1 for own in spots)


def reasons(page: PageSession) -> list[str]:
    """The lines of the card as they are seen."""
    found = re.search(r'<ul class="reasons">(.*?)</ul>', shown(page)["move"])
    assert found is not None
    lines = re.findall(r"<li.*?</li>", found[1])
    return [re.sub(r"<[^>]+>", "", re.sub(r'<span class="aloud">.*?</span>', "", line)) for line in lines]


def test_a_tile_on_offer_says_what_it_is_and_who_moves_before_its_taker() -> None:
    here = served("glenmore")
    page = mine(here)
    for at in [at for board, at in choice_of(page).choosing.spots if board == 0]:
        do(page, "point", at=(0, *at))
        told, there = " ".join(reasons(page)), lookup.spot_at(page.chair.show, (0, at))
        assert there is not None and there.picture is not None
        assert re.search(r"fits in \d+ places?", told)
        assert all(plate.said in told for plate in there.picture.plates)
        passed = [one for one in page.chair.show.boards[0].spots if one.pieces and 0 < one.at[0] < at[0]]
        chips = shown(page)["move"].partition("before you move again:")[2].partition("</li>")[0]
        assert chips.count('title="') == len(passed) and ("at once" in told) == (not passed)


@pytest.mark.parametrize("kind", ["rebirth", "isleofskye"])
def test_reasons_have_symbols_and_say_what_the_move_makes(kind: str) -> None:
    """The symbol is that of the reason in charts; the region lights up, with the place of the move in it."""
    here = served(kind)
    page = until(here, several) if kind == "isleofskye" else mine(here)
    icons, regions = move_text.icons(here.table.match.rules), 0
    for board, at in list(choice_of(page).choosing.spots)[:6]:
        do(page, "point", at=(board, *at))
        markup, lines = shown(page)["move"], page.chair.foresee(choice_of(page).action).lines
        assert all(f"#sym-{icons[line.reason]}" in markup for line in lines if icons[line.reason])
        if any("after it: " in line for line in reasons(page)):
            regions += 1
            alight = shown(page)["cursor"]["alight"]
            assert [board, *at] in alight and len(alight) > 1
    assert regions


def test_what_the_title_says_is_not_said_again() -> None:
    """The event of a placement names the tile, which the page asks for, and the place, which is the title."""
    page = until(served("glenmore"), lambda page: page.chair.show.asks.startswith("place "))
    board, at = next(where for where in choice_of(page).choosing.spots if where[0])
    do(page, "point", at=(board, *at))
    tile = page.chair.show.asks.removeprefix("place ")
    assert f"places {tile}" in page.chair.said(choice_of(page).action)
    assert not any(f"places {tile}" in line for line in reasons(page))


def test_a_move_with_a_piece_shows_that_piece() -> None:
    """Not one that is called like it, such as a tile of another player."""
    page = until(served("isleofskye"), two_tiles)
    made = list[tuple[str, str]]()
    for board, at in choice_of(page).choosing.spots:
        do(page, "point", at=(board, *at))
        made = re.findall(r'data-form="(\d+)".*?<span class="aloud">(.*?)</span></span>', shown(page)["move"])
        if len(made) > 1:
            break
    assert len(made) > 1
    for n, said in made:
        piece = choice_of(page).forms[int(n)].piece
        assert piece is not None and said == words_of(page).place(piece)


def test_a_choice_is_told_without_coordinates_and_turns() -> None:
    for page in (mine(served("rebirth")), until(served("isleofskye"), several)):
        for offer in page.chair.choosing.offers:
            assert offer.at is not None
            bare = attrs.evolve(offer, said="")
            said, there = (
                move_text.sentence(page.chair, bare),
                lookup.titled(page.chair.show, (offer.board, offer.at)),
            )
            assert there in said and not re.search(r"\br\d\b|-?\d,-?\d", said.replace(there, ""))
            assert there not in move_text.sentence(page.chair, bare, at_cursor=True)


def test_a_hint_names_moves_by_their_places_and_has_a_line_for_each_thing_that_it_says() -> None:
    here = served("rebirth")
    anna = mine(here)
    anna.follow()
    action, rival = islice(anna.chair.view.legal(), 2)
    gap = PointGap(0.3, 2.0, {"castle": (3.2, 1.0), "others": (-2.0, 0.5)})
    anna.chair.advice(Advice((action,), (rival,), 8, gap))
    do(anna, "key", key="h")
    card = shown(anna)["move"]
    told = re.findall(r"<li>(.*?)</li>", card.partition('class="hinted"')[2].partition("</ul>")[0])
    one, two = (words_of(anna).called(anna.chair, move) for move in (action, rival))
    assert one != two and f'<p class="words">{one} looks best.</p>' in card
    assert told[0] == f"In favour of {one}: castle +3."
    assert told[1] == f"About as good: {two}. In favour of {two}: less for the best opponent +2."
    assert told[2].startswith("Rule of thumb: ") and len(told) == 3
    assert "<h2>" in card and "Now: " not in card, "the card says below what the move brings"
    do(anna, "key", key="right")
    assert "looks best" not in shown(anna)["move"]


@pytest.mark.parametrize("kind", ["glenmore", "isleofskye", "rebirth"])
def test_a_button_says_what_it_does(kind: str) -> None:
    """A word that is typed, such as `end`, says it only with a sentence; so do kinds of moves among each other."""
    here, seen = served(kind), set()
    match, anybody = here.table.match, make("random", here.table.match.rules)
    while not match.over and match.decisions < 150:
        page = mine(here)
        page.follow()
        buttons = re.findall(r"<button.*?</button>", decision_card.choices(page))
        kinds = {type(one.action) for target in choice_of(page).listed for one in target.offers}
        for button, target in zip(buttons, choice_of(page).listed, strict=True):
            text, told = (re.search(rf"<{name}>(.*?)</{name}>", button) for name in ("span", "small"))
            assert text is not None
            assert told is not None or " " in text[1].partition("<small>")[0], button
            if len(kinds) > 1:
                assert told or target.offers[0].said or len(target.offers[0].action.parts) == 1, button
            seen.add(text[1])
        here.table.play(match.choose(match.state.to_act[0], anybody))
    assert {"glenmore": "Stop here, and play goes on", "isleofskye": "Buy nothing"}.get(kind, "") in {
        "",
        *seen,
    }


def test_buttons_never_read_alike() -> None:
    """Ways in which a tile lies at its spot are no buttons; the tile is there, and a button turns it."""
    made = seated("stowage", (), 2, 2, seed=2)
    made.one_keyboard = False
    page = mine(LiveMatch(made, pace=0))
    spots = choice_of(page).choosing.spots
    where = max(spots, key=lambda one: len(spots[one]))
    do(page, "click", at=(where[0], *where[1]), key="mouse")
    texts = re.findall(r"<span>(.*?)</span>", shown(page)["choice"])
    assert len(texts) == len({*texts}) > 1
    assert "<span>place: now choose one of these</span>" in shown(page)["head"]
    do(page, "line", n=0)
    do(page, "key", key="enter")
    assert f"<span>place {texts[0]}: now choose how it is turned</span>" in shown(page)["head"]
    ways = len(choice_of(page).choosing.left)
    assert ways > 1 and shown(page)["choice"] == "" and shown(page)["cursor"]["ghost"] is not None
    seen = {choice_of(page).action}
    for _ in range(ways - 1):
        assert 'data-key="r"' in shown(page)["move"]
        do(page, "key", key="r")
        seen.add(choice_of(page).action)
    assert seen == {offer.action for offer in choice_of(page).choosing.left}


def test_tiles_at_one_spot_are_told_apart_by_their_signs_and_not_by_how_they_are_turned() -> None:
    made = seated("paths", (), 2, 2, seed=3)
    made.one_keyboard = False
    page = mine(LiveMatch(made, pace=0))
    offers = max(choice_of(page).choosing.spots.values(), key=len)
    choice_of(page).seek(offers[-1].action)
    do(page, "key", key="R")
    texts = re.findall(r'data-form="\d+".*?<span class="aloud">(.*?)</span>', shown(page)["move"])
    tiles = {str(offer.action).split()[1] for offer in offers}
    assert len(tiles) > 1 and {*texts} == {f"a tile ({tile})" for tile in tiles}


def test_what_else_would_read_alike_says_what_separates_it() -> None:
    texts, moves = ["turn", "rest", "turn", "turn"], ["turn", "rest", "turn r2", "turn r3"]
    assert move_text.told_apart(texts, moves) == ["turn", "rest", "turn (r2)", "turn (r3)"]
    assert move_text.told_apart(["a tile"] * 2, ["T1", "T2"]) == ["a tile (T1)", "a tile (T2)"]


def test_the_page_draws_a_piece_that_would_move_at_its_new_place_alone() -> None:
    def rolls(page: PageSession) -> list[Offer]:
        offers = page.chair.choosing.offers
        certain = ((one, page.chair.ghost(one)) for one in offers if verb(one.action) == "roll")
        return [one for one, spots in certain if spots and spots[0].pieces]

    made = seated("ford", (), 2, 2, seed=5)
    made.one_keyboard = False
    page = until(LiveMatch(made, pace=0), lambda page: bool(rolls(page)))
    roll = rolls(page)[0]
    assert roll.piece is not None
    choice_of(page).seek(roll.action)
    ghost = shown(page)["cursor"]["ghost"]
    assert ghost["vacated"] == [[roll.piece[0], *roll.piece[1]]]
    texts = re.findall(r"<text[^>]*>(.*?)</text>", ghost["html"])
    assert [text.strip() for text in texts] == ["~", "l"], "water where the stone was, and the stone"
