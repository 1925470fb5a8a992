"""Keys that change a choice, and what is said of the cursor, below all faces."""

from __future__ import annotations

from collections import Counter
from typing import Any

import attrs
import pytest

from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import UsageError
from tilewright.core.rules.actions import Action
from tilewright.core.table import choice_keys, cursor_info, move_text
from tilewright.core.table.chair import Chair
from tilewright.core.table.choice_cursor import ChoiceCursor

from ..cases import cases
from .games import KINDS, decisions, table

PRESSED: list[Any] = cases(__file__, "pressed")


@pytest.mark.parametrize("kind", KINDS)
def test_keys_choose_moves_that_are_legal_and_ask_before_final_ones(kind: str) -> None:
    """Keys at random: whatever is to be played is legal, and was asked for first exactly if it is final."""
    stream, played = Stream(8, "keys"), Counter[bool]()
    for chair in decisions(table(kind), most=30):
        choice, legal = ChoiceCursor(chair), chair.view.legal()
        for _ in range(60):
            asked = choice.pending
            key = stream.pick(PRESSED)
            pressed = choice_keys.press(choice, key)
            assert pressed is not None
            if pressed.play is not None:
                final = chair.final(pressed.play)
                assert key == "enter" and pressed.play in legal and (asked == pressed.play) == final
                played[final] += 1
                chair.play(pressed.play)
                break
            if choice.pending is not None:
                assert key == "enter" or choice.pending == asked
                assert choice.pending == choice.action and choice_keys.does(choice, "enter") == "confirm"
    assert played[True] > 1 and sum(played.values()) > 10


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_said_of_the_cursor_is_what_the_chair_knows(kind: str) -> None:
    """Legal moves are said with what they bring and seen as ghosts; refused ones with all their reasons."""
    found = Counter[str]()
    for n, chair in enumerate(decisions(table(kind), most=22)):
        if n % 16 != 5:
            continue
        choice = ChoiceCursor(chair)
        every = [(board, spot.at) for board, one in enumerate(chair.show.boards) for spot in one.spots]
        for where in [*every[::9], *[*chair.choosing.spots][:4]]:
            choice_keys.clicked(choice, where)
            choice_keys.turn(choice, -1)  # beyond the first rotation are those that are refused
            said, refusal, ghost = (
                cursor_info.brings(choice),
                cursor_info.refusal(choice),
                cursor_info.ghost(choice),
            )
            if choice.action is None:
                assert said == cursor_info.without(choice) and not refusal
                continue
            assert said.startswith(move_text.move(chair, choice.action))
            if choice.action in chair.view.legal():
                found["legal"] += 1
                assert not refusal and said.endswith(f": {chair.said(choice.action)}")
                if ghost is not None and choice.offer is not None:
                    assert ghost.spots == chair.ghost(choice.offer) and not ghost.refused
            else:
                found["refused"] += 1
                refused = chair.refused(choice.action)
                assert refused is not None and said.endswith(f": {refusal}")
                assert all(reason in refusal for reason in chair.reasons(refused))
                answer = cursor_info.why(choice)
                assert [*answer.texts] == chair.reasons(refused)
                assert {rule for rule, _ in answer.rules} <= set(refused.rules)
                assert ghost is None or ghost.refused
                if ghost is not None and ghost.spots and found["drawn"] < 3:
                    found["drawn"] += 1
                    drawn = attrs.evolve(ghost.spots[0], at=(0, 0))
                    like = [
                        one
                        for one in choice.choosing.offers
                        if (lies := chair.ghost(one)) and attrs.evolve(lies[0], at=(0, 0)) == drawn
                    ]
                    assert any(pieces(chair, one.action) == pieces(chair, choice.action) for one in like)
    assert found["legal"] and found["refused"]


def pieces(chair: Chair, action: Action) -> set[str]:
    """The kinds of piece in the notation of a move."""
    names = {name for some in chair.view.rules.pieces.values() for name in some}
    return names & {*str(action).split()}


def test_a_written_move_is_taken_and_a_refused_one_explained() -> None:
    """The notation does what the cursor does; a part narrows the choice; two moves at once are refused."""
    chair = next(decisions(table("rebirth")))
    choice, legal = ChoiceCursor(chair), chair.view.legal()
    before = chair.table.match.decisions
    pressed = choice_keys.written(choice, str(legal[-1]))
    assert choice.action == legal[-1] and legal[-1] in (pressed.play, choice.pending)
    refused = str(legal[-1]).rpartition(" ")[0] + " 0,0"
    said = choice_keys.written(choice, refused).said
    assert (
        str(choice.action) == refused and said == cursor_info.refusal(choice) != "" and choice.pending is None
    )
    assert choice_keys.enter(choice).why
    with pytest.raises(UsageError, match="one move"):
        choice_keys.written(choice, f"{legal[0]}; {legal[1]}")
    assert chair.table.match.decisions == before
    chair = next(decisions(table("isleofskye")))
    choice = ChoiceCursor(chair)
    whole = len(choice.choosing.left)
    tile = str(choice.choosing.left[0].action).split()[1]
    assert choice_keys.written(choice, tile).renewed and 0 < len(choice.choosing.left) < whole
    assert choice_keys.back(choice).renewed and len(choice.choosing.left) == whole


def test_a_hint_is_a_legal_move_with_a_sentence() -> None:
    """The move of the advice, and why."""
    chair = next(decisions(table("glenmore")))
    action, text = cursor_info.hint(chair)
    assert action == chair.advice().action and text.do.startswith(move_text.move(chair, action))
