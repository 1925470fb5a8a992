"""Options and editions: typed values, ranges, defaults, hints for what is mistyped, the hash."""

from __future__ import annotations

from typing import Literal

import attrs
import pytest

import tilewright as tw
from tilewright.core.base.errors import InvalidFile, UsageError
from tilewright.core.text.inline_files import in_memory
from tilewright.core.text.options import Option, declared, option, resolve

from ..cases import cases
from ..toys import meadow, nim
from ..toys.harvest_dist import harvest
from ..toys.harvest_dist.harvest import storm

pytestmark = pytest.mark.quick


@attrs.frozen(kw_only=True)
class Some:
    income: int = option(5, rule="XX-1", doc="gold each round", low=2, high=8)
    removal: int = option(4, rule="XX-2", doc="with how many", values=(3, 4))
    strict: bool = option(False, rule="XX-3", doc="to the letter")
    tie: Literal["shared", "none"] = option("shared", rule="XX-4", doc="who wins")
    side: Literal[2, 4] = option(2, rule="XX-6", doc="how many sides")
    map: str | None = option("default", rule="XX-5", doc="which map")


OPTIONS = {o.name: o for o in declared(Some)}
EDITIONS: dict[str, dict[str, object]] = {"old": {"income": "3", "strict": "true"}, "odd": {"incom": "3"}}


def test_a_class_declares_its_options() -> None:
    assert [(o.name, o.type, o.default, o.values, o.ranged) for o in OPTIONS.values()] == [
        ("income", "int", 5, (2, 8), True),
        ("removal", "int", 4, (3, 4), False),
        ("strict", "bool", False, (True, False), False),
        ("tie", "text", "shared", ("shared", "none"), False),
        ("side", "int", 2, (2, 4), False),
        ("map", "text", "default", (), False),
    ]
    assert OPTIONS["income"].rule == "XX-1" and OPTIONS["income"].doc == "gold each round"


def test_a_modules_options_carry_its_name() -> None:
    assert [(o.name, o.module) for o in declared(storm.Options, "storm")] == [("storm.omen", "storm")]


@pytest.mark.parametrize(("name", "text", "value"), cases(__file__, "values_are_read"))
def test_values_are_read(name: str, text: object, value: object) -> None:
    found = OPTIONS[name].read(text)
    assert found == value and type(found) is type(value)


@pytest.mark.parametrize(("name", "text", "allowed"), cases(__file__, "other_values_are_refused"))
def test_other_values_are_refused_with_those_that_are_allowed(name: str, text: object, allowed: str) -> None:
    with pytest.raises(UsageError) as error:
        OPTIONS[name].read(text)
    assert str(error.value) == f"option {name}: '{text}' is not allowed; {allowed}"


def test_given_values_come_before_the_editions_and_those_before_the_defaults() -> None:
    plain = resolve(list(OPTIONS.values()), EDITIONS, None, {})
    assert plain == {"income": 5, "removal": 4, "strict": False, "tie": "shared", "side": 2, "map": "default"}
    assert resolve(list(OPTIONS.values()), EDITIONS, "old", {}) == plain | {"income": 3, "strict": True}
    assert resolve(list(OPTIONS.values()), EDITIONS, "old", {"income": 8})["income"] == 8


@pytest.mark.parametrize(("edition", "given", "said"), cases(__file__, "names_that_do_not_exist"))
def test_names_that_do_not_exist(edition: str | None, given: dict[str, object], said: str) -> None:
    with pytest.raises(UsageError) as error:
        resolve(list(OPTIONS.values()), EDITIONS, edition, given)
    assert str(error.value) == said


def test_an_edition_is_a_file_of_values() -> None:
    long = tw.load(nim.PLUGIN, edition="long")
    assert long.options.heap == 15 and long.edition == "long"
    assert tw.load(nim.PLUGIN, edition="long", options={"heap": 3}).options.heap == 3
    town = tw.load(harvest, edition="town")
    assert (town.options.offer, town.options.home) == (4, False)


def test_a_broken_edition_is_a_broken_file() -> None:
    files = {file.name: file.read_text("utf-8") for file in nim.GAME.folder().iterdir()}
    files["editions.yaml"] = "long: {titel: x, options: {heap: 15}}\n"
    broken = nim.bent(folder=lambda: in_memory(files))
    with pytest.raises(
        InvalidFile, match=r"editions.yaml:1:8: long.titel: unknown key; did you mean 'title'"
    ):
        tw.load(broken)


def test_the_hash_stands_for_every_value_and_for_the_data() -> None:
    plain = tw.load(harvest)
    others = [
        tw.load(harvest, options={"field": 3}),
        tw.load(harvest, edition="town"),
        tw.load(harvest, modules=[storm]),
        tw.load(harvest, modules=[storm], options={"storm.omen": 4}),
        tw.load(harvest, options={"data:tiles.tiles.edge.count": 5}),
        tw.load(meadow.PLUGIN),
    ]
    assert len({rules.option_hash for rules in [plain, *others]}) == 7
    assert plain.option_hash == tw.load(harvest, options={"field": "2"}).option_hash
    assert plain.option_hash == tw.load(harvest, edition="village").option_hash  # values count, not names


def test_a_modules_option_reaches_the_module() -> None:
    rules = tw.load(harvest, modules=[storm], options={"storm.omen": "4"})
    assert rules.module_options["storm"].omen == 4 and not hasattr(rules.options, "omen")
    with pytest.raises(UsageError, match=r"there is no option 'storm.omen'"):
        tw.load(harvest, options={"storm.omen": 4})


def test_an_option_says_what_is_allowed() -> None:
    assert Option("x", "text", "a", ("a", "b"), False, "X-1", "").allowed() == "one of a, b (default a)"
