"""The help level of a match: in its record, the same for all seats, and obeyed below all faces."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest

import tilewright as tw
from tilewright.core.base.errors import InvalidFile, UsageError
from tilewright.core.bots import make
from tilewright.core.play.match import Match
from tilewright.core.play.redaction import retell, shared
from tilewright.core.play.replay import resume
from tilewright.core.record import format
from tilewright.core.record.format import Help
from tilewright.core.record.writer import Writer
from tilewright.core.table import cursor_info
from tilewright.core.table.choice_cursor import ChoiceCursor
from tilewright.core.table.face_texts import Texts
from tilewright.core.table.replay_walk import Walk
from tilewright.core.table.table import Table

NAMES = ("anna", "bruno")
LEVELS: tuple[Help, ...] = get_args(Help)


def table(level: Help, lang: str = "en", path: Path | None = None) -> Table:
    """Glen More, with hidden tiles, at its first decision."""
    return Table(Match(tw.load("glenmore"), NAMES, seed=4, record=path, help_level=level), lang)


@pytest.mark.parametrize("level", LEVELS)
def test_the_record_keeps_the_level_and_everything_that_continues_it(level: Help, tmp_path: Path) -> None:
    """Header, resume, a walk through the record and a copy for one player have it; full is not written."""
    path, copy = tmp_path / "game.jsonl", tmp_path / "copy.jsonl"
    made = table(level, path=path)
    made.match.play(made.match.state.legal(made.to_act[0])[0])
    made.match.close()
    first = json.loads(path.read_text("utf-8").splitlines()[0])
    assert first.get("help") == (None if level == "full" else level)
    assert format.read(path).head.help == level
    again, _ = resume(path, make)
    assert again.help_level == level and Table(again).help_level == level
    again.close()
    lines = shared(format.read(path), 0)
    assert lines[0].get("help") == first.get("help")
    writer = Writer(copy)
    writer.write(*lines)
    writer.close()
    assert retell(format.read(copy)).match.help_level == level
    for file in (path, copy):
        walk = Walk.open(file)
        walk.eyes = 0
        chair = walk.chair()
        assert chair is not None and bool(chair.unhelped) == (level != "full")


@pytest.mark.parametrize("wrong", ["some", "", None, 1, True, ["none"]])
def test_another_level_is_refused_with_its_field(wrong: Any, tmp_path: Path) -> None:
    """In a record and in Python."""
    path = tmp_path / "game.jsonl"
    table("none", path=path).match.close()
    first, *rest = path.read_text("utf-8").splitlines()
    path.write_text("\n".join([json.dumps(json.loads(first) | {"help": wrong}), *rest, ""]), "utf-8")
    with pytest.raises(InvalidFile, match=r":1:1: help: .* is not allowed"):
        format.read(path)
    with pytest.raises(UsageError, match=r"unknown help level .*; choose one of full, previews, none"):
        Match(tw.load("glenmore"), NAMES, help_level=wrong)


@pytest.mark.parametrize("lang", ["en", "de", "pl"])
@pytest.mark.parametrize("level", ["previews", "none"])
def test_no_hints_and_no_copies_at_any_seat(level: Help, lang: str) -> None:
    """The sentence says what the match is played without, in the language of the table."""
    at = table(level, lang)
    for seat in (*range(2), None):
        for ask in (
            at.chair(seat).advice,
            at.chair(seat).what_if,
            lambda seat=seat: cursor_info.hint(at.chair(seat)),
        ):
            with pytest.raises(UsageError) as refused:
                ask()
            assert str(refused.value) == Texts(lang)("table.unhelped", level=level)


def test_previews_are_as_with_full_help_and_none_tells_only_what_is_final() -> None:
    """What is final, why something is refused, the rules and ghosts are the same at all levels."""
    tables = [table(level) for level in LEVELS]
    seat = tables[0].to_act[0]
    full, previews, none = (at.chair(seat) for at in tables)
    finals = set()
    for action in full.view.legal():
        final = full.final(action)
        finals.add(final)
        assert previews.said(action) == full.said(action) != none.said(action)
        assert previews.foresee(action) == full.foresee(action)
        assert none.final(action) == final and none.said(action) == ("this is final" if final else "")
        seen = none.foresee(action)
        assert not (seen.lines or seen.events or seen.ends) and seen.seals == full.foresee(action).seals
    assert finals
    cursors = [ChoiceCursor(at.chair(seat)) for at in tables]
    for where in [(board, spot.at) for board, one in enumerate(full.show.boards) for spot in one.spots]:
        for cursor in cursors:
            cursor.point(where)
        assert len({str(cursor_info.ghost(cursor)) for cursor in cursors}) == 1
        assert len({cursor_info.refusal(cursor) for cursor in cursors}) == 1
        answers = [cursor_info.why(cursor) for cursor in cursors]
        if cursor_info.refusal(cursors[0]) or cursors[0].action is None:
            assert answers[0] == answers[1] == answers[2]
            continue
        brings = full.said(cursors[0].action)
        assert brings in cursor_info.brings(cursors[1]) and brings in answers[1].texts[0]
        assert brings not in cursor_info.brings(cursors[2]) + "".join(answers[2].texts)
        assert answers[2].texts[1:] == answers[0].texts[1:]
