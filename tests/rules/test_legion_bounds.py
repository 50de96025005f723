"""Every cap, bound, threshold and "at least" of Legion in one table, from the top of its digest to the end.

A row is a rule, a probe, and what the probe finds for numbers on both sides of the bound.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

from companion.engine.requests import Choose
from companion.engine.session import Session
from companion.rules.legion import RULESET
from companion.rules.legion.dice import Rolled, cancel_blocks, convert_attack, convert_defence
from companion.rules.legion.melee.wounds import legal_minis, wound_refusal
from companion.rules.legion.records import Mini, Weapon
from companion.rules.legion.turn.movement import contact_refusal, move_refusal, speed_of, withdraw_refusal
from companion.rules.legion.units import LegionTable, LegionUnit, may_panic, suppressed
from companion.testing import drive
from tests.rules.bounds import Bound, option_of, taken, within
from tests.rules.legion import activate, attack, duel, pools_of, those, unit
from tests.rules.scene import begun, now, refused
from tests.rules.script import steps

Faces = Sequence[str]


def unit_with(field: str) -> Callable[[Any], bool]:
    """Whether a unit may have this value in a field."""
    return lambda value: not list(LegionUnit(id="u", side="blue", **{field: value}).faults())


def mini_with(field: str, **others: Any) -> Callable[[Any], bool]:
    """Whether a mini may have this value in a field."""
    return lambda value: not list(Mini(id="u.1", **{**others, field: value}).faults())


option = partial(option_of, RULESET)
"""Whether an option may have a value."""


def leaders(number: int) -> bool:
    """Whether a unit of three may have so many living leaders."""
    one = unit("u", "blue", 3)
    for place, mini in enumerate(one.minis):
        mini.leader = place < number
    return not list(one.faults())


# -- 5 and 8: moves ----------------------------------------------------------------------------------------------------


def _crowd(foes: int, **fields: Any) -> LegionTable:
    """A unit that touches so many enemy units, and one more that it does not touch."""
    enemies = " ".join(f"foe{n}" for n in range(foes))
    touching = " ".join(f"one.{n + 1}+foe{n}.1" for n in range(foes))
    return those(f"one*{max(1, foes)} v {enemies} far; {touching}", one=fields)


def _code(refused: Any) -> str:
    return refused.code if refused is not None else ""


def disengages(foes: int) -> str:
    held = _crowd(foes, keywords={"Disengage": True})
    return _code(move_refusal(held, held.unit("one")))


def moves_with_speed(speed_tokens: tuple[int, int]) -> tuple[int, str]:
    """The speed of a unit with so many immobilize tokens, and why it may not move."""
    speed, tokens = speed_tokens
    held = _crowd(0, speed=speed, immobilize=tokens)
    return speed_of(held.unit("one")), _code(move_refusal(held, held.unit("one")))


def withdraws_with_speed(speed_tokens: tuple[int, int]) -> str:
    speed, tokens = speed_tokens
    held = _crowd(1, speed=speed, immobilize=tokens)
    return _code(withdraw_refusal(held, held.unit("one")))


def meets(number: int) -> str:
    """A move that ends in contact with so many enemy units."""
    held = those("one v foe0 foe1")
    return _code(contact_refusal(held, held.unit("one"), [f"foe{n}" for n in range(number)]))


def leader_touches(number: int) -> bool:
    """Whether a leader may touch so many minis at the end of a move into contact."""
    held = those("one v foe*2", one={"order": "faceup"})
    session = begun(held, "activate", {"unit": "one"}, steps("action move; move_end foe"), until="leader_contact")
    return taken(session, [f"foe.{n + 1}" for n in range(number)])


# -- 6: dice -----------------------------------------------------------------------------------------------------------


def rolled(mine: dict[str, Any], foe: dict[str, Any], faces: Faces, blocks: Faces = ()) -> dict[str, Any]:
    """The outcome of a pool of these faces; blanks where no `blocks` are given."""
    held = duel({"dice": {"black": len(faces)}, **mine}, {"threshold": 99, **foe})
    session = begun(held, "melee_attack", {"unit": "one"})
    session.answer(list(faces))
    drive(session, stop=lambda request: request.name == "defence")
    if session.request is not None:
        number = session.request.dice[0].count
        session.answer([*blocks, *["blank"] * (number - len(blocks))])
        drive(session, strict=False)
    return pools_of(session)[-1]


def after_armour(x: int) -> tuple[int, int]:
    """Hits and crits of three hits against Armor X."""
    out = rolled({}, {"keywords": {"Armor": x}}, ["hit"] * 3)
    return out["hits"], out["crits"]


def impact(x: int) -> tuple[int, int]:
    """Hits and crits of three hits with Impact X against Armor 1."""
    out = rolled({"weapon": {"Impact": x}}, {"keywords": {"Armor": 1}}, ["hit"] * 3)
    return out["hits"], out["crits"]


def pierced(x: int) -> int:
    """Wounds of three hits with Pierce X against two blocks."""
    return int(rolled({"weapon": {"Pierce": x}}, {}, ["hit"] * 3, ["block"] * 2)["wounds"])


def wounds(blocks: int) -> int:
    return int(rolled({"weapon": {}}, {"keywords": {"Impervious": True}}, ["hit"] * 2, ["block"] * blocks)["wounds"])


def defence_dice(hits: int, weapon: dict[str, int], suppression: int, **keywords: Any) -> int:
    """The dice of a defender with keywords and suppression against so many hits of a weapon with keywords."""
    foe = {"keywords": keywords, "suppression": suppression, "courage": 9}
    return int(rolled({"weapon": weapon}, foe, ["hit"] * hits + ["blank"] * (3 - hits))["defence_dice"])


def code_of(mine: dict[str, Any], foe: dict[str, Any], script: str, asked: str, value: Any) -> str:
    """The code with which an answer to this request of a pool of three black dice is refused."""
    held = duel({"dice": {"black": 3}, **mine}, foe)
    return refused(begun(held, "melee_attack", {"unit": "one"}, steps(script), until=asked), value)


def rerolls(precise_dice: tuple[int, int]) -> str:
    """Step 4b: an aim with Precise X rerolls so many dice."""
    precise, number = precise_dice
    mine = {"aim": 1, "dice": {"black": 5}, "keywords": {"Precise": precise} if precise else {}}
    return code_of(mine, {}, "attack [blank*5]", "spend_aim", list(range(number)))


def dodges(tokens_number: tuple[int, int]) -> str:
    tokens, number = tokens_number
    return code_of({}, {"dodge": tokens}, "attack [hit*3]", "spend_dodge", number)


def surge_tokens(tokens_surges_number: tuple[int, int, int]) -> str:
    tokens, surges, number = tokens_surges_number
    script = f"attack [surge*{surges} hit*{3 - surges}]"
    return code_of({"surge": tokens}, {}, script, "spend_surge_attack", number)


def lethal(x_aims_number: tuple[int, int, int]) -> str:
    x, aims, number = x_aims_number
    mine = {"aim": aims, "weapon": {"Lethal": x}}
    return code_of(mine, {}, "attack [hit*3]; spend_aim []", "spend_lethal", number)


def lucky(x_dice: tuple[int, int]) -> str:
    """Step 7b: Uncanny Luck X rerolls so many of three dice."""
    x, number = x_dice
    script = "attack [hit*3]; defence [blank*3]"
    return code_of({}, {"keywords": {"Uncanny Luck": x}}, script, "uncanny_luck", list(range(number)))


def dice_given(number: int) -> str:
    """Step 4a: as many faces as dice."""
    return code_of({}, {}, "", "attack", ["hit"] * number)


def dice_of(one: dict[str, Any]) -> int:
    """The dice that a unit rolls; of several weapons it takes the whip."""
    session = begun(duel(one, {}), "melee_attack", {"unit": "one"})
    drive(session, steps("choose_weapons whip"), stop=lambda request: request.name == "attack", strict=False)
    return sum(group.count for group in now(session).dice)


def arsenal(x: int) -> int:
    """The dice of a mini with Arsenal X and two weapons of one and two dice."""
    arms = (Weapon("blade", "melee", {"black": 1}), Weapon("whip", "melee", {"white": 2}))
    return dice_of({"weapons": arms, "keywords": {"Arsenal": x}})


def tenacity(hurt: int) -> int:
    """The dice of a unit with Tenacity and so many wounds."""
    return dice_of({"minis": [Mini(threshold=3, wounds=hurt)], "keywords": {"Tenacity": True}})


def poisoned(hits: int) -> tuple[int, int]:
    """Poison and suppression of a trooper after so many unblocked hits of a weapon with Poison 2 and Suppressive."""
    held = duel({"dice": {"black": 2}, "weapon": {"Poison": 2, "Suppressive": True}}, {"courage": 3})
    attack(held, "one", f"attack [hit*{hits} blank*{2 - hits}]" + (f"; defence [blank*{hits}]" if hits else ""))
    return held.unit("foe").poison, held.unit("foe").suppression


def nimble(spent: int) -> int:
    """The dodges left of two after so many were spent by a unit with Nimble."""
    held = duel({"dice": {"black": 2}}, {"dodge": 2, "keywords": {"Nimble": True}})
    blocked = f"; defence [blank*{2 - spent}]" if spent < 2 else ""
    attack(held, "one", f"attack [hit hit]; spend_dodge {spent}{blocked}")
    return held.unit("foe").dodge


# -- 6, step 10: wounds ------------------------------------------------------------------------------------------------


def may_take(wounds_on: tuple[int, ...]) -> tuple[list[str], list[str]]:
    """The minis of three wounds that may take the next, the first of them the leader; and why the others may not."""
    one = unit("u", "red", len(wounds_on), threshold=3)
    for mini, number in zip(one.minis, wounds_on, strict=True):
        mini.wounds = number
    legal = [mini.id for mini in legal_minis(one)]
    return legal, [_code(wound_refusal(one, mini)) for mini in one.minis if mini.id not in legal]


def stands(number: int) -> bool:
    """Whether a mini of threshold 3 stands with so many wounds."""
    return Mini(id="u.1", threshold=3, wounds=number).alive


# -- 12: morale --------------------------------------------------------------------------------------------------------


def is_suppressed(suppression: int) -> bool:
    return suppressed(unit("u", "blue", courage=2, suppression=suppression))


def is_panicked(suppression: int) -> bool:
    return may_panic(unit("u", "blue", courage=2, suppression=suppression))


def failing(suppression: int, then: str = "") -> str:
    """A rally that removes nothing."""
    return f"rally [blank*{suppression}]{then}" if suppression else ""


def shaken(suppression: int, **fields: Any) -> LegionTable:
    """A unit of courage 2 with so many suppression tokens."""
    return those("u v foe", u={"courage": 2, "suppression": suppression, **fields})


def panics_near_a_commander(suppression: int) -> bool:
    """A unit of courage 1 with a commander of courage 2 near: whether it does nothing."""
    held = those("u boss v foe", u=f"courage 1; suppression {suppression}", boss="courage 2; rank commander")
    return bool(activate(held, "u", failing(suppression, "; commander_courage '2'"))[1]["panicked"])


def actions(suppression: int) -> int:
    """The actions after a rally that removes nothing."""
    held = shaken(suppression, order="faceup")
    session = begun(held, "activate", {"unit": "u"})
    drive(session, steps(failing(suppression)), stop=lambda request: request.name in ("action", "flee"))
    return held.actions_left


def rallied(faces: str) -> int:
    """The suppression left of two tokens."""
    held = shaken(2, courage=9)
    activate(held, "u", f"rally [{faces}]")
    return held.unit("u").suppression


def after_panic(suppression: int) -> int:
    """The suppression that is left of a panicked unit at the end of its activation."""
    held = shaken(suppression)
    activate(held, "u", failing(suppression))
    return held.unit("u").suppression


def enraged(hurt: int) -> tuple[int | None, bool]:
    """Courage and Charge of a unit with Enrage 2 and so many wounds."""
    one = unit("u", "blue", threshold=5, courage=3, keywords={"Enrage": 2})
    one.minis[0].wounds = hurt
    return one.nerve, "Charge" in one.effective_keywords


def recovers(number: int) -> bool:
    """Whether recovering removes so many of two tokens."""
    held = shaken(2, courage=9, order="faceup")
    session = begun(held, "activate", {"unit": "u"}, steps(failing(2, "; action recover")), until="recover")
    return taken(session, number)


# -- 3: rounds ---------------------------------------------------------------------------------------------------------


def round_ended(of: dict[str, Any], **fields: Any) -> Session:
    """An End Phase that has come to its end, or to the question who won."""
    held = those("u v foe", u=of, phase="end", **fields)
    return begun(held, "end_phase", None, steps("promote u; promote foe"), until="winner", strict=False)


def end_phase(of: tuple[int, int]) -> int:
    """The suppression left after an End Phase that removes so much."""
    held, removed = of
    ended = round_ended({"suppression": held}, options={"end_phase_suppression": removed})
    return int(ended.table.unit("u").get("suppression"))


def is_last(played: int) -> bool:
    """Whether the players are asked who won after this round of two."""
    return round_ended({}, round=played, options={"rounds": 2}).request is not None


def priority(shown: str) -> str:
    """Who has priority by the pips of blue and red; a tie is rolled for."""
    blue, red, *tie = shown.split()
    session = begun(those("u v foe", phase="command", active=None), "command_phase")
    drive(session, [("command_card", "blue", blue), ("command_card", "red", red), *(("tie", [face]) for face in tie)])
    return str(session.entries[-1].outcome["priority"])


def attacks_left(done: int) -> str:
    """Why the melee attack is closed after so many attacks in an activation."""
    session = begun(duel({"order": "faceup"}, {}), "activate", {"unit": "one"})
    for _ in range(done):
        session.answer("melee_attack")
        session.answer(["blank"])
    return next(option.code for option in now(session, Choose).options if option.value == "melee_attack")


# -- from top to bottom ------------------------------------------------------------------------------------------------

PIERCE, DANGER = {"Pierce": 2}, {"Danger Sense": 2}

FIELDS = [
    Bound("2.1 courage 1 or more", unit_with("courage"), {0: False, 1: True, 5: True, None: True}),
    Bound("2.1 speed 0 to 3", unit_with("speed"), within(0, 3)),
    Bound("2.1 standby 0 to 1", unit_with("standby"), within(0, 1)),
    *(
        Bound(f"2.1 {token} at least 0", unit_with(token), {-1: False, 0: True, 9: True})
        for token in ("suppression", "aim", "dodge", "surge", "poison", "immobilize", "ion")
    ),
    Bound("2.2 threshold 1 or more", mini_with("threshold"), {0: False, 1: True}),
    Bound("2.2 wounds 0 to threshold", mini_with("wounds", threshold=3), within(0, 3)),
    Bound("2.2 one living leader", leaders, {0: False, 1: True, 2: False}),
    Bound("2.2 defeated when wounds = threshold", stands, {2: True, 3: False}),
    Bound("16 rounds 1 to 12", option("rounds"), within(1, 12)),
    Bound("16 end_phase_suppression 0 to 9", option("end_phase_suppression"), within(0, 9)),
]

ROUNDS = [
    Bound(
        "3 fewest pips; no card loses; a tie is rolled for",
        priority,
        {
            "1 2": "blue",
            "2 1": "red",
            "none 4": "red",
            "2 2 block": "blue",
            "2 2 surge": "red",
            "none none blank": "red",
        },
    ),
    Bound("3 at most one attack action", attacks_left, {0: "", 1: "attack_action_used"}),
    Bound(
        "3 the End Phase removes 1 suppression, never below 0",
        end_phase,
        {(0, 1): 0, (1, 1): 0, (2, 1): 1, (2, 0): 2, (2, 3): 0},
    ),
    Bound("3 the game ends after the last round", is_last, {1: False, 2: True}),
]

MOVES = [
    Bound("5 one enemy unit", meets, {1: "", 2: "multiple_enemy_units"}),
    Bound("5 the leader touches at least one mini", leader_touches, {0: False, 1: True, 2: True}),
    Bound("4 Disengage with exactly one enemy unit", disengages, {0: "", 1: "", 2: "engaged_cannot_move"}),
    Bound(
        "8 speed − immobilize",
        moves_with_speed,
        {(1, 0): (1, ""), (2, 1): (1, ""), (1, 1): (0, "speed_zero"), (1, 2): (0, "speed_zero")},
    ),
    Bound(
        "8 withdraw: speed − immobilize at least 1",
        withdraws_with_speed,
        {(1, 0): "", (2, 1): "", (1, 1): "speed_zero", (0, 0): "speed_zero"},
    ),
]

DICE = [
    Bound("4a as many faces as dice", dice_given, {2: "dice_count", 3: "", 4: "dice_count"}),
    Bound(
        "4b up to two dice, and X with Precise",
        rerolls,
        {(0, 2): "", (0, 3): "too_many_rerolls", (1, 3): "", (1, 4): "too_many_rerolls"},
    ),
    Bound(
        "4c Critical turns up to X surges",
        lambda x: convert_attack(["surge"] * 2, x, None, 0),
        {0: Rolled(0, 0, 2), 1: Rolled(0, 1, 1), 2: Rolled(0, 2, 0), 3: Rolled(0, 2, 0)},
    ),
    Bound(
        "4c the chart turns the rest",
        lambda x: convert_attack(["surge"] * 2, x, "hit", 0),
        {0: Rolled(2, 0, 0), 1: Rolled(1, 1, 0), 3: Rolled(0, 2, 0)},
    ),
    Bound(
        "4c each token a hit, the rest blank",
        lambda n: convert_attack(["surge"] * 2, 0, None, n),
        {0: Rolled(0, 0, 2), 1: Rolled(1, 0, 1), 2: Rolled(2, 0, 0), 3: Rolled(2, 0, 0)},
    ),
    Bound(
        "4c spend 0 to min(tokens, surges)",
        surge_tokens,
        {(2, 3, 2): "", (2, 3, 3): "no_token", (3, 1, 1): "", (3, 1, 2): "no_token"},
    ),
    Bound("5 spend 0 to the dodge tokens", dodges, {(1, 0): "", (1, 1): "", (1, 2): "no_token", (5, 5): ""}),
    Bound("6 Impact: up to X hits", impact, {1: (1, 1), 2: (0, 2), 3: (0, 3), 4: (0, 3)}),
    Bound("6 Armor X: up to X hits", after_armour, {1: (2, 0), 2: (1, 0), 3: (0, 0), 4: (0, 0)}),
    Bound(
        "6 Lethal: 0 to min(X, aims)",
        lethal,
        {(1, 2, 1): "", (1, 2, 2): "no_token", (3, 1, 1): "", (3, 1, 2): "no_token"},
    ),
    Bound("2 Arsenal: up to X weapons", arsenal, {1: 2, 2: 3, 3: 3}),
    Bound("4a Tenacity: while wounded", tenacity, {0: 1, 1: 2}),
    Bound("7b Uncanny Luck: up to X dice", lucky, {(2, 0): "", (2, 2): "", (2, 3): "too_many_rerolls", (9, 3): ""}),
    Bound(
        "7c tokens: one surge each",
        lambda n: convert_defence(["surge", "surge", "block"], False, n),
        {0: 1, 1: 2, 2: 3, 3: 3},
    ),
    Bound(
        "7c the chart: every surge",
        lambda blocks: convert_defence(["surge", "surge", "block"], blocks, 0),
        {False: 1, True: 3},
    ),
    Bound("7a none without hits", lambda n: defence_dice(n, PIERCE, 2, Impervious=True, **DANGER), {0: 0, 1: 5}),
    Bound("7a Impervious adds Pierce", lambda has: defence_dice(1, PIERCE, 0, Impervious=has), {False: 1, True: 3}),
    Bound("7a Danger Sense up to X", lambda n: defence_dice(1, {}, n, **DANGER), {1: 2, 2: 3, 3: 3}),
    Bound("8 Pierce cancels up to X blocks", lambda x: cancel_blocks(2, x, False), {0: 0, 1: 1, 2: 2, 3: 2}),
    Bound("8 immune", lambda immune: cancel_blocks(2, 2, immune), {False: 2, True: 0}),
    Bound("8 Pierce in an attack", pierced, {1: 2, 2: 3, 3: 3}),
    Bound("9 wounds are never below 0", wounds, {0: 2, 1: 1, 2: 0}),
    Bound("11 after at least one wound; Suppressive without any", poisoned, {0: (0, 1), 1: (2, 1)}),
    Bound("11 Nimble after at least one dodge", nimble, {0: 2, 1: 2, 2: 1}),
]

WOUNDS = [
    Bound(
        "10 the most wounded first, the leader last",
        may_take,
        {
            (0, 0, 0): (["u.2", "u.3"], ["leader_last"]),
            (0, 1, 0): (["u.2"], ["leader_last", "wounded_first"]),
            (0, 1, 2): (["u.3"], ["leader_last", "wounded_first"]),
            (0, 1, 1): (["u.2", "u.3"], ["leader_last"]),
            (2, 0, 0): (["u.2", "u.3"], ["leader_last"]),
            (2, 3, 0): (["u.3"], ["leader_last", "mini_defeated"]),
            (2, 3, 3): (["u.1"], ["mini_defeated", "mini_defeated"]),
        },
    ),
]

MORALE = [
    Bound("12 suppressed: suppression ≥ courage", is_suppressed, {1: False, 2: True}),
    Bound("12 panicked: suppression ≥ 2 × courage", is_panicked, {3: False, 4: True}),
    Bound("12 the larger courage of the two counts", panics_near_a_commander, {3: False, 4: True}),
    Bound("12 actions: 2, 1 suppressed, 0 panicked", actions, {0: 2, 1: 2, 2: 1, 3: 1, 4: 0}),
    Bound(
        "12 each block or surge removes one",
        rallied,
        {"blank blank": 2, "block blank": 1, "block surge": 0},
    ),
    Bound("12 panic takes its own courage off", after_panic, {4: 2, 5: 3}),
    Bound("14 Enrage: with at least X wounds", enraged, {1: (3, False), 2: (None, True)}),
    Bound("3 recover: any of its suppression", recovers, {-1: False, 0: True, 2: True, 3: False}),
]


@pytest.mark.parametrize("bound", [*FIELDS, *ROUNDS, *MOVES, *DICE, *WOUNDS, *MORALE], ids=lambda bound: bound.rule)
def test_both_sides_of_every_bound(bound: Bound) -> None:
    bound.holds()
