"""Every cap, bound and threshold of the rules of Speedies, with both sides of each, from field to aftermath.

A line is a place in the rules (`docs/rules/speedies.md` has their steps), what play makes of a value, and values on
either side of the bound with what must come of them. Play is a session, or the very function that play calls.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import pytest

from companion.engine.requests import Number, Roll
from companion.rules.speedies import RULESET
from companion.rules.speedies.catalog import IMPROVEMENTS, OUT_OF_SIGHT, arm, row
from companion.rules.speedies.checks import weapon_faults
from companion.rules.speedies.conditions import recovered
from companion.rules.speedies.falls import height_of, landing
from companion.rules.speedies.melee.hits import band_of, injury_status
from companion.rules.speedies.melee.needs import attack_lines, defenceless, due_now
from companion.rules.speedies.melee.places import ordered
from companion.rules.speedies.morale import best_lender
from companion.rules.speedies.morale import testers as who_tests
from companion.rules.speedies.stat_check_dice import kept, passes
from companion.rules.speedies.turn.engage import halves_of_reach, walk
from companion.rules.speedies.units import SpeediesTable, SpeediesUnit, Spell, Warband
from companion.testing import drive
from companion.testing.playing import harmless_answer
from tests.examples import present
from tests.rules.bounds import Values, option_of, within
from tests.rules.scene import now
from tests.rules.speedies_aftermath import answer, henchman, hero, out, settle
from tests.rules.speedies_aftermath import session as over
from tests.rules.speedies_setups import BARE, DAZED, STUNNED, Battle, Fields, battle, duel, plain, skirmish

NOBODY: Fields = {}
OUT = "incapacitated"
Line = tuple[str, Callable[[Any], object], Values]

option_fits = partial(option_of, RULESET)


# -- what play makes of a number --------------------------------------------------------------------------------------


def fits(field: str, **others: Any) -> Callable[[Any], object]:
    """Whether a unit may have this value."""
    return lambda value: field not in [name for name, _ in plain("a", "R", **others, **{field: value}).faults()]


def side_fits(field: str) -> Callable[[Any], object]:
    return lambda value: field not in [name for name, _ in Warband(id="R", **{field: value}).faults()]


def asks(session: Battle) -> str:
    """The name of the request that stands; empty if none does."""
    return session.request.name if session.request is not None else ""


def blow(dice: Iterable[int], mine: Fields = NOBODY, theirs: Fields = NOBODY, **options: Any) -> Battle:
    """a strikes x with these dice, and there the session stands."""
    units = [plain("a", "R", engaged_this_turn=True, **mine), plain("x", "K", **theirs)]
    session = battle(units, [("a", "x")], options={"confirm_order": "never", **options}).begun("melee_phase")
    left = list(dice)
    while left:
        request = now(session, Roll)
        faces = []
        for group in request.dice:
            faces.append(left[: group.count])
            del left[: group.count]
        session.answer(faces, by=request.by if isinstance(request.by, str) and request.by in ("R", "K") else "")
    return session


def asked_after(*dice: int, mine: Fields = NOBODY, theirs: Fields = NOBODY, **options: Any) -> str:
    """What is asked after this blow."""
    return asks(blow(dice, mine, theirs, **options))


def many(*dice: int, mine: Fields = NOBODY, theirs: Fields = NOBODY) -> int:
    """How many dice are asked for after this blow."""
    request = present(blow(dice, mine, theirs).request, Roll)
    return sum(group.count for group in request.dice)


def struck(*dice: int, mine: Fields = NOBODY, theirs: Fields = NOBODY, **options: Any) -> tuple[str, int]:
    """What x is after this blow, and its Wounds."""
    one = blow(dice, mine, theirs, **options).unit("x")
    return one.status, one.wounds


def status(die: int, mine: Fields = NOBODY, theirs: Fields = NOBODY) -> str:
    """What a hit of this die makes of a target without Defence."""
    return struck(die, mine=mine, theirs={**BARE, **theirs})[0]


def injured_by(dagger: int, hammer: int) -> str:
    """What these dice of one volley make of a target without Defence: a hammer adds 4 to its own hit."""
    session = duel({"weapons": ("Dagger", "Hammer")}, BARE, improvement_by="card").begun("melee_phase")
    session.answer("Dagger")
    session.answer([[dagger], [hammer]])
    return session.unit("x").status


def lost_with(large: bool) -> int:
    """The units that K has lost with x, large or not."""
    return blow([18], theirs={"large": large, "defence": None}).board.sides["K"].units_lost


def held(die: int, mine: Fields = NOBODY, theirs: Fields = NOBODY, **options: Any) -> bool:
    """Whether this Defence die stops a hit of 19."""
    return struck(19, die, mine={"melee": 5, **mine}, theirs=theirs, **options)[0] == "ok"


def rout_asked(lost: int, treasure: bool = False, threshold: int = 6) -> bool:
    units = [plain("a", "R", type="hero"), plain("x", "K", treasure=treasure)]
    sides = [Warband(id="R", units_lost=lost, rout_threshold=threshold), Warband(id="K")]
    session = battle(units, phase="upkeep", sides=sides).begun("upkeep")
    return asks(session) == "rout_check"


def routs(die: int) -> bool:
    units = [plain("a", "R", type="hero", morale=8), plain("b", "R", type="hero", morale=9), plain("x", "K")]
    sides = [Warband(id="R", units_lost=6), Warband(id="K")]
    return bool(battle(units, phase="upkeep", sides=sides).do("upkeep", dice=[die])["routed"])


def open_in(phase: str, action: str, **fields: Any) -> Callable[[int], object]:
    """Whether an action is open in this turn."""
    options = {"pass_empty_phases": False}
    return lambda turn: skirmish("a x", a=fields, phase=phase, turn=turn, options=options).closed(action, "a") is None


def treasure_asked(turn: int = 2, tokens: int = 1, **fields: Any) -> bool:
    session = skirmish("a x", a=fields, phase="upkeep", turn=turn, tokens=tokens)
    session.start("upkeep")
    return asks(session) == "treasure"


def ways(**fields: Any) -> list[str]:
    """How far a unit may go, in words."""
    session = skirmish("a x", a=fields, phase="move").begun("move", {"unit": "a"})
    if session.run is None:
        way, _, far = session.entries[-1].conclusion[0].removeprefix("a ").partition("s up to ")
        return [f"{way} {far}"]
    return [o.label.split(",")[0] for o in session.options() if o.why_not is None]


def shuffles(other_target: bool) -> bool:
    """Whether a dazed unit may leave an enemy that has another standing target, or not."""
    units = [plain("a", "R", status="dazed"), plain("b", "R"), plain("x", "K")]
    touching = [("a", "x"), *([("b", "x")] if other_target else [])]
    return battle(units, touching, phase="move").closed("move", "a") is None


def cast(die: int, difficulty: int = 12, touching: bool = False, **fields: Any) -> object:
    one = plain("a", "R", spells=(Spell("Ward", difficulty),), **fields)
    session = battle([one, plain("x", "K")], [("a", "x")] if touching else [], phase="cast")
    return session.do("cast", "a", dice=[die])["passed"]


def shot(*dice: int, cover: bool = False, theirs: Fields = NOBODY, **fields: Any) -> tuple[str, int]:
    one = plain("a", "R", **{"ranged": 12, **fields})
    session = battle([one, plain("x", "K", **theirs), plain("y", "K")], phase="ranged")
    covered = [] if defenceless(session.unit("x")) else [("cover", cover)]
    session.do("shoot", "a", dice=dice, script=[("shoot_target", "x"), *covered, *_promotes(dice)])
    return session.unit("x").status, session.unit("x").wounds


def _promotes(dice: Sequence[int]) -> list[tuple[str, object]]:
    """What a henchman's card says, where the shot took its target out."""
    return [("promotes", False)] if dice[0] >= 18 and len(dice) > 1 and dice[1] < 15 else []


