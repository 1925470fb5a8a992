"""A check that every rule is cited somewhere: what nothing cites was probably forgotten."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..rules.game import Game
from ..rules.ruleset import Rules
from ..text.folder import Folder, Rule
from .package_files import Home, homes, named, searched
from .package_names import PackageSources
from .random_games import Skipped, Subject

RULES = "rules.yaml"
WRITTEN = (".py", ".yaml", ".yml", ".md")
"""Files of scenes and tests."""
WORD = re.compile(r"\w+(?:-\w+)+")
CHAPTER = re.compile(r"(\w+(?:-\w+)*-)(?=[\"'{%])")
"""The beginning of ids, to which code adds the rest."""


def cited(subject: Subject) -> None:
    """Each rule is cited: by an option, a score reason, code, data, a scene or a test; what is not, is a warning.

    A rule that says why it is `untested` needs no citation.
    """
    rules = subject.rules
    if not rules.stated:
        raise Skipped(f"there is no {RULES}")
    found = homes(rules)
    sources = PackageSources(rules, found)
    texts = [source.text for source in sources.files] + sources.data
    judged, unknown = False, 0
    for home, folder in _folders(rules, found):
        stated = folder.load(RULES, dict[str, Rule])
        named = _declared(rules)
        missing = [rule for rule, one in stated.items() if not one.untested and rule not in named]
        missing = _missing([rule for rule in missing if not sources.use(rule)], texts)
        if missing and (home.beside or home.project is not None):
            missing = _missing(missing, _beside(home))
        elif missing:
            unknown += len(missing)  # scenes and tests that are not here may cite them
            continue
        judged = True
        for rule in missing:
            subject.warn("rule", rule, _said(rule, folder, home, searched(found)))
    if unknown and not judged:
        said = f"the scenes and tests that may cite {unknown} of the rules are not installed with the package"
        raise Skipped(f"{said}; check it where they lie")


def _folders(rules: Rules, found: list[Home]) -> Iterator[tuple[Home, Folder]]:
    """Yield each folder with rules and where its code lies."""
    with_folder = [home for home in found if home.part.folder is not None]
    for home, folder in zip(with_folder, rules.folders, strict=True):
        if RULES in folder.names():
            yield home, folder


def _declared(rules: Rules) -> set[str]:
    """Return the rules that declarations cite."""
    cited = {option.rule for option in rules.declared} | {reason.rule for reason in rules.reasons}
    return cited | {rules.game.turn_rule}


def _missing(wanted: Iterable[str], texts: Iterable[str]) -> list[str]:
    """Return the rules that none of the texts cites. `"XY-LAY-` cites all of that chapter: code may add the number."""
    left = list(wanted)
    for text in texts:
        if not left:
            break
        words, chapters = set(WORD.findall(text)), set(CHAPTER.findall(text))
        left = [rule for rule in left if not _in(rule, text, words, chapters)]
    return left


def _in(rule: str, text: str, words: set[str], chapters: set[str]) -> bool:
    if any(rule[: at.end()] in chapters for at in re.finditer("-", rule)):
        return True
    if WORD.fullmatch(rule):
        return rule in words
    return re.search(rf"(?<!\w){re.escape(rule)}(?!\w)", text) is not None


def _beside(home: Home) -> Iterator[str]:
    """Yield the texts of the scenes and tests of a project, those with the game's name in their path first."""
    game = home.part.name if isinstance(home.part, Game) else home.part.game
    paths = [path for folder in home.beside for path in folder.rglob("*") if path.suffix in WRITTEN]
    for path in sorted(paths, key=lambda path: (game not in path.parts, path)):
        if path.name != RULES and path.is_file():
            yield path.read_text("utf-8", errors="replace")


def _said(rule: str, folder: Folder, home: Home, files: str) -> str:
    place = folder.document(RULES).problem((rule,), "", at_key=True)
    looked = f"no option, score reason or turn_rule, nothing in {files} or in their data"
    names = [named(one) for one in home.beside]
    looked += f", no scene or test in {', '.join(names)}" if names else ", and there is no folder of tests"
    said = f"rule {rule} ({place.file}:{place.line}) is cited nowhere: {looked}"
    return f"{said}; refuse moves or give points by it, cite it where it is carried out, and in a scene"
