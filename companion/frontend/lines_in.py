"""A line of JSON from outside, read with a bound and parsed strictly."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from companion.engine.errors import InvalidInput

LONGEST: Final = 65_536
"""Bytes in a line, its end left out. A longer one is read to its end and refused."""

BIGGEST: Final = 2**53 - 1
"""The largest whole number that every JSON reader keeps exact."""


def read_lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines without their ends; None for one that is longer than LONGEST."""
    while raw := source.readline(LONGEST + 2):
        body = raw.rstrip(b"\r\n")
        if len(body) <= LONGEST and (raw.endswith(b"\n") or len(raw) <= LONGEST):
            yield body
            continue
        while not raw.endswith(b"\n") and (raw := source.readline(LONGEST)):
            pass
        yield None


def parse(line: bytes | None) -> dict[str, Any]:
    """The message of one line. Raises InvalidInput where it is no JSON object that this program can take."""
    if line is None:
        raise InvalidInput("the line is too long", hint=f"at most {LONGEST} bytes")
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise InvalidInput("the line is not UTF-8") from fault
    try:
        message = json.loads(
            text, parse_int=_whole, parse_float=_finite, parse_constant=_no_constant, object_pairs_hook=_once
        )
        json.dumps(message, ensure_ascii=False).encode("utf-8")
    except RecursionError as fault:
        raise InvalidInput("the line is no JSON that can be read: it is nested too deeply") from fault
    except UnicodeEncodeError as fault:
        raise InvalidInput("the line holds half a surrogate pair, which is no text") from fault
    except json.JSONDecodeError as fault:
        raise InvalidInput(f"the line is no JSON: {fault.msg}, column {fault.colno}", hint='{"do": "…"}') from fault
    if not isinstance(message, dict):
        raise InvalidInput("the line is no JSON object", hint='{"do": "…"}')
    return message


def _whole(digits: str) -> int:
    if len(digits) > 17 or abs(number := int(digits)) > BIGGEST:
        raise InvalidInput("a number is too large", hint=f"at most {BIGGEST}")
    return number


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise InvalidInput("a number is too large")
    return number


def _no_constant(word: str) -> Any:
    raise InvalidInput(f"{word} is no number")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for name, _ in pairs if sum(other == name for other, _ in pairs) > 1)
        raise InvalidInput(f"{twice!r} stands twice in one object")
    return found
