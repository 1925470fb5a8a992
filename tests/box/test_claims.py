"""What records claim of where they come from, and what becomes of that when an owner changes or confirms them."""

from __future__ import annotations

from typing import Any, Literal

import attrs
import pytest

from tilewright.core.box.claims import claims, stamped, vouched
from tilewright.core.box.plain_values import GONE
from tilewright.core.text.checks import Provenance

from ..cases import cases


@attrs.frozen(kw_only=True)
class Site:
    code: str
    name: str
    at: tuple[int, int]
    provenance: Provenance
    name_provenance: Provenance = "reconstructed"
    alternative: str | None = None


@attrs.frozen(kw_only=True)
class Map:
    picture: str
    areas: dict[str, int]
    sites: tuple[Site, ...]
    table: dict[int, int] = attrs.field(factory=dict)
    provenance: Provenance
    certainty: Literal["high", "medium", "low", ""] = ""
    areas_provenance: Provenance
    table_provenance: dict[str, Provenance] = attrs.field(factory=dict)


def a_map(**changed: Any) -> dict[str, Any]:
    sites = [
        {"code": "KE", "name": "Moyle", "at": ["1", "2"], "provenance": "rulebook"},
        {"code": "KS", "name": "Fold", "at": ["3", "4"], "provenance": "derived", "alternative": "Fald"},
    ]
    return {
        "picture": "..\n",
        "areas": {"north": "1"},
        "sites": sites,
        "table": {"2": "5"},
        "provenance": "reconstructed",
        "certainty": "low",
        "areas_provenance": "public-source",
        "table_provenance": {"2": "derived"},
        **changed,
    }


def test_every_record_that_states_an_origin_makes_a_claim() -> None:
    whole, first, second = claims("map.yaml", Map, a_map())
    assert (whole.path, whole.label, first.path, first.label) == ((), "", ("sites", 0), "KE")
    assert whole.origins == {"": "reconstructed", "areas": "public-source", "table 2": "derived"}
    assert (whole.certainty, whole.sure, whole.disputed) == ("low", False, False)
    assert first.origins == {"": "rulebook", "name": "reconstructed"}  # what is left out is the default
    assert second.disputed and not second.sure


@pytest.mark.parametrize(("origin", "certainty", "sure"), cases(__file__, "what_is_sure"))
def test_what_is_sure(origin: str, certainty: str, sure: bool) -> None:
    content = a_map(provenance=origin, certainty=certainty, sites=[], table_provenance={})
    [claim] = claims("map.yaml", Map, content)
    assert claim.sure is sure and claim.owner is (origin == "owner")


def of(content: dict[str, Any]) -> list[str]:
    """The origins of the map, its areas and its table, then of each site and its name."""
    sites = [
        one for site in content["sites"] for one in (site["provenance"], site.get("name_provenance", "-"))
    ]
    return [content["provenance"], content["areas_provenance"], content["table_provenance"]["2"], *sites]


ORIGINS = ["reconstructed", "public-source", "derived", "rulebook", "-", "derived", "-"]


@pytest.mark.parametrize(
    ("change", "owner"), cases(__file__, "what_differs_from_the_shipped_becomes_the_owners")
)
def test_what_differs_from_the_shipped_becomes_the_owners(change: dict[str, Any], owner: list[int]) -> None:
    made = stamped(Map, a_map(**change), a_map())
    assert of(made) == ["owner" if number in owner else one for number, one in enumerate(ORIGINS)]
    assert made["certainty"] == ("high" if 0 in owner else change.get("certainty", "low"))
    assert {**made, **{key: a_map()[key] for key in made if "provenance" in key or key == "certainty"}} == {
        **a_map(),
        **{key: value for key, value in change.items() if key != "certainty"},
    }


def test_records_of_a_list_are_told_by_their_names() -> None:
    first, second = a_map()["sites"]
    moved, renamed = {**second, "at": ["9", "9"]}, {**first, "name": "Other"}
    new = {"code": "Kz", "name": "New", "at": ["5", "6"], "provenance": "reconstructed"}
    made = stamped(Map, a_map(sites=[moved, renamed, new]), a_map())
    assert of(made)[3:] == ["owner", "-", "rulebook", "owner", "owner", "owner"]
    assert of(made)[0] == "reconstructed"  # sites speak for themselves


def test_what_is_the_owners_in_part_is_not_yet_the_owners() -> None:
    site = cases(__file__, "site")
    [_, claim] = claims("map.yaml", Map, a_map(sites=[site]))
    assert not claim.owner and not claim.sure


def test_nothing_was_shipped_in_its_place() -> None:
    assert of(stamped(Map, a_map(), GONE)) == ["owner"] * 7


def test_an_owner_who_vouches_for_a_thing_settles_what_is_disputed() -> None:
    made = vouched(Map, a_map())
    assert of(made) == ["owner", "owner", "owner", "rulebook", "owner", "owner", "owner"]
    assert made["certainty"] == "high" and all("alternative" not in site for site in made["sites"])
    assert all(claim.owner for claim in claims("map.yaml", Map, made))
    assert stamped(Map, made, a_map()) == made


@pytest.mark.parametrize("odd", [None, "text", [], ["a"], {"sites": "x"}, {"sites": [None, "a", []]}])
def test_unfinished_content_makes_no_trouble(odd: Any) -> None:
    assert all(claim.name == "map.yaml" for claim in claims("map.yaml", Map, odd))
    assert stamped(Map, stamped(Map, odd, a_map()), a_map()) == stamped(Map, odd, a_map())
    vouched(Map, odd)
