"""What the converters of this folder share: how facts are checked, and how YAML is written."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

Facts = dict[str, Any]


PLAIN = r"[^\W_][\w ./()-]*"


def scalar(value: Any, plain: str = PLAIN) -> str:
    """Return a value on one line. Text that matches the expression `plain` has no quotes."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {scalar(item, plain)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(scalar(item, plain) for item in value) + "]"
    return str(value) if re.fullmatch(plain, str(value)) else json.dumps(value, ensure_ascii=False)


def folded(line: str, indent: str = "  ") -> str:
    """Return a line, or several if it is long."""
    return "\n".join(textwrap.wrap(line, 108, subsequent_indent=indent, break_on_hyphens=False)) + "\n"


def expect(found: object, wanted: object, what: str) -> None:
    """Stop unless COMPONENTS.yaml says what the script expects."""
    if found != wanted:
        raise SystemExit(f"{what}: expected {wanted!r}, found {found!r}")


def total(count: int, provenance: str, source: str, **rest: Any) -> str:
    """Return a counted total with its source."""
    return scalar({"count": count, "provenance": provenance, "source": source} | rest)


def files(components: Path, writers: dict[str, Callable[[Facts], str]]) -> dict[str, str]:
    """Return the text of each file by its name, made by its writer from the components."""
    facts = yaml.safe_load(components.read_text("utf-8"))
    return {f"{name}.yaml": write(facts) for name, write in writers.items()}


def write(files: dict[str, str], folder: str) -> None:
    """Write the files into the folder, and print their names."""
    for name, text in files.items():
        file = Path(folder) / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        print(file)
