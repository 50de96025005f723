"""The odds of whom to strike, with what, who strikes and whom to shoot, against play: every fall of every die.

Each option is answered, the attacks left are declared in every way there is, and the real procedure played to the end
of the last volley, through all its dice. Nothing of the odds is used on the way.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from companion.engine.requests import Choose, Request
from companion.odds.chances import Chances
from companion.rules.speedies.units import SpeediesUnit
from companion.testing.playing import harmless_answer
from tests.examples import present
from tests.odds.explorer import explore, tried
from tests.odds.stepping import Column, columns, odds_of
from tests.rules.scene import now
from tests.rules.speedies_setups import BARE, Battle, Fields, battle, plain
from tests.searching import one_in

Fates = tuple[tuple[str, tuple[int, int, str]], ...]
"""By target: hits that were not stopped, Wounds left, and what it is then."""

OUT = "incapacitated"
MOST = 3_000
"""Answers in one exploration: more than these would be too slow a test."""


class Case(NamedTuple):
    """One request: the units that strike or shoot, their enemies, and the request that is looked at.

    `touching` are the contacts, all with all if there are none given.
    """

    name: str
    mine: Sequence[Fields]
    theirs: Sequence[Fields]
    touching: Sequence[tuple[str, str]] = ()
    answers: Sequence[str] = ()
    """What is answered before it."""


def units(case: Case) -> list[SpeediesUnit]:
    mine = [plain("abc"[n], "R", **{"engaged_this_turn": True, **f}) for n, f in enumerate(case.mine)]
    return [*mine, *(plain("xyz"[n], "K", **fields) for n, fields in enumerate(case.theirs))]


def at(case: Case) -> Battle:
    """A session at the request of this case."""
    made = units(case)
    shot = case.name == "shoot_target"
    every = [(one.id, other.id) for one in made for other in made if (one.side, other.side) == ("R", "K")]
    session = battle(
        made,
        [] if shot else case.touching or every,
        phase="ranged" if shot else "melee",
        options={"improvement_by": "card", "confirm_order": "never"},
    )
    if shot:
        session.start("shoot", {"unit": "a"})
    else:
        session.start("melee_phase")
    for value in case.answers:
        session.answer(value, by=now(session).side)
    assert now(session).name == case.name
    return session


def decide(request: Request[object]) -> object:
    """What is asked while volleys are played: who comes first is struck first."""
    if request.name == "resolve_next":
        return _open(request)[0].value
    return harmless_answer(request)


def volleys(session: Battle, striker: str) -> list[Mapping[str, Any]]:
    """What was told of the volleys of this unit so far."""
    return [volley for volley in session.facts("volley") if volley["attacker"] == striker]


def played(session: Battle, striker: str, many: int) -> Chances[Fates]:
    """What becomes of everybody whom the striker strikes, once so many volleys are over."""

    def read(s: Battle) -> Fates:
        # A target that is stunned by it falls to the next unit, whom nothing is asked, before anybody looks: who is not
        # out by this volley has a Wound.
        told = ((v["target"], v["unsaved"], v["result"]) for v in volleys(s, striker))
        return tuple((of, (n, 0 if what == OUT else max(1, s.unit(of).wounds), what)) for of, n, what in told)

    return explore(session, decide, read, stop=lambda s: len(volleys(s, striker)) == many, most=MOST)


def plans(session: Battle, striker: str) -> Iterator[Chances[Fates]]:
    """What every way to declare the attacks that are left comes to, each played out."""
    request = session.request
    if request is not None and request.name in ("declare", "declare_weapon"):
        for option in _open(request):
            with tried(session, option.value, request):
                yield from plans(session, striker)
    else:
        named = {given.value for given in present(session.run).answers if given.name == "declare"}
        yield played(session, striker, max(1, len(named)))


def rows(session: Battle, found: Chances[Fates]) -> dict[Column, Fraction]:
    """The same as odds have it, for every target."""
    told: dict[Column, Fraction] = {}
    for fates, p in found.fractions().items():
        for of, (unsaved, left, status) in fates:
            kinds: list[Column] = [("unsaved", of, unsaved)]
            if session.unit(of).wounds > 1:
                kinds.append(("dealt", of, session.unit(of).wounds - left))
            if status == OUT:
                kinds.append(("falls", of, None))
            elif status in ("staggered", "dazed", "stunned"):
                kinds.append((status, of, None))
            for kind in kinds:
                told[kind] = told.get(kind, Fraction(0)) + p
    return told


def badness(session: Battle, found: Chances[Fates]) -> tuple[Fraction, ...]:
    """What a striker likes best: targets out, then helpless, then with most Wounds lost, then most hits."""
    return (
        found.mean(lambda fates: sum(status == OUT for _, (_, _, status) in fates)),
        found.mean(lambda fates: sum(status in ("dazed", "stunned", OUT) for _, (_, _, status) in fates)),
        found.mean(lambda fates: sum(session.unit(of).wounds - left for of, (_, left, _) in fates)),
        found.mean(lambda fates: sum(unsaved for _, (unsaved, _, _) in fates)),
    )


PAIR: Fields = {"weapons": ("Dagger", "Great Sword")}
TOUGH: Fields = {"max_wounds": 2, **BARE}
CASES = [
    Case("declare", [{}], [{"defence": 12}, BARE]),
    Case("declare", [{"melee": 9, "injury": 3}], [{"defence": 8, "defence_bonus": 3}, {"defence": 19}]),
    Case("declare", [{"attacks": 2}], [BARE, {"no_stun": True, **BARE}]),
    Case("declare", [{"melee": 17}], [{"status": "dazed", **BARE}, {"status": "dazed", **TOUGH}]),
    Case("declare", [{"skills": ("Deadly",), "melee": 18}], [BARE, {"skills": ("Pit Fighter",), **BARE}]),
    Case("declare", [{"melee_advantage": 1, "melee": 18}], [{"no_stun": True, **BARE}, TOUGH]),
    Case("declare", [{"skills": ("Hero Killer",), "melee": 16}], [{"defence": 9}, {"defence": 15, "injury_resist": 4}]),
    Case("declare", [{"weapons": ("Hammer",)}], [{"status": "staggered", **BARE}, TOUGH]),
    Case("declare", [{"attacks": 2}], [{"status": "stunned"}, {"status": "dazed", **BARE}], answers=("x",)),
    Case("declare", [{"attacks": 3, "coup_de_grace": True}], [{"status": "stunned"}, BARE], answers=("x", "y")),
    Case("declare", [{"attacks": 2, "coup_de_grace": True}], [{"status": "stunned"}, BARE], answers=("x",)),
    Case("declare", [{**PAIR, "melee": 15}], [BARE, BARE], answers=("y", "Dagger")),
    Case("declare_weapon", [{**PAIR, "melee": 14}], [BARE, {"injury_resist": 3, **BARE}], answers=("y",)),
    Case("declare_weapon", [{**PAIR, "melee": 17}], [{"status": "staggered", **BARE}]),
    Case("resolve_next", [{"attacks": 2}], [{"defence": 14}, BARE], answers=("x", "y")),
    Case("activate", [{"melee": 12}, {"melee": 16, "injury": 4}], [{"defence": 13}]),
    Case("activate", [{"melee": 17}, {**PAIR, "melee": 17}], [BARE, {"no_stun": True, **BARE}]),
    Case("choose_combat", [{"melee": 12}, {"melee": 9}], [{"defence": 16}, BARE], touching=[("a", "x"), ("b", "y")]),
    Case("shoot_target", [{"ranged": 13}], [{"defence": 12}, TOUGH]),
    Case(
        "shoot_target", [{"ranged": 11, "ranged_injury": 4, "status": "staggered"}], [{"status": "dazed", **BARE}, BARE]
    ),
]


@pytest.mark.parametrize("case", one_in(5, zip(CASES)), ids=lambda case: case.name)
def test_an_option_is_worth_what_playing_its_volleys_out_gives(case: Case) -> None:
    session = at(case)
    found = odds_of(session)
    request = now(session)
    assert sorted(found.options()) == sorted(o.value for o in _open(request))
    worths: dict[str, tuple[Fraction, ...]] = {}
    for option in found.options():
        with tried(session, option, request):
            striker = option if case.name in ("activate", "choose_combat") else "a"
            ways = [played(session, "a", 1)] if case.name == "resolve_next" else list(plans(session, striker))
        best = max(badness(session, way) for way in ways)
        expected = [rows(session, way) for way in ways if badness(session, way) == best]
        told = columns(found, option)
        if case.name == "choose_combat":
            # The dice of its first volley are next.
            told = {column: p for column, p in told.items() if column[0] != "hits"}
        assert told in [{k: p for k, p in each.items() if p} for each in expected], option
        worths[option] = best
        if found.guarantees:
            assert dict(found.guarantees)[option] == best[0]
    if case.name == "choose_combat":
        assert found.safest is None
    else:
        assert worths[found.safest] == max(worths.values())


def _open(request: Request[object]) -> list[Any]:
    assert isinstance(request, Choose)
    return [option for option in request.options if option.why_not is None]
