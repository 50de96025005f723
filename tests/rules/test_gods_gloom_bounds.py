"""Every cap, bound and "at least" of God's Gloom in one table, from the top of its digest to the end: both sides tried.

A row is a rule, a probe, and what the probe finds for numbers on both sides of the bound. Probes play a melee without
dice where they can: automatic hits and blocks stand for what dice would show.
"""

from __future__ import annotations

import pytest

from companion.rules.gods_gloom.traits import malformed
from tests.rules import gloom_bounds as rest
from tests.rules import gloom_bounds_melee as melee
from tests.rules.bounds import Bound, within
from tests.rules.gloom import DECLARE, HOLD, KEEP, clash, rolled, unit

BEHIND = [("rav", "shield", False, True)]
CHARGE = "charge yes"


# -- 2: fields --------------------------------------------------------------------------------------------------------

FIELDS = [
    *(
        Bound(f"2 {field} {key} 0 to 20", rest.pool_with(field, key), within(0, 20))
        for field in ("offence", "defence")
        for key in ("red", "blue", "auto_hits", "auto_blocks")
    ),
    Bound("2 morale_max 0 to 10", rest.unit_with("morale_max"), within(0, 10)),
    Bound("2 health_max 1 to 30", rest.unit_with("health_max"), within(1, 30)),
    Bound("2 speed 0 to 10", rest.unit_with("speed"), within(0, 10)),
    Bound("2 single_rerolls 0 to 5", rest.unit_with("single_rerolls"), within(0, 5)),
    Bound("2 morale 0 to morale_max", rest.unit_with("morale"), within(0, 2)),
    Bound("2 health 0 to health_max", rest.unit_with("health"), within(0, 5)),
    Bound("2 destroyed as soon as health is 0", lambda n: unit("rav", "p1", health=n).destroyed, {0: True, 1: False}),
    Bound("2 wounds are what health lacks", lambda n: unit("rav", "p1", health=n).wounds, {0: 5, 4: 1, 5: 0}),
    Bound("2 activations at least 0", rest.unit_with("activations"), {-1: False, 0: True, 1: True}),
    Bound("2 command_seals 0 to 20", rest.side_with("command_seals"), within(0, 20)),
    Bound("4 activations_left 0 to 60", rest.side_with("activations_left"), within(0, 60)),
    Bound("12 manual red dice -20 to 20", rest.unit_with("modifier_red"), within(-20, 20)),
    Bound("12 manual blue dice -20 to 20", rest.unit_with("modifier_blue"), within(-20, 20)),
    Bound(
        "12 X is a number of one or two digits", lambda x: malformed(f"direct_wounds:{x}") == "", {99: True, 100: False}
    ),
    *(
        Bound(f"3 {name} {lo} to {hi}", rest.option(name), within(lo, hi))
        for name, lo, hi in (
            ("rounds", 1, 30),
            ("command_seals", 0, 20),
            ("success_on", 2, 6),
            ("charge_attacker_red", 0, 5),
            ("flank_attacker_red", -5, 5),
            ("flank_defender_blue", -5, 5),
            ("boost_red", 0, 5),
            ("boost_blue", 0, 5),
            ("weak_red", -5, 0),
            ("weak_blue", -5, 0),
            ("upkeep_morale_recovery", 0, 10),
            ("activations_per_round", 0, 60),
        )
    ),
]


# -- 4: rounds and activations ----------------------------------------------------------------------------------------

