"""The wound track of a model: what so many wounds on it lead to."""

from __future__ import annotations

from typing import Literal, NamedTuple

from companion.rules.bushido.melee.fighters import Fighter

Fate = Literal["unhurt", "loses_ki", "wounded", "may_rise", "last_stand", "removed"]


class Track(NamedTuple):
    """What a model can take: `left` boxes (of a Kami, Ki), of which `marked` have been used.

    `needs` is the number with which it rises, None if it does not; `last_stand` whether a full track leaves it in
    play, `stands` whether it is full already and did.
    """

    left: int
    marked: int = 0
    kami: bool = False
    needs: int | None = None
    last_stand: bool = False
    stands: bool = False

    def fate(self, wounds: int) -> Fate:
        """What `wounds` do."""
        if wounds <= 0:
            return "unhurt"
        if self.kami:
            return "loses_ki" if wounds < self.left else "removed"
        if wounds < self.left or self.stands:
            return "wounded"
        if self.needs is not None:
            return "may_rise"
        return "last_stand" if self.last_stand else "removed"


def track_of(target: Fighter) -> Track:
    """The track of a model as it is now."""
    model, own = target.model, target.powers
    if own.has("loses_ki"):
        return Track(model.ki_tokens, kami=True)
    rises = own.all("rises")
    return Track(
        model.wounds_max - model.wounds_marked,
        model.wounds_marked,
        needs=rises[0].x if rises else None,
        last_stand=own.has("last_stand"),
        stands=model.last_stand,
    )


def rises_with(face: int, needed: int) -> bool:
    """Whether a die that shows this makes a model rise: a 1 counts as 0."""
    return (0 if face == 1 else face) >= needed
