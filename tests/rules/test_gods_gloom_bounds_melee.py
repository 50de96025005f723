"""Every cap, bound and "at least" of God's Gloom, of a melee: both sides tried.

A row is a rule, a probe, and what the probe finds for numbers on both sides of the bound. Probes play a melee without
dice where they can: automatic hits and blocks stand for what dice would show.
"""

from collections.abc import Callable
from typing import Any

import pytest

from companion.engine.requests import Roll
from companion.testing import drive
from tests.rules.bounds import Bound, taken, within
from tests.rules.gloom import (
    CALL,
    DECLARE,
    GIVE,
    HOLD,
    KEEP,
    NONE,
    PUSH,
    before,
    board,
    clash,
    illegal,
    pair,
    peaceful,
    rolled,
    table,
    unit,
)
from tests.rules.scene import begun, rows

# -- 7.0 and 7.1: what is legal, what is asked -------------------------------------------------------------------------


def legal_with(morale: int, *traits: str) -> str:
    return illegal(pair({"morale": morale, "traits": traits}), "rav", "shield")


def berserk(flag: bool) -> int:
    on = [("rav", "shield", flag, True)]
    return clash(d={"traits": ("berserk",)}, contacts=on).asked("MEL.10.berserk")


def rage_shown(declared: int) -> str:
    """What stands with a fighter that may go Berserk, once it has or has not."""
    answer = "declare" if declared else "pass"
    session = before("MEL.60.push", f"MEL.10.berserk {answer}", a={"traits": ("berserk",)})
    return str(rows(session).get("frenzy", ""))


def declaring(a: int, d: int, *script: str) -> tuple[int, int]:
    """How often TFP.10 and the last chance were asked, with so many seals."""
    one = clash(0, 0, 0, 0, *script, seals=(a, d))
    return one.asked("TFP.10"), one.asked("TFP.10.final")


def last_chance(declare: int) -> int:
    """How often the last chance was asked where so many have declared already, both with a seal left over."""
    script = [f"TFP.10 p{n + 1} {'declare' if n < declare else 'pass'}" for n in range(2)]
    if declare == 2:
        script += ["TFP.20 p1 hold", "TFP.20 p2 hold"]
    return declaring(2, 2, *script)[1]


def pool_asked(seals: int, dice: int = 1, *script: str) -> int:
    """How often a reroll of the whole pool was offered to the Attacker."""
    return rolled(*script, a={"red": dice, "blue": 0}, seals=(seals, 0)).asked("ATC.20.pool")


def singles(number: int, dice: int = 1) -> int:
    """How often a die was offered for a reroll where each was taken."""
    take = ["ATC.20.single 'red 0'", "ATC.20.single [2]"] * (number if dice else 0)
    one = rolled(*take, a={"red": dice, "blue": 0}, rav={"single_rerolls": number})
    return sum(
        given.name == "ATC.20.single" and isinstance(given.value, str) for given in one.session.entries[-1].answers
    )


def faces_taken(*faces: int) -> bool:
    """Whether a roll of two red dice takes these faces."""
    session = before("ATC.10", a={"offence": {"red": 2, "blue": 0}})
    return taken(session, [list(faces)])


def hexes(number: int) -> str:
    """What a push is with so many empty hexes; `refused` if there cannot be so many."""
    session = before("retreat_hexes", PUSH, GIVE)
    if not taken(session, number):
        return "refused"
    drive(session)
    return str(session.entries[-1].outcome["push"])


def stands(morale: int, *traits: str) -> int:
    """Whether a loser that comes with so much morale is asked to stand."""
    return clash(0, 0, 0, 0, PUSH, a={"morale": morale, "traits": traits}).asked("MEL.60.stand")


def pushes(hits: int, *traits: str) -> int:
    """Whether the winner over a Shieldband of 2 health is asked to push."""
    return clash(hits, d={"health": 2, "traits": traits}).asked("MEL.60.push")


def amount(key: str, number: int) -> bool:
    """Whether so many wounds may be entered for Ravagers (5 health at most) at this step."""
    return taken(before(f"{key}.effects.amount", CALL, f"effect {key} rav wounds"), number)


