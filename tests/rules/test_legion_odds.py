"""The odds of Legion against the explorer, which plays the real attack through every fall of the dice."""

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from companion.engine.odds import Given
from companion.engine.requests import Number, Request, Roll, Split
from companion.engine.session import Session
from companion.odds.chances import Chances
from companion.rules.legion import RULESET
from companion.rules.legion.records import Weapon
from companion.testing import drive
from companion.testing.playing import harmless_answer
from tests.examples import present
from tests.odds.aiming import aimed_best
from tests.odds.explorer import explore
from tests.odds.stepping import after_the_roll, answer, columns, odds_of, only
from tests.rules.legion import pools_of, those
from tests.rules.scene import begun, now
from tests.rules.script import steps

Wounds = tuple[int, int]

HEALTH = 4


def started(one: Mapping[str, Any], two: Mapping[str, Any], **options: Any) -> Session:
    """An attack of one mini on another, at its first request."""
    mine = {"threshold": HEALTH, "dice": {"black": 2, "red": 1}, **one}
    held = those("a v d; a.1+d.1", a=mine, d={"threshold": HEALTH, **two}, options=options)
    return begun(held, "melee_attack", {"unit": "a"})


def acting(place: str, until: str = "action", script: str = "", **more: Any) -> Session:
    """An activation of `a` that stands at this request."""
    more["a"] = {"order": "faceup", **more.get("a", {})}
    return begun(those(place, **more), "activate", {"unit": "a"}, steps(script), until=until, strict=False)


def foresees(session: Session, option: Given, value: object) -> None:
    """The odds of an option are those of what is asked once it is answered."""
    before = odds_of(session)
    answer(session, value)
    assert columns(before, option) == columns(odds_of(session))
    session.undo()


def policy(request: Request[object]) -> object:
    """What the odds assume of later choices: dodges and surge tokens are spent, nothing is rerolled."""
    if request.name in ("spend_dodge", "spend_surge_attack", "spend_surge_defence"):
        if isinstance(request, Split):
            parts = request.plans[0].allotments
            crits = parts["crit"][1]
            return _split(crits, (request.plans[0].total or 0) - crits)
        assert isinstance(request, Number)
        return request.hi
    if request.name == "ram":
        return False
    return harmless_answer(request)


def _split(crits: int, hits: int, keep: int = 0) -> object:
    return {"plan": "dodge", "parts": {"crit": crits, "hit": hits, "keep": keep}}


def read(session: Session) -> Wounds:
    """The wounds on both sides, once the attack is over."""
    figures = pools_of(session)[-1]
    return figures["wounds"], figures["attacker_wounds"]


def played(session: Session) -> Chances[Wounds]:
    if session.run is None:
        return Chances.certain(read(session))
    return explore(session, policy, read)


def agrees(session: Session, option: Given, wounds: Chances[Wounds]) -> None:
    """The rows of this option are what playing gave."""
    found = columns(odds_of(session), option)
    units = session.table.units
    for of, place in (("d", 0), ("a", 1)):
        left = sum(mini.threshold - mini.wounds for mini in units[of].living)
        measure = "dealt" if of == "d" else "taken"
        expected = wounds.map(lambda both, place=place, left=left: min(both[place], left))  # type: ignore[misc]
        if place == 0 or only(found, "taken"):
            assert only(found, measure) == {(measure, of, n): p for n, p in expected.fractions().items()}
            assert found.get(("falls", of, None), Fraction(0)) == expected.p(left)
        else:
            assert set(expected.weights) == {0}


def check(session: Session, most: int = 6) -> None:
    """Every option of the open request, or its roll, against playing it on."""
    request = now(session)
    if isinstance(request, Roll):
        if request.name == "attack" and session.table.unit("a").get("aim"):
            assert columns(odds_of(session)) == after_the_roll(session, aimed_best)
        else:
            agrees(session, None, played(session))
        return
    options = odds_of(session).options()
    for option in options[:2] + Random(len(options)).sample(options[2:], min(most - 2, max(0, len(options) - 2))):
        answer(session, option)
        wounds = played(session)
        session.undo()
        agrees(session, option, wounds)


