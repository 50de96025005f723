"""What one pass of an exchange brought about that decides whether there is another."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Landed:
    """Who became Prone in this pass, and whether the Defender was grappled (no reply)."""

    prone: list[str] = field(default_factory=list)
    grappled: bool = False
