"""Answers outside the rules: as plain data for files and programs, frozen for the rules, in few words for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from companion.engine.dice import face_words
from companion.engine.requests import Allotment
from companion.engine.state.changes import plain


@dataclass(slots=True)
class AnswerRecord:
    """One answer as the rules got it, for the log and the file.

    `kind` is that of its request, `at_event` how many events came before it, `label` the answer in the words that
    were chosen, empty where the value says enough.
    """

    key: str
    name: str
    kind: str
    by: str
    title: str
    value: Any
    how: Literal["typed", "rolled", "auto", "ruled"]
    step: str
    at_event: int
    label: str = ""


def plain_answer(value: object) -> Any:
    """An answer as JSON and TOML know it. A split is `{plan, parts}`, as the line protocol has it."""
    if isinstance(value, Allotment):
        return {"plan": value.plan, "parts": dict(value.allotments)}
    return plain(value)


def frozen_answer(value: object) -> Any:
    """An answer as the rules get it: faces and picks in tuples, `{plan, parts}` as an Allotment."""
    if isinstance(value, Mapping) and isinstance(value.get("parts"), Mapping):
        return Allotment(str(value.get("plan", "")), dict(value["parts"]))
    return freeze(value)


def freeze(value: object) -> Any:
    """A plain value with every list in it a tuple, as fields and answers hold it."""
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return tuple(freeze(item) for item in value)
    if isinstance(value, dict):
        return {key: freeze(item) for key, item in value.items()}
    return value


def words_of(value: object) -> str:
    """An answer in few words, for the log."""
    if isinstance(value, Allotment):
        allotted = ", ".join(f"{n} {name}" for name, n in value.allotments.items())
        return allotted + (f" ({value.plan})" if value.plan else "")
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        if value and isinstance(value[0], tuple):
            return " / ".join(" ".join(map(face_words, faces)) for faces in value)
        return " ".join(str(v) for v in value)
    return str(value)