CASES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "plain": ({"weapon": {"Pierce": 1}}, {"defence_surge": "block"}),
    "surges of both": ({"surge": 1}, {"surge": 1, "defence_die": "red"}),
    "critical": ({"weapon": {"Critical": 1}, "attack_surge": "hit"}, {}),
    "aim": ({"aim": 1, "weapon": {"Pierce": 1}, "attack_surge": "crit"}, {"defence_die": "red"}),
    "aim at armour": ({"aim": 1}, {"keywords": {"Armor": True}}),
    "impact": ({"weapon": {"Impact": 1}, "attack_surge": "hit"}, {"keywords": {"Armor": 1}}),
    "deflect": ({}, {"dodge": 1, "keywords": {"Deflect": True}}),
    "outmaneuver": ({}, {"dodge": 2, "keywords": {"Outmaneuver": True}}),
    "luck": ({"dice": {"red": 2}}, {"keywords": {"Uncanny Luck": 2}, "defence_die": "red"}),
    "impervious": ({"dice": {"red": 1, "white": 1}, "weapon": {"Pierce": 1}}, {"keywords": {"Impervious": True}}),
    "danger": ({"dice": {"red": 1, "white": 1}}, {"keywords": {"Danger Sense": 2}, "courage": 3, "suppression": 1}),
    "djem so": ({"dice": {"black": 2}}, {"keywords": {"Djem So Mastery": True}}),
    "lethal": ({"aim": 1, "dice": {"red": 2}, "keywords": {"Lethal": 1}}, {"defence_die": "red"}),
    "marksman": ({"aim": 1, "dice": {"black": 2}, "keywords": {"Marksman": True}}, {}),
    "ram": ({"dice": {"black": 2}, "keywords": {"Ram": 1}}, {"keywords": {"Armor": 1}}),
    "makashi": (
        {"dice": {"red": 2}, "weapon": {"Pierce": 2}, "keywords": {"Makashi Mastery": True}},
        {"keywords": {"Immune: Pierce": True}, "defence_die": "red"},
    ),
    "duelists": (
        {"aim": 1, "dice": {"red": 2}, "keywords": {"Duelist": True}},
        {"dodge": 1, "keywords": {"Duelist": True}, "defence_die": "red"},
    ),
}


ASKED = {
    "surges of both": {"spend_surge_attack", "spend_surge_defence"},
    "aim": {"spend_aim", "attack_reroll"},
    "deflect": {"spend_dodge"},
    "outmaneuver": {"spend_dodge"},
    "luck": {"uncanny_luck", "defence_reroll"},
    "lethal": {"spend_lethal"},
    "marksman": {"spend_aim_attack"},
    "ram": {"ram"},
    "makashi": {"makashi"},
    "duelists": {"spend_aim", "spend_dodge"},
}
"""The requests beside the two rolls that a case is there for."""

LIE = {"attack": ("hit", "surge", "crit"), "defence": ("surge", "blank", "block")}


def lying(request: Roll) -> list[list[str]]:
    """One face after another, so that every later choice comes up."""
    faces = LIE[request.name.partition("_")[0]]
    places = iter(range(sum(group.count for group in request.dice)))
    return [[faces[next(places) % len(faces)] for _ in range(group.count)] for group in request.dice]


@pytest.mark.parametrize("case", CASES)
def test_every_choice_and_roll_of_an_attack_is_worth_what_playing_it_gives(case: str) -> None:
    session = started(*CASES[case])
    asked = set()
    while session.request is not None:
        request = session.request
        asked.add(request.name)
        check(session)
        if isinstance(request, Roll):
            answer(session, lying(request))
        elif (request.name == "spend_aim" and case not in ("lethal", "marksman")) or request.name == "uncanny_luck":
            answer(session, [0])
        else:
            answer(session, policy(request))
    assert {"attack", *ASKED.get(case, ())} <= asked


def test_the_best_dice_to_reroll_are_worked_out() -> None:
    armoured = {"keywords": {"Armor": True}}
    for two, best in (({}, (2,)), (armoured, (0, 2))):
        session = started({"aim": 1, "dice": {"black": 3}}, two)
        answer(session, [["hit", "crit", "blank"]])
        assert odds_of(session).safest == best


