"""Numbers in words."""

from __future__ import annotations


def many(count: int, word: str) -> str:
    """A number and its word: `1 model`, `3 models`."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def need(target: int) -> str:
    """A target number as players write it: `4+`; whatever is below 1 is `1+`, above 7 `7+`."""
    return f"{min(max(target, 1), 7)}+"