def morale_amount(number: int) -> bool:
    """Whether so many tokens may be taken from Ravagers (2 morale, 5 health)."""
    return taken(before("MEL.10.effects.amount", CALL, "effect MEL.10 rav morale"), number)


# -- 7.3: formations ---------------------------------------------------------------------------------------------------


def harassed(morale: int, health: int = 6, *traits: str) -> tuple[int, int, bool]:
    """Morale, health and Weak of a Shieldband after a Harass, before the dice."""
    d = {"morale": morale, "health": health, "traits": traits}
    session = before("MEL.20.effects", DECLARE, "TFP.20 harass", d=d, seals=(1, 0), ask_effects="melee")
    one = board(session).unit("shield")
    return one.morale, one.health, one.weak


def declared_pool(formation: str) -> tuple[int, int]:
    one = clash(0, 0, 0, 0, DECLARE, f"TFP.20 {formation}", KEEP, a={"offence": NONE}, seals=(1, 0))
    return one.dice("attacker", "red"), one.dice("attacker", "blue")


def applied(immune: int) -> int:
    """How many of a Harass and an Advance apply, where the Defender can or cannot lose morale."""
    both = f"{DECLARE}; {DECLARE}; TFP.20 p1 harass; TFP.20 p2 advance"
    one = clash(0, 0, 0, 0, both, d={"traits": ("morale_immune",) * immune}, seals=(1, 1))
    return len(one.outcome["formations_applied"])


def seals_left(spent: str) -> int:
    """Of 3 seals, after a formation, a reroll, both or neither."""
    script = [DECLARE, HOLD] if "formation" in spent else []
    script += ["ATC.20.pool reroll"] if "reroll" in spent else []
    one = clash(0, 0, 0, 0, *script, a={"offence": {"red": 1, "blue": 0}}, seals=(3, 0))
    return int(one.outcome["players"]["p1"]["command_seals"])


# -- 7.4: the Attack Test ----------------------------------------------------------------------------------------------


def blue_with(modifier: int, *, hold: bool = False) -> int:
    """The blue dice of a Defender with 3 of them and so many more or less."""
    d = {"defence": {"red": 0, "blue": 3}, "modifier_blue": modifier}
    script = [DECLARE, HOLD] if hold else []
    return clash(0, 0, 0, 0, *script, d=d, seals=(0, int(hold))).dice("defender", "blue")


def shown_with(modifier: int) -> int:
    """The same as it is shown before the dice."""
    session = before("charge", d={"defence": {"red": 0, "blue": 3}, "modifier_blue": modifier})
    return int(rows(session)["pool.defender.blue"])


def trait_dice(role: str, colour: str, trait: str, *script: str, **fields: Any) -> Callable[[int], int]:
    """The dice of a fighter with 3 of each colour, without a trait and with it."""

    def probe(has: int) -> int:
        key, pool = ("a", "offence") if role == "attacker" else ("d", "defence")
        made = {pool: {"red": 3, "blue": 3}, "traits": (trait,) * has, **fields.get(key, {})}
        return clash(0, 0, 0, 0, *script, **{**fields, key: made}).dice(role, colour)

    return probe


def counted(face: int, **options: Any) -> int:
    """The hits of one red die that shows this."""
    one = rolled(f"ATC.10 [{face}]", a={"red": 1, "blue": 0}, **options)
    return int(one.outcome["results"]["attacker"]["hits"])


def blocked(face: int) -> int:
    """The blocks of one blue die that shows this."""
    one = rolled(f"ATC.10 [{face}]", a={"red": 0, "blue": 1})
    return int(one.outcome["results"]["attacker"]["blocks"])


def extra(colour: str, face: int, *, of: str = "a", **options: Any) -> Callable[[int], int]:
    """How many extra dice so many of a face earn, among five of the colour."""
    other = 2 if face != 2 else 3

    def probe(number: int) -> int:
        one = rolled(f"ATC.10 [{face}*{number} {other}*{5 - number}]", **{of: {**NONE, colour: 5}}, **options)
        return one.asked("ATC.30")

    return probe


