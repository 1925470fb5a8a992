"""The rules that hold in a match: numbers and variants follow the options, modules replace rules of the game."""

from __future__ import annotations

import re
from pathlib import Path

import attrs
import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import InvalidFile, PluginError
from tilewright.core.rules import rule_texts
from tilewright.core.rules.actions import Action
from tilewright.core.rules.game import Module
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.schedule import Decision
from tilewright.core.text.folder import TRANSLATED
from tilewright.core.text.inline_files import in_memory
from tilewright.core.text.messages import arguments
from tilewright.core.text.options import Option

from ..toys.paper import plugin

SKYE = ("bonus", "druids", "outskirts", "tunnel")
SHIPPED = [
    ("glenmore", ()),
    ("rebirth", ()),
    ("rebirth", ("ireland",)),
    ("isleofskye", ()),
    ("isleofskye", SKYE),
]


def others(rules: Rules, option: Option) -> list[int | bool | str]:
    """Legal values of an option other than the one in force; of a number its neighbours, of a text some other one."""
    now = rules.option_values[option.name]
    if option.ranged:
        low, high = map(int, option.values)
        return [value for value in (int(now) - 1, int(now) + 1) if low <= value <= high]
    return [value for value in option.values or (*option.known, "L02") if value != now]


@pytest.mark.parametrize(("game", "modules"), SHIPPED)
def test_each_value_of_an_option_is_in_the_rules_that_name_it(game: str, modules: tuple[str, ...]) -> None:
    """Another value changes, adds or drops a rule; and each rule that names the option follows it."""
    rules = tw.load(game, modules)
    known, stated = {option.name: option for option in rules.declared}, rule_texts.written(rules)
    gone = {other for rule in stated.values() for other in rule.replaces}
    before = rule_texts.in_force(rules)
    for option in rules.declared:
        after = [
            rule_texts.under(rules, {**rules.option_values, option.name: one})
            for one in others(rules, option)
        ]
        naming = {id for id, rule in stated.items() if option.name in rule.options}
        assert option.rule in naming, option.name
        assert naming <= gone or all(one != before for one in after), option.name
        still = [id for id in naming - gone if all(one.get(id) == before.get(id) for one in after)]
        assert not still, f"{option.name} does not change {still}"
    for id, rule in stated.items():
        cases = [(rule.text, rule.when), *((one.text, one.when) for one in rule.instead)]
        named = {name for text, when in cases for name in (*arguments(text), *when)}
        assert named <= {*rule.options} <= known.keys(), f"{id} names {named} in its text"


@pytest.mark.parametrize("edition", [None, "turned", "polish", "yucata", "en"])
@pytest.mark.parametrize(("game", "modules"), SHIPPED)
def test_what_is_cited_in_a_game_holds_and_is_named(
    game: str, modules: tuple[str, ...], edition: str | None
) -> None:
    """Score lines and refusals cite rules that hold; what refuses a move of a step is among the step's rules."""
    rules = tw.load(game, modules)
    if edition == "turned":  # each ruling made another way than by default
        rulings = (one for one in rules.declared if one.values and not one.ranged)
        rules = tw.load(game, modules, {one.name: others(rules, one)[-1] for one in rulings})
    elif edition is not None:
        if edition not in rules.editions or modules:
            return
        rules = tw.load(game, edition=edition)
    texts, state, stream = rules.rule_texts(), rules.new(3, seed=1), Stream(1, "rules")
    for node in rules.nodes:
        assert not isinstance(node, Decision) or rules.decision_rules(node), node
    mentioned = {id for rule in texts.values() for id in re.findall(r"[A-Z]{2}-[A-Z]+-[0-9A-Z]+", rule.text)}
    assert mentioned <= texts.keys()
    pool: dict[type[Action], list[Action]] = {}
    while not state.over:
        step, seat = state.step, state.to_act[0]
        assert step is not None
        kinds = (*step.actions, *(kind for extra in step.extras for kind in extra.actions))
        here, legal = rules.decision_rules(step), state.legal(seat)
        for kind, seen in pool.items():
            refusal = state.check(attrs.evolve(stream.pick(seen), seat=seat))
            cited = set(refusal.rules) if refusal is not None else set()
            assert cited <= texts.keys(), f"{refusal} does not hold"
            assert not issubclass(kind, kinds) or cited <= {*here}, f"step {step.name} does not name {cited}"
        for action in (stream.pick(legal), legal[0]):
            pool.setdefault(type(action), []).append(action)
        state.apply(stream.pick(legal))
    assert {line.rule for line in state.score_lines()} <= {"", *texts}


