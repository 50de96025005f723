"""Secrets: one slot per side, sealed one by one and revealed together."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import TypeVar

from companion.engine.errors import InvalidInput
from companion.engine.requests.base import UNANSWERED, Request, Unanswered

V_co = TypeVar("V_co", covariant=True)


class Secret(Request[Mapping[str, V_co]]):
    """One slot per side, answered out of the other's sight and revealed together."""

    kind = "secret"

    def __init__(self, name: str, *, title: str, slots: Mapping[str, Request[V_co]]) -> None:
        Request.__init__(self, name, tuple(slots), title)
        self.slots = dict(slots)

    def check(self, value: object) -> Mapping[str, V_co]:
        if not isinstance(value, Mapping):
            raise InvalidInput("an answer of every side is asked for")
        return {side: slot.check(value[side]) for side, slot in self.slots.items()}

    def forced_answer(self) -> Mapping[str, V_co] | Unanswered:
        return UNANSWERED if self.slots else {}

    def fingerprint(self) -> int:
        return zlib.crc32(repr([slot.fingerprint() for slot in self.slots.values()]).encode())