def falls(value: int, **fields: Any) -> tuple[str, bool]:
    made = landing(plain("a", "R", **fields), value)
    return made.status, made.buffered


def order(first: Fields, second: Fields, mode: str = "target") -> str:
    """Which of a and x is first."""
    return ordered([plain("a", "R", **first), plain("x", "K", **second)], mode, {})[0].unit


def again_after(*dice: int) -> bool:
    """Whether two units of one Agility, and two players, roll off again after these dice."""
    session = skirmish("a x", "ax").begun("melee_phase")
    for die in dice:
        assert asks(session) == "roll_off"
        session.answer([[10], [die]])
    return asks(session) == "roll_off"


def attacks(*weapons: str, **fields: Any) -> int:
    return sum(line.value for line in attack_lines(plain("a", "R", weapons=weapons, **fields)))


def may_strike(standing: bool, **fields: Any) -> list[str]:
    """Whom a may strike of a dazed x and, if there is one, a standing y."""
    units = [plain("a", "R", engaged_this_turn=True, attacks=2, **fields), plain("x", "K", status="dazed")]
    units += [plain("y", "K", **({} if standing else STUNNED))]
    session = battle(units, [("a", "x"), ("a", "y")], options={"confirm_order": "never"}).begun("melee_phase")
    if asks(session) != "declare":
        return [now(session).title.split(" attacks ")[1].split(":")[0]]
    return session.offered()


