"""One attack pool while it is resolved: its dice and tokens so far, and which keyword effects count now."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from companion.engine.dice import Dice, Face
from companion.engine.odds import Odds
from companion.engine.reading import Reading, counting
from companion.engine.state.changes import Line
from companion.engine.wording import count
from companion.rules.legion.catalog import Effects, KeywordEffect
from companion.rules.legion.dice import DEFENCE
from companion.rules.legion.engagement import is_engaged
from companion.rules.legion.melee.pool import Pool
from companion.rules.legion.units import OWN, Game, LegionTable, LegionUnit

TOKENS = {"attacker": ("aim", "surge"), "defender": ("dodge", "surge", "suppression")}
"""What an attack hangs on beside its dice, by role: tokens that may be spent, and those that make a unit suppressed."""


@dataclass(slots=True)
class Attack:
    """Working figures of one pool. Hits and crits come with the lines that explain them.

    `piercer`: the keyword that lifts immunity to Pierce, if it was used.
    """

    table: LegionTable
    attacker: LegionUnit
    defender: LegionUnit
    pool: Pool
    attacking: Effects
    defending: Effects
    piercer: str = ""
    colours: list[str] = field(default_factory=list)
    faces: list[Face] = field(default_factory=list)
    defence_faces: list[Face] = field(default_factory=list)
    aim_spent: int = 0
    pierce_for_aim: list[Line] = field(default_factory=list)
    dodge_spent: int = 0
    hits: int = 0
    crits: int = 0
    blanks: int = 0
    hit_lines: list[Line] = field(default_factory=list)
    crit_lines: list[Line] = field(default_factory=list)
    pierce: int = 0
    wounds: int = 0
    gained: dict[str, dict[str, int]] = field(default_factory=dict)
    result: dict[str, Any] = field(default_factory=dict)

    def add_hits(self, label: str, number: int, step: str) -> None:
        """`number` hits more (or fewer), why, and at which step."""
        if number:
            self.hits += number
            self.hit_lines.append(Line(label, number, rule(step)))

    def add_crits(self, label: str, number: int, step: str) -> None:
        """`number` crits more (or fewer), why, and at which step."""
        if number:
            self.crits += number
            self.crit_lines.append(Line(label, number, rule(step)))

    def upgrade(self, label: str, number: int, step: str) -> None:
        """`number` hits become crits."""
        self.add_hits(label, -number, step)
        self.add_crits(label, number, step)

    @property
    def chart(self) -> str | None:
        """What the attacker's surges become by its chart or a keyword: `hit`, `crit` or None."""
        words = [self.attacker.attack_surge, *(better.effect.word for better in self.attack("surge_becomes"))]
        return "crit" if "crit" in words else "hit" if "hit" in words else None

    @property
    def good_attack(self) -> frozenset[Face]:
        """Faces of its dice that hit: surges too if all of them become something."""
        return frozenset(("hit", "crit", *(("surge",) if self.chart else ())))

    @property
    def attack_reading(self) -> Reading | None:
        """What is read of its dice: hits and crits; None where keywords make some surges crits and the chart none.

        Which surges those are hangs on all dice.
        """
        some = not self.chart and self.attack("surges_to_crits")
        return None if some else counting(self.good_attack, "hits and crits")

    def defence_dice(self, number: int) -> Dice:
        """So many dice of the defender to be rolled; blocks are read of them."""
        good = self.good_defence
        return Dice("defence", DEFENCE[self.defender.defence_die], number, good=good, reads=counting(good, "blocks"))

    @property
    def good_defence(self) -> frozenset[Face]:
        """Faces of the defender's dice that block: surges too if all of them do."""
        return frozenset(("block", *(("surge",) if self.surge_blocks else ())))

    @property
    def surge_blocks(self) -> bool:
        """Whether the defender's surges are blocks by its chart or a keyword."""
        return self.defender.defence_surge == "block" or bool(self.defence("block_surges"))

    @property
    def hits_after_armour(self) -> int:
        """The hits that the defender's armour leaves."""
        left = self.hits
        for armour in self.defence("cancel_hits"):
            left -= left if armour.x is None else min(left, armour.x)
        return left

    def immunity(self, *words: str) -> str:
        """The keyword by which the defender ignores Pierce; empty if none does or it is lifted.

        `words`: which immunities count (`all`, `melee`).
        """
        if self.piercer:
            return ""
        return next((kept.name for kept in self.defence("ignore_pierce") if kept.effect.word in words), "")

    def attack(self, do: str) -> list[KeywordEffect]:
        """The attacker's effects of this kind that count now."""
        listed = self.attacking.get(do)
        return [effect for effect in listed if self.counts(effect, self.attacker)] if listed else []

    def defence(self, do: str) -> list[KeywordEffect]:
        """The defender's effects of this kind that count now."""
        listed = self.defending.get(do)
        return [effect for effect in listed if self.counts(effect, self.defender)] if listed else []

    def counts(self, keyword: KeywordEffect, own: LegionUnit) -> bool:
        """Whether its option is on and all its conditions hold for the unit that has it."""
        effect = keyword.effect
        if effect.option and not self.table.options[effect.option]:
            return False
        if not effect.when:
            return True
        return all(CONDITION[word](self, own) if word in CONDITION else OWN[word](own, keyword) for word in effect.when)

    def switched_on_by_dodge(self, do: str) -> list[KeywordEffect]:
        """The defender's effects of this kind that a spent dodge switches on."""
        return [keyword for keyword in self.defending.get(do, ()) if "dodge_spent" in keyword.effect.when]

    def gain(self, unit: LegionUnit, token: str, number: int) -> None:
        """Notes tokens for the outcome."""
        if number:
            tokens = self.gained.setdefault(unit.id, {})
            tokens[token] = tokens.get(token, 0) + number

    @property
    def score(self) -> str:
        """`2 hits and 1 crit`, as it stands now."""
        hits, crits = count(self.hits, "hit"), count(self.crits, "crit")
        return (f"{hits} and {crits}" if self.hits else crits) if self.crits else hits

    def show(self, game: Game) -> None:
        """Shows the score with the attacker's standing."""
        blanks = f", {count(self.blanks, 'blank')}" if self.blanks else ""
        game.show(self.attacker, "score", "so far", self.score + blanks)

    def show_defence(self, game: Game) -> None:
        """Shows what the defender rolls with its standing, and the Pierce that is sure by now with the attacker's."""
        chart = ", surges block" if self.surge_blocks else ""
        game.show(self.defender, "defence", "defence die", f"{self.defender.defence_die}{chart}")
        pierce = total(self.attack("pierce"))
        if pierce and not self.pierce:
            game.show(self.attacker, "pierce", "Pierce", pierce - bool(self.piercer))


