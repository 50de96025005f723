"""Every cap, bound, threshold and "at least" of the Bushido rules, in the order of their sections, both sides of each.

A row is a rule, a probe, and what the probe finds for numbers on both sides of the bound.
"""

from collections.abc import Callable
from typing import Any

import pytest

from companion.engine.requests import Choose, Number, Pick
from companion.engine.session import Session
from companion.rules.bushido.catalog import WOUNDS
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
from tests.examples import present
from tests.rules.bounds import Bound
from tests.rules.bushido_kit import act, both, card, model, pair, session, slot, split, steps, table_of, those
from tests.rules.scene import begun, now

BIG: dict[str, Any] = {"wounds_max": 40}


TWICE = "never above twice the printed number"


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


def attack_bounds(traits: str) -> Callable[[int], tuple[int, int]]:
    """How few and how many attack dice a may take of a pool."""
    return lambda pool: (
        slot(at("5", card(f"melee_pool {pool}; traits {traits}"), {}), "red").plans[0].allotments["attack"]
    )


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
    return int(present(s.entries[-1].outcome)["results"]["b"]["defence"])


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
    return int(present(s.entries[-1].outcome)["comparisons"][0]["damage"][0]["total"])


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


def charge_totals(counters: int) -> list[int]:
    """The totals of 3 + 3, twice, of a Combo Attack at Success Level 2 of a charging model."""
    combo: dict[str, Any] = {
        "melee_pool": 1,
        "specials": (Special("Combo Attack", 0),),
        "activation_counters": counters,
    }
    s = begun(those("a", "b", a=combo, b={"melee_pool": 1, **BIG}), "activate", {"model": "a"})
    ways = [("5", "red", split(1, 0, "Combo Attack")), ("5", "blue", split(0, 1))]
    outcome: list[Scripted] = [("action", "charge"), *ways, ("7", [[4], [], [], [2]]), ("12", [3, 3]), ("12", [3, 3])]
    found = drive(s, outcome, strict=False)["exchanges"][0]
    return [roll["total"] for one in found["comparisons"] for roll in one["damage"]]


def damage_kept(name: str) -> list[int]:
    """Which of 1, 5 and 4 count for a model with this trait."""
    s = struck(trait(name), {}, [1, 5, 4])
    return sorted(present(s.entries[-1].outcome)["comparisons"][0]["damage"][0]["dice"], reverse=True)


STUNNED = {"stunned": 1}
PRICED: dict[str, Any] = {"melee_pool": 4, "melee_boost_cost": 2}

