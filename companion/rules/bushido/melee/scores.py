"""Attack and defence results of both fighters, and their scoring dice (step 8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.state.changes import Line, Tally, added_up
from companion.engine.wording import possessive
from companion.rules.bushido.melee.display import comparisons, dice_groups
from companion.rules.bushido.melee.fighters import TRAIT, Exchange, Fighter
from companion.rules.bushido.melee.results import scoring
from companion.rules.bushido.units import Game
from companion.rules.bushido.vocabulary import KINDS

STEP = "step 8"


def flat_of(mine: Fighter, enemy: Fighter, kind: str) -> list[Line]:
    """Brutal, Parry and Vengeance as reasons; an enemy's Chain Weapon lowers Parry, not below 0."""
    own = mine.powers.all("result")
    if not own:
        return []
    found: dict[str, int] = {}
    for power in own:
        if power.what == kind and not (power.against and not enemy.model.is_a(power.of)):
            found[power.source] = found.get(power.source, 0) + power.x
    for power in enemy.powers.all("lowers_enemy"):
        if power.what in found:
            found[power.what] = min(found[power.what], max(0, found[power.what] - power.x))
    return [Line(source, value, TRAIT) for source, value in found.items()]


def result_lines(mine: Fighter, enemy: Fighter, kind: str, kept: list[int], options: Mapping[str, Any]) -> list[Line]:
    """The reasons of one result: the highest of the scoring dice `kept`, those that support it, and flat numbers."""
    dice = mine.dice[kind]
    if kept:
        lines = [Line("highest die", max(kept), STEP, dice=True)]
        if len(kept) > 1:
            supports = min(mine.powers.supports(kind), len(kept) - 1)
            lines.append(Line("supporting dice", supports, STEP, dice=True))
    else:
        lines = [Line("no scoring die" if dice else "no dice", 0, STEP)]
    if kept or (dice and not options["flat_mods_need_scoring_die"]):
        lines += flat_of(mine, enemy, kind)
    return lines


def score(ex: Exchange, options: Mapping[str, Any]) -> None:
    """Works out results with their reasons, and scoring dice, as the dice lie now; nothing if nothing changed."""
    now = tuple(
        (tuple(f.dice["attack"]), tuple(f.dice["defence"]), len(f.gone["attack"]), len(f.gone["defence"]), f.powers)
        for f in ex.both
    )
    if now == ex.scored:
        return
    ex.scored = now
    for mine in ex.both:
        kata, enemy = mine.powers.has("ones_count"), ex.other(mine)
        mine.scoring = 0
        for kind in KINDS:
            kept = scoring(mine.dice[kind], kata)
            lines = mine.reasons[kind] = result_lines(mine, enemy, kind, kept, options)
            mine.results[kind] = added_up(lines)
            mine.scoring += len(kept)
            if options["tie_counts_discarded"]:
                mine.scoring += len(scoring(mine.gone[kind], kata))


def show_results(game: Game, ex: Exchange, title: str = "", *, settled: bool = True) -> None:
    """Shows all dice and both comparisons as they are now, unless the players have just seen the same."""
    now = comparisons(ex)
    if now != ex.last_seen:
        ex.last_seen = now
        game.result(now.words(settled=settled), title=title, groups=dice_groups(ex))


def work_out(game: Game, ex: Exchange) -> None:
    """Step 8: the results count from now on."""
    game.at("8")
    for mine in ex.both:
        for power in ex.other(mine).powers.all("removes_enemy"):
            if any(t.name == power.what for t in (*mine.model.traits, *mine.weapon.traits)):
                game.note(f"{power.source}: the {power.what} of {mine.name} does not count", model=mine.id)
    score(ex, game.options)
    for mine in ex.both:
        for kind in KINDS:
            mine.results[kind] = game.tally(
                f"{kind}[{mine.id}]",
                mine.reasons[kind],
                name=f"{possessive(mine.name)} {kind}",
                of=mine.model,
                row=f"{kind.capitalize()} result",
            )
    show_results(game, ex, "Results")
    game.told(made for mine in ex.both for made in mine.results.values() if isinstance(made, Tally))
    ex.report["results"] = {f.id: {k: int(v) for k, v in f.results.items()} for f in ex.both}
    ex.report["tie_dice"] = {f.id: f.scoring for f in ex.both}
    ex.report["dice"] = {f.id: {k: list(v) for k, v in f.dice.items()} for f in ex.both}
