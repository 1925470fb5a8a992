"""What a page plays: a game with its modules and options, and what of them the people there may choose."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

import attrs

from ..base.errors import TilewrightError, UsageError
from ..table.match_setup import MatchSetup
from ..table.setup_choices import offered
from ..text.strict import EXACT, structure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..text.options import Option

ALL = "all"
EDITION = "edition"


@attrs.frozen(kw_only=True)
class SitePlan:
    """A ruleset as its author offers it. What is not allowed to be chosen is played as it stands here."""

    game: str
    modules: tuple[str, ...] = ()
    edition: str | None = None
    options: Mapping[str, str] = attrs.field(factory=dict)
    allow: tuple[str, ...] = ()
    """Modules and options that people may choose, `edition`, or `all` alone."""
    playtest: bool = False
    """Records also say how long people took, what was refused, and what they answered at the end."""

    @property
    def setup(self) -> MatchSetup:
        """The match as the author offers it, without seats."""
        return MatchSetup(
            game=self.game, modules=self.modules, edition=self.edition, options=dict(self.options)
        )

    def allows(self, name: str) -> bool:
        """True if people may choose this module or option."""
        return ALL in self.allow or name in self.allow

    def kept(self, asked: MatchSetup | None) -> MatchSetup:
        """What people ask for, as far as they may; without that, what the author offers."""
        if asked is None:
            return self.setup
        every = [name for name, _ in offered(self.game).modules]
        modules = [one for one in every if one in (asked.modules if self.allows(one) else self.modules)]
        edition = asked.edition if self.allows(EDITION) else self.edition
        chosen = {name: value for name, value in asked.options.items() if self.allows(name)}
        options = {**self.options, **chosen}
        return attrs.evolve(asked, game=self.game, modules=tuple(modules), edition=edition, options=options)

    def check(self) -> None:
        """Raise TilewrightError if the ruleset cannot be loaded, or something is allowed that it does not have."""
        rules = self.setup.loaded()
        modules = [name for name, _ in offered(self.game).modules]
        # Options of a module that may be chosen are options as well.
        more = attrs.evolve(self.setup, modules=tuple(modules), options={}) if modules else self.setup
        options = [one.name for one in (*rules.declared, *_declared(more))]
        known = dict.fromkeys([ALL, EDITION, *modules, *options])
        for name in self.allow:
            if name not in known:
                raise UsageError(f"--allow {name}: expected one of {', '.join(known)}")

    def written(self) -> str:
        """The plan as text for `read`."""
        return json.dumps(attrs.asdict(self), ensure_ascii=False)


def _declared(setup: MatchSetup) -> Sequence[Option]:
    try:
        return setup.loaded().declared
    except TilewrightError:  # all modules together do not make a ruleset
        return ()


def read(text: str) -> SitePlan:
    """The plan that was written."""
    return structure(json.loads(text), SitePlan, EXACT)
