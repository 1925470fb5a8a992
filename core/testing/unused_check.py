"""A check of what is declared and was then forgotten: options, score reasons, messages, streams and hooks."""

from __future__ import annotations

from typing import Any

import attrs

from ..land.faces import Face
from ..land.polyomino import Tile
from ..rules.placing import PlacingStep
from ..text.options import Option
from ..text.unreadable import engine
from .package_names import PackageSources, roots
from .random_games import Skipped, Subject
from .usage_games import Trial

SAID_BY_CORE = ("name.", "move.", "verb.", "from.")
"""Messages that the engine finds by the names of things and the verbs of moves."""


def unused(subject: Subject) -> None:
    """Options are read; score reasons, messages, streams and hooks are used. What was forgotten is a warning.

    The Python files of the ruleset are searched first. Only for what none of them seems to use, games are played.
    """
    found = roots(subject.rules)
    sources = PackageSources(subject.rules, found)
    count, names = len(sources.files), ", ".join(dict.fromkeys(root.name for root in found))
    search = _Search(subject, sources, f"{count} Python {'file' if count == 1 else 'files'} of {names}")
    if not search.sources.files:
        raise Skipped("the Python files of the ruleset cannot be read")
    search.played()
    search.messages()
    search.hooks()
    for step in subject.rules.nodes:
        if isinstance(step, PlacingStep) and step.tiles and all(map(_turns_alike, step.tiles)):
            said = f"step {step.name} offers each tile in every rotation, but all tiles look the same in all of them"
            more = "give their faces rotations=(0,), as in edge_face(name, sides, rotations=(0,))"
            subject.warn("rotation", step.name, f"{said}: {more}")


def _turns_alike(tile: Tile) -> bool:
    """Return whether this is a face that may be turned and looks the same then."""
    if not isinstance(tile, Face) or tile.rotations is not None:
        return False
    turned = tile.turned(1)
    return (turned.edges, turned.area_at, turned.road_at) == (tile.edges, tile.area_at, tile.road_at)


@attrs.frozen
class _Search:
    """Looks for what nothing uses, and warns of it."""

    subject: Subject
    sources: PackageSources
    files: str
    """Description of what is searched."""

    def played(self) -> None:
        """Warn of options, score reasons and streams that no file seems to use, and no random game does."""
        rules, sources = self.subject.rules, self.sources
        reads = {option.name: sources.reads(option.name.rpartition(".")[2]) for option in rules.declared}
        trial = Trial(
            subject=self.subject,
            options={name for name, (places, _) in reads.items() if not places},
            reasons={reason.key for reason in rules.reasons[1:] if not sources.use(reason.key)},
            streams={name for name in rules.streams if not sources.use(name)},
        )
        trial.play()
        for option in rules.declared:
            if option.name in trial.options:
                self._option(option, reads[option.name][1], trial.said)
        for reason in rules.reasons:
            if reason.key in trial.reasons:
                where = _at(sources.place(rf"ScoreReason\(\s*[\"']{reason.key}[\"']"), f"rule {reason.rule}")
                said = f"score reason {reason.key}{where} is never awarded: in {self.files} nothing else names it, and"
                said += (
                    f" {trial.said} gave no points for it; give them with state.gain, or delete the reason"
                )
                self.subject.warn("reason", reason.key, said)
        for name in sorted(trial.streams):
            where = _at(sources.place(rf"streams=.*[\"']{name}[\"']"))
            said = (
                f"stream {name}{where} is never used: in {self.files} nothing else names it, and {trial.said}"
            )
            self.subject.warn(
                "stream", name, f"{said} took nothing from it; draw or roll with it, or delete it"
            )

    def _option(self, option: Option, idle: list[str], tried: str) -> None:
        rules, name = self.subject.rules, option.name.rpartition(".")[2]
        holders: list[Any] = [rules.game, *rules.modules]
        holder = next(one for one in holders if one.name == (option.module or rules.game.name))
        declared = self.sources.place(
            rf"^[ \t]+{name}[ \t]*:[^=\n]*=\s*[\w.]*option\(", holder.options.__module__
        )
        said = f"option {option.name}{_at(declared, f'rule {option.rule}')} is never read: in {self.files} "
        said += f"only {', '.join(idle)} reads it, which nothing calls" if idle else "nothing reads it"
        said += f", and {tried} did without it; let the rule depend on it, or delete it"
        self.subject.warn("option", option.name, said)

    def messages(self) -> None:
        """Warn of messages that nothing says."""
        rules = self.subject.rules
        known = {*engine(), *(reason.key for reason in rules.reasons)}
        for folder in rules.folders:
            if "messages.yaml" not in folder.names():
                continue
            document = folder.document("messages.yaml")
            for key in document.content or ():
                if key in known or key.startswith(SAID_BY_CORE) or self.sources.use(key):
                    continue
                place = document.problem((key,), "", at_key=True)
                said = (
                    f"message {key} ({place.file}:{place.line}) is never said: in {self.files} and their data"
                )
                said += " nothing names it; say it in a refusal, an event or a drawing, or delete it"
                self.subject.warn("message", key, said)

    def hooks(self) -> None:
        """Warn of hooks that the game declares and never calls, so that no module is ever asked."""
        for specs in self.subject.rules.game.specs:
            for name in dir(specs):
                if name.startswith("_") or self.sources.use(name):
                    continue
                where = _at(self.sources.place(rf"def {name}\(", specs.__module__))
                said = (
                    f"hook {name}{where} is never called: in {self.files} nothing names it; ask modules with"
                )
                self.subject.warn("hook", name, f'{said} rules.calls("{name}"), or delete it')


def _at(*parts: str) -> str:
    """Return these parts in brackets, those that are empty left out."""
    said = ", ".join(filter(None, parts))
    return f" ({said})" if said else ""
