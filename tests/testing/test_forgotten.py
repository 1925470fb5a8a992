"""What the kit takes for used and read, so that it warns of nothing that is; and how warnings are told."""

from __future__ import annotations

import copy
import pickle
import warnings
from pathlib import Path
from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright import testing as public
from tilewright.core import testing
from tilewright.core.rules.plugins import found
from tilewright.core.rules.ruleset import Rules
from tilewright.core.testing.other_processes import elsewhere
from tilewright.core.testing.package_names import parsed, roots, sources
from tilewright.core.testing.usage_games import watched
from tilewright.core.text.options import option

from ..cases import cases
from ..toys import drought, meadow, nim
from ..toys.broken import forgotten
from ..toys.broken.plant import package
from ..toys.harvest_dist import harvest
from ..toys.harvest_dist.harvest import storm


def warned(rules: Rules, *checks: str, **given: Any) -> list[str]:
    """What the checks warn of."""
    findings = testing.run(rules, checks, **{"games": 1, **given})
    assert [finding.said for finding in findings if finding.outcome == "broken"] == []
    return [f"{each.kind} {each.name}" for finding in findings for each in finding.warnings]


def rulesets() -> list[tuple[str, ...]]:
    """Every game that is shipped: alone, with all of its modules, and with each."""
    listed = []
    for game in [name for name, one in found("game").items() if one.source == "tilewright"]:
        parts = [name.split(".")[1] for name in found("module") if name.startswith(f"{game}.")]
        shipped = [part for part in parts if found("module")[f"{game}.{part}"].source == "tilewright"]
        listed += [(game,), (game, *shipped), *((game, part) for part in shipped)]
    return list(dict.fromkeys(listed))


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(names, marks=[pytest.mark.soak] * (names[0] == "isleofskye" and len(names) < 4))
        for names in rulesets()
    ],
    ids="+".join,
)
def test_nothing_was_forgotten_in_the_games_that_are_shipped(names: tuple[str, ...]) -> None:
    assert warned(tw.load(names[0], names[1:]), "pieces", "unused") == []


@pytest.mark.parametrize("parts", [(), (storm,), (storm, drought.PLUGIN)], ids=["alone", "storm", "both"])
def test_nothing_was_forgotten_in_a_game_from_outside(parts: tuple[Any, ...]) -> None:
    assert warned(tw.load(harvest, parts), "pieces", "unused") == []


@pytest.mark.parametrize("code", cases(__file__, "options_are_read_in_many_ways"))
def test_options_are_read_in_many_ways(code: str) -> None:
    assert "reach" in {read.name for read in parsed("a/b.py", code).reads}


@pytest.mark.parametrize("code", cases(__file__, "other_things_of_that_name_are_no_options"))
def test_other_things_of_that_name_are_no_options(code: str) -> None:
    assert "reach" not in {read.name for read in parsed("a/b.py", code).reads}


@pytest.mark.parametrize("code", cases(__file__, "keys_are_put_together_in_many_ways"))
def test_keys_are_put_together_in_many_ways(code: str) -> None:
    said = ("data/messages.yaml", "# Events\n", "# Events\nhint_first: {en: begin there}\n")
    assert warned(package(said), "unused") == ["message hint_first"]
    assert warned(package(said, ("state.py", "def openings(", f"{code}\n\n\ndef openings(")), "unused") == []


def test_a_read_that_no_text_shows_is_seen_in_play() -> None:
    """The name of the option is put together, and read only with another value of another option."""
    read = (
        'found = [("same", equal * (getattr(self.options, "sa" + "me") if self.options.reach == 5 else 1))]'
    )
    rules = package(("steps.py", 'found = [("same", equal * self.options.same)]', read))
    assert warned(rules, "unused") == []
    never = read.replace("reach == 5", "reach == 9")
    assert warned(
        package(("steps.py", 'found = [("same", equal * self.options.same)]', never)), "unused"
    ) == ["option same"]


def test_points_and_chance_that_no_text_shows_are_seen_in_play() -> None:
    """The names are put together: of a reason, of a stream that is rolled with, and of one that orders a pile."""
    rules = package(
        ("__init__.py", 'ScoreReason("same"', 'ScoreReason("alike"'),
        ("data/messages.yaml", "same: {en", "alike: {en"),
        ("steps.py", '("same", equal', '("ali" + "ke", equal'),
        ("__init__.py", '("bag", "wishes", "start")', '("sack", "wishes", "beginner")'),
        ("__init__.py", 'roll(state, "start"', 'roll(state, "begin" + "ner"'),
        ("__init__.py", 'state.streams["bag"]', 'state.streams["sa" + "ck"]'),
        ("weather.py", 'STREAM = "module:weather"', 'STREAM = "module:" + "weat" + "her"'),
        ("weather.py", "streams=(STREAM,)", 'streams=("module:weather",)'),
        ("weather.py", "OUTCOMES, log)", "OUTCOMES, log) if len(state.tiles) > 1 else SUN"),
        module="weather",
    )
    assert warned(rules, "unused") == []


