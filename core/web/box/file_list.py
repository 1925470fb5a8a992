"""The files of a draft with what they claim: what is reconstructed or disputed, changed or wrong, each a link away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ...base.html import Html, inside, tag
from ...box.check import DraftCheck
from ...box.claims import Claim
from ...table.face_texts import Texts
from ...table.setup_choices import titled
from ...text.folder import MODULES, OVER
from ...text.yaml import Path
from .form_parts import open_link

if TYPE_CHECKING:
    from .draft_session import DraftSession, OpenRecord


def shelf(on: DraftSession, record: OpenRecord, check: DraftCheck) -> Html:
    by_file: dict[str, list[Claim]] = {name: [] for name in on.draft.files}
    for claim in on.claims():
        by_file[claim.name].append(claim)
    parts: dict[str, list[Html]] = {}
    for name, claims in by_file.items():
        part = on.draft.stock.module(name)
        wrong = [one.path for one in check.problems if one.name == name]
        parts.setdefault(part, []).append(_file(on, name, claims, record, wrong))
    titles = {"": titled(on.draft.game) or on.draft.game}
    titles |= {name: str(module.title) for name, module in on.draft.stock.known.modules.items()}
    return inside(
        [tag("h2", titles.get(part, part)), tag("div", files, cls="part")] for part, files in parts.items()
    )


def _file(
    on: DraftSession, name: str, claims: Sequence[Claim], record: OpenRecord, wrong: Sequence[Path]
) -> Html:
    said, draft = on.said, on.draft
    here = name == record.name
    changed = draft.changed(name)
    open_ = sum(1 for one in claims if not one.sure)
    first: list[Html] = []
    rest: list[Html] = []
    for one in claims:
        if not one.path:
            continue
        bad = sum(1 for path in wrong if path[: len(one.path)] == one.path)
        is_open = here and one.path == record.path
        row = _row(on, one, is_open, bad)
        keen = not one.sure or one.owner or bad or is_open or (changed and draft.changed(name, one.path))
        (first if keen else rest).append(row)
    own = next((one for one in claims if not one.path), None)
    marked = marks(said, own, changed, sum(1 for path in wrong if not path))
    now = "true" if here and not record.path else None
    top = open_link(name, (), said("box.whole_file"), marked, aria_current=now)
    file = tag("span", _short(name), cls="file", title=draft.stock.about[name])
    words = said("box.unsure", n=open_)
    unsure = tag("span", words, cls="chip unsure", title=words) if open_ else None
    summary = tag("summary", file, " ", unsure, _signs(said, changed, len(wrong)))
    sure = tag("summary", said("box.sure", n=len(rest)))
    folded = tag("details", sure, tag("ul", rest), data_fold=f"sure {name}") if rest else None
    return tag(
        "details", summary, tag("ul", tag("li", top), first), folded, data_fold=f"file {name}", open=here
    )


def _short(name: str) -> str:
    """The name of a file below the folder of its game or module."""
    inside_module = name.split("/", 2)[-1] if name.startswith(f"{MODULES}/") else name
    return inside_module.removeprefix(f"{OVER}/")


def _row(on: DraftSession, claim: Claim, here: bool, bad: int) -> Html:
    path = claim.path
    named = claim.label if isinstance(path[-1], int) else ".".join(map(str, path))
    record = on.draft.at(claim.name, path)
    name = record.get("name") if isinstance(record, dict) else None
    if isinstance(name, dict):
        name = name.get(on.lang) or name.get("en")
    number = isinstance(path[-1], int) and named == str(path[-1])
    words = [tag("span", str(int(path[-1]) + 1) if number else named)]
    if isinstance(name, str) and name not in ("", named):
        words.append(tag("span", name, cls="dim"))
    marked, now = marks(on.said, claim, on.draft.changed(claim.name, path), bad), "true" if here else None
    title = ".".join(map(str, path))
    return tag("li", open_link(claim.name, path, *words, marked, aria_current=now, title=title))


def marks(said: Texts, claim: Claim | None, changed: bool, bad: int) -> Html:
    return inside(
        " ",
        [tag("span", words, cls=f"chip {kind}", title=words) for kind, words in _origins(said, claim)],
        _signs(said, changed, bad),
    )


def _origins(said: Texts, claim: Claim | None) -> Iterable[tuple[str, str]]:
    """Yield what is claimed of the origin of a record, in words, each with its class."""
    if claim is None:
        return
    if claim.disputed:
        yield "unsure", said("box.origin.disputed")
    by_origin: dict[str, list[str]] = {}
    for field, origin in claim.origins.items():
        by_origin.setdefault(origin, []).append(field.replace("_", " "))
    for one, of in sorted(by_origin.items()):
        if one in ("rulebook", "public-source"):
            continue
        sure = f", {said(f'box.certainty.{claim.certainty}')}" if claim.certainty and one != "owner" else ""
        words = said(f"box.origin.{one}") if one in ("derived", "reconstructed", "owner") else one
        what = f"{', '.join(of)}: " if len(by_origin) > 1 and "" not in of else ""
        unsure = one == "reconstructed" or (one == "derived" and not claim.sure)
        yield "owner" if one == "owner" else "unsure" if unsure else "plain", what + words + sure


def _signs(said: Texts, changed: bool, bad: int) -> Html:
    return inside(
        tag("span", said("box.changed"), cls="chip changed", title=said("box.changed")) if changed else None,
        tag("span", said("box.bad", n=bad), cls="chip bad") if bad else None,
    )