def limit(improvement: str, field: str) -> Callable[[int], object]:
    """Whether a result of the improvement table is closed to a unit with this value."""
    kind = next(kind for kind in IMPROVEMENTS if kind.id == improvement)
    return lambda value: kind.closed(plain("a", "R", **{field: value}))


def melee_after(die: int) -> int:
    """Mel 14 after a drawn improvement of it and this check."""
    played = over(hero(melee=14))
    settle(played, faces={"improvement": 7, "improvement_check": die}, improve="melee", buy_improvement=False)
    return played.board.units["ann"].melee


def scar(kind: str, die: int, **fields: Any) -> tuple[str, str]:
    """What a scar was, and how the unit left its warband by it."""
    played = over(out(hero(type=kind, **fields)), hero("eve"))
    faces = {"scar": die, "major_wound": 20, "blight": 8}
    found = settle(played, faces=faces, pit_fight="won", hatred="mordre", buy_improvement=False)
    return found["scars"]["ann"], found["gone"].get("ann", "")


def major(die: int, defence: int | None = 12) -> str:
    """Which number a major wound makes worse, and by how much."""
    before = hero(defence=defence, melee=12, ranged=12, agility=12)
    played = over(out(before), hero("eve"))
    settle(played, faces={"scar": 9, "major_wound": die}, buy_improvement=False)
    ann = played.board.units["ann"]
    fields = ("defence", "melee", "ranged", "agility")
    changed = [f"{f} {getattr(ann, f)}" for f in fields if getattr(ann, f) != (defence if f == "defence" else 12)]
    return ", ".join([*changed, *ann.scars])


def blight(kind: str) -> Callable[[int], object]:
    def fate(die: int) -> object:
        played = over(hero(type=kind, scars=("Blight",)), hero("eve"))
        return settle(played, faces={"blight": die}, buy_improvement=False)["blight"]["ann"]

    return fate


def earned(*dice: int, treasure: int = 0, winner: str = "red") -> tuple[int, int]:
    """The income, and how many Loot cards were drawn."""
    units = [hero(f"h{n}", treasure=True) for n in range(treasure)] or [hero()]
    played = over(*units, winner=winner)
    played.start("aftermath", {"side": "red"})
    usual = answer({}, buy_improvement=False)
    outcome = drive(played, default=lambda request: [list(dice)] if request.name == "income" else usual(request))
    return outcome["income"], [given.name for given in played.entries[-1].answers].count("loot")


def times(name: str, *more: SpeediesUnit, winner: str | None = None, given: Fields = NOBODY, **fields: Any) -> int:
    """How often something is asked in the aftermath of a warband with a hero, these units and these fields."""
    played = over(hero(), *more, winner=winner, **fields)
    settle(played, **{"buy_improvement": False, **given})
    return [told.name for told in played.entries[-1].answers].count(name)


def most_hired(there: int, size: int) -> int:
    """How many a warband of so many may hire."""
    played = over(hero(), *(henchman(f"b{n}") for n in range(there - 1)), options={"aftermath_warband_size": size})
    played.start("aftermath", {"side": "red"})
    drive(played, stop=lambda request: request.name in ("hire", "equip"), default=answer({}, buy_improvement=False))
    return played.request.hi if isinstance(played.request, Number) else 0


def underdog(fewer: int) -> int:
    """What a warband with so many fewer wins hires for nothing."""
    played = over(hero(), winner=None, wins=max(0, fewer), gold=0)
    played.board.sides["red"].wins = max(0, -fewer)
    settle(played, hire=1, recruits={"rows": {"recruit_1": {"gold": 30}}}, buy_improvement=False)
    return played.board.sides["red"].gold


def ends_by_turns(turn: int) -> bool:
    session = skirmish("a x", turn=turn, options={"turns": 20})
    session.do("melee_phase")
    return bool(session.table.over_why)


def lender(case: tuple[int, int, str, str]) -> str:
    """Who lends his Morale to one with 10: of two Leaders with these, the first on this side and of this status."""
    first, second, side, status = case
    leaders = (("b", side, first, status), ("c", "R", second, "ok"))
    two = [plain(of, at, skills=("Leader",), morale=morale, status=now_) for of, at, morale, now_ in leaders]
    held = battle([plain("a", "R", morale=10), *two, plain("x", "K")], [])
    assert isinstance(held.table, SpeediesTable)
    found = best_lender(held.table, held.table.unit("a"))
    return found.id if found is not None else ""


