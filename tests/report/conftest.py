"""Every test of reports knows the duel and the feud."""

from __future__ import annotations

from tests.store.conftest import duel_is_known

__all__ = ["duel_is_known"]
