"""The tokens of a unit as conditions, made from data/tables.toml."""

from __future__ import annotations

from companion.engine.state.entity import Condition
from companion.rules.gods_gloom.catalog import TOKENS

CONDITIONS = tuple(Condition(t.id, t.name, t.id, "flag", t.text, t.removed) for t in TOKENS.values())
