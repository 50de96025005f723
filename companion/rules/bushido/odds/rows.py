"""The odds of an exchange as players see them: wounds, falls and Last Stands of both, what is in view with them, and
what they leave out, as far as it could happen in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.engine.goals import GOALS, WOUNDS
from companion.engine.odds import Given, Odds
from companion.engine.wording import does, possessive, verb
from companion.odds.chances import Chances
from companion.odds.side_by_side import UNNAMED, Best, Cell, best_of, side_by_side
from companion.rules.bushido.ki.feats import closed
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.melee.track import track_of
from companion.rules.bushido.odds.fight import Outcome
from companion.rules.bushido.odds.foreseen import Declared, declared
from companion.rules.bushido.odds.harm import Suffered, stays
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


def assumptions(game: Game, ex: Exchange, feats: Iterable[Declared] = ()) -> tuple[str, ...]:
    """What the chances leave out, as far as it could happen here; `feats` are those that may be declared with the
    splits."""
    found = [NO_FEATS] if feats_after(game) else []
    made = [declared(ex, [feat]) for feat in set(feats)]
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


def _cells(measure: str, who: Fighter, of: Chances[Suffered], *, heals: bool, stands: bool) -> list[Cell]:
    """The cells of one fighter: its wounds, net ones where it `heals` by any option, whether it falls, and where it
    `stands` by any, whether it makes a Last Stand."""
    wounds, last = of.map(lambda to: to.wounds), of.where(lambda to: to.stands) if stands else None
    return [
        Cell(measure, who.id, f"{'net ' if heals else ''}wounds on {{}}", wounds, who.name),
        Cell("falls", who.id, f"{{}} {verb(who.name, 'falls')}", of.where(lambda to: to.falls), who.name),
        Cell(LAST_STAND, who.id, "{} Last Stand", last, possessive(who.name)),
    ]


def shown(
    title: str,
    outcomes: Mapping[Given, Outcome],
    *of: Measure,
    goal: str = GOALS[WOUNDS],
    first: Iterable[str] = (),
    assumed: Iterable[str] = (),
    beside: Iterable[str] = (),
    error: float | None = None,
    best: Best = UNNAMED,
) -> Odds:
    """These options side by side. `first` and `assumed` are what they take for granted, before and after what a Last
    Stand is; `beside` is what of it has to be in view. `error`: rolls were drawn."""
    may = {who.id: [to for outcome in outcomes.values() for to in outcome[who.id].weights] for _, who in of}
    heal = {who.id for _, who in of if any(to.wounds < 0 for to in may[who.id])}
    stand = {who.id for _, who in of if stays(track_of(who)) or any(to.stands for to in may[who.id])}
    cells = {
        option: [
            cell
            for measure, who in of
            for cell in _cells(measure, who, outcome[who.id], heals=who.id in heal, stands=who.id in stand)
        ]
        for option, outcome in outcomes.items()
    }
    last = ("Last Stands last to the End Phase",) if stand else ()
    return side_by_side(title, goal, cells, (*first, *last, *assumed), best, beside=(*beside, *last), error=error)


def compared(
    title: str,
    mine: Fighter,
    enemy: Fighter,
    outcomes: Mapping[Given, Outcome],
    assumed: Iterable[str],
    beside: Iterable[str],
) -> Odds:
    """The options of a fighter side by side, the best by wounds."""
    worths = {}
    for option, outcome in outcomes.items():
        dealt, taken = (outcome[who.id].mean(lambda to: to.wounds) for who in (enemy, mine))
        worths[option] = dealt - taken
    best, of = best_of(worths, alone=True), against(mine, enemy)
    return shown(title, outcomes, *of, assumed=assumed, beside=beside, best=best)