ROUNDS = [
    Bound("2 two players", rest.players, {1: False, 2: True, 3: False}),
    Bound("2 command seals are handed out in round 1", rest.seals_in_round, {1: 3, 2: 0}),
    Bound("3 activations: one a living unit", rest.activations, {1: 1, 3: 3, 4: 4}),
    Bound("3 activations: or as many as the option says", rest.fixed, {0: 2, 1: 1, 5: 5}),
    Bound("4 again only if no unit waits", rest.again, {0: "", 1: "already activated, and others have not been"}),
    Bound("4 only with an activation left", rest.left, {0: "its player has no activation left", 1: ""}),
    Bound(
        "4 again: 1 token, or 1 wound at none", rest.repeated, {0: (0, 4, False), 1: (0, 5, False), 2: (1, 5, False)}
    ),
    Bound(
        "4 again at none may make Weak",
        lambda h: rest.repeated(0, h),
        {3: (0, 2, False), 2: (0, 1, True), 1: (0, 0, False)},
    ),
    Bound(
        "4 each activation counts, and is forgotten at the end",
        rest.counted,
        {0: (0, 3, 0), 1: (1, 2, 0), 2: (2, 1, 0)},
    ),
    Bound("4 what is left of them too", rest.left_over, {0: 0, 2: 0}),
    Bound("4 upkeep up to morale_max", rest.upkeep, {0: 2, 1: 3, 2: 3, 3: 3}),
    Bound("4 the last round ends the game", rest.over_after, {1: False, 2: True}),
    Bound("4 one player with units: over", rest.sides_with_units, {0: True, 1: True, 2: False}),
    Bound("4 one Standard Action", rest.actions_used, {0: "", 1: "action_used"}),
    Bound("6 pace with Slow, plain, with Fast", rest.pace, {0: (0, 0, 1), 1: (0, 1, 2), 2: (1, 2, 3)}),
]


# -- 5 and 6: contacts, wounds, morale, tokens ------------------------------------------------------------------------

TOKENS = [
    Bound("5 one contact a pair", rest.contacts, {1: 1, 2: 1}),
    Bound("5 a contact of the destroyed is none", rest.listed, {0: 0, 1: 2}),
    Bound("5 engaged by the flag", rest.engaged, {False: 0, True: 1}),
    Bound("5 circular_defence: always", lambda flag: rest.engaged(flag, ("circular_defence",)), {False: 1, True: 1}),
    Bound(
        "6 Weak at exactly 1 health",
        rest.wounded,
        {3: (2, False, False), 2: (1, True, False), 1: (0, False, True)},
    ),
    Bound(
        "6 Weak only where health fell to 1", lambda n: rest.wounded(1, n), {0: (1, False, False), 1: (0, False, True)}
    ),
    Bound(
        "6 health never below 0",
        lambda n: rest.wounded(3, n),
        {1: (2, False, False), 2: (1, True, False), 3: (0, False, True), 4: (0, False, True)},
    ),
    Bound(
        "6 two tokens lost: each that is not there is a wound",
        rest.demoralised,
        {3: (1, 6), 2: (0, 6), 1: (0, 5), 0: (0, 4)},
    ),
    Bound("6 until it is destroyed", lambda h: rest.demoralised(1, h), {2: (0, 1), 1: (0, 0)}),
    Bound("6 Boost against Weak", lambda held: rest.gained("boost", held), {"": (True, False), "weak": (False, False)}),
    Bound("6 Weak against Boost", lambda held: rest.gained("weak", held), {"": (False, True), "boost": (False, False)}),
]


# -- 7.0 and 7.1: what is legal, what is asked ------------------------------------------------------------------------

