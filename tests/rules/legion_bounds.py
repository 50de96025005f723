"""Probes for the bounds of Legion: fields, moves, the dice of an attack, wounds, morale, rounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.engine.requests import Choose
from companion.engine.session import Session
from companion.rules.legion.melee.wounds import legal_minis, wound_refusal
from companion.rules.legion.morale import may_panic, suppressed
from companion.rules.legion.turn.movement import contact_refusal, move_refusal, speed_of, withdraw_refusal
from companion.testing import drive
from tests.rules.bounds import option_of, taken
from tests.rules.legion import (
    RULESET,
    LegionTable,
    LegionUnit,
    Mini,
    Weapon,
    activate,
    attack,
    duel,
    pools_of,
    table,
    those,
    unit,
)
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
    enemies = [unit(f"foe{n}", "red") for n in range(foes)]
    one = unit("one", "blue", max(1, foes), **fields)
    return table([one, *enemies, unit("far", "red")], [(f"one.{n + 1}", f"foe{n}.1") for n in range(foes)])


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


def defence_dice(of: tuple[int, dict[str, Any], dict[str, int], int]) -> int:
    """The dice of a defender with keywords and suppression against so many hits of a weapon with keywords."""
    hits, keywords, weapon, suppression = of
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
    return table([unit("u", "blue", **{"courage": 2, "suppression": suppression, **fields}), unit("foe", "red")])


def panics_near_a_commander(suppression: int) -> bool:
    """A unit of courage 1 with a commander of courage 2 near: whether it does nothing."""
    units = [unit("u", "blue", courage=1, suppression=suppression), unit("boss", "blue", courage=2, rank="commander")]
    held = table([*units, unit("foe", "red")])
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
    held = table([unit("u", "blue", **of), unit("foe", "red")], phase="end", **fields)
    script = steps("promote u; promote foe")
    return begun(held, "end_phase", None, script, until="winner", strict=False)


def end_phase(of: tuple[int, int]) -> int:
    """The suppression left after an End Phase that removes so much."""
    held, removed = of
    ended = round_ended({"suppression": held}, options={"end_phase_suppression": removed})
    return int(ended.table.unit("u").get("suppression"))


def is_last(played: int) -> bool:
    """Whether the players are asked who won after this round of two."""
    return round_ended({}, round=played, options={"rounds": 2}).request is not None


def priority(pips: tuple[str, str]) -> str:
    """Who has priority by the pips of blue and red; a tie is rolled for."""
    session = begun(those("u v foe", phase="command", active=None), "command_phase")
    script = steps(f"command_card blue '{pips[0]}'; command_card red '{pips[1]}'")
    drive(session, script, stop=lambda request: request.name == "tie", strict=False)
    return "tie" if session.request is not None else str(session.entries[-1].outcome["priority"])


def attacks_left(done: int) -> str:
    """Why the melee attack is closed after so many attacks in an activation."""
    session = begun(duel({"order": "faceup"}, {}), "activate", {"unit": "one"})
    for _ in range(done):
        session.answer("melee_attack")
        session.answer(["blank"])
    return next(option.code for option in now(session, Choose).options if option.value == "melee_attack")
