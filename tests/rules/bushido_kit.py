"""Small tables for the tests of Bushido."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from typing import Any

from companion.engine.requests import Allotment, Split
from companion.engine.session import Session
from companion.engine.state.changes import Note
from companion.engine.state.results import Result
from companion.odds.chances import Chances
from companion.rules.bushido import RULESET
from companion.rules.bushido.odds.fight import Fight, Side, Splits
from companion.rules.bushido.odds.harm import Suffered, suffered
from companion.rules.bushido.odds.wins import State
from companion.rules.bushido.records import Special, Trait, Weapon
from companion.rules.bushido.units import BushidoSide, BushidoTable, BushidoUnit
from companion.testing import Scripted, drive
from tests.rules.scene import begun, now, run_of
from tests.rules.script import groups, step


def model(
    of: str,
    side: str,
    *,
    strength: int | None = 0,
    arms: tuple[Trait, ...] = (),
    specials: tuple[Special, ...] = (),
    **fields: Any,
) -> BushidoUnit:
    """A model with one weapon."""
    fields.setdefault("weapons", (Weapon("Blade", strength, arms, specials),))
    return BushidoUnit(id=of, name=of.title(), side=side, **fields)


def session(
    *models: BushidoUnit,
    contacts: tuple[tuple[str, str], ...] = (),
    phase: str = "main",
    active: str = "red",
    **options: Any,
) -> Session:
    """A session of these models; the contacts are pairs of ids."""
    table = RULESET.table(
        list(models),
        [BushidoSide(id="red", name="Ito"), BushidoSide(id="blue", name="Sora")],
        contacts={(min(p), max(p)): {} for p in contacts},
        phase=phase,
        active=active,
    )
    table.options = {**table.options, **options}
    return Session(table)


def those(red: str, blue: str, touching: str = "", **more: Any) -> Session:
    """Models by their letters, `ab ax` touching; `a={...}` are the fields of one, the rest is of the session."""
    fields = {of: more.pop(of, {}) for of in red + blue}
    models = [model(of, "red" if of in red else "blue", **fields[of]) for of in red + blue]
    return session(*models, contacts=tuple((pair[0], pair[1]) for pair in touching.split()), **more)


def kagu() -> BushidoTable:
    """Bridge at Kagu, the example table."""
    assert RULESET.example is not None
    table = RULESET.example()
    assert isinstance(table, BushidoTable)
    return table


def table_of(of: Session) -> BushidoTable:
    """The table of a session of Bushido."""
    assert isinstance(of.table, BushidoTable)
    return of.table


def slot(of: Session, side: str) -> Split:
    """The split that a side has to seal now."""
    request = run_of(of).slot(side)
    assert isinstance(request, Split)
    return request


def split(attack: int, defence: int, plan: str = "plain") -> Allotment:
    """The answer of a split."""
    return Allotment(plan, {"attack": attack, "defence": defence})


def steps(text: str) -> list[Scripted]:
    """Those of a scene, in which a whole exchange is `3/0 Sweep Attack v 0/3: 6 5 5 / / / 2 1 1`.

    That are both splits, red's first, and the joint roll: attack and defence of the activating model, then the
    enemy's. `5 red 3/0` is one split.
    """
    script: list[Scripted] = []
    for one in text.split("; "):
        splits, _, dice = one.rpartition(": ")
        red, both, blue = splits.partition(" v ")
        if both:
            script += [("5", "red", named(red)), ("5", "blue", named(blue)), ("7", groups(dice))]
        else:
            made = step(one)
            script.append((*made[:-1], named(made[-1])) if made[0] == "5" else made)
    return script


def named(words: str) -> Allotment:
    """`1/0 Combo Attack` as the answer of a split: attack and defence dice, and what is declared."""
    dice, _, plan = words.partition(" ")
    attack, defence = dice.split("/")
    return split(int(attack), int(defence), plan or "plain")


def fight(of: Session, script: str, pair: str = "a+b") -> dict[str, Any]:
    """One exchange."""
    of.start("melee", {"pair": pair})
    return drive(of, steps(script))


def notes(of: Session) -> list[str]:
    """The sentences of the last procedure."""
    return [e.text for e in of.entries[-1].events if hasattr(e, "text")]


AB = (("a", "b"),)


def pair(a: dict[str, Any] | None = None, b: dict[str, Any] | None = None, **options: Any) -> Session:
    """Two models in contact, a of red and b of blue."""
    return session(model("a", "red", **(a or {})), model("b", "blue", **(b or {})), contacts=AB, **options)


def at(name: str, a: dict[str, Any], b: dict[str, Any], script: str = "", **options: Any) -> Session:
    """Two models whose exchange has come to the request of this name."""
    answers = steps(script) if script else []
    return begun(pair(a, b, **options), "melee", {"pair": "a+b"}, answers, until=name, strict=False)


def at_the_split(a: dict[str, Any], b: dict[str, Any], **options: Any) -> Session:
    """Two models whose exchange has come to the split."""
    return at("5", a, b, **options)


HARD = "6 5 5 / / / 2 1 1"
"""An attack of all three dice that wins by six."""
DEFEND = "0/3 v 0/3: / 2 2 2 / / 2 2 2"
"""Both put all three dice into defence."""


def act(s: Session, of: str, script: str = "") -> dict[str, Any]:
    """One activation."""
    s.start("activate", {"model": of})
    return drive(s, steps(script) if script else [])


def both(s: Session) -> list[BushidoUnit]:
    """The two models of `pair`."""
    return [table_of(s).unit(of) for of in "ab"]


class _Together(Fight):
    """A fight of which what both suffer together is read."""

    def facts(self, end: State) -> dict[Any, int]:
        one, two = (suffered(*each) for each in zip(self.tracks, end.lives, strict=True))
        return {(one, two): 1}


def suffered_by_both(fight: Fight, lead: Side, late: Side) -> Chances[tuple[Suffered, Suffered]]:
    """What both suffer with these splits, by the odds: the fighter with the initiative first."""
    splits = Splits(_Together(fight.game, fight.ex), [lead], [late])
    found: Mapping[Any, int] = splits.ends.sums.facts(splits.of(splits.lead[0], splits.late[0]))
    return Chances(found, splits.total)


MATCHED = re.compile(r"attack (\d+)[ ,].*? defence (\d+)[ :][^.]*?(a hit|holds)|(no attack dice)")


def same(s: Session) -> Hashable:
    """Everything that later steps read: what is asked, the models, and how what is not yet fought will go."""
    if now(s).name in ("7", "7b"):
        return None
    events = run_of(s).context.events
    last = next(e for e in reversed(events) if isinstance(e, Result) and MATCHED.search(e.text))
    shown = MATCHED.findall(last.text)
    # Who wins without attack dice goes by all dice, and the words do not say who it is.
    dice = [group.faces for group in last.groups] if any(none for *_, none in shown) else []
    fought = sum(1 for e in events if isinstance(e, Note) and "winner" in e.facts)
    later = [(int(attack or 0) - int(defence or 0), how) for attack, defence, how, _ in shown]
    struck = {e.facts["striker"] for e in events if isinstance(e, Result) and "striker" in e.facts}
    models = [(u.wounds_marked, u.ki_tokens, u.alive, u.last_stand, dict(u.states), u.granted) for u in both(s)]
    return repr((now(s).key, now(s).title, fought, dice, later[max(0, fought - 1) :], sorted(struck), models))