def test_a_name_in_braces_that_is_no_option_has_a_line(tmp_path: Path) -> None:
    first = "RB-A-1:\n  text: Worth {castel}.\n  source: own\n  when: {castle: many}\n"
    (tmp_path / "rules.yaml").write_text(
        first + "RB-A-2: {text: 'A }.', source: own, instead: [{when: {cast: 1}, text: B.}]}\n", "utf-8"
    )
    with pytest.raises(InvalidFile) as raised:
        tw.load("rebirth", data=tmp_path)
    said = str(raised.value).splitlines()
    assert ":2:" in said[0] and said[0].endswith("there is no option 'castel'; did you mean 'castle'?")
    assert ":4:" in said[1] and "'many' is not allowed; a whole number from 0 to 99" in said[1]
    assert "RB-A-2.instead.0.when.cast" in said[3] and "there is no option 'cast'" in said[3]
    assert ":5:" in said[2] and "the braces at '}.' cannot be read" in said[2]


def test_a_module_cannot_add_rules_to_a_step_that_does_not_exist() -> None:
    module = plugin(Module(name="more", game="rebirth", title="More", step_rules={"plaze": ("RB-PLACE",)}))
    with pytest.raises(PluginError, match="module more: step_rules: the game has no step 'plaze'"):
        tw.load("rebirth", [module])


TOY = """
PP-A-1:
  text: "Worth {castle} {castle|point|points}."
  source: own
  instead: [{when: {castle: 1}, text: "A single one ({castle})."}]
PP-A-2: {text: Alone., source: own}
"""


def toy(german: str, **options: object) -> Rules:
    """Rebirth with a module whose rules say this in German."""
    files = in_memory({"rules.yaml": TOY, "rules.de.yaml": german})
    return tw.load(
        "rebirth", [plugin(Module(name="more", game="rebirth", title="M", folder=lambda: files))], options
    )


def test_rules_are_said_in_the_language_asked_for_and_marked_where_they_are_english() -> None:
    german = "PP-A-1: Wert {castle} {castle|Punkt|Punkte}.\nPP-A-1.1: Nur einer ({castle}).\n"
    assert [rule.text for rule in toy(german).rule_texts("more", "de").values()] == [
        "Wert 5 Punkte.",
        "(englisch) Alone.",
    ]
    few = toy(german, castle=1)
    assert few.rule_texts("more", "de")["PP-A-1"].text == "Nur einer (1)."
    assert few.rule_texts("more", "pl")["PP-A-1"].text == "(po angielsku) A single one (1)."
    assert few.rule_texts("more")["PP-A-1"].text == "A single one (1)."


def test_a_translated_rule_that_cannot_be_filled_in_has_file_line_and_id() -> None:
    with pytest.raises(InvalidFile) as raised:
        toy(
            "PP-A-1: Wert {castle} {castle|Punkt}.\nPP-A-1.1: Nur einer.\nPP-A-3: Neu.\nPP-A-2: '{n} allein.'\n"
        )
    said = str(raised.value).splitlines()
    wanted = ("2 forms are needed", "the English text names {castle}", "has no rule 'PP-A-3'", "it names {n}")
    for line, (n, id, part) in zip(
        said, zip(range(1, 5), ("A-1", "A-1.1", "A-3", "A-2"), wanted, strict=True)
    ):
        assert f"rules.de.yaml:{n}:" in line and f"PP-{id}" in line and part in line, line


def test_our_translation_of_a_rule_that_a_users_file_changes_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text("RB-PLACE-1: {text: Otherwise., source: own}\n", "utf-8")
    found = tw.load("rebirth", data=tmp_path).rule_texts("rebirth", "de")
    assert [rule.text for rule in found.values()] == ["(englisch) Otherwise."]


@pytest.mark.parametrize(("game", "modules"), SHIPPED)
def test_a_file_with_translated_rules_has_each_of_our_rules_in_order(
    game: str, modules: tuple[str, ...]
) -> None:
    for folder in tw.load(game, modules).folders:
        ids = [key.removeprefix("rule.") for key in rule_texts.english(folder)]
        for name in folder.names():
            if TRANSLATED.fullmatch(name):
                assert [*folder.load(name, dict[str, str])] == ids, (folder.name, name)
