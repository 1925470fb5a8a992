"""Rules as chapters: those that hold, each in one; modules join theirs; ids make them where nobody wrote any."""

from __future__ import annotations

import pytest

import tilewright as tw
from tilewright.core.rules.chapters import arranged, chapters, flaws, index
from tilewright.core.rules.game import Module
from tilewright.core.rules.rule_texts import english, in_force, written
from tilewright.core.rules.ruleset import Rules
from tilewright.core.text.inline_files import in_memory
from tilewright.core.text.languages import shipped

from ..toys.paper import plugin
from .test_rule_texts import SHIPPED

RULES = "PP-SETUP-1: {text: A., source: own}\nPP-ROW-1: {text: B., source: own}\n"
RULES += "PP-ROW-2: {text: C., source: own, replaces: [RB-PORT-1]}\nPP-TURN-1: {text: D., source: own}\n"
FILE = """
chapters:
  castles: {title: {en: Not said}, rules: [PP-ROW-2]}
  rows: {after: castles, title: {en: Rows}, rules: [PP-ROW]}
index: [{words: {en: haven}, rules: [RB-PORT-1, PP-SETUP]}]
"""


def toy(learn: str) -> Rules:
    files = in_memory({"rules.yaml": RULES} | ({"learn.yaml": learn} if learn else {}))
    return tw.load(
        "rebirth", [plugin(Module(name="more", game="rebirth", title="More", folder=lambda: files))]
    )


@pytest.mark.parametrize(("game", "modules"), SHIPPED)
def test_each_of_our_rules_stands_in_one_chapter_and_in_every_language(
    game: str, modules: tuple[str, ...]
) -> None:
    rules = tw.load(game, modules)
    assert [f"{one.file}:{one.line}: {one.message}" for one in flaws(rules)] == []
    placed = [rule for one in arranged(rules).values() for rule in one.rules]
    assert sorted(placed) == sorted(written(rules))
    shown = [rule for one in chapters(rules, "pl") for rule in one.rules]
    assert sorted(shown) == sorted(in_force(rules)) and chapters(rules)[0].name == "short"
    for lang in shipped():
        missing = [
            key for folder in rules.folders for key in english(folder) if lang not in rules.words.texts(key)
        ]
        assert missing == []
        assert not any(rule.text.startswith("(") for rule in in_force(rules, "", lang).values())


def test_a_module_adds_to_a_chapter_and_puts_its_own_behind_one_of_the_game() -> None:
    rules = toy(FILE)
    found = {one.name: one for one in chapters(rules)}
    names = [*found]
    assert found["castles"].title == "Castles" and found["castles"].rules[-1] == "PP-ROW-2"
    assert names[names.index("castles") + 1] == "rows" and found["rows"].rules == ("PP-ROW-1",)
    assert not any("RB-PORT-1" in one.rules for one in found.values())
    assert [found[name].title for name in names[-2:]] == ["More: Turn", "More: Setup"]
    assert index(rules)[-1] == ({"en": "haven"}, ("PP-ROW-2", "PP-SETUP-1"))


def test_without_a_file_chapters_follow_from_the_ids() -> None:
    assert [(one.title, one.rules) for one in chapters(toy(""))][-3:] == [
        ("More: Turn", ("PP-TURN-1",)),
        ("More: Row", ("PP-ROW-1", "PP-ROW-2")),
        ("More: Setup", ("PP-SETUP-1",)),
    ]


def test_what_is_wrong_with_chapters_has_its_line() -> None:
    said = [str(one) for one in flaws(toy(FILE.replace("[PP-ROW]", "[PP-ROW-2, PP-RAW-1]")))]
    parts = [
        ":4:",
        "PP-ROW-2 stands in the chapter 'castles' as well",
        ":4:",
        "'PP-RAW-1'; did you mean 'PP-ROW-1'?",
    ]
    assert len(said) == 5 and all(part in "\n".join(said[:2]) for part in parts)
    assert [line[-33:] for line in said[2:]] == [
        f"no chapter names the rule {rule}"[-33:] for rule in ("PP-SETUP-1", "PP-ROW-1", "PP-TURN-1")
    ]
