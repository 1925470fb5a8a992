"""Whether numbers are values of what they are declared to mean: each can be written, and read back as itself."""

from __future__ import annotations

from typing import Any

import attrs

from ..base.errors import TilewrightError
from ..rules.meanings import Meaning
from ..rules.nouns import Given
from ..rules.state import State
from ..rules.zones import MEANS
from .random_games import Moment


def misfit(means: Meaning, state: State, value: Any) -> str:
    """Return why the value is none of what it means, as `is 7, which ...`; "" if it is one."""
    try:
        written = means.write(state, value)
        back = means.read(state, written, now=value)
    except (TilewrightError, Given, LookupError, ValueError, TypeError) as error:
        said = error.message if isinstance(error, Given) else f"{type(error).__name__}: {error}"
        return f"is {value!r}, which is no value of {means.what}: {said}"
    return "" if back == value else f"is {value!r}, but what that means, {written!r}, stands for {back!r}"


def meant(moment: Moment) -> None:
    """Check that every field that says what it means holds such a value."""
    state, rules = moment.state, moment.state.rules
    # What a game writes in scenes in a way of its own may hold more than its field says.
    own = {noun.name for part in (rules.game, *rules.modules) for noun in part.nouns}
    for noun in rules.nouns:
        if noun.means is None or noun.means.holds or noun.name in own:
            continue
        for name in noun.fields:
            holder, _, field = name.rpartition(".")
            part = state.slices[holder] if holder else state
            means = attrs.fields_dict(type(part))[field].metadata.get(MEANS)
            wrong = misfit(means, state, getattr(part, field)) if means is not None else ""
            moment.need(not wrong, f"field {name} {wrong}")