def leader_asked(morale: int) -> bool:
    """Whether a Leader with this Morale is asked for where a unit with 10 tests Fear."""
    units = [plain("a", "R"), plain("b", "R", skills=("Leader",), morale=morale), plain("x", "K", causes_fear=True)]
    session = battle(units, phase="engage").begun("engage", {"unit": "a"})
    while asks(session) in ("sees", "reached", "intercept", "contacts", "contact"):
        session.answer(harmless_answer(now(session)))
    return asks(session) == "leader"


def in_a_row(*sides: str) -> str:
    """What is asked first where units of these sides follow each other in one combat."""
    units = [plain(f"u{place}", side, agility=5 + place) for place, side in enumerate(sides)]
    touching = [(a.id, b.id) for a in units for b in units if (a.side, b.side) == ("R", "K")]
    session = battle(units, touching, options={"confirm_order": "never"}).begun("melee_phase")
    return asks(session)


def asked_with(enemies: int, *declared: str, apart: bool = False) -> str:
    """What is asked where a strikes so many enemies twice, or (`apart`) so many pairs are in contact, after this."""
    mine = [plain(f"a{n}", "R", attacks=2, engaged_this_turn=True) for n in range(enemies if apart else 1)]
    theirs = [plain(f"x{n}", "K") for n in range(enemies)]
    touching = [(mine[n if apart else 0].id, one.id) for n, one in enumerate(theirs)]
    session = battle([*mine, *theirs], touching, options={"confirm_order": "never"}).begun("melee_phase")
    for target in declared:
        session.answer(target, by="R")
    return asks(session)


def must_test(causes: bool, met: bool) -> bool:
    """Whether a unit that causes Fear, or not, tests where it meets one that does, or not."""
    one, other = plain("a", "R", causes_fear=causes), plain("x", "K", causes_fear=met)
    return one in who_tests(one, [other])


def printed(table: str) -> dict[Any, str]:
    """A table of the rules, at both ends of each of its rows: `printed("1 blight, 2-5 dies")`."""
    ends = (line.partition(" ") for line in table.split(", "))
    return {int(number): found for numbers, _, found in ends for number in numbers.split("-")}


# -- from top to bottom -----------------------------------------------------------------------------------

FIELDS: list[Line] = [
    ("2 move", fits("move"), within(4, 10)),
    *((f"2 {stat}", fits(stat), within(5, 20)) for stat in ("melee", "ranged", "defence", "agility", "morale")),
    ("2 ranged and defence may be none", lambda stat: fits(stat)(None), {"ranged": True, "defence": True}),
    ("2 armour", fits("defence_bonus"), within(0, 12)),
    ("2 attacks", fits("attacks"), within(1, 3)),
    ("2 bonus attacks", fits("bonus_attacks"), within(0, 3)),
    ("2 Wounds as printed", fits("max_wounds"), within(1, 3)),
    ("2 Wounds", fits("wounds", max_wounds=2), within(0, 2)),
    ("2 Injury", fits("injury"), within(-5, 5)),
    ("2 Pierce", fits("pierce"), within(-5, 5)),
    ("2 Melee Advantage", fits("melee_advantage"), within(-1, 1)),
    ("2 Defence Advantage", fits("defence_advantage"), within(-1, 1)),
    ("2 what a unit resists", fits("injury_resist"), within(0, 5)),
    ("2 weapons", lambda n: not any(weapon_faults("a", arm(*["Dagger"] * n))), {0: True, 2: True, 3: False}),
    (
        "2 gear that fills both hands, and that is never one of a pair",
        lambda name: not any(weapon_faults("a", arm("Sword", name))),
        dict.fromkeys(("Dagger", "Sword", "Axe", "Hammer", "Fighting Claws"), True)
        | dict.fromkeys(("Spear", "Pike", "Great Sword", "Great Hammer"), False),
    ),
    ("2 one of them alone", lambda n: not any(weapon_faults("a", arm(n))), {"Spear": True, "Great Sword": True}),
    ("8 a new warband", lambda field: getattr(Warband(id="R"), field), {"gold": 500, "hero_slots": 3}),
    ("2 hero slots", side_fits("hero_slots"), within(1, 6)),
    ("7 what always fails", option_fits("auto_fail_max"), within(1, 4)),
    ("8 size of a warband", option_fits("aftermath_warband_size"), {11: False, 12: True, 15: True, 18: True}),
    ("8 no size between", option_fits("aftermath_warband_size"), {13: False, 17: False, 19: False}),
]