def chained(face: int) -> tuple[int, int]:
    """Extra dice rolled, and hits, where the extra die of two 6s shows this."""
    one = rolled("ATC.10 [6 6]", f"ATC.30 [{face}]", a={"red": 2, "blue": 0})
    return one.asked("ATC.30"), int(one.outcome["results"]["attacker"]["hits"])


def both_colours(number: int) -> list[int]:
    """The extra dice of one roll by colour, where so many of each are critical."""
    faces = [[6] * number + [2] * (3 - number), [1] * number + [2] * (3 - number)]
    session = begun(pair({"offence": {"red": 3, "blue": 3}}, {"defence": NONE}), "melee", {"attacker": "rav"})
    drive(session, [("ATC.10", faces)], stop=lambda r: r.name in ("ATC.30", "MEL.60.push"))
    request = session.request
    return [dice.count for dice in request.dice] if isinstance(request, Roll) else []


def inflicted(hits: int, blocks: int) -> tuple[int, int]:
    """Wounds inflicted by the Attacker and, with the same numbers, by the Defender."""
    one, two = clash(hits, blocks), clash(0, 0, hits, blocks)
    return one.outcome["inflicted"]["attacker"], two.outcome["inflicted"]["defender"]


def demoralizing(hits: int) -> int:
    """The morale of a Shieldband (3) that was hit so often by 1 Demoralizing, and lost or won."""
    return clash(hits, a={"traits": ("demoralizing:1",)}).unit("shield").morale


def bloodlust(hits: int, health: int = 5) -> bool:
    return clash(hits, a={"traits": ("bloodlust",), "health": health}).unit("rav").boost


def direct(hits: int, blocks: int = 0) -> int:
    return int(clash(hits, blocks, a={"traits": ("direct_wounds:2",)}).outcome["inflicted"]["attacker"])


def broken(morale: int) -> int:
    return clash(a={"traits": ("exploit_broken",)}, d={"morale": morale}).dice("attacker", "red")


def changes(**fields: Any) -> Callable[[int], tuple[int, int]]:
    """Red and blue dice that a token of the Attacker with 3 of each makes."""

    def probe(has: int) -> tuple[int, int]:
        token = {name: bool(has) for name in fields}
        spent = "ATC.10.boost spend" if has and "boost" in fields else ""
        one = clash(0, 0, 0, 0, spent, a={"offence": {"red": 3, "blue": 3}, **token})
        return one.dice("attacker", "red"), one.dice("attacker", "blue")

    return probe


# -- 7.5 to 7.9 and 10: the end ----------------------------------------------------------------------------------------


def winner(hits: int, back: int = 2) -> str:
    """Who wins with so many wounds, against two."""
    return str(clash(hits, 0, back).outcome["winner"])


def survivor(hits: int, back: int) -> tuple[str | None, str | None]:
    """The winner and the consolidation of two that have 2 health each."""
    out = clash(hits, 0, back, a={"health": 2}, d={"health": 2}).outcome
    return out["winner"], out["consolidation"]


def credited(wounds: int) -> str:
    """Who wins where so many wounds of MEL.40 count for the Attacker, against one inflicted by the Defender."""
    return str(clash(0, 0, 1, 0, CALL, f"effect MEL.40 shield wounds {wounds} yes").outcome["winner"])


def lost(morale: int, *traits: str, **options: Any) -> tuple[int, int]:
    """Morale and health of a losing Attacker (5) that comes with so much morale."""
    one = clash(a={"morale": morale, "traits": ("blind_rage", *traits)}, **options).unit("rav")
    return one.morale, one.health


def pressed(morale: int, health: int = 5, **options: Any) -> tuple[int, int, str]:
    """Morale and health of a loser with nowhere to go, and the consolidation."""
    script = [PUSH, "retreat_hexes 0", *([GIVE] if morale > 1 else [])]
    one = clash(0, 0, 0, 0, *script, a={"morale": morale, "health": health}, **options)
    return one.unit("rav").morale, one.unit("rav").health, str(one.outcome["consolidation"])