ASKED = [
    Bound("7.0 the Attacker needs 1 morale", melee.legal_with, {0: "attacker_no_morale", 1: "", 2: ""}),
    Bound("7.0 but not with blind_rage", lambda n: melee.legal_with(n, "blind_rage"), {0: "", 1: ""}),
    Bound("7.1 #3 berserk with the opponent in its zone", melee.berserk, {False: 0, True: 1}),
    Bound("7.1 #3 and what it will cost is shown", melee.rage_shown, {0: "", 1: "1 wound at the end"}),
    Bound("7.1 #5 declaring needs a seal (Attacker)", lambda n: melee.declaring(n, 0), {0: (0, 0), 1: (1, 0)}),
    Bound("7.1 #5 declaring needs a seal (Defender)", lambda n: melee.declaring(0, n), {0: (0, 0), 1: (1, 0)}),
    Bound("7.1 #5 both", lambda n: melee.declaring(n, n), {0: (0, 0), 1: (2, 0)}),
    Bound("7.1 #6 exactly one declared", melee.last_chance, {0: 0, 1: 1, 2: 0}),
    Bound(
        "7.1 #6 and the other has a seal",
        lambda n: melee.declaring(1, n, DECLARE, HOLD),
        {0: (1, 0), 1: (2, 1)},
    ),
    Bound("7.1 #9 Boost", lambda has: clash(a={"boost": bool(has)}).asked("ATC.10.boost"), {0: 0, 1: 1}),
    Bound("7.1 #11 a pool reroll needs 1 seal", lambda n: melee.pool_asked(n, 1, KEEP), {0: 0, 1: 1}),
    Bound(
        "7.1 #11 that was not spent",
        lambda n: melee.pool_asked(n, 1, DECLARE, HOLD, "ATC.10 [1 / 1]"),
        {1: 0, 2: 1},
    ),
    Bound("7.1 #11 and a pool that is not empty", lambda n: melee.pool_asked(1, n), {0: 0, 1: 1}),
    Bound("7.1 #11 whatever it shows", lambda face: melee.pool_asked(1, 1, f"ATC.10 [{face}]"), {2: 1, 3: 1}),
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
    Bound("7.1 #12 as many single rerolls as there are", melee.singles, {0: 0, 1: 1, 2: 2}),
    Bound("7.1 #12 of a pool that is not empty", lambda n: melee.singles(1, n), {0: 0, 1: 1}),
    Bound("7.1 #16 a push needs both alive", melee.pushes, {1: 1, 2: 0}),
    Bound("7.1 #16 and no immovable", lambda hits: melee.pushes(hits, "immovable"), {1: 0, 2: 0}),
    Bound("7.1 #17 standing needs a token after the loss", melee.stands, {1: 0, 2: 1}),
    Bound("7.1 #17 and one that can be lost", lambda n: melee.stands(n, "morale_immune"), {1: 0, 2: 0}),
    Bound(
        "7.1 #18 0 to 3 hexes, of which only none matters",
        melee.hexes,
        {-1: "refused", 0: "impossible", 1: "pushed", 3: "pushed", 4: "refused"},
    ),
    Bound("7.1 effects: 1 wound to health_max", lambda n: melee.amount("MEL.10", n), within(1, 5)),
    Bound("7.1 effects: more at MEL.40, where they count", lambda n: melee.amount("MEL.40", n), within(1, 30)),
    Bound("7.1 effects: no more morale than there is to lose", melee.morale_amount, within(1, 7)),
    Bound("9 as many faces as dice", lambda n: melee.faces_taken(*[3] * n), {1: False, 2: True, 3: False}),
    Bound("9 faces 1 to 6", lambda face: melee.faces_taken(3, face), within(1, 6)),
]


# -- 7.3: formations --------------------------------------------------------------------------------------------------

FORMATIONS = [
    Bound("7.3 Advance and Hold: 1 die", melee.declared_pool, {"advance": (1, 0), "hold": (0, 1)}),
    Bound("6 each costs 1 seal", melee.seals_left, {"": 3, "formation": 2, "reroll": 2, "formation, reroll": 1}),
    Bound("7.3 both apply where one is immune", melee.applied, {0: 1, 1: 2}),
    Bound("7.3 Harass: a token, else a wound", melee.harassed, {0: (0, 5, False), 1: (0, 6, False), 2: (1, 6, False)}),
    Bound(
        "7.3 Harass may destroy", lambda h: melee.harassed(0, h), {1: (0, 0, False), 2: (0, 1, True), 3: (0, 2, False)}
    ),
    Bound(
        "7.3 nothing of an immune one",
        lambda n: melee.harassed(n, 6, "morale_immune"),
        {0: (0, 6, False), 1: (1, 6, False)},
    ),
]


# -- 7.4: the Attack Test ---------------------------------------------------------------------------------------------

