"""Probes for the bounds of Better Wargame: fields, charges, dice of a melee, the end of the phase."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.requests import Do
from companion.rules.better_wargame import RULESET
from companion.rules.better_wargame.attack.casualties import fire_losses, melee_losses
from companion.rules.better_wargame.attack.numbers import melee_save, melee_to_hit, to_wound
from companion.rules.better_wargame.attack.rows import Row
from companion.rules.better_wargame.melee.measure import moves
from companion.rules.better_wargame.morale.breaking import break_eligible, break_order, shaken_commands
from companion.rules.better_wargame.morale.suppression import must_test, overwhelmed
from companion.rules.better_wargame.units import WargameTable, WargameUnit
from tests.rules.better_wargame import begun, distances, drive, melee, notes, session
from tests.rules.bounds import option_of
from tests.rules.scene import now, run_of

AB = [("A1", "B1")]


QUIET: dict[str, Any] = {"attacks": 0, "in_contact": 1}


OPTIONS = RULESET.default_options()


def unit(**fields: Any) -> WargameUnit:
    return WargameUnit(id="A1", side="A", **fields)


def unit_with(field: str, **others: Any) -> Callable[[Any], bool]:
    """Whether a unit may have this value in a field."""
    return lambda value: not list(unit(**{**others, field: value}).faults())


option = partial(option_of, RULESET)
"""Whether an option may have a value."""


def sum_of(lines: Any) -> int:
    return sum(line.value for line in lines)


def turns_played(round_: int) -> bool:
    """Whether the battle ends with the last player's turn of this round, of three."""
    held = session({"A1": {}, "B1": {}}, active="B", turns=3)
    held.table.round = round_
    held.start("melee_phase")
    drive(held)
    return held.table.over is not None


def rallies(face: int) -> bool:
    held = begun(session({"A1": {"suppressed": True}, "B1": {}}, phase="start"), "start_of_turn")
    drive(held, [("rally", [face])])
    return not held.table.unit("A1").suppressed


def counted(fighting: tuple[int, int]) -> str:
    """P4: a unit of five has so many touching and so many in reach; the code of the refusal."""
    held = melee({"A1": {}, "B1": {}}, AB, until="in_contact")
    contact, reach = fighting
    try:
        held.answer({"parts": {"contact": contact, "reach": reach, "behind": max(0, 5 - contact - reach)}})
    except InvalidInput as refused:
        return refused.code
    return ""


def standing(fighting: tuple[int, int]) -> bool:
    """Whether a table may stand so: the two counts are no more than the models."""
    held = session({"A1": {"models": 5}, "B1": {}})
    one = held.table.unit("A1")
    one.in_contact, one.in_reach = fighting
    return not list(RULESET.faults(held.table))


def may_charge(fired: int) -> str | None:
    """P1: the code with which a unit of two is closed, if so many of its models fired."""
    held = melee({"A1": {"models": 2, "fired_models": fired}, "A2": {}, "B1": {}})
    options = {o.value: o.code for o in now(held).options if o.why_not is not None}
    return options.get("A1")


def charges_from(tenths: int) -> str:
    """P1 and P2: what a model does whose only enemy is so far away, with another one beside it in reach."""
    held = melee({"A1": {"models": 2}, "B1": {"models": 1}}, measure_charges=True)
    held.answer(["A1"])
    held.answer(distances(held, (10, tenths)))
    order = next(note["moves"] for note in notes(run_of(held).context.events) if "moves" in note)
    return next(str(kind) for model, kind, _ in order if model == "A1.2")


def in_range(tenths: int) -> bool:
    """P1: whether a unit has charged whose nearest enemy is so far away."""
    held = melee({"A1": {"models": 1}, "B1": {"models": 1}}, measure_charges=True)
    held.answer(["A1"])
    held.answer(distances(held, (tenths,)))
    return held.run is not None and held.table.unit("A1").charged


def piles_in_from(tenths: int) -> list[Any]:
    """P3: the moves of a model that is not engaged."""
    return [tuple(move) for move in moves({"B1.2": {"A1.1": tenths}}, (), 80, advance=False)]


def free_models(in_contact: int) -> bool:
    """P3: whether the opponent, a unit of three with so many in contact, piles in at all."""
    held = session(
        {"A1": {"in_contact": 1, "attacks": 0}, "B1": {"models": 3, "in_contact": in_contact, "attacks": 0}, "B2": {}},
        AB,
    )
    begun(held, "melee_phase", until="pile_in_opponent")
    return held.request is not None


def split(parts: tuple[int, int]) -> str:
    """P7: a unit of three fighting models of four splits so; the code of the refusal."""
    touching = {"in_contact": 1, "attacks": 0}
    held = session(
        {"A1": {"models": 4, "in_contact": 2, "in_reach": 1}, "B1": touching, "B2": touching}, [*AB, ("A1", "B2")]
    )
    begun(held, "melee_phase", until="split")
    try:
        held.answer({"parts": {"B1": parts[0], "B2": parts[1]}})
    except InvalidInput as refused:
        return refused.code
    return ""


