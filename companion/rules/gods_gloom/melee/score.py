"""What players see while a melee is fought: who is in it, dice and score so far, and what became of a roll."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.engine.dice import D6
from companion.engine.state.changes import Line
from companion.engine.state.results import FaceGroup
from companion.engine.wording import count, listed
from companion.rules.gods_gloom.melee import results
from companion.rules.gods_gloom.melee.assists import Assists, assists_of
from companion.rules.gods_gloom.melee.pools import Setting, pool_lines, profile
from companion.rules.gods_gloom.melee.results import Rolled
from companion.rules.gods_gloom.records import COLOURS, Role, other
from companion.rules.gods_gloom.traits import Reminder, traits_of
from companion.rules.gods_gloom.units import Fighters, Game, GloomUnit

Lines = tuple[list[Line], list[Line]]


def helpers_of(game: Game, units: Fighters, setting: Setting) -> dict[Role, Assists]:
    """Who assists each fighter as the table stands; nobody where a Challenge forbids it."""
    if setting.no_assists:
        return {role: Assists() for role in units}
    return {role: assists_of(game.table, unit, units[other(role)]) for role, unit in units.items()}


def declare_fight(game: Game, units: Fighters, setting: Setting) -> None:
    """From here on every prompt of the procedure shows the fighters, those that assist, and the dice to come."""
    helpers = helpers_of(game, units, setting)
    assisting = [friend for role in units for friend in helpers[role].granted]
    game.fight({**{role: [unit] for role, unit in units.items()}, "assists": assisting})
    for role, unit in units.items():
        show_seals(game, unit)
        show_setting(game, unit, role, units[other(role)], setting)
        names = [name(reminder, owner, unit) for owner, reminder in reminders(game, units, role)]
        if names:
            game.show(unit, "remember", "Remember", listed(names))
    show_pools(game, units, setting)


def show_setting(game: Game, unit: GloomUnit, role: Role, foe: GloomUnit, setting: Setting) -> None:
    """Charge, flank and Berserk of one fighter."""
    if role == "attacker" and setting.charge:
        game.show(unit, "charge", "Charge", "yes")
    if role == "attacker" and setting.flanking:
        game.show(unit, "flanking", "Flanks", foe.name)
    frenzy = traits_of(unit).frenzy
    if frenzy is not None and role in setting.frenzied:
        game.show(unit, "frenzy", frenzy.trait, f"{count(frenzy.wounds, 'wound')} at the end")


def show_seals(game: Game, unit: GloomUnit) -> None:
    """The command seals that a fighter's player has left."""
    game.show(unit, "seals", "Seals", game.table.side(unit.side).command_seals)


def show_pools(game: Game, units: Fighters, setting: Setting) -> None:
    """The dice that each would roll now, Boost kept. ATC.10 counts them anew."""
    helpers = helpers_of(game, units, setting)
    for role, unit in units.items():
        lines = pool_lines(
            game.options, role, unit, units[other(role)], setting, boosted=False, assists=helpers[role].granted
        )
        show_dice(game, unit, role, {c: sum(x.value for x in ls) for c, ls in zip(COLOURS, lines, strict=True)})


def show_dice(game: Game, unit: GloomUnit, role: Role, dice: Mapping[str, int]) -> None:
    """How many dice of each colour a fighter rolls, under the keys of the tallies."""
    for colour in COLOURS:
        game.show(unit, f"pool.{role}.{colour}", f"{colour} dice", max(0, int(dice[colour])))


def score_lines(game: Game, role: Role, unit: GloomUnit, rolled: Rolled, setting: Setting) -> Lines:
    """The hits and the blocks of one fighter with their reasons: dice, automatic successes, Berserk (ATC.40)."""
    least = game.options["success_on"]
    printed, frenzy = profile(unit, role), traits_of(unit).frenzy
    hits = [Line("red dice", results.successes(rolled["red"], least))]
    blocks = [Line("blue dice", results.successes(rolled["blue"], least))]
    if printed.auto_hits:
        hits.append(Line("automatic", printed.auto_hits, "ATC.40"))
    if printed.auto_blocks:
        blocks.append(Line("automatic", printed.auto_blocks, "ATC.40"))
    if frenzy is not None and role in setting.frenzied:
        hits.append(Line(frenzy.trait, frenzy.hits, "trait"))
    return hits, blocks


def inflicted_lines(role: Role, unit: GloomUnit, hits: int, blocks: int) -> list[Line]:
    """The wounds that one fighter inflicts with their reasons, `blocks` being those of its enemy (ATC.50)."""
    lines = [Line("hits", hits)]
    if hits and blocks:
        lines.append(Line("blocked", results.inflicted(hits, blocks) - hits, "ATC.50"))
    direct = traits_of(unit).direct_wounds[role]
    if direct:
        lines.append(Line("Direct Wounds", direct, "trait"))
    return lines