TURN: list[Line] = [
    ("3 rout at six lost", rout_asked, {5: False, 6: True, 7: True}),
    ("3 Treasure of the enemy counts", lambda lost: rout_asked(lost, treasure=True), {4: False, 5: True}),
    ("3 seven for the largest", lambda lost: rout_asked(lost, threshold=7), {6: False, 7: True}),
    ("3 the best Morale of its heroes tests", routs, {7: True, 8: False}),
    ("3 recovery", recovered, {"stunned": "dazed", "dazed": "staggered", "staggered": "ok", "ok": "ok"}),
    ("3 no Treasure in the first turn", treasure_asked, {1: False, 2: True}),
    ("3 a token has to be there", lambda tokens: treasure_asked(tokens=tokens), {0: False, 1: True}),
    ("3 one token each", lambda has: treasure_asked(treasure=has), {True: False, False: True}),
    ("3 no Engage in the first turn", open_in("engage", "engage"), {1: False, 2: True}),
    ("3 no Ranged in the first turn", open_in("ranged", "shoot", ranged=12), {1: False, 2: True}),
    ("3 no harmful spell then", open_in("cast", "cast", spells=(Spell("Hex", harmful=True),)), {1: False, 2: True}),
    ("3 any other spell", open_in("cast", "cast", spells=(Spell("Ward"),)), {1: True, 2: True}),
    ("3 a Run is half as far again", lambda n: ways(move=n), {5: ['move 5"', 'run 7½"'], 6: ['move 6"', 'run 9"']}),
    ("3 a carrier does not Run", lambda has: ways(treasure=has), {False: ['move 6"', 'run 9"'], True: ['move 6"']}),
    (
        "3 the staggered: half",
        lambda n: ways(move=n, status="staggered")[0],
        {5: 'move 3"', 6: 'move 3"', 7: 'move 4"'},
    ),
    ("3 the dazed shuffle an inch", lambda n: ways(status="dazed", move=n), {4: ['shuffle 1"'], 10: ['shuffle 1"']}),
    ("3 only past an enemy with another target", shuffles, {False: False, True: True}),
    ("3 cover takes 3 Pierce", lambda die: shot(15, die, cover=True)[0], {14: "stunned", 15: "ok"}),
    ("3 no cover", lambda die: shot(15, die)[0], {17: "stunned", 18: "ok"}),
    ("3 having moved takes 3 more", lambda die: shot(15, die, cover=True, moved=True)[0], {11: "stunned", 12: "ok"}),
    ("3 a shot needs Rgd", lambda die: shot(*([die] if die < 12 else [die, 1]))[0], {11: "ok", 12: "dazed"}),
    (
        "3 a milder injury by a shot than the present one is ignored",
        lambda die: shot(die, theirs=STUNNED | BARE)[0],
        {14: "stunned", 17: "stunned", 18: OUT},
    ),
    ("3 a graver one is not", lambda die: shot(die, theirs=DAZED | BARE)[0], {14: "dazed", 15: "stunned"}),
    ("3 a cast", cast, {11: False, 12: True}),
    ("3 2 harder when engaged", lambda die: cast(die, touching=True), {13: False, 14: True}),
    ("3 2 harder after a Run", lambda die: cast(die, ran=True), {13: False, 14: True}),
    ("3 and 2 in all", lambda die: cast(die, touching=True, ran=True), {13: False, 14: True}),
    ("3 the last turn (option)", ends_by_turns, {19: False, 20: True}),
    ("4 half Move, rounded up", lambda n: walk(plain("a", "R", move=n, status="staggered")), {5: 3, 6: 3, 7: 4}),
    (
        "5 sight of the target: half as far again, in half inches",
        lambda m: halves_of_reach(plain("a", "R", move=m), 3, False),
        {5: 15, 6: 18},
    ),
    ("5 out of sight", lambda die: row(OUT_OF_SIGHT, die).halves, {1: 1, 5: 1, 6: 2, 15: 2, 16: 3, 20: 3}),
    ("5 difficult ground: 2 inches", lambda m: halves_of_reach(plain("a", "R", move=m), 2, True), {4: 4, 6: 8}),
    (
        "5 and never below nothing",
        lambda halves: halves_of_reach(plain("a", "R", move=4, status="staggered"), halves, True),
        {2: 0, 3: 2},
    ),
    ("5 Fear, of one that causes it", lambda own: must_test(own, True), {False: True, True: False}),
    ("5 Fear, of one that does not", lambda own: must_test(own, False), {False: False, True: False}),
    ("5 a Leader is asked for where better", leader_asked, {9: True, 10: False}),
    (
        "5 the best Leader of one's own who stands lends",
        lender,
        {
            (8, 9, "R", "ok"): "b",
            (9, 8, "R", "ok"): "c",
            (8, 9, "K", "ok"): "c",
            (8, 9, "R", OUT): "c",
            (10, 10, "R", "ok"): "",
        },
    ),
]

SHIELD = BARE | {"defence_bonus": 4}
KILLER: Fields = {"skills": ("Hero Killer",)}
TOUGH: Fields = {"skills": ("Hard to Kill",)}
SHARP: Fields = {"melee": 5, "weapons": ("Pike",)}

