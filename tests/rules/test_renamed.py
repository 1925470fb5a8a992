"""A plugin that imports a name of before is listed with the new one."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from tilewright.core.base.errors import PluginError
from tilewright.core.rules import plugins
from tilewright.core.rules.renamed import RENAMED

from ..house.sources import GAMES

OLD = [("tilewright.core", old, new) for old, new in RENAMED.items()]
for game in GAMES:
    home = f"tilewright.games.{game}"
    OLD += [(home, old, new) for old, new in import_module(f"{home}.renamed").RENAMED.items()]


def exists(name: str) -> bool:
    """True if this is a module, or a name in one."""
    holder, _, last = name.rpartition(".")
    for module, inner in ((name, ""), (holder, last)):
        try:
            found = import_module(module)
        except ModuleNotFoundError:
            continue
        if not inner or hasattr(found, inner):
            return True
    return False


@pytest.mark.parametrize(("home", "old", "new"), OLD)
def test_the_old_name_is_gone_and_the_new_one_is_there(home: str, old: str, new: str) -> None:
    assert not exists(f"{home}.{old}")
    assert new.startswith("gone: ") or exists(f"{home}.{new.split()[0]}")


@pytest.mark.parametrize(("home", "old", "new"), OLD)
def test_a_plugin_that_imports_it_is_listed_with_the_new_name(
    home: str, old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    holder, _, last = f"{home}.{old}".rpartition(".")
    # A file that has moved is imported from, and a single name is imported.
    wanted = f"from {home}.{old} import anything" if "." not in old else f"from {holder} import {last}"
    (tmp_path / "elder.py").write_text(f"{wanted}\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "elder", raising=False)
    point = EntryPoint("elder", "elder", "tilewright.games")
    with pytest.raises(PluginError) as error:
        plugins.Found("game", "elder", "elder 1.0", point).load()
    assert str(error.value).endswith(f"; {old} is now {new}")


def test_what_was_never_there_gets_no_hint() -> None:
    point = EntryPoint("none", "tilewright.core.nothing_at_all", "tilewright.games")
    with pytest.raises(PluginError) as error:
        plugins.Found("game", "none", "none 1.0", point).load()
    assert "is now" not in str(error.value)
