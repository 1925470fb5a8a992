"""Whatever a page can make of the data, every command takes it, or refuses it with the same sentences."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base import files
from tilewright.core.base.errors import InvalidFile, TilewrightError, UsageError
from tilewright.core.box import owner_data
from tilewright.core.box.draft import Draft
from tilewright.core.box.forms import FormField, form
from tilewright.core.box.plain_values import GONE
from tilewright.core.box.take_over import BroughtFiles

from ..cases import cases

DRAWN = ("PP.\nPPM\n.MM\n", "..  Mn\n  Mp\n")
ODD: tuple[Any, ...] = (
    "",
    "0",
    "1",
    "7",
    "-3",
    "north",
    "KE",
    "most",
    "x" * 300,
    "true",
    None,
    [],
    {},
    *DRAWN,
)
"""Values that somebody might type into a field, and some that no field gives."""


def fields(field: FormField) -> Iterator[FormField]:
    """Every place of a form."""
    yield field
    for child in field.children:
        yield from fields(child)


def drawn(draft: Draft, name: str, paths: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return [path for path in paths if draft.drawing(name, path) is not None]


def act(draft: Draft, luck: random.Random) -> None:
    """Something that a page offers, or that an odd event asks for."""
    name = luck.choice(NAMES[draft.game])
    whole = [*fields(form(draft.kinds[name], draft.files[name], (), draft.desk(name)))]
    field = luck.choice(whole)
    records = drawn(draft, name, [one.path for one in whole if one.kind == "record"])
    for what in luck.choices(("click", "form", "list", "step"), (6, 3, 3, 2)):
        if what == "click" and records:
            path = luck.choice(records)
            drawing = draft.drawing(name, path)
            assert drawing is not None
            record, desk = draft.at(name, path), draft.desk(name)
            tools = [tool.name for tool in drawing.tools(record, desk)]
            spots = [spot.at for board in drawing.show(record, desk).boards for spot in board.spots]
            if luck.random() < 0.02 and drawing.sized:
                draft.blank(name, path, luck.randint(3, 12), luck.randint(3, 12))
            elif spots:
                tool, spot = luck.choice([*tools, "?"]), luck.choice([*spots, (99, 99)])
                rows, columns = drawing.parts
                draft.click(name, path, tool, spot, (luck.randrange(rows), luck.randrange(columns)))
        elif what == "form":
            values: list[Any] = [value for value, _ in field.choices]
            draft.change(name, field.path, luck.choice(values or ODD))
        elif what == "list" and field.kind in ("list", "mapping"):
            items = [*(preset for _, preset in field.presets), field.blank]
            draft.insert(name, field.path, luck.randint(0, len(field.children)), luck.choice(items))
        elif what == "list" and field.path:
            draft.change(name, field.path, GONE)
        elif what == "step":
            step = luck.choice(["undo", "undo", "redo", "fix", "reset", "whole", "confirm"])
            if step == "undo":
                draft.undo()
            elif step == "redo":
                draft.redo()
            elif step == "fix":
                draft.fix_all()
            elif step == "confirm":
                draft.confirm(name, field.path)
            else:
                draft.reset(name, field.path if step == "reset" else ())


def refusals(draft: Draft, folder: Path) -> set[str]:
    """What the game alone and with each module says when it is loaded with these files, as commands print it."""
    found = set[str]()
    for modules in ([], *([module] for module in draft.stock.modules)):
        try:
            tw.load(draft.game, modules, data=folder)
        except InvalidFile as error:
            found |= {str(problem) for problem in error.problems}
        except TilewrightError as error:
            found.add(str(error))
    return {text.replace(folder.as_posix(), "HERE") for text in found}


NAMES = cases(__file__, "names")


@pytest.mark.parametrize("game", [*NAMES])
@pytest.mark.parametrize(
    ("seed", "steps"), [(0, 10), *(pytest.param(seed, 300, marks=pytest.mark.soak) for seed in range(1, 8))]
)
def test_the_page_and_the_loader_say_the_same(game: str, seed: int, steps: int, tmp_path: Path) -> None:
    luck, draft, taken, refused = random.Random(f"{game} {seed}"), Draft.open(game, tmp_path / "draft"), 0, 0
    for number in range(steps):
        with suppress(UsageError):  # a sentence for what cannot be done there, and nothing has changed
            act(draft, luck)
        folder = tmp_path / str(number)
        folder.mkdir()
        texts = draft.texts()
        for name, text in texts.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            files.replace(folder / name, text)
        wanted = refusals(draft, folder)
        said = {str(one.problem).replace(draft.folder.as_posix(), "HERE") for one in draft.check().problems}
        assert said == wanted
        if wanted:
            refused += 1
            with pytest.raises(InvalidFile):
                draft.put_in_place()
            if luck.random() < 0.3:  # so that not everything is wrong for ever
                draft.undo()
        elif texts:
            taken += 1
            place = draft.put_in_place()
            assert owner_data.in_place(game) == place == BroughtFiles.of(game, folder).put_in_place()
            rules = tw.load(game, data=place)
            assert not rules.new(["anna", "bruno"], seed=number).over
    reopened, before = draft.files, draft.undoable
    draft.close()
    draft = Draft.open(game, tmp_path / "draft")
    assert draft.files == reopened and draft.undoable == before
    while draft.undo():
        pass
    assert draft.undoable == "" and not any(map(draft.changed, draft.files))
    draft.close()
    assert taken + refused
