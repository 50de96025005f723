"""Every test of reports knows the duel and the feud."""

from tests.store.conftest import duel_is_known

__all__ = ["duel_is_known"]
