"""The game of docs/writing-a-ruleset.md: its pieces of code, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any, ClassVar

from companion.game import (
    D6,
    Action,
    CarryOver,
    Chance,
    Condition,
    Context,
    Dice,
    Heading,
    InvalidInput,
    JournalEntry,
    Line,
    Odds,
    Option,
    Phase,
    PlainAftermath,
    Record,
    RuleOption,
    Ruleset,
    Scene,
    Sheet,
    Side,
    Step,
    Table,
    Unit,
    about,
    flag,
    has,
    healed,
    of_numbers,
    procedure,
    profile,
    touching,
    tracker,
)


@dataclass(frozen=True)
class Weapon(Record):
    name: str = "Blade"
    dice: int = 1


@dataclass(eq=False, kw_only=True)
class Fighter(Unit):
    conditions: ClassVar[tuple[Condition, ...]] = (
        Condition("shaken", "Shaken", "shaken", "flag", "rolls one die less", "its next exchange"),
    )
    skill: int = profile(3, "Skill", lo=1, hi=6)
    health_max: int = profile(3, "Health", lo=1, hi=9)
    health: int = tracker(None, "Health", hi="health_max", derive=lambda u: u.health_max, vital=True, breaks_at=0)
    shaken: bool = flag(False, "Shaken")
    weapons: tuple[Weapon, ...] = profile((Weapon(),), "Weapons", place="lists")

    @property
    def alive(self) -> bool:
        return self.health > 0


@dataclass(eq=False, kw_only=True)
class Pit(Table[Fighter, Side]):
    """Nothing of its own."""


BLOWS = (Step("A", "Face"), Step("B", "Strike"))


@procedure("Exchange of blows", BLOWS)
async def exchange(game: Context[Pit], fighter: str) -> dict[str, Any]:
    table = game.table
    one = table.unit(fighter)
    if not one.alive:
        raise InvalidInput(f"{one.name} has fallen", code="fallen")
    game.at("A")
    foes = [unit for unit in table.units.values() if unit.alive and table.enemies(one, unit)]
    options = [Option(unit.id, unit.name) for unit in foes]
    foe = table.unit(await game.choose("foe", by=one.side, title=f"whom does {one.name} fight?", options=options))
    game.connect(one.id, foe.id, "they meet")
    game.fight({"attacker": [one], "defender": [foe]})
    game.at("B")
    lines = [Line("skill", one.skill), Line(one.weapons[0].name, one.weapons[0].dice)]
    if has(one, "shaken"):
        lines.append(Line("shaken", -1))
    pool = game.tally("pool", lines, lo=1, of=one)
    need = game.options["need"]
    dice = [Dice("attack", D6, pool, one.side, good=frozenset(range(need, 7)), needs=f"{need}+")]
    title = f"{one.name} strikes {foe.name}"
    thrown = await game.throw("blow", by=one.side, title=title, dice=dice, odds=lambda: blow_odds(foe, pool, need))
    (hits,) = thrown.successes
    lost = -game.shift(foe, "health", -sum(hits), f"struck by {one.name}", one)
    game.remove_condition(one, "shaken", "a rest")
    if foe.alive and lost:
        game.add_condition(foe, "shaken", f"struck by {one.name}")
    if not foe.alive:
        game.disconnect_all(foe.id, "fallen")
    game.result(
        f"{one.name} deals {lost}",
        mark="hit",
        counts=thrown.counts("hits"),
        attacker=one.id,
        target=foe.id,
    )
    if table.of_side(foe.side):
        game.change(table, "active", foe.side, "turn over")
    else:
        game.change(table, "over_winner", one.side, "last one standing")
        game.change(table, "over_why", "last one standing", "last one standing")
        game.change(table, "phase", "over", "last one standing")
    return {"dealt": lost}


def blow_odds(foe: Fighter, pool: int, need: int) -> Odds:
    hit = Fraction(7 - need, 6)
    lost: dict[int, Fraction] = {}
    for hits in range(pool + 1):
        chance = comb(pool, hits) * hit**hits * (1 - hit) ** (pool - hits)
        dealt = min(hits, foe.health)
        lost[dealt] = lost.get(dealt, Fraction(0)) + chance
    rows = of_numbers(None, "dealt", lost.items(), of=foe.id)
    rows.append(Chance(None, "falls", lost.get(foe.health, Fraction(0)), of=foe.id))
    headings = (Heading("dealt", foe.id, "wounds on {}", foe.name), Heading("falls", foe.id, "{} falls", foe.name))
    return Odds(foe.name, "this blow", tuple(rows), headings)


def actions(table: Pit) -> Sequence[Action]:
    values = tuple(Option(u.id, u.name, None if u.alive else "has fallen") for u in table.units.values())
    why_not = "the fight is over" if table.over else None
    if not any(unit.alive for unit in table.units.values()):
        why_not = "nobody stands"
    return [
        Action(
            "exchange",
            "Exchange blows",
            exchange,
            by=table.active,
            param="fighter",
            values=values,
            why_not=why_not,
            verb="exchange",
        )
    ]


def badges(table: Pit, unit: Fighter) -> Sequence[str]:
    return [about("faces " + ", ".join(map(table.title, foes)), *foes)] if (foes := touching(table, unit.id)) else []


NEED = RuleOption("need", "face that hits", 4, lo=2, hi=6)


def sheets(options: Mapping[str, object]) -> Sequence[Sheet]:
    return [Sheet("blows", "Blows", ("face", "is"), ((f"{options['need']} or more", "a hit"),))]


def story(table: Pit, entry: JournalEntry) -> Iterator[Scene]:
    for change in entry.changes():
        if change.field == "health" and change.by:
            lost = int(str(change.before)) - int(str(change.after))
            told = f"{table.title(change.by)} strikes {table.title(change.of)} for {lost}."
            yield Scene((change.by, change.of), (told,))


def example() -> Pit:
    return Pit(
        spec=PIT,
        units={
            "ann": Fighter(id="ann", name="Ann", side="red"),
            "bob": Fighter(id="bob", name="Bob", side="blue"),
            "cid": Fighter(id="cid", name="Cid", side="blue", skill=1, health_max=1),
        },
        sides={"red": Side(id="red", name="Rhea"), "blue": Side(id="blue", name="Boris")},
        contacts={("ann", "bob"): {}},  # starting contacts, ids in alphabetical order, with their flags
        active="red",
    )


PIT = Ruleset(
    id="pit",
    title="Pit",
    revision=1,
    owner="nobody",
    covers="one exchange of blows",
    unit_type=Fighter,
    side_type=Side,
    table_type=Pit,
    phases=(Phase("fight", "Fight"), Phase("over", "Over")),
    melees=(exchange,),
    procedures=(exchange,),
    actions=actions,
    options=(NEED,),
    badges=badges,
    sheets=sheets,
    knows_odds=True,
    story=story,
    example=example,
)


PLAIN = PlainAftermath(CarryOver(returning=healed, recorded=("notes",), totals=("victory_points",)))
aftermath = PLAIN.procedure()
