"""Small tables of God's Gloom for its tests: the sample roster under short ids, and one melee driven to its end."""

import re
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, NamedTuple

from companion.engine.odds import Odds
from companion.engine.requests import Request, Roll
from companion.engine.session import Session
from companion.engine.state.paths import ordered_flags, pair_key
from companion.rules.gods_gloom import RULESET
from companion.rules.gods_gloom.example import sample
from companion.rules.gods_gloom.melee.legality import illegal_attacker, illegal_target
from companion.rules.gods_gloom.units import GloomSide, GloomTable, GloomUnit
from companion.testing import Scripted, drive
from companion.testing.playing import harmless_answer
from tests.examples import present
from tests.odds.stepping import odds_of
from tests.rules.scene import begun, now, results
from tests.rules.script import groups, step

KINDS = {"shield": "Shieldband", "rav": "Ravagers", "lan": "Lancers", "ski": "Skirmishers", "ogre": "Ogre"}

Contact = tuple[str, str] | tuple[str, str, bool, bool]


def unit(of: str, side: str, **fields: Any) -> GloomUnit:
    """A sample unit; the id's part before a dash says which."""
    kind = KINDS[of.partition("-")[0]]
    return sample(kind, of, side, kind + of.partition("-")[2], **fields)


def table(
    units: Iterable[GloomUnit], contacts: Iterable[Contact], seals: tuple[int, int] = (0, 0), **options: Any
) -> GloomTable:
    """A table at rest with these contacts: `(a, b)` face to face, or with a's and b's own flags."""
    held = {}
    for a, b, *flags in contacts:
        one, two = flags or (True, True)
        held[pair_key(a, b)] = ordered_flags(a, b, {"a_engaged": one, "b_engaged": two})
    made = RULESET.table(
        list(units),
        [
            GloomSide(id="p1", name="Rhea", command_seals=seals[0]),
            GloomSide(id="p2", name="Boris", command_seals=seals[1]),
        ],
        contacts=held,
        options=options,
    )
    return present(made, GloomTable)


def illegal(on: GloomTable, attacker: str, target: str) -> str:
    """The code of the first reason why `attacker` may not attack `target`; empty if it may."""
    one, two = on.unit(attacker), on.unit(target)
    if one.destroyed:
        return illegal_attacker(on, one)
    return illegal_target(on, one, two) or illegal_attacker(on, one)


def those(p1: str, p2: str, touching: str = "", seals: tuple[int, int] = (0, 0), **more: Any) -> GloomTable:
    """Units of both players by their ids; `rav={...}` are the fields of one, the rest are options.

    Of `rav+ski` both are engaged with the other, of `rav>ski` the first alone, of `rav<ski` the second, of `rav|ski`
    nobody.
    """
    fields = {of: more.pop(of, {}) for of in f"{p1} {p2}".split()}
    units = [unit(of, "p1" if of in p1.split() else "p2", **fields[of]) for of in fields]
    contacts: list[Contact] = []
    for pair in touching.split():
        a, sign, b = re.split(r"([+<>|])", pair)
        contacts.append((a, b, sign in "+>", sign in "+<"))
    return table(units, contacts, seals, **more)


def steps(text: str) -> list[Scripted]:
    """Those of a scene, with the rolls of both as `3 6 4 1 2 v 5 1 / 3 2 2`, the Attacker's first.

    An entry of an effects prompt is `effect MEL.20 shield wounds 2 yes`: what, how much, and whether for the Attacker.
    """
    script: list[Scripted] = []
    for one in filter(None, text.split("; ")):
        first, both, second = one.partition(" v ")
        if both:
            script += [("ATC.10", groups(first)), ("ATC.10", groups(second))]
        elif one.startswith("effect "):
            script += effect(*one.split()[1:])
        else:
            script.append(step(one))
    return script


def effect(key: str, of: str, what: str, *figures: str) -> list[Scripted]:
    """One entry of the effects prompt of this step."""
    fields = zip(("unit", "what", "amount", "by"), (of, what, *figures), strict=False)
    return [(f"{key}.effects", True), *(step(f"{key}.effects.{field} {value}") for field, value in fields)]


def fight(on: GloomTable, attacker: str, script: str, target: str = "") -> dict[str, Any]:
    """One melee from rest, every scripted answer used; returns its outcome."""
    session = begun(on, "melee", {"attacker": attacker})
    answers = steps(script)
    if session.request is not None and session.request.name == "target":
        answers.insert(0, ("target", target))
    return drive(session, answers)


PUSHED = "MEL.60.push push; MEL.60.stand give_ground; retreat_hexes 2"


