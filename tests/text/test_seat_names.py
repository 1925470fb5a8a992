"""Names of players: of every script, each in all its spellings, and nothing that hides."""

from __future__ import annotations

from unicodedata import normalize

import pytest

from tilewright.core.text.seat_names import alike, check_seat_names, find, spelled

from ..cases import cases

NAMES = cases(__file__, "names")
"""With marks above, below and beside the letters, signs within words, and joiners where their scripts write them."""
HIDING = (
    "\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2066\u2069\ufeff"
    "\u00ad\u034f\u061c\u115f\u3164\uffa0\ufe0f\U000e0101"
)


def refused(*names: str) -> bool:
    try:
        check_seat_names(names)
    except ValueError:
        return True
    return False


@pytest.mark.parametrize("name", NAMES)
def test_every_spelling_of_a_name_is_the_same_name(name: str) -> None:
    forms = [normalize(form, name) for form in ("NFC", "NFD", "NFKC", "NFKD")]
    for form in [*forms, name.upper(), name.lower(), name.title(), name.casefold(), f" {name}\u3000\n"]:
        assert not refused(spelled(form)) and find(form, ["anna", name]) == 1, ascii(form)
        assert refused(name, spelled(form))
    assert spelled(normalize("NFD", name)) == spelled(name) == normalize("NFC", name)
    assert not refused(spelled(name), "anna") and find("anna", [name]) is None


def test_spellings_of_a_name_in_other_letters() -> None:
    for one, two in [
        *(
            ("Ada", "ＡＤＡ"),
            ("Ada", "𝒜𝓭𝓪"),
            ("ipek", "İPEK"),
            ("ışıl", "IŞIL"),
            ("ISIL", "ısıl"),
            ("ß", "SS"),
        ),
        *(
            ("ΣΊΣΥΦΟΣ", "σίσυφος"),
            ("ﬁn", "FIN"),
            ("ハン", "ﾊﾝ"),
            ("1", "１"),
            ("1", "²"[:0] + "①"),
            ("K", "\u212a"),
        ),
        ("علیرضا", "علی\u200cرضا"),
    ]:
        assert alike(one) == alike(two), (one, two)
    for one, two in [("ada", "áda"), ("Ada", "Ida"), ("हिन्दी", "हन्द"), ("a-b", "ab"), ("٣", "4")]:
        assert alike(one) != alike(two), (one, two)


def test_what_hides_is_in_no_name() -> None:
    for sign in HIDING:
        for name in (sign, f"{sign}ada", f"a{sign}da", f"ada{sign}", f"अ{sign}दा", f"א{sign}ב"):
            assert refused(name), ascii(name)
            assert find(name, ["ada"]) in (0, None)  # whatever is typed can be compared
    for joiners in cases(__file__, "joiners"):
        assert refused(joiners), ascii(joiners)


def test_marks_stand_on_letters_and_few_on_one() -> None:
    for alone in ("\u0301", "\u0301a", "-\u0301a", "ि", "_ि", "́ada", "\u20e3", "1\u20e3", "a\u0488"):
        assert refused(alone), ascii(alone)
    above = "\u0300\u0301\u0302\u0303\u0304\u0306\u0307"
    assert [refused("z" + above[:n]) for n in range(1, 7)] == [False, False, False, False, True, True]
    assert refused("a\u0323\u0323") and refused("की" + "ाीुू" * 5)


def test_signs_blanks_and_nothing_are_no_names() -> None:
    for name in (
        "",
        "-",
        "_",
        "--",
        "·",
        "a b",
        "a.b",
        "a:b",
        "a/b",
        "a\\b",
        "a'b",
        "👍",
        "a\tb",
        "\x1b[2J",
        "\ud800",
        "½%",
    ):
        assert refused(name), ascii(name)
