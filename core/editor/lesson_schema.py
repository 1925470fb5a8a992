"""The JSON schema of `learn.yaml` with the words of a game: its rules, decisions, reasons for points and positions."""

from __future__ import annotations

from typing import Any

from ..rules.schedule import Decision
from ..text import schema as schemas
from ..text.schema import Schema
from .ruleset_schema import Known
from .scene_schema import position, rule_ids


def lessons(schema: Schema, known: Known) -> Schema:
    """Return the schema of any such file with what this game proposes for it, and the words of its positions."""
    nodes = [node for rules in known.rulesets for node in rules.nodes]
    reasons = [reason.key for rules in known.rulesets for reason in rules.reasons]
    keys = {
        "steps": [node.name for node in nodes if isinstance(node, Decision)],
        "scores": reasons,
        "costs": reasons,
    }
    fields = {"rules": schemas.listed(schemas.proposed(rule_ids(known))), **position(known)}

    def named(name: str, field: Any) -> Any:
        if name in keys:
            return field | {"properties": dict.fromkeys(keys[name], field["additionalProperties"])}
        return schemas.told(fields[name], field.get("description", "")) if name in fields else field

    own = {
        name: part | {"properties": {key: named(key, one) for key, one in part["properties"].items()}}
        for name, part in schema["definitions"].items()
    }
    return schema | {"definitions": own | schemas.things(known.things)}