def attack_of(table: LegionTable, attacker: LegionUnit, pool: Pool) -> Attack:
    """An attack with this pool, nothing rolled yet."""
    return Attack(table, attacker, pool.defender, pool, pool.effects(attacker), pool.defender.effects)


def rule(step: str) -> str:
    """How a line of reasons names a step of the attack."""
    return f"Attack, step {step}"


def counted(
    game: Game,
    key: str,
    lines: Sequence[Line],
    step: str,
    *,
    name: str,
    unit: str = "",
    of: LegionUnit | None = None,
    row: str = "",
) -> int:
    """A number of an attack with its reasons; by this step it is never below 0."""
    return int(game.tally(key, lines, name=name, lo=0, low_rule=rule(step), unit=unit, of=of, row=row))


def total(keywords: Sequence[KeywordEffect]) -> int:
    """The printed numbers of several effects, added up; a keyword without number counts 1."""
    return sum(1 if keyword.x is None else keyword.x for keyword in keywords)


async def spend(
    game: Game,
    name: str,
    unit: LegionUnit,
    token: str,
    *,
    most: int,
    why_hi: str,
    title: str,
    for_what: str,
    odds: Callable[[], Odds | None],
) -> int:
    """Asks, as the request `name`, how many of a unit's tokens it spends; removes them and returns how many.

    `token` is the field that counts them, `most` the bound with its reason `why_hi`; `for_what` stands in the log.
    """
    spent = await game.number(
        name, by=unit.side, lo=0, hi=most, why_hi=why_hi, cost=[game.cost(unit, token, 1)], code="no_token", title=title
    ).with_odds(odds)
    game.shift(unit, token, -spent, for_what)
    return spent


CONDITION: Mapping[str, Callable[[Attack, LegionUnit], bool]] = MappingProxyType(
    {
        "engaged": lambda attack, own: is_engaged(attack.table, own),
        "aim_spent": lambda attack, own: attack.aim_spent > 0,
        "dodge_spent": lambda attack, own: attack.dodge_spent > 0,
        "target_armoured": lambda attack, own: "cancel_hits" in attack.defending,
        "target_force": lambda attack, own: attack.defender.force_icon,
        "chart_empty": lambda attack, own: own.attack_surge is None,
        "blank_shown": lambda attack, own: attack.blanks > 0,
        "wounds_dealt": lambda attack, own: attack.wounds > 0,
    }
)
"""Conditions of an effect that depend on the attack. The others are those of the unit itself (`units.OWN`)."""
