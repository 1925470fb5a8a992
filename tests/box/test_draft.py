"""A draft: what an owner has corrected. Nothing is lost, all can be undone, and nothing wrong gets in place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core.base import files as disk
from tilewright.core.base.errors import InvalidFile, UsageError
from tilewright.core.box import export, owner_data
from tilewright.core.box.draft import Draft
from tilewright.core.box.plain_values import GONE, at, tidy
from tilewright.core.box.shipped_files import ShippedFiles
from tilewright.core.box.take_over import BroughtFiles
from tilewright.core.record.writer import InUse

MAP, MISSIONS, TUNNELS = "maps/default.yaml", "missions.yaml", "modules/tunnel/tunnels.yaml"
TOTALS = "modules/tunnel/box.yaml"


@pytest.fixture
def skye(tmp_path: Path) -> Iterator[Draft]:
    draft = Draft.open("isleofskye", tmp_path / "draft")
    yield draft
    draft.close()


def again(draft: Draft) -> Draft:
    """The draft as another process opens it later."""
    draft.close()
    return Draft.open(draft.game, draft.folder)


def said(draft: Draft) -> list[str]:
    return [found.message for found in draft.check().problems]


def test_a_new_draft_is_what_is_shipped(skye: Draft) -> None:
    assert said(skye) == [] and skye.texts() == {} and not any(map(skye.changed, skye.files))
    assert (skye.undoable, skye.redoable, skye.undo(), skye.redo()) == ("", "", False, False)


def test_changes_are_on_the_disk_and_can_be_undone_after_a_restart(skye: Draft) -> None:
    skye.change(TUNNELS, (0, "has"), ["2 sheep P"])
    skye.change(TUNNELS, (11, "note"), "dark")
    skye = again(skye)
    assert skye.at(TUNNELS, (0, "has")) == ["2 sheep P"] and skye.changed(TUNNELS, (11,))
    assert [claim.label for claim in skye.claims() if claim.owner] == ["T01", "T12"]
    assert skye.undo() and not skye.changed(TUNNELS, (11,)) and skye.changed(TUNNELS, (0,))
    skye = again(skye)
    assert skye.redo() and skye.at(TUNNELS, (11, "note")) == "dark" and not skye.redo()
    assert skye.undo() and skye.undo() and not skye.undo()
    assert skye.texts() == {} and not (skye.folder / TUNNELS).exists()


def test_a_new_step_takes_the_place_of_those_undone(skye: Draft) -> None:
    skye.change(TUNNELS, (0, "note"), "one")
    skye.undo()
    skye.change(TUNNELS, (1, "note"), "two")
    assert not skye.redoable and not skye.redo()
    skye = again(skye)
    assert skye.undo() and skye.files == skye.shipped


def test_items_come_and_go(skye: Draft) -> None:
    new = {"id": "T13", "face": "PP.\nPPM\n.MM\n", "road": ["n"], "entrances": ["n M"], "provenance": "owner"}
    skye.insert(TUNNELS, (), 12, new)
    assert said(skye) == ["tiles.count: tunnels.yaml has 13", "entrances.count: tunnels.yaml has 18"]
    skye.remove(TUNNELS, (12,))
    assert said(skye) == [] and not skye.changed(TUNNELS)
    with pytest.raises(UsageError, match=r"has no list at 0\.road with 9 items"):
        skye.insert(TUNNELS, (0, "road"), 9, "n")
    with pytest.raises(UsageError, match="has nothing at 40; it may have been removed"):
        skye.remove(TUNNELS, (40,))
    with pytest.raises(UsageError, match=r"has no data file 'maps/\.\./box\.yaml'; known: "):
        skye.change("maps/../box.yaml", (), "x")
    with pytest.raises(UsageError, match="texts, lists and mappings only"):
        skye.change(TUNNELS, (0, "id"), 7)


def test_what_is_printed_as_it_stands_is_confirmed_and_can_be_as_shipped_again(skye: Draft) -> None:
    skye.confirm(TUNNELS)
    tiles = [claim for claim in skye.claims() if claim.name == TUNNELS]
    assert len(tiles) == 12 and all(claim.owner for claim in tiles) and skye.check().ok
    skye.reset(TUNNELS, (3,))
    assert [claim.label for claim in skye.claims() if claim.name == TUNNELS and not claim.sure] == ["T04"]
    disputed = next(n for n, tile in enumerate(skye.files["landscape.yaml"]) if tile["id"] == "L02")
    skye.confirm("landscape.yaml", (disputed,))
    assert at(skye.files["landscape.yaml"], (disputed, "alternative")) is GONE
    tile = next(claim for claim in skye.claims() if claim.label == "L02")
    assert tile.owner and not tile.disputed


def test_what_was_edited_by_hand_is_not_undone(skye: Draft) -> None:
    skye.change(TUNNELS, (0, "note"), "one")
    file = skye.folder / TUNNELS
    disk.replace(file, file.read_text("utf-8").replace("note: one", "note: two"))
    skye = again(skye)
    assert skye.at(TUNNELS, (0, "note")) == "two" and skye.undoable and not skye.undo()
    assert skye.at(TUNNELS, (0, "note")) == "two"


@pytest.mark.parametrize("odd", ["", "{", "[]", '{"title": 3}', '{"to": "x"}', "\x00\x00", '{"to": 1e999}'])
def test_a_broken_list_of_steps_loses_no_change(skye: Draft, odd: str) -> None:
    skye.change(TUNNELS, (0, "note"), "one")
    (skye.folder / ".steps.jsonl").write_text(odd, "utf-8")
    skye = again(skye)
    assert skye.at(TUNNELS, (0, "note")) == "one" and not skye.undo()
    skye.change(TUNNELS, (0, "note"), "two")
    assert again(skye).at(TUNNELS, (0, "note")) == "two"


def test_a_line_that_was_torn_off_loses_only_the_steps(skye: Draft) -> None:
    skye.change(TUNNELS, (0, "note"), "one")
    with open(skye.folder / ".steps.jsonl", "a", encoding="utf-8") as file:
        file.write('{"title": "change", "par')
    assert again(skye).at(TUNNELS, (0, "note")) == "one"


def test_two_processes_do_not_work_on_one_draft(skye: Draft) -> None:
    with pytest.raises(InUse, match="in use by another tilewright process"):
        Draft.open("isleofskye", skye.folder)


def test_a_file_that_is_no_yaml_is_said_and_kept(skye: Draft) -> None:
    skye.close()
    (skye.folder / "modules/tunnel").mkdir(parents=True)
    (skye.folder / TUNNELS).write_text("- id: [", "utf-8")
    with pytest.raises(InvalidFile, match=r"tunnels.yaml:2:1: not readable as YAML"):
        Draft.open("isleofskye", skye.folder)
    assert (skye.folder / TUNNELS).read_text("utf-8") == "- id: ["


def test_counts_are_put_right_as_one_step(skye: Draft) -> None:
    skye.change(TUNNELS, (0, "has"), ["3 sheep P", "barrel P"])
    before = said(skye)
    assert before == ["marks.sheep.count: tunnels.yaml has 6", "marks.barrel.count: tunnels.yaml has 6"]
    skye.fix(TOTALS, ("marks", "sheep", "count"))
    assert said(skye) == before[1:]
    assert skye.fix_all() == 1 and skye.check().ok
    assert {claim.label for claim in skye.claims() if claim.name == TOTALS and claim.owner} == {
        "sheep",
        "barrel",
    }
    assert skye.undo() and said(skye) == before[1:]
    with pytest.raises(UsageError, match="no single value is known to be right"):
        skye.fix(TOTALS, ("marks", "farm", "count"))


def test_nothing_wrong_gets_in_place(skye: Draft) -> None:
    skye.change(TUNNELS, (0, "road"), ["x"])
    with pytest.raises(InvalidFile, match="road 'x' is not some of the sides"):
        skye.put_in_place()
    assert owner_data.in_place("isleofskye") is None


def test_what_is_in_place_is_played_and_is_part_of_the_digest(skye: Draft) -> None:
    skye.change(TUNNELS, (0, "face"), "PPP\nPPM\n.MM\n")
    folder = skye.put_in_place()
    assert owner_data.in_place("isleofskye") == folder
    assert sorted(one.name for one in folder.rglob("*.yaml")) == ["tunnels.yaml"]
    usual, ours = tw.load("isleofskye", ["tunnel"]), tw.load("isleofskye", ["tunnel"], data=folder)
    assert usual.data_digest != ours.data_digest and ours.data_folder == str(folder)
    assert "1 of the 12 tunnel tiles" in " ".join(ours.provenance())
    # A draft that is begun later begins with what is in place.
    later = Draft.open("isleofskye", skye.folder.parent / "later")
    assert later.texts() == skye.texts() and later.check().ok and not later.undoable
    later.close()


def test_a_second_map_is_checked_though_it_is_not_the_usual_one(tmp_path: Path) -> None:
    draft = Draft.open("rebirth", tmp_path)
    draft.change("maps/alternative.yaml", ("areas", "north"), ["0", "4"])
    assert [(one.name, one.path) for one in draft.check().problems] == [("maps/alternative.yaml", ("areas",))]
    draft.undo()
    # What does not go with a map that is shipped, and not the usual one, is no fault of the owner's.
    whole = draft.at(MAP, ("areas",))
    draft.change(
        MAP, ("areas",), {"highlands": whole["north"], "middle": whole["middle"], "south": whole["south"]}
    )
    assert {one.name for one in draft.check().problems} == {MISSIONS}
    cards = draft.files[MISSIONS]["cards"]
    for number, card in enumerate(cards):
        if card.get("area") == "north":
            draft.change(MISSIONS, ("cards", number, "area"), "highlands")
    assert draft.check().ok
    draft.close()


# -- one file to hand over -----------------------------------------------------------------------------------------


def test_both_ways_give_the_same_bytes(skye: Draft, tmp_path: Path) -> None:
    by_page = skye
    by_page.change(TUNNELS, (0, "has"), ["3 sheep P"])
    by_page.change(TUNNELS, (4, "note"), "dark water")
    by_page.fix_all()
    folder = by_page.put_in_place()
    owner_data.take_away("isleofskye")
    typed = tmp_path / "typed"
    (typed / "modules/tunnel").mkdir(parents=True)
    for name in (TUNNELS, TOTALS):
        text = (Path(tw.load("isleofskye").game.folder()) / name).read_text("utf-8")  # type: ignore[arg-type]
        text = text.replace("has: [sheep P]\n", "has: [   '3 sheep P' ] # as I see it\n", 1)
        text = text.replace("- id: T06", "  note: dark water\n- id: T06").replace(
            "sheep: {count: 4,", "sheep: {count: 6,"
        )
        (typed / name).write_text(text, "utf-8")
    assert BroughtFiles.of("isleofskye", typed).check().ok
    assert BroughtFiles.of("isleofskye", typed).put_in_place() == folder
    again_ = {one.relative_to(folder).as_posix(): one.read_text("utf-8") for one in folder.rglob("*.yaml")}
    assert again_ == by_page.texts()
    # And so does the file that is handed over.
    gift = tmp_path / "gift.json"
    gift.write_text(export.exported("isleofskye"), "utf-8")
    owner_data.take_away("isleofskye")
    assert BroughtFiles.of("isleofskye", gift).put_in_place() == folder == owner_data.in_place("isleofskye")


def test_how_a_block_is_typed_makes_no_difference(skye: Draft) -> None:
    skye.change(TUNNELS, (0, "face"), "PPP\nPPM  \n.MM\n\n")
    assert skye.at(TUNNELS, (0, "face")) == "PPP\nPPM\n.MM\n"
    skye.change(TUNNELS, (0, "face"), "PP.\nPPM\n.MM")
    assert skye.at(TUNNELS, (0, "face")) == skye.shipped[TUNNELS][0]["face"]
    for game in ("rebirth", "isleofskye", "glenmore"):
        assert all(tidy(content) == content for content in ShippedFiles.of(game).shipped.values())


def test_what_is_brought_is_put_beside_what_is_in_place(tmp_path: Path) -> None:
    first, second, root = (
        tmp_path / "first",
        tmp_path / "second",
        Path(str(tw.load("isleofskye").game.folder())),
    )
    for folder, name, old, new in (
        (first, TUNNELS, "[sheep P]", "[sheep n]"),
        (second, "scrolls.yaml", "per: 2", "per: 3"),
    ):
        text = (root / name).read_text("utf-8")
        assert old in text
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text(text.replace(old, new), "utf-8")
    BroughtFiles.of("isleofskye", first).put_in_place()
    brought = BroughtFiles.of("isleofskye", second)
    assert brought.kept == [TUNNELS] and brought.check().ok
    place = brought.put_in_place()
    assert sorted(path.name for path in place.rglob("*.yaml")) == ["scrolls.yaml", "tunnels.yaml"]
    # A file that is brought as it was shipped takes the place of the owner's.
    (first / TUNNELS).write_text((root / TUNNELS).read_text("utf-8"), "utf-8")
    place = BroughtFiles.of("isleofskye", first).put_in_place()
    assert [path.name for path in place.rglob("*.yaml")] == ["scrolls.yaml"]


def test_a_draft_can_begin_again_from_what_is_in_place(skye: Draft) -> None:
    skye.change(TUNNELS, (0, "note"), "one")
    skye.put_in_place()
    skye.change(TUNNELS, (0, "note"), "two")
    skye.as_in_place()
    assert skye.at(TUNNELS, (0, "note")) == "one" and skye.undo() and skye.at(TUNNELS, (0, "note")) == "two"
    owner_data.take_away("isleofskye")
    skye.as_in_place()
    assert not skye.changed(TUNNELS)


def test_steps_say_what_was_clicked_where(skye: Draft) -> None:
    skye.click(TUNNELS, (0,), "W", (0, 0), (0, 1))
    assert skye.undoable == "W at the top"
    skye.click(TUNNELS, (0,), "W", (0, 0), (1, 1))
    skye.click(TUNNELS, (0,), "M", (0, 0), (2, 0))
    assert skye.undoable == "M at the bottom left" and skye.undo() and skye.undoable == "W at the middle"