def cursed(hits: int) -> tuple[int, bool]:
    """Health and Weak of Ravagers (5) that hit a cursed Shieldband of 2 health so often."""
    one = clash(hits, d={"health": 2, "traits": ("death_curse",)}).unit("rav")
    return one.health, one.weak


def raging(health: int) -> tuple[int, str]:
    """Health of Berserk winners after it, and who has won."""
    one = clash(3, 0, 0, 0, "MEL.10.berserk declare", a={"health": health, "traits": ("berserk",)})
    return one.unit("rav").health, str(one.outcome["winner"])


# -- 8: assists --------------------------------------------------------------------------------------------------------


def helpers(number: int, *, role: str = "attacker", health: int = 5, elsewhere: int = 0, facing: bool = True) -> int:
    """The dice that so many friends bring, each engaged with so many other enemies that face it."""
    side, enemy, foe = ("p1", "p2", "shield") if role == "attacker" else ("p2", "p1", "rav")
    friends = [unit(f"rav-{n}", side, health=health) for n in range(number)]
    others = [unit(f"ogre-{n}", enemy) for n in range(elsewhere)]
    touching = [(friend.id, foe) for friend in friends]
    beside = [(friend.id, other.id, facing, True) for friend in friends for other in others]
    fighters = [unit("rav", "p1", offence={**NONE}), unit("shield", "p2", defence={**NONE})]
    on = table([*fighters, *friends, *others], [("rav", "shield"), *touching, *beside])
    session = begun(on, "melee", {"attacker": "rav"})
    out = drive(session, [("target", "shield")], strict=False, default=peaceful)
    return int(out["pools"][role]["red" if role == "attacker" else "blue"])


BEHIND = [("rav", "shield", False, True)]
CHARGE = "charge yes"

# -- 7.0 and 7.1: what is legal, what is asked ------------------------------------------------------------------------

ASKED = [
    Bound("7.0 the Attacker needs 1 morale", legal_with, {0: "attacker_no_morale", 1: "", 2: ""}),
    Bound("7.0 but not with blind_rage", lambda n: legal_with(n, "blind_rage"), {0: "", 1: ""}),
    Bound("7.1 #3 berserk with the opponent in its zone", berserk, {False: 0, True: 1}),
    Bound("7.1 #3 and what it will cost is shown", rage_shown, {0: "", 1: "1 wound at the end"}),
    Bound("7.1 #5 declaring needs a seal (Attacker)", lambda n: declaring(n, 0), {0: (0, 0), 1: (1, 0)}),
    Bound("7.1 #5 declaring needs a seal (Defender)", lambda n: declaring(0, n), {0: (0, 0), 1: (1, 0)}),
    Bound("7.1 #5 both", lambda n: declaring(n, n), {0: (0, 0), 1: (2, 0)}),
    Bound("7.1 #6 exactly one declared", last_chance, {0: 0, 1: 1, 2: 0}),
    Bound(
        "7.1 #6 and the other has a seal",
        lambda n: declaring(1, n, DECLARE, HOLD),
        {0: (1, 0), 1: (2, 1)},
    ),
    Bound("7.1 #9 Boost", lambda has: clash(a={"boost": bool(has)}).asked("ATC.10.boost"), {0: 0, 1: 1}),
    Bound("7.1 #11 a pool reroll needs 1 seal", lambda n: pool_asked(n, 1, KEEP), {0: 0, 1: 1}),
    Bound(
        "7.1 #11 that was not spent",
        lambda n: pool_asked(n, 1, DECLARE, HOLD, "ATC.10 [1 / 1]"),
        {1: 0, 2: 1},
    ),
    Bound("7.1 #11 and a pool that is not empty", lambda n: pool_asked(1, n), {0: 0, 1: 1}),
    Bound("7.1 #11 whatever it shows", lambda face: pool_asked(1, 1, f"ATC.10 [{face}]"), {2: 1, 3: 1}),
    Bound(
        "7.4 a pool is rerolled once",
        lambda n: sum(
            given.name == "ATC.20.pool" and isinstance(given.value, str)
            for given in rolled("ATC.20.pool reroll", "ATC.20.pool [1]", a={"red": 1, "blue": 0}, seals=(n, 0))
            .session.entries[-1]
            .answers
        ),
        {1: 1, 3: 1},
    ),
    Bound("7.1 #12 as many single rerolls as there are", singles, {0: 0, 1: 1, 2: 2}),
    Bound("7.1 #12 of a pool that is not empty", lambda n: singles(1, n), {0: 0, 1: 1}),
    Bound("7.1 #16 a push needs both alive", pushes, {1: 1, 2: 0}),
    Bound("7.1 #16 and no immovable", lambda hits: pushes(hits, "immovable"), {1: 0, 2: 0}),
    Bound("7.1 #17 standing needs a token after the loss", stands, {1: 0, 2: 1}),
    Bound("7.1 #17 and one that can be lost", lambda n: stands(n, "morale_immune"), {1: 0, 2: 0}),
    Bound(
        "7.1 #18 0 to 3 hexes, of which only none matters",
        hexes,
        {-1: "refused", 0: "impossible", 1: "pushed", 3: "pushed", 4: "refused"},
    ),
    Bound("7.1 effects: 1 wound to health_max", lambda n: amount("MEL.10", n), within(1, 5)),
    Bound("7.1 effects: more at MEL.40, where they count", lambda n: amount("MEL.40", n), within(1, 30)),
    Bound("7.1 effects: no more morale than there is to lose", morale_amount, within(1, 7)),
    Bound("9 as many faces as dice", lambda n: faces_taken(*[3] * n), {1: False, 2: True, 3: False}),
    Bound("9 faces 1 to 6", lambda face: faces_taken(3, face), within(1, 6)),
]