def melees_to_choose(number: int) -> bool:
    """P6: whether the current player is asked with so many melees."""
    fighting = {"in_contact": 5, "attacks": 0}
    sides = {f"{side}{n}": fighting for n in range(1, number + 1) for side in "AB"}
    held = melee(sides, [(f"A{n}", f"B{n}") for n in range(1, number + 1)])
    drive(held, stop=lambda request: request.name == "choose_melee")
    return held.request is not None


def hit_on(attacker: int) -> int:
    return sum_of(melee_to_hit(OPTIONS, unit(melee_skill=attacker), unit(melee_skill=2)))


def wounds_on(massive_ap: tuple[int, int]) -> int:
    """To wound against toughness 2 and armor 1."""
    return sum_of(to_wound(OPTIONS, unit(toughness=2, armor=1), *massive_ap))


def saves_on(defense_offense: tuple[int, int]) -> int:
    defense, offense = defense_offense
    return sum_of(melee_save(OPTIONS, unit(melee_offense=offense), unit(melee_defense=defense)))


def dead(failed: tuple[int, ...]) -> tuple[int, int, int]:
    """P11: which models die of a unit of five with two touching and one in reach, where these fail a save."""
    target = unit(models=5, in_contact=2, in_reach=1)
    return melee_losses([Row(unit(), target, failed=failed)], target)


def shot(number: int) -> tuple[int, int, int]:
    """The same unit under fire: those behind first, then those in reach, then those touching."""
    target = unit(models=5, in_contact=2, in_reach=1)
    return fire_losses([Row(unit(), target, failed=tuple(range(1, number + 1)))], target)


def is_suppressed(wounds: int) -> bool:
    """P12: a unit that began the phase with three models, of which one fell."""
    held = session({"A1": {"models": 2, "start_models": 3, "wounds": wounds, "casualties": 1}, "B1": {}})
    assert isinstance(held.table, WargameTable)
    return bool(overwhelmed(held.table))


def eligible(models_casualties: tuple[int, int]) -> bool:
    """P13: a unit of five."""
    models, casualties = models_casualties
    return break_eligible(unit(models=models, start_models=5, casualties=casualties))


def in_break_order(ranks: tuple[int, int, int]) -> list[str]:
    weak = {"models": 1, "start_models": 4, "casualties": 1}
    held = session({of: weak | {"rank": rank} for of, rank in zip(("B1", "A1", "A2"), ranks, strict=True)})
    assert isinstance(held.table, WargameTable)
    return [one.id for one in break_order(held.table)]


def breaks_with(dice: tuple[int, ...]) -> bool:
    """P13: a unit of leadership 4 with a re-roll."""
    weak = {"models": 1, "start_models": 4, "casualties": 1, "break_reroll": True}
    held = melee({"A1": weak, "A2": {}, "B1": {}})
    names = ("break", "break.reroll")
    drive(held, [(name, [face]) for name, face in zip(names, dice, strict=False)])
    return not held.table.unit("A1").alive


def has_to_test(fought: tuple[bool, bool, bool]) -> bool:
    suppressed, melee, firefight = fought
    return must_test(unit(suppressed=suppressed, fought_melee=melee, fought_firefight=firefight))


def command_shaken(lost: int) -> bool:
    """A command of four units of which so many are gone, the last of them now."""
    units = {f"A{n}": {"command": "first"} for n in range(1, 5)} | {"B1": {}}
    held = session(units)
    for n in range(1, lost + 1):
        held.table.unit(f"A{n}").destroyed = True
        held.table.unit(f"A{n}").casualties = int(n == lost)
    assert isinstance(held.table, WargameTable)
    return bool(shaken_commands(held.table))


def stays(face: int) -> bool:
    """P14: leadership 4; passed, the owner chooses."""
    held = melee({"A1": {"suppressed": True, "fought_firefight": True}, "B1": {}})
    drive(held, [("suppressed_test", [face])], stop=lambda request: request.name == "stay_or_fall_back")
    return held.request is not None


def least_in_contact(now: int) -> list[int]:
    """P16: the fewest models that may touch afterwards, and the most in reach; nothing where all touch."""
    held = session({"A1": {**QUIET, "models": 3, "in_contact": now}, "B1": {**QUIET, "models": 1}}, AB)
    begun(held, "melee_phase", until="pile_in")
    if held.request is None:
        return []
    (plan,) = held.request.plans  # type: ignore[attr-defined]
    return [plan.allotments["contact"][0], plan.allotments["reach"][1]]


def piles_in_with(models: int) -> bool:
    """P16: whether anybody is asked who reaches others: only who has a model to move."""
    held = melee({"A1": {**QUIET, "models": models}, "B1": {**QUIET, "models": 1}, "B2": {}}, AB)
    drive(held)
    return "pile_in.reaching" in [given.name for given in held.entries[-1].answers]


def follows_up(fields: tuple[bool, bool]) -> bool:
    """P17: who fought and did not fall back, and is free."""
    fought, back = fields
    held = melee({"A1": {"fought_melee": fought, "fell_back": back}, "B1": {}})
    drive(held, stop=lambda request: request.name == "follow_up")
    return held.request is not None and not isinstance(held.request, Do)
