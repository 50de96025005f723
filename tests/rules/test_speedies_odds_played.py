"""The odds of whom to strike, with what, who strikes and whom to shoot, against play: every fall of every die.

Each option is answered and the real procedure played to the end of that volley, through all its dice. Nothing of the
odds is used on the way: what the players go on with is what the odds say that they assume.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from companion.engine.requests import Choose, Request
from companion.engine.session import Session
from companion.odds.chances import Chances
from companion.odds.explorer import explore
from companion.rules.speedies.units import SpeediesUnit
from companion.testing import side_of
from companion.testing.playing import harmless_answer
from tests.odds.stepping import Column, columns, odds_of
from tests.rules.speedies_setups import battle, facts, plain, unit

Fields = Mapping[str, Any]
Fate = tuple[int, int, str]
"""Hits that were not stopped, Wounds left, and what the target is then."""

OUT = "incapacitated"
MOST = 3_000
"""Answers in one exploration: more than these would be too slow a test."""
BARE: Fields = {"defence": None}


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


def at(case: Case) -> Session:
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
        assert session.request is not None
        session.answer(value, by=side_of(session.request))
    assert session.request is not None
    assert session.request.name == case.name
    return session


def policy(striker: str, target: str, weapon: str) -> Callable[[Request[object]], object]:
    """All attacks of the striker on this target, with this weapon as far as the other need not strike too."""

    def decide(request: Request[object]) -> object:
        wanted = {"activate": striker, "declare": target, "resolve_next": target, "declare_weapon": weapon}
        if request.name == "cover":
            return False
        if not isinstance(request, Choose) or request.name not in wanted:
            return harmless_answer(request)
        open_ = [option.value for option in request.options if option.why_not is None]
        return wanted[request.name] if wanted[request.name] in open_ else open_[0]

    return decide


def played(session: Session, striker: str, target: str, weapon: str) -> Chances[Fate]:
    """What becomes of the target once the striker's volley on it is over."""

    def made(s: Session) -> Mapping[str, Any] | None:
        told = (fact["volley"] for fact in facts(s, "volley"))
        return next((volley for volley in told if (volley["attacker"], volley["target"]) == (striker, target)), None)

    def read(s: Session) -> Fate:
        volley = made(s)
        assert volley is not None
        # A target that is stunned by it falls to the next unit, whom nothing is asked, before anybody looks.
        return volley["unsaved"], unit(s, target).wounds, volley["result"]

    return explore(session, policy(striker, target, weapon), read, stop=lambda s: made(s) is not None, most=MOST)


def rows(found: Chances[Fate], target: SpeediesUnit) -> dict[Column, Fraction]:
    """The same as odds have it."""
    told: dict[Column, Fraction] = {}
    for (unsaved, left, status), p in found.fractions().items():
        kinds: list[Column] = [("unsaved", target.id, unsaved)]
        if target.wounds > 1:
            kinds.append(("dealt", target.id, target.wounds - left))
        if status == OUT:
            kinds.append(("falls", target.id, None))
        elif status in ("staggered", "dazed", "stunned"):
            kinds.append((status, target.id, None))
        for kind in kinds:
            told[kind] = told.get(kind, Fraction(0)) + p
    return told


def badness(found: Chances[Fate]) -> tuple[Fraction, ...]:
    """What a striker likes best: the target out, then helpless, then with fewest Wounds, then most hits."""
    return (
        found.where(lambda fate: fate[2] == OUT),
        found.where(lambda fate: fate[2] in ("dazed", "stunned", OUT)),
        -found.mean(lambda fate: fate[1]),
        found.mean(lambda fate: fate[0]),
    )


def best(session: Session, striker: str, targets: Sequence[str], weapons: Sequence[str]) -> tuple[str, Chances[Fate]]:
    """The target and the weapon that do most, all others played too."""
    every = [(of, played(session, striker, of, weapon)) for of in targets for weapon in weapons]
    return max(every, key=lambda one: badness(one[1]))


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
    Case("declare", [{**PAIR, "melee": 15}], [BARE, {"injury_resist": 5, **BARE}]),
    Case("declare_weapon", [{**PAIR, "melee": 14}], [BARE]),
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


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_an_option_is_worth_what_playing_its_volley_out_gives(case: Case) -> None:
    session = at(case)
    found = odds_of(session)
    request = session.request
    assert request is not None
    assert sorted(found.options()) == sorted(o.value for o in _open(request))
    worths: dict[str, tuple[Fraction, ...]] = {}
    for option in found.options():
        before = session.undo_count
        session.answer(option, by=side_of(request))
        target, chances = _of_option(session, case, option)
        session.undo(session.undo_count - before)
        expected = {(m, of, v): p for (m, of, v), p in rows(chances, unit(session, target)).items() if p}
        assert columns(found, option) == expected, option
        worths[option] = badness(chances)
        if found.guarantees:
            assert dict(found.guarantees)[option] == worths[option][0]
    if case.name == "choose_combat":
        assert found.safest == ""
    else:
        assert worths[found.safest] == max(worths.values())


def _open(request: Request[object]) -> list[Any]:
    assert isinstance(request, Choose)
    return [option for option in request.options if option.why_not is None]


def _of_option(session: Session, case: Case, option: str) -> tuple[str, Chances[Fate]]:
    """The target, and what becomes of it by best play of what the option leaves open."""
    if case.name in ("declare", "resolve_next", "shoot_target"):
        weapons = [weapon.name for weapon in unit(session, "a").weapons] if case.name == "declare" else []
        return best(session, "a", [option], weapons or [""])
    if case.name == "declare_weapon":
        return "x", played(session, "a", "x", option)
    weapons = [weapon.name for weapon in unit(session, option).weapons]
    pairs = case.touching or [(option, "xyz"[n]) for n in range(len(case.theirs))]
    return best(session, option, [of for one, of in pairs if one == option], weapons or [""])
