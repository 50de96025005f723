"""Who may take which seat from a browser: a long key in its address, and a short code that leads to it once."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Final

CODE_SECONDS: Final = 120
"""How long a short code holds."""
CODE_TRIES: Final = 5
"""So many wrong ones, and all codes are over."""
_DIGITS: Final = 6
_BITS: Final = 128
_LETTERS: Final = 26
_ALPHABET: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")


def new_key() -> str:
    """128 bits as 26 letters and digits that a QR code packs tightly."""
    return base64.b32encode(secrets.token_bytes(_BITS // 8)).decode()[:_LETTERS]


def is_key(text: str) -> bool:
    """Whether it is one as `new_key` makes them."""
    return len(text) == _LETTERS and {*text} <= _ALPHABET


class Keys:
    """The key and the code of each seat of one sharing. `now` tells the time in seconds."""

    def __init__(self, seats: Sequence[str], now: Callable[[], float], kept: Mapping[str, str] | None = None) -> None:
        """`kept` are keys of before, of a process that ended unasked; phones still have them."""
        self._now = now
        self.keys = {seat: (kept or {}).get(seat) or new_key() for seat in seats}
        self._codes: dict[str, str] = {}
        self._end, self._tries = 0.0, 0

    def seat_of(self, key: str) -> str:
        """The seat that this key opens; empty if it opens none."""
        found = ""
        for seat, known in self.keys.items():
            if secrets.compare_digest(known.encode(), key.encode()):
                found = seat
        return found

    def change(self, *seats: str) -> None:
        """Other keys for these seats; their old ones open nothing any more."""
        for seat in seats:
            self.keys[seat] = new_key()
            self._codes.pop(seat, None)

    def new_codes(self) -> None:
        """A short code for each seat, from now on."""
        self._codes = {}
        while len(self._codes) < len(self.keys):
            code = f"{secrets.randbelow(10**_DIGITS):0{_DIGITS}}"
            if code not in self._codes.values():
                self._codes[[*self.keys][len(self._codes)]] = code
        self._end, self._tries = self._now() + CODE_SECONDS, CODE_TRIES

    @property
    def seconds(self) -> int:
        """How long the codes still hold; 0 if they do not."""
        return max(0, round(self._end - self._now())) if self._tries and self._codes else 0

    def code_of(self, seat: str) -> str:
        """The code that leads to this seat; empty if none holds."""
        return self._codes.get(seat, "") if self.seconds else ""

    def redeem(self, code: str) -> str:
        """The key of the seat that this code leads to; empty if it leads nowhere. It does so once."""
        if not self.seconds:
            return ""
        for seat, known in self._codes.items():
            if secrets.compare_digest(known.encode(), code.encode()):
                del self._codes[seat]
                return self.keys[seat]
        self._tries -= 1
        return ""
