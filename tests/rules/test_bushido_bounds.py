"""Every cap, bound, threshold and "at least" of the Bushido rules, in the order of their sections, both sides of each.

A row is the section, the bound in words, what play makes of it, and what has to come of that. Rows of one bound stand
below each other: the last value that is inside, and the first that is not.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import pytest

from companion.engine.requests import Choose, Number, Pick
from companion.engine.session import Session
from companion.rules.bushido.catalog import (
    WOUNDS,
)
from companion.rules.bushido.fear import excused
from companion.rules.bushido.ki.feats import closed, limits
from companion.rules.bushido.melee.results import (
    base_result,
    cap_of,
    cell,
    combo_levels,
    minimum,
    table_wounds,
    verdict,
)
from companion.rules.bushido.melee.track import Track, rises_with
from companion.rules.bushido.melee.wounds import tough_lines
from companion.rules.bushido.powers import number
from companion.rules.bushido.records import Effect, Feat, Special, Trait
from companion.testing import NotScripted, Scripted, drive
from tests.rules.bushido_kit import act, both, model, pair, session, slot, split, steps, table_of, those
from tests.rules.scene import begun, now

BIG: dict[str, Any] = {"wounds_max": 40}


TWICE = "never above twice the printed number"


class Row(NamedTuple):
    """One side of one bound."""

    section: str
    bound: str
    made: Callable[[], object]
    expected: object


def trait(name: str, x: int | None = None, **more: Any) -> dict[str, Any]:
    """A model with this trait."""
    return {"traits": (Trait(name, x=x, **more),)}


def at(name: str, a: dict[str, Any], b: dict[str, Any]) -> Session:
    """An exchange of a against b that stands at the request of this name, or at the split."""
    s = begun(pair(a, b), "melee", {"pair": "a+b"})
    drive(s, stop=lambda r: r.name in (name, "5"), strict=False)
    return s


def struck(
    a: dict[str, Any],
    b: dict[str, Any],
    *dice: list[int],
    attack: int = 6,
    defence: int = 2,
    plans: tuple[str, str] = ("plain", "plain"),
) -> Session:
    """One die of a against one of b, and then these damage dice."""
    s = begun(pair({"melee_pool": 1, **BIG, **a}, {"melee_pool": 1, **BIG, **b}), "melee", {"pair": "a+b"})
    rolled: list[Scripted] = [("12", faces) for faces in dice]
    ways = [("5", "red", split(1, 0, plans[0])), ("5", "blue", split(0, 1, plans[1]))]
    drive(s, [*ways, ("7", [[attack], [], [], [defence]]), *rolled])
    return s


def wounds(a: dict[str, Any], b: dict[str, Any], *dice: list[int], **more: Any) -> int:
    """The wounds that b has of it."""
    return both(struck(a, b, *dice, **more))[1].wounds_marked


def boosts(a: dict[str, Any], b: dict[str, Any] | None = None) -> int:
    """How many Melee boosts a may make; 0 if it is not asked."""
    s = at("4", {"melee_boost_cost": 1, "ki_max": 20, "ki_tokens": 20, **a}, b or {})
    return s.request.hi if isinstance(s.request, Number) else 0


def why_no_more(a: dict[str, Any]) -> str:
    """Why a may make no more Melee boosts."""
    s = at("4", {"melee_boost_cost": 1, "ki_max": 20, "ki_tokens": 20, **a}, {})
    return now(s, Number).why_hi


def pools(a: dict[str, Any], b: dict[str, Any]) -> tuple[int, int]:
    """The dice that both split."""
    s = at("5", a, b)
    red, blue = (slot(s, side).plans[0].total or 0 for side in ("red", "blue"))
    return red, blue


def attack_bounds(pool: int, **fields: Any) -> tuple[int, int]:
    """How few and how many attack dice a may take."""
    return slot(at("5", {"melee_pool": pool, **fields}, {}), "red").plans[0].allotments["attack"]


def has_special(pool: int, cost: int) -> bool:
    """Whether a special of this cost is offered."""
    s = at("5", {"melee_pool": pool, "specials": (Special("Sweep Attack", cost),)}, {})
    return any(plan.plan == "Sweep Attack" for plan in slot(s, "red").plans)


def offers_feat(ki: int, tokens: int) -> bool:
    """Whether a feat of this price may be declared."""
    return not closed(model("a", "red", ki_tokens=tokens, ki_max=9), Feat("Calm", ki=ki))


def most_again(x: int) -> int:
    """How many dice one Dodge re-rolls at most."""
    s = begun(pair({"melee_pool": 3}, {"melee_pool": 1, **trait("Dodge", x)}), "melee", {"pair": "a+b"})
    drive(s, steps("3/0 v 0/1: 6 5 4 / / / 3"), stop=lambda r: r.name == "7b1", strict=False)
    return now(s, Pick).at_most


def defence_left(x: int) -> list[int]:
    """What Unblockable leaves of two defence dice."""
    s = begun(pair({"melee_pool": 1, **trait("Unblockable", x)}, {"melee_pool": 2}), "melee", {"pair": "a+b"})
    outcome = drive(s, steps("1/0 v 0/2: 2 / / / 6 5; 12 [1 1]"), strict=False)
    return list(outcome["dice"]["b"]["defence"])


def defence_result(parry: int, chain: int) -> int:
    """A defence die of 3 with Parry against a Chain Weapon."""
    s = struck(trait("Chain Weapon", chain), trait("Parry", parry), attack=2, defence=3)
    assert s.entries[-1].outcome is not None
    return int(s.entries[-1].outcome["results"]["b"]["defence"])


def counterstruck(defence: int) -> bool:
    """Whether a Counterstrike Defence against an attack of 2 rolls damage."""
    s = pair({"melee_pool": 1, **BIG}, {"melee_pool": 1, **BIG, "specials": (Special("Counterstrike Defence", 0),)})
    s.start("melee", {"pair": "a+b"})
    try:
        drive(s, steps(f"1/0 v 0/1 Counterstrike Defence: 2 / / / {defence}"), strict=False)
    except NotScripted:
        return True
    return False


def feared(source: int, own: int, **dread: Any) -> bool:
    """Whether a Fear test has to be made."""
    brave = model("a", "red", **(trait("Fear", own) if own else {}))
    terrible = model("b", "blue", traits=(Trait("Fear", x=source), *((Trait("Dread", x=1),) if dread else ())))
    return not excused(brave, terrible)


def fear(faces: list[int], ki_stat: int, x: int, dread: int = 0) -> bool:
    """Whether these dice pass a Fear test."""
    traits = (Trait("Fear", x=x), *((Trait("Dread", x=dread),) if dread else ()))
    s = those("a", "b", a={"ki_stat": ki_stat}, b={"traits": traits})
    s.start("activate", {"model": "a"})
    drive(s, [("action", "melee"), ("fear", faces)], stop=lambda r: r.name not in ("action", "fear", "target"))
    return s.request is not None


def charges(counters: int) -> bool:
    """Whether a model with so many counters may charge."""
    s = begun(those("a", "b", a={"activation_counters": counters}), "activate", {"model": "a"})
    drive(s, stop=lambda r: r.name == "action", strict=False)
    return next(o for o in now(s, Choose).options if o.value == "charge").why_not is None


def after_the_turn(**fields: Any) -> Any:
    """A model once the End Phase is over."""
    s = those("a", "b", a={**BIG, "activation_counters": 0, **fields}, phase="ending")
    s.start("end_phase")
    drive(s, [("1", [6])], strict=False)
    return table_of(s).unit("a")


def markers(defence: int) -> bool:
    """Whether a poisonous blow of 7 on the damage dice poisons: at Success Level 0 it wounds nobody, at 1 it does."""
    hit = struck(trait("Poison", 1, y=1), {}, [3, 4], attack=4, defence=defence)
    return both(hit)[1].has("poisoned")


def toughened(had: int, tough: int, sharp: int = 0, durable: bool = False) -> int:
    return had + sum(line.value for line in tough_lines(had, tough, sharp, durable))


def kept(*traits: Trait) -> int:
    return number(traits, 0)


def fate(left: int, hurt: int, **track: Any) -> str:
    return Track(left, **track).fate(hurt)


def rushed(more: int) -> int:
    """A pool of 2 with a feat that adds so many dice."""
    feat = Feat("Rush", ki=1, windows=("4",), effects=(Effect("pool", x=more),))
    s = begun(pair({"melee_pool": 2, "ki_max": 9, "ki_tokens": 9, "ki_feats": (feat,)}, {}), "melee", {"pair": "a+b"})
    drive(s, [("4.feat", "Rush")], stop=lambda r: r.name == "5", strict=False)
    return slot(s, "red").plans[0].total or 0


def halved(dice: list[int]) -> int:
    """What a Sweep Attack at Success Level 4 leaves of its wounds."""
    sweep = {"melee_pool": 1, "specials": (Special("Sweep Attack", 0),)}
    return wounds(sweep, {}, dice, plans=("Sweep Attack", "plain"))


def armoured(armour: int, pierce: int) -> int:
    """The total of 3 + 3 on the damage dice against Armour."""
    s = struck(trait("Pierce", pierce) if pierce else {}, trait("Armour", armour) if armour else {}, [3, 3])
    assert s.entries[-1].outcome is not None
    return int(s.entries[-1].outcome["comparisons"][0]["damage"][0]["total"])


def focused(tokens: int, stat: int) -> int:
    """The Ki of a model that may hold 4, after Focus."""
    s = those("a", "b", a={"ki_max": 4, "ki_tokens": tokens, "ki_stat": stat})
    act(s, "a", "action focus")
    return table_of(s).unit("a").ki_tokens


def fires_after_wait(fires: int) -> int:
    """The On Fire markers that are left."""
    s = those("a", "b", a={"states": {"on_fire": (1,) * fires}})
    act(s, "a", "action wait; wait on_fire")
    return len(table_of(s).unit("a").states.get("on_fire") or ())


def assisted(helpers: int, ignores: int) -> int:
    """The dice of a pool of 4 against one enemy and so many that assist it."""
    others = [model("xyz"[place], "blue") for place in range(helpers)]
    mine = model("a", "red", melee_pool=4, **(trait("Indomitable", ignores) if ignores else {}))
    s = session(mine, model("b", "blue"), *others, contacts=(("a", "b"), *(("a", other.id) for other in others)))
    begun(s, "melee", {"pair": "a+b"}, until="5", strict=False)
    return slot(s, "red").plans[0].total or 0


def charge_totals() -> list[int]:
    """The totals of 3 + 3, twice, of a Combo Attack at Success Level 2 of a charging model."""
    combo: dict[str, Any] = {"melee_pool": 1, "specials": (Special("Combo Attack", 0),), "activation_counters": 2}
    s = begun(those("a", "b", a=combo, b={"melee_pool": 1, **BIG}), "activate", {"model": "a"})
    ways = [("5", "red", split(1, 0, "Combo Attack")), ("5", "blue", split(0, 1))]
    outcome: list[Scripted] = [("action", "charge"), *ways, ("7", [[4], [], [], [2]]), ("12", [3, 3]), ("12", [3, 3])]
    found = drive(s, outcome, strict=False)["exchanges"][0]
    return [roll["total"] for one in found["comparisons"] for roll in one["damage"]]


def damage_kept(name: str) -> list[int]:
    """Which of 1, 5 and 4 count for a model with this trait."""
    s = struck(trait(name), {}, [1, 5, 4])
    assert s.entries[-1].outcome is not None
    return sorted(s.entries[-1].outcome["comparisons"][0]["damage"][0]["dice"], reverse=True)


def p(made: Callable[..., object], *args: Any, **named: Any) -> Callable[[], object]:
    return partial(made, *args, **named)


ROWS = [
    # 2 Fields
    Row("2", "never above twice the base", p(cap_of, 3), 6),
    Row("2", "a base of 1 can reach 2", p(cap_of, 1), 2),
    Row("2", "a base of 0 can reach 1", p(cap_of, 0), 1),
    Row("2", "the same trait twice: the highest plain X", p(kept, Trait("Parry", x=1), Trait("Parry", x=2)), 2),
    Row("2", "then every +X", p(kept, Trait("Parry", x=2), Trait("Parry", plus=1), Trait("Parry", plus=1)), 4),
    # 3 Turn and Ki
    Row("3.3", "a Charge costs 2 counters", p(charges, 2), True),
    Row("3.3", "with 1 it cannot be declared", p(charges, 1), False),
    Row("3.5", "a feat is paid with as much Ki as it costs", p(offers_feat, 2, 2), True),
    Row("3.5", "with less it cannot be declared", p(offers_feat, 2, 1), False),
    Row("3.5", "boosts as the Ki allows", p(boosts, {"melee_pool": 4, "melee_boost_cost": 2, "ki_tokens": 4}), 2),
    Row("3.5", "rounded down", p(boosts, {"melee_pool": 4, "melee_boost_cost": 2, "ki_tokens": 3}), 1),
    Row("3.5", "none below the price", p(boosts, {"melee_boost_cost": 2, "ki_tokens": 1}), 0),
    Row("3.5", "no boost beyond twice the base", p(boosts, {"melee_pool": 2}), 2),
    Row("3.5", "the room bounds what Ki would pay", lambda: limits(model("a", "red", ki_tokens=3), 1, 2)[0], 2),
    Row("3.5", "and says so", lambda: limits(model("a", "red", ki_tokens=2), 1, 2), (2, "2 Ki at 1 each")),
    Row("3.5", "Ki up to its maximum", p(focused, 3, 1), 4),
    Row("3.5", "what is above it is lost", p(focused, 3, 2), 4),
    Row("3.5", "at it nothing comes", p(focused, 4, 1), 4),
    Row("3.5", "Ki bounds what there is room for", lambda: limits(model("a", "red", ki_tokens=1), 1, 2)[0], 1),
    Row("3.6", "Fear is passed with X", p(fear, [4], 1, 4), True),
    Row("3.6", "and not with one less", p(fear, [3], 1, 4), False),
    Row("3.6", "two supporting dice count", p(fear, [4, 2, 2], 3, 6), True),
    Row("3.6", "a third does not", p(fear, [4, 2, 2, 2], 4, 7), False),
    Row("3.6", "Dread takes dice", p(fear, [4, 2], 3, 5, 1), True),
    Row("3.6", "but leaves one", p(fear, [5], 1, 5, 3), True),
    Row("3.6", "its own Fear is as great", p(feared, 3, 3), False),
    Row("3.6", "or less", p(feared, 3, 2), True),
    Row("3.6", "as great against Dread", p(feared, 3, 3, dread=1), True),
    # 4 States
    Row("4", "a state costs one die", p(pools, {"melee_pool": 3, "states": {"stunned": 1}}, {}), (2, 3)),
    Row("4", "however many markers", p(pools, {"melee_pool": 3, "states": {"stunned": 3}}, {}), (2, 3)),
    Row("4", "each state one", p(pools, {"melee_pool": 3, "states": {"stunned": 1, "blind": 1}}, {}), (1, 3)),
    Row(
        "4",
        "fear and a hold are two",
        p(pools, {"melee_pool": 5, "states": {"frightened": 2, "held": ("b",)}}, {}),
        (3, 3),
    ),
    Row("4", "2 poisons left: one comes due", lambda: after_the_turn(states={"poisoned": (1,) * 3}).wounds_marked, 1),
    Row("4", "3 left: another", lambda: after_the_turn(states={"poisoned": (1,) * 4}).wounds_marked, 2),
    Row("4", "Stunned ends one by one", lambda: after_the_turn(states={"stunned": 2}).states.get("stunned"), 1),
    Row("4", "and the last one", lambda: after_the_turn(states={"stunned": 1}).has("stunned"), False),
    Row("4", "Wait ends two fires", p(fires_after_wait, 2), 0),
    Row("4", "and no third", p(fires_after_wait, 3), 1),
    # 5 Assists
    Row("5", "an assist costs a die", p(assisted, 1, 0), 3),
    Row("5", "each of them", p(assisted, 2, 0), 2),
    Row("5", "Indomitable ignores X", p(assisted, 2, 1), 3),
    Row("5", "all of them", p(assisted, 2, 2), 4),
    Row("5", "and no more than there are", p(assisted, 1, 3), 4),
    # 6 The exchange
    Row("6", "Defensive: no fewer defence dice, odd", p(attack_bounds, 3, **trait("Defensive")), (0, 1)),
    Row("6", "as many, even", p(attack_bounds, 4, **trait("Defensive")), (0, 2)),
    Row("6", "Aggressive: no fewer attack dice, odd", p(attack_bounds, 3, **trait("Aggressive")), (2, 3)),
    Row("6", "as many, even", p(attack_bounds, 4, **trait("Aggressive")), (2, 4)),
    Row("6", "both: any split", p(attack_bounds, 3, traits=(Trait("Aggressive"), Trait("Defensive"))), (0, 3)),
    Row("6", "a special leaves one die", p(has_special, 2, 1), True),
    Row("6", "one that would take the last is not offered", p(has_special, 1, 1), False),
    Row("6", "one for nothing is", p(has_special, 1, 0), True),
    Row("7b", "up to X dice again", p(most_again, 1), 1),
    Row("7b", "and no more", p(most_again, 2), 2),
    Row("7b", "Unblockable takes the highest", p(defence_left, 1), [5]),
    Row("7b", "as many as it says", p(defence_left, 2), []),
    Row("7b", "and no more than there are", p(defence_left, 3), []),
    # 7 Pools
    Row("7", "the cap is of the net pool: a penalty", p(boosts, {"melee_pool": 2, "states": {"stunned": 1}}), 3),
    Row("7", "and so it is said", p(why_no_more, {"melee_pool": 2, "states": {"stunned": 1}}), TWICE),
    Row("7", "two", p(boosts, {"melee_pool": 2, "states": {"stunned": 1, "blind": 1}}), 4),
    Row("7", "up to the cap nothing is trimmed", p(rushed, 2), 4),
    Row("7", "what is above it is", p(rushed, 3), 4),
    Row("7", "below 1 both gain", p(minimum, 0, 3), 1),
    Row("7", "as many as the lower lacks", p(minimum, -1, 3), 2),
    Row("7", "at 1 neither does", p(minimum, 1, 3), 0),
    Row("7", "gained dice", p(pools, {"melee_pool": 1, "states": {"stunned": 1, "blind": 1}}, {}), (1, 5)),
    Row("7", "no gain", p(pools, {"melee_pool": 2, "states": {"stunned": 1}}, {}), (1, 3)),
    Row("7", "a dash is never modified", p(pools, {"melee_pool": None, "states": {"stunned": 1}}, {}), (1, 4)),
    # 8 Results
    Row("8", "two supporting dice", p(base_result, [6, 2, 2]), 8),
    Row("8", "a third adds nothing", p(base_result, [6, 2, 2, 2]), 8),
    Row("8", "Adept: one more", p(base_result, [6, 2, 2, 2], 3), 9),
    Row("8", "so do four", p(base_result, [6, 6, 6, 6, 6]), 8),
    Row("8", "1s drop", p(base_result, [6, 1]), 6),
    Row("8", "only 1s", p(base_result, [1, 1]), 0),
    Row("8", "Kata keeps them", p(base_result, [1, 1], 2, True), 2),
    Row("8", "Chain Weapon lowers Parry", p(defence_result, 2, 1), 4),
    Row("8", "to nothing", p(defence_result, 2, 2), 3),
    Row("8", "not below", p(defence_result, 2, 3), 3),
    Row("8", "the higher result", p(verdict, 5, 4, 0, 9, False), (True, "result", 1)),
    Row("8", "a tie: more scoring dice", p(verdict, 4, 4, 3, 2, False), (True, "dice", 0)),
    Row("8", "fewer", p(verdict, 4, 4, 2, 3, True), (False, "dice", 0)),
    Row("8", "as many: the active player's", p(verdict, 4, 4, 2, 2, True), (True, "active", 0)),
    Row("8", "or the other's defence", p(verdict, 4, 4, 2, 2, False), (False, "active", 0)),
    # 9 Wound table
    Row("9", "totals below 2 are 2", p(cell, 1, 3), (2, 3)),
    Row("9", "2", p(cell, 2, 3), (2, 3)),
    Row("9", "3", p(cell, 3, 3), (3, 3)),
    Row("9", "12", p(cell, 12, 3), (12, 3)),
    Row("9", "11", p(cell, 11, 3), (11, 3)),
    Row("9", "above 12 are 12", p(cell, 13, 3), (12, 3)),
    Row("9", "Success Level 9", p(cell, 7, 9), (7, 9)),
    Row("9", "10", p(cell, 7, 10), (7, 10)),
    Row("9", "above 10 is 10", p(cell, 7, 11), (7, 10)),
    Row("9", "0", p(cell, 7, 0), (7, 0)),
    Row("9", "the last cell", p(table_wounds, 99, 99), 13),
    Row("9", "the first", p(table_wounds, -9, 0), 0),
    # 10 Damage
    Row("10", "Armour takes its number", p(armoured, 2, 0), 4),
    Row("10", "Pierce less than the Armour", p(armoured, 2, 1), 5),
    Row("10", "as much", p(armoured, 2, 2), 6),
    Row("10", "more: never below no Armour", p(armoured, 4, 9), 6),
    Row("10", "Pierce without Armour", p(armoured, 0, 9), 6),
    Row("10", "halved, 6 to 3", p(halved, [5, 6]), 3),
    Row("10", "rounded down, 5 to 2", p(halved, [5, 5]), 2),
    Row("10", "Tough takes its number", p(toughened, 3, 2), 1),
    Row("10", "but no more than there are", p(toughened, 1, 2), 0),
    Row("10", "Sharp less than Tough", p(toughened, 3, 2, 1), 2),
    Row("10", "as much", p(toughened, 3, 2, 2), 3),
    Row("10", "more: not below no Tough", p(toughened, 3, 2, 3), 3),
    Row("10", "a negative Tough adds", p(toughened, 1, -1), 2),
    Row("10", "not to nothing", p(toughened, 0, -1), 0),
    Row("10", "Durable leaves 1 of 2", p(toughened, 2, 0, 0, True), 1),
    Row("10", "and 1 of 1", p(toughened, 1, 0, 0, True), 1),
    Row("10", "and none of none", p(toughened, 0, 0, 0, True), 0),
    Row("10", "Durable after Tough", p(toughened, 4, 2, 0, True), 1),
    Row("10", "one box left", p(fate, 3, 2), "wounded"),
    Row("10", "a full track", p(fate, 3, 3), "removed"),
    Row("10", "no wound", p(fate, 3, 0), "unhurt"),
    Row("10", "a Kami with Ki left", p(fate, 3, 2, kami=True), "loses_ki"),
    Row("10", "at none", p(fate, 3, 3, kami=True), "removed"),
    Row("10", "overkill is lost", lambda: wounds({"strength": 9}, {"wounds_max": 2}, [6, 6]), 2),
    Row("10", "Last Stand before a full track", p(fate, 3, 2, last_stand=True), "wounded"),
    Row("10", "and at it", p(fate, 3, 3, last_stand=True), "last_stand"),
    Row("10", "Rise on its number", p(rises_with, 4, 4), True),
    Row("10", "not on one less", p(rises_with, 3, 4), False),
    Row("10", "a 1 counts 0", p(rises_with, 1, 1), False),
    Row("10", "which reaches 0", p(rises_with, 1, 0), True),
    Row("10", "a marker with one wound", p(markers, 2), True),
    Row("10", "not with none", p(markers, 4), False),
    Row("10", "a Charge, first roll only", p(charge_totals), [8, 6]),
    Row("10", "Strong keeps the highest of 3", p(damage_kept, "Strong"), [5, 4]),
    Row("10", "Weak the lowest", p(damage_kept, "Weak"), [4, 1]),
    # 11 Specials
    Row("11", "Combo at 0", p(combo_levels, 0), [0, 0]),
    Row("11", "at 1", p(combo_levels, 1), [1, 0]),
    Row("11", "at 2", p(combo_levels, 2), [2, 0]),
    Row("11", "at 3", p(combo_levels, 3), [3, 1]),
    Row("11", "at 4", p(combo_levels, 4), [4, 2, 0]),
    Row("11", "Counterstrike at 2 strikes", p(counterstruck, 4), True),
    Row("11", "at 1 it does not", p(counterstruck, 3), False),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.section}: {row.bound}")
def test_a_bound_of_the_rules_holds_on_both_sides(row: Row) -> None:
    assert row.made() == row.expected


OFFSETS = {2: -3, 3: -2, 4: -1, 5: -1, 6: 0, 7: 0, 8: 0, 9: 1, 10: 1, 11: 2, 12: 3}


def test_the_wound_table_is_the_check_formula() -> None:
    assert {row: tuple(max(0, sl + off) for sl in range(11)) for row, off in OFFSETS.items()} == dict(WOUNDS)