ORDER: list[Line] = [
    ("M2 two combats or more", lambda n: asked_with(n, apart=True), {1: "melee_check", 2: "choose_combat"}),
    (
        "M3 who Engaged",
        lambda n: order({"engaged_this_turn": n, "agility": 12}, {"agility": 5}),
        {True: "a", False: "x"},
    ),
    ("M3 smaller first", lambda n: order({"agility": n}, {"agility": 10}), {9: "a", 11: "x"}),
    ("M3 bigger first", lambda n: order({"agility": n}, {"agility": 10}, "rating"), {9: "x", 11: "a"}),
    ("M3 draws roll again", again_after, {9: False, 10: True, 11: False}),
    ("M3 and again", lambda die: again_after(10, die), {9: False, 10: True, 11: False}),
    ("M4 two in a row", lambda n: in_a_row(*n), {"RK": "melee_check", "RRK": "activate", "RKR": "melee_check"}),
    ("M5 two weapons", lambda names: attacks(*names), {(): 1, ("Axe",): 1, ("Axe", "Axe"): 2, ("Axe", "Sword"): 2}),
    ("M5 printed and bonus attacks", lambda n: attacks("Sword", "Axe", attacks=n, bonus_attacks=3), {1: 5, 3: 7}),
    ("M5 two targets or more", asked_with, {1: "melee_check", 2: "declare"}),
    ("M5 the standing shield the helpless", may_strike, {True: ["y"], False: ["x", "y"]}),
    ("M5 a coup de grace", lambda n: may_strike(n, coup_de_grace=True), {True: ["x", "y"], False: ["x", "y"]}),
    ("M5 both weapons strike", lambda left: len(due_now(arm("Sword", "Axe"), arm("Sword"), left)), {1: 1, 2: 0}),
    ("M6 two targets declared", lambda of: asked_with(2, "x0", of), {"x0": "melee_check", "x1": "resolve_next"}),
]

MELEE_CHECKS: list[Line] = [
    ("M7 a hit", asked_after, {13: "melee_check", 14: "defence_check"}),
    ("M7 +2", lambda die: asked_after(die, mine={"weapons": ("Spear",)}), {11: "melee_check", 12: "defence_check"}),
    ("M7 4 always fails", lambda die: asked_after(die, mine=SHARP), {4: "melee_check", 5: "defence_check"}),
    ("M7 or 1 (option)", lambda n: asked_after(n, mine=SHARP, auto_fail_max=1), {1: "melee_check", 2: "defence_check"}),
    ("M7 a 20 is two hits", many, {19: 1, 20: 2}),
    ("M7 a 20 always hits", lambda die: passes(die, 25, 4), {19: False, 20: True}),
    ("M7 the one of two that counts", lambda lean: kept([3, 17], lean), {1: [17], -1: [3], 0: [3, 17]}),
    ("M7 of each pair", lambda lean: kept([3, 9, 12, 4], lean), {1: [9, 12], -1: [3, 4]}),
    ("M7 a dazed target", lambda status: many(theirs={"status": status}), {"staggered": 1, "dazed": 2}),
    ("M7 a staggered striker", lambda status: many(mine={"status": status}), {"ok": 1, "staggered": 2}),
    ("M7 both cancel", lambda n: many(mine={"status": n}, theirs=DAZED), {"ok": 2, "staggered": 1}),
    ("M7 by the situation", lambda n: many(mine={"melee_advantage": n}), {-1: 2, 0: 1, 1: 2}),
    ("M7 unarmed", lambda own: many(mine={"weapons": (), "natural_weapons": own}), {True: 1, False: 2}),
    ("2 Hero Killer", lambda n: asked_after(n, mine=KILLER), {17: "defence_check", 18: "promotes"}),
]