BOUNDS = [
    # 2 Fields
    Bound("2 never above twice the base, which can reach 1", cap_of, {0: 1, 1: 2, 3: 6}),
    Bound(
        "2 the same trait twice: the highest plain X, then every +X",
        lambda words: number(card(f"traits {words}")["traits"], 0),
        {"Parry (1), Parry (2)": 2, "Parry (2), Parry (+1), Parry (+1)": 4},
    ),
    # 3 Turn and Ki
    Bound("3.3 a Charge costs 2 counters", charges, {1: False, 2: True}),
    Bound("3.5 a feat is paid with as much Ki as it costs", lambda had: offers_feat(2, had), {1: False, 2: True}),
    Bound(
        "3.5 boosts as the Ki allows, rounded down", lambda n: boosts({**PRICED, "ki_tokens": n}), {1: 0, 3: 1, 4: 2}
    ),
    Bound("3.5 no boost beyond twice the base", lambda pool: boosts({"melee_pool": pool}), {2: 2, 3: 3}),
    Bound(
        "3.5 Ki and the room bound each other, and it is said which",
        lambda had: limits(model("a", "red", ki_tokens=had), 1, 2),
        {1: (1, "1 Ki at 1 each"), 2: (2, "2 Ki at 1 each"), 3: (2, TWICE)},
    ),
    Bound("3.5 Ki up to its maximum", lambda had_stat: focused(*had_stat), {(3, 1): 4, (3, 2): 4, (4, 1): 4}),
    Bound("3.6 Fear is passed with X", lambda face: fear([face], 1, 4), {3: False, 4: True}),
    Bound(
        "3.6 two supporting dice count, a third does not",
        lambda x: fear([4, 2, 2], 3, x) if x == 6 else fear([4, 2, 2, 2], 4, x),
        {6: True, 7: False},
    ),
    Bound(
        "3.6 Dread takes dice, but leaves one",
        lambda n: fear([4, 2], 3, 5, n) if n == 1 else fear([5], 1, 5, n),
        {1: True, 3: True},
    ),
    Bound("3.6 its own Fear is as great, or less", lambda own: feared(3, own), {2: True, 3: False}),
    Bound(
        "3.6 as great against Dread",
        lambda dread: feared(3, 3, **dict.fromkeys(dread, 1)),
        {(): False, ("dread",): True},
    ),
    # 4 States
    Bound(
        "4 a state costs one die, however many markers, and each one",
        lambda words: pools(card(f"melee_pool 3; states {words}"), {}),
        {"stunned": (2, 3), "stunned 3": (2, 3), "stunned, blind": (1, 3)},
    ),
    Bound(
        "4 fear and a hold are two",
        lambda pool: pools(card(f"melee_pool {pool}; states frightened 2, held (b)"), {}),
        {4: (2, 3), 5: (3, 3)},
    ),
    Bound(
        "4 of 2 poisons left one comes due, of 3 another",
        lambda n: after_the_turn(states={"poisoned": (1,) * n}).wounds_marked,
        {3: 1, 4: 2},
    ),
    Bound(
        "4 Stunned ends one by one",
        lambda n: after_the_turn(states={"stunned": n}).states.get("stunned"),
        {1: None, 2: 1},
    ),
    Bound("4 Wait ends two fires", fires_after_wait, {2: 0, 3: 1}),
    # 5 Assists
    Bound("5 an assist costs a die, each of them", lambda n: assisted(n, 0), {1: 3, 2: 2}),
    Bound(
        "5 Indomitable ignores X and no more than there are", lambda x: assisted(min(2, 4 - x), x), {1: 3, 2: 4, 3: 4}
    ),
    # 6 The exchange
    Bound("6 Defensive: no fewer defence dice", attack_bounds("Defensive"), {3: (0, 1), 4: (0, 2)}),
    Bound("6 Aggressive: no fewer attack dice", attack_bounds("Aggressive"), {3: (2, 3), 4: (2, 4)}),
    Bound("6 both: any split", attack_bounds("Aggressive, Defensive"), {3: (0, 3), 4: (0, 4)}),
    Bound(
        "6 a special leaves one die",
        lambda pool_cost: has_special(*pool_cost),
        {(2, 1): True, (1, 1): False, (1, 0): True},
    ),
    Bound("7b up to X dice again", most_again, {1: 1, 2: 2}),
    Bound("7b Unblockable takes the highest, and no more than there are", defence_left, {1: [5], 2: [], 3: []}),
    # 7 Pools
    Bound(
        "7 the cap is of the net pool, penalties and all",
        lambda words: boosts(card(f"melee_pool 2; {words}")),
        {"": 2, "states stunned": 3, "states stunned, blind": 4},
    ),
    Bound(
        "7 and so it is said",
        lambda pool: why_no_more({"melee_pool": pool, "states": STUNNED}),
        {2: TWICE, 25: "20 Ki at 1 each"},
    ),
    Bound("7 up to the cap nothing is trimmed", rushed, {2: 4, 3: 4}),
    Bound("7 below 1 both gain as many as the lower lacks", lambda net: minimum(net, 3), {-1: 2, 0: 1, 1: 0}),
    Bound(
        "7 gained dice",
        lambda words: pools(card(words), {}),
        {"melee_pool 1; states stunned, blind": (1, 5), "melee_pool 2; states stunned": (1, 3)},
    ),
    Bound(
        "7 a dash is never modified",
        lambda pool: pools({"melee_pool": pool, "states": STUNNED}, {}),
        {None: (1, 4), 2: (1, 3)},
    ),
    # 8 Results
    Bound(
        "8 two supporting dice, and 1s drop",
        base_result,
        {(6, 2, 2): 8, (6, 2, 2, 2): 8, (6, 6, 6, 6, 6): 8, (6, 1): 6, (1, 1): 0},
    ),
    Bound("8 Adept: one more", lambda supports: base_result([6, 2, 2, 2], supports), {2: 8, 3: 9}),
    Bound("8 Kata keeps 1s", lambda kata: base_result([1, 1], 2, kata), {False: 0, True: 2}),
    Bound("8 Chain Weapon lowers Parry, not below nothing", lambda n: defence_result(2, n), {1: 4, 2: 3, 3: 3}),
    Bound(
        "8 the higher result; a tie: more scoring dice; as many: the active player's",
        lambda both: verdict(*both),
        {
            (5, 4, 0, 9, False): (True, "result", 1),
            (4, 4, 3, 2, False): (True, "dice", 0),
            (4, 4, 2, 3, True): (False, "dice", 0),
            (4, 4, 2, 2, True): (True, "active", 0),
            (4, 4, 2, 2, False): (False, "active", 0),
        },
    ),
    # 9 Wound table
    Bound(
        "9 totals from 2 to 12",
        lambda total: cell(total, 3),
        {1: (2, 3), 2: (2, 3), 3: (3, 3), 11: (11, 3), 12: (12, 3), 13: (12, 3)},
    ),
    Bound("9 Success Levels to 10", lambda sl: cell(7, sl), {0: (7, 0), 9: (7, 9), 10: (7, 10), 11: (7, 10)}),
    Bound("9 the first cell and the last", lambda at: table_wounds(*at), {(-9, 0): 0, (99, 99): 13}),
    # 10 Damage
    Bound(
        "10 Armour less Pierce, never below no Armour",
        lambda both: armoured(*both),
        {(2, 0): 4, (2, 1): 5, (2, 2): 6, (4, 9): 6, (0, 9): 6},
    ),
    Bound("10 halved, rounded down", lambda face: halved([5, face]), {6: 3, 5: 2}),
    Bound("10 Tough takes its number, but no more than there are", lambda had: toughened(had, 2), {3: 1, 1: 0}),
    Bound("10 Sharp, not below no Tough", lambda sharp: toughened(3, 2, sharp), {1: 2, 2: 3, 3: 3}),
    Bound("10 a negative Tough adds, not to nothing", lambda had: toughened(had, -1), {1: 2, 0: 0}),
    Bound("10 Durable leaves 1", lambda had: toughened(had, 0, 0, True), {2: 1, 1: 1, 0: 0}),
    Bound("10 Durable after Tough", lambda had: toughened(had, 2, 0, True), {4: 1, 3: 1, 2: 0}),
    Bound("10 a full track", lambda hurt: fate(3, hurt), {0: "unhurt", 2: "wounded", 3: "removed"}),
    Bound("10 a Kami with Ki left", lambda hurt: fate(3, hurt, kami=True), {2: "loses_ki", 3: "removed"}),
    Bound(
        "10 Last Stand at a full track", lambda hurt: fate(3, hurt, last_stand=True), {2: "wounded", 3: "last_stand"}
    ),
    Bound("10 overkill is lost", lambda boxes: wounds({"strength": 9}, {"wounds_max": boxes}, [6, 6]), {2: 2, 3: 3}),
    Bound("10 Rise on its number", lambda face: rises_with(face, 4), {3: False, 4: True}),
    Bound("10 a 1 counts 0, which reaches 0", lambda needed: rises_with(1, needed), {0: True, 1: False}),
    Bound("10 a marker with one wound", markers, {2: True, 4: False}),
    Bound("10 a Charge, first roll only", charge_totals, {2: [8, 6], 3: [8, 6]}),
    Bound("10 of three dice the highest, or the lowest", damage_kept, {"Strong": [5, 4], "Weak": [4, 1]}),
    # 11 Specials
    Bound("11 Combo by its level", combo_levels, {0: [0, 0], 1: [1, 0], 2: [2, 0], 3: [3, 1], 4: [4, 2, 0]}),
    Bound("11 Counterstrike strikes from 2 on", counterstruck, {3: False, 4: True}),
]


@pytest.mark.parametrize("bound", BOUNDS, ids=lambda bound: bound.rule)
def test_both_sides_of_every_bound(bound: Bound) -> None:
    bound.holds()


OFFSETS = {2: -3, 3: -2, 4: -1, 5: -1, 6: 0, 7: 0, 8: 0, 9: 1, 10: 1, 11: 2, 12: 3}


def test_the_wound_table_is_the_check_formula() -> None:
    assert {row: tuple(max(0, sl + off) for sl in range(11)) for row, off in OFFSETS.items()} == dict(WOUNDS)
