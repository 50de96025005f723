"""Every cap, bound, threshold and "at least" of Better Wargame in one table, from the top of its digest to the end.

A row is a rule, a probe, and what the probe finds for numbers on both sides of the bound.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from companion.engine.requests import Do
from companion.rules.better_wargame import RULESET
from companion.rules.better_wargame.attack.casualties import Losses, fire_losses, melee_losses
from companion.rules.better_wargame.attack.numbers import melee_save, melee_to_hit, to_wound
from companion.rules.better_wargame.attack.rows import Row, deal, even_shares
from companion.rules.better_wargame.attack.rules import may_save
from companion.rules.better_wargame.attack.throws import faces_again, good_faces, need, successes
from companion.rules.better_wargame.melee.measure import moves
from companion.rules.better_wargame.morale.breaking import break_order, shaken_commands
from companion.rules.better_wargame.morale.suppression import must_test, overwhelmed
from companion.rules.better_wargame.units import WargameTable, WargameUnit, passes
from tests.examples import present
from tests.rules.better_wargame import AB, QUIET, counts, melee, notes, session, touch
from tests.rules.bounds import Bound, option_of, within
from tests.rules.scene import happened, now, refused

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
    held.begun("melee_phase").drive()
    return held.table.over is not None


def rallies(face: int) -> bool:
    held = session({"A1": {"suppressed": True}, "B1": {}}, phase="start").begun("start_of_turn")
    held.drive([("rally", [face])])
    return not held.table.unit("A1").suppressed


def counted(fighting: tuple[int, int]) -> str:
    """P4: a unit of five has so many touching and so many in reach; the code of the refusal."""
    held = melee({"A1": {}, "B1": {}}, AB, until="in_contact")
    return refused(held, counts(*fighting, 5))


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
    held.answer(held.distances((10, tenths)))
    order = next(note["moves"] for note in notes(happened(held)) if "moves" in note)
    return next(str(kind) for model, kind, _ in order if model == "A1.2")


def in_range(tenths: int) -> bool:
    """P1: whether a unit has charged whose nearest enemy is so far away."""
    held = melee({"A1": {"models": 1}, "B1": {"models": 1}}, measure_charges=True)
    held.answer(["A1"])
    held.answer(held.distances((tenths,)))
    return held.run is not None and held.table.unit("A1").charged


def piles_in_from(tenths: int) -> list[Any]:
    """P3: the moves of a model that is not engaged."""
    return [tuple(move) for move in moves({"B1.2": {"A1.1": tenths}}, (), 80, advance=False)]


def free_models(in_contact: int) -> bool:
    """P3: whether the opponent, a unit of three with so many in contact, piles in at all."""
    three = {"models": 3, "in_contact": in_contact, "attacks": 0}
    return melee({"A1": QUIET, "B1": three, "B2": {}}, AB, until="pile_in_opponent").request is not None


def split(parts: tuple[int, int]) -> str:
    """P7: a unit of three fighting models of four splits so; the code of the refusal."""
    units = {"A1": {"models": 4, "in_contact": 2, "in_reach": 1}, "B1": QUIET, "B2": QUIET}
    held = melee(units, [*AB, ("A1", "B2")], until="split")
    return refused(held, {"parts": {"B1": parts[0], "B2": parts[1]}})


def melees_to_choose(number: int) -> bool:
    """P6: whether the current player is asked with so many melees."""
    pairs = [(f"A{n}", f"B{n}") for n in range(1, number + 1)]
    units = {of: touch(5, attacks=0) for pair in pairs for of in pair}
    return melee(units, pairs, until="choose_melee").request is not None


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
    return bool(overwhelmed(present(held.table, WargameTable)))


def eligible(models_casualties: tuple[int, int]) -> bool:
    """P13: a unit of five."""
    models, casualties = models_casualties
    return unit(models=models, start_models=5, casualties=casualties).break_eligible


def in_break_order(ranks: tuple[int, int, int]) -> list[str]:
    weak = {"models": 1, "start_models": 4, "casualties": 1}
    held = session({of: weak | {"rank": rank} for of, rank in zip(("B1", "A1", "A2"), ranks, strict=True)})
    return [one.id for one in break_order(present(held.table, WargameTable))]


def breaks_with(dice: tuple[int, ...]) -> bool:
    """P13: a unit of leadership 4 with a re-roll."""
    weak = {"models": 1, "start_models": 4, "casualties": 1, "break_reroll": True}
    held = melee({"A1": weak, "A2": {}, "B1": {}})
    names = ("break", "break.reroll")
    held.drive([(name, [face]) for name, face in zip(names, dice, strict=False)])
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
    return bool(shaken_commands(present(held.table, WargameTable)))


def stays(face: int) -> bool:
    """P14: leadership 4; passed, the owner chooses."""
    held = melee({"A1": {"suppressed": True, "fought_firefight": True}, "B1": {}})
    held.drive([("suppressed_test", [face])], until="stay_or_fall_back")
    return held.request is not None


def least_in_contact(now: int) -> list[int]:
    """P16: the fewest models that may touch afterwards, and the most in reach; nothing where all touch."""
    held = melee({"A1": {**QUIET, "models": 3, "in_contact": now}, "B1": {**QUIET, "models": 1}}, AB, until="pile_in")
    if held.request is None:
        return []
    (plan,) = held.request.plans  # type: ignore[attr-defined]
    return [plan.allotments["contact"][0], plan.allotments["reach"][1]]


def piles_in_with(models: int) -> list[object]:
    """P16: who may reach others, of a unit with so many models and one whose three all touch: who has one to move."""
    units = {"A1": {**QUIET, "models": models}, "A2": touch(3, attacks=0)} | dict.fromkeys(
        ("B1", "B2"), touch(1, attacks=0)
    )
    held = melee(units, [*AB, ("A2", "B2")], until="pile_in.reaching", order_melees=False)
    return [option.value for option in held.request.options] if held.request else []


def follows_up(fields: tuple[bool, bool]) -> bool:
    """P17: who fought and did not fall back, and is free."""
    fought, back = fields
    held = melee({"A1": {"fought_melee": fought, "fell_back": back}, "B1": {}})
    held.drive(until="follow_up")
    return held.request is not None and not isinstance(held.request, Do)


# -- 2: fields and profile values -------------------------------------------------------------------------------------

FIELDS = [
    Bound("2 models 0 to 50", unit_with("models"), within(0, 50)),
    Bound("2 start_models 1 to 50", unit_with("start_models"), within(1, 50)),
    Bound("2 leadership 2 to 6", unit_with("leadership"), within(2, 6)),
    Bound("2 attacks 0 to 6", unit_with("attacks"), within(0, 6)),
    *(
        Bound(f"2 {field} 0 to 4", unit_with(field), within(0, 4))
        for field in ("melee_skill", "ranged_skill", "toughness", "armor", "massive", "ap")
        + ("melee_defense", "melee_offense")
    ),
    *(
        Bound(f"2 {field} 0 to models", unit_with(field, models=3), within(0, 3))
        for field in ("fired_models", "in_contact", "in_reach")
    ),
    Bound("2 wounds at least 0", unit_with("wounds"), {-1: False, 0: True, 99: True}),
    Bound("2 casualties at least 0", unit_with("casualties"), {-1: False, 0: True}),
    Bound("2 rank 0 to 9", unit_with("rank"), within(0, 9)),
    Bound("2 no models left is out of play", lambda n: unit(models=n).alive, {0: False, 1: True}),
    Bound("2 wounds_per_model is 1", option("wounds_per_model"), within(1, 1)),
    *(
        Bound(f"1 {name} {lo} to {hi}", option(name), within(lo, hi))
        for name, lo, hi in (
            ("to_hit_base", 1, 7),
            ("to_wound_base", 1, 7),
            ("defensive_save_base", 1, 7),
            ("charge_move", 1, 48),
            ("pile_in_move", 1, 48),
            ("normal_move", 1, 48),
            ("fight_reach", 0, 12),
            ("coherency", 1, 12),
            ("turns", 1, 30),
        )
    ),
]

# -- 3 to 5: turns, states, engagement --------------------------------------------------------------------------------


STATES = [
    Bound("3 the battle ends after the last turn", turns_played, {2: False, 3: True}),
    Bound("4 models × 2 < start_models", lambda n: unit(models=n, start_models=6).below_half, {2: True, 3: False}),
    Bound("9.1 half of an odd number", lambda n: unit(models=n, start_models=5).below_half, {2: True, 3: False}),
    Bound("4 rally: leadership or more", rallies, {3: False, 4: True}),
    Bound(
        "5 1 ≤ in_contact, in_contact + in_reach ≤ models",
        counted,
        dict.fromkeys(((0, 3), (2, 4), (6, 0)), "bad_model_count") | dict.fromkeys(((1, 0), (5, 0), (2, 3)), ""),
    ),
    Bound("5 counts of a table", standing, {(2, 3): True, (3, 3): False}),
]

# -- 6: charges, pile in, splits --------------------------------------------------------------------------------------


CHARGES = [
    Bound("P1 all_models_fired", may_charge, {1: None, 2: "all_models_fired"}),
    Bound('P1 an enemy within 8"', in_range, {80: True, 81: False}),
    Bound('P2 support within 8", else advance', charges_from, {80: "support", 81: "advance"}),
    Bound('P3 an enemy within 8"', piles_in_from, {80: [("B1.2", "contact", "A1.1")], 81: []}),
    Bound("P3 a model that is not engaged", free_models, {2: True, 3: False}),
    Bound("P6 two or more pending", melees_to_choose, {1: False, 2: True}),
    Bound(
        "P7 adds up to the fighting models",
        split,
        {(1, 1): "bad_split", (1, 2): "", (3, 0): "", (0, 3): "", (2, 2): "bad_split", (4, 0): "bad_split"},
    ),
]

# -- 6: dice of a melee -----------------------------------------------------------------------------------------------


DICE = [
    Bound("P8 4 − the lead in skill", hit_on, {0: 6, 1: 5, 2: 4, 3: 3, 4: 2}),
    Bound(
        "P10 2 + max(0, toughness − massive) + max(0, armor − ap)",
        wounds_on,
        {(0, 0): 5, (1, 0): 4, (2, 0): 3, (3, 0): 3, (0, 1): 4, (0, 2): 4, (4, 4): 2},
    ),
    Bound("P11 5 − defense + offense", saves_on, {(0, 0): 5, (1, 0): 4, (4, 0): 1, (0, 1): 6, (0, 4): 9}),
    Bound(
        "P9 no model takes a second hit before all have one",
        lambda hits: deal(hits, 3, 0),
        {2: (1, 2), 3: (1, 2, 3), 4: (1, 2, 3, 1), 7: (1, 2, 3, 1, 2, 3, 1)},
    ),
    Bound("P9 row after row without starting over", lambda start: deal(2, 3, start), {0: (1, 2), 2: (3, 1), 3: (1, 2)}),
    Bound("P9 nobody can be hit", lambda models: deal(2, models, 0), {0: (), 1: (1, 1)}),
    Bound(
        "P9 the bounds of an override",
        lambda hits: even_shares(hits, [1, 0, 0]),
        {
            1: [(0, 0), (0, 1), (0, 1)],
            2: [(0, 0), (1, 1), (1, 1)],
            3: [(0, 1), (1, 2), (1, 2)],
            5: [(1, 1), (2, 2), (2, 2)],
        },
    ),
    Bound(
        "P11 the dead of each kind: those in contact are numbered first, then those in reach up to all that fight",
        dead,
        {
            (2,): Losses(1, 0, 0),
            (3,): Losses(0, 1, 0),
            (4,): Losses(0, 0, 1),
            (1, 1, 1): Losses(1, 0, 0),
            (1, 2, 3): Losses(2, 1, 0),
        },
    ),
    Bound(
        "under fire those behind die first",
        shot,
        {2: Losses(0, 0, 2), 3: Losses(0, 1, 2), 4: Losses(1, 1, 2), 5: Losses(2, 1, 2)},
    ),
    Bound(
        "7 target 1 or less: a 1 is rolled again, and only a second 1 fails",
        lambda target: (len(faces_again(target)), successes(target, (1,), (1,)), successes(target, (1,), (2,))),
        {-1: (1, (False,), (True,)), 1: (1, (False,), (True,)), 2: (0, (False,), (False,))},
    ),
    Bound(
        "7 target 7 or more: a 6 is rolled again, and only a second 6 succeeds",
        lambda target: (len(faces_again(target)), successes(target, (6,), (6,)), successes(target, (6,), (5,))),
        {6: (0, (True,), (True,)), 7: (1, (True,), (False,)), 9: (1, (True,), (False,))},
    ),
    Bound(
        "7 N+ is N or more",
        lambda target: successes(target, (1, 2, 3, 4, 5, 6), ()),
        {2: (False, *[True] * 5), 4: (*[False] * 3, *[True] * 3), 6: (*[False] * 5, True)},
    ),
    Bound("7 shown from 1+ to 7+", need, {-1: "1+", 0: "1+", 1: "1+", 7: "7+", 8: "7+"}),
    Bound("7 the faces that do it", lambda target: min(good_faces(target)), {0: 2, 1: 2, 2: 2, 3: 3, 6: 6, 7: 6}),
    Bound("1 save_on_7plus none", lambda n: may_save({"save_on_7plus": "none"}, n), {6: True, 7: False, 8: False}),
    Bound("1 save_on_7plus double_six", lambda n: may_save({"save_on_7plus": "double_six"}, n), {6: True, 7: True}),
]

# -- 6: the end of the phase ------------------------------------------------------------------------------------------


END = [
    Bound("P12 wounds ≥ models at the start of the phase", is_suppressed, {2: False, 3: True, 4: True}),
    Bound(
        "P13 lost a model in this phase and is below half",
        eligible,
        {(3, 2): False, (2, 1): True, (2, 0): False, (1, 1): True, (0, 2): False},
    ),
    Bound(
        "P13 rank low to high, then the current player's",
        in_break_order,
        {(0, 0, 0): ["A1", "A2", "B1"], (0, 1, 0): ["A2", "B1", "A1"], (0, 1, 1): ["B1", "A1", "A2"]},
    ),
    Bound("P13 leadership or more, one re-roll", breaks_with, {(4,): False, (3, 4): False, (3, 3): True}),
    Bound(
        "7 leadership 2+ to 6+", lambda ld: [passes(ld, ld - 1), passes(ld, ld)], {2: [False, True], 6: [False, True]}
    ),
    Bound(
        "P14 suppressed, and in a firefight or melee",
        has_to_test,
        {
            (True, False, False): False,
            (True, True, False): True,
            (True, False, True): True,
            (False, True, True): False,
        },
    ),
    Bound("P14 leadership or more", stays, {3: False, 4: True}),
    Bound("P16 never lowers in_contact", least_in_contact, {1: [1, 2], 2: [2, 1], 3: []}),
    Bound("P16 who reaches others has a model to move", piles_in_with, {1: [], 2: ["A1"]}),
    Bound(
        "P17 fought in melee and did not fall back",
        follows_up,
        {(True, False): True, (False, False): False, (True, True): False},
    ),
    Bound("10 a command below half after a loss", command_shaken, {0: False, 2: False, 3: True, 4: False}),
]


@pytest.mark.parametrize("bound", [*FIELDS, *STATES, *CHARGES, *DICE, *END], ids=lambda bound: bound.rule)
def test_both_sides_of_every_bound(bound: Bound) -> None:
    bound.holds()