def test_pools_are_what_icepool_counts() -> None:
    icepool = pytest.importorskip("icepool")
    # Dice without conversion: red 5 hits, 1 crit; black 3 and 1. White defence: one block, surges blank.
    hitting = icepool.Die({1: 6, 0: 2}), icepool.Die({1: 4, 0: 4})
    blocking = icepool.Die({1: 1, 0: 5})
    found = (2 @ hitting[0] + 3 @ hitting[1]).map(
        lambda hits: (hits @ blocking).map(lambda blocks: hits - blocks) if hits else 0
    )
    calculator = present(RULESET.calculator)
    rows = columns(calculator.odds({"red": 2, "black": 3, "wounds": 9}))
    expected = {("dealt", "defender", int(n)): Fraction(found.probability(n)) for n in found.outcomes()}
    assert only(rows, "dealt") == expected


def test_minis_that_fall_are_counted_as_play_deals_wounds() -> None:
    session = started({"dice": {"red": 3}}, {"minis": 3, "threshold": 1})
    found = columns(odds_of(session))
    assert {(n, p) for (measure, _, n), p in found.items() if measure == "dealt"} == {
        (n, p) for (measure, _, n), p in found.items() if measure == "minis"
    }


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ({"dice": {"black": 2, "white": 1}}, {}),
        ({"dice": {"black": 3}}, {"keywords": {"Armor": True}}),
        ({"dice": {"red": 1, "black": 1, "white": 1}, "surge": 1}, {"keywords": {"Armor": 1}, "dodge": 1}),
        ({"dice": {"red": 1, "white": 2}, "attack_surge": "crit", "keywords": {"Precise": 1}}, {"surge": 1}),
        (
            {"dice": {"red": 1, "black": 1, "white": 1}, "weapon": {"Critical": 1}},
            {"keywords": {"Djem So Mastery": True}},
        ),
        ({"dice": {"red": 2}, "keywords": {"Duelist": True}}, {"defence_die": "red"}),
    ],
    ids=["plain", "armour", "tokens", "precise", "critical", "duelist"],
)
def test_an_aim_is_worth_the_attack_that_rerolls_the_best_dice(one: dict[str, Any], two: dict[str, Any]) -> None:
    session = acting("a v d; a.1+d.1", a={"threshold": HEALTH, **one}, d={"threshold": HEALTH, **two})
    found = odds_of(session)
    assert found.options() == ["melee_attack", "aim"]
    assert found.safest is None
    answer(session, "aim")
    answer(session, "melee_attack")
    drive(session, stop=lambda request: request.name == "attack")

    assert columns(found, "aim") == after_the_roll(session, aimed_best)
    # Once it is held it counts all the same.
    assert columns(odds_of(session)) == columns(found, "aim")
    assert odds_of(session).assumes[0] == "an aim of a rerolls the best dice"


@pytest.mark.parametrize("aims", [1, 2])
def test_an_aim_that_is_held_counts_in_whom_to_attack_and_with_what(aims: int) -> None:
    weapons = (Weapon(name="blade", dice={"black": 2}), Weapon(name="claw", dice={"red": 1}, keywords={"Pierce": 1}))
    foes: dict[str, Any] = {
        "d": {"threshold": 3, "keywords": {"Armor": True}},
        "e": {"threshold": 3, "defence_die": "red"},
    }
    session = acting("a v d e; a.1+d.1 a.1+e.1", a={"weapons": weapons, "aim": aims}, **foes)
    asked = {}
    for value in ("melee_attack", "e", ["claw"]):
        found = odds_of(session)
        asked[now(session).name] = found
        told = "2 aims of a reroll the best dice" if aims > 1 else "an aim of a rerolls the best dice"
        assert told in found.assumes, now(session).name
        assert not any("rerolls nothing" in line and line.startswith("a ") for line in found.assumes)
        answer(session, value)
    drive(session, stop=lambda request: request.name == "attack")
    rolled = columns(odds_of(session))
    assert columns(asked["choose_weapons"], ("claw",)) == rolled
    assert only(rolled, "dealt") == {
        key: p for key, p in after_the_roll(session, aimed_best).items() if key[0] == "dealt"
    }


@pytest.mark.parametrize("aims", [0, 1])
def test_dice_that_the_table_overruled_count_with_an_aim_too(aims: int) -> None:
    session = started({"dice": {"red": 3}, "aim": aims}, {"threshold": HEALTH})
    pool = next(key for key in present(session.run).context.tallies if key.endswith("pool[red]"))
    session.overrule(pool, 1, "a curse")
    assert max(n or 0 for measure, _, n in columns(odds_of(session)) if measure == "dealt") == 1


