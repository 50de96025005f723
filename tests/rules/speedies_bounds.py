"""What play makes of a number, for the table of bounds: through a session, or the very function that play calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from companion.engine.requests import Number, Roll
from companion.engine.session import Session
from companion.rules.speedies import RULESET
from companion.rules.speedies.catalog import IMPROVEMENTS
from companion.rules.speedies.falls import landing
from companion.rules.speedies.improvement import closed as at_its_limit
from companion.rules.speedies.melee.needs import attack_lines, defenceless
from companion.rules.speedies.melee.places import ordered
from companion.rules.speedies.morale import testers
from companion.rules.speedies.units import SpeediesUnit, Spell, Warband
from companion.testing import drive
from companion.testing.playing import harmless_answer
from tests.rules.bounds import option_of
from tests.rules.scene import begun, now
from tests.rules.speedies_aftermath import answer, henchman, hero, out, settle, table_of
from tests.rules.speedies_aftermath import session as over
from tests.rules.speedies_setups import battle, closed, do, options_of, plain, unit

Fields = Mapping[str, Any]
NOBODY: Fields = {}
OUT = "incapacitated"
option_fits = partial(option_of, RULESET)


# -- what play makes of a number --------------------------------------------------------------------------------------


def fits(field: str, **others: Any) -> Callable[[Any], object]:
    """Whether a unit may have this value."""
    return lambda value: field not in [name for name, _ in plain("a", "R", **others, **{field: value}).faults()]


def side_fits(field: str) -> Callable[[Any], object]:
    return lambda value: field not in [name for name, _ in Warband(id="R", **{field: value}).faults()]


def asks(session: Session) -> str:
    """The name of the request that stands; empty if none does."""
    return session.request.name if session.request is not None else ""


def blow(dice: Iterable[int], mine: Fields = NOBODY, theirs: Fields = NOBODY, **options: Any) -> Session:
    """a strikes x with these dice, and there the session stands."""
    units = [plain("a", "R", engaged_this_turn=True, **mine), plain("x", "K", **theirs)]
    session = begun(battle(units, [("a", "x")], options={"confirm_order": "never", **options}), "melee_phase")
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
    request = blow(dice, mine, theirs).request
    assert isinstance(request, Roll)
    return sum(group.count for group in request.dice)


def struck(*dice: int, mine: Fields = NOBODY, theirs: Fields = NOBODY, **options: Any) -> tuple[str, int]:
    """What x is after this blow, and its Wounds."""
    one = unit(blow(dice, mine, theirs, **options), "x")
    return one.status, one.wounds


def status(die: int, mine: Fields = NOBODY, theirs: Fields = NOBODY) -> str:
    """What a hit of this die makes of a target without Defence."""
    return struck(die, mine=mine, theirs={"defence": None, **theirs})[0]


def lost_with(large: bool) -> int:
    """The units that K has lost with x, large or not."""
    return table_of(blow([18], theirs={"large": large, "defence": None})).sides["K"].units_lost


def held(die: int, mine: Fields = NOBODY, theirs: Fields = NOBODY, **options: Any) -> bool:
    """Whether this Defence die stops a hit of 19."""
    return struck(19, die, mine={"melee": 5, **mine}, theirs=theirs, **options)[0] == "ok"


def rout_asked(lost: int, treasure: bool = False, threshold: int = 6) -> bool:
    units = [plain("a", "R", type="hero"), plain("x", "K", treasure=treasure)]
    sides = [Warband(id="R", units_lost=lost, rout_threshold=threshold), Warband(id="K")]
    session = begun(battle(units, phase="upkeep", sides=sides), "upkeep")
    return asks(session) == "rout_check"


def routs(die: int) -> bool:
    units = [plain("a", "R", type="hero", morale=8), plain("b", "R", type="hero", morale=9), plain("x", "K")]
    sides = [Warband(id="R", units_lost=6), Warband(id="K")]
    return bool(do(battle(units, phase="upkeep", sides=sides), "upkeep", dice=[die])["routed"])


def open_in(phase: str, action: str, **fields: Any) -> Callable[[int], object]:
    """Whether an action is open in this turn."""
    options = {"pass_empty_phases": False}
    return lambda turn: (
        closed(
            battle([plain("a", "R", **fields), plain("x", "K")], phase=phase, turn=turn, options=options), action, "a"
        )
        is None
    )


def treasure_asked(turn: int = 2, tokens: int = 1, **fields: Any) -> bool:
    session = battle([plain("a", "R", **fields), plain("x", "K")], phase="upkeep", turn=turn, tokens=tokens)
    session.start("upkeep")
    return asks(session) == "treasure"


def ways(**fields: Any) -> list[str]:
    """How far a unit may go, in words."""
    session = begun(battle([plain("a", "R", **fields), plain("x", "K")], phase="move"), "move", {"unit": "a"})
    if session.run is None:
        way, _, far = session.entries[-1].conclusion[0].removeprefix("a ").partition("s up to ")
        return [f"{way} {far}"]
    return [o.label.split(",")[0] for o in options_of(session) if o.why_not is None]


def shuffles(other_target: bool) -> bool:
    """Whether a dazed unit may leave an enemy that has another standing target, or not."""
    units = [plain("a", "R", status="dazed"), plain("b", "R"), plain("x", "K")]
    touching = [("a", "x"), *([("b", "x")] if other_target else [])]
    return closed(battle(units, touching, phase="move"), "move", "a") is None


def cast(die: int, difficulty: int = 12, touching: bool = False, **fields: Any) -> object:
    one = plain("a", "R", spells=(Spell("Ward", difficulty),), **fields)
    session = battle([one, plain("x", "K")], [("a", "x")] if touching else [], phase="cast")
    return do(session, "cast", "a", dice=[die])["passed"]


def shot(*dice: int, cover: bool = False, theirs: Fields = NOBODY, **fields: Any) -> tuple[str, int]:
    one = plain("a", "R", **{"ranged": 12, **fields})
    session = battle([one, plain("x", "K", **theirs), plain("y", "K")], phase="ranged")
    covered = [] if defenceless(unit(session, "x")) else [("cover", cover)]
    do(session, "shoot", "a", dice=dice, script=[("shoot_target", "x"), *covered, *_promotes(dice)])
    return unit(session, "x").status, unit(session, "x").wounds


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
    session = begun(battle([plain("a", "R"), plain("x", "K")], [("a", "x")]), "melee_phase")
    for die in dice:
        assert asks(session) == "roll_off"
        session.answer([[10], [die]])
    return asks(session) == "roll_off"


def attacks(*weapons: str, **fields: Any) -> int:
    return sum(line.value for line in attack_lines(plain("a", "R", weapons=weapons, **fields)))


def may_strike(standing: bool, **fields: Any) -> list[str]:
    """Whom a may strike of a dazed x and, if there is one, a standing y."""
    units = [plain("a", "R", engaged_this_turn=True, attacks=2, **fields), plain("x", "K", status="dazed")]
    units += [plain("y", "K", **({} if standing else {"status": "stunned"}))]
    session = begun(battle(units, [("a", "x"), ("a", "y")], options={"confirm_order": "never"}), "melee_phase")
    if asks(session) != "declare":
        return [now(session).title.split(" attacks ")[1].split(":")[0]]
    return [o.value for o in options_of(session) if o.why_not is None]


def limit(improvement: str, field: str) -> Callable[[int], object]:
    """Whether a result of the improvement table is closed to a unit with this value."""
    kind = next(kind for kind in IMPROVEMENTS if kind.id == improvement)
    return lambda value: at_its_limit(plain("a", "R", **{field: value}), kind)


def melee_after(die: int) -> int:
    """Mel 14 after a drawn improvement of it and this check."""
    played = over(hero(melee=14))
    settle(played, faces={"improvement": 7, "improvement_check": die}, improve="melee", buy_improvement=False)
    return table_of(played).units["ann"].melee


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
    ann = table_of(played).units["ann"]
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
    table_of(played).sides["red"].wins = max(0, -fewer)
    settle(played, hire=1, recruits={"rows": {"recruit_1": {"gold": 30}}}, buy_improvement=False)
    return table_of(played).sides["red"].gold


def ends_by_turns(turn: int) -> bool:
    session = battle([plain("a", "R"), plain("x", "K")], turn=turn, options={"turns": 20})
    do(session, "melee_phase")
    return bool(session.table.over_why)


def leader_asked(morale: int) -> bool:
    """Whether a Leader with this Morale is asked for where a unit with 10 tests Fear."""
    units = [plain("a", "R"), plain("b", "R", skills=("Leader",), morale=morale), plain("x", "K", causes_fear=True)]
    session = begun(battle(units, phase="engage"), "engage", {"unit": "a"})
    while asks(session) in ("sees", "reached", "intercept", "contacts", "contact"):
        session.answer(harmless_answer(now(session)))
    return asks(session) == "leader"


def in_a_row(*sides: str) -> str:
    """What is asked first where units of these sides follow each other in one combat."""
    units = [plain(f"u{place}", side, agility=5 + place) for place, side in enumerate(sides)]
    touching = [(a.id, b.id) for a in units for b in units if (a.side, b.side) == ("R", "K")]
    session = begun(battle(units, touching, options={"confirm_order": "never"}), "melee_phase")
    return asks(session)


def asked_with(enemies: int, *declared: str, apart: bool = False) -> str:
    """What is asked where a strikes so many enemies twice, or (`apart`) so many pairs are in contact, after this."""
    mine = [plain(f"a{n}", "R", attacks=2, engaged_this_turn=True) for n in range(enemies if apart else 1)]
    theirs = [plain(f"x{n}", "K") for n in range(enemies)]
    touching = [(mine[n if apart else 0].id, one.id) for n, one in enumerate(theirs)]
    session = begun(battle([*mine, *theirs], touching, options={"confirm_order": "never"}), "melee_phase")
    for target in declared:
        session.answer(target, by="R")
    return asks(session)


def must_test(causes: bool, met: bool) -> bool:
    """Whether a unit that causes Fear, or not, tests where it meets one that does, or not."""
    one, other = plain("a", "R", causes_fear=causes), plain("x", "K", causes_fear=met)
    return one in testers(one, [other])
