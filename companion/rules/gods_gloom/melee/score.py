"""What players see while a melee is fought: who is in it, dice and score so far, and what became of a roll."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from companion.engine.dice import D6
from companion.engine.state.changes import Line, added_up
from companion.engine.state.declarations import StandingRow
from companion.engine.state.phrases import falls, joined, phrase, says
from companion.engine.state.results import Before, FaceGroup
from companion.engine.state.table import Unit
from companion.engine.wording import count, does, is_plural, listed
from companion.rules.gods_gloom.engagement import Assists, assists_of, in_zone
from companion.rules.gods_gloom.melee import results
from companion.rules.gods_gloom.melee.pools import Setting, pool_lines, profile
from companion.rules.gods_gloom.melee.results import Rolled
from companion.rules.gods_gloom.records import COLOURS, INFLICTED, Role, other
from companion.rules.gods_gloom.traits import Reminder, traits_of
from companion.rules.gods_gloom.units import Fighters, Game, GloomUnit

NOTHING_BEFORE: Final[Mapping[str, Before]] = {}

Lines = tuple[list[Line], list[Line]]
Scores = Mapping[Role, tuple[int, int]]
"""Hits and blocks by role."""


@dataclass(slots=True)
class Score:
    """How a melee stands: what is fixed at its start, who rolled what, and whether ATC.10 and ATC.40 have counted.

    The numbers that the rules have counted stand with a fighter as tallies; before that, `rows` shows what they would
    be as the table stands.
    """

    game: Game
    units: Fighters
    setting: Setting = field(default_factory=Setting)
    rolled: dict[Role, Rolled] = field(default_factory=dict)
    pooled: bool = False
    counted: bool = False

    def declare(self) -> None:
        """From here on every prompt of the procedure shows the fighters and those that assist."""
        helpers = self.helpers()
        assisting = [friend for role in self.units for friend in helpers[role].granted]
        self.game.fight({**{role: [unit] for role, unit in self.units.items()}, "assists": assisting}, self.rows)

    def helpers(self) -> dict[Role, Assists]:
        """Who assists each fighter as the table stands; nobody if a Challenge forbids it."""
        if self.setting.no_assists:
            return {role: Assists() for role in self.units}
        return {role: assists_of(self.game.table, unit, self.units[other(role)]) for role, unit in self.units.items()}

    def seals(self) -> Mapping[Role, bool]:
        """Who has a command seal to pay with."""
        return {role: self.game.table.side(unit.side).command_seals > 0 for role, unit in self.units.items()}

    @property
    def contested(self) -> bool:
        """Whether a formation may undo the other: not where one fighter cannot lose morale."""
        return not any("morale_immune" in traits_of(unit).marks for unit in self.units.values())

    def pool(self, role: Role, assists: Assists, *, boosted: bool) -> Lines:
        """The red and the blue lines of one fighter's pool, before the floor of 0."""
        unit, foe = self.units[role], self.units[other(role)]
        return pool_lines(self.game.options, role, unit, foe, self.setting, boosted=boosted, assists=assists.granted)

    def hits_and_blocks(self, role: Role) -> Lines:
        """The hits and the blocks of one fighter: dice, automatic successes, Berserk (ATC.40)."""
        rolled, least = self.rolled[role], self.game.options["success_on"]
        hits, blocks = self.automatic(role)
        return (
            [Line("red dice", results.successes(rolled["red"], least), "ATC.10"), *hits],
            [Line("blue dice", results.successes(rolled["blue"], least), "ATC.10"), *blocks],
        )

    def automatic(self, role: Role) -> Lines:
        """The hits and the blocks of one fighter that no dice make: printed ones, and those of Berserk (ATC.40)."""
        unit = self.units[role]
        printed, frenzy = profile(unit, role), traits_of(unit).frenzy
        hits: list[Line] = []
        blocks: list[Line] = []
        if printed.auto_hits:
            hits.append(Line("automatic", printed.auto_hits, "ATC.40"))
        if printed.auto_blocks:
            blocks.append(Line("automatic", printed.auto_blocks, "ATC.40"))
        if frenzy is not None and role in self.setting.frenzied:
            hits.append(Line(frenzy.trait, frenzy.hits, "trait"))
        return hits, blocks

    def inflicted(self, role: Role, hits: int, blocks: int) -> int:
        """The wounds that one fighter inflicts, `blocks` being those of its enemy (ATC.50)."""
        return results.inflicted(hits, blocks) + self.direct_wounds(role)

    def direct_wounds(self, role: Role) -> int:
        """The wounds of one fighter that no block stops."""
        return traits_of(self.units[role]).direct_wounds[role]

    def rows(self, unit: Unit) -> Iterator[StandingRow]:
        """What stands with a fighter besides its fields and the numbers that were counted."""
        role = next((role for role, fighter in self.units.items() if fighter is unit), None)
        if role is None:
            return
        fighter = self.units[role]
        if not self.pooled:
            for colour, lines in zip(COLOURS, self.pool(role, self.helpers()[role], boosted=False), strict=True):
                yield StandingRow(f"pool.{role}.{colour}", f"{colour} dice", total(lines))
        if not self.counted:
            yield from self._so_far(role)
        yield StandingRow("seals", "Seals", self.game.table.side(fighter.side).command_seals)
        if role == "attacker" and self.setting.charge:
            yield StandingRow("charge", "Charge", "yes")
        if role == "attacker" and self.setting.flanking:
            yield StandingRow("flanking", "Flanks", self.units["defender"].name)
        frenzy = traits_of(fighter).frenzy
        if frenzy is not None and role in self.setting.frenzied:
            yield StandingRow("frenzy", frenzy.trait, f"{count(frenzy.wounds, 'wound')} at the end")
        names = [_named(reminder, owner, fighter) for owner, reminder, here in self.reminders(role) if here]
        if names:
            yield StandingRow("remember", "Remember", listed(names))

    def _so_far(self, role: Role) -> Iterator[StandingRow]:
        if role in self.rolled:
            hits, blocks = map(total, self.hits_and_blocks(role))
            yield StandingRow(f"hits.{role}", "hits", hits)
            yield StandingRow(f"blocks.{role}", "blocks", blocks)
            if other(role) in self.rolled:
                blocked = total(self.hits_and_blocks(other(role))[1])
                yield StandingRow(f"inflicted.{role}", "inflicts", self.inflicted(role, hits, blocked))

    def reminders(self, role: Role) -> Iterator[tuple[GloomUnit, Reminder, bool]]:
        """What the players carry out for one fighter: its own reminders, and those of friends that count in its role.

        Each with its owner, and whether it may act in this fight.
        """
        fighter, foe = self.units[role], self.units[other(role)]
        yield from ((fighter, reminder, role in reminder.own) for reminder in traits_of(fighter).reminders)
        for friend in self.game.table.of_side(fighter.side):
            if friend is not fighter:
                for reminder in traits_of(friend).reminders:
                    if role in reminder.near:
                        yield friend, reminder, not reminder.zone or in_zone(self.game.table, foe, friend)

    def tell_roll(self, role: Role, how: str = "", before: Mapping[str, Before] = NOTHING_BEFORE) -> None:
        """The result of a roll: the dice of the fighter as they lie, its hits and blocks, and how they came about.

        `before` has, for each colour of which dice were rolled again, what its dice showed until then.
        """
        unit, rolled = self.units[role], self.rolled[role]
        hits, blocks = map(total, self.hits_and_blocks(role))
        self.game.result(
            f"{unit.name}: {count(hits, 'hit')}, {count(blocks, 'block')}{how}",
            groups=self._groups(role, before=before),
            unit=unit.id,
            dice={colour: list(rolled[colour]) for colour in COLOURS},
        )

    def tell_test(self, dealt: Mapping[Role, int], scores: Scores, killed: Sequence[Role]) -> None:
        """The result of the whole test (ATC.60): who is destroyed, who inflicts how much, who is down to 1."""
        units = self.units
        sentences: list[str] = []
        if killed:
            both = len(killed) > 1 or is_plural(units[killed[0]].name)
            names = listed(units[role].name for role in killed)
            fallen = falls(f"{names} {'are' if both else 'is'} destroyed", *(units[role] for role in killed))
            sentences.append(fallen)
        for role, unit in units.items():
            hits, blocked = scores[role][0], min(scores[role][0], scores[other(role)][1])
            direct = self.direct_wounds(role)
            how = count(hits, "hit") + (f", {blocked} blocked" if blocked else "")
            how += f", Direct Wounds {direct}" if direct else ""
            text = f"{does(unit.name, 'inflicts')} {count(dealt[role], 'wound')} ({how})"
            sentences.append(says(text, unit, INFLICTED, dealt[role]))
        for role, unit in units.items():
            if unit.health == 1 and dealt[other(role)]:
                weak = [" and ", says("Weak", unit, "weak", True)] if unit.weak else []
                down = says("down to 1 health", unit, "health", 1)
                sentences.append(phrase(does(unit.name, "is"), " ", down, *weak))
        self.game.result(
            joined(". ", sentences),
            title="Attack Test",
            groups=self._groups(*units),
            inflicted=dict(dealt),
            destroyed=[units[role].id for role in killed],
        )

    def _groups(self, *roles: Role, before: Mapping[str, Before] = NOTHING_BEFORE) -> list[FaceGroup]:
        """The dice of these fighters, each with what it does: `hit`, `held` (a block), `critical` or nothing."""
        options, found = self.game.options, []
        least = options["success_on"]
        for role in roles:
            for colour, faces in self.rolled[role].items():
                if faces:
                    marks = results.marks_of(colour, faces, least, criticals=options["criticals"])
                    counts = {"hits" if colour == "red" else "blocks": results.successes(faces, least)}
                    side, old = self.units[role].side, before.get(colour, ())
                    found.append(FaceGroup(colour, side, D6.name, faces, marks, counts, old))
        return found


def total(lines: Sequence[Line]) -> int:
    """What lines add up to, never below 0."""
    return max(0, added_up(lines))


def _named(reminder: Reminder, owner: GloomUnit, fighter: GloomUnit) -> str:
    """A reminder by its trait, with its owner if that is a friend."""
    return reminder.name if owner is fighter else f"{reminder.name} ({owner.name})"