# -- 7.3: formations --------------------------------------------------------------------------------------------------

FORMATIONS = [
    Bound("7.3 Advance and Hold: 1 die", declared_pool, {"advance": (1, 0), "hold": (0, 1)}),
    Bound("6 each costs 1 seal", seals_left, {"": 3, "formation": 2, "reroll": 2, "formation, reroll": 1}),
    Bound("7.3 both apply where one is immune", applied, {0: 1, 1: 2}),
    Bound("7.3 Harass: a token, else a wound", harassed, {0: (0, 5, False), 1: (0, 6, False), 2: (1, 6, False)}),
    Bound("7.3 Harass may destroy", lambda h: harassed(0, h), {1: (0, 0, False), 2: (0, 1, True), 3: (0, 2, False)}),
    Bound(
        "7.3 nothing of an immune one",
        lambda n: harassed(n, 6, "morale_immune"),
        {0: (0, 6, False), 1: (1, 6, False)},
    ),
]


# -- 7.4: the Attack Test ---------------------------------------------------------------------------------------------

TEST = [
    Bound("7.4 a pool is at least 0", blue_with, {-4: 0, -3: 0, -2: 1, 0: 3}),
    Bound("7.4 also as it is shown before", shown_with, {-4: 0, -3: 0, -2: 1, 0: 3}),
    Bound("7.4 after all its modifiers", lambda n: blue_with(n, hold=True), {-5: 0, -4: 0, -3: 1}),
    Bound("3 Boost: +1 and +1", changes(boost=True), {0: (3, 3), 1: (4, 4)}),
    Bound("3 Weak: -1 and -1", changes(weak=True), {0: (3, 3), 1: (2, 2)}),
    Bound(
        "3 a charge: +1 red",
        lambda yes: clash(0, 0, 0, 0, "charge yes" if yes else "charge no").dice("attacker", "red"),
        {0: 0, 1: 1},
    ),
    Bound(
        "3 flanked: -1 blue",
        lambda flag: clash(d={"defence": {"red": 0, "blue": 3}}, contacts=[("rav", "shield", flag, True)]).dice(
            "defender", "blue"
        ),
        {True: 3, False: 2},
    ),
    Bound("3 and no red for the Attacker", trait_dice("attacker", "red", "", contacts=BEHIND), {0: 3, 1: 3}),
    Bound("12 blind_spot", trait_dice("defender", "blue", "blind_spot", contacts=BEHIND), {0: 2, 1: 1}),
    Bound("12 circular_defence", trait_dice("defender", "blue", "circular_defence", contacts=BEHIND), {0: 2, 1: 3}),
    Bound("12 charge_bonus", trait_dice("attacker", "red", "charge_bonus", CHARGE), {0: 4, 1: 5}),
    Bound("12 charge_bonus without a charge", trait_dice("attacker", "red", "charge_bonus"), {0: 3, 1: 3}),
    Bound("12 charge_breaker", trait_dice("defender", "red", "charge_breaker", CHARGE), {0: 3, 1: 4}),
    Bound("12 charge_breaker without a charge", trait_dice("defender", "red", "charge_breaker"), {0: 3, 1: 3}),
    Bound(
        "12 battle_focus with Boost",
        trait_dice("attacker", "red", "battle_focus", "ATC.10.boost spend", a={"boost": True}),
        {0: 4, 1: 5},
    ),
    Bound("12 battle_focus without", trait_dice("attacker", "red", "battle_focus"), {0: 3, 1: 3}),
    Bound(
        "12 attack_stance with an Advance",
        trait_dice("attacker", "red", "attack_stance", DECLARE, "TFP.20 advance", seals=(1, 0)),
        {0: 4, 1: 5},
    ),
    Bound(
        "12 attack_stance with a Hold",
        trait_dice("attacker", "red", "attack_stance", DECLARE, HOLD, seals=(1, 0)),
        {0: 3, 1: 3},
    ),
    Bound("12 exploit_broken at 0 morale", broken, {0: 1, 1: 0}),
    Bound(
        "12 exploit_negative_tokens of a Weak enemy",
        trait_dice("attacker", "red", "exploit_negative_tokens", d={"weak": True}),
        {0: 3, 1: 4},
    ),
    Bound(
        "12 exploit_negative_tokens of a Slow one",
        trait_dice("attacker", "red", "exploit_negative_tokens", d={"slow": True}),
        {0: 3, 1: 4},
    ),
    Bound(
        "12 exploit_negative_tokens of neither",
        trait_dice("attacker", "red", "exploit_negative_tokens"),
        {0: 3, 1: 3},
    ),
    Bound("9 a success from 3 on (red)", counted, {1: 0, 2: 0, 3: 1, 6: 1}),
    Bound("9 a success from 3 on (blue)", blocked, {1: 0, 2: 0, 3: 1, 6: 1}),
    Bound("3 success_on", lambda face: counted(face, success_on=5), {4: 0, 5: 1}),
    Bound("7.4 ATC.30 two 6s on red", extra("red", 6), {0: 0, 1: 0, 2: 1, 3: 1, 5: 1}),
    Bound("7.4 ATC.30 two 1s on blue", extra("blue", 1), {0: 0, 1: 0, 2: 1, 3: 1, 5: 1}),
    Bound("7.4 ATC.30 of the Defender (red)", extra("red", 6, of="d"), {1: 0, 2: 1}),
    Bound("7.4 ATC.30 of the Defender (blue)", extra("blue", 1, of="d"), {1: 0, 2: 1}),
    Bound("7.4 ATC.30 no 1s on red", extra("red", 1), {2: 0, 5: 0}),
    Bound("7.4 ATC.30 no 5s on red", extra("red", 5), {2: 0, 5: 0}),
    Bound("7.4 ATC.30 no 6s on blue", extra("blue", 6), {2: 0, 5: 0}),
    Bound("3 criticals off", extra("red", 6, criticals=False), {1: 0, 2: 0, 5: 0}),
    Bound("7.4 ATC.30 one extra die a colour", both_colours, {1: [], 2: [1, 1], 3: [1, 1]}),
    Bound("7.4 ATC.30 which counts and starts no other", chained, {2: (1, 2), 3: (1, 3), 6: (1, 3)}),
    Bound("7.4 ATC.50 hits less blocks, at least 0", lambda b: inflicted(3, b), {2: (1, 1), 3: (0, 0), 4: (0, 0)}),
    Bound("7.4 ATC.60 not capped by health", lambda hits: inflicted(hits, 0), {5: (5, 5), 6: (6, 6), 7: (7, 7)}),
    Bound("12 demoralizing from 1 inflicted", demoralizing, {0: 3, 1: 1}),
    Bound("12 bloodlust from 1 inflicted", bloodlust, {0: False, 1: True}),
    Bound("12 direct_wounds even with no hits", direct, {0: 2, 1: 3}),
    Bound("12 which no block cancels", lambda b: direct(1, b), {0: 3, 1: 2, 2: 2}),
]


