"""Speedies tables for tests, and a player who types d20s in the order in which the rules consume them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.engine.requests import Choose, Option, Pick, Roll
from companion.engine.session import Session
from companion.engine.state.changes import Done, Note
from companion.engine.state.paths import pair_key
from companion.engine.state.results import Result
from companion.rules.speedies import RULESET
from companion.rules.speedies.catalog import arm, sample_unit
from companion.rules.speedies.example import HEXES
from companion.rules.speedies.units import SpeediesTable, SpeediesUnit, Warband
from companion.testing import Scripted
from companion.testing.playing import harmless_answer, take_scripted
from tests.examples import present
from tests.rules.scene import begun, happened, now

Fields = dict[str, Any]

MISS = 1
"""A natural die that always fails."""
FIRST: Fields = {"engaged_this_turn": True}
STUNNED: Fields = {"status": "stunned"}
DAZED: Fields = {"status": "dazed"}
BARE: Fields = {"defence": None}


class Battle(Session):
    """A session of Speedies, and what tests do with it and look at."""

    def begun(self, name: str, args: Mapping[str, object] | None = None, **more: Any) -> Battle:
        """This one, in which something was started."""
        begun(self, name, args, **more)
        return self

    def play(self, dice: Sequence[int] = (), script: Iterable[Scripted] = ()) -> dict[str, Any]:
        """Answers until the open procedure ends: dice in order of consumption, the rest by name. All must be used."""
        left, decisions = list(dice), list(script)
        outcome: dict[str, Any] = {}
        while self.run is not None:
            request = now(self)
            if isinstance(request, Roll):
                count = sum(g.count for g in request.dice)
                assert len(left) >= count, f"no dice left for {request.title}"
                value: Any = []
                for group in request.dice:
                    value.append(left[: group.count])
                    del left[: group.count]
            else:
                value = take_scripted(decisions, request)
                value = harmless_answer(request) if value is None else value
            for event in self.answer(value, by=request.side):
                if isinstance(event, Done):
                    outcome = dict(event.outcome)
        assert left == [], f"dice never asked for: {left}"
        assert decisions == [], f"never asked: {decisions}"
        return outcome

    def melee(self, dice: Sequence[int] = (), script: Iterable[Scripted] = ()) -> dict[str, Any]:
        """The whole Melee phase."""
        happened = self.start("melee_phase")
        done = [e for e in happened if isinstance(e, Done)]
        return dict(done[0].outcome) if done else self.play(dice, script)

    def facts(self, key: str) -> list[Any]:
        """What the notes and results say under this key."""
        return [e.facts[key] for e in happened(self) if isinstance(e, (Note, Result)) and key in e.facts]

    def notes(self) -> list[str]:
        """What the notes say."""
        return [e.text for e in happened(self) if isinstance(e, Note)]

    def order(self) -> list[str]:
        """The attack order as it was fixed first."""
        return [place["unit"] for place in self.facts("order")[0]]

    def struck(self) -> list[Any]:
        """Who was struck from the order, each with the reason."""
        return [one for each in self.facts("struck") for one in each]

    @property
    def board(self) -> SpeediesTable:
        """The table that is played on."""
        return present(self.table, SpeediesTable)

    def options(self) -> tuple[Option[str], ...]:
        """The options of the choice or pick that is asked now."""
        request = self.request
        assert isinstance(request, (Choose, Pick))
        return request.options

    def offered(self) -> list[str]:
        """Those of them that may be chosen."""
        return [option.value for option in self.options() if option.why_not is None]

    def reasons(self) -> dict[str, str | None]:
        """Why each of them may not be, or None."""
        return {option.value: option.why_not for option in self.options()}

    def reply(self, *values: object) -> None:
        """Gives these answers, one after the other, each for whoever is asked."""
        for value in values:
            self.answer(value, by=now(self).side)

    def unit(self, of: str) -> SpeediesUnit:
        found: SpeediesUnit = self.table.units[of]
        return found

    def do(self, action: str, of: str = "", dice: Sequence[int] = (), script: Sequence[Any] = ()) -> dict[str, Any]:
        """Starts an action and plays it to its end."""
        happened = self.start(action, {"unit": of} if of else {})
        return self.play(dice, script) if self.run is not None else dict(getattr(happened[-1], "outcome", {}))

    def closed(self, action: str, of: str = "") -> str | None:
        """Why an action, or a unit in it, is closed."""
        found = self.action(action)
        return next((v.why_not for v in found.values if v.value == of), found.why_not)

    def statuses(self) -> dict[str, str]:
        """Every unit's status."""
        return {u.id: u.status for u in self.table.units.values()}

    def advance(self, name: str) -> None:
        """Answers with harmless defaults until this request stands."""
        while True:
            request = now(self)
            if request.name == name:
                return
            missed = [[MISS] * g.count for g in request.dice] if isinstance(request, Roll) else "keep"
            self.answer(missed, by=request.side)