def test_another_pool_is_worth_its_roll_beside_the_first() -> None:
    weapons = (Weapon(name="blade", dice={"black": 2}), Weapon(name="claw", dice={"red": 1}))
    mine = {"weapons": weapons, "keywords": {"Arsenal": 2}}
    held = those("a v d e; a.1+d.1 a.1+e.1", a=mine, e={"defence_die": "red"})
    script = steps("choose_defender d; choose_weapons [blade]")
    session = begun(held, "melee_attack", {"unit": "a"}, script, until="more_defenders")
    found = odds_of(session)
    assert found.options() == [False, True]
    assert found.safest is True
    foresees(session, False, False)
    answer(session, True)
    drive(session, stop=lambda request: request.name == "pool_order")
    both = odds_of(session)
    assert columns(found, True) == columns(both, "d") | columns(both, "e")


def test_an_attack_that_is_chosen_is_worth_its_roll() -> None:
    mine = {"dice": {"black": 2}}
    held = those("a v d e; a.1+d.1 a.1+e.1", a=mine, d={"threshold": 3}, e={"defence_die": "red"})
    session = begun(held, "melee_attack", {"unit": "a"})
    assert odds_of(session).options() == ["d", "e"]
    for of in ("d", "e"):
        foresees(session, of, of)


def test_a_rally_says_who_is_suppressed_and_who_panics() -> None:
    session = Session(those("a v d", a={"courage": 1, "suppression": 3, "order": "faceup"}))
    session.start("activate", {"unit": "a"})
    found = columns(odds_of(session))
    after: dict[tuple[str, str, int | None], Fraction] = {}
    for removed, p in ((n, found["removed", "a", n]) for n in range(4)):
        left = 3 - removed
        for measure, holds in (("suppressed", left >= 1), ("panics", left >= 2)):
            after[measure, "a", None] = after.get((measure, "a", None), Fraction(0)) + p * holds
    assert only(found, "suppressed", "panics") == after
    assert found["removed", "a", 3] == Fraction(1, 27)


def test_an_action_and_a_free_attack_are_worth_their_attack() -> None:
    foresees(acting("a v d; a.1+d.1", d={"threshold": 3}), "melee_attack", "melee_attack")
    charging: dict[str, Any] = {"a": {"keywords": {"Charge": True}}, "d": {"threshold": 3}}
    assert acting("a v d", **charging).odds() is None
    foresees(acting("a v d", "charge", "action move; move_end d", **charging), True, True)


@pytest.mark.parametrize("several", [False, True])
def test_that_minis_take_the_best_weapons_is_assumed_where_they_have_a_choice(several: bool) -> None:
    arms = (Weapon("blade", "melee", {"black": 1}), Weapon("axe", "melee", {"red": 1}))[: 1 + several]
    foes: dict[str, Any] = {"d": {"threshold": 3}, "e": {"threshold": 3}}
    held = those("a*2 v d e; a.1+d.1 a.2+e.1", a={"weapons": arms}, **foes)
    found = odds_of(begun(held, "melee_attack", {"unit": "a"}))
    assert ("all minis with the weapons that do best" in found.assumes) is several


def test_whom_a_move_ends_in_contact_with_is_worth_the_charge_that_follows() -> None:
    foes: dict[str, Any] = {"d": {"threshold": 2, "defence_die": "red"}, "e": {"threshold": 3}}
    session = acting("a*3 v d*4 e", "move_end", "action move", a={"keywords": {"Charge": True}}, **foes)
    found = odds_of(session)
    assert found.options() == ["d", "e"]
    assert "each mini touches one enemy mini" in found.assumes
    touching = {"d": ["a.1+d.1", "a.2+d.2", "a.3+d.3"], "e": ["a.1+e.1", "a.2+e.1", "a.3+e.1"]}
    for option, pairs in touching.items():
        before = session.undo_count
        script = [("move_end", option), ("place_minis", pairs), ("place_minis", ["d.4+a.1"]), ("place_mini", ["a.1"])]
        drive(session, script, stop=lambda request: request.name == "charge", strict=False)
        assert columns(found, option) == columns(odds_of(session), True)
        session.undo(session.undo_count - before)
