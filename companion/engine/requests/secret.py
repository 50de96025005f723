"""Secrets: one slot a side, sealed one by one and revealed together."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

from companion.engine.requests.base import Request


class Secret(Request[Mapping[str, Any]]):
    """One slot a side, answered out of the other's sight and revealed together."""

    kind = "secret"
    __slots__ = ("slots",)

    def __init__(self, name: str, *, title: str, slots: Mapping[str, Request[Any]]) -> None:
        Request.__init__(self, name, tuple(slots), title)
        self.slots = dict(slots)

    def check(self, value: Any) -> Mapping[str, Any]:
        return {side: slot.check(value[side]) for side, slot in self.slots.items()}

    def fingerprint(self) -> int:
        return zlib.crc32(repr([slot.fingerprint() for slot in self.slots.values()]).encode())


def secret_of(key: str) -> str:
    """The key of the secret that the request of this key is a slot of; empty where it is no slot."""
    name, _, side = key.rpartition(":")
    return name if side and name.rpartition("/")[2].count(":") == 1 else ""