def show_score(game: Game, units: Fighters, rolled: Mapping[Role, Rolled], setting: Setting) -> None:
    """Hits and blocks so far of those who rolled, and what each would inflict once both have."""
    scores: dict[Role, tuple[int, int]] = {}
    for role, dice in rolled.items():
        hits, blocks = score_lines(game, role, units[role], dice, setting)
        scores[role] = sum(x.value for x in hits), sum(x.value for x in blocks)
        show_counts(game, units[role], role, *scores[role])
    if len(scores) == len(units):
        for role, unit in units.items():
            lines = inflicted_lines(role, unit, scores[role][0], scores[other(role)][1])
            show_inflicted(game, unit, role, max(0, sum(x.value for x in lines)))


def show_counts(game: Game, unit: GloomUnit, role: Role, hits: int, blocks: int) -> None:
    """Hits and blocks of a fighter, under the keys of the tallies."""
    game.show(unit, f"hits.{role}", "hits", hits)
    game.show(unit, f"blocks.{role}", "blocks", blocks)


def show_inflicted(game: Game, unit: GloomUnit, role: Role, wounds: int) -> None:
    """Wounds that a fighter inflicts, under the key of the tally."""
    game.show(unit, f"inflicted.{role}", "inflicts", wounds)


def groups_of(game: Game, unit: GloomUnit, rolled: Rolled) -> Iterator[FaceGroup]:
    """The dice of a fighter as they lie, each with what it does: `hit`, `held` (a block), `critical` or nothing."""
    least = game.options["success_on"]
    critical = results.criticals(rolled) if game.options["criticals"] else ()
    for colour in COLOURS:
        faces = rolled[colour]
        if faces:
            marks = tuple(results.mark(colour, face, least, critical=colour in critical) for face in faces)
            counts = {"hits" if colour == "red" else "blocks": results.successes(faces, least)}
            yield FaceGroup(colour, unit.side, D6.name, faces, marks, counts)


def tell_roll(
    game: Game, role: Role, unit: GloomUnit, rolled: Rolled, setting: Setting, *, after: str = "", more: str = ""
) -> None:
    """The result of a roll: the dice of the fighter as they lie, its hits and blocks. `after` says what came before."""
    hits, blocks = (sum(line.value for line in lines) for lines in score_lines(game, role, unit, rolled, setting))
    text = f"{unit.name}: {count(hits, 'hit')}, {count(blocks, 'block')}{after}{more}"
    dice = {colour: list(rolled[colour]) for colour in COLOURS}
    game.result(text, groups=list(groups_of(game, unit, rolled)), unit=unit.id, dice=dice, hits=hits, blocks=blocks)


def tell_test(
    game: Game,
    units: Fighters,
    rolled: Mapping[Role, Rolled],
    scores: Mapping[Role, tuple[int, int]],
    dealt: Mapping[Role, int],
    killed: Sequence[Role],
) -> None:
    """The result of the whole test (ATC.60): who is destroyed, who inflicted how much, and who is down to 1."""
    sentences = []
    if killed:
        sentences.append(" and ".join(units[role].does("is", "are") for role in killed) + " destroyed")
    for role, unit in units.items():
        hits, blocked = scores[role][0], min(scores[role][0], scores[other(role)][1])
        how = count(hits, "hit") + (f", {blocked} blocked" if blocked else "")
        sentences.append(f"{unit.does('inflicts', 'inflict')} {count(dealt[role], 'wound')} ({how})")
    for role, unit in units.items():
        if unit.health == 1 and dealt[other(role)]:
            sentences.append(unit.does("is", "are") + " down to 1 health" + (" and Weak" if unit.weak else ""))
    groups = [group for role, unit in units.items() for group in groups_of(game, unit, rolled[role])]
    game.result(
        ". ".join(sentences), title="Attack Test", groups=groups, inflicted=dict(dealt), destroyed=[*map(str, killed)]
    )


def reminders(game: Game, units: Fighters, role: Role) -> Iterator[tuple[GloomUnit, Reminder]]:
    """What the players carry out for one fighter: its own reminders, and those of friends that may act for it."""
    fighter = units[role]
    yield from ((fighter, reminder) for reminder in traits_of(fighter).reminders)
    for friend in game.table.of_side(fighter.side):
        if friend is not fighter:
            yield from ((friend, reminder) for reminder in traits_of(friend).reminders if role in reminder.near)


def name(reminder: Reminder, owner: GloomUnit, fighter: GloomUnit) -> str:
    """A reminder by its trait, with its owner where that is a friend."""
    return reminder.name if owner is fighter else f"{reminder.name} ({owner.name})"
