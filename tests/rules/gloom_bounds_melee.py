"""Probes for the bounds of God's Gloom: what is legal and asked, formations, the Attack Test, its end, assists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.requests import Roll
from companion.rules.gods_gloom.units import Pool
from companion.testing import drive
from tests.rules.bounds import taken
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
from tests.rules.scene import begun

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
    rows = {row.key: row.value for standing in session.standings for row in standing.rows}
    return str(rows.get("frenzy", ""))


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
    one = clash(
        0,
        0,
        0,
        0,
        DECLARE,
        DECLARE,
        "TFP.20 p1 harass",
        "TFP.20 p2 advance",
        d={"traits": ("morale_immune",) * immune},
        seals=(1, 1),
    )
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
    rows = {row.key: row.value for standing in session.standings for row in standing.rows}
    return int(rows["pool.defender.blue"])


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
    bare = Pool(0, 0)
    fighters = [unit("rav", "p1", offence={**NONE}), unit("shield", "p2", defence={**NONE})]
    on = table([*fighters, *friends, *others], [("rav", "shield"), *touching, *beside])
    assert on.unit("rav").offence == bare
    session = begun(on, "melee", {"attacker": "rav"})
    out = drive(session, [("target", "shield")], strict=False, default=peaceful)
    return int(out["pools"][role]["red" if role == "attacker" else "blue"])
