"""The rules of a ruleset as scenes: all of them hold, and every rule is cited by one."""

from __future__ import annotations

from pathlib import Path

from ..rules.rule_texts import written
from ..rules.ruleset import Rules
from ..scenes.scene import read, run


def pinned(rules: Rules, folder: str | Path, of: str = "") -> None:
    """Run all scenes in the folder; AssertionError lists what does not hold, and each rule that no scene cites.

    With `of`, the name of the game or of a module, the scenes need to cite the rules of this one alone. Scenes name
    their game, which is found as installed ones are. A rule that says why it is `untested` needs no scene; one that is
    cited must exist.
    """
    scenes = [scene for file in sorted(Path(folder).rglob("*.yaml")) for scene in read(file)]
    wrong = [] if scenes else [f"there are no scenes in {folder}"]
    for scene in scenes:
        runs = [run(scene, under) for under in scene.expectations]
        found = [str(problem) for one in runs for problem in one.problems]
        wrong += [f"{scene.title}: {problem}" for problem in dict.fromkeys(found)]
        wrong += (
            []
            if all(one.verdicts or one.problems for one in runs)
            else [f"{scene.title}: it expects nothing"]
        )
    cited = {rule for scene in scenes for rule in scene.cites}
    wrong += [
        f"no scene cites {name}"
        for name, rule in written(rules, of).items()
        if name not in cited and not rule.untested
    ]
    wrong += [f"{name} is cited and is not a rule" for name in sorted(cited - written(rules).keys())]
    if wrong:
        raise AssertionError("\n".join(wrong))
