"""Small tables for the tests of Building a Better Wargame: sides A (current) and B, units A1, B1 and so on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from companion.engine.aftermath import CampaignSide
from companion.engine.requests import Request, Split
from companion.engine.session import Session
from companion.engine.state.changes import Event, Note
from companion.engine.state.paths import pair_key
from companion.rules.better_wargame import RULESET
from companion.rules.better_wargame.units import WargameTable, WargameUnit
from companion.testing import Scripted, drive
from tests.examples import present
from tests.rules.scene import begun, now

AB = [("A1", "B1")]
QUIET: Mapping[str, Any] = {"attacks": 0, "in_contact": 1}
"""A unit in contact that strikes nobody: what comes after the fight alone is looked at."""


SHAKEN: Mapping[str, Any] = {"suppressed": True, "fought_firefight": True}
"""A unit that has a suppressed test to take."""
LOW: Mapping[str, Any] = {"models": 1, "start_models": 4, "casualties": 1}
"""A unit that has a Break Test to take."""


def touch(models: int, **fields: Any) -> dict[str, Any]:
    """A unit of so many models, all in contact."""
    return {"models": models, "in_contact": models, **fields}


class Wargame(Session):
    """A session of Better Wargame, and what tests do with it. Counts that no script gives stay as low as they may."""

    def begun(self, name: str, args: Mapping[str, object] | None = None, **more: Any) -> Wargame:
        """This one, in which something was started."""
        begun(self, name, args, default=lowest_counts, **more)
        return self

    def drive(self, script: Iterable[Scripted] = (), *, until: str = "", **more: Any) -> dict[str, Any]:
        """That of the kit for authors, up to the request of this name, or of this name and side: `save`, `save B`."""
        name, _, side = until.partition(" ")
        stop = (lambda request: request.name == name and side in ("", request.by)) if until else None
        return drive(self, script, **{"default": lowest_counts, "stop": stop, **more})

    @property
    def asked(self) -> str:
        """The name of the open request."""
        return now(self).name

    def tallies(self) -> dict[str, int]:
        """The numbers computed so far in the open procedure, by the last part of their key."""
        return {key.rpartition("/")[2]: int(tally) for key, tally in present(self.run).context.tallies.items()}

    def distances(self, tenths: Iterable[int]) -> dict[str, Any]:
        """The answer to the open question for distances, in the order in which it names them."""
        (plan,) = now(self, Split).plans
        return {"parts": dict(zip(plan.allotments, tenths, strict=True))}


def session(
    units: Mapping[str, Mapping[str, Any]],
    contacts: Iterable[tuple[str, str]] = (),
    *,
    phase: str = "melee",
    active: str = "A",
    **options: Any,
) -> Wargame:
    """A session with units `A…` and `B…`, in the phase given, A to move; dice row by row and melees in the order of its
    player unless said otherwise."""
    made = {of: WargameUnit(id=of, side=of[0], **fields) for of, fields in units.items()}
    table = WargameTable(
        spec=RULESET,
        units=made,
        sides={s: CampaignSide(id=s, name=s) for s in "AB"},
        phase=phase,
        active=active,
        first_player="A",
        contacts={pair_key(a, b): {} for a, b in contacts},
        options={"throw": "row", "order_melees": True, **options},
    )
    assert [f for u in made.values() for f in u.faults()] == []
    assert list(RULESET.faults(table)) == []
    return Wargame(table, rng=Random(0))


def lowest_counts(request: Request[object]) -> Any:
    """The answer with the fewest models in contact where counts are asked for; None elsewhere."""
    if not isinstance(request, Split) or request.name not in ("in_contact", "pile_in"):
        return None
    (plan,) = request.plans
    return counts(plan.allotments["contact"][0], 0, present(plan.total))


def rolls(**stages: str) -> list[Scripted]:
    """Dice by stage: `rolls(to_hit="A44 B1", break_="3")`. A word is a roll: its side, if that matters, and faces."""
    made: list[Scripted] = []
    for name, words in stages.items():
        for word in words.split():
            faces = [int(face) for face in word.lstrip("AB")]
            made.append((name.rstrip("_"), word[0] if word[0] in "AB" else "", faces))
    return made


def melee(
    units: Mapping[str, Mapping[str, Any]],
    contacts: Iterable[tuple[str, str]] = (),
    *,
    script: Iterable[Scripted] = (),
    until: str = "",
    **options: Any,
) -> Wargame:
    """A session whose Melee Phase has begun; with `until`, played on to the request of that name."""
    return session(units, contacts, **options).begun("melee_phase", script=script, until=until)


def shooting(units: Mapping[str, Mapping[str, Any]], contacts: Iterable[tuple[str, str]] = (), **more: Any) -> Wargame:
    """A session of the Shooting Phase in which A1 has begun to shoot."""
    return session(units, contacts, phase="shooting", **more).begun("shoot", {"unit": "A1"})


def firefight(units: Mapping[str, Mapping[str, Any]], contacts: Iterable[tuple[str, str]] = (), **more: Any) -> Wargame:
    """A session whose Firefight has begun."""
    return session(units, contacts, phase="firefight", **more).begun("firefight_phase")


def fire(side: str = "", **parts: int) -> Scripted:
    """How many models fire at whom: `fire("A", B1=2, hold=1)`."""
    return ("fire", side, {"parts": parts})


def counts(contact: int, reach: int, of: int) -> dict[str, Any]:
    """The answer to a question for counts of a unit of so many models."""
    return {"parts": {"contact": contact, "reach": reach, "behind": max(0, of - contact - reach)}}


def notes(happened: Iterable[Event]) -> list[Mapping[str, Any]]:
    """The facts of the notes."""
    return [event.facts for event in happened if isinstance(event, Note)]


def after(outcome: Mapping[str, Any], of: str) -> tuple[int, int, int, str]:
    """What an outcome says of a unit: models, those in contact and in reach, and its conditions in words."""
    told = dict(outcome["units"][of])
    numbers = [told.pop(name) for name in ("models", "in_contact", "in_reach")]
    return numbers[0], numbers[1], numbers[2], " ".join(name for name in told if told[name])