TEST = [
    Bound("7.4 a pool is at least 0", melee.blue_with, {-4: 0, -3: 0, -2: 1, 0: 3}),
    Bound("7.4 also as it is shown before", melee.shown_with, {-4: 0, -3: 0, -2: 1, 0: 3}),
    Bound("7.4 after all its modifiers", lambda n: melee.blue_with(n, hold=True), {-5: 0, -4: 0, -3: 1}),
    Bound("3 Boost: +1 and +1", melee.changes(boost=True), {0: (3, 3), 1: (4, 4)}),
    Bound("3 Weak: -1 and -1", melee.changes(weak=True), {0: (3, 3), 1: (2, 2)}),
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
    Bound("3 and no red for the Attacker", melee.trait_dice("attacker", "red", "", contacts=BEHIND), {0: 3, 1: 3}),
    Bound("12 blind_spot", melee.trait_dice("defender", "blue", "blind_spot", contacts=BEHIND), {0: 2, 1: 1}),
    Bound(
        "12 circular_defence", melee.trait_dice("defender", "blue", "circular_defence", contacts=BEHIND), {0: 2, 1: 3}
    ),
    Bound("12 charge_bonus", melee.trait_dice("attacker", "red", "charge_bonus", CHARGE), {0: 4, 1: 5}),
    Bound("12 charge_bonus without a charge", melee.trait_dice("attacker", "red", "charge_bonus"), {0: 3, 1: 3}),
    Bound("12 charge_breaker", melee.trait_dice("defender", "red", "charge_breaker", CHARGE), {0: 3, 1: 4}),
    Bound("12 charge_breaker without a charge", melee.trait_dice("defender", "red", "charge_breaker"), {0: 3, 1: 3}),
    Bound(
        "12 battle_focus with Boost",
        melee.trait_dice("attacker", "red", "battle_focus", "ATC.10.boost spend", a={"boost": True}),
        {0: 4, 1: 5},
    ),
    Bound("12 battle_focus without", melee.trait_dice("attacker", "red", "battle_focus"), {0: 3, 1: 3}),
    Bound(
        "12 attack_stance with an Advance",
        melee.trait_dice("attacker", "red", "attack_stance", DECLARE, "TFP.20 advance", seals=(1, 0)),
        {0: 4, 1: 5},
    ),
    Bound(
        "12 attack_stance with a Hold",
        melee.trait_dice("attacker", "red", "attack_stance", DECLARE, HOLD, seals=(1, 0)),
        {0: 3, 1: 3},
    ),
    Bound("12 exploit_broken at 0 morale", melee.broken, {0: 1, 1: 0}),
    Bound("9 a success from 3 on (red)", melee.counted, {1: 0, 2: 0, 3: 1, 6: 1}),
    Bound("9 a success from 3 on (blue)", melee.blocked, {1: 0, 2: 0, 3: 1, 6: 1}),
    Bound("3 success_on", lambda face: melee.counted(face, success_on=5), {4: 0, 5: 1}),
    Bound("7.4 ATC.30 two 6s on red", melee.extra("red", 6), {0: 0, 1: 0, 2: 1, 3: 1, 5: 1}),
    Bound("7.4 ATC.30 two 1s on blue", melee.extra("blue", 1), {0: 0, 1: 0, 2: 1, 3: 1, 5: 1}),
    Bound("7.4 ATC.30 of the Defender (red)", melee.extra("red", 6, of="d"), {1: 0, 2: 1}),
    Bound("7.4 ATC.30 of the Defender (blue)", melee.extra("blue", 1, of="d"), {1: 0, 2: 1}),
    Bound("7.4 ATC.30 no 1s on red", melee.extra("red", 1), {2: 0, 5: 0}),
    Bound("7.4 ATC.30 no 5s on red", melee.extra("red", 5), {2: 0, 5: 0}),
    Bound("7.4 ATC.30 no 6s on blue", melee.extra("blue", 6), {2: 0, 5: 0}),
    Bound("3 criticals off", melee.extra("red", 6, criticals=False), {1: 0, 2: 0, 5: 0}),
    Bound("7.4 ATC.30 one extra die a colour", melee.both_colours, {1: [], 2: [1, 1], 3: [1, 1]}),
    Bound("7.4 ATC.30 which counts and starts no other", melee.chained, {2: (1, 2), 3: (1, 3), 6: (1, 3)}),
    Bound(
        "7.4 ATC.50 hits less blocks, at least 0", lambda b: melee.inflicted(3, b), {2: (1, 1), 3: (0, 0), 4: (0, 0)}
    ),
    Bound("7.4 ATC.60 not capped by health", lambda hits: melee.inflicted(hits, 0), {5: (5, 5), 6: (6, 6), 7: (7, 7)}),
    Bound("12 demoralizing from 1 inflicted", melee.demoralizing, {0: 3, 1: 1}),
    Bound("12 bloodlust from 1 inflicted", melee.bloodlust, {0: False, 1: True}),
    Bound("12 direct_wounds even with no hits", melee.direct, {0: 2, 1: 3}),
    Bound("12 which no block cancels", lambda b: melee.direct(1, b), {0: 3, 1: 2, 2: 2}),
]