def state(outcome: dict[str, Any], of: str) -> tuple[int, int, bool]:
    """Health, morale and Weak of a unit at the end."""
    held = outcome["units"][of]
    return held["health"], held["morale"], held["weak"]


MISS = "1 1 1 1 1 v 1 1 / 1 2 2"
"""Ravagers against Shieldband without a success; two red 1s are no critical."""

CALL = "MEL.10.pivot effects"
"""The table calls for other effects in this melee."""

TIE = f"{MISS}; MEL.60.push decline"


def pair(a: dict[str, Any] | None = None, d: dict[str, Any] | None = None, **fields: Any) -> Any:
    """Ravagers (p1) in front of Shieldband (p2)."""
    return table(
        [unit("rav", "p1", **(a or {})), unit("shield", "p2", **(d or {}))],
        fields.pop("contacts", [("rav", "shield")]),
        **fields,
    )


def same(s: Session) -> Hashable:
    """For the explorer: what later steps read of dice: how many succeed and how many are critical, by colour."""
    rolls = results(s)
    lying = {e.facts["unit"]: [(g.name, sorted(g.marks)) for g in e.groups] for e in rolls if "unit" in e.facts}
    return repr((now(s).key, now(s).title, lying))


def odds_at(s: Session, name: str, *script: Scripted) -> Odds:
    """The odds of the next request of this name, with these answers on the way."""
    drive(s, script, stop=lambda r: r.name == name, strict=False)
    return odds_of(s)


def unpushed(request: Request[object]) -> object:
    """What is taken for granted of what odds do not count: rage is declared, nothing is rolled again, nobody pushes."""
    usual = {"MEL.60.push": "decline", "MEL.70": "hold", "MEL.10.berserk": "declare", "ATC.20.pool": "keep"}
    return usual.get(request.name) or harmless_answer(request)


# -- melees without dice, or with dice that do nothing, for tests of bounds --------------------------------------------


NONE = {"red": 0, "blue": 0}
PEACEFUL = {"MEL.60.push": "decline", "MEL.60.stand": "give_ground", "MEL.70": "hold", "retreat_hexes": 2}
PUSH = "MEL.60.push push"
GIVE = "MEL.60.stand give_ground"
DECLARE = "TFP.10 declare"
HOLD = "TFP.20 hold"
KEEP = "ATC.10 [1]"


def peaceful(request: Request[object]) -> object:
    """The answer where the script has none: nobody pushes, and every die shows a 2, which does nothing."""
    if isinstance(request, Roll):
        return [[2] * dice.count for dice in request.dice]
    return "hold" if request.name == "TFP.20" else PEACEFUL.get(request.name)


class Fought(NamedTuple):
    """A melee that was played to its end."""

    session: Session
    outcome: Mapping[str, Any]

    def asked(self, name: str) -> int:
        """How often somebody was asked this, or rolled it."""
        return sum(given.name == name for given in self.session.entries[-1].answers)

    def unit(self, of: str) -> GloomUnit:
        return present(self.session.table.unit(of), GloomUnit)

    def dice(self, role: str, colour: str) -> int:
        return int(self.outcome["pools"][role][colour])


def clash(
    hits: int = 0,
    blocks: int = 0,
    back: int = 0,
    shields: int = 0,
    *script: str,
    a: Mapping[str, Any] | None = None,
    d: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Fought:
    """Ravagers (morale 2, health 5) attack Shieldband (3, 6) with so many hits against so many blocks, and back."""
    attacks = {"offence": {**NONE, "auto_hits": hits, "auto_blocks": shields}}
    defends = {"defence": {**NONE, "auto_hits": back, "auto_blocks": blocks}}
    session = begun(pair(attacks | dict(a or {}), defends | dict(d or {}), **fields), "melee", {"attacker": "rav"})
    return Fought(session, drive(session, steps("; ".join(script)), default=peaceful))


def rolled(*script: str, a: Mapping[str, int] = NONE, d: Mapping[str, int] = NONE, **fields: Any) -> Fought:
    """The same with these pools of dice."""
    return clash(0, 0, 0, 0, *script, a={"offence": a, **fields.pop("rav", {})}, d={"defence": d}, **fields)


def before(name: str, *script: str, **fields: Any) -> Session:
    """A melee that stands at this request."""
    session = begun(pair(**fields), "melee", {"attacker": "rav"})
    drive(session, steps("; ".join(script)), stop=lambda r: r.name == name, default=peaceful)
    assert session.request is not None, name
    return session


def board(session: Session) -> GloomTable:
    return present(session.table, GloomTable)