def plain(of: str, side: str, **fields: Any) -> SpeediesUnit:
    """A unit with the default stat line, save for the fields given. Weapons are given by their listed names."""
    if "weapons" in fields and all(isinstance(w, str) for w in fields["weapons"]):
        fields["weapons"] = arm(*fields["weapons"])
    return SpeediesUnit(id=of, name=of, side=side, **fields)


def battle(
    units: Sequence[SpeediesUnit],
    touching: Iterable[tuple[str, str]] = (),
    *,
    phase: str = "melee",
    active: str = "R",
    turn: int = 3,
    options: Mapping[str, Any] | None = None,
    sides: Sequence[Warband] = (),
    tokens: int = 0,
) -> Battle:
    """A session at rest, Agility read as a target number unless said otherwise."""
    table = RULESET.table(
        units,
        sides or [Warband(id="R"), Warband(id="K")],
        contacts={pair_key(a, b): {} for a, b in touching},
        phase=phase,
        active=active,
        round=turn,
        options={"agility_mode": "target", **(options or {})},
        tokens=tokens,
    )
    return Battle(present(table, SpeediesTable))


def skirmish(units: str, touching: str = "", *, until: str = "", **given: Any) -> Battle:
    """A battle of units with names of one letter: `skirmish("ab xy", "ax bx", a={"attacks": 2}, y=8, phase="move")`.

    Those of R stand before the space, those of K after it. A letter gives the fields of its unit, or its Agility alone;
    any other word is for `battle`. With `until` the Melee phase is begun, and answered harmlessly up to this request.
    """
    mine, theirs = units.split()
    made = []
    for of in mine + theirs:
        fields = given.pop(of, {})
        made.append(plain(of, "R" if of in mine else "K", **({"agility": fields} if type(fields) is int else fields)))
    session = battle(made, [(pair[0], pair[1]) for pair in touching.split()], **given)
    if until:
        session.start("melee_phase")
        session.advance(until)
    return session


def duel(one: Fields, two: Fields, *, until: str = "", **options: Any) -> Battle:
    """a, who Engaged and so strikes first, against x."""
    return skirmish("a x", "ax", a=FIRST | one, x=two, options=options, until=until)


def mill() -> SpeediesTable:
    """Turn 2, Roland's, at its Upkeep: his warband must test for rout, and two turns bring up nearly every rule."""
    red = [
        sample_unit("captain", "captain", "Captain Otto", "red", weapons=arm("Sword", "Hammer")),
        sample_unit("infantry", "spear", "Brigitta", "red"),
        sample_unit("infantry", "axe", "Anselm", "red", weapons=arm("Axe"), agility=8, melee=13),
        sample_unit("infantry", "hexer", "Hexer Willa", "red", weapons=arm("Dagger"), spells=HEXES),
        sample_unit("infantry", "archer", "Archer Lutz", "red", weapons=arm("Dagger"), ranged=12),
        sample_unit("infantry", "old", "Old Benno", "red", weapons=arm("Dagger"), status="stunned"),
    ]
    blue = [
        SpeediesUnit(
            id="troll",
            name="Mill Troll",
            side="blue",
            melee=9,
            defence=12,
            agility=14,
            morale=9,
            max_wounds=2,
            weapons=(),
            natural_weapons=True,
            causes_fear=True,
        ),
        sample_unit("rat", "rat", "Fang", "blue"),
        sample_unit("infantry", "ghoul", "Ghoul", "blue", ranged=None, defence=16, weapons=(), natural_weapons=True),
        sample_unit("infantry", "thief", "Pale Thief", "blue", weapons=arm("Dagger"), agility=7, treasure=True),
        sample_unit(
            "captain",
            "lord",
            "Mordre the Pale",
            "blue",
            melee=11,
            ranged=None,
            defence=15,
            agility=10,
            morale=8,
            weapons=arm("Hammer"),
            skills=(),
        ),
        sample_unit("rat", "bat", "Great Bat", "blue", melee=14, defence=18, agility=5, morale=10),
    ]
    table = RULESET.table(
        [*red, *blue],
        [
            Warband(id="red", name="Roland", colour="red", units_lost=5),
            Warband(id="blue", name="Katrin", colour="blue"),
        ],
        contacts={("ghoul", "hexer"): {}},
        options={"agility_mode": "target", "turns": 8},
        round=2,
        phase="upkeep",
        active="red",
        tokens=1,
        name="Late at the mill",
    )
    return present(table, SpeediesTable)
