"""What the odds of an exchange leave out, as far as it could happen in it."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.wording import does, possessive
from companion.rules.bushido.ki.feats import closed
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.melee.track import track_of
from companion.rules.bushido.odds.foreseen import declared
from companion.rules.bushido.odds.harm import stays
from companion.rules.bushido.records import Feat
from companion.rules.bushido.units import Game

NO_REROLLS = "no re-rolls"
NO_FEATS = "no feats after the split"

AFTER_THE_SPLIT = ("7b", "11")
"""Steps with a window for feats that come after the split."""


def left_out(assumed: Iterable[str]) -> tuple[str, ...]:
    """What of these assumptions has to be in view with the chances: re-rolls change them most."""
    return tuple(line for line in assumed if line == NO_REROLLS)


def feats_after(game: Game) -> list[tuple[str, str]]:
    """The feats that anybody might still declare after the split: by whom, and which one."""
    return [
        (unit.id, feat.name)
        for unit in game.table.units.values()
        for feat in unit.feats
        if any(step in feat.windows for step in AFTER_THE_SPLIT) and not closed(unit, feat)
    ]


def assumptions(game: Game, ex: Exchange, feats: Iterable[tuple[Fighter, Feat]] = ()) -> tuple[str, ...]:
    """What the chances leave out, as far as it could happen here; `feats` are those that may be declared with the
    splits."""
    found = [NO_FEATS] if feats_after(game) else []
    made = [declared(ex, [(mine.model, feat, mine.model)]) for mine, feat in feats]
    if any(f.powers.has(word) for then in (ex, *made) for f in then.both for word in ("reroll_own", "reroll_enemy")):
        found.append(NO_REROLLS)
    for mine in ex.both:
        own, enemy = mine.powers, ex.other(mine)
        if own.has("rises"):
            found.append(f"where {does(mine.name, 'rises')}, its wounds are below 0: as many as it heals")
        track = track_of(mine)
        if stays(track) and track.left:
            found.append(f"goals count {possessive(mine.name)} Last Stand as its end")
        friends = [u for u in game.table.of_side(mine.side) if u.id != mine.id]
        if any(u.is_a(power.of) for power in own.all("sacrifices_friend") for u in friends):
            found.append(f"no friend is given up for {mine.name}")
        if mine.weapon.strength is None:
            found.append(f"what the card of {possessive(mine.name)} {does(mine.weapon.name, 'does')} is not counted")
        asked = mine is ex.first and ex.unseen is None and not enemy.model.surprised
        if asked and own.has("keeps_any"):
            found.append(f"{mine.name} did not come unseen")
    return tuple(found)