DEFENCE: list[Line] = [
    ("M8 a Defence Check", held, {17: False, 18: True}),
    ("M8 armour", lambda die: held(die, theirs={"defence_bonus": 4}), {13: False, 14: True}),
    ("M8 Pierce", lambda die: held(die, {"pierce": 2}, {"defence_bonus": 4}), {15: False, 16: True}),
    (
        "M8 Pierce of the weapon too",
        lambda die: held(die, {"pierce": -2, "weapons": ("Sword",)}, {"defence_bonus": 4}),
        {14: False, 15: True},
    ),
    ("M8 4 always fails", lambda die: held(die, theirs={"defence": 5, "defence_bonus": 12}), {4: False, 5: True}),
    ("M8 a 20 always holds", lambda die: held(die, {"pierce": 5}, {"defence": 20}), {19: False, 20: True}),
    (
        "M8 no roll without Defence and armour",
        lambda armour: asked_after(14, theirs={"defence": None, "defence_bonus": armour}),
        {0: "", 1: "defence_check"},
    ),
    ("M8 21 without Defence", lambda die: held(die, theirs=SHIELD), {16: False, 17: True}),
    ("9.8 Pierce 3 makes it 20", lambda die: held(die, {"pierce": 3}, SHIELD), {19: False, 20: True}),
    ("M8 a staggered target", lambda status: many(14, theirs={"status": status}), {"ok": 1, "staggered": 2}),
    ("M8 a dazed one", lambda status: many(14, 14, theirs={"status": status}), {"dazed": 1}),
    ("M8 by the situation", lambda n: many(14, theirs={"defence_advantage": n}), {-1: 2, 0: 1, 1: 2}),
]

WOUNDS: list[Line] = [
    (
        "M9 one failure, so many Wounds",
        lambda wounds: struck(14, theirs={"max_wounds": wounds, **BARE}),
        {1: ("dazed", 1), 2: ("ok", 1), 3: ("ok", 2)},
    ),
    (
        "M9 two failures, so many Wounds",
        lambda n: asked_after(20, theirs=BARE | {"max_wounds": n}),
        {1: "promotes", 2: "random_hit", 3: "melee_check"},
    ),
    (
        "M9 the dazed, whatever their Wounds",
        lambda die: struck(14, 13, die, theirs={"status": "dazed", "max_wounds": 3}),
        {17: (OUT, 0), 18: ("dazed", 3)},
    ),
    ("M9 the stunned", lambda n: struck(theirs={"status": "stunned", "max_wounds": n}), {1: (OUT, 0), 3: (OUT, 0)}),
    (
        "M9 the dazed lose Wounds first (option)",
        lambda n: struck(14, 13, 1, theirs={"status": "dazed", "max_wounds": n}, injured_multiwound_buffer=True),
        {1: (OUT, 0), 2: ("dazed", 1), 3: ("dazed", 2)},
    ),
    (
        "M9 the stunned too",
        lambda n: struck(
            mine={"attacks": n}, theirs={"status": "stunned", "max_wounds": 2}, injured_multiwound_buffer=True
        ),
        {1: ("stunned", 1), 2: (OUT, 0), 3: (OUT, 0)},
    ),
    ("M9 bands of two", lambda die: band_of(die, 2), {1: 0, 10: 0, 11: 1, 20: 1}),
    (
        "M9 of three, rolled again above",
        lambda die: band_of(die, 3),
        {6: 0, 7: 1, 12: 1, 13: 2, 18: 2, 19: None, 20: None},
    ),
    ("M9 of six", lambda die: band_of(die, 6), {3: 0, 4: 1, 18: 5, 19: None}),
]

INJURY: list[Line] = [
    ("M10 the table", injury_status, printed("14 dazed, 15-17 stunned, 18 incapacitated")),
    ("9.9 under 1 and over 20", injury_status, {-4: "dazed", 0: "dazed", 21: OUT, 40: OUT}),
    ("M10 the natural die", status, printed("14 dazed, 15-17 stunned, 18 incapacitated")),
    ("M10 the best value", lambda dice: injured_by(*dice), {(15, 13): "stunned", (15, 14): OUT, (17, 13): "stunned"}),
    ("M10 Injury", lambda n: status(14, {"injury": n}), printed("0 dazed, 1-3 stunned, 4 incapacitated")),
    (
        "M10 what the target resists",
        lambda n: status(18, theirs={"injury_resist": n}),
        printed("0 incapacitated, 1-3 stunned, 4 dazed"),
    ),
    ("M10 the Undead", lambda die: status(die, theirs={"no_stun": True}), {17: "dazed", 18: OUT}),
    ("2 Hard to Kill", lambda n: status(n, theirs=TOUGH), printed("16 dazed, 17-19 stunned, 20 incapacitated")),
    ("M11 a large unit counts twice", lost_with, {False: 1, True: 2}),
    (
        "M11 one promotion",
        lambda n: asked_after(18, mine={"promote_pending": n}, theirs=BARE),
        {False: "promotes", True: ""},
    ),
]

