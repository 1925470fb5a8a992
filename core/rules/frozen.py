"""A ruleset does not change once it is loaded: neither its attributes nor its dicts can be set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from ..text.strict import near

if TYPE_CHECKING:
    from .ruleset import Rules


class FrozenDict(dict[Any, Any]):
    """A dict that cannot be changed any more; reading it costs no more than reading a dict.

    A key that it does not have raises KeyError with those that it has.
    """

    def __missing__(self, key: object) -> Any:
        raise KeyError(f"there is no {key!r}{near(key, self)}")

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenDict, (dict(self),)

    def _refuse(self, *_: object, **__: object) -> Any:
        raise TypeError("a ruleset does not change once it is loaded")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse


def refuse_setting(rules: Rules, attribute: attrs.Attribute[Any], value: object) -> object:
    """Return the value while the ruleset is assembled; AttributeError once it is complete."""
    if rules.complete:
        raise AttributeError(f"a ruleset does not change once it is loaded; '{attribute.name}' cannot be set")
    return value