@attrs.frozen(kw_only=True)
class Two:
    first: int = option(1, rule="NM-HEAP-1", doc="one")
    second: int = option(2, rule="NM-HEAP-1", doc="another")


def noting(heard: list[str]) -> Any:
    """The options of a game, which note when they are read."""
    return watched(nim.bent(options=Two), heard.append).tilewright_game().options()


def test_only_code_that_wants_the_value_reads_an_option() -> None:
    heard: list[str] = []
    one = noting(heard)
    assert one == copy.copy(one) and hash(one) == hash(copy.copy(one)) and "second=2" in repr(one)
    assert attrs.evolve(one, first=3) != one
    one.__getstate__()
    assert heard == []
    assert one.first == 1 and heard == ["first"]
    assert attrs.asdict(one) == {"first": 1, "second": 2} and heard == ["first", "first", "second"]


def test_watched_options_are_unknown_to_caches() -> None:
    """What was worked out for the same options before is worked out again, and read for that."""
    assert noting([]) != Two() and noting([]) != noting([])
    assert isinstance(noting([]), Two)


def test_tests_do_not_read_options() -> None:
    """They may lie in the package itself, which may be installed without its project."""
    rules = package(("options.py", forgotten.SAME, forgotten.BONUS + forgotten.SAME))
    inside = Path(str(rules.folder.root)).parent
    (inside / "tests").mkdir()
    (inside / "tests" / "test_it.py").write_text("READ = options.bonus\n", "utf-8")
    assert warned(rules, "unused") == ["option bonus"]


def test_a_game_in_one_file_is_searched_with_those_that_it_imports(tmp_path: Path) -> None:
    texts = {
        "one": "from .two import x\n",
        "two": "import os\nimport three\n",
        "three": "",
        "four": "import one\n",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
    assert [path.stem for path in sources([tmp_path / "one.py"])] == ["one", "two", "three"]
    names = {path.name for path in sources(roots(tw.load(harvest)))}
    assert {"__init__.py", "steps.py", "storm.py"} <= names


def test_a_game_without_pieces_need_not_conserve_any() -> None:
    assert warned(tw.load(nim.PLUGIN), "pieces") == []
    assert warned(tw.load(meadow.PLUGIN), "pieces") == []


def test_what_the_caller_counts_is_not_judged() -> None:
    rules = forgotten.a_zone_of_a_module_that_does_not_count()
    assert warned(rules, "pieces", conserved=lambda state: None) == []


def test_conforms_warns_of_what_was_forgotten() -> None:
    rules = forgotten.an_option_that_no_code_reads()
    with pytest.warns(public.Warned, match="option bonus .* is never read") as told:
        public.conforms(rules, ["unused", "scores"], games=1)
    [one] = told
    assert isinstance(one.message, public.Warned) and one.filename == __file__
    assert (one.message.kind, one.message.name) == ("option", "bonus")
    assert str(pickle.loads(pickle.dumps(one.message))) == str(one.message)
    with warnings.catch_warnings():
        warnings.simplefilter("error", public.Warned)
        with pytest.raises(public.Warned):
            public.conforms(rules, ["unused"], games=1)
        public.conforms(tw.load(meadow.PLUGIN), ["unused", "pieces"], games=1)


def test_only_what_can_be_imported_elsewhere_is_played_there() -> None:
    assert not elsewhere(tw.load(nim.PLUGIN))
    assert elsewhere(tw.load("rebirth")) and elsewhere(package(module="weather"))


def test_a_mapping_in_another_order_that_decides_nothing_holds() -> None:
    names = "{tile.name for tile in state.rules.data} | {'a', 'b', 'c', 'd'}"
    start, first = "    start: int = public(", "    state.start = roll("
    rules = package(
        ("state.py", start, "    prices: dict[str, int] = public(factory=dict)\n" + start),
        ("__init__.py", first, f"    state.prices = dict.fromkeys({names}, 0)\n{first}"),
    )
    [finding] = testing.run(rules, ["workers"], games=1)
    assert finding.outcome == "holds", finding.said