IMPROVEMENT: list[Line] = [
    (
        "6 the table",
        lambda die: row(IMPROVEMENTS, die).id,
        printed("1-3 morale, 4-6 agility, 7-11 melee_or_ranged, 12-13 defence, 14-16 skill, 17 injury, 18 pierce")
        | printed("19 attacks, 20 wounds"),
    ),
    ("6 the check: equal or under", melee_after, {14: 13, 15: 14}),
    ("6 Inj", limit("injury", "injury"), {4: False, 5: True}),
    ("6 Prc", limit("pierce", "pierce"), {4: False, 5: True}),
    ("6 Atk", limit("attacks", "attacks"), {2: False, 3: True}),
    ("6 Wnd", limit("wounds", "max_wounds"), {2: False, 3: True}),
    *((f"6 {stat} never below 5", limit(stat, stat), {6: False, 5: True}) for stat in ("morale", "agility", "defence")),
    ("6 Mel never below 5", limit("melee_or_ranged", "melee"), {6: False, 5: True}),
]

FALLS: list[Line] = [
    ("7 2 per full inch above two", height_of, {0: 0, 2: 0, 3: 2, 4: 4}),
    ("7 a fall", falls, {11: ("ok", False), 12: ("dazed", False), 14: ("dazed", False), 15: ("stunned", False)}),
    ("7 a hard one", falls, {17: ("stunned", False), 18: (OUT, False)}),
    ("7 with more than one Wound", lambda n: falls(18, max_wounds=n), {1: (OUT, False), 2: ("stunned", True)}),
]

AFTERMATH: list[Line] = [
    ("8 A2 a 20 draws Loot", earned, {19: (49, 0), 20: (50, 1)}),
    ("8 A2 a die for each Treasure and a win", lambda n: earned(*[1] * (n + 1), treasure=n), {0: (31, 0), 2: (33, 0)}),
    ("8 A2 none for the loser", lambda n: earned(*[1] * n, treasure=n, winner="blue"), {0: (30, 0), 1: (31, 0)}),
    (
        "8 A3 a free slot",
        lambda slots: times(
            "retires", hero("eve"), henchman(promote_pending=True), hero_slots=slots, given={"retires": "lapse"}
        ),
        {2: 1, 3: 0},
    ),
    (
        "8 A4 heroes",
        lambda die: scar("hero", die)[0],
        printed("1 blight, 2-7 deathtouched, 8 scar, 9 major_wound, 10 robbed, 11 misses, 12-15 nothing, 16 pit_fight")
        | printed("17-18 scar, 19 hatred, 20 improvement"),
    ),
    ("8 A4 touched by death again", lambda n: scar("hero", 5, scars=n)[1], {(): "", ("Deathtouched",): "died"}),
    ("8 A4 henchmen", lambda die: scar("henchman", die)[0], printed("1 blight, 2-5 dies, 6-20 nothing")),
    (
        "8 A4a worse by 2",
        major,
        printed("1-4 defence 14, 5-8 melee 14, 9-12 ranged 14, 13-16 agility 14, 17-20 Slow"),
    ),
    (
        "8 A4a never beyond 20",
        lambda n: major(1, defence=n),
        {17: "defence 19", 18: "defence 20", 19: "defence 20", 20: "", None: ""},
    ),
    ("8 A5 henchmen", blight("henchman"), {4: "dies", 5: "stays", 15: "stays", 16: "cured"}),
    ("8 A5 heroes add 2", blight("hero"), {2: "dies", 3: "stays", 13: "stays", 14: "cured"}),
    ("8 A5 a second Blight kills", lambda scars: scar("henchman", 1, scars=scars)[1], {(): "", ("Blight",): "died"}),
    (
        "8 A6 another for 25 gold",
        lambda gold: times("buy_improvement", hero("eve"), gold=gold, given={"buy_improvement": True}),
        {19: 1, 20: 2},
    ),
    *(
        (
            f"8 A7 a slot for {price}",
            lambda gold, slots=slots: times("hero_slot", gold=gold - 30, hero_slots=slots, given={"hero_slot": False}),
            {price - 1: 0, price: 1},
        )
        for slots, price in ((3, 50), (4, 100), (5, 150))
    ),
    ("8 A7 six slots", lambda n: times("hero_slot", gold=900, hero_slots=n, given={"hero_slot": False}), {5: 1, 6: 0}),
    *(
        (f"8 A7 a warband of {size}", lambda there, size=size: most_hired(there, size), {size - 1: 1, size: 0})
        for size in (12, 15, 18)
    ),
    ("8 A7 the underdog", underdog, {-1: 0, 0: 0, 1: 15, 2: 30}),
]

LINES = [
    *(*FIELDS, *TURN, *ORDER, *MELEE_CHECKS, *DEFENCE, *WOUNDS, *INJURY),
    *(*IMPROVEMENT, *FALLS, *AFTERMATH),
]


@pytest.mark.parametrize(("play", "sides"), [line[1:] for line in LINES], ids=[line[0] for line in LINES])
def test_both_sides_of_every_bound(play: Callable[[Any], object], sides: Values) -> None:
    assert {value: play(value) for value in sides} == dict(sides)
