"""The odds of an exchange as players see them: wounds, falls and Last Stands of both, what is in view with them, and
what they leave out, as far as it could happen in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.engine.goals import GOALS, WOUNDS
from companion.engine.odds import Given, Odds
from companion.engine.wording import does, possessive, verb
from companion.odds.side_by_side import UNNAMED, Best, Cell, side_by_side
from companion.rules.bushido.ki.feats import to_come
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.melee.track import track_of
from companion.rules.bushido.odds.fight import Outcome
from companion.rules.bushido.odds.foreseen import Declared, foreseen
from companion.rules.bushido.odds.harm import stays
from companion.rules.bushido.units import Game

NO_REROLLS = "no re-rolls"
NO_FEATS = "no feats after the split"

AFTER_THE_SPLIT = ("7b", "11")
"""Steps with a window for feats that come after the split."""


def left_out(assumed: Iterable[str]) -> tuple[str, ...]:
    """What of these assumptions has to be in view with the chances: re-rolls change them most."""
    return tuple(line for line in assumed if line == NO_REROLLS)


def assumptions(game: Game, ex: Exchange, feats: Iterable[Declared] = ()) -> tuple[str, ...]:
    """What the chances leave out, as far as it could happen here; `feats` are those that may be declared with the
    splits."""
    found = [NO_FEATS] if to_come(game, *AFTER_THE_SPLIT) else []
    made = [foreseen(ex, [feat]) for feat in dict.fromkeys(feats)]
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


LAST_STAND = "last_stand"
"""The measure of a fighter whose track is full and that stays in play until the End Phase."""

Measure = tuple[str, Fighter]
"""Wounds of a fighter: `dealt` or `taken` as whoever is asked counts them."""


def against(mine: Fighter, enemy: Fighter) -> tuple[Measure, Measure]:
    """The measures of a choice of `mine`: what it does to the enemy, and what it suffers."""
    return ("dealt", enemy), ("taken", mine)


def shown(
    title: str,
    outcomes: Mapping[Given, Outcome],
    of: Iterable[Measure],
    *,
    goal: str = GOALS[WOUNDS],
    first: Iterable[str] = (),
    assumed: Iterable[str] = (),
    beside: Iterable[str] = (),
    error: float | None = None,
    best: Best = UNNAMED,
) -> Odds:
    """These options side by side. `first` and `assumed` are what they take for granted, before and after what a Last
    Stand is; `beside` is what of it has to be in view. `error`: rolls were drawn."""
    cells: dict[Given, list[Cell]] = {option: [] for option in outcomes}
    last: tuple[str, ...] = ()
    for measure, who in of:
        may = [to for outcome in outcomes.values() for to in outcome[who.id].weights]
        net = "net " if any(to.wounds < 0 for to in may) else ""
        stands = stays(track_of(who)) or any(to.stands for to in may)
        last = ("Last Stands last to the End Phase",) if stands else last
        for option, outcome in outcomes.items():
            wounds, falls = outcome[who.id].map(lambda to: to.wounds), outcome[who.id].where(lambda to: to.falls)
            cells[option].append(Cell(measure, who.id, f"{net}wounds on {{}}", wounds, who.name))
            cells[option].append(Cell("falls", who.id, f"{{}} {verb(who.name, 'falls')}", falls, who.name))
            if stands:
                chance = outcome[who.id].where(lambda to: to.stands)
                cells[option].append(Cell(LAST_STAND, who.id, "{} Last Stand", chance, possessive(who.name)))
    return side_by_side(title, goal, cells, (*first, *last, *assumed), best, beside=(*beside, *last), error=error)
