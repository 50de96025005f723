"""The numbers of a damage roll: what is added to its dice, what they must reach, and the wounds of a total."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.state.changes import Line, Tally, added_up
from companion.engine.wording import possessive
from companion.rules.bushido.ki.feats import given
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.melee.results import cell, combo_levels, table_wounds
from companion.rules.bushido.melee.track import track_of
from companion.rules.bushido.melee.wounds import STEP, tough_lines
from companion.rules.bushido.units import Game
from companion.rules.bushido.vocabulary import SpecialEntry


class Toll(NamedTuple):
    """How the wound table is read for one damage roll, and what is taken from or added to its wounds."""

    cap: int
    half: bool
    tough: int
    sharp: int
    durable: bool

    def read(self, total: int, success: int) -> int:
        """The wounds of the table, halved if the special says so."""
        wounds = table_wounds(total, success, self.cap)
        return wounds // 2 if self.half else wounds

    def lines(self, wounds: int) -> list[Line]:
        """What is taken from or added to wounds that were read: Tough after Sharp, then Durable (table ruling)."""
        return tough_lines(wounds, self.tough, self.sharp, self.durable)

    def dealt(self, total: int, success: int) -> int:
        """The wounds that are left of those of the table."""
        wounds = self.read(total, success)
        return max(0, wounds + added_up(self.lines(wounds)))


class Roll(NamedTuple):
    """One damage roll: who strikes whom at which Success Level.

    `mode` is the special's `damage` or `counterstrike`; `name` the request's name; `part` which of several it is.
    """

    striker: Fighter
    target: Fighter
    success: int
    mode: str = "full"
    special: SpecialEntry | None = None
    name: str = "12"
    part: str = ""

    @property
    def levels(self) -> list[int]:
        """The Success Levels of the rolls that it is in the end."""
        return levels_of(self.mode, self.success)

    @property
    def instead(self) -> str | None:
        """What the weapon does instead of damage: a state that it inflicts, or "" for what its card says; None: no."""
        if self.striker.weapon.strength is None:
            return ""
        return next((power.what for power in self.striker.powers.all("entangles")), None)

    @property
    def is_attack(self) -> bool:
        """Whether Pierce and Sharp count: they need an attack (table ruling)."""
        return self.mode != "counterstrike"

    @property
    def keeps(self) -> int:
        """Which two of three dice count: the highest (1), or the lowest (-1); 0: two are rolled."""
        own = self.striker.powers
        return own.has("keeps_high") - own.has("keeps_low")

    def toll(self, game: Game) -> Toll:
        """How the wounds of this roll are read."""
        own = self.target.powers
        sharp = self.striker.powers.total("sharp") if self.is_attack else 0
        return Toll(game.options["sl_cap"], self.mode == "half", own.total("tough"), sharp, own.has("durable"))


def levels_of(mode: str, success: int) -> list[int]:
    """The Success Levels of the damage rolls at this one, by their `mode`: several of a combo, none below 0."""
    return combo_levels(success) if mode == "combo" else [success] if success >= 0 else []


def modify(game: Game, ex: Exchange, roll: Roll) -> Tally:
    """What is added to the dice of a damage roll; shows it with what the dice have to reach."""
    striker, track = roll.striker.model, track_of(roll.target)
    modifiers = game.tally(
        f"modifiers[{striker.id}]",
        total_lines(ex, roll),
        name=f"{possessive(striker.name)} damage modifiers",
        of=striker,
        row="Damage modifiers",
    )
    toll = roll.toll(game)
    fates = [track.fate(toll.dealt(dice + modifiers, roll.success)) for dice in range(2, 13)]
    fills = f"Dice to {'take its last Ki' if track.kami else 'fill the track'}"
    for key, label, too_little in (
        ("to_wound", "Dice to wound", ("unhurt",)),
        ("to_kill", fills, ("unhurt", "wounded", "loses_ki")),
    ):
        lowest = next((dice for dice, fate in enumerate(fates, 2) if fate not in too_little), None)
        game.show(striker, key, label, "out of reach" if lowest is None else f"{lowest} or more")
    return modifiers


def total_lines(ex: Exchange, roll: Roll) -> list[Line]:
    """What is added to the damage dice, with reasons."""
    striker, target = roll.striker, roll.target
    own, model = striker.powers, striker.model
    lines = []
    if striker.weapon.strength:
        lines.append(Line("Strength", striker.weapon.strength, "weapon"))
    for effect in given(model, "strength"):
        lines.append(Line("Ki feat", effect.x or 0, STEP))
    for effect in given(model, "strength_per_assist"):
        lines.append(Line("Ki feat, for each assisting enemy", (effect.x or 0) * len(striker.assists), STEP))
    if ex.first_damage and striker is ex.first:
        lines.append(Line(ex.action, ex.first_damage, STEP))
    if roll.special is not None and roll.special.bonus:
        lines.append(Line(roll.special.name, roll.special.bonus, STEP))
    for power in own.all("damage"):
        if not power.against or target.model.is_a(power.of):
            lines.append(Line(power.source, power.x, STEP))
    lines += [Line(power.source, power.x, STEP) for power in target.powers.all("enemy_damage")]
    armour = target.powers.total("armour")
    if armour:
        pierced = max(0, min(armour, own.total("pierce"))) if roll.is_attack else 0
        lines.append(Line("Armour", -armour, STEP))
        if pierced:
            lines.append(Line("Pierce", pierced, STEP))
    return lines


def wound_lines(game: Game, roll: Roll, total: int) -> list[Line]:
    """The reasons of the wounds in their order: table, half, Tough after Sharp, Durable (table ruling)."""
    toll = roll.toll(game)
    wounds = table_wounds(total, roll.success, toll.cap)
    row, column = cell(total, roll.success, toll.cap)
    lines = [Line.of_parts(("wound table (row ", row, ", column ", column, ")"), wounds, "wound table")]
    if toll.half:
        less = toll.read(total, roll.success) - wounds
        lines.append(Line("halved, rounding down", less, STEP))
        wounds += less
    return [*lines, *toll.lines(wounds)]
