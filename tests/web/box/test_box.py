"""The page of an owner's data as a person uses it, with a mouse and with keys: maps and forms."""

from __future__ import annotations

import json
from pathlib import Path

from tilewright.core.box import owner_data
from tilewright.core.rules.assembly import load

from .owner import MAP, MISSIONS, Opens
from .owner import browser as browser
from .owner import home as home
from .owner import opens as opens

# -- maps --------------------------------------------------------------------------------------------------------


def test_a_map_is_painted_mended_undone_and_kept(opens: Opens, tmp_path: Path) -> None:
    with opens("rebirth", tmp_path / "draft") as owner:
        page, draft = owner.page, owner.draft
        assert page.evaluate("state.name") == MAP and page.evaluate("state.wrong") == []
        before = draft.at(MAP, ("picture",))
        owner.tool("sea")
        owner.drag("6,0", "8,0")
        assert draft.steps.done == 3 and [owner.says(at) for at in ("6,0", "7,0", "8,0")] == ["sea"] * 3
        assert owner.problems and page.get_by_role("button", name="Put in place (").is_disabled()
        page.keyboard.press("Control+z")
        owner.press("Control+z")
        assert draft.steps.done == 1 and owner.said.startswith("Undone: ")
        page.reload()
        owner.done()
        assert draft.steps.done == 1 and draft.at(MAP, ("picture",)) != before
        owner.press("Control+z")
        assert draft.at(MAP, ("picture",)) == before and owner.problems == []
        owner.press("Control+y", "Control+z")
        assert draft.files == draft.shipped


def test_what_is_wrong_is_told_at_its_hex_and_mended(opens: Opens, tmp_path: Path) -> None:
    with opens("rebirth", tmp_path / "draft") as owner:
        page, draft = owner.page, owner.draft
        owner.tool("p")
        owner.click("3,2")  # a port in a small settlement on the coast
        assert owner.says("3,2") == "small settlement, port" and any("port" in one for one in owner.problems)
        owner.click("3,2")
        assert owner.says("3,2") == "small settlement" and owner.problems == []
        owner.tool("L")
        owner.click("3,2")  # a large settlement of one hex
        assert "3,2" in owner.wrong and page.inner_text("#here").strip()
        page.click("#problems summary")
        page.locator("#problems a", has_text="large settlement").first.click()
        owner.done()
        assert page.evaluate("document.activeElement.dataset.at") == page.locator(
            ".spot.meant"
        ).get_attribute("data-at")
        owner.press("Control+z")
        owner.tool("new castle")
        owner.click("5,2")
        assert owner.says("5,2").startswith("castle field") and owner.problems
        count = draft.at(MAP, ("expected_counts", "castles"))
        page.locator("#problems details > button").click()  # all counts as drawn
        owner.done()
        assert "as drawn now" in owner.said and draft.at(MAP, ("expected_counts", "castles")) == str(
            int(count) + 1
        )
        assert not any(one.startswith("expected_counts") for one in owner.problems)


def test_an_empty_grid_is_begun(opens: Opens, tmp_path: Path) -> None:
    with opens("rebirth", tmp_path / "draft") as owner:
        page = owner.page
        page.click("[data-dialog=blank]")
        assert (
            page.input_value("#blank [name=rows]") == "18"
            and page.input_value("#blank [name=columns]") == "13"
        )
        assert "half a hex farther east" in page.inner_text("#blank")
        page.fill("#blank [name=rows]", "4")
        page.fill("#blank [name=columns]", "6")
        owner.button("Begin with it")
        assert page.locator("#drawing .spot").count() == 24 and owner.problems
        page.locator("#drawing .spot").first.focus()
        page.keyboard.press("2")
        owner.press("ArrowRight", "ArrowDown", "Enter")
        at = page.evaluate("cursor.at")
        assert at != "0,0" and owner.says(at) == "energy field"
        assert page.evaluate("document.activeElement.dataset.at") == at
        page.reload()
        owner.done()
        assert page.locator("#drawing .spot").count() == 24 and owner.says(at) == "energy field"


