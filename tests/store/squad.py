"""A game with everything that a field may hold: records, minis, maps, lists of markers, and what may be nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from companion.engine.procedure import Context, Step, procedure
from companion.engine.requests import Option
from companion.engine.ruleset import Action, Phase, RuleOption, Ruleset
from companion.engine.state.declarations import flag, internal, profile, tracker
from companion.engine.state.entity import Condition, Record
from companion.engine.state.table import Model, Side, Table, Unit


@dataclass(frozen=True)
class Weapon(Record):
    name: str
    range: int | None = 1
    dice: Mapping[str, int] = field(default_factory=dict)
    traits: tuple[str, ...] = ()


@dataclass(eq=False, kw_only=True)
class Mini(Model):
    wounds: int = tracker(0, "wounds", hi=2)


@dataclass(eq=False, kw_only=True)
class Squad(Unit):
    conditions: ClassVar[tuple[Condition, ...]] = (
        Condition("held", "Held", "states.held", "list"),
        Condition("prone", "Prone", "states.prone", "flag"),
    )
    courage: int | None = profile(2, "courage", lo=1)
    rank: Literal["corps", "heavy"] = profile("corps", "rank")
    minis: tuple[Mini, ...] = profile((), "minis", place="lists")
    weapons: tuple[Weapon, ...] = profile((), "weapons", place="lists")
    states: Mapping[str, Any] = flag(dict, "states")

    @property
    def miniatures(self) -> tuple[Model, ...]:
        return self.minis


@dataclass(eq=False, kw_only=True)
class Field(Table[Squad, Side]):
    seen: tuple[str, ...] = internal((), "seen")
    limit: int | None = internal(6, "limit", lo=1)


@procedure("Drill", (Step("1", "All of it"),))
async def drill(game: Context[Field], squad: str) -> dict[str, Any]:
    game.at("1")
    unit = game.table.unit(squad)
    picked = await game.pick("who", by=unit.side, title="Who?", options=[Option(m.id, m.id) for m in unit.minis])
    for of in picked:
        game.shift(game.table.find(of), "wounds", 1, "drill")
    game.add_condition(unit, "held", "drill", (picked or ("nobody",))[0])
    game.add_condition(unit, "prone", "drill")
    game.change(unit, "courage", None, "drill")
    game.change(game.table, "seen", (*game.table.seen, *picked), "drill")
    game.change(game.table, "limit", None, "drill")
    game.connect(unit.minis[0].id, "b.1", "drill", {"a_near": True})
    game.note("drilled", who=picked, best=None, names={"first": picked[:1]})
    await game.do("done", by="table", title="Done?")
    game.remove_condition(unit, "prone", "drill")
    return {"picked": list(picked), "best": None}


def actions(table: Field) -> Sequence[Action]:
    return [Action("drill", "Drill", drill, None, "squad", (Option("a", "A"),))]


def faults(table: Field) -> Sequence[tuple[str, str, str]]:
    return [(u.id, "minis", "a squad has at most 3 minis") for u in table.units.values() if len(u.minis) > 3]


def example() -> Field:
    a = Squad(
        id="a",
        name="A",
        side="red",
        minis=(Mini(id="a.1"), Mini(id="a.2")),
        weapons=(Weapon("pike", None, {"red": 2}), Weapon("bow", 3, traits=("far",))),
    )
    b = Squad(id="b", name="B", side="blue", rank="heavy", minis=(Mini(id="b.1"),))
    made: Field = SQUAD.table([a, b], [Side(id="red", name="Rhea"), Side(id="blue", name="Boris")])  # type: ignore[assignment]
    return made


SQUAD = Ruleset(
    id="squad",
    title="Squad",
    revision=3,
    owner="nobody",
    covers="a drill",
    unit_type=Squad,
    side_type=Side,
    table_type=Field,
    phases=(Phase("play", "Play"),),
    procedures=(drill,),
    actions=actions,
    options=(RuleOption("rain", "it rains", False), RuleOption("dice", "how many dice", 2, lo=1, hi=4)),
    faults=faults,
    contact_flags=("a_near", "b_near"),
    contact_level="mini",
    example=example,
)