# -- 7.5 to 7.9 and 10: the end ---------------------------------------------------------------------------------------

END = [
    Bound("7.6 more wounds win, equal is the Defender's", melee.winner, {1: "shield", 2: "shield", 3: "rav"}),
    Bound("7.6 0 to 0 too", lambda hits: melee.winner(hits, 0), {0: "shield", 1: "rav"}),
    Bound("7.6 whoever is destroyed loses", lambda h: melee.survivor(h, 1), {1: ("shield", None), 2: ("rav", "hold")}),
    Bound(
        "7.6 both: nobody wins",
        lambda h: melee.survivor(h, 2),
        {1: ("shield", "hold"), 2: (None, None), 3: (None, None)},
    ),
    Bound("7.5 wounds of MEL.40 count", melee.credited, {1: "shield", 2: "rav"}),
    Bound("7.6 the loser loses 1, or a wound", melee.lost, {0: (0, 4), 1: (0, 5), 2: (1, 5)}),
    Bound("7.6 2 if brittle", lambda n: melee.lost(n, "brittle"), {0: (0, 3), 1: (0, 4), 2: (0, 5)}),
    Bound(
        "3 or nothing by option",
        lambda n: melee.lost(n, morale_loss_at_zero="nothing"),
        {0: (0, 5), 1: (0, 5), 2: (1, 5)},
    ),
    Bound("11 never if immune", lambda n: melee.lost(n, "morale_immune"), {0: (0, 5), 1: (1, 5)}),
    Bound("7.7 impossible: a token, or a wound", melee.pressed, {1: (0, 4, "None"), 2: (0, 5, "None")}),
    Bound(
        "7.7 a wound whatever the option says",
        lambda n: melee.pressed(n, morale_loss_at_zero="nothing"),
        {1: (0, 4, "None"), 2: (0, 5, "None")},
    ),
    Bound(
        "7.8 consolidation where that destroys", lambda h: melee.pressed(1, h), {1: (0, 0, "hold"), 2: (0, 1, "None")}
    ),
    Bound("7.9 a Death Curse where hits destroyed", melee.cursed, {1: (5, False), 2: (4, True)}),
    Bound("7.9 Berserk: 1 wound, and the result stands", melee.raging, {1: (0, "rav"), 2: (1, "rav")}),
]


# -- 8: assists -------------------------------------------------------------------------------------------------------

ASSISTS = [
    Bound("8 +1 red for each, without a cap", melee.helpers, {0: 0, 1: 1, 2: 2, 6: 6}),
    Bound("8 +1 blue for each", lambda n: melee.helpers(n, role="defender"), {0: 0, 1: 1, 2: 2, 6: 6}),
    Bound("8 Engaged with nobody but the Defender", lambda n: melee.helpers(1, elsewhere=n), {0: 1, 1: 0, 2: 0}),
    Bound(
        "8 Engaged with nobody but the Attacker", lambda n: melee.helpers(1, role="defender", elsewhere=n), {0: 1, 1: 0}
    ),
    Bound(
        "8 an enemy whose back is turned blocks nobody",
        lambda n: melee.helpers(1, elsewhere=n, facing=False),
        {0: 1, 2: 1},
    ),
    Bound("8 the destroyed assist nobody", lambda h: melee.helpers(1, health=h), {0: 0, 1: 1}),
]


BOUNDS = [*FIELDS, *ROUNDS, *TOKENS, *ASKED, *FORMATIONS, *TEST, *END, *ASSISTS]


@pytest.mark.parametrize("bound", BOUNDS, ids=lambda bound: bound.rule)
def test_both_sides_of_every_bound(bound: Bound) -> None:
    bound.holds()


def test_every_rule_stands_in_the_table_once_and_with_both_sides() -> None:
    rules = [bound.rule for bound in BOUNDS]
    assert len(rules) == len(set(rules))
    assert all(len(bound.finds) > 1 for bound in BOUNDS)