# -- forms -------------------------------------------------------------------------------------------------------


def test_a_mission_is_chosen_with_its_points_and_copies_and_put_in_place(
    opens: Opens, tmp_path: Path
) -> None:
    with opens("rebirth", tmp_path / "draft") as owner:
        page, draft = owner.page, owner.draft
        owner.open(MISSIONS, "cards", 5)
        assert page.locator("#work").is_hidden() and "food_group" in page.inner_text(".called h2")
        metric = draft.at(MISSIONS, ("cards", 6, "metric"))
        assert draft.at(MISSIONS, ("cards", 5, "metric")) != metric
        owner.open(MISSIONS)
        row = page.locator(".records tr", has=page.get_by_role("rowheader", name="food_group"))
        assert page.locator(".records th[scope=col]").all_text_contents()[:2] == ["kind", "copies"]
        row.get_by_label("food_group, points").fill("7")
        row.get_by_label("food_group, points").press("Tab")
        owner.done()
        assert draft.at(MISSIONS, ("cards", 5, "points")) == "7"
        row.get_by_role("link").click()
        owner.done()
        assert page.evaluate("state.path") == ["cards", 5]
        owner.fill("metric", metric)
        owner.fill("points", "6")
        owner.fill("copies", "2")
        assert owner.problems == ["cards: 33 cards with all copies; the deck has 32"]
        assert page.locator("#files a[aria-current] .chip").all_text_contents() == ["yours", "changed"]
        owner.fill("copies", "many")
        assert any("expected a whole number, got 'many'" in one for one in owner.problems)
        assert page.locator(".field.wrong input").input_value() == "many"
        owner.fill("copies", "1")
        assert owner.problems == []
        owner.button("Put in place")
        assert "Every command uses it from now on" in owner.said
        card = load("rebirth", data=owner_data.in_place("rebirth")).data.missions[5]
        assert (card.metric, card.points, card.provenance) == (metric, 6, "owner")
        with page.expect_download() as found:
            page.click("[data-export]")
        text = Path(found.value.path()).read_text("utf-8")
        assert found.value.suggested_filename == "rebirth.box.json" and [*json.loads(text)["files"]] == [
            MISSIONS
        ]
    owner_data.take_away("rebirth")


def test_an_author_gets_the_page_for_any_data(opens: Opens, tmp_path: Path) -> None:
    with opens("garden", tmp_path / "draft") as owner:
        page, draft = owner.page, owner.draft
        owner.tool("w")
        owner.click("1,0", (0.2, 0.2))
        owner.click("2,0", (0.2, 0.8))
        assert owner.wrong == ["0,0"] and "roses drown beside water" in page.inner_text("#here")
        owner.click("2,0", (0.8, 0.8))
        assert owner.said == "A mole lives there."
        page.locator(".field.wrong .mend", has_text="Make it 1").click()
        owner.done()
        owner.tool("b")
        owner.click("1,0", (0.2, 0.2))
        assert owner.problems == [] and draft.at("garden.yaml", (0, "roses")) == "1"
        owner.fill("scent", "sweet")
        owner.unfold()
        page.select_option("[data-preset]", label="a bee")
        page.locator("[data-do=insert][data-to='[0,\"guests\"]']").click()
        owner.done()
        owner.button("Next")
        assert page.evaluate("state.path") == [1] and page.inner_text(".called h2") == "pond"
        owner.button("It is printed like this")
        assert draft.at("garden.yaml", (1, "provenance")) == "owner"
        page.go_back()
        owner.done()
        assert page.evaluate("state.path") == [0]
        assert draft.at("garden.yaml", (0, "guests")) == [{"name": "bee", "count": "3"}]
        page.keyboard.press("Tab")
        owner.fill("id", "herbs")
        assert (
            page.evaluate("document.activeElement.tagName") != "BODY"
        )  # a form that is drawn anew keeps the focus
