"""Why something may not be done: the digest's code with a reason in words, and options closed by it."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.engine.requests import Option


class Refusal(NamedTuple):
    """The digest's code for something that may not be done, and the reason in words."""

    code: str
    why: str


def offer(value: Any, label: str, refusal: Refusal | None) -> Option:
    """An option that is closed where there is a refusal."""
    return Option(value, label) if refusal is None else Option(value, label, refusal.why, refusal.code)
