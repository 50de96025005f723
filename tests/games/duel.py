"""The sixth game: two fighters, one exchange of blows. Small enough to read at once; it stands outside the tree."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.game import (
    D6,
    Action,
    Condition,
    Context,
    Dice,
    InvalidInput,
    Line,
    Option,
    Phase,
    Plan,
    RuleOption,
    Ruleset,
    Side,
    Split,
    Step,
    Table,
    Unit,
    counting,
    flag,
    has,
    procedure,
    profile,
    tracker,
)


@dataclass(eq=False, kw_only=True)
class Fighter(Unit):
    conditions: ClassVar[tuple[Condition, ...]] = (
        Condition("shaken", "Shaken", "shaken", "flag", "rolls one die less", "a rest"),
    )
    skill: int = profile(3, "Skill", lo=1, hi=6)
    health_max: int = profile(3, "Health", lo=1, hi=9)
    health: int = tracker(
        None, "Health", hi="health_max", glyph="♥", derive=lambda u: u.health_max, vital=True, breaks_at=0
    )
    shaken: bool = flag(False, "Shaken")

    @property
    def alive(self) -> bool:
        return self.health > 0


@dataclass(eq=False, kw_only=True)
class Arena(Table[Fighter, Side]):
    pass


HITS = counting(frozenset((4, 5, 6)), "hits")

BLOWS = (Step("A", "Face"), Step("B", "Split in secret"), Step("C", "Roll"), Step("D", "Wounds"), Step("E", "Rest"))


@procedure("Blow")
async def blow(game: Context[Arena], by: Fighter, on: Fighter, attack: int, guard: int) -> int:
    game.at("C")
    if attack == 0:
        game.skip("D", "no dice in attack")
        return 0
    dice = await game.roll(
        "blow",
        by=(by.side, on.side),
        title=f"{by.name} strikes {on.name}",
        dice=[Dice("attack", D6, attack, by.side, reads=HITS), Dice("guard", D6, guard, on.side, reads=HITS)],
    )
    hits = sum(int(f) >= 4 for f in dice[0])
    saved = sum(int(f) >= 4 for f in dice[1])
    game.at("D")
    wounds = game.tally("wounds", [Line("hits", hits), Line("guarded", -saved)], lo=0, unit="wounds")
    lost = -game.shift(on, "health", -wounds, f"struck by {by.name}", by)
    if lost and on.alive:
        game.add_condition(on, "shaken", f"hurt by {by.name}")
    if not on.alive:
        game.disconnect_all(on.id, "fallen")
    fate = f"{on.name} falls: " if not on.alive else ""
    game.result(
        f"{fate}{hits} against {saved}, {on.name} takes {lost}",
        mark=lambda dice, face: ("hit" if dice.name == "attack" else "held") if int(face) >= 4 else "",
        counts=[{"hits": hits}, {"held": saved}] if guard else [{"hits": hits}],
        taken=lost,
    )
    return lost


@procedure("Exchange of blows", BLOWS)
async def exchange(game: Context[Arena], fighter: str) -> dict[str, Any]:
    one = game.table.unit(fighter)
    foes = [u for u in game.table.units.values() if u.alive and game.table.enemies(one, u)]
    if not one.alive:
        raise InvalidInput(f"{one.name} has fallen", code="fallen")
    game.at("A")
    foe_id = await game.choose(
        "foe", by=one.side, title=f"whom does {one.name} fight?", options=[Option(u.id, u.name) for u in foes]
    )
    foe = game.table.unit(foe_id)
    await game.do("face", by="table", title=f"turn {one.name} and {foe.name} to face each other")
    game.connect(one.id, foe.id, "they meet")
    game.fight({"attacker": [one], "defender": [foe]})
    pools = {}
    for fighter_ in (one, foe):
        lines = [Line("skill", fighter_.skill)]
        if has(fighter_, "shaken"):
            lines.append(Line("shaken", -1))
        pools[fighter_.id] = game.tally(
            f"pool[{fighter_.id}]", lines, name=f"{fighter_.name}'s pool", lo=1, of=fighter_, row="dice"
        )
    game.at("B")
    splits = await game.secret(
        "split",
        title="split your dice",
        slots={
            f.side: Split(
                "split",
                by=f.side,
                title=f"split {f.name}'s dice",
                plans=[Plan("plain", "no trick", pools[f.id], {"attack": (0, pools[f.id]), "guard": (0, pools[f.id])})],
                tally=[pools[f.id]],
            )
            for f in (one, foe)
        },
    )
    mine, theirs = splits[one.side].allotments, splits[foe.side].allotments
    first = await blow(game, one, foe, mine["attack"], theirs["guard"])
    second = 0
    if foe.alive and game.options["strike_back"]:
        second = await blow(game, foe, one, theirs["attack"], mine["guard"])
    game.at("E")
    cheered = await game.yes_no("cheer", by=one.side, title="did the crowd cheer?")
    game.note("The crowd cheers" if cheered else "The crowd is silent")
    for f in (one, foe):
        if f.alive:
            game.remove_condition(f, "shaken", "a rest")
    game.change(game.table, "active", game.table.other_side(one.side), "turn over")
    left = [s for s in game.table.sides if game.table.of_side(s)]
    if len(left) == 1:
        game.end_game(left[0], "last one standing")
    return {"dealt": first, "taken": second}


def actions(table: Arena) -> Sequence[Action]:
    values = [Option(u.id, u.name, None if u.alive else "has fallen") for u in table.units.values()]
    standing = any(unit.alive for unit in table.units.values())
    why = "the fight is over" if table.over else None if standing else "nobody stands"
    return [
        Action("exchange", "Exchange blows", exchange, table.active, "fighter", tuple(values), why, verb="exchange")
    ]


def example() -> Arena:
    return Arena(
        spec=DUEL,
        units={
            u.id: u
            for u in [
                Fighter(id="ann", name="Ann", side="red"),
                Fighter(id="bob", name="Bob [/", side="blue"),
                Fighter(id="cid", name="Cid", side="blue", skill=1, health_max=1),
            ]
        },
        sides={"red": Side(id="red", name="Rhea"), "blue": Side(id="blue", name="Boris")},
    )


DUEL = Ruleset(
    id="duel",
    title="Duel",
    revision=1,
    owner="nobody",
    covers="one exchange of blows",
    unit_type=Fighter,
    side_type=Side,
    table_type=Arena,
    phases=(Phase("fight", "Fight"), Phase("over", "Over")),
    melees=(exchange,),
    procedures=(exchange, blow),
    actions=actions,
    options=(RuleOption("strike_back", "the one attacked strikes back", True),),
    example=example,
)
