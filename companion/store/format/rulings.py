"""Rulings of a campaign as they are in its file, and what each is found again by. Plain data alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.store.format.session_file import STRICT

RulingKind = Literal["number", "answer", "note"]
"""Another number, an answer that the rules do not allow, or words without either."""

Meaning = Literal["total", "difference", "line", "answer", ""]
"""What is meant: this total, so much more or less, without that line of the number, this answer; nothing for a note."""

Scope = Literal["campaign", "battle"]


@dataclass(frozen=True, slots=True)
class RulingRow:
    """One ruling. `path`, `step`, `labels` and `options` are what it is found again by: see `Question`.

    `value` is a total, a difference, the label of a line, or an answer in which units stand by their roles
    (`@attacker`). `name` is what the number or question was called, `battle` where it was made, and with the scope
    `battle` where alone it holds. One that is not `accepted` is shown and never applied; `dropped` says why it holds
    no more.
    """

    __pydantic_config__ = STRICT

    n: int
    kind: RulingKind
    words: str
    day: str
    revision: int
    name: str = ""
    path: str = ""
    step: str = ""
    labels: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    meaning: Meaning = ""
    value: Any = None
    who: str = ""
    battle: str = ""
    scope: Scope = "campaign"
    accepted: bool = True
    dropped: str = ""

    def faults(self) -> str:
        """What is wrong with it that its shape does not say; empty if nothing is."""
        if self.kind == "note":
            return "" if self.words else "a note has words"
        if not self.path:
            return "this ruling has no path to be found by"
        if self.kind == "answer":
            return "" if self.meaning == "answer" else 'the meaning of an answer is "answer"'
        if self.meaning in ("total", "difference"):
            whole = isinstance(self.value, int) and not isinstance(self.value, bool) and abs(self.value) < 10**6
            return "" if whole else "the value is a whole number"
        if self.meaning == "line":
            return "" if isinstance(self.value, str) else "the value is the label of a line"
        return 'a number is ruled as "total", "difference" or "line"'


@dataclass(frozen=True, slots=True)
class Question:
    """What a ruling is found again by: where in the rules, and with which reasons and options.

    Nothing in it names a unit, a side or an amount.
    """

    path: str
    step: str
    labels: tuple[str, ...]
    options: Mapping[str, Any]

    def alike(self, row: RulingRow) -> Literal["same", "similar", ""]:
        """Whether this is the question of a ruling: all equal, or the path alone."""
        if row.path != self.path:
            return ""
        same = (row.step, row.labels, row.options) == (self.step, self.labels, self.options)
        return "same" if same else "similar"


_NAMES_IN_KEY = re.compile(r"\[[^\]]*\]|#\d+|:[^/]*")


def plain_path(key: str) -> str:
    """A key without who it is about: `exchange[ann]/strike[ann,bob]#2/wounds` → `exchange/strike/wounds`."""
    return _NAMES_IN_KEY.sub("", key)


def plain_label(label: str, roles: Mapping[str, str]) -> str:
    """A reason without names and amounts: `2 for Ann` → `# for <unit>`. `roles` gives what stands for each name."""
    for name in sorted(roles, key=len, reverse=True):
        if name:
            label = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", f"<{roles[name]}>", label)
    return re.sub(r"\d+", "#", label)
