"""The numbers of a ruleset, options and those printed on components, found by words in any language of its texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import attrs

from ...rules import handicap
from ...rules.chapters import index
from ...table.rule_search import searched
from ...text.document import scalars
from ...text.folder import Rule, is_text
from ...text.languages import languages
from ...text.options import Option, typed

if TYPE_CHECKING:
    from ...rules.ruleset import Rules

WHOLE = re.compile(r"-?[0-9]{1,9}")
SOURCES = frozenset(
    ("provenance", "source", "source_id", "source_ids", "note", "number", "rulebook_confirms")
)
"""Keys of data files that say where something comes from: what stands below them changes no game."""


@attrs.frozen(kw_only=True)
class Number:
    """A number that can be changed."""

    name: str
    """As `--set` has it: `castle_income`, `data:tracks.front.rounds.2.catch_up`."""
    kind: str
    """`option`, `data` or `handicap`."""
    value: int | bool | str
    module: str = ""
    """The module with which it exists; "" for one of the game."""
    about: str = ""
    """What it is, in English."""
    rule: str = ""
    """The id of its rule, if one is named."""
    says: str = attrs.field(default="", repr=False)
    """All that is said of it, in every language: what words are looked for in."""

    @property
    def words(self) -> str:
        """What is pasted into `--set`, or after `--b` with its module: `castle_income=5`."""
        before = f"with={self.module} " if self.module else ""
        return f"{before}{self.name}={typed(self.value)}"


def numbers(rules: Rules, module: str = "") -> list[Number]:
    """Return the options and the numbers of the data: those of the game, or those that its module adds."""
    texts = {lang: rules.rule_texts(lang=lang) for lang in languages()}
    named, called = _named(rules), _called(rules)
    options = [one for one in rules.declared if one.module == module]
    return [
        *(_of_option(rules, one, texts, called) for one in options),
        *([] if module else _handicaps(rules)),
        *_of_data(rules, texts, named, called, module),
    ]


def find(known: Sequence[Number], wanted: str) -> list[Number]:
    """Return the numbers of which most of the words are said, the most fitting first."""
    by_name = {one.name: one for one in known}
    if exact := by_name.get(wanted.strip()):
        return [exact]
    texts = {name: Rule(text=one.says, source="") for name, one in by_name.items()}
    return [by_name[name] for name in searched(texts, wanted)]


def _called(rules: Rules) -> Mapping[str, str]:
    """Return by rule the words by which the index of the rules leads to it, in every language."""
    found: dict[str, str] = {}
    for words, ids in index(rules):
        for rule in ids:
            found[rule] = " ".join([found.get(rule, ""), *words.values()])
    return found


def _of_option(
    rules: Rules, one: Option, texts: Mapping[str, Mapping[str, Rule]], called: Mapping[str, str]
) -> Number:
    said = [one.doc, *(known[one.rule].text for known in texts.values() if one.rule in known)]
    value = rules.option_values[one.name]
    return Number(
        name=one.name,
        kind="option",
        value=value,
        module=one.module,
        about=one.doc,
        rule=one.rule,
        says=" ".join([one.name.replace("_", " "), *said, called.get(one.rule, "")]),
    )


def _handicaps(rules: Rules) -> Iterator[Number]:
    """Yield what a seat may begin with beyond the rules, for one seat; others are written likewise."""
    most = rules.game.seats[1]
    seat, words = min(2, most), "handicap start begin first second player seat advantage compensation more"
    for name in handicap.resources(rules.new(most)):
        [option] = handicap.options(
            [f"{handicap.OWNER}.{seat}" + (f".{name}" if name != handicap.POINTS else "")]
        )
        about = f"{option.doc} Likewise for other seats."
        yield Number(name=option.name, kind="handicap", value=0, about=about, says=f"{words} {name}")


def _of_data(
    rules: Rules,
    texts: Mapping[str, Mapping[str, Rule]],
    named: Mapping[str, Sequence[Mapping[str, str]]],
    called: Mapping[str, str],
    module: str,
) -> Iterator[Number]:
    folder = rules.folder
    for file in folder.names():
        if is_text(file) or file == "editions.yaml" or folder.brought(file) != bool(module):
            continue
        document = folder.document(file)
        head = " ".join(_head(folder.text(file)))
        cited = next((word for word in re.findall(r"[A-Z0-9-]+", head) if word in texts["en"]), "")
        for steps, path, value in scalars(document.content):
            if not WHOLE.fullmatch(str(value)) or SOURCES.intersection(steps):
                continue
            # A name with a dot cannot be typed after `data:`.
            if any("." in step for step in steps):
                continue
            rule, told = cited, list[Mapping[str, str]]()
            inside: Any = document.content
            for step in path:
                inside = inside[step]
                if isinstance(inside, dict):
                    rule = str(inside.get("rule", rule))
                    told += [one for key in ("names", "text") if isinstance(one := inside.get(key), dict)]
            keys = [key for step in steps for key in (step, *step.split("_"))]
            labels = [one for step in steps for one in named.get(step, ())]
            every = [str(text) for one in (*told, *labels) for text in one.values()]
            # What a whole file cites says little of each of its numbers.
            own = rule if rule != cited else ""
            rulebook = [known[own].text for known in texts.values() if own in known]
            last = [one.get("en", "") for one in named.get(steps[-1], ())]
            about = [*(str(one.get("en", "")) for one in told), max(last, key=len, default="")]
            yield Number(
                name=f"data:{file.removesuffix('.yaml')}.{'.'.join(steps)}",
                kind="data",
                value=str(value),
                module=module,
                about="; ".join(filter(None, [_stands(path, steps), *about])),
                rule=rule,
                says=" ".join([*keys, *every, *rulebook, called.get(rule, "")]),
            )


def _stands(path: Sequence[str | int], steps: Sequence[str]) -> str:
    """Return in words where a value stands in lists whose items have no names: `number 3 of rounds`."""
    places = zip(pairwise(path), steps[1:], strict=True)
    found = [
        f"number {at + 1} of {of}" for (of, at), step in places if isinstance(at, int) and step == str(at)
    ]
    return ", ".join(found)


def _named(rules: Rules) -> Mapping[str, list[Mapping[str, str]]]:
    """Return what messages call things: by key, such as `catch_up`, its texts of names and drawings."""
    found: dict[str, list[Mapping[str, str]]] = {}
    for key in rules.words:
        family, _, name = key.partition(".")
        if family in ("name", "show"):
            texts = rules.words.texts(key)
            if "{" in texts["en"]:
                continue  # it is no label: it says something of arguments
            found.setdefault(name.removesuffix("_said").removesuffix("_note"), []).append(texts)
    return found


def _head(text: str) -> Iterator[str]:
    """Yield the lines of the comment with which a file begins, without the one on notation."""
    for line in text.split("\n"):
        if not line.startswith("#"):
            return
        if not line.startswith("# Notation and provenance"):
            yield line.lstrip("# ")


def place(rules: Rules, one: Number) -> str:
    """Return the words of the rulebook in which the number stands; "" if no rule is named."""
    found = rules.rule_texts().get(one.rule)
    return f"{one.rule}: {found.text}" if found is not None else one.rule