# -- 7.5 to 7.9 and 10: the end ---------------------------------------------------------------------------------------

END = [
    Bound("7.6 more wounds win, equal is the Defender's", winner, {1: "shield", 2: "shield", 3: "rav"}),
    Bound("7.6 0 to 0 too", lambda hits: winner(hits, 0), {0: "shield", 1: "rav"}),
    Bound("7.6 whoever is destroyed loses", lambda h: survivor(h, 1), {1: ("shield", None), 2: ("rav", "hold")}),
    Bound(
        "7.6 both: nobody wins",
        lambda h: survivor(h, 2),
        {1: ("shield", "hold"), 2: (None, None), 3: (None, None)},
    ),
    Bound("7.5 wounds of MEL.40 count", credited, {1: "shield", 2: "rav"}),
    Bound("7.6 the loser loses 1, or a wound", lost, {0: (0, 4), 1: (0, 5), 2: (1, 5)}),
    Bound("7.6 2 if brittle", lambda n: lost(n, "brittle"), {0: (0, 3), 1: (0, 4), 2: (0, 5)}),
    Bound(
        "3 or nothing by option",
        lambda n: lost(n, morale_loss_at_zero="nothing"),
        {0: (0, 5), 1: (0, 5), 2: (1, 5)},
    ),
    Bound("11 never if immune", lambda n: lost(n, "morale_immune"), {0: (0, 5), 1: (1, 5)}),
    Bound("7.7 impossible: a token, or a wound", pressed, {1: (0, 4, "None"), 2: (0, 5, "None")}),
    Bound(
        "7.7 a wound whatever the option says",
        lambda n: pressed(n, morale_loss_at_zero="nothing"),
        {1: (0, 4, "None"), 2: (0, 5, "None")},
    ),
    Bound("7.8 consolidation where that destroys", lambda h: pressed(1, h), {1: (0, 0, "hold"), 2: (0, 1, "None")}),
    Bound("7.9 a Death Curse where hits destroyed", cursed, {1: (5, False), 2: (4, True)}),
    Bound("7.9 Berserk: 1 wound, and the result stands", raging, {1: (0, "rav"), 2: (1, "rav")}),
]


# -- 8: assists -------------------------------------------------------------------------------------------------------

ASSISTS = [
    Bound("8 +1 red for each, without a cap", helpers, {0: 0, 1: 1, 2: 2, 6: 6}),
    Bound("8 +1 blue for each", lambda n: helpers(n, role="defender"), {0: 0, 1: 1, 2: 2, 6: 6}),
    Bound("8 Engaged with nobody but the Defender", lambda n: helpers(1, elsewhere=n), {0: 1, 1: 0, 2: 0}),
    Bound("8 Engaged with nobody but the Attacker", lambda n: helpers(1, role="defender", elsewhere=n), {0: 1, 1: 0}),
    Bound(
        "8 an enemy whose back is turned blocks nobody",
        lambda n: helpers(1, elsewhere=n, facing=False),
        {0: 1, 2: 1},
    ),
    Bound("8 the destroyed assist nobody", lambda h: helpers(1, health=h), {0: 0, 1: 1}),
]


BOUNDS = [*ASKED, *FORMATIONS, *TEST, *END, *ASSISTS]


@pytest.mark.parametrize("bound", BOUNDS, ids=lambda bound: bound.rule)
def test_both_sides_of_every_bound(bound: Bound) -> None:
    bound.holds()
