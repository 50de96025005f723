"""What stands in place of a sealed answer where it must not be known yet: at a seat that did not give it."""

from __future__ import annotations

from typing import Final, final


@final
class Withheld:
    """The one placeholder. No rule ever gets it, and no request takes it but the slot of a secret."""

    def __repr__(self) -> str:
        return "WITHHELD"


WITHHELD: Final = Withheld()
