"""The settings of every command and study, each said once in data/core/settings.toml: flags, plan files, Python
arguments, schemas and pages follow from it.

Light to import, since the command line reads it before it knows which command will run.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple, get_args

import attrs

from ...base import limits


class Setting(NamedTuple):
    """One setting: what it is for, and how it is written where it is not written as its name and type say."""

    help: str
    metavar: str | None = None
    """What stands for the value in the help."""
    flag: str | None = None
    """The flag, if it is not `--NAME`."""
    positional: bool = False
    """True if the value is written without a flag."""
    plan_only: bool = False
    """True if the command line cannot state it."""
    least: int | None = None
    most: int | None = None
    unit: list[str] | None = None
    """Of a number with a fraction: what it counts, and an example."""
    variable: str | None = None
    """The environment variable that states it, too."""
    path: bool = False
    """True if the text names a file or a folder."""
    repeated: bool = False
    """True if the flag is repeated for each text of a list; other lists are separated by commas."""
    sign: str = "="
    """What separates name and value, if there are several of them."""
    form: str | None = None
    """How they are written, if the metavar does not say so."""
    argument: str | None = None
    """Its name in Python, if it is not that of the field."""
    changes: bool = False
    """True if it is a text of changes to rules; in Python it may be a mapping."""


@cache
def _sections() -> Mapping[str, str]:
    """Return the file of settings as text, by the first word of its headings."""
    whole = (files("tilewright.data") / "core" / "settings.toml").read_text("utf-8")
    found: dict[str, str] = {}
    for section in re.split(r"^(?=\[)", whole, flags=re.MULTILINE)[1:]:
        name = re.split(r"[].]", section[1:], maxsplit=1)[0]
        found[name] = found.get(name, "") + section
    return found


@cache
def _declared(command: str) -> Mapping[str, Any]:
    """Return what the file of settings says of a command: each start of a command needs a tenth of the file."""
    found: Mapping[str, Any] = tomllib.loads(_sections().get(command, "")).get(command, {})
    return found


def commands() -> Mapping[str, Mapping[str, Any]]:
    """Return where every command is, in the order of the help, with what is said of it and its heading (`under`)."""
    return {
        place: {**told, "under": heading}
        for heading, places in _declared("commands").items()
        for place, told in places.items()
    }


def groups() -> Mapping[str, str]:
    """Return the commands that have commands of their own, each with its help."""
    return _declared("groups")


def about(command: str) -> str:
    """Return the help of a command after its first sentence; "" if it needs none."""
    return str(_declared(command).get("about", ""))


def setting_of(command: str, name: str) -> Setting:
    """Return a setting of a command: what the file says of it there, over what several commands share.

    A bound may be the name of one in `limits`; `none` takes a shared one away.
    """
    every, own = _declared("shared"), _declared(command).get(name, {})
    shared = every.get(name, {})
    given = {**every.get(shared.get("like", ""), {}), **shared, **own}
    for bound in ("least", "most"):
        if isinstance(given.get(bound), str):
            given[bound] = {"none": None, **vars(limits)}[given[bound]]
    return Setting(**{key: value for key, value in given.items() if key != "like"})


def settings_of(kind: Any) -> dict[str, Setting]:
    """Return the settings of a request by the name of their field, in the order of its help."""
    fields = {one.name for one in attrs.fields(kind)}
    return {name: setting_of(kind.COMMAND, name) for name in order_of(kind.COMMAND) if name in fields}


def order_of(command: str) -> list[str]:
    """Return the parameters of a command in the order of its help; [] if they stand in it already."""
    return list(_declared(command).get("order", ()))


def key_of(name: str) -> str:
    """Return the key in plan files of a field."""
    return name.removesuffix("_")


def flag_of(name: str, setting: Setting) -> str:
    """Return how the command line names the setting of this field."""
    if setting.positional:
        return (setting.metavar or name).strip("[]")
    return (setting.flag or f"--{key_of(name).replace('_', '-')}").partition("/")[0]


def member_of(hint: Any) -> Any:
    """Return the type of a setting that is given, from that of its field."""
    return next((one for one in get_args(hint) if one is not type(None)), hint)
