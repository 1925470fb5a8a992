"""Variants: words and flags, mistakes that name variant and word, what differs, and many at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilewright.core.base.errors import InvalidFile, TilewrightError, UsageError
from tilewright.core.lab.games.variants import Variant, differing, every_change, factorial, variant
from tilewright.core.lab.study.findings import Arm

from ...cases import cases
from ..site import site as site

SKYE = Variant(name="A", game="isleofskye")
REBIRTH = Variant(name="A", game="rebirth")


def test_words_and_flags_say_the_same() -> None:
    words = variant("B", "castle_income=6 with=druids,tunnel", SKYE)
    flags = variant("B", "--set castle_income=6 --with druids,tunnel", SKYE)
    joined = variant("B", "--set=castle_income=6 --with=druids,tunnel", SKYE)
    assert words.rules().option_hash == flags.rules().option_hash == joined.rules().option_hash
    assert words.modules == ("druids", "tunnel") and words.rules().options.castle_income == 6


def test_what_all_share_stays_unless_it_is_changed() -> None:
    shared = Variant(
        name="A", game="isleofskye", modules=("druids", "tunnel"), options={"castle_income": "7"}
    )
    assert variant("A", "", shared).rules().option_hash == shared.rules().option_hash
    less = variant("B", "without=druids", shared)
    assert less.modules == ("tunnel",) and less.options == {"castle_income": "7"}
    assert variant("B", "with=outskirts castle_income=4", shared).rules().options.castle_income == 4


def test_editions_data_and_other_games(tmp_path: Path) -> None:
    more = Variant(name="A", game="glenmore")
    assert variant("B", "edition=polish", more).rules().options.grocer_vp == 7
    assert variant("B", f'data="{tmp_path}"', more).data == str(tmp_path)
    assert variant("B", "game=rebirth", SKYE).rules().game.name == "rebirth"


@pytest.mark.parametrize(("text", "said"), cases(__file__, "mistakes_name_variant_and_word"))
def test_mistakes_name_variant_and_word(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        variant("B", text, REBIRTH)


def test_an_invalid_file_keeps_its_kind_and_gains_the_variant(tmp_path: Path) -> None:
    (tmp_path / "messages.yaml").write_text("a: [", "utf-8")
    with pytest.raises(InvalidFile, match=r"^variant B: .*messages\.yaml:2"):
        variant("B", f"data={tmp_path}", REBIRTH)


def test_what_differs() -> None:
    base = SKYE.rules()
    other = variant("B", "castle_income=6 with=tunnel", SKYE)
    told = differing(base, other.rules())
    assert told["castle_income"] == (5, 6) and told["modules"] == ("", "tunnel")
    assert told["tunnel.barrel_points"] == (None, 1)
    assert not differing(base, SKYE.rules())
    round3 = "data:tracks.front.rounds.2.catch_up"
    assert differing(base, variant("B", f"{round3}=2", SKYE).rules()) == {round3: ("1", "2")}
    made = Arm.of(other, other.rules(), base)
    assert made.differing == told and made.modules == ("tunnel",) and made.text == other.text


def test_every_single_change(site: Path) -> None:
    found = {one.name: one for one in every_change(REBIRTH)}
    names = list(found)
    assert names[0] == "A" and {"castle=4", "castle=6", "with=idle", "with=eager"} <= set(names)
    assert "castle=5" not in names
    base = REBIRTH.rules()
    for name in names[1:]:
        told = {key for key in differing(base, found[name].rules())}
        assert len({key for key in told if "." not in key}) == 1, name
    of_bool = [name for name in names if name.startswith("neutral=")]
    values = {option.name: option.values for option in base.declared}
    assert len(of_bool) == len(values["neutral"]) - 1


def test_modules_in_play_are_taken_out(site: Path) -> None:
    found = [one.name for one in every_change(variant("A", "with=idle", REBIRTH))]
    assert "without=idle" in found and "with=idle" not in found and "with=eager" in found


def test_all_combinations() -> None:
    found, on = factorial(SKYE, ["druids", "castle_income=6"])
    assert [one.name for one in found] == ["A", "druids", "castle_income=6", "druids + castle_income=6"]
    assert on["A"] == frozenset() and on["druids + castle_income=6"] == {"druids", "castle_income=6"}
    both = found[-1].rules()
    assert both.options.castle_income == 6 and [module.name for module in both.modules] == ["druids"]
    assert len(factorial(SKYE, ["druids", "tunnel", "outskirts"])[0]) == 8


@pytest.mark.parametrize(("factors", "said"), cases(__file__, "factors_that_do_not_work"))
def test_factors_that_do_not_work(factors: list[str], said: str) -> None:
    with pytest.raises(TilewrightError, match=said):
        factorial(SKYE, factors)
