"""Every cap, bound and threshold of the rules of Speedies, with both sides of each, from field to aftermath.

A line is a place in the rules (`docs/rules/speedies.md` has their steps), what play makes of a value, and values on
either side of the bound with what must come of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from companion.rules.speedies.catalog import IMPROVEMENTS, OUT_OF_SIGHT, arm, row
from companion.rules.speedies.checks import weapon_faults
from companion.rules.speedies.conditions import recovered
from companion.rules.speedies.falls import height_of
from companion.rules.speedies.melee.hits import band_of, injury_status
from companion.rules.speedies.melee.needs import due_now
from companion.rules.speedies.stat_check_dice import kept, passes
from companion.rules.speedies.turn.engage import halves_of_reach, walk
from companion.rules.speedies.units import Spell, Warband
from tests.rules.speedies_aftermath import henchman, hero
from tests.rules.speedies_bounds import (
    again_after,
    asked_after,
    asked_with,
    attacks,
    blight,
    cast,
    earned,
    ends_by_turns,
    falls,
    fits,
    held,
    in_a_row,
    leader_asked,
    limit,
    lost_with,
    major,
    many,
    may_strike,
    melee_after,
    most_hired,
    must_test,
    open_in,
    option_fits,
    order,
    rout_asked,
    routs,
    scar,
    shot,
    shuffles,
    side_fits,
    status,
    struck,
    times,
    treasure_asked,
    underdog,
    ways,
)
from tests.rules.speedies_setups import plain

Line = tuple[str, Callable[[Any], object], Sequence[tuple[Any, object]]]
"""Where it stands, what play makes of a value, and values with what comes of them, on both sides of every bound."""

OUT = "incapacitated"


def both(low: int, high: int) -> list[tuple[Any, object]]:
    """A bound below and one above, each with the number beside it that is refused."""
    return [(low - 1, False), (low, True), (high, True), (high + 1, False)]


# -- from top to bottom -----------------------------------------------------------------------------------

FIELDS: list[Line] = [
    ("2 move", fits("move"), both(4, 10)),
    *((f"2 {stat}", fits(stat), both(5, 20)) for stat in ("melee", "ranged", "defence", "agility", "morale")),
    ("2 ranged and defence may be none", lambda stat: fits(stat)(None), [("ranged", True), ("defence", True)]),
    ("2 armour", fits("defence_bonus"), both(0, 12)),
    ("2 attacks", fits("attacks"), both(1, 3)),
    ("2 bonus attacks", fits("bonus_attacks"), both(0, 3)),
    ("2 Wounds as printed", fits("max_wounds"), both(1, 3)),
    ("2 Wounds", fits("wounds", max_wounds=2), both(0, 2)),
    ("2 Injury", fits("injury"), both(-5, 5)),
    ("2 Pierce", fits("pierce"), both(-5, 5)),
    ("2 Melee Advantage", fits("melee_advantage"), both(-1, 1)),
    ("2 Defence Advantage", fits("defence_advantage"), both(-1, 1)),
    ("2 what a unit resists", fits("injury_resist"), both(0, 5)),
    ("2 weapons", lambda n: not any(weapon_faults("a", arm(*["Dagger"] * n))), [(0, True), (2, True), (3, False)]),
    (
        "2 gear that fills both hands, and that is never one of a pair",
        lambda name: not any(weapon_faults("a", arm("Sword", name))),
        [
            *((name, True) for name in ("Dagger", "Sword", "Axe", "Hammer", "Fighting Claws")),
            *((name, False) for name in ("Spear", "Pike", "Great Sword", "Great Hammer")),
        ],
    ),
    ("2 one of them alone", lambda n: not any(weapon_faults("a", arm(n))), [("Spear", True), ("Great Sword", True)]),
    ("8 a new warband", lambda field: getattr(Warband(id="R"), field), [("gold", 500), ("hero_slots", 3)]),
    ("2 hero slots", side_fits("hero_slots"), both(1, 6)),
    ("7 what always fails", option_fits("auto_fail_max"), both(1, 4)),
    ("8 size of a warband", option_fits("aftermath_warband_size"), [(11, False), (12, True), (15, True), (18, True)]),
    ("8 no size between", option_fits("aftermath_warband_size"), [(13, False), (17, False), (19, False)]),
]

TURN: list[Line] = [
    ("3 rout at six lost", rout_asked, [(5, False), (6, True), (7, True)]),
    ("3 Treasure of the enemy counts", lambda lost: rout_asked(lost, treasure=True), [(4, False), (5, True)]),
    ("3 seven for the largest", lambda lost: rout_asked(lost, threshold=7), [(6, False), (7, True)]),
    ("3 the best Morale of its heroes tests", routs, [(7, True), (8, False)]),
    (
        "3 recovery",
        recovered,
        [("stunned", "dazed"), ("dazed", "staggered"), ("staggered", "ok"), ("ok", "ok")],
    ),
    ("3 no Treasure in the first turn", treasure_asked, [(1, False), (2, True)]),
    ("3 a token has to be there", lambda tokens: treasure_asked(tokens=tokens), [(0, False), (1, True)]),
    ("3 one token each", lambda has: treasure_asked(treasure=has), [(True, False), (False, True)]),
    ("3 no Engage in the first turn", open_in("engage", "engage"), [(1, False), (2, True)]),
    ("3 no Ranged in the first turn", open_in("ranged", "shoot", ranged=12), [(1, False), (2, True)]),
    (
        "3 no harmful spell in the first turn",
        open_in("cast", "cast", spells=(Spell("Hex", harmful=True),)),
        [(1, False), (2, True)],
    ),
    ("3 any other spell", open_in("cast", "cast", spells=(Spell("Ward"),)), [(1, True), (2, True)]),
    ("3 a Run is half as far again", lambda n: ways(move=n), [(5, ['move 5"', 'run 7½"']), (6, ['move 6"', 'run 9"'])]),
    ("3 a carrier does not Run", lambda has: ways(treasure=has), [(False, ['move 6"', 'run 9"']), (True, ['move 6"'])]),
    (
        "3 the staggered move half",
        lambda n: ways(move=n, status="staggered")[0],
        [(5, 'move 3"'), (6, 'move 3"'), (7, 'move 4"')],
    ),
    (
        "3 the dazed shuffle an inch",
        lambda n: ways(status="dazed", move=n),
        [(4, ['shuffle 1"']), (10, ['shuffle 1"'])],
    ),
    ("3 only past an enemy with another target", shuffles, [(False, False), (True, True)]),
    ("3 cover takes 3 Pierce", lambda die: shot(15, die, cover=True)[0], [(14, "stunned"), (15, "ok")]),
    ("3 no cover", lambda die: shot(15, die)[0], [(17, "stunned"), (18, "ok")]),
    (
        "3 having moved takes 3 more",
        lambda die: shot(15, die, cover=True, moved=True)[0],
        [(11, "stunned"), (12, "ok")],
    ),
    ("3 a shot needs Rgd", lambda die: shot(*([die] if die < 12 else [die, 1]))[0], [(11, "ok"), (12, "dazed")]),
    (
        "3 a milder injury by a shot than the present one is ignored",
        lambda die: shot(die, theirs={"status": "stunned", "defence": None})[0],
        [(14, "stunned"), (17, "stunned"), (18, OUT)],
    ),
    (
        "3 a graver one is not",
        lambda die: shot(die, theirs={"status": "dazed", "defence": None})[0],
        [(14, "dazed"), (15, "stunned")],
    ),
    ("3 a cast", cast, [(11, False), (12, True)]),
    ("3 2 harder when engaged", lambda die: cast(die, touching=True), [(13, False), (14, True)]),
    ("3 2 harder after a Run", lambda die: cast(die, ran=True), [(13, False), (14, True)]),
    ("3 and 2 in all", lambda die: cast(die, touching=True, ran=True), [(13, False), (14, True)]),
    ("3 the last turn (option)", ends_by_turns, [(19, False), (20, True)]),
    (
        "4 staggered: half Move, rounded up",
        lambda m: walk(plain("a", "R", move=m, status="staggered")),
        [(5, 3), (6, 3), (7, 4)],
    ),
    (
        "5 sight of the target: half as far again, in half inches",
        lambda m: halves_of_reach(plain("a", "R", move=m), 3, False),
        [(5, 15), (6, 18)],
    ),
    ("5 out of sight", lambda die: row(OUT_OF_SIGHT, die).halves, [(1, 1), (5, 1), (6, 2), (15, 2), (16, 3), (20, 3)]),
    ("5 difficult ground: 2 inches", lambda m: halves_of_reach(plain("a", "R", move=m), 2, True), [(4, 4), (6, 8)]),
    (
        "5 and never below nothing",
        lambda halves: halves_of_reach(plain("a", "R", move=4, status="staggered"), halves, True),
        [(2, 0), (3, 2)],
    ),
    ("5 Fear, of one that causes it", lambda own: must_test(own, True), [(False, True), (True, False)]),
    ("5 Fear, of one that does not", lambda own: must_test(own, False), [(False, False), (True, False)]),
    ("5 a Leader is asked for where better", leader_asked, [(9, True), (10, False)]),
]

BARE: dict[str, Any] = {"defence": None}
SHIELD: dict[str, Any] = {"defence": None, "defence_bonus": 4}
SHARP: dict[str, Any] = {"melee": 5, "weapons": ("Pike",)}

ORDER: list[Line] = [
    ("M2 two combats or more", lambda n: asked_with(n, apart=True), [(1, "melee_check"), (2, "choose_combat")]),
    (
        "M3 who Engaged",
        lambda a: order({"engaged_this_turn": a, "agility": 12}, {"agility": 5}),
        [(True, "a"), (False, "x")],
    ),
    ("M3 smaller first", lambda n: order({"agility": n}, {"agility": 10}), [(9, "a"), (11, "x")]),
    ("M3 bigger first", lambda n: order({"agility": n}, {"agility": 10}, "rating"), [(9, "x"), (11, "a")]),
    ("M3 draws roll again", again_after, [(9, False), (10, True), (11, False)]),
    ("M3 and again", lambda die: again_after(10, die), [(9, False), (10, True), (11, False)]),
    (
        "M4 two in a row or more",
        lambda sides: in_a_row(*sides),
        [("RK", "melee_check"), ("RRK", "activate"), ("RKR", "melee_check")],
    ),
    (
        "M5 two weapons",
        lambda names: attacks(*names),
        [((), 1), (("Axe",), 1), (("Axe", "Axe"), 2), (("Axe", "Sword"), 2)],
    ),
    ("M5 printed and bonus attacks", lambda n: attacks("Sword", "Axe", attacks=n, bonus_attacks=3), [(1, 5), (3, 7)]),
    ("M5 two targets or more", asked_with, [(1, "melee_check"), (2, "declare")]),
    ("M5 the standing shield the helpless", may_strike, [(True, ["y"]), (False, ["x", "y"])]),
    (
        "M5 a coup de grace",
        lambda shield: may_strike(shield, coup_de_grace=True),
        [(True, ["x", "y"]), (False, ["x", "y"])],
    ),
    ("M5 both weapons strike", lambda left: len(due_now(arm("Sword", "Axe"), arm("Sword"), left)), [(1, 1), (2, 0)]),
    ("M6 two targets declared", lambda of: asked_with(2, "x0", of), [("x0", "melee_check"), ("x1", "resolve_next")]),
]

MELEE_CHECKS: list[Line] = [
    ("M7 a hit", asked_after, [(13, "melee_check"), (14, "defence_check")]),
    ("M7 +2", lambda die: asked_after(die, mine={"weapons": ("Spear",)}), [(11, "melee_check"), (12, "defence_check")]),
    ("M7 4 always fails", lambda die: asked_after(die, mine=SHARP), [(4, "melee_check"), (5, "defence_check")]),
    (
        "M7 or 1 (option)",
        lambda die: asked_after(die, mine=SHARP, auto_fail_max=1),
        [(1, "melee_check"), (2, "defence_check")],
    ),
    ("M7 a 20 is two hits", many, [(19, 1), (20, 2)]),
    ("M7 a 20 always hits", lambda die: passes(die, 25, 4), [(19, False), (20, True)]),
    ("M7 the one of two that counts", lambda lean: kept([3, 17], lean), [(1, [17]), (-1, [3]), (0, [3, 17])]),
    ("M7 of each pair", lambda lean: kept([3, 9, 12, 4], lean), [(1, [9, 12]), (-1, [3, 4])]),
    ("M7 a dazed target", lambda status: many(theirs={"status": status}), [("staggered", 1), ("dazed", 2)]),
    ("M7 a staggered striker", lambda status: many(mine={"status": status}), [("ok", 1), ("staggered", 2)]),
    (
        "M7 both cancel",
        lambda status: many(mine={"status": status}, theirs={"status": "dazed"}),
        [("ok", 2), ("staggered", 1)],
    ),
    ("M7 by the situation", lambda n: many(mine={"melee_advantage": n}), [(-1, 2), (0, 1), (1, 2)]),
    ("M7 unarmed", lambda own: many(mine={"weapons": (), "natural_weapons": own}), [(True, 1), (False, 2)]),
    (
        "2 Hero Killer",
        lambda die: asked_after(die, mine={"skills": ("Hero Killer",)}),
        [(17, "defence_check"), (18, "promotes")],
    ),
]

DEFENCE: list[Line] = [
    ("M8 a Defence Check", held, [(17, False), (18, True)]),
    ("M8 armour", lambda die: held(die, theirs={"defence_bonus": 4}), [(13, False), (14, True)]),
    ("M8 Pierce", lambda die: held(die, {"pierce": 2}, {"defence_bonus": 4}), [(15, False), (16, True)]),
    (
        "M8 Pierce of the weapon too",
        lambda die: held(die, {"pierce": -2, "weapons": ("Sword",)}, {"defence_bonus": 4}),
        [(14, False), (15, True)],
    ),
    ("M8 4 always fails", lambda die: held(die, theirs={"defence": 5, "defence_bonus": 12}), [(4, False), (5, True)]),
    ("M8 a 20 always holds", lambda die: held(die, {"pierce": 5}, {"defence": 20}), [(19, False), (20, True)]),
    (
        "M8 no roll without Defence and armour",
        lambda armour: asked_after(14, theirs={"defence": None, "defence_bonus": armour}),
        [(0, ""), (1, "defence_check")],
    ),
    ("M8 21 without Defence", lambda die: held(die, theirs=SHIELD), [(16, False), (17, True)]),
    ("9.8 Pierce 3 makes it 20", lambda die: held(die, {"pierce": 3}, SHIELD), [(19, False), (20, True)]),
    ("M8 a staggered target", lambda status: many(14, theirs={"status": status}), [("ok", 1), ("staggered", 2)]),
    ("M8 a dazed one", lambda status: many(14, 14, theirs={"status": status}), [("dazed", 1)]),
    ("M8 by the situation", lambda n: many(14, theirs={"defence_advantage": n}), [(-1, 2), (0, 1), (1, 2)]),
]

WOUNDS: list[Line] = [
    (
        "M9 one failure, so many Wounds",
        lambda wounds: struck(14, theirs={"max_wounds": wounds, **BARE}),
        [(1, ("dazed", 1)), (2, ("ok", 1)), (3, ("ok", 2))],
    ),
    (
        "M9 two failures, so many Wounds",
        lambda wounds: asked_after(20, theirs={"max_wounds": wounds, **BARE}),
        [(1, "promotes"), (2, "random_hit"), (3, "melee_check")],
    ),
    (
        "M9 the dazed, whatever their Wounds",
        lambda die: struck(14, 13, die, theirs={"status": "dazed", "max_wounds": 3}),
        [(17, (OUT, 0)), (18, ("dazed", 3))],
    ),
    ("M9 the stunned", lambda n: struck(theirs={"status": "stunned", "max_wounds": n}), [(1, (OUT, 0)), (3, (OUT, 0))]),
    (
        "M9 the dazed lose Wounds first (option)",
        lambda n: struck(14, 13, 1, theirs={"status": "dazed", "max_wounds": n}, injured_multiwound_buffer=True),
        [(1, (OUT, 0)), (2, ("dazed", 1)), (3, ("dazed", 2))],
    ),
    (
        "M9 the stunned too",
        lambda n: struck(
            mine={"attacks": n}, theirs={"status": "stunned", "max_wounds": 2}, injured_multiwound_buffer=True
        ),
        [(1, ("stunned", 1)), (2, (OUT, 0)), (3, (OUT, 0))],
    ),
    ("M9 bands of two", lambda die: band_of(die, 2), [(1, 0), (10, 0), (11, 1), (20, 1)]),
    (
        "M9 of three, rolled again above",
        lambda die: band_of(die, 3),
        [(6, 0), (7, 1), (12, 1), (13, 2), (18, 2), (19, None), (20, None)],
    ),
    ("M9 of six", lambda die: band_of(die, 6), [(3, 0), (4, 1), (18, 5), (19, None)]),
]

INJURY: list[Line] = [
    ("M10 the table", injury_status, [(14, "dazed"), (15, "stunned"), (17, "stunned"), (18, OUT)]),
    ("9.9 under 1 and over 20", injury_status, [(-4, "dazed"), (0, "dazed"), (21, OUT), (40, OUT)]),
    ("M10 the natural die", status, [(14, "dazed"), (15, "stunned"), (17, "stunned"), (18, OUT)]),
    ("M10 Injury", lambda n: status(14, {"injury": n}), [(0, "dazed"), (1, "stunned"), (3, "stunned"), (4, OUT)]),
    (
        "M10 what the target resists",
        lambda n: status(18, theirs={"injury_resist": n}),
        [(0, OUT), (1, "stunned"), (3, "stunned"), (4, "dazed")],
    ),
    ("M10 the Undead", lambda die: status(die, theirs={"no_stun": True}), [(17, "dazed"), (18, OUT)]),
    (
        "2 Hard to Kill",
        lambda die: status(die, theirs={"skills": ("Hard to Kill",)}),
        [(16, "dazed"), (17, "stunned"), (19, "stunned"), (20, OUT)],
    ),
    ("M11 a large unit counts twice", lost_with, [(False, 1), (True, 2)]),
    (
        "M11 one promotion a battle",
        lambda drew: asked_after(18, mine={"promote_pending": drew}, theirs=BARE),
        [(False, "promotes"), (True, "")],
    ),
]

IMPROVEMENT: list[Line] = [
    (
        "6 the table",
        lambda die: row(IMPROVEMENTS, die).id,
        [
            *(
                (1, "morale"),
                (3, "morale"),
                (4, "agility"),
                (6, "agility"),
                (7, "melee_or_ranged"),
                (11, "melee_or_ranged"),
            ),
            *((12, "defence"), (13, "defence"), (14, "skill"), (16, "skill"), (17, "injury"), (18, "pierce")),
            *((19, "attacks"), (20, "wounds")),
        ],
    ),
    ("6 the check: equal or under", melee_after, [(14, 13), (15, 14)]),
    ("6 Inj", limit("injury", "injury"), [(4, False), (5, True)]),
    ("6 Prc", limit("pierce", "pierce"), [(4, False), (5, True)]),
    ("6 Atk", limit("attacks", "attacks"), [(2, False), (3, True)]),
    ("6 Wnd", limit("wounds", "max_wounds"), [(2, False), (3, True)]),
    *(
        (f"6 {stat} never below 5", limit(stat, stat), [(6, False), (5, True)])
        for stat in ("morale", "agility", "defence")
    ),
    ("6 Mel never below 5", limit("melee_or_ranged", "melee"), [(6, False), (5, True)]),
]

FALLS: list[Line] = [
    ("7 2 per full inch above two", height_of, [(0, 0), (2, 0), (3, 2), (4, 4)]),
    (
        "7 a fall",
        falls,
        [(11, ("ok", False)), (12, ("dazed", False)), (14, ("dazed", False)), (15, ("stunned", False))],
    ),
    ("7 a hard one", falls, [(17, ("stunned", False)), (18, (OUT, False))]),
    ("7 with more than one Wound", lambda n: falls(18, max_wounds=n), [(1, (OUT, False)), (2, ("stunned", True))]),
]

AFTERMATH: list[Line] = [
    ("8 A2 a 20 draws Loot", earned, [(19, (49, 0)), (20, (50, 1))]),
    (
        "8 A2 a die for each Treasure, one for the winner",
        lambda n: earned(*[1] * (n + 1), treasure=n),
        [(0, (31, 0)), (2, (33, 0))],
    ),
    ("8 A2 none for the loser", lambda n: earned(*[1] * n, treasure=n, winner="blue"), [(0, (30, 0)), (1, (31, 0))]),
    (
        "8 A3 a free slot",
        lambda slots: times(
            "retires", hero("eve"), henchman(promote_pending=True), hero_slots=slots, given={"retires": "lapse"}
        ),
        [(2, 1), (3, 0)],
    ),
    (
        "8 A4 heroes",
        lambda die: scar("hero", die)[0],
        [
            *((1, "blight"), (2, "deathtouched"), (7, "deathtouched"), (8, "scar"), (9, "major_wound"), (10, "robbed")),
            *((11, "misses"), (12, "nothing"), (15, "nothing"), (16, "pit_fight"), (17, "scar"), (18, "scar")),
            *((19, "hatred"), (20, "improvement")),
        ],
    ),
    (
        "8 A4 touched by death a second time",
        lambda scars: scar("hero", 5, scars=scars)[1],
        [((), ""), (("Deathtouched",), "died")],
    ),
    (
        "8 A4 henchmen",
        lambda die: scar("henchman", die)[0],
        [(1, "blight"), (2, "dies"), (5, "dies"), (6, "nothing"), (20, "nothing")],
    ),
    (
        "8 A4a worse by 2",
        major,
        [
            *(
                (1, "defence 14"),
                (4, "defence 14"),
                (5, "melee 14"),
                (8, "melee 14"),
                (9, "ranged 14"),
                (12, "ranged 14"),
            ),
            *((13, "agility 14"), (16, "agility 14"), (17, "Slow"), (20, "Slow")),
        ],
    ),
    (
        "8 A4a never beyond 20",
        lambda n: major(1, defence=n),
        [(17, "defence 19"), (18, "defence 20"), (19, "defence 20"), (20, ""), (None, "")],
    ),
    ("8 A5 henchmen", blight("henchman"), [(4, "dies"), (5, "stays"), (15, "stays"), (16, "cured")]),
    ("8 A5 heroes add 2", blight("hero"), [(2, "dies"), (3, "stays"), (13, "stays"), (14, "cured")]),
    (
        "8 A5 a second Blight kills",
        lambda scars: scar("henchman", 1, scars=scars)[1],
        [((), ""), (("Blight",), "died")],
    ),
    (
        "8 A6 another for 25 gold",
        lambda gold: times("buy_improvement", hero("eve"), gold=gold, given={"buy_improvement": True}),
        [(19, 1), (20, 2)],
    ),
    *(
        (
            f"8 A7 a slot for {price}",
            lambda gold, slots=slots: times("hero_slot", gold=gold - 30, hero_slots=slots, given={"hero_slot": False}),
            [(price - 1, 0), (price, 1)],
        )
        for slots, price in ((3, 50), (4, 100), (5, 150))
    ),
    (
        "8 A7 six slots",
        lambda slots: times("hero_slot", gold=900, hero_slots=slots, given={"hero_slot": False}),
        [(5, 1), (6, 0)],
    ),
    *(
        (f"8 A7 a warband of {size}", lambda there, size=size: most_hired(there, size), [(size - 1, 1), (size, 0)])
        for size in (12, 15, 18)
    ),
    ("8 A7 the underdog", underdog, [(-1, 0), (0, 0), (1, 15), (2, 30)]),
]

LINES = [
    *(*FIELDS, *TURN, *ORDER, *MELEE_CHECKS, *DEFENCE, *WOUNDS, *INJURY),
    *(*IMPROVEMENT, *FALLS, *AFTERMATH),
]


@pytest.mark.parametrize(("play", "sides"), [line[1:] for line in LINES], ids=[line[0] for line in LINES])
def test_both_sides_of_every_bound(play: Callable[[Any], object], sides: Sequence[tuple[Any, object]]) -> None:
    assert [(value, play(value)) for value, _ in sides] == list(sides)
