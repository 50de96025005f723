"""Small tables for the tests of Bushido."""

import re
from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple

from companion.engine.requests import Allotment, Split
from companion.engine.session import Session
from companion.engine.state.changes import Note
from companion.odds.chances import Chances
from companion.rules.bushido import RULESET
from companion.rules.bushido.odds.fight import Choice, Ends, Fight
from companion.rules.bushido.odds.harm import Suffered, suffered
from companion.rules.bushido.odds.wins import State
from companion.rules.bushido.records import Feat, Special, Trait, Weapon
from companion.rules.bushido.units import BushidoSide, BushidoTable, BushidoUnit
from companion.testing import Scripted, drive
from tests.examples import present
from tests.rules.scene import begun, happened, now, results, seen
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


Card = str | Mapping[str, Any]
"""The fields of a model, or `card` of them in words."""

PRINTED = re.compile(r"(.+?)(?: \[(.+?)\])?(?: \(([+-]?)(\d+)(?:/(\d+))?\))?")


def trait(words: str) -> Trait:
    """`Prowess [Attack] (1)`, `Poison (1/2)` or `Parry (+1)`."""
    found = present(PRINTED.fullmatch(words))
    name, of, sign, x, y = found.groups()
    number = {} if x is None else {"plus": int(x)} if sign == "+" else {"x": int(sign + x)}
    return Trait(name, of=of or "", **number, **({"y": int(y)} if y else {}))


def card(words: Card) -> dict[str, Any]:
    """`traits Brutal (2), Slow; specials Sweep Attack 1; states prone, held (b); ki_tokens 3` as fields of a model.

    A special costs as many dice as stand behind its name; without a number it is free.
    """
    if not isinstance(words, str):
        return dict(words)
    made: dict[str, Any] = {}
    for clause in filter(None, words.split("; ")):
        name, _, rest = clause.partition(" ")
        items = rest.split(", ")
        if name in ("traits", "arms"):
            made[name] = tuple(map(trait, items))
        elif name == "specials":
            named = (re.fullmatch(r"(.+?)(?: (\d+))?", item) for item in items)
            made[name] = tuple(Special(of[1], int(of[2] or 0)) for of in named if of is not None)
        elif name == "feats":
            made["ki_feats"] = tuple(map(Feat, items))
        elif name == "types":
            made[name] = tuple(items)
        elif name == "states":
            made[name] = dict(map(_state, items))
        else:
            made[name] = {"yes": True, "none": None}.get(rest, int(rest) if rest.isdigit() else rest)
    return made


def _state(words: str) -> tuple[str, Any]:
    name, _, marks = words.partition(" ")
    if marks.startswith("("):
        return name, tuple(int(mark) if mark.isdigit() else mark for mark in marks[1:-1].split())
    return name, int(marks or 1)


def those(red: str, blue: str, touching: str = "", **more: Any) -> Session:
    """Models by their letters, `ab ax` touching; `a={...}` are the fields of one, the rest is of the session."""
    fields = {of: card(more.pop(of, "")) for of in red + blue}
    models = [model(of, "red" if of in red else "blue", **fields[of]) for of in red + blue]
    return session(*models, contacts=tuple((pair[0], pair[1]) for pair in touching.split()), **more)


def kagu() -> BushidoTable:
    """Bridge at Kagu, the example table."""
    table = present(RULESET.example)()
    assert isinstance(table, BushidoTable)
    return table


def table_of(of: Session) -> BushidoTable:
    """The table of a session of Bushido."""
    return present(of.table, BushidoTable)


def slot(of: Session, side: str) -> Split:
    """The split that a side has to seal now."""
    return present(present(of.run).slot(side), Split)


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


def pair(a: Card = "", b: Card = "", **options: Any) -> Session:
    """Two models in contact, a of red and b of blue."""
    return those("a", "b", "ab", a=a, b=b, **options)


def at(name: str, a: Card, b: Card, script: str = "", **options: Any) -> Session:
    """Two models whose exchange has come to the request of this name."""
    answers = steps(script) if script else []
    return begun(pair(a, b, **options), "melee", {"pair": "a+b"}, answers, until=name, strict=False)


def at_the_split(a: Card, b: Card, **options: Any) -> Session:
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


class Scene(NamedTuple):
    """An exchange of a and b, or an activation of a, that is played to its end, and what is `seen` then.

    The place is `those` in words: letters of red, of blue, and who touches. `more` are other models and the options.
    Of a name `says …` it is seen whether a note says so.
    """

    script: str
    sees: Mapping[str, object]
    a: Card = ""
    b: Card = ""
    place: str = "a b ab"
    more: Mapping[str, Any] = {}

    def after(self, what: str) -> dict[str, object]:
        """What is seen after a `melee` or after an activation (`activate`)."""
        red, blue, *touching = self.place.split()
        s = those(red, blue, " ".join(touching), a=self.a, b=self.b, **self.more)
        out = fight(s, self.script) if what == "melee" else act(s, "a", self.script)
        said = {key: any(key[5:] in note for note in notes(s)) for key in self.sees if key.startswith("says ")}
        return seen(s, out, self.sees.keys() - said) | said


def both(s: Session) -> list[BushidoUnit]:
    """The two models of `pair`."""
    return [table_of(s).unit(of) for of in "ab"]


class _Together(Fight):
    """A fight of which what both suffer together is read."""

    def facts(self, end: State) -> dict[Any, int]:
        one, two = (suffered(*each) for each in zip(self.tracks, end.lives, strict=True))
        return {(one, two): 1}


def suffered_by_both(fight: Fight, lead: Choice, late: Choice) -> Chances[tuple[Suffered, Suffered]]:
    """What both suffer with these splits, by the odds: the fighter with the initiative first."""
    ends = Ends(_Together(fight.game, fight.ex), [lead], [late])
    found: Mapping[Any, int] = ends.sums.facts(ends.of(ends.lead[0], ends.late[0]))
    return Chances(found, ends.total)


MATCHED = re.compile(r"attack (\d+)[ ,].*? defence (\d+)[ :][^.]*?(a hit|holds)|(no attack dice)")


def same(s: Session) -> Hashable:
    """Everything that later steps read: what is asked, the models, and how what is not yet fought will go."""
    if now(s).name in ("7", "7b"):
        return None
    events = happened(s)
    last = next(e for e in reversed(results(s)) if MATCHED.search(e.text))
    shown = MATCHED.findall(last.text)
    # Who wins without attack dice goes by all dice, and the words do not say who it is.
    dice = [group.faces for group in last.groups] if any(none for *_, none in shown) else []
    fought = sum(1 for e in events if isinstance(e, Note) and "winner" in e.facts)
    later = [(int(attack or 0) - int(defence or 0), how) for attack, defence, how, _ in shown]
    struck = {e.facts["striker"] for e in results(s) if "striker" in e.facts}
    models = [(u.wounds_marked, u.ki_tokens, u.alive, u.last_stand, dict(u.states), u.granted) for u in both(s)]
    return repr((now(s).key, now(s).title, fought, dice, later[max(0, fought - 1) :], sorted(struck), models))
