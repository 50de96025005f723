"""Sealed answers: one a slot of a secret, kept until all are there and revealed together."""

from __future__ import annotations

from typing import Any

from companion.engine.requests import Request


class Seals:
    """What is sealed in the open secret of a run, by side.

    It knows of every slot the request under which its answer was sealed: if a replay offers other answers, the
    slot is asked again whatever was sealed in it. To ask only those whose answer no longer fits would tell the others
    something of the answer.
    """

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self._slot_keys: set[str] = set()
        self._sealed_slots: dict[int, Request[object]] = {}

    def clear(self) -> None:
        """A replay begins."""
        self.values = {}
        self._slot_keys = set()

    def is_slot(self, key: str) -> bool:
        """Whether this key belongs to a slot: its answer is never shown or offered again."""
        return key in self._slot_keys

    def keys(self, request: Request[object] | None) -> list[str]:
        """The keys of the slots of the open request that are sealed now."""
        return [request.slots[side].key for side in self.values] if request is not None else []

    def announce(self, secret: Request[object]) -> None:
        """A secret is asked: its slots are known from now on."""
        self._slot_keys.update(slot.key for slot in secret.slots.values())

    def seal(self, secret: Request[object], slot: Request[object], n: int, value: object, *, replayed: bool) -> None:
        """Seals the answer that the input `n` gave to this slot."""
        if not replayed or n not in self._sealed_slots:
            self._sealed_slots[n] = slot
        self.values[next(side for side, other in secret.slots.items() if other is slot)] = value

    def unchanged(self, slot: Request[object], n: int) -> bool:
        """Whether the slot still allows what it allowed when the input `n` was sealed in it."""
        sealed = self._sealed_slots.get(n)
        return sealed is None or sealed.fingerprint() == slot.fingerprint()

    def reveal(self, secret: Request[object]) -> dict[str, object] | None:
        """The answers by side, once all are sealed; then none is sealed any more. None while one is missing."""
        if len(self.values) < len(secret.slots):
            return None
        revealed = {side: self.values[side] for side in secret.slots}
        self.values = {}
        return revealed
