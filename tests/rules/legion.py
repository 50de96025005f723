"""Tables and short-hands for the Legion tests."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.engine.session import Session
from companion.engine.state.changes import Note
from companion.engine.state.paths import pair_key
from companion.engine.state.table import Side
from companion.rules.legion import RULESET
from companion.rules.legion.example import names, sample
from companion.rules.legion.records import Mini, Weapon
from companion.rules.legion.units import LegionTable, LegionUnit
from companion.testing import drive
from tests.examples import present
from tests.rules.scene import begun
from tests.rules.script import steps

SAMPLES = frozenset(names())
SIDES = {"blue": "Mara", "red": "Anselm"}


def table(
    units: Iterable[LegionUnit], contacts: Sequence[tuple[str, str]] = (), *, options: Any = None, **fields: Any
) -> LegionTable:
    """A table in the Activation Phase; `contacts` between minis."""
    made = RULESET.table(
        list(units),
        [Side(id=of, name=name) for of, name in SIDES.items()],
        contacts={pair_key(a, b): {} for a, b in contacts},
        **{"phase": "activation", "active": "blue", **fields},
        options=options or {},
    )
    assert list(RULESET.faults(made)) == []
    return present(made, LegionTable)


def unit(
    of: str,
    side: str,
    minis: int | Sequence[Mini] = 1,
    *,
    threshold: int = 1,
    dice: dict[str, int] | None = None,
    weapon: dict[str, Any] | None = None,
    **fields: Any,
) -> LegionUnit:
    """A plain unit with one weapon of `dice` (none where the map is empty); its minis, or how many of `threshold`."""
    made = [Mini(threshold=threshold) for _ in range(minis)] if isinstance(minis, int) else minis
    arms = (Weapon(name="blade", dice={"black": 1} if dice is None else dice, keywords=weapon or {}),)
    return LegionUnit(
        id=of,
        side=side,
        minis=tuple(made),
        weapons=fields.pop("weapons", () if dice == {} else arms),
        **fields,
    )


Card = str | Mapping[str, Any]
"""The fields of a unit, or `card` of them in words."""

COLOURS = frozenset(("red", "black", "white"))


def card(words: Card) -> dict[str, Any]:
    """`black 2, red 1; weapon Pierce 1; Armor, Danger Sense 2; aim 1` as fields; keywords of the weapon and its own.

    Who is `unarmed` has no weapon.
    """
    if not isinstance(words, str):
        return dict(words)
    made: dict[str, Any] = {}
    for clause in filter(None, words.split("; ")):
        name, _, value = clause.partition(" ")
        if name == "weapon":
            made["weapon"] = _numbered(value)
        elif name in COLOURS:
            made["dice"] = _numbered(clause)
        elif name[0].isupper():
            made["keywords"] = _numbered(clause)
        elif name == "unarmed":
            made["dice"] = {}
        else:
            made[name] = True if value == "yes" else int(value) if value.isdigit() else value
    return made


def _numbered(words: str) -> dict[str, Any]:
    """`Armor, Danger Sense 2` as names with their numbers, or with True."""
    made: dict[str, Any] = {}
    for item in words.split(", "):
        name, _, number = item.rpartition(" ")
        made |= {name: int(number)} if number.isdigit() else {item: True}
    return made


def those(place: str, **more: Any) -> LegionTable:
    """`one storm*3 v foe; one.1+foe.1 storm.2+foe.1`: units of blue and of red, how many minis, and what touches.

    Those that have the name of a sample are one, the others are plain; `foe={...}` are the fields of one, the rest is
    of the table.
    """
    sides, _, touching = place.partition("; ")
    units = []
    for side, ids in zip(SIDES, sides.split(" v "), strict=True):
        for each in ids.split():
            of, _, minis = each.partition("*")
            fields = ({"minis": int(minis)} if minis else {}) | card(more.pop(of, ""))
            units.append(sample(of, side, **fields) if of in SAMPLES else unit(of, side, **fields))
    pairs = (pair.partition("+") for pair in touching.split())
    return table(units, [(a, b) for a, _, b in pairs], **more)


def duel(one: Card, foe: Card, **fields: Any) -> LegionTable:
    """A unit of blue and one of red in contact, of a mini that takes nine wounds each unless they say otherwise."""
    units = [unit("one", "blue", **{"threshold": 9, **card(one)}), unit("foe", "red", **{"threshold": 9, **card(foe)})]
    return table(units, [("foe.1", "one.1")], **fields)


def attack(held: LegionTable, by: str, script: str) -> tuple[Session, dict[str, Any]]:
    """A melee attack from rest, driven to its end."""
    session = begun(held, "melee_attack", {"unit": by})
    return session, drive(session, steps(script))


def activate(held: LegionTable, of: str, script: str) -> tuple[Session, dict[str, Any]]:
    """One activation of a unit with a face-up order, driven to its end; ends with `done` where the script does."""
    held.unit(of).order = "faceup"
    held.active = held.unit(of).side
    session = begun(held, "activate", {"unit": of})
    return session, drive(session, [*steps(script), ("action", "done")], strict=False)


def pools_of(session: Session) -> list[dict[str, Any]]:
    """The figures of every attack pool of the last procedure, in order."""
    return [dict(e.facts) for e in session.entries[-1].events if isinstance(e, Note) and "defence_dice" in e.facts]


def named(session: Session, name: str) -> list[Any]:
    """The answers given to one request name in the last procedure, asked or automatic."""
    return [g.value for g in session.entries[-1].answers if g.name == name]


def asked(session: Session) -> list[str]:
    """The names of the requests that were really asked in the last procedure."""
    return [g.name for g in session.entries[-1].answers if g.how != "auto"]


def placers(session: Session) -> list[str]:
    """Who placed minis in the last procedure, in order."""
    return [g.by for g in session.entries[-1].answers if g.name.startswith("place_mini")]


class Scene(NamedTuple):
    """`those` at rest, the `steps` that are answered, and what is to be seen afterwards.

    What is seen are figures of the outcome by their names, fields of units as `foe.suppression`, what was given to
    requests as `answers move_end`, and what `_seen` makes of the rest.
    """

    place: str
    script: str
    sees: Mapping[str, Any]
    of: str = "one"
    more: Mapping[str, Any] = {}

    def after(self, what: str) -> dict[str, object]:
        """What is seen after a `melee_attack` from rest, after an activation (`activate`), or after an `effect`."""
        held = those(self.place, **self.more)
        if what == "activate":
            session, out = activate(held, self.of, self.script)
        else:
            session = begun(held, what, {"unit": self.of})
            out = drive(session, steps(self.script))
        return {key: self._seen(key, session, out) for key in self.sees}

    def _seen(self, key: str, session: Session, out: Mapping[str, Any]) -> object:
        held = present(session.table, LegionTable)
        events = session.entries[-1].events
        made: dict[str, Callable[[], object]] = {
            "requests": lambda: asked(session),
            "placers": lambda: placers(session),
            "winner": lambda: held.over_winner,
            "left": lambda: held.left_this_activation,
            "figures": lambda: [[pool["defender"], pool["pool"]] for pool in pools_of(session)],
            "several pools": lambda: "pools" in out,
            "lost pools": lambda: [
                e.facts["lost_pool"] for e in events if isinstance(e, Note) and "lost_pool" in e.facts
            ],
        }
        if key in made:
            return made[key]()
        if key.startswith("answers "):
            return named(session, key.removeprefix("answers "))
        of, _, field = key.partition(".")
        if not field:
            return out[key]
        one = held.unit(of)
        if field == "living":
            return [mini.id for mini in one.living]
        return [mini.id for mini in one.minis if mini.leader] if field == "leading" else getattr(one, field)
