"""The game of docs/writing-a-ruleset.md: its pieces of code, one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.game import (
    D6,
    Action,
    CarryOver,
    Condition,
    Context,
    Dice,
    InvalidInput,
    Line,
    Option,
    Phase,
    PlainAftermath,
    Record,
    RuleOption,
    Ruleset,
    Sheet,
    Side,
    Step,
    Table,
    Unit,
    flag,
    has,
    healed,
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
    foe = table.unit(await game.choose("foe", by=one.side, title=f"Whom does {one.name} fight?", options=options))
    game.connect(one.id, foe.id, "they meet")
    game.fight({"attacker": [one], "defender": [foe]})
    game.at("B")
    lines = [Line("skill", one.skill), Line(one.weapons[0].name, one.weapons[0].dice)]
    if has(one, "shaken"):
        lines.append(Line("shaken", -1))
    pool = game.tally("pool", lines, lo=1, of=one)
    need = game.options["need"]
    dice = [Dice("attack", D6, pool, one.side, good=frozenset(range(need, 7)))]
    thrown = await game.throw("blow", by=one.side, title=f"{one.name} strikes {foe.name}", dice=dice)
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
    return ["faces " + ", ".join(table.title(of) for of in foes)] if (foes := touching(table, unit.id)) else []


NEED = RuleOption("need", "face that hits", 4, lo=2, hi=6)


def sheets(options: Mapping[str, object]) -> Sequence[Sheet]:
    return [Sheet("blows", "Blows", ("face", "is"), ((f"{options['need']} or more", "a hit"),))]


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
    example=example,
)


PLAIN = PlainAftermath(CarryOver(returning=healed, recorded=("notes",), totals=("victory_points",)))
aftermath = PLAIN.procedure()
